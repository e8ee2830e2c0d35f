/* stream.h - where symbolic streams and descriptors stand.
 *
 * The real FILE does all reading; this only remembers which bytes of which
 * file it gives. If something else moved the FILE, its place is asked for
 * again; where that cannot be known (pipes) the stream is no longer symbolic.
 */
#ifndef CULPRIT_RUNTIME_MODELS_STREAM_H
#define CULPRIT_RUNTIME_MODELS_STREAM_H

#include "help.h"

#include <stdio.h>

enum { STREAM_PUSHED = 16 };

typedef struct Stream Stream;
struct Stream {
    FILE *f;
    int descriptor;
    int32_t file; /* -1: not symbolic */
    bool regular; /* has a size, which is symbolic too */
    uint64_t size;
    uint64_t at;  /* offset of the next byte not pushed back, in this run */
    uint64_t pos; /* the same, with its expression */
    uint64_t eof; /* did reading end at the end? with its expression */
    struct {
        const char *ptr, *end;
        int64_t raw;
    } seen;           /* the FILE as it was when we last saw it */
    uint32_t npushed; /* bytes of ungetc, the last one is next */
    Byte pushed[STREAM_PUSHED];
};

/* The stream's entry; NULL if what it reads is not symbolic. */
Stream *PRIVATE(stream_of)(FILE *f);

/* Forget all about it: closed, reopened, or moved. */
void PRIVATE(stream_drop)(FILE *f);

/* It cannot be followed any more. */
void PRIVATE(stream_lose)(Stream *s);

/* The FILE is where we say it is. */
void PRIVATE(stream_note)(Stream *s);

/* One byte, of a stream that need not be symbolic: s may be NULL. One branch:
 * is there one? */
int PRIVATE(stream_get)(Stream *s, FILE *f);

/* After a real function read up to `at`: is the descriptor where it must be?
 * Not if it was moved while the FILE still had bytes. */
bool PRIVATE(stream_agrees)(const Stream *s, uint64_t at);

/* ungetc of c, which may be symbolic. */
int PRIVATE(stream_unget)(Stream *s, FILE *f, int c);

/* The real fread of `want` bytes gave `got`, now at p: how many, with its
 * expression. No branch. */
uint64_t PRIVATE(stream_block)(Stream *s, Byte *p, uint64_t want, uint64_t got);

/* Like stream_block, for `regular` files from pos (at, in this run). *short_ is
 * set to whether the end was met. Negative: they do not agree. */
int64_t PRIVATE(stream_count)(int32_t file, uint64_t size, uint64_t pos,
                              uint64_t want, uint64_t got, uint64_t *short_);

/* Who reads a descriptor that is no regular file: only one of stdio and
 * read() can be followed. True if `stdio` may. */
bool PRIVATE(stream_claim)(int descriptor, bool stdio);

/* time.c: is it /dev/random or /dev/urandom, and random numbers are replayed?
 * Then these bytes are those of every run. */
bool PRIVATE(random_device)(int descriptor, void *p, uint64_t n);

#endif
