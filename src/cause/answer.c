/* answer.c - which of the polluted states are named, and in which order.
 *
 * Many states can be altered so that a failure goes away, and most of them are
 * right. Of the usual search at most cause.most_suspects lines are named:
 * decisions that are enough by themselves, the last ones first, as these change
 * the run the least (a decision has only one alternative, while for many states
 * some value helps); roots, see roots.c; then those that the run itself vouches
 * for the least: what was right each time it led to output that was right is
 * hardly at fault. The other polluted states are the way from there.
 */
#include "cause/search.h"

#include "base/mem.h"
#include "format/tuning.h"

#include <stdlib.h>
#include <string.h>

static CauseLink
make_link(const Cause *c, uint32_t v)
{
    const CauseDomain *m = &c->r->domain;
    CauseLink l = {.lineage = m->node[v],
                   .node = c->r->lineage.nodes[m->node[v]].node};
    uint64_t merit = 0;

    for (size_t i = 0; i < c->judged.n; i++)
        for (size_t k = 0; k < c->judged.at[i].nodes.n; k++)
            if (c->judged.at[i].nodes.at[k] == v &&
                c->judged.at[i].merit > merit) {
                merit = c->judged.at[i].merit;
                l.has_value = true;
                l.value = c->judged.at[i].values.at[k];
                l.alone = c->judged.at[i].nodes.n == 1;
                l.partly = merit != NARROW_WHOLE;
                l.every = c->judged.at[i].every;
                l.add = c->judged.at[i].add;
            }
    return l;
}

static bool
is_linked(const Cause *c, const CauseLink *at, size_t n, const CauseLink *like)
{
    const Graph *g = c->spec->run.graph;

    for (size_t i = 0; i < n; i++)
        if (at[i].node == like->node ||
            g->nodes[at[i].node].step == g->nodes[like->node].step)
            return true;
    return false;
}

static uint32_t
line_of(const Cause *c, const CauseLink *l)
{
    const Graph *g = c->spec->run.graph;

    return g->steps[g->nodes[cause_place(g, l->node)].step].line;
}

static void
add_suspect(Cause *c, uint32_t v)
{
    CauseResult *r = c->r;
    const CauseLink l = make_link(c, v);

    if (v == r->domain.graph.failure)
        return;
    for (size_t i = 0; i < r->suspects.n; i++)
        if (line_of(c, &r->suspects.at[i]) == line_of(c, &l))
            return; /* one instance of a line is enough */
    vec_push(&r->suspects, l);
}

static bool
is_best(const Cause *c, const Judged *j)
{
    return j->nodes.n == 1 && j->merit == c->best;
}

static int
by_node(const void *x, const void *y)
{
    const Judged *a = x, *b = y;

    return (a->nodes.at[0] > b->nodes.at[0]) -
           (a->nodes.at[0] < b->nodes.at[0]);
}

/* How many instances of each instruction led to output that was right. */
static uint32_t *
count_vouched(const Cause *c)
{
    const Graph *g = c->spec->run.graph;
    const Criterion *failure = c->spec->criterion;
    uint32_t *n = mem_zalloc((size_t)g->script->ninsts + 1, sizeof *n);
    Graph plain = *g;
    VEC(uint32_t) right = {0};

    plain.summaries.n = 0;
    for (uint32_t i = 0; i < g->io.noutputs; i++)
        if (failure->n && g->io.outputs[i].node < failure->nodes[0])
            vec_push(&right, g->io.outputs[i].node);
    Criterion all = {.nodes = right.at, .n = right.n, .cap = right.cap};
    Bitset set = slice_nodes(&plain, &all, false);
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (g->nodes[i].inst < g->script->ninsts && bitset_has(&set, i))
            n[g->nodes[i].inst]++;
    bitset_free(&set);
    vec_done(&right);
    return n;
}

typedef struct Doubt Doubt;
struct Doubt {
    double share; /* of an instruction's instances that count: polluted */
    uint32_t node;
};

static int
by_doubt(const void *x, const void *y)
{
    const Doubt *a = x, *b = y;

    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return (a->node < b->node) - (a->node > b->node);
}

static void
add_doubtful(Cause *c)
{
    const CauseResult *r = c->r;
    uint32_t *vouched = count_vouched(c);
    uint32_t *bad =
        mem_zalloc((size_t)c->spec->run.graph->script->ninsts + 1, sizeof *bad);
    VEC(Doubt) all = {0};

    for (size_t i = 0; i < c->judged.n; i++)
        if (is_best(c, &c->judged.at[i])) {
            const uint32_t v = c->judged.at[i].nodes.at[0];
            vec_push(&all, (Doubt){.node = v});
            bad[r->lineage.nodes[r->domain.node[v]].inst]++;
        }
    for (size_t i = 0; i < all.n; i++) {
        const uint32_t inst =
            r->lineage.nodes[r->domain.node[all.at[i].node]].inst;
        all.at[i].share =
            c->every ? 1 : bad[inst] / ((double)bad[inst] + vouched[inst]);
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_doubt);
    for (size_t i = 0;
         i < all.n && r->suspects.n < tuning_count(TUNE_cause_most_suspects);
         i++)
        add_suspect(c, all.at[i].node);
    vec_done(&all);
    free(vouched);
    free(bad);
}

static void
add_usual(Cause *c)
{
    const CauseResult *r = c->r;
    const size_t most = r->suspects.n + tuning_count(TUNE_cause_most_decisions);
    NarrowNodes roots = {0};

    for (size_t i = c->judged.n;
         i-- > 0 && r->suspects.n < most &&
         r->suspects.n < tuning_count(TUNE_cause_most_suspects);) {
        const Judged *j = &c->judged.at[i];
        if (is_best(c, j) && r->domain.kind[j->nodes.at[0]] == NARROW_BRANCH)
            add_suspect(c, j->nodes.at[0]);
    }
    cause_list_roots(c, &roots);
    for (size_t i = 0; i < roots.n && i < tuning_count(TUNE_cause_most_roots) &&
                       r->suspects.n < tuning_count(TUNE_cause_most_suspects);
         i++)
        add_suspect(c, roots.at[i]);
    add_doubtful(c);
    vec_done(&roots);
}

/* Is the line one that the person trusts, or in code that is left out? */
static bool
is_excluded(const CauseHints *h, uint32_t line)
{
    for (size_t i = 0; i < h->ntrust; i++)
        if (h->trust[i] == line)
            return true;
    return h->closed && line != SCRIPT_NONE && h->closed[line];
}

/* The output call where the failure shows, if another text there repairs as
 * much as anything does: behind the likeliest states, as some text always
 * helps; before all of them, if it repairs more. */
static void
add_printed(Cause *c)
{
    CauseResult *r = c->r;
    const Printed *w = c->spec->run.printed;
    const size_t before = tuning_count(TUNE_cause_before_printed);

    if (!w || !w->node || w->merit < c->best)
        return;
    const CauseLink l = {.node = w->node,
                         .printed = w,
                         .has_value = true,
                         .alone = true,
                         .partly = w->merit != GOAL_WHOLE,
                         .every = w->every};
    if (is_excluded(&c->spec->hints, line_of(c, &l)))
        return;
    for (size_t i = 0; i < r->suspects.n; i++)
        if (line_of(c, &r->suspects.at[i]) == line_of(c, &l))
            return;
    size_t at = w->merit > c->best ? 0 : before;
    if (at > r->suspects.n)
        at = r->suspects.n;
    vec_push(&r->suspects, l);
    memmove(&r->suspects.at[at + 1], &r->suspects.at[at],
            (r->suspects.n - 1 - at) * sizeof l);
    r->suspects.at[at] = l;
}

static bool
is_polluted(const Cause *c, uint32_t v)
{
    return c->nodes.tried[v] && c->best && c->nodes.outcome[v].merit == c->best;
}

/* Roots that no other one leads to. */
static uint32_t
count_independent(const Cause *c)
{
    const NarrowGraph *g = &c->r->domain.graph;
    const NarrowNodes *roots = &c->r->narrow.suspects;
    uint8_t *reached = mem_zalloc((size_t)g->n + 1, 1);
    uint32_t n = 0;

    for (size_t i = 0; i < roots->n; i++)
        if (is_polluted(c, roots->at[i]))
            for (uint32_t e = g->first[roots->at[i]];
                 e < g->first[roots->at[i] + 1]; e++)
                reached[g->to[e]] = 1;
    for (uint32_t v = 0; v < g->n; v++) /* edges go to higher numbers */
        for (uint32_t e = g->first[v]; reached[v] && e < g->first[v + 1]; e++)
            reached[g->to[e]] = 1;
    for (size_t i = 0; i < roots->n; i++)
        n += is_polluted(c, roots->at[i]) && !reached[roots->at[i]];
    free(reached);
    return n;
}

void
cause_answer(Cause *c)
{
    CauseResult *r = c->r;
    const bool usual = c->spec->technique->chooser && !c->spec->plain;

    if (c->judged.n)
        qsort(c->judged.at, c->judged.n, sizeof *c->judged.at, by_node);
    if (usual)
        add_usual(c);
    if (usual && c->every && c->singly) {
        const uint64_t best = c->best;
        c->best = c->singly; /* behind them: what mends a part */
        add_usual(c);
        c->best = best;
    }
    if (usual)
        add_printed(c);
    r->independent = usual ? count_independent(c) : 0;
    const size_t n = r->suspects.n;
    for (size_t i = 0; i < r->narrow.suspects.n; i++)
        if (!usual || n == 0)
            add_suspect(c, r->narrow.suspects.at[i]);
    for (size_t i = 0; i < c->judged.n; i++) {
        const CauseLink l = make_link(c, c->judged.at[i].nodes.at[0]);
        if (is_best(c, &c->judged.at[i]) &&
            !is_linked(c, r->suspects.at, r->suspects.n, &l) &&
            !is_linked(c, r->chain.at, r->chain.n, &l))
            vec_push(&r->chain, l);
    }
}
