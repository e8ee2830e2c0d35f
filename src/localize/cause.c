/* cause.c - from a failure back to its root, by altering state. */
#include "localize/cause_search.h"

#include "base/mem.h"
#include "localize/judgements.h"
#include "run/child.h"
#include "trace/say.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool
cause_is_out_of_time(void *cause)
{
    const Cause *c = cause;
    const CauseSpec *s = c->spec;

    return (s->time_s > 0 &&
            child_clock(false) - c->start > c->share * s->time_s) ||
           (s->cpu_s > 0 &&
            child_clock(true) - c->start_cpu > c->share * s->cpu_s);
}

static SparseState
make_state(const Cause *c, uint32_t v)
{
    const CauseDomain *m = &c->r->domain;
    const LineageNode *l = &c->r->lineage.nodes[m->node[v]];

    const Script *s = c->spec->graph->script;
    const ScriptInst *i = l->inst < s->ninsts ? &s->insts[l->inst] : NULL;
    const bool real = i && i->flags & SCRIPT_FLOAT && i->width == 8;

    return (SparseState){.site = l->site,
                         .real = real,
                         .inst = l->inst,
                         .branch = m->kind[v] == NARROW_BRANCH,
                         .pointer = cause_is_pointer(c->spec->graph, l->node),
                         .was = l->value};
}

static void
keep_judged(Cause *c, const NarrowNodes *nodes, const SparseState *states,
            uint64_t merit)
{
    Judged j = {.merit = merit};

    for (size_t i = 0; i < nodes->n; i++) {
        vec_push(&j.nodes, nodes->at[i]);
        vec_push(&j.values,
                 states[i].branch ? !states[i].was : states[i].value);
    }
    vec_push(&c->judged, j);
    if (merit > c->best)
        c->best = merit;
}

bool
cause_judge(void *cause, const NarrowNodes *nodes, NarrowOutcome *out, Diag *d)
{
    Cause *c = cause;
    const CauseDomain *m = &c->r->domain;
    if (nodes->n == 1 && c->tried[nodes->at[0]]) {
        *out = c->outcome[nodes->at[0]];
        return true;
    }
    SparseState *states = mem_zalloc(nodes->n + 1, sizeof *states);
    SparseGuess guesses[CAUSE_GUESSES];
    bool pointers = false;

    for (size_t i = 0; i < nodes->n; i++) {
        uint32_t v = nodes->at[i];
        states[i] = make_state(c, v);
        states[i].guesses = guesses;
        pointers = pointers || states[i].pointer;
        if (!states[i].branch && nodes->n == 1)
            states[i].nguesses =
                cause_guess(c->spec->graph, &c->pointers,
                            c->r->lineage.nodes[m->node[v]].node, guesses);
    }
    const Goal *goal = c->spec->goal;
    for (size_t i = 0; i < goal->nnumbers && nodes->n == 1 && !pointers &&
                       states[0].nguesses && states[0].nguesses < CAUSE_GUESSES;
         i++)
        guesses[states[0].nguesses++] =
            (SparseGuess){.value = (uint64_t)goal->numbers[i]};
    if (pointers && nodes->n > 1) { /* there is nothing to solve */
        *out = (NarrowOutcome){.verdict = NARROW_UNKNOWN};
        free(states);
        return true;
    }
    Judgements *known = c->spec->known;
    bool ok = (known && judgements_find(known, states, nodes->n, out)) ||
              sparse_judge(&c->sparse, states, nodes->n, out, d);
    if (ok && known)
        judgements_add(known, states, nodes->n, *out);
    if (ok && out->merit)
        keep_judged(c, nodes, states, out->merit);
    if (ok && nodes->n == 1) {
        c->tried[nodes->at[0]] = 1;
        c->outcome[nodes->at[0]] = *out;
    }
    free(states);
    return ok;
}

bool
cause_judge_values(Cause *c, uint32_t node, const uint64_t *values, size_t n,
                   NarrowOutcome *out, Diag *d)
{
    NarrowNodes one = {.at = &node, .n = 1};
    SparseState state = make_state(c, node);

    SparseGuess *guesses = mem_zalloc(n + 1, sizeof *guesses);
    for (size_t i = 0; i < n; i++)
        guesses[i].value = values[i];
    state.guesses = guesses;
    state.nguesses = n;
    bool ok = sparse_try(&c->sparse, &state, out, d);
    free(guesses);
    if (ok && out->merit)
        keep_judged(c, &one, &state, out->merit);
    return ok;
}

/* Decisions that were in no frontier: one run each, those nearest the failure
 * first, some instances of each. */
static bool
try_decisions(Cause *c, Diag *d)
{
    enum { MOST = 400, OF_ONE = 8 };
    const CauseDomain *m = &c->r->domain;
    uint8_t *times = mem_zalloc((size_t)c->spec->graph->script->ninsts + 1, 1);
    uint32_t n = 0;
    bool ok = true;

    for (uint32_t v = m->graph.n; ok && v-- > 1 && n < MOST;) {
        NarrowNodes one = {.at = &v, .n = 1};
        NarrowOutcome outcome;
        if (m->kind[v] != NARROW_BRANCH || c->tried[v])
            continue;
        uint32_t inst = c->r->lineage.nodes[m->node[v]].inst;
        if (times[inst] >= OF_ONE)
            continue;
        if (cause_is_out_of_time(c))
            break;
        times[inst]++;
        n++;
        ok = cause_judge(c, &one, &outcome, d);
    }
    free(times);
    return ok;
}

/* No frontier helped: the nearest single state that does, and the search goes
 * on from there. */
static bool
search_singly(Cause *c, const NarrowSearch *s, Diag *d)
{
    enum { OF_ONE = 2 }; /* instances of an instruction, at first */
    NarrowGraph graph = *s->graph;
    NarrowSearch again = *s;
    NarrowNodes one = {0};
    NarrowOutcome outcome = {.verdict = NARROW_UNKNOWN};
    bool ok = true;
    uint32_t v = 0;
    uint8_t *times = mem_zalloc((size_t)c->spec->graph->script->ninsts + 1, 1);

    for (unsigned round = 0; round < 2 && !outcome.merit; round++)
        for (v = graph.failure; ok && v-- > 1 && !cause_is_out_of_time(c);) {
            const uint32_t inst =
                c->r->lineage.nodes[c->r->domain.node[v]].inst;
            if (graph.kind[v] == NARROW_FIXED || c->tried[v] ||
                (round == 0 && times[inst] >= OF_ONE))
                continue;
            if (round == 0)
                times[inst]++;
            one.n = 0;
            vec_push(&one, v);
            ok = cause_judge(c, &one, &outcome, d);
            if (ok && outcome.merit)
                break;
        }
    free(times);
    vec_done(&one);
    if (!ok || !outcome.merit)
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

/* Decisions first, a run each: how much can be had at all is known then. */
static bool
search_frontiers(Cause *c, Diag *d)
{
    NarrowSearch search = {.graph = &c->r->domain.graph,
                           .chooser = c->spec->chooser,
                           .max_combination = c->spec->combination,
                           .context = c,
                           .judge = cause_judge,
                           .stop = cause_is_out_of_time};

    c->share = 0.25;
    bool ok = try_decisions(c, d);
    c->share = 0.6;
    search.merit = c->best;
    ok = ok && narrow_search(&search, &c->r->narrow, d);
    c->share = 0.9;
    ok = ok && (c->judged.n > 0 || search_singly(c, &search, d));
    c->share = 1;
    return ok && cause_step_back(c, d);
}

const CauseTechnique cause_techniques[] = {
    {"frontier", "narrow the domain by altering frontiers", search_frontiers},
    {"predicate-switching", "invert every decision, the last one first",
     cause_switch_predicates},
    {"value-replacement",
     "put values in place that the statement had at other times",
     cause_replace_values},
    {"every-state", "alter every state singly, the last one first",
     cause_try_every_state},
};
const unsigned cause_ntechniques =
    sizeof cause_techniques / sizeof cause_techniques[0];

const CauseTechnique *
cause_technique(const char *name)
{
    for (unsigned i = 0; i < cause_ntechniques; i++)
        if (strcmp(cause_techniques[i].name, name) == 0)
            return &cause_techniques[i];
    return NULL;
}

bool
cause_run(const CauseSpec *spec, CauseResult *out, Diag *d)
{
    Cause c = {.spec = spec,
               .r = out,
               .sparse = {.engine = spec->engine,
                          .input = spec->input,
                          .goal = spec->goal,
                          .paths = spec->paths,
                          .branches = spec->branches,
                          .stop = cause_is_out_of_time},
               .start = child_clock(false),
               .start_cpu = child_clock(true),
               .share = 1};

    c.sparse.context = &c;
    uint64_t runs = engine_stats(spec->engine)->runs;
    uint64_t calls = solver_stats(engine_solver(spec->engine))->queries;

    *out = (CauseResult){0};
    lineage_build(spec->graph, spec->criterion, spec->summary, &out->lineage);
    cause_domain_build(&out->lineage, &spec->hints, &out->domain);
    const size_t n = (size_t)out->domain.graph.n + 1;
    cause_pointers_init(&c.pointers, spec->graph);
    c.tried = mem_zalloc(n, 1);
    c.assumed = mem_zalloc(n, 1);
    c.outcome = mem_zalloc(n, sizeof *c.outcome);
    bool ok = spec->technique->search(&c, d);
    if (ok)
        cause_answer(&c);
    out->stats = c.sparse.stats;
    out->runs = engine_stats(spec->engine)->runs - runs;
    out->solver_calls =
        solver_stats(engine_solver(spec->engine))->queries - calls;
    out->wall_s = child_clock(false) - c.start;
    out->cpu_s = child_clock(true) - c.start_cpu;
    for (size_t i = 0; i < c.judged.n; i++) {
        vec_done(&c.judged.at[i].nodes);
        vec_done(&c.judged.at[i].values);
    }
    vec_done(&c.judged);
    free(c.tried);
    free(c.assumed);
    free(c.outcome);
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
}

/* An address says nothing, but who else had it does. */
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

void
cause_say_value(const Graph *g, const CauseLink *link, Str *out)
{
    const Graph copy = *g;
    GraphNode pair[2] = {g->nodes[link->node], g->nodes[link->node]};
    Graph one = copy; /* the node alone, with the other value */

    if (link->value && cause_is_pointer(g, link->node)) {
        say_pointer(g, link, out);
        return;
    }
    pair[0].value = link->value;
    one.nodes = pair;
    say_value(&one, 0, out);
}
