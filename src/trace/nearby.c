/* nearby.c - the statements around some instances, by dependence distance. */
#include "trace/nearby.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Everything that touches a node: rows of numbers. */
typedef struct NearbyRows NearbyRows;
struct NearbyRows {
    uint32_t *first, *at;
};

typedef struct NearbyWalk NearbyWalk;
struct NearbyWalk {
    const Graph *g;
    bool summary;
    NearbyRows users, steps; /* of a node; of a step: its nodes */
    uint8_t *seen;           /* of a step */
    uint8_t *listed;         /* of a line */
    VEC(uint32_t) now, next;
    const Deadline *until;
    Neighbours *out;
};

typedef void EachEdge(NearbyWalk *w, uint32_t from, uint32_t to);

static void
each_edge(NearbyWalk *w, uint32_t node, EachEdge *each)
{
    const Graph *g = w->g;
    size_t n = 0;
    const GraphSummary *s = w->summary ? graph_summaries(g, node, &n) : NULL;

    for (uint32_t k = g->nodes[node].dep; k < g->nodes[node + 1].dep; k++)
        each(w, node, g->deps[k]);
    if (g->nodes[node].control)
        each(w, node, g->nodes[node].control);
    for (size_t k = 0; k < n; k++)
        each(w, node, s[k].branch);
}

static void
count_user(NearbyWalk *w, uint32_t from, uint32_t to)
{
    (void)from;
    w->users.first[to + 2]++;
}

static void
put_user(NearbyWalk *w, uint32_t from, uint32_t to)
{
    w->users.at[w->users.first[to + 1]++] = from;
}

static void
sum_up(uint32_t *first, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        first[i + 1] += first[i];
}

/* All edges of the graph; false: the time was over first. */
static bool
all_edges(NearbyWalk *w, EachEdge *each)
{
    for (uint32_t i = 1; i < w->g->nnodes; i++) {
        if (deadline_is_over_at(w->until, i - 1))
            return false;
        each_edge(w, i, each);
    }
    return true;
}

static void
prepare_lists(NearbyWalk *w)
{
    w->seen = mem_zalloc((size_t)w->g->nsteps + 1, 1);
    w->listed = mem_zalloc((size_t)w->g->script->nlines + 1, 1);
}

static bool
prepare_rows(NearbyWalk *w)
{
    const Graph *g = w->g;

    w->users.first = mem_zalloc((size_t)g->nnodes + 3, sizeof(uint32_t));
    if (!all_edges(w, count_user))
        return false;
    sum_up(w->users.first, g->nnodes + 2);
    w->users.at =
        mem_zalloc((size_t)w->users.first[g->nnodes + 2] + 1, sizeof(uint32_t));
    if (!all_edges(w, put_user))
        return false;
    w->steps.first = mem_zalloc((size_t)g->nsteps + 3, sizeof(uint32_t));
    w->steps.at = mem_zalloc((size_t)g->nnodes + 1, sizeof(uint32_t));
    for (uint32_t i = 1; i < g->nnodes; i++)
        w->steps.first[g->nodes[i].step + 2]++;
    sum_up(w->steps.first, g->nsteps + 2);
    for (uint32_t i = 1; i < g->nnodes; i++)
        w->steps.at[w->steps.first[g->nodes[i].step + 1]++] = i;
    return true;
}

static void
list(NearbyWalk *w, uint32_t node, uint32_t distance)
{
    uint32_t line = w->g->steps[w->g->nodes[node].step].line;

    if (line == SCRIPT_NONE || w->listed[line])
        return;
    w->listed[line] = 1;
    vec_push(w->out,
             (Nearby){.node = node, .line = line, .distance = distance});
}

static void
meet(NearbyWalk *w, uint32_t from, uint32_t to)
{
    (void)from;
    if (to == 0 || w->seen[w->g->nodes[to].step])
        return;
    w->seen[w->g->nodes[to].step] = 1;
    vec_push(&w->next, to);
}

/* All that depends on a node of the step, or that one of them depends on. */
static void
expand(NearbyWalk *w, uint32_t step)
{
    for (uint32_t i = w->steps.first[step]; i < w->steps.first[step + 1]; i++) {
        uint32_t node = w->steps.at[i];
        each_edge(w, node, meet);
        for (uint32_t k = w->users.first[node]; k < w->users.first[node + 1];
             k++)
            meet(w, node, w->users.at[k]);
    }
}

static int
by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a < b) - (a > b); /* the latest first */
}

static void
list_level(NearbyWalk *w, const Bitset *first, uint32_t distance, uint32_t most)
{
    qsort(w->now.at, w->now.n, sizeof *w->now.at, by_number);
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < w->now.n && w->out->n < most; i++)
            if ((first && bitset_has(first, w->now.at[i])) == (pass == 0))
                list(w, w->now.at[i], distance);
}

static void
take_next(NearbyWalk *w)
{
    w->now.n = 0;
    for (size_t i = 0; i < w->next.n; i++)
        vec_push(&w->now, w->next.at[i]);
}

/* All that is one step farther; false: the time was over first. */
static bool
go_farther(NearbyWalk *w)
{
    take_next(w);
    w->next.n = 0;
    for (size_t i = 0; i < w->now.n; i++) {
        if (deadline_is_over_at(w->until, (uint32_t)i))
            return false;
        expand(w, w->g->nodes[w->now.at[i]].step);
    }
    take_next(w);
    return true;
}

void
nearby_find(const NearbySpec *s, Neighbours *out)
{
    NearbyWalk w = {.g = s->graph,
                    .summary = s->summary && s->graph->summaries.n > 0,
                    .until = s->until,
                    .out = out};

    out->n = 0;
    prepare_lists(&w);
    for (size_t i = 0; i < s->n; i++) {
        list(&w, s->from[i], 0);
        meet(&w, 0, s->from[i]);
    }
    bool in_time = prepare_rows(&w);
    for (uint32_t far = 1; in_time && w.next.n > 0 && out->n < s->most; far++) {
        in_time = go_farther(&w);
        if (in_time && w.now.n)
            list_level(&w, s->first, far, s->most);
    }
    free(w.users.first);
    free(w.users.at);
    free(w.steps.first);
    free(w.steps.at);
    free(w.seen);
    free(w.listed);
    vec_done(&w.now);
    vec_done(&w.next);
}
