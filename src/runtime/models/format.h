/* format.h - which argument of printf makes which bytes. */
#ifndef CULPRIT_RUNTIME_MODELS_FORMAT_H
#define CULPRIT_RUNTIME_MODELS_FORMAT_H

#include "help.h"

#include <stdarg.h>

enum { FORMAT_PIECES = 64 };

typedef enum {
    PIECE_TEXT,   /* of the format: `text` */
    PIECE_STRING, /* %s: `text` */
    PIECE_CHAR,   /* %c: `value` */
    PIECE_NUMBER, /* `value`, of `width` bits */
    PIECE_OTHER,  /* %m, wide strings, "(null)": bytes without expressions */
    PIECE_COUNT   /* %n: no bytes; `width` bits are written at `text` */
} PieceKind;

typedef struct Piece Piece;
struct Piece {
    PieceKind kind;
    int conversion;
    uint32_t argument; /* of the call; UINT32_MAX: none */
    uint32_t width;
    bool alternate;         /* has a # */
    uint64_t before, after; /* spaces round it, not in `length` */
    uint64_t length;
    uint64_t value;   /* with its expression */
    const char *text; /* concrete */
};

typedef struct Pieces Pieces;
struct Pieces {
    bool whole; /* false: there is more that we cannot follow */
    uint32_t n;
    Piece at[FORMAT_PIECES];
};

/* All pieces of what printf would print. Uses up `ap`, whose first argument
 * is number `first` of the call. Where the bytes go to memory (`assume`),
 * widths and the addresses of strings are assumed. Keeps errno. */
void PRIVATE(format_walk)(Pieces *out, const char *format, va_list ap,
                          uint32_t first, bool assume);

/* The real function has written through %n. */
void PRIVATE(format_forget)(const Pieces *p);

#endif
