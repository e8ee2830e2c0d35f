/* rewrite.h - from values of symbols to another input.
 *
 * Arguments and variables end at their first NUL and may grow; files and
 * standard input get the size that their size symbol has.
 */
#ifndef CULPRIT_EXPLORE_REWRITE_H
#define CULPRIT_EXPLORE_REWRITE_H

#include "solve/problem.h"
#include "suite/input.h"

typedef struct Rewrite Rewrite;
struct Rewrite {
    const Input *base;          /* of the run that was recorded */
    const Recording *recording; /* names the files */
    const char *const *names;   /* variables that were symbolic; NULL ends */
};

/* The input in which symbols[i] has values[i]; everything is the arena's.
 * Files that the program opened by itself become files of the input, read
 * from base->around. Fails for a symbol that is no input (an instance). */
bool rewrite_input(Arena *a, const Rewrite *r, const ConcolicSymbol *symbols,
                   const uint64_t *values, size_t n, Input *out, Diag *d);

#endif
