/* judgements.h - what is known of alterations, kept between calls.
 *
 * A second call with one more hint alters many of the same states: their
 * verdicts are read from a file that belongs to one program, test, property
 * and set of bounds, all digested to its key.
 */
#ifndef CULPRIT_CAUSE_JUDGEMENTS_H
#define CULPRIT_CAUSE_JUDGEMENTS_H

#include "base/map.h"
#include "base/vec.h"
#include "cause/sparse.h"

typedef struct Kept Kept;
struct Kept {
    NarrowOutcome outcome;
    size_t value, n; /* values[value .. value + n - 1], of the states */
    bool add;        /* of the first */
};

typedef struct Judgements Judgements;
struct Judgements {
    Map known; /* the states as bytes -> number */
    VEC(Kept) at;
    VEC(uint64_t) values;
    uint64_t property; /* what is asked now, in a number; 0: the failure's */
    Str text;          /* the lines, as in the file */
    uint64_t hits;
    bool changed;
};

void judgements_done(Judgements *j);

/* The lines of a file with this key; another key or an unsound line is no
 * failure: what comes before it counts. */
void judgements_parse(Judgements *j, const char *key, const char *bytes,
                      size_t n);

/* Fills in the states' values. */
bool judgements_find(Judgements *j, SparseState *states, size_t n,
                     NarrowOutcome *out);
void judgements_add(Judgements *j, const SparseState *states, size_t n,
                    NarrowOutcome outcome);

bool judgements_load(Judgements *j, const char *file, const char *key, Diag *d);
bool judgements_save(const Judgements *j, const char *file, const char *key,
                     Diag *d);

#endif
