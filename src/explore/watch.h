/* watch.h - where given lines stand in a ranking: how many lines, and
 * statements of them, one would look at until one of them is met, ties
 * included; and how many were executed at all.
 */
#ifndef CULPRIT_EXPLORE_WATCH_H
#define CULPRIT_EXPLORE_WATCH_H

#include "base/diag.h"
#include "format/findings.h"
#include "spectrum/entity.h"

typedef struct WatchPlace WatchPlace;
struct WatchPlace {
    const char *file; /* its end, from a slash on */
    uint32_t line;
};

typedef struct Watched Watched;
struct Watched {
    uint32_t looked; /* lines; 0: none of them is ranked */
    uint32_t executed;
    uint32_t statements; /* of the lines looked at */
    uint32_t executed_statements;
};

/* "FILE:LINE"; the file is the arena's. */
bool watch_parse(Arena *a, const char *text, WatchPlace *out, Diag *d);

/* `statements` are the same runs' entities of that kind. */
Watched watch_find(const Findings *f, const Entities *statements,
                   const WatchPlace *places, size_t n);

#endif
