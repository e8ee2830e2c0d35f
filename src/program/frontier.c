/* frontier.c - dominance frontiers: where definitions of one thing meet. */
#include "program/frontier.h"

#include "base/vec.h"

#include <string.h>

typedef struct FrontierPair FrontierPair;
struct FrontierPair {
    uint32_t node, join;
};

typedef VEC(FrontierPair) Pairs;

/* Every (b, join) with join in b's frontier, once each: walk from each
 * predecessor of a join up to what dominates the join. */
static void
collect(const Flow *g, const DomTree *dom, Pairs *pairs)
{
    uint32_t *last = mem_alloc(dom->n * sizeof *last); /* join seen last */

    memset(last, 0xff, dom->n * sizeof *last);
    for (uint32_t join = 0; join < dom->n; join++) {
        if (dom->parent[join] == PROGRAM_NONE)
            continue;
        for (uint32_t k = g->first_in[join]; k < g->first_in[join + 1]; k++) {
            uint32_t b = g->in[k].node;
            uint32_t end = join == dom->root ? PROGRAM_NONE : dom->parent[join];
            while (dom->parent[b] != PROGRAM_NONE && b != end &&
                   last[b] != join) {
                last[b] = join;
                vec_push(pairs, (FrontierPair){b, join});
                if (b == dom->root)
                    break;
                b = dom->parent[b];
            }
        }
    }
    free(last);
}

void
frontier_init(const Flow *g, const DomTree *dom, Frontier *out)
{
    Pairs pairs = {0};

    *out = (Frontier){.n = dom->n};
    out->first = mem_zalloc(dom->n + 2, sizeof *out->first);
    out->mark = mem_zalloc(dom->n, sizeof *out->mark);
    collect(g, dom, &pairs);
    out->at = mem_zalloc(pairs.n + 1, sizeof *out->at);
    for (size_t i = 0; i < pairs.n; i++)
        out->first[pairs.at[i].node + 2]++;
    for (uint32_t i = 0; i < dom->n; i++)
        out->first[i + 2] += out->first[i + 1];
    for (size_t i = 0; i < pairs.n; i++)
        out->at[out->first[pairs.at[i].node + 1]++] = pairs.at[i].join;
    vec_done(&pairs);
}

void
frontier_done(Frontier *f)
{
    free(f->first), free(f->at), free(f->mark);
    *f = (Frontier){0};
}

uint32_t
frontier_iterate(Frontier *f, const uint32_t *blocks, uint32_t n, uint32_t *out)
{
    uint32_t found = 0;

    f->stamp++;
    for (uint32_t i = 0; i < n + found; i++) {
        uint32_t b = i < n ? blocks[i] : out[i - n];
        for (uint32_t k = f->first[b]; k < f->first[b + 1]; k++) {
            uint32_t join = f->at[k];
            if (f->mark[join] == f->stamp || join == f->n - 1)
                continue;
            f->mark[join] = f->stamp;
            out[found++] = join;
        }
    }
    return found;
}
