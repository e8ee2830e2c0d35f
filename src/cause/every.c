/* every.c - statements altered at all of their executions.
 *
 * A fault is in a statement, not in one instance of it: what is executed many
 * times may spoil more than any single alteration mends. If none mends
 * everything, each statement of the domain that was executed more than once is
 * altered each time: a decision goes one way always, or the other way each
 * time; a value becomes a constant, is moved by one, or is what the solver
 * says. Only what mends more than the single alterations did counts.
 */
#include "cause/search.h"

#include "base/mem.h"
#include "cause/judgements.h"
#include "format/tuning.h"

#include <stdlib.h>

/* Of an instruction: its instances in the domain. */
typedef struct Statement Statement;
struct Statement {
    uint32_t first, last;
};

static uint32_t
inst_of(const Cause *c, uint32_t v)
{
    return c->r->lineage.nodes[c->r->domain.node[v]].inst;
}

static uint32_t *
count_executions(const Cause *c)
{
    const Graph *g = c->spec->run.graph;
    const uint32_t n = g->script->ninsts;
    uint32_t *times = mem_zalloc((size_t)n + 1, sizeof *times);

    for (uint32_t i = 1; i < g->nnodes; i++)
        if (g->nodes[i].inst < n)
            times[g->nodes[i].inst]++;
    return times;
}

static int
by_last(const void *x, const void *y)
{
    const Statement *a = x, *b = y;

    return (a->last < b->last) - (a->last > b->last);
}

typedef VEC(Statement) Statements;

/* Decisions first, as they have the fewest ways; the last ones first. */
static void
list_statements(const Cause *c, bool decisions, Statements *out)
{
    const CauseDomain *m = &c->r->domain;
    uint32_t *times = count_executions(c);
    uint32_t *known = mem_zalloc((size_t)c->spec->run.graph->script->ninsts + 1,
                                 sizeof *known);

    for (uint32_t v = 1; v < m->graph.failure; v++) {
        const uint32_t inst = inst_of(c, v);
        if (m->kind[v] == NARROW_FIXED || times[inst] < 2 ||
            (m->kind[v] == NARROW_BRANCH) != decisions)
            continue;
        if (!known[inst]) {
            vec_push(out, (Statement){.first = v});
            known[inst] = (uint32_t)out->n;
        }
        out->at[known[inst] - 1].last = v;
    }
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, by_last);
    free(times);
    free(known);
}

static size_t
guess_every(const Cause *c, uint32_t v, const SparseState *state,
            SparseGuess out[CAUSE_GUESSES])
{
    const uint32_t node = c->r->lineage.nodes[c->r->domain.node[v]].node;
    size_t n = 0;

    if (state->branch) {
        while (n <= SPARSE_INVERT) {
            out[n] = (SparseGuess){.value = n};
            n++;
        }
        return n;
    }
    n = cause_guess(c->spec->run.graph, &c->pointers, node, out);
    for (size_t i = 0; i < n && !state->pointer && !state->real; i++)
        out[i].add =
            out[i].value == state->was + 1 || out[i].value == state->was - 1;
    return n;
}

static SparseState
state_of(const Cause *c, uint32_t v)
{
    SparseState state = cause_state(c, v);

    state.every = true;
    state.site = 0;
    return state;
}

bool
cause_alter_every(Cause *c, uint32_t v, SparseState *state, NarrowOutcome *out,
                  Diag *d)
{
    SparseGuess guesses[CAUSE_GUESSES];

    *state = state_of(c, v);
    state->guesses = guesses;
    state->nguesses = guess_every(c, v, state, guesses);
    const bool ok = sparse_judge_every(&c->sparse, state, out, d);
    state->guesses = NULL;
    state->nguesses = 0;
    return ok;
}

/* As it was kept, as it was found ahead, or by runs of our own. */
static bool
judge(Cause *c, uint32_t v, SparseState *state, NarrowOutcome *out, Diag *d)
{
    Judgements *known = c->spec->aid.known;

    *state = state_of(c, v);
    if (known)
        known->property = 0;
    if (known && judgements_find(known, state, 1, out))
        return true;
    const CauseReply *made = cause_ahead_take(&c->ahead, v);
    if (made) {
        state->value = made->value;
        state->add = made->add;
        *out = made->outcome;
        cause_add_stats(&c->sparse.stats, &made->stats);
    } else if (!cause_alter_every(c, v, state, out, d)) {
        return false;
    }
    if (known && (made || !cause_is_out_of_time(c)))
        judgements_add(known, state, 1, *out);
    return true;
}

/* Some of them, in processes of their own. */
static void
prepare(Cause *c, const Statements *all, size_t from)
{
    const size_t window = tuning_count(TUNE_cause_window);
    NarrowNodes nodes = {0};

    if (from % window)
        return;
    for (size_t i = from; i < all->n && i < from + window; i++)
        if (!cause_is_kept(c, state_of(c, all->at[i].first)))
            vec_push(&nodes, all->at[i].first);
    cause_ahead_ask(c, &nodes, true);
    vec_done(&nodes);
}

static bool
try_statements(Cause *c, const Statements *all, uint64_t least, Diag *d)
{
    bool ok = true;

    for (size_t i = 0; ok && i < all->n && !cause_is_out_of_time(c); i++) {
        uint32_t v = all->at[i].first;
        const NarrowNodes one = {.at = &v, .n = 1};
        NarrowOutcome outcome = {.verdict = NARROW_UNKNOWN};
        SparseState state;
        prepare(c, all, i);
        ok = judge(c, v, &state, &outcome, d);
        if (ok && outcome.merit > least)
            cause_keep(c, &one, &state, outcome.merit);
    }
    return ok;
}

bool
cause_try_statements(Cause *c, Diag *d)
{
    const uint64_t least = c->best;
    bool ok = true;

    sparse_aim_none(&c->sparse);
    for (unsigned values = 0; ok && values < 2; values++) {
        Statements all = {0};
        list_statements(c, !values, &all);
        ok = try_statements(c, &all, least, d);
        vec_done(&all);
    }
    c->every = c->best > least ? c->best : 0;
    c->best = least;
    return ok;
}

/* A node stands for the others of its statement. */
static void
settle(Cause *c, uint32_t v)
{
    const uint32_t failure = c->r->domain.graph.failure;

    c->nodes.tried[v] = 1;
    c->nodes.outcome[v] = (NarrowOutcome){
        c->every == NARROW_WHOLE ? NARROW_POLLUTED : NARROW_PARTLY, c->every};
    for (uint32_t u = v + 1; u < failure; u++)
        if (inst_of(c, u) == inst_of(c, v) && !c->nodes.tried[u])
            c->nodes.assumed[u] = 1;
}

void
cause_settle(Cause *c)
{
    if (c->every <= c->best) {
        c->every = 0;
        return;
    }
    c->singly = c->best;
    c->best = c->every;
    for (size_t i = 0; i < c->judged.n; i++)
        if (c->judged.at[i].every && c->judged.at[i].merit == c->every)
            settle(c, c->judged.at[i].nodes.at[0]);
}
