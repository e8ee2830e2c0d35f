/* watch.h - where given lines stand in a ranking: how many lines one would look
 * at before one of them, ties included; and how many were executed at all.
 */
#ifndef CULPRIT_EXPLORE_WATCH_H
#define CULPRIT_EXPLORE_WATCH_H

#include "base/diag.h"
#include "format/findings.h"

typedef struct WatchPlace WatchPlace;
struct WatchPlace {
    const char *file; /* its end, from a slash on */
    uint32_t line;
};

typedef struct Watched Watched;
struct Watched {
    uint32_t looked; /* 0: none of them is ranked */
    uint32_t executed;
};

/* "FILE:LINE"; the file is the arena's. */
bool watch_parse(Arena *a, const char *text, WatchPlace *out, Diag *d);

Watched watch_find(const Findings *f, const WatchPlace *places, size_t n);

#endif
