/* region.c - what a run may do between a branch that is evaluated differently
 * and where it comes back.
 */
#include "path/region.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "program/flow.h"

#include <assert.h>
#include <stdlib.h>

uint32_t
region_pde(AlignRun run, uint32_t br)
{
    uint32_t de = br + 1;

    assert(br < run.n);
    for (; de < run.n; de++) {
        uint32_t e = run.events[de].parent;
        while (e != ALIGN_NONE && e > br)
            e = run.events[e].parent;
        if (e != br)
            break;
    }
    return de;
}

typedef struct PathHunt PathHunt;
struct PathHunt {
    const Flow *flow;
    uint32_t from, taken, to; /* nodes */
    bool *on;                 /* the path at hand */
    VEC(uint32_t) path;
    size_t most, work, most_work;
    RegionPaths *out;
};

static void
keep(PathHunt *h)
{
    RegionPaths *r = h->out;

    for (size_t i = 0; i < h->path.n; i++)
        vec_push(&r->blocks, h->flow->block + h->path.at[i]);
    vec_push(&r->start, (uint32_t)r->blocks.n);
}

static bool
may_go_on(PathHunt *h)
{
    if (region_npaths(h->out) < h->most && h->work < h->most_work)
        return true;
    h->out->all = false;
    return false;
}

/* All ways on from a node; deeper than any recursion of ours needs to be, but
 * no deeper than the function has blocks. */
static void
go(PathHunt *h, uint32_t node)
{
    const Flow *f = h->flow;

    for (uint32_t i = f->first_out[node]; i < f->first_out[node + 1]; i++) {
        const uint32_t next = f->out[i].node;
        if (node == h->from && next == h->taken)
            continue;
        if (!may_go_on(h))
            return;
        h->work++;
        if (next == h->to) {
            keep(h);
            continue;
        }
        if (next == f->n || h->on[next])
            continue;
        h->on[next] = true;
        vec_push(&h->path, next);
        go(h, next);
        h->path.n--;
        h->on[next] = false;
    }
}

void
region_get_all(const Program *p, uint32_t block, uint32_t taken, uint32_t to,
               size_t most, RegionPaths *out)
{
    Flow flow;

    *out = (RegionPaths){.all = true};
    vec_push(&out->start, 0);
    flow_init(p, p->blocks[block].function, &flow);
    const uint32_t end = flow.block + flow.n;
    PathHunt h = {.flow = &flow,
                  .from = block - flow.block,
                  .taken = taken >= flow.block && taken < end
                               ? taken - flow.block
                               : PROGRAM_NONE,
                  .to = to >= flow.block && to < end ? to - flow.block : flow.n,
                  .on = mem_zalloc(flow.n + (size_t)1, sizeof *h.on),
                  .most = most,
                  .most_work = tuning_count(TUNE_path_region_work),
                  .out = out};
    h.on[h.from] = true;
    go(&h, h.from);
    free(h.on);
    vec_done(&h.path);
    flow_done(&flow);
}

void
region_paths_done(RegionPaths *r)
{
    vec_done(&r->blocks);
    vec_done(&r->start);
}
