/* cause.c - from a failure back to its root, by altering state. */
#include "cause/search.h"

#include "base/hash.h"
#include "base/mem.h"
#include "cause/judgements.h"
#include "format/tuning.h"
#include "process/child.h"
#include "trace/say.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool
cause_is_out_of_time(void *cause)
{
    Cause *c = cause;
    const CauseSpec *s = c->spec;
    const double share = c->budget.share * (1 - c->budget.kept);
    const bool over =
        (s->bounds.time_s > 0 &&
         child_clock(false) - c->budget.start > share * s->bounds.time_s) ||
        (s->bounds.cpu_s > 0 &&
         child_clock(true) - c->budget.start_cpu > share * s->bounds.cpu_s);

    c->budget.ended = c->budget.ended || over;
    return over;
}

SparseState
cause_state(const Cause *c, uint32_t v)
{
    const CauseDomain *m = &c->r->domain;
    const LineageNode *l = &c->r->lineage.nodes[m->node[v]];

    return (SparseState){.site = l->site,
                         .real = cause_is_real(c->spec->run.graph, l->node),
                         .inst = l->inst,
                         .branch = m->kind[v] == NARROW_BRANCH,
                         .pointer =
                             cause_is_pointer(c->spec->run.graph, l->node),
                         .was = l->value};
}

/* Where to read meanwhile: a node of the graph. */
static void
tell_place(Cause *c, uint32_t node, bool helps)
{
    const Graph *g = c->spec->run.graph;
    const uint32_t line = g->steps[g->nodes[cause_place(g, node)].step].line;

    if (line == SCRIPT_NONE)
        return;
    c->progress.file = script_text(g->script, g->script->lines[line].file);
    c->progress.line = g->script->lines[line].line;
    c->progress.helps = helps;
}

static void
tell(Cause *c)
{
    const CauseAid *aid = &c->spec->aid;

    c->progress.judged = c->sparse.stats.judged;
    if (aid->progress)
        aid->progress(aid->context, &c->progress);
}

void
cause_keep(Cause *c, const NarrowNodes *nodes, const SparseState *states,
           uint64_t merit)
{
    Judged j = {.merit = merit, .every = states->every, .add = states->add};

    for (size_t i = 0; i < nodes->n; i++) {
        vec_push(&j.nodes, nodes->at[i]);
        vec_push(&j.values, states[i].branch && !states[i].every
                                ? !states[i].was
                                : states[i].value);
    }
    vec_push(&c->judged, j);
    if (merit > c->best) {
        const CauseResult *r = c->r;
        const uint32_t in = r->domain.node[nodes->at[0]];
        c->best = merit;
        tell_place(c, r->lineage.nodes[in].node, true);
    }
}

/* Of the decisions that are asked for instead of the failure's property. */
static uint64_t
number_property(const Sparse *s)
{
    VEC(uint64_t) all = {0};

    if (!s->aim.moved)
        return 0;
    for (size_t i = 0; i < s->aim.targets.n; i++)
        vec_push(&all, s->aim.targets.at[i].n);
    for (size_t i = 0; i < s->aim.aims.n; i++)
        vec_push(&all, s->aim.aims.at[i].site);
    const uint64_t number = hash_bytes(all.at, all.n * sizeof *all.at);
    vec_done(&all);
    return number;
}

/* It may be how long the output is, or where it ends: with the rest of the
 * line, and without the line's end. */
static void
add_longer(SparseState *s, size_t missing, SparseGuess *guesses)
{
    for (size_t by = missing; by + 2 > missing && by > 0 && s->nguesses &&
                              s->nguesses < CAUSE_GUESSES;
         by--)
        guesses[s->nguesses++] =
            (SparseGuess){.value = s->was + by, .add = s->pointer};
}

/* The states of these nodes, and of a single one what to try. */
static SparseState *
make_states(const Cause *c, const NarrowNodes *nodes,
            SparseGuess guesses[CAUSE_GUESSES])
{
    const CauseDomain *m = &c->r->domain;
    const Goal *goal = c->spec->goal;
    SparseState *states = mem_zalloc(nodes->n + 1, sizeof *states);

    for (size_t i = 0; i < nodes->n; i++) {
        const uint32_t v = nodes->at[i];
        states[i] = cause_state(c, v);
        states[i].guesses = guesses;
        if (!states[i].branch && nodes->n == 1)
            states[i].nguesses =
                cause_guess(c->spec->run.graph, &c->pointers,
                            c->r->lineage.nodes[m->node[v]].node, guesses);
    }
    for (size_t i = 0;
         i < goal->numbers.n && nodes->n == 1 && !states[0].pointer &&
         states[0].nguesses && states[0].nguesses < CAUSE_GUESSES;
         i++)
        guesses[states[0].nguesses++] =
            (SparseGuess){.value = (uint64_t)goal->numbers.at[i]};
    if (nodes->n == 1 && goal->missing)
        add_longer(&states[0], goal->missing, guesses);
    return states;
}

bool
cause_alter(Cause *c, uint32_t node, uint64_t *value, NarrowOutcome *out,
            Diag *d)
{
    const NarrowNodes one = {.at = &node, .n = 1};
    SparseGuess guesses[CAUSE_GUESSES];
    SparseState *states = make_states(c, &one, guesses);

    const bool ok = sparse_judge(&c->sparse, states, 1, out, d);
    *value = states[0].value;
    free(states);
    return ok;
}

void
cause_add_stats(SparseStats *to, const SparseStats *s)
{
    to->judged += s->judged;
    to->polluted += s->polluted;
    to->unknown += s->unknown;
    to->partly += s->partly;
    to->refuted += s->refuted;
    to->broken += s->broken;
}

/* By a run of our own, or as it was found ahead. */
static bool
judge_states(Cause *c, const NarrowNodes *nodes, SparseState *states,
             NarrowOutcome *out, Diag *d)
{
    const CauseReply *made =
        nodes->n == 1 ? cause_ahead_take(&c->ahead, nodes->at[0]) : NULL;

    if (!made)
        return sparse_judge(&c->sparse, states, nodes->n, out, d);
    states[0].value = made->value;
    *out = made->outcome;
    cause_add_stats(&c->sparse.stats, &made->stats);
    return true;
}

static bool
look_up(Cause *c, SparseState *states, size_t n, NarrowOutcome *out)
{
    Judgements *known = c->spec->aid.known;

    if (!known)
        return false;
    known->property = number_property(&c->sparse);
    return judgements_find(known, states, n, out);
}

bool
cause_is_kept(const Cause *c, SparseState state)
{
    Judgements *known = c->spec->aid.known;
    NarrowOutcome outcome;

    if (!known)
        return false;
    const uint64_t hits = known->hits;
    known->property = state.every ? 0 : number_property(&c->sparse);
    const bool found = judgements_find(known, &state, 1, &outcome);
    known->hits = hits; /* it was not used */
    return found;
}

bool
cause_is_known(const Cause *c, uint32_t node)
{
    return c->nodes.tried[node] || cause_is_kept(c, cause_state(c, node));
}

bool
cause_judge(void *cause, const NarrowNodes *nodes, NarrowOutcome *out, Diag *d)
{
    Cause *c = cause;
    SparseGuess guesses[CAUSE_GUESSES];
    bool pointers = false;

    if (nodes->n == 1 && c->nodes.tried[nodes->at[0]]) {
        *out = c->nodes.outcome[nodes->at[0]];
        return true;
    }
    SparseState *states = make_states(c, nodes, guesses);
    for (size_t i = 0; i < nodes->n; i++)
        pointers = pointers || states[i].pointer;
    if (pointers && nodes->n > 1) { /* there is nothing to solve */
        *out = (NarrowOutcome){.verdict = NARROW_UNKNOWN};
        free(states);
        return true;
    }
    const bool ok = look_up(c, states, nodes->n, out) ||
                    judge_states(c, nodes, states, out, d);
    if (ok && c->spec->aid.known)
        judgements_add(c->spec->aid.known, states, nodes->n, *out);
    if (ok && out->merit)
        cause_keep(c, nodes, states, out->merit);
    if (ok && nodes->n == 1) {
        c->nodes.tried[nodes->at[0]] = 1;
        c->nodes.outcome[nodes->at[0]] = *out;
    }
    free(states);
    tell(c);
    return ok;
}

bool
cause_judge_values(Cause *c, uint32_t node, const uint64_t *values, size_t n,
                   NarrowOutcome *out, Diag *d)
{
    NarrowNodes one = {.at = &node, .n = 1};
    SparseState state = cause_state(c, node);

    SparseGuess *guesses = mem_zalloc(n + 1, sizeof *guesses);
    for (size_t i = 0; i < n; i++)
        guesses[i].value = values[i];
    state.guesses = guesses;
    state.nguesses = n;
    bool ok = sparse_try(&c->sparse, &state, out, d);
    free(guesses);
    if (ok && out->merit)
        cause_keep(c, &one, &state, out->merit);
    return ok;
}

void
cause_move(Cause *c, uint32_t node)
{
    sparse_aim_none(&c->sparse);
    if (!node || c->r->domain.kind[node] != NARROW_BRANCH)
        return;
    const SparseState state = cause_state(c, node);
    sparse_aim(&c->sparse, &state, 1);
    c->sparse.aim.moved = true;
}

void
cause_prepare(void *cause, const NarrowNodes *nodes)
{
    const uint32_t most = tuning_count(TUNE_cause_aims);
    Cause *c = cause;
    const CauseDomain *m = &c->r->domain;
    uint32_t insts[TUNE_MOST_cause_aims] = {0};

    if (!c->sparse.aim.moved)
        sparse_aim_none(&c->sparse);
    for (uint32_t v = m->graph.n;
         !c->sparse.aim.moved && v-- > 1 && c->sparse.aim.targets.n < most;) {
        if (m->kind[v] != NARROW_BRANCH || !c->nodes.tried[v] || !c->best ||
            c->nodes.outcome[v].merit != c->best)
            continue;
        const SparseState state = cause_state(c, v);
        unsigned times = 0;
        for (size_t i = 0; i < c->sparse.aim.targets.n; i++)
            times += insts[i] == state.inst;
        if (times >= tuning_count(TUNE_cause_aims_each))
            continue;
        insts[c->sparse.aim.targets.n] = state.inst;
        sparse_aim(&c->sparse, &state, 1);
    }
    cause_ahead_ask(c, nodes, false);
}

/* All that is polluted are decisions: as NarrowSearch.new_property. */
static bool
move_to_branches(void *cause, const NarrowTrial *trials, size_t n, Diag *d)
{
    Cause *c = cause;

    (void)d;
    sparse_aim_none(&c->sparse);
    for (size_t i = 0; i < n; i++) {
        const NarrowTrial *t = &trials[i];
        VEC(SparseState) states = {0};
        if (!t->outcome.merit || t->outcome.merit < c->best)
            continue;
        for (size_t k = 0; k < t->nodes.n; k++)
            vec_push(&states, cause_state(c, t->nodes.at[k]));
        sparse_aim(&c->sparse, states.at, states.n);
        vec_done(&states);
    }
    c->sparse.aim.moved = c->sparse.aim.targets.n > 0;
    return true;
}

/* These, in order, until one helps if that is enough (*helped: it). */
static bool
try_each(Cause *c, const NarrowNodes *nodes, uint32_t *helped, Diag *d)
{
    const size_t most = tuning_count(TUNE_cause_window);
    bool ok = true;

    for (size_t i = 0; ok && i < nodes->n && !cause_is_out_of_time(c); i++) {
        NarrowNodes one = {.at = &nodes->at[i], .n = 1};
        NarrowOutcome outcome = {.verdict = NARROW_UNKNOWN};
        const size_t left = nodes->n - i;
        const NarrowNodes window = {.at = &nodes->at[i],
                                    .n = left < most ? left : most};
        if (i % most == 0)
            cause_prepare(c, &window);
        ok = cause_judge(c, &one, &outcome, d);
        if (ok && outcome.merit && helped) {
            *helped = nodes->at[i];
            break;
        }
    }
    return ok;
}

/* Nodes of the domain that were not judged, the last one first, some instances
 * of each instruction. */
static void
list_untried(const Cause *c, bool values, uint8_t of_one, size_t most,
             NarrowNodes *out)
{
    const CauseDomain *m = &c->r->domain;
    uint8_t *times =
        mem_zalloc((size_t)c->spec->run.graph->script->ninsts + 1, 1);

    for (uint32_t v = m->graph.failure; v-- > 1 && out->n < most;) {
        const uint32_t inst = c->r->lineage.nodes[m->node[v]].inst;
        if (m->kind[v] == NARROW_FIXED || c->nodes.tried[v] ||
            (!values && m->kind[v] != NARROW_BRANCH) ||
            (of_one && times[inst] >= of_one))
            continue;
        if (of_one)
            times[inst]++;
        vec_push(out, v);
    }
    free(times);
}

/* Decisions that were in no frontier: one run each, those nearest the failure
 * first, some instances of each. */
static bool
try_decisions(Cause *c, Diag *d)
{
    NarrowNodes nodes = {0};

    list_untried(c, false, (uint8_t)tuning_count(TUNE_cause_decisions_each),
                 tuning_count(TUNE_cause_decisions_tried), &nodes);
    const bool ok = try_each(c, &nodes, NULL, d);
    vec_done(&nodes);
    return ok;
}

/* No frontier helped: the nearest single state that does, and the search goes
 * on from there. */
static bool
search_singly(Cause *c, const NarrowSearch *s, Diag *d)
{
    const uint8_t each = (uint8_t)tuning_count(TUNE_cause_singly_each);
    NarrowGraph graph = *s->graph;
    NarrowSearch again = *s;
    bool ok = true;
    uint32_t v = 0;

    for (unsigned round = 0; ok && round < 2 && !v; round++) {
        NarrowNodes nodes = {0};
        list_untried(c, true, round == 0 ? each : 0, SIZE_MAX, &nodes);
        ok = try_each(c, &nodes, &v, d);
        vec_done(&nodes);
    }
    if (!ok || !v)
        return ok;
    narrow_done(&c->r->narrow);
    graph.failure = v;
    again.graph = &graph;
    ok = narrow_search(&again, &c->r->narrow, d);
    for (size_t i = 0; ok && i < c->r->narrow.suspects.n; i++)
        if (c->r->narrow.suspects.at[i] == v)
            return true;
    if (ok)
        vec_push(&c->r->narrow.chain, v);
    return ok;
}

/* Decisions first, one run each: after that it is known how much can be
 * gained at all. */
static bool
search_frontiers(Cause *c, Diag *d)
{
    NarrowSearch search = {.graph = &c->r->domain.graph,
                           .chooser = c->spec->technique->chooser,
                           .max_combination = c->spec->bounds.combination,
                           .context = c,
                           .judge = cause_judge,
                           .prepare = cause_prepare,
                           .new_property = move_to_branches,
                           .stop = cause_is_out_of_time};

    if (c->spec->plain)
        return narrow_search(&search, &c->r->narrow, d);
    c->budget.share = tuning(TUNE_cause_decisions_share);
    bool ok = try_decisions(c, d);
    c->budget.share = tuning(TUNE_cause_frontiers_share);
    search.merit = c->best;
    ok = ok && narrow_search(&search, &c->r->narrow, d);
    cause_move(c, 0);
    c->budget.share = tuning(TUNE_cause_statements_share);
    ok = ok && (c->best == NARROW_WHOLE || cause_try_statements(c, d));
    c->budget.share = tuning(TUNE_cause_singly_share);
    if (c->every != NARROW_WHOLE) {
        ok = ok && (c->best > 0 || search_singly(c, &search, d));
        cause_move(c, 0);
        c->budget.share = 1;
        ok = ok && cause_step_back(c, d);
    }
    cause_settle(c);
    return ok;
}

const CauseTechnique cause_techniques[] = {
#define CAUSE(search, chooser, summary, name, reference, description) \
    {(name), (description), (search), (chooser), (summary)},
#include "format/techniques.def"
    {0},
};

const CauseTechnique *
cause_technique(const char *name)
{
    for (const CauseTechnique *t = cause_techniques; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

/* What leads to the failure. The lines around an answer are looked for by the
 * same kind of walk in the end: as much time is kept for it, within reason. */
static bool
follow_back(Cause *c)
{
    const double most = .1;
    const CauseSpec *s = c->spec;
    const Deadline *until = &s->bounds.until;

    if (!lineage_build(s->run.graph, s->criterion, s->summary, until,
                       &c->r->lineage))
        return false;
    const double used = child_clock(false) - c->budget.start;
    c->budget.kept = s->bounds.time_s > 0 ? used / s->bounds.time_s : 0;
    if (c->budget.kept > most)
        c->budget.kept = most;
    return cause_domain_build(&c->r->lineage, &s->hints, until, &c->r->domain);
}

bool
cause_run(const CauseSpec *spec, CauseResult *out, Diag *d)
{
    Cause c = {.spec = spec,
               .r = out,
               .sparse = {.engine = spec->engine,
                          .input = spec->run.input,
                          .goal = spec->goal,
                          .paths = spec->bounds.paths,
                          .branches = spec->run.branches,
                          .stop = cause_is_out_of_time},
               .budget.start = child_clock(false),
               .budget.start_cpu = child_clock(true),
               .budget.share = 1};

    c.sparse.context = &c;
    uint64_t runs = engine_stats(spec->engine)->runs;
    uint64_t calls = solver_stats(engine_solver(spec->engine))->queries;

    *out = (CauseResult){0};
    engine_end_at(spec->engine, &spec->bounds.until);
    if (!follow_back(&c)) {
        out->late = true;
        return diag_fail(d, "the time was over before the search began, while "
                            "what leads to the failure was looked for");
    }
    const size_t n = (size_t)out->domain.graph.n + 1;
    cause_pointers_init(&c.pointers, spec->run.graph);
    c.nodes.tried = mem_zalloc(n, 1);
    c.nodes.assumed = mem_zalloc(n, 1);
    c.nodes.outcome = mem_zalloc(n, sizeof *c.nodes.outcome);
    cause_ahead_open(&c, spec->bounds.jobs);
    if (spec->criterion->n)
        tell_place(&c, spec->criterion->nodes[0], false);
    tell(&c);
    bool ok = spec->technique->search(&c, d);
    if (ok)
        cause_answer(&c);
    for (uint32_t v = 1; ok && v < out->domain.graph.n; v++)
        if (c.nodes.tried[v])
            vec_push(
                &out->verdicts,
                (CauseVerdict){out->domain.node[v],
                               c.best && c.nodes.outcome[v].merit == c.best});
    out->narrow.stopped = out->narrow.stopped || c.budget.ended;
    out->stats = c.sparse.stats;
    out->cost.runs = engine_stats(spec->engine)->runs - runs + c.ahead.runs;
    out->cost.solver_calls =
        solver_stats(engine_solver(spec->engine))->queries - calls +
        c.ahead.calls;
    out->cost.wall_s = child_clock(false) - c.budget.start;
    out->cost.cpu_s = child_clock(true) - c.budget.start_cpu;
    cause_ahead_close(&c.ahead);
    for (size_t i = 0; i < c.judged.n; i++) {
        vec_done(&c.judged.at[i].nodes);
        vec_done(&c.judged.at[i].values);
    }
    vec_done(&c.judged);
    free(c.nodes.tried);
    free(c.nodes.assumed);
    free(c.nodes.outcome);
    cause_pointers_done(&c.pointers);
    sparse_done(&c.sparse);
    return ok;
}

void
cause_done(CauseResult *r)
{
    narrow_done(&r->narrow);
    cause_domain_done(&r->domain);
    lineage_done(&r->lineage);
    vec_done(&r->suspects);
    vec_done(&r->chain);
    vec_done(&r->verdicts);
}

/* An address says nothing, but who else has it does. */
static void
say_pointer(const Graph *g, const CauseLink *link, Str *out)
{
    uint32_t i = link->node;

    while (--i > 0 && (g->nodes[i].value != link->value ||
                       !cause_is_pointer(g, i) || !*slice_name(g, i)))
        continue;
    const uint32_t line = i ? g->steps[g->nodes[i].step].line : SCRIPT_NONE;
    if (line == SCRIPT_NONE) {
        str_puts(out, "the one before or behind it");
        return;
    }
    const ScriptLine *at = &g->script->lines[line];
    const char *file = script_text(g->script, at->file);
    const char *slash = strrchr(file, '/');
    str_printf(out, "what %s was at %s:%u", slice_name(g, i),
               slash ? slash + 1 : file, at->line);
}

/* Its first line. */
static void
say_quoted(const Str *text, Str *out)
{
    enum { MOST = 40 };
    size_t n = 0;

    while (n < text->n && n < MOST && text->at[n] != '\n')
        n++;
    str_printf(out, "\"%.*s\"", (int)n, n ? text->at : "");
}

void
cause_say_was(const Graph *g, const CauseLink *link, Str *out)
{
    if (link->printed && !link->printed->every)
        say_quoted(&link->printed->was, out);
    else
        say_value(g, link->node, out);
}

void
cause_say_value(const Graph *g, const CauseLink *link, Str *out)
{
    const Graph copy = *g;
    GraphNode pair[2] = {g->nodes[link->node], g->nodes[link->node]};
    Graph one = copy; /* the node alone, with the other value */

    if (link->printed) {
        say_quoted(&link->printed->would, out);
        return;
    }
    if (link->value && cause_is_pointer(g, link->node)) {
        say_pointer(g, link, out);
        return;
    }
    if (link->every && link->value == SPARSE_INVERT &&
        graph_is_decision(g, link->node)) {
        str_puts(out, "inverted");
        return;
    }
    if (link->add) {
        str_printf(out, "%+" PRId64,
                   (int64_t)(link->value - g->nodes[link->node].value));
        return;
    }
    pair[0].value = link->value;
    one.nodes = pair;
    say_value(&one, 0, out);
}
