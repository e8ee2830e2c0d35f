/* peers.c - the techniques that the cause paper is measured against.
 *
 * Predicate switching (Zhang, Gupta & Gupta 2006) and value replacement
 * (Jeffrey, Gupta & Gupta 2008), over the states that the failure depends on.
 */
#include "cause/search.h"

#include "base/mem.h"
#include "format/tuning.h"

#include <stdlib.h>
#include <string.h>

/* One trial of a node, listed like those of frontiers. */
static void
note_trial(Cause *c, uint32_t v, NarrowOutcome outcome)
{
    NarrowTrial t = {.outcome = outcome};

    vec_push(&t.nodes, v);
    vec_push(&c->r->narrow.trials, t);
    if (outcome.merit == 0)
        return;
    vec_push(&c->r->narrow.suspects, v);
    vec_push(&c->r->narrow.nearby, v);
}

/* Judge the states that come next, down from here, all at once. */
static void
look_ahead(Cause *c, uint32_t v, bool branches)
{
    const NarrowGraph *g = &c->r->domain.graph;
    NarrowNodes nodes = {0};

    for (v++; v-- > 0 && nodes.n < tuning_count(TUNE_cause_window);)
        if (g->kind[v] == NARROW_BRANCH ||
            (!branches && g->kind[v] == NARROW_VALUE))
            vec_push(&nodes, v);
    cause_prepare(c, &nodes);
    vec_done(&nodes);
}

/* Every decision inverted, the last one first, until one makes everything
 * right; or else the one that does most. */
bool
cause_switch_predicates(Cause *c, Diag *d)
{
    const NarrowGraph *g = &c->r->domain.graph;
    NarrowResult *r = &c->r->narrow;
    NarrowOutcome outcome = {.verdict = NARROW_UNKNOWN};
    uint64_t best = 0;
    uint32_t n = 0;
    bool ok = true;

    for (uint32_t v = g->n; ok && v-- > 0 && best != NARROW_WHOLE;) {
        NarrowNodes one = {.at = &v, .n = 1};
        if (g->kind[v] != NARROW_BRANCH)
            continue;
        if (cause_is_out_of_time(c)) {
            r->stopped = true;
            break;
        }
        if (n++ % tuning_count(TUNE_cause_window) == 0)
            look_ahead(c, v, true);
        ok = cause_judge(c, &one, &outcome, d);
        if (outcome.merit > best)
            r->suspects.n = r->nearby.n = 0; /* the others did less */
        else
            outcome.merit = 0;
        note_trial(c, v, outcome);
        if (outcome.merit)
            best = outcome.merit;
    }
    return ok;
}

static int
by_value(const void *x, const void *y)
{
    const uint64_t *a = x, *b = y;

    return (*a > *b) - (*a < *b);
}

/* Of the values that the instruction had at other times, in this run and in
 * others: the least, the greatest, and the next ones below and above, as
 * Jeffrey et al. have it. */
enum { ALTERNATES = 4 };

typedef VEC(uint64_t) Values;

static void
add_values(const Graph *g, uint32_t inst, uint64_t but, Values *out)
{
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (g->nodes[i].inst == inst && g->nodes[i].value != but)
            vec_push(out, g->nodes[i].value);
}

static size_t
find_alternates(const Cause *c, uint32_t v, Values *all,
                uint64_t out[ALTERNATES])
{
    const LineageNode *l = &c->r->lineage.nodes[c->r->domain.node[v]];
    size_t n = 0, above = 0;

    all->n = 0;
    add_values(c->spec->run.graph, l->inst, l->value, all);
    for (size_t i = 0; i < c->spec->peers.n; i++)
        add_values(c->spec->peers.graphs[i], l->inst, l->value, all);
    if (all->n == 0)
        return 0;
    qsort(all->at, all->n, sizeof *all->at, by_value);
    while (above < all->n && all->at[above] < l->value)
        above++;
    const size_t wanted[ALTERNATES] = {above, above - 1, 0, all->n - 1};
    for (size_t i = 0; i < ALTERNATES; i++) {
        size_t k = 0;
        if (wanted[i] >= all->n)
            continue;
        while (k < n && out[k] != all->at[wanted[i]])
            k++;
        if (k == n)
            out[n++] = all->at[wanted[i]];
    }
    return n;
}

/* All states, the last one first: the answer is those for which some value
 * helps. */
bool
cause_replace_values(Cause *c, Diag *d)
{
    const NarrowGraph *g = &c->r->domain.graph;
    Values all = {0};
    bool ok = true;

    for (uint32_t v = g->n; ok && v-- > 0;) {
        NarrowOutcome outcome = {.verdict = NARROW_UNKNOWN};
        uint64_t values[ALTERNATES];
        if (g->kind[v] != NARROW_VALUE ||
            cause_is_pointer(c->spec->run.graph,
                             c->r->lineage.nodes[c->r->domain.node[v]].node))
            continue; /* addresses of another run are none of this */
        if (cause_is_out_of_time(c)) {
            c->r->narrow.stopped = true;
            break;
        }
        size_t n = find_alternates(c, v, &all, values);
        if (n == 0)
            continue;
        ok = cause_judge_values(c, v, values, n, &outcome, d);
        note_trial(c, v, outcome);
    }
    vec_done(&all);
    return ok;
}

/* No choice at all: what the others are choices of. */
bool
cause_try_every_state(Cause *c, Diag *d)
{
    const NarrowGraph *g = &c->r->domain.graph;
    uint32_t n = 0;
    bool ok = true;

    for (uint32_t v = g->n; ok && v-- > 0;) {
        NarrowOutcome outcome = {.verdict = NARROW_UNKNOWN};
        NarrowNodes one = {.at = &v, .n = 1};
        if (g->kind[v] == NARROW_FIXED)
            continue;
        if (cause_is_out_of_time(c)) {
            c->r->narrow.stopped = true;
            break;
        }
        if (n++ % tuning_count(TUNE_cause_window) == 0)
            look_ahead(c, v, false);
        ok = cause_judge(c, &one, &outcome, d);
        note_trial(c, v, outcome);
    }
    return ok;
}
