/* seeds.h - FaultSeeds.h: faults that are switched on by a macro each. */
#ifndef CULPRIT_BENCH_SEEDS_H
#define CULPRIT_BENCH_SEEDS_H

#include "bench/corpus.h"
#include "bench/fault.h"

/* The macros that the header defines or, in comments, could define. */
void seeds_macros(Arena *a, const char *text, size_t n, Texts *out);

/* The lines of one source that are compiled because the macro is defined:
 * `#ifdef M`, `#ifndef M`, `#if defined M`, their `#else`; for a part that is
 * empty, the line after its end. Appends to `out`. */
void seeds_places(Arena *a, const char *file, const char *text, size_t n,
                  const char *macro, Places *out);

#endif
