/* branch.c - Santelices et al. 2009: Ochiai on edges, for statements. */
#include "spectrum/branch.h"

#include "spectrum/formula.h"

static void
raise(double *score, double to)
{
    if (to > *score)
        *score = to;
}

void
branch_scores(const Spectrum *s, double *blocks)
{
    const Program *p = s->runs->program;

    for (uint32_t b = 0; b < p->n.blocks; b++)
        blocks[b] = 0;
    for (uint32_t i = 0; i < p->n.edges; i++) {
        Counts c = {
            .ef = s->edges[i].ef,
            .nf = s->nfailed - s->edges[i].ef,
            .ep = s->edges[i].ep,
            .np = s->npassed - s->edges[i].ep,
        };
        double score = formula_score(FORMULA_OCHIAI, c);
        if (p->edges[i].from != PROGRAM_NONE)
            raise(&blocks[p->edges[i].from], score);
        if (p->edges[i].to != PROGRAM_NONE)
            raise(&blocks[p->edges[i].to], score);
    }
}
