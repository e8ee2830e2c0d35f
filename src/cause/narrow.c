/* narrow.c - narrow a dependence graph down to the root of a failure. */
#include "cause/narrow.h"

#include "base/mem.h"
#include "format/tuning.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Narrowing Narrowing;
struct Narrowing {
    const NarrowSearch *s;
    NarrowResult *r;
    NarrowDomain domain;
    uint8_t *inside, *role;
    uint8_t *polluted;     /* of a node: in any round */
    uint32_t *into, *from; /* edges backwards: what v depends on */
    uint32_t round;
    size_t trials; /* of earlier rounds */
    uint64_t best; /* merit of anything so far: that is the measure */
};

void
narrow_reverse(const NarrowGraph *g, uint32_t **into, uint32_t **from)
{
    const uint32_t nedges = g->first[g->n];
    uint32_t *first = mem_zalloc(g->n + 2, sizeof *first);
    uint32_t *at = mem_zalloc(nedges + 1, sizeof *at);

    for (uint32_t e = 0; e < nedges; e++)
        first[g->to[e] + 1]++;
    for (uint32_t v = 0; v < g->n; v++)
        first[v + 1] += first[v];
    uint32_t *next = mem_alloc((g->n + 1) * sizeof *next);
    memcpy(next, first, (g->n + 1) * sizeof *next);
    for (uint32_t v = 0; v < g->n; v++)
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            at[next[g->to[e]]++] = v;
    free(next);
    *into = first;
    *from = at;
}

/* Inside is what lies on a way from begin to end, these included. */
static void
set_inside(Narrowing *w)
{
    const NarrowGraph *g = w->s->graph;
    uint8_t *reached = mem_zalloc(g->n + 1, 1);

    memset(w->role, 0, g->n);
    for (size_t i = 0; i < w->domain.begin.n; i++)
        w->role[w->domain.begin.at[i]] |= NARROW_AT_BEGIN;
    for (size_t i = 0; i < w->domain.end.n; i++)
        w->role[w->domain.end.at[i]] |= NARROW_AT_END;
    for (uint32_t v = 0; v < g->n; v++) {
        if (w->role[v] & NARROW_AT_BEGIN)
            reached[v] = 1;
        if (!reached[v] || (w->role[v] & NARROW_AT_END))
            continue;
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            if (!(w->role[g->to[e]] & NARROW_AT_BEGIN))
                reached[g->to[e]] = 1;
    }
    memset(w->inside, 0, g->n);
    for (size_t i = 0; i < w->domain.end.n; i++)
        w->inside[w->domain.end.at[i]] = 1;
    for (uint32_t v = g->n; v-- > 0;) {
        w->inside[v] = w->inside[v] && reached[v];
        if (!w->inside[v] || (w->role[v] & NARROW_AT_BEGIN))
            continue;
        for (uint32_t e = w->into[v]; e < w->into[v + 1]; e++)
            w->inside[w->from[e]] = 1;
    }
    free(reached);
}

static bool
contains(const NarrowNodes *set, const NarrowNodes *part)
{
    size_t k = 0;

    for (size_t i = 0; i < set->n && k < part->n; i++)
        if (set->at[i] == part->at[k])
            k++;
    return k == part->n;
}

/* Does it count as polluted, by what is known now? */
static bool
is_polluted(const Narrowing *w, const NarrowTrial *t)
{
    return t->outcome.merit > 0 && t->outcome.merit >= w->best;
}

/* A superset of a polluted combination tells nothing new. */
static bool
is_known(const Narrowing *w, const NarrowNodes *nodes)
{
    for (size_t i = w->trials; i < w->r->trials.n; i++) {
        const NarrowTrial *t = &w->r->trials.at[i];
        if (is_polluted(w, t) && contains(nodes, &t->nodes))
            return true;
    }
    return false;
}

static bool
is_stopped(Narrowing *w)
{
    const NarrowSearch *s = w->s;

    if ((s->stop && s->stop(s->context)) ||
        (s->max_trials > 0 && w->r->trials.n >= s->max_trials))
        w->r->stopped = true;
    return w->r->stopped;
}

static bool
try_nodes(Narrowing *w, const NarrowNodes *nodes, Diag *d)
{
    NarrowTrial t = {.round = w->round, .outcome = {.verdict = NARROW_UNKNOWN}};

    for (size_t i = 0; i < nodes->n; i++)
        vec_push(&t.nodes, nodes->at[i]);
    if (!w->s->judge(w->s->context, &t.nodes, &t.outcome, d)) {
        vec_done(&t.nodes);
        return false;
    }
    vec_push(&w->r->trials, t);
    if (t.outcome.merit > w->best)
        w->best = t.outcome.merit;
    return true;
}

static bool
is_any_polluted(const Narrowing *w)
{
    for (size_t i = w->trials; i < w->r->trials.n; i++)
        if (is_polluted(w, &w->r->trials.at[i]))
            return true;
    return false;
}

/* Every combination of `size` members, in the order of the frontier. */
static bool
try_size(Narrowing *w, const NarrowNodes *frontier, uint32_t size, Diag *d)
{
    size_t *pick = mem_alloc(size * sizeof *pick);
    NarrowNodes nodes = {0};
    bool ok = true;

    for (uint32_t i = 0; i < size; i++)
        pick[i] = i;
    while (ok && !is_stopped(w)) {
        nodes.n = 0;
        for (uint32_t i = 0; i < size; i++)
            vec_push(&nodes, frontier->at[pick[i]]);
        if (!is_known(w, &nodes))
            ok = try_nodes(w, &nodes, d);
        uint32_t i = size;
        while (i > 0 && pick[i - 1] == frontier->n - size + i - 1)
            i--;
        if (i == 0)
            break;
        pick[i - 1]++;
        for (; i < size; i++)
            pick[i] = pick[i - 1] + 1;
    }
    vec_done(&nodes);
    free(pick);
    return ok;
}

/* Step 2: singletons first; if none of them is polluted, combinations, but not
 * of a frontier that has too many. */
static bool
try_frontier(Narrowing *w, const NarrowNodes *frontier, Diag *d)
{
    const size_t most = tuning_count(TUNE_cause_combined_frontier);
    uint32_t max = w->s->max_combination;

    if (max > frontier->n)
        max = (uint32_t)frontier->n;
    if (w->s->prepare)
        w->s->prepare(w->s->context, frontier);
    for (uint32_t size = 1; size <= max && !is_stopped(w); size++) {
        if (size > 1 && (is_any_polluted(w) || frontier->n > most))
            break;
        if (!try_size(w, frontier, size, d))
            return false;
    }
    return true;
}

static int
by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static bool
has(const NarrowNodes *nodes, uint32_t v)
{
    for (size_t i = 0; i < nodes->n; i++)
        if (nodes->at[i] == v)
            return true;
    return false;
}

static void
add(NarrowNodes *nodes, uint32_t v)
{
    if (!has(nodes, v))
        vec_push(nodes, v);
}

/* Nothing before it can be altered: it begins a chain. */
static bool
is_first(const Narrowing *w, uint32_t v)
{
    for (uint32_t e = w->into[v]; e < w->into[v + 1]; e++)
        if (w->from[e] != 0)
            return false;
    return true;
}

/* What ended the domain and does not depend on the polluted ones is a root of
 * its own. */
static void
keep_independent(Narrowing *w, const NarrowNodes *polluted)
{
    const NarrowGraph *g = w->s->graph;
    uint8_t *reached = mem_zalloc(g->n + 1, 1);

    for (size_t i = 0; i < polluted->n; i++)
        reached[polluted->at[i]] = 1;
    for (uint32_t v = 0; v < g->n; v++)
        for (uint32_t e = g->first[v]; reached[v] && e < g->first[v + 1]; e++)
            reached[g->to[e]] = 1;
    for (size_t i = w->domain.end.n; i-- > 0;)
        if (!reached[w->domain.end.at[i]])
            add(&w->r->suspects, w->domain.end.at[i]);
    free(reached);
}

/* Step 3, upwards: the polluted ones end the domain; chains that are at their
 * head are done with. */
static bool
move_up(Narrowing *w, const NarrowNodes *polluted, Diag *d)
{
    const NarrowSearch *s = w->s;
    NarrowNodes end = {0};
    bool branches = true;

    keep_independent(w, polluted);
    for (size_t i = 0; i < polluted->n; i++) {
        uint32_t v = polluted->at[i];
        w->polluted[v] = 1;
        if (is_first(w, v)) {
            add(&w->r->suspects, v);
        } else {
            branches = branches && s->graph->kind[v] == NARROW_BRANCH;
            vec_push(&end, v);
        }
    }
    vec_done(&w->domain.end);
    w->domain.end = end;
    if (end.n == 0 || !branches || !s->new_property)
        return true;
    return s->new_property(s->context, w->r->trials.at + w->trials,
                           w->r->trials.n - w->trials, d);
}

/* Step 3, downwards. What began the domain still does for chains that do not
 * cross the frontier, if it is no cut. */
static void
move_down(Narrowing *w, const NarrowNodes *frontier)
{
    for (size_t i = 0; i < frontier->n; i++)
        vec_push(&w->domain.begin, frontier->at[i]);
}

static bool
play_round(Narrowing *w, const NarrowNodes *frontier, Diag *d)
{
    NarrowNodes polluted = {0};
    bool ok;

    w->trials = w->r->trials.n;
    if (!try_frontier(w, frontier, d))
        return false;
    for (size_t i = w->trials; i < w->r->trials.n; i++)
        if (is_polluted(w, &w->r->trials.at[i]))
            for (size_t k = 0; k < w->r->trials.at[i].nodes.n; k++)
                add(&polluted, w->r->trials.at[i].nodes.at[k]);
    if (polluted.n > 0) {
        qsort(polluted.at, polluted.n, sizeof *polluted.at, by_number);
        ok = move_up(w, &polluted, d);
    } else {
        move_down(w, frontier);
        ok = true;
    }
    vec_done(&polluted);
    return ok;
}

/* Dependence distance backwards and forwards from the suspects, in the whole
 * graph; the nearest first. */
static void
list_nearby(Narrowing *w)
{
    const NarrowGraph *g = w->s->graph;
    uint8_t *seen = mem_zalloc(g->n + 1, 1);
    NarrowNodes *out = &w->r->nearby;
    size_t head = 0;

    for (size_t i = 0; i < w->r->suspects.n; i++) {
        seen[w->r->suspects.at[i]] = 1;
        vec_push(out, w->r->suspects.at[i]);
    }
    while (head < out->n) {
        uint32_t v = out->at[head++];
        for (uint32_t e = w->into[v]; e < w->into[v + 1]; e++)
            if (!seen[w->from[e]]) {
                seen[w->from[e]] = 1;
                vec_push(out, w->from[e]);
            }
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            if (!seen[g->to[e]]) {
                seen[g->to[e]] = 1;
                vec_push(out, g->to[e]);
            }
    }
    free(seen);
}

/* The last polluted ones are the roots; the others led from there. */
static void
conclude(Narrowing *w)
{
    for (size_t i = w->domain.end.n; i-- > 0;)
        add(&w->r->suspects, w->domain.end.at[i]);
    for (uint32_t v = 0; v < w->s->graph->n; v++)
        if (w->polluted[v] && !has(&w->r->suspects, v))
            vec_push(&w->r->chain, v);
    list_nearby(w);
}

static void
narrowing_init(Narrowing *w, const NarrowSearch *s, NarrowResult *r)
{
    const NarrowGraph *g = s->graph;

    *w = (Narrowing){.s = s,
                     .r = r,
                     .inside = mem_zalloc(g->n + 1, 1),
                     .role = mem_zalloc(g->n + 1, 1),
                     .polluted = mem_zalloc(g->n + 1, 1)};
    w->best = s->merit;
    narrow_reverse(w->s->graph, &w->into, &w->from);
    w->domain.graph = g;
    w->domain.inside = w->inside;
    w->domain.role = w->role;
    vec_push(&w->domain.begin, 0);
    vec_push(&w->domain.end, g->failure);
}

static void
narrowing_done(Narrowing *w)
{
    free(w->inside);
    free(w->role);
    free(w->polluted);
    free(w->into);
    free(w->from);
    vec_done(&w->domain.begin);
    vec_done(&w->domain.end);
}

bool
narrow_search(const NarrowSearch *s, NarrowResult *out, Diag *d)
{
    Narrowing w;
    bool ok = true;

    memset(out, 0, sizeof *out);
    for (uint32_t v = 0; v < s->graph->n; v++)
        for (uint32_t e = s->graph->first[v]; e < s->graph->first[v + 1]; e++)
            assert(s->graph->to[e] > v);
    narrowing_init(&w, s, out);
    while (ok && w.domain.end.n > 0 && !is_stopped(&w)) {
        NarrowNodes frontier = {0};
        set_inside(&w);
        s->chooser->choose(&w.domain, &frontier);
        if (frontier.n == 0)
            break;
        vec_push(&out->frontiers, frontier);
        ok = play_round(&w, &out->frontiers.at[out->frontiers.n - 1], d);
        w.round++;
    }
    if (ok)
        conclude(&w);
    narrowing_done(&w);
    return ok;
}

void
narrow_done(NarrowResult *r)
{
    for (size_t i = 0; i < r->trials.n; i++)
        vec_done(&r->trials.at[i].nodes);
    for (size_t i = 0; i < r->frontiers.n; i++)
        vec_done(&r->frontiers.at[i]);
    vec_done(&r->trials);
    vec_done(&r->frontiers);
    vec_done(&r->suspects);
    vec_done(&r->chain);
    vec_done(&r->nearby);
}
