/* decide.h - a run's path as decisions: which branch, which time, which way.
 *
 * Taken from a recording; conditions of two runs are the same if they are of
 * one branch and one occurrence of it.
 */
#ifndef CULPRIT_EXPLORE_DECIDE_H
#define CULPRIT_EXPLORE_DECIDE_H

#include "solve/recording.h"

typedef struct Decision Decision;
struct Decision {
    uint64_t branch;     /* block, and in a model its caller */
    uint32_t occurrence; /* from 0 */
    uint32_t outcome;    /* ConcolicStep.taken */
    uint32_t step;       /* of the recording */
    uint32_t others;     /* outcomes besides: 1, or the cases of a switch */
    bool repeated;       /* an earlier step decided the same */
    uint64_t prefix;     /* hash of the decisions before */
    uint64_t shape;      /* hash of its expression */
};

typedef struct Decisions Decisions;
struct Decisions {
    Decision *at;
    uint32_t n;
    uint64_t hash; /* of all */
    uint64_t own;  /* of those that are not in a model of libc */
};

void decisions_init(Decisions *d, const Recording *r);
void decisions_done(Decisions *d);

/* What names the decision to go this way after the same ones. */
uint64_t decision_hash(const Decision *d, uint32_t outcome);
/* The same, and by the same expression: models of libc look at as many bytes
 * at once as there are, so that the condition of one branch may be another. */
uint64_t decision_hash_shape(const Decision *d, uint32_t outcome);

/* Number occurrences and hash prefixes, from branches and outcomes. */
void decisions_number(Decisions *d);

#endif
