/* starts.h - how a script started the program, each time. */
#ifndef CULPRIT_RUN_STARTS_H
#define CULPRIT_RUN_STARTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/io.h"
#include "format/starts.h"

typedef struct Start Start;
struct Start {
    char **argv, **env; /* end with NULL */
    const char *dir, *file;
    StartInput kind;
    uint64_t offset, time_ns;
    Bytes input; /* START_BYTES */
};

typedef struct Starts Starts;
struct Starts {
    Start *at; /* in their order */
    size_t n;
};

/* Safe on any bytes; everything is the arena's. */
bool starts_parse(Arena *a, const uint8_t *bytes, size_t n, Start *out,
                  Diag *d);

/* All files of the run directory. What cannot be read is left out. */
bool starts_read(Arena *a, const char *dir, Starts *out, Diag *d);

/* Can the program be started so without the script? Else *why. */
bool starts_can_repeat(const Start *s, const char **why);

#endif
