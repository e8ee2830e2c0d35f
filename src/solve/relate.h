/* relate.h - which steps of a recording depend on which of its inputs.
 *
 * Made once per recording; what follows from it is which steps a flip has to
 * respect: those that share inputs with it, directly or through others.
 */
#ifndef CULPRIT_SOLVE_RELATE_H
#define CULPRIT_SOLVE_RELATE_H

#include "solve/recording.h"

typedef struct Relation Relation;
struct Relation {
    const Recording *recording;
    uint32_t *symbol_at, *symbols; /* of step i: symbols[symbol_at[i]] ...
                                      symbols[symbol_at[i + 1] - 1] */
    uint32_t *step_at, *steps; /* of symbol s, ascending; no repeated ones */
    bool *repeated; /* step i follows from an earlier one alone: the same
                       condition was decided before */
    /* Scratch of problem.c: marks of nodes, symbols and steps. */
    uint32_t *node_mark, *node_local, *symbol_mark, *symbol_local, *step_mark;
    uint32_t mark;
};

/* The recording must outlive it. */
void relation_init(Relation *r, const Recording *recording);
void relation_done(Relation *r);

/* A mark that no node, symbol or step has. */
uint32_t relation_next_mark(Relation *r);

static inline uint32_t
relation_nsymbols(const Relation *r, uint32_t step)
{
    return r->symbol_at[step + 1] - r->symbol_at[step];
}

#endif
