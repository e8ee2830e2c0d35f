/* altered.c - is every dependence in the graph? Alter one instance of a traced
 * run and see whether anything changes that the graph says cannot. The run as
 * it is must also do what the native program does.
 *
 * usage: oracle PROGRAM STORE SEED TIMES [--moves] [--blind] [--kinds]
 *            [--summary | --across] [--test ARGS]
 *
 * Two runs A (as it is) and B (with one value altered) are aligned by their
 * control dependences: children of two aligned decisions with one outcome are
 * the same instructions in the same order. Both graphs are then coloured from
 * the altered instance along all edges; an aligned instance has the colour if
 * it has it in either run, for a store that went elsewhere is seen in one run
 * only. What has no colour must have the same value in both runs, and what has
 * no partner must have the colour. Ends with 1 if something does not hold.
 *
 * Runs with alterations record every value; of the run as it is there is also
 * a trace that leaves out what can be computed: both must give one graph.
 *
 * Where a run ends early (crash, exit, the limit) or jumps (longjmp), missing
 * instances are no evidence. Addresses that the allocator gave out, and where
 * in its input a program is, may differ without a dependence; with --moves all
 * addresses may (alloca by a variable). With --blind every second edge is
 * overlooked: then it must fail.
 */
#include "base/bitset.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "program/control.h"
#include "trace/graph.h"
#include "trace/record.h"
#include "trace/slice.h"
#include "variant/variant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NODES = 400000, MAX_SHOWN = 5 };

typedef struct Session Session;
struct Session {
    Subject subject;
    Script script;
    Control control;
    RunRoot root;
    char *variant, *lean, *concolic, *dir;
    const char *test;
    bool moves, blind, summary, across;
    Summaries summaries, calls;         /* inside functions, and across */
    uint64_t nchanged, nreal, nsummary; /* see --summary */
    uint64_t random;
    Diag d;
};

typedef struct Run Run;
struct Run {
    Graph g;
    Bitset alignable; /* sites, and what others depend on for control */
    Bitset coloured;
    uint32_t *partner;          /* in the other run, 0: none */
    uint32_t *first, *children; /* by parent, in order */
    bool whole;                 /* main returned */
    int status;
};

static uint64_t
next_random(Session *s)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return s->random;
}

static const ScriptInst *
inst_of(const Run *r, uint32_t node)
{
    return &r->g.script->insts[r->g.nodes[node].inst];
}

static bool
record(Session *s, const char *variant, AlterPlan *plan, Run *out)
{
    RecordSpec spec = {.program = s->subject.path,
                       .variant = variant,
                       .test = s->test,
                       .dir = s->dir,
                       .limits = {.time_s = 10},
                       .trace_bytes = 64 << 20,
                       .alter = plan,
                       .id = s->subject.program.id};
    Recorded recorded;
    Trace trace = {0};
    char **paths = NULL;
    size_t n = 0;

    *out = (Run){0};
    if (!record_run(&spec, &s->root, &recorded, &s->d))
        return false;
    bool ok =
        trace_list(recorded.dir, &paths, &n, &s->d) && n > 0 &&
        trace_open(paths[0], s->subject.program.id, &trace, &s->d) &&
        graph_make(&(GraphSpec){.script = &s->script,
                                .control = &s->control,
                                .summaries = s->summary ? &s->summaries : NULL,
                                .across = s->across ? &s->calls : NULL,
                                .trace = &trace},
                   &out->g, &s->d) &&
        graph_check(&out->g, &s->d);
    out->status = recorded.status;
    out->whole = !trace.stopped && !trace.nlost;
    trace_close(&trace);
    for (size_t i = 0; i < n; i++)
        free(paths[i]);
    free(paths);
    recorded_done(&recorded);
    return ok;
}

/* Did the run end by returning from main, without jumps? */
static bool
ended_well(const Run *r)
{
    const Script *s = r->g.script;

    if (!r->whole || r->g.sites.n == 0)
        return false;
    uint32_t last = r->g.nodes[r->g.sites.nodes[r->g.sites.n - 1]].inst;
    for (uint32_t i = 1; i < r->g.nnodes; i++)
        if (r->g.nodes[i].inst < s->ninsts &&
            inst_of(r, i)->flags & SCRIPT_SETJMP && r->g.nodes[i].value)
            return false;
    for (uint32_t f = 0; f < s->nfunctions; f++)
        if (strcmp(script_text(s, s->functions[f].name), "main") == 0)
            return last - s->functions[f].inst < s->functions[f].ninsts &&
                   s->insts[last].op == SCRIPT_RETURN;
    return false;
}

static void
prepare(Run *r)
{
    Graph *g = &r->g;

    r->alignable = bitset_new(g->nnodes);
    r->coloured = bitset_new(g->nnodes);
    r->partner = mem_zalloc(g->nnodes, sizeof *r->partner);
    r->first = mem_zalloc((size_t)g->nnodes + 2, sizeof *r->first);
    r->children = mem_zalloc((size_t)g->nnodes + 1, sizeof *r->children);
    for (uint32_t i = 0; i < g->sites.n; i++)
        bitset_add(&r->alignable, g->sites.nodes[i]);
    for (uint32_t i = 1; i < g->nnodes; i++) {
        if (g->nodes[i].inst >= g->script->ninsts)
            continue;
        bitset_add(&r->alignable, g->nodes[i].control);
        if (inst_of(r, i)->op == SCRIPT_GOTO) /* even one without children */
            bitset_add(&r->alignable, i);
    }
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (bitset_has(&r->alignable, i))
            r->first[g->nodes[i].control + 1]++;
    for (uint32_t i = 1; i <= g->nnodes; i++)
        r->first[i] += r->first[i - 1];
    uint32_t *next = mem_zalloc(g->nnodes, sizeof *next);
    memcpy(next, r->first, g->nnodes * sizeof *next);
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (bitset_has(&r->alignable, i))
            r->children[next[g->nodes[i].control]++] = i;
    free(next);
    r->whole = ended_well(r);
}

static void
run_done(Run *r)
{
    graph_done(&r->g);
    if (r->alignable.words) {
        bitset_free(&r->alignable);
        bitset_free(&r->coloured);
    }
    free(r->partner);
    free(r->first);
    free(r->children);
}

/* Where a switch with this value goes. */
static uint32_t
target(const Script *s, const ScriptInst *i, uint64_t value)
{
    uint32_t k = i->target, last = i->target + (uint32_t)i->size - 1;

    while (k < last && s->cases[k].value != value)
        k++;
    return s->cases[k].block;
}

static bool
same_outcome(const Run *a, uint32_t x, const Run *b, uint32_t y)
{
    const ScriptInst *i;

    if (x == 0)
        return true;
    i = inst_of(a, x);
    if (i->op == SCRIPT_BRANCH)
        return a->g.nodes[x].value == b->g.nodes[y].value;
    if (i->op == SCRIPT_SWITCH)
        return target(a->g.script, i, a->g.nodes[x].value) ==
               target(a->g.script, i, b->g.nodes[y].value);
    return true;
}

static void
align(Run *a, Run *b)
{
    for (uint32_t x = 0; x < a->g.nnodes; x++) {
        uint32_t y = a->partner[x];
        if ((x > 0 && y == 0) || !same_outcome(a, x, b, y))
            continue;
        uint32_t i = a->first[x], k = b->first[y];
        for (; i < a->first[x + 1] && k < b->first[y + 1]; i++, k++) {
            uint32_t p = a->children[i], q = b->children[k];
            if (a->g.nodes[p].inst != b->g.nodes[q].inst)
                break;
            a->partner[p] = q;
            b->partner[q] = p;
        }
    }
}

/* Pass the colour on, in one run; true if something got it. */
static bool
spread(Run *r, const Run *other, bool blind)
{
    bool changed = false;

    for (uint32_t i = 1; i < r->g.nnodes; i++) {
        const GraphNode *n = &r->g.nodes[i];
        if (bitset_has(&r->coloured, i))
            continue;
        bool c = (n->control && bitset_has(&r->coloured, n->control)) ||
                 (r->partner[i] && bitset_has(&other->coloured, r->partner[i]));
        for (uint32_t k = n->dep; k < n[1].dep && !c; k += 1 + blind)
            c = bitset_has(&r->coloured, r->g.deps[k]);
        if (c)
            bitset_add(&r->coloured, i);
        changed = changed || c;
    }
    return changed;
}

static void
colour(Run *a, Run *b, bool blind)
{
    bool again = true;

    while (again) {
        again = spread(a, b, blind);
        again = spread(b, a, blind) || again;
    }
}

/* Values that may differ for reasons no dependence shows. */
static bool
may_differ(const Session *s, const ScriptInst *i)
{
    static const char *const names[] = {
        "malloc",  "calloc",         "realloc", "strdup",
        "strndup", "aligned_alloc",  "getc",    "fgetc",
        "getchar", "__isoc99_scanf", "fgets"};

    if (i->flags & SCRIPT_POINTER && s->moves)
        return true;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (i->op == SCRIPT_FOREIGN &&
            strcmp(script_text(&s->script, i->text), names[k]) == 0)
            return true;
    return false;
}

static bool
differs(const Run *a, uint32_t x, const Run *b)
{
    return a->partner[x] && inst_of(a, x)->site &&
           a->g.nodes[x].value != b->g.nodes[a->partner[x]].value;
}

static void
show(const Run *r, uint32_t node, const char *what)
{
    const Script *s = r->g.script;
    const GraphStep *step = &r->g.steps[r->g.nodes[node].step];
    const ScriptInst *i = inst_of(r, node);
    uint32_t line = step->line == SCRIPT_NONE ? 0 : s->lines[step->line].line;

    printf("  %s: site %" PRIu64 " node %u inst %u op %d line %u#%u in %s: %s "
           "value %" PRIu64 "\n",
           what, graph_site(&r->g, node), node, r->g.nodes[node].inst, i->op,
           line, step->instance,
           script_text(s, s->functions[step->function].name),
           script_text(s, i->text), r->g.nodes[node].value);
}

/* Is that the value, or as much as a type of odd width has of it? */
static bool
is_value(uint64_t got, uint64_t value, unsigned width)
{
    for (unsigned bits = 8 * width; bits > 4 * width; bits--)
        if (got == (bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value))
            return true;
    return false;
}

/* Everything before the altered instance is as it was. */
static unsigned
check_prefix(const Run *a, const Run *b, uint64_t seq, uint64_t value)
{
    for (uint64_t i = 1; i <= seq; i++) {
        uint32_t x = graph_find_site(&a->g, i), y = graph_find_site(&b->g, i);
        if (y && a->g.nodes[x].inst == b->g.nodes[y].inst &&
            (i < seq
                 ? b->g.nodes[y].value == a->g.nodes[x].value
                 : is_value(b->g.nodes[y].value, value, inst_of(b, y)->width)))
            continue;
        printf("FAIL: site %" PRIu64 " is another one before site %" PRIu64
               " was altered\n",
               i, seq);
        show(a, x, "A");
        if (y)
            show(b, y, "B");
        return 1;
    }
    return 0;
}

static unsigned
check_missing(const Run *r, const char *name)
{
    unsigned bad = 0;

    for (uint32_t i = 0; i < r->g.sites.n; i++) {
        uint32_t x = r->g.sites.nodes[i];
        if (r->partner[x] || bitset_has(&r->coloured, x))
            continue;
        if (bad++ < MAX_SHOWN)
            show(r, x, name);
    }
    return bad;
}

static unsigned
compare(const Session *s, Run *a, Run *b, uint64_t seq)
{
    unsigned bad = 0;
    uint32_t x = graph_find_site(&a->g, seq), y = graph_find_site(&b->g, seq);

    align(a, b);
    if (a->partner[x] != y) {
        printf("FAIL: site %" PRIu64 " is not aligned with itself\n", seq);
        show(a, x, "A");
        return 1;
    }
    bitset_add(&a->coloured, x);
    bitset_add(&b->coloured, y);
    colour(a, b, s->blind);
    for (uint32_t i = 1; i < a->g.nnodes; i++)
        if (!bitset_has(&a->coloured, i) && differs(a, i, b) &&
            may_differ(s, inst_of(a, i))) {
            bitset_add(&a->coloured, i);
            colour(a, b, s->blind);
        }
    for (uint32_t i = 1; i < a->g.nnodes; i++) {
        if (bitset_has(&a->coloured, i) || !differs(a, i, b))
            continue;
        if (bad++ >= MAX_SHOWN)
            continue;
        show(a, i, "A");
        show(b, a->partner[i], "B");
    }
    if (a->whole && b->whole)
        bad += check_missing(a, "only in A") + check_missing(b, "only in B");
    return bad;
}

/* How much of what changed does the graph of A connect with the branch? */
static void
count_changed(Session *s, const Run *a, const Run *b, uint32_t x)
{
    Criterion c = {.nodes = &x, .n = 1};
    Graph real = a->g;

    real.summaries.n = 0;
    Bitset near = slice_nodes(&real, &c, true),
           far = slice_nodes(&a->g, &c, true);
    for (uint32_t i = 0; i < a->g.sites.n; i++) {
        uint32_t node = a->g.sites.nodes[i];
        if (node == x || !differs(a, node, b) ||
            inst_of(a, node)->flags & SCRIPT_POINTER)
            continue;
        s->nchanged++;
        s->nreal += bitset_has(&near, node);
        s->nsummary += bitset_has(&far, node);
    }
    bitset_free(&near);
    bitset_free(&far);
}

/* Is the node's value one that does not depend on where code and memory are? */
static bool
is_comparable(const Run *r, uint32_t node)
{
    if (r->g.nodes[node].inst >= r->g.script->ninsts)
        return true;
    const ScriptInst *i = inst_of(r, node);
    return !(i->flags & SCRIPT_POINTER) && i->op != SCRIPT_LOAD &&
           i->op != SCRIPT_ATOMIC;
}

static bool
is_same(const Run *a, const Run *b, uint32_t node)
{
    const GraphNode *x = &a->g.nodes[node], *y = &b->g.nodes[node];

    if (x->inst != y->inst || x->step != y->step || x->control != y->control ||
        x->dep != y->dep || x[1].dep != y[1].dep ||
        (is_comparable(a, node) && x->value != y->value))
        return false;
    for (uint32_t k = x->dep; k < x[1].dep; k++)
        if (a->g.deps[k] != b->g.deps[k])
            return false;
    return true;
}

/* The trace that leaves out what can be computed gives the same graph. */
static unsigned
check_lean(Session *s, const Run *a)
{
    Run b;

    if (!record(s, s->lean, NULL, &b)) {
        printf("FAIL: %s\n", s->d.error);
        return 1;
    }
    uint32_t n = a->g.nnodes < b.g.nnodes ? a->g.nnodes : b.g.nnodes, i = 1;
    while (i < n && is_same(a, &b, i))
        i++;
    unsigned bad = i < a->g.nnodes || i < b.g.nnodes;
    if (bad) {
        printf("FAIL: node %u of %u and %u is another one if values are "
               "computed\n",
               i, a->g.nnodes, b.g.nnodes);
        if (i < n && a->g.nodes[i].inst < a->g.script->ninsts)
            show(a, i, "recorded");
        if (i < n && b.g.nodes[i].inst < b.g.script->ninsts)
            show(&b, i, "computed");
    }
    run_done(&b);
    return bad;
}

/* Another value for the instance; false if it had better stay. */
static bool
choose(Session *s, const Run *a, uint64_t seq, AlterPlan *plan)
{
    uint32_t node = graph_find_site(&a->g, seq);
    const ScriptInst *i = inst_of(a, node);
    uint64_t old = a->g.nodes[node].value, v, r = next_random(s);
    static const uint64_t floats[] = {0, 0x3f800000, 0xc0a00000};
    static const uint64_t doubles[] = {0, UINT64_C(0x3ff0000000000000),
                                       UINT64_C(0xc014000000000000)};

    if (i->flags & SCRIPT_POINTER || (s->summary && i->op != SCRIPT_BRANCH))
        return false;
    if (i->op == SCRIPT_BRANCH || i->op == SCRIPT_SELECT)
        v = !old;
    else if (i->op == SCRIPT_SWITCH)
        v = r % 3 ? a->g.script->cases[i->target + r / 3 % i->size].value
                  : r / 3 % 8;
    else if (i->flags & SCRIPT_FLOAT)
        v = i->width == 4 ? floats[r % 3] : doubles[r % 3];
    else
        v = r % 5 == 0   ? old + 1
            : r % 5 == 1 ? old - 1
            : r % 5 == 2 ? r / 5 % 10
            : r % 5 == 3 ? old ^ (UINT64_C(1) << r / 5 % (8 * i->width))
                         : next_random(s);
    if (i->width < 8)
        v &= (UINT64_C(1) << 8 * i->width) - 1;
    if (i->op == SCRIPT_STORE && i->width == 1)
        v &= old <= 1 ? 1 : 0xff; /* a bool has two */
    if (v == old)
        return false;
    if (i->op == SCRIPT_BRANCH || i->op == SCRIPT_SELECT)
        alter_add(plan, seq, ALTER_FLIP, a->g.nodes[node].inst, 0);
    else
        alter_add(plan, seq, ALTER_SET, a->g.nodes[node].inst, v);
    plan->entries[0].value = v;
    plan->limit = 4 * (uint64_t)a->g.sites.n + 10000;
    return true;
}

static void
reset(Run *a)
{
    memset(a->partner, 0, a->g.nnodes * sizeof *a->partner);
    bitset_free(&a->coloured);
    a->coloured = bitset_new(a->g.nnodes);
}

/* One alteration: 1 if it shows a dependence that is missing. */
static unsigned
try_one(Session *s, Run *a, uint64_t seq, AlterPlan *plan)
{
    Run b;
    unsigned bad = 0;

    if (!record(s, s->variant, plan, &b)) {
        printf("FAIL: %s\n", s->d.error);
        return 1;
    }
    const AlterEntry *e = &plan->entries[0];
    if (plan->ndone != 1 ||
        e->was != a->g.nodes[graph_find_site(&a->g, seq)].value) {
        printf("FAIL: site %" PRIu64 " was not altered\n", seq);
        bad = 1;
    } else {
        prepare(&b);
        bad = check_prefix(a, &b, seq, e->value) || compare(s, a, &b, seq) > 0;
        if (bad) {
            printf("FAIL: above changed with site %" PRIu64 " := %" PRIu64
                   ":\n",
                   seq, e->value);
            show(a, graph_find_site(&a->g, seq), "altered");
        }
        if (s->summary)
            count_changed(s, a, &b, graph_find_site(&a->g, seq));
        reset(a);
    }
    run_done(&b);
    return bad;
}

/* Run a variant with this plan; its status. */
static int
run_plan(Session *s, const char *variant, AlterPlan *plan)
{
    RecordSpec spec = {.program = s->subject.path,
                       .variant = variant,
                       .test = s->test,
                       .dir = s->dir,
                       .limits = {.time_s = 20},
                       .trace_bytes = 64 << 20,
                       .alter = plan,
                       .id = s->subject.program.id};
    Recorded r;

    if (!record_run(&spec, &s->root, &r, &s->d)) {
        printf("FAIL: %s\n", s->d.error);
        return -1;
    }
    int status = r.status;
    recorded_done(&r);
    return status;
}

static unsigned
expect(bool ok, const char *what, const char *variant)
{
    if (!ok)
        printf("FAIL: %s: %s\n", what, variant);
    return !ok;
}

/* The same value again: nothing changes, but it was there. */
static unsigned
try_same(Session *s, const Run *a, const char *variant, uint64_t seq)
{
    const GraphNode *n = &a->g.nodes[graph_find_site(&a->g, seq)];
    AlterPlan plan = {0};
    unsigned bad;

    if (a->g.script->insts[n->inst].flags & SCRIPT_POINTER)
        return 0;
    alter_add(&plan, seq, ALTER_SET, n->inst, n->value);
    int status = run_plan(s, variant, &plan);
    bad = expect(status == a->status && plan.ndone == 1 &&
                     plan.entries[0].was == n->value,
                 "another value at a site", variant);
    alter_done(&plan);
    alter_add(&plan, seq, ALTER_SET, n->inst + 1, n->value + 1);
    status = run_plan(s, variant, &plan);
    bad += expect(status == a->status && plan.ndone == 0,
                  "another instruction was taken for the site", variant);
    alter_done(&plan);
    return bad;
}

static unsigned
try_kinds(Session *s, const Run *a, const char *variant)
{
    AlterPlan plan = {.limit = a->g.sites.n};
    unsigned bad = 0;

    int status = run_plan(s, variant, &plan);
    bad += expect(status == a->status && plan.taken && !plan.limited,
                  "more sites than in the trace", variant);
    plan.limit--;
    status = run_plan(s, variant, &plan);
    bad += expect(status == ALTER_STOPPED && plan.limited,
                  "fewer sites than in the trace", variant);
    plan.limit = 0;
    alter_add(&plan, 1, ALTER_SYMBOL, UINT32_MAX, 0);
    alter_add(&plan, a->g.sites.n / 2 + 1, ALTER_STOP, UINT32_MAX, 0);
    status = run_plan(s, variant, &plan);
    bad +=
        expect(status == ALTER_STOPPED && plan.stopped &&
                   plan.ndone == plan.n && plan.reached == a->g.sites.n / 2 + 1,
               "no stop", variant);
    alter_done(&plan);
    for (int k = 0; k < 5; k++)
        bad += try_same(s, a, variant, 1 + next_random(s) % a->g.sites.n);
    return bad;
}

static bool
open_session(Session *s, const char *program, const char *store)
{
    if (!subject_open(program, store, &s->subject, &s->d) ||
        !variant_get(&s->subject, VARIANT_TRACE, &s->lean, &s->d) ||
        !variant_get(&s->subject, VARIANT_RETRACE, &s->variant, &s->d) ||
        !variant_script(&s->subject, &s->script, &s->d) ||
        (s->summary &&
         !variant_summaries(&s->subject, false, &s->summaries, &s->d)) ||
        (s->across &&
         !variant_summaries(&s->subject, true, &s->calls, &s->d)) ||
        !rundir_open(false, &s->root, &s->d))
        return false;
    control_build(&s->subject.program, &s->control);
    s->dir = io_absolute(".");
    return true;
}

/* Instructions are equally likely, then their instances. */
static uint64_t
choose_site(Session *s, const Run *a)
{
    const Graph *g = &a->g;
    uint32_t *times = mem_zalloc(g->script->ninsts, sizeof *times);
    uint32_t ninsts = 0, inst = 0;
    uint64_t seq = 0;

    for (uint32_t i = 0; i < g->sites.n; i++)
        ninsts += times[g->nodes[g->sites.nodes[i]].inst]++ == 0;
    uint64_t k = next_random(s) % ninsts;
    for (;; inst++)
        if (times[inst] && k-- == 0)
            break;
    for (k = next_random(s) % times[inst];; seq++)
        if (g->nodes[g->sites.nodes[seq]].inst == inst && k-- == 0)
            break;
    free(times);
    return seq + 1;
}

static unsigned
try_all(Session *s, Run *a, unsigned times, unsigned *done)
{
    unsigned bad = 0, tries = 0;

    while (*done < times && tries++ < 20 * times) {
        AlterPlan plan = {0};
        uint64_t seq = choose_site(s, a);
        if (choose(s, a, seq, &plan)) {
            ++*done;
            bad += try_one(s, a, seq, &plan);
        }
        alter_done(&plan);
    }
    return bad;
}

int
main(int argc, char **argv)
{
    Session s = {.test = ""};
    bool kinds = false;
    unsigned done = 0, bad = 0;
    Run a;

    if (argc < 5)
        return 2;
    s.random = strtoull(argv[3], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (int i = 5; i < argc; i++) {
        if (strcmp(argv[i], "--moves") == 0)
            s.moves = true;
        else if (strcmp(argv[i], "--blind") == 0)
            s.blind = true;
        else if (strcmp(argv[i], "--summary") == 0)
            s.summary = true;
        else if (strcmp(argv[i], "--across") == 0)
            s.summary = s.across = true;
        else if (strcmp(argv[i], "--kinds") == 0)
            kinds = true;
        else if (strcmp(argv[i], "--test") == 0 && i + 1 < argc)
            s.test = argv[++i];
    }
    diag_init(&s.d);
    if (!open_session(&s, argv[1], argv[2]) ||
        !record(&s, s.variant, NULL, &a)) {
        printf("FAIL: %s\n", s.d.error);
        return 1;
    }
    prepare(&a);
    if (a.g.nnodes > MAX_NODES || a.g.sites.n == 0) {
        printf("%s: too long, not tried\n", argv[1]);
    } else {
        if (kinds &&
            !variant_get(&s.subject, VARIANT_RETRACE, &s.concolic, &s.d)) {
            printf("FAIL: %s\n", s.d.error);
            return 1;
        }
        if (kinds)
            bad = try_kinds(&s, &a, s.variant) + try_kinds(&s, &a, s.concolic);
        bad += check_lean(&s, &a);
        bad += try_all(&s, &a, (unsigned)strtoul(argv[4], NULL, 10), &done);
        printf("%s: %u sites, %u nodes, %u alterations, %u bad\n", argv[1],
               a.g.sites.n, a.g.nnodes, done, bad);
        if (s.summary)
            printf("%s: %" PRIu64 " changed, %" PRIu64
                   " by dependences, %" PRIu64 " with summaries\n",
                   argv[1], s.nchanged, s.nreal, s.nsummary);
    }
    run_done(&a);
    control_done(&s.control);
    summaries_done(&s.summaries);
    summaries_done(&s.calls);
    script_done(&s.script);
    subject_done(&s.subject);
    rundir_close(&s.root);
    diag_done(&s.d);
    free(s.variant);
    free(s.lean);
    free(s.concolic);
    free(s.dir);
    return bad > 0;
}
