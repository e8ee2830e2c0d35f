/* cut.c - minimum vertex cuts by maximum flow (Dinic's algorithm).
 *
 * Every node is two states, in and out, with an arc of capacity one between
 * them (none to speak of for fixed nodes); edges carry any amount. The arcs
 * are not stored: flow per node and per edge is. Time is linear per phase, and
 * the phases are few: cuts of dependence graphs are small.
 *
 * The cut nearest to the end separates the states that can still reach the end
 * in the residual graph from those that cannot. Both halves of the theorem are
 * checked on every answer: the cut has as many nodes as there is flow, and no
 * way leads round it.
 */
#include "cause/cut.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { UNSEEN = -1 };

/* State 2v is v's in, 2v + 1 its out. */
typedef struct CutFlow CutFlow;
struct CutFlow {
    const CutGraph *g;
    uint32_t *back, *edge; /* edges into v: edge[back[v]] ... */
    uint32_t *from;        /* where an edge comes from */
    uint32_t *through;     /* flow through a node */
    uint32_t *along;       /* flow along an edge */
    uint8_t *role;         /* BEGIN, END, FIXED bits */
    int32_t *level;        /* of a state: arcs from begin */
    uint32_t *arc;         /* of a state: the next arc to try */
    uint32_t *queue;
    uint32_t total;
};

enum { ROLE_BEGIN = 1, ROLE_END = 2, ROLE_FIXED = 4 };

static void
cut_flow_init(CutFlow *f, const CutGraph *g)
{
    uint32_t nedges = g->first[g->n];

    *f = (CutFlow){.g = g,
                   .back = mem_zalloc(g->n + 1, sizeof *f->back),
                   .edge = mem_zalloc(nedges + 1, sizeof *f->edge),
                   .from = mem_zalloc(nedges + 1, sizeof *f->from),
                   .through = mem_zalloc(g->n + 1, sizeof *f->through),
                   .along = mem_zalloc(nedges + 1, sizeof *f->along),
                   .role = mem_zalloc(g->n + 1, 1),
                   .level = mem_zalloc(2 * (size_t)g->n + 1, sizeof *f->level),
                   .arc = mem_zalloc(2 * (size_t)g->n + 1, sizeof *f->arc),
                   .queue = mem_zalloc(2 * (size_t)g->n + 1, sizeof *f->queue)};
    for (uint32_t v = 0; v < g->n; v++)
        if (g->fixed && g->fixed[v])
            f->role[v] |= ROLE_FIXED;
    for (uint32_t i = 0; i < g->nbegin; i++)
        f->role[g->begin[i]] |= ROLE_BEGIN | ROLE_FIXED;
    for (uint32_t i = 0; i < g->nend; i++)
        f->role[g->end[i]] |= ROLE_END | ROLE_FIXED;
    for (uint32_t e = 0; e < nedges; e++)
        f->back[g->to[e] + 1]++;
    for (uint32_t v = 0; v < g->n; v++)
        f->back[v + 1] += f->back[v];
    uint32_t *next = mem_alloc((g->n + 1) * sizeof *next);
    memcpy(next, f->back, (g->n + 1) * sizeof *next);
    for (uint32_t v = 0; v < g->n; v++)
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
            f->from[e] = v;
            f->edge[next[g->to[e]]++] = e;
        }
    free(next);
}

static void
cut_flow_done(CutFlow *f)
{
    free(f->back);
    free(f->edge);
    free(f->from);
    free(f->through);
    free(f->along);
    free(f->role);
    free(f->level);
    free(f->arc);
    free(f->queue);
}

/* The k-th arc of the residual graph that leaves (or, `reverse`, enters) a
 * state: *other is its far end. False if there is no k-th; *open is false if
 * it has no capacity left. */
static bool
arc_at(const CutFlow *f, uint32_t state, uint32_t k, bool reverse,
       uint32_t *other, bool *open)
{
    const CutGraph *g = f->g;
    uint32_t v = state / 2, e;
    bool out = state & 1;

    if (k == 0) { /* the arc inside the node, or its reverse */
        bool forward = out == reverse;
        *other = state ^ 1;
        *open = forward ? (f->role[v] & ROLE_FIXED) || f->through[v] == 0
                        : f->through[v] > 0;
        return true;
    }
    if (out) { /* edges from v */
        e = g->first[v] + k - 1;
        if (e >= g->first[v + 1])
            return false;
        *other = 2 * g->to[e];
        *open = !reverse || f->along[e] > 0;
        return true;
    }
    if (f->back[v] + k - 1 >= f->back[v + 1])
        return false;
    e = f->edge[f->back[v] + k - 1];
    *other = 2 * f->from[e] + 1;
    *open = reverse || f->along[e] > 0;
    return true;
}

/* Levels of the states reached from begin; is an end among them? */
static bool
set_levels(CutFlow *f)
{
    uint32_t head = 0, tail = 0, other;
    bool open, reached = false;

    for (size_t s = 0; s < 2 * (size_t)f->g->n; s++)
        f->level[s] = UNSEEN;
    for (uint32_t i = 0; i < f->g->nbegin; i++) {
        uint32_t s = 2 * f->g->begin[i];
        if (f->level[s] == UNSEEN) {
            f->level[s] = 0;
            f->queue[tail++] = s;
        }
    }
    while (head < tail) {
        uint32_t s = f->queue[head++];
        if ((s & 1) && (f->role[s / 2] & ROLE_END))
            reached = true;
        for (uint32_t k = 0; arc_at(f, s, k, false, &other, &open); k++)
            if (open && f->level[other] == UNSEEN) {
                f->level[other] = f->level[s] + 1;
                f->queue[tail++] = other;
            }
    }
    return reached;
}

/* One more unit along the arc. */
static void
push_arc(CutFlow *f, uint32_t state, uint32_t k)
{
    uint32_t v = state / 2;

    if (k == 0 && (state & 1))
        f->through[v]--;
    else if (k == 0)
        f->through[v]++;
    else if (state & 1)
        f->along[f->g->first[v] + k - 1]++;
    else
        f->along[f->edge[f->back[v] + k - 1]]--;
}

/* Find a way through the levels from this begin state, and fill it. */
static bool
augment(CutFlow *f, uint32_t start)
{
    uint32_t *way = f->queue; /* free between two set_levels */
    uint32_t n = 0, other;
    bool open;

    way[n++] = start;
    while (n > 0) {
        uint32_t s = way[n - 1];
        if ((s & 1) && (f->role[s / 2] & ROLE_END)) {
            for (uint32_t i = 0; i + 1 < n; i++)
                push_arc(f, way[i], f->arc[way[i]]);
            return true;
        }
        if (!arc_at(f, s, f->arc[s], false, &other, &open)) {
            f->level[s] = UNSEEN; /* a dead end, for this phase */
            if (--n > 0)
                f->arc[way[n - 1]]++;
        } else if (open && f->level[other] == f->level[s] + 1) {
            way[n++] = other;
        } else {
            f->arc[s]++;
        }
    }
    return false;
}

static uint32_t
augment_all(CutFlow *f, uint32_t start)
{
    uint32_t n = 0;

    while (f->level[start] == 0 && augment(f, start))
        n++;
    return n;
}

static void
maximise(CutFlow *f)
{
    while (set_levels(f)) {
        memset(f->arc, 0, 2 * (size_t)f->g->n * sizeof *f->arc);
        for (uint32_t i = 0; i < f->g->nbegin; i++)
            f->total += augment_all(f, 2 * f->g->begin[i]);
    }
}

/* Is there a way from begin to end over nodes for which `closed` is not set?
 * With `fixed_only`, over fixed nodes. */
static bool
is_open(const CutFlow *f, const uint8_t *closed, bool fixed_only)
{
    const CutGraph *g = f->g;
    uint8_t *seen = mem_zalloc(g->n + 1, 1);
    VEC(uint32_t) todo = {0};
    bool found = false;

    for (uint32_t i = 0; i < g->nbegin; i++)
        vec_push(&todo, g->begin[i]);
    while (todo.n > 0 && !found) {
        uint32_t v = vec_pop(&todo);
        if (seen[v] || (closed && closed[v]) ||
            (fixed_only && !(f->role[v] & ROLE_FIXED)))
            continue;
        seen[v] = 1;
        found = f->role[v] & ROLE_END;
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            vec_push(&todo, g->to[e]);
    }
    vec_done(&todo);
    free(seen);
    return found;
}

/* Mark (level 0) the states that can still reach an end. */
static void
mark_end_side(CutFlow *f)
{
    uint32_t head = 0, tail = 0, other;
    bool open;

    for (size_t s = 0; s < 2 * (size_t)f->g->n; s++)
        f->level[s] = UNSEEN;
    for (uint32_t i = 0; i < f->g->nend; i++) {
        uint32_t s = 2 * f->g->end[i] + 1;
        if (f->level[s] == UNSEEN) {
            f->level[s] = 0;
            f->queue[tail++] = s;
        }
    }
    while (head < tail) {
        uint32_t s = f->queue[head++];
        for (uint32_t k = 0; arc_at(f, s, k, true, &other, &open); k++)
            if (open && f->level[other] == UNSEEN) {
                f->level[other] = 0;
                f->queue[tail++] = other;
            }
    }
}

bool
cut_run(const CutGraph *g, uint32_t *cut, uint32_t *ncut)
{
    CutFlow f;
    uint8_t *closed;

    cut_flow_init(&f, g);
    *ncut = 0;
    if (is_open(&f, NULL, true)) {
        cut_flow_done(&f);
        return false;
    }
    maximise(&f);
    mark_end_side(&f);
    closed = mem_zalloc(g->n + 1, 1);
    for (uint32_t v = 0; v < g->n; v++)
        if (f.level[2 * (size_t)v] == UNSEEN &&
            f.level[2 * (size_t)v + 1] != UNSEEN) {
            closed[v] = 1;
            cut[(*ncut)++] = v;
        }
    assert(*ncut == f.total);
    assert(!is_open(&f, closed, false));
    free(closed);
    cut_flow_done(&f);
    return true;
}
