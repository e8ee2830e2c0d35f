/* search.h - the state of a search for causes, which its techniques share.
 */
#ifndef CULPRIT_CAUSE_SEARCH_H
#define CULPRIT_CAUSE_SEARCH_H

#include "cause/ahead.h"
#include "cause/cause.h"
#include "cause/values.h"

typedef struct Judged Judged;
struct Judged { /* a polluted combination and its values */
    NarrowNodes nodes;
    VEC(uint64_t) values;
    uint64_t merit;
    bool every, add; /* as in CauseLink */
};

/* The time that a search has. */
typedef struct CauseBudget CauseBudget;
struct CauseBudget {
    double start, start_cpu;
    double share; /* of the time, for what goes on now */
    double kept;  /* share that telling the answer will take */
    bool ended;   /* the time ended at least a part of the search */
};

/* Of each node of the domain: whether it was judged singly, and how; or taken
 * to be as other instances of its instruction. */
typedef struct CauseNodes CauseNodes;
struct CauseNodes {
    uint8_t *tried, *assumed;
    NarrowOutcome *outcome;
};

struct Cause {
    const CauseSpec *spec;
    CauseResult *r;
    Sparse sparse;
    CauseAhead ahead;
    CausePointers pointers;
    VEC(Judged) judged;
    CauseBudget budget;
    uint64_t best;   /* merit of all that was judged */
    uint64_t every;  /* merit of statements altered at every execution, if it
                        is more than that of others had been */
    uint64_t singly; /* if that is the best in the end: the others' */
    CauseNodes nodes;
    CauseProgress progress;
};

bool cause_is_out_of_time(void *cause);

/* The state of a node of the domain, as it is judged. */
SparseState cause_state(const Cause *c, uint32_t node);

/* It helps to alter these so. */
void cause_keep(Cause *c, const NarrowNodes *nodes, const SparseState *states,
                uint64_t merit);

/* Is there a verdict of an earlier call? */
bool cause_is_kept(const Cause *c, SparseState state);

/* Is it known already what altering this node does? */
bool cause_is_known(const Cause *c, uint32_t node);

/* Alter one node, whatever is known. */
bool cause_alter(Cause *c, uint32_t node, uint64_t *value, NarrowOutcome *out,
                 Diag *d);

/* Does altering these nodes of the domain help? As NarrowSearch.judge. */
bool cause_judge(void *cause, const NarrowNodes *nodes, NarrowOutcome *out,
                 Diag *d);

/* The same of one value and with these values only. */
bool cause_judge_values(Cause *c, uint32_t node, const uint64_t *values,
                        size_t n, NarrowOutcome *out, Diag *d);

/* These are judged next, singly: decisions that are known to be enough are
 * aimed at, and the work may be shared out. */
void cause_prepare(void *cause, const NarrowNodes *nodes);

/* What is judged next should make this decision go the other way; a value, or
 * 0: the failure should go away. */
void cause_move(Cause *c, uint32_t node);

/* See every.c: statements, each at all of its executions, which counts
 * only once it is settled that nothing else is better; and one of them, by a
 * node of it, whatever is known. */
bool cause_try_statements(Cause *c, Diag *d);
void cause_settle(Cause *c);
bool cause_alter_every(Cause *c, uint32_t node, SparseState *state,
                       NarrowOutcome *out, Diag *d);
void cause_add_stats(SparseStats *to, const SparseStats *s);

/* See roots.c: alter what polluted states depend on; then list the roots,
 * the likeliest first. */
bool cause_step_back(Cause *c, Diag *d);
void cause_list_roots(Cause *c, NarrowNodes *out);

/* See answer.c: suspects and the way from them to the failure. */
void cause_answer(Cause *c);

/* The peers of the paper: see peers.c. */
bool cause_switch_predicates(Cause *c, Diag *d);
bool cause_replace_values(Cause *c, Diag *d);
bool cause_try_every_state(Cause *c, Diag *d);

#endif
