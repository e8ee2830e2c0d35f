/* control.c - control dependence of blocks, for the whole program. */
#include "program/control.h"

#include "base/vec.h"
#include "program/dominate.h"

typedef struct Found Found;
struct Found {
    uint32_t block;
    ControlDep dep;
};

typedef VEC(Found) AllFound;

/* What depends on an arc out of a: its end and all that postdominates it, up
 * to what postdominates a. */
static void
find_in(const Flow *g, const DomTree *post, AllFound *found)
{
    for (uint32_t a = 0; a < g->n; a++) {
        if (g->first_out[a + 1] - g->first_out[a] < 2)
            continue;
        for (uint32_t k = g->first_out[a]; k < g->first_out[a + 1]; k++) {
            if (g->out[k].edge == PROGRAM_NONE)
                continue;
            for (uint32_t b = g->out[k].node; b != post->parent[a] && b != g->n;
                 b = post->parent[b])
                vec_push(found,
                         (Found){g->block + b, {g->block + a, g->out[k].edge}});
        }
    }
}

static int
by_block(const void *x, const void *y)
{
    const Found *a = x, *b = y;

    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    return a->dep.edge < b->dep.edge ? -1 : a->dep.edge > b->dep.edge;
}

void
control_build(const Program *p, Control *out)
{
    AllFound found = {0};
    Flow g;
    DomTree post;

    *out = (Control){.nblocks = p->n.blocks};
    out->always = mem_zalloc(p->n.blocks + 1, 1);
    for (uint32_t i = 0; i < p->n.functions; i++) {
        flow_init(p, i, &g);
        dominate(&g, true, &post);
        find_in(&g, &post, &found);
        for (uint32_t b = 0; b != g.n; b = post.parent[b])
            out->always[g.block + b] = true;
        dominate_done(&post);
        flow_done(&g);
    }
    if (found.n)
        qsort(found.at, found.n, sizeof *found.at, by_block);
    out->first = mem_zalloc(p->n.blocks + 1, sizeof *out->first);
    out->deps = mem_zalloc(found.n + 1, sizeof *out->deps);
    for (size_t i = 0; i < found.n; i++) {
        out->deps[i] = found.at[i].dep;
        out->first[found.at[i].block + 1]++;
    }
    for (uint32_t b = 0; b < p->n.blocks; b++)
        out->first[b + 1] += out->first[b];
    vec_done(&found);
}

void
control_done(Control *c)
{
    free(c->first), free(c->deps), free(c->always);
    *c = (Control){0};
}

bool
control_check(const Control *c, const Program *p, Diag *d)
{
    if (c->nblocks != p->n.blocks || c->first[0] != 0)
        return diag_fail(d, "control dependence of another program");
    for (uint32_t b = 0; b < c->nblocks; b++) {
        if (c->first[b] > c->first[b + 1])
            return diag_fail(d, "block %u: ranges out of order", b);
        for (uint32_t k = c->first[b]; k < c->first[b + 1]; k++) {
            const ControlDep *dep = &c->deps[k];
            if (dep->edge >= p->n.edges || dep->branch >= p->n.blocks ||
                p->edges[dep->edge].from != dep->branch)
                return diag_fail(d, "block %u: edge %u leaves another block", b,
                                 dep->edge);
            if (p->blocks[dep->branch].function != p->blocks[b].function)
                return diag_fail(d, "block %u: depends on a foreign branch", b);
            if (k > c->first[b] && c->deps[k - 1].edge >= dep->edge)
                return diag_fail(d, "block %u: edges out of order", b);
        }
    }
    return true;
}
