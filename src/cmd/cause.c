/* cause.c - `culprit cause`: from the failure back to its root. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cmd/cause_show.h"
#include "cmd/traced.h"
#include "localize/cause.h"
#include "run/oracle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENDLESS = 3000 }; /* sites of a run that does not end: enough to see */

typedef struct Options Options;
struct Options {
    const char *program, *failing, *expected, *reference;
    const char *chooser, *technique, *format, *store;
    OptionList trust, suspect;
    double time_s, run_s;
    long combination, paths, most, status;
    bool no_summary, gdb, rr, statistics;
};

typedef struct Session Session;
struct Session {
    const Options *o;
    Io *io;
    Arena arena;
    TracedProgram program;
    TracedRun traced;
    char *variant;
    Engine *engine;
    Input input;
    EngineRun failing;
    Bytes expected;
    bool has_expected;
    Goal goal;
    Criterion criterion;
    Str failure; /* in words */
    VEC(uint32_t) trust, suspect;
};

static ArgsResult
parse(Options *o, int argc, char **argv, Io *io)
{
    const Option options[] = {
        {"program", 'p', OPTION_TEXT, &o->program, "P",
         "the program under test, built with culprit-cc", 0, 0},
        {"failing", 0, OPTION_TEXT, &o->failing, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        {"expected", 0, OPTION_TEXT, &o->expected, "FILE",
         "what it should have written to standard output", 0, 0},
        {"reference", 0, OPTION_TEXT, &o->reference, "P",
         "what it should do: what this program does", 0, 0},
        {"status", 0, OPTION_NUMBER, &o->status, "N",
         "the exit status it should have", 0, 255},
        {"trust", 0, OPTION_LIST, &o->trust, "FILE:LINE",
         "what is computed there is known to be right", 0, 0},
        {"suspect", 0, OPTION_LIST, &o->suspect, "FILE:LINE",
         "what is computed there is known to be wrong", 0, 0},
        {"chooser", 0, OPTION_TEXT, &o->chooser, "NAME",
         "which states are altered: mdfs, single-step, bisection (mdfs)", 0, 0},
        {"technique", 't', OPTION_TEXT, &o->technique, "NAME",
         "frontier or predicate-switching (frontier)", 0, 0},
        {"no-summary", 0, OPTION_FLAG, &o->no_summary, NULL,
         "leave out branches that only kept other definitions away", 0, 0},
        {"combination", 0, OPTION_NUMBER, &o->combination, "N",
         "states altered at once, at most (2)", 1, 8},
        {"paths", 0, OPTION_NUMBER, &o->paths, "N",
         "runs for each of these combinations, at most (40)", 1, 1 << 30},
        {"time", 0, OPTION_REAL, &o->time_s, "S",
         "seconds for the search, 0: no limit (120)", 0, 0},
        {"test-time", 0, OPTION_REAL, &o->run_s, "S", "seconds per run (10)", 0,
         0},
        {"format", 'f', OPTION_TEXT, &o->format, "NAME",
         "text, json, dot, gcc, sarif or html (text)", 0, 0},
        {"gdb", 0, OPTION_FLAG, &o->gdb, NULL,
         "a gdb script that stops at the first suspect's instance", 0, 0},
        {"rr", 0, OPTION_FLAG, &o->rr, NULL, "the same for rr replay", 0, 0},
        {"most", 'n', OPTION_NUMBER, &o->most, "N",
         "statements nearby to show (5)", 0, INT32_MAX},
        {"statistics", 0, OPTION_FLAG, &o->statistics, NULL,
         "say how many states were altered, and the time", 0, 0},
        {"store", 0, OPTION_TEXT, &o->store, "DIR",
         "where variants are cached (.culprit)", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "cause",
        .synopsis = "--program P --failing 'ARGS < FILE' [OPTION]...",
        .description =
            "Follow a failure back to its root: alter the program's state at "
            "chosen instants\nof the failing run, see whether the failure goes "
            "away, and search before or\nbehind them. Without expected output "
            "the failure is a crash, a failed assertion,\na sanitizer's report "
            "or a time-out.",
        .options = options,
        .examples =
            "  culprit cause -p ./mid --failing '< mid.in' --expected mid.out\n"
            "  culprit cause -p ./sort --failing '3 1 2' --reference "
            "./sort-1.0\n",
    };
    int noperands;
    ArgsResult r = cmd_parse(&usage, argc, argv, &noperands, io);

    if (r == ARGS_OK && noperands > 0) {
        fprintf(io->err,
                "culprit cause: what is %s? (see culprit cause --help)\n",
                argv[1]);
        return ARGS_BAD;
    }
    return r;
}

static bool
check(const Options *o, Diag *d)
{
    if (!o->program)
        return diag_fail(d, "name the program under test with --program");
    if (access(o->program, X_OK) != 0 || io_is_dir(o->program))
        return diag_fail(d, "--program %s is not an executable file",
                         o->program);
    if (!o->failing)
        return diag_fail(d, "give the failing test with --failing");
    if (o->expected && o->reference)
        return diag_fail(d, "give one of --expected and --reference");
    if (o->reference &&
        (access(o->reference, X_OK) != 0 || io_is_dir(o->reference)))
        return diag_fail(d, "--reference %s is not an executable file",
                         o->reference);
    if (!narrow_chooser(o->chooser))
        return diag_fail(d,
                         "--chooser is mdfs, single-step or bisection, not "
                         "\"%s\"",
                         o->chooser);
    if (strcmp(o->technique, "frontier") != 0 &&
        strcmp(o->technique, "predicate-switching") != 0)
        return diag_fail(d,
                         "--technique is frontier or predicate-switching, "
                         "not \"%s\"",
                         o->technique);
    if (!cause_knows_format(o->format))
        return diag_fail(d,
                         "--format is text, json, dot, gcc, sarif or html, "
                         "not \"%s\"",
                         o->format);
    return true;
}

static bool
open_engine(Session *s, const char *executable, Engine **out, Diag *d)
{
    EngineSpec spec = ENGINE_DEFAULTS;

    spec.sources = 0;
    spec.subject = &s->program.subject;
    spec.variant = executable;
    spec.limits.time_s = s->o->run_s;
    return engine_open(&spec, out, d);
}

/* What the reference writes and ends with; confined as our own runs are. */
static bool
run_reference(Session *s, Diag *d)
{
    char *path = io_absolute(s->o->reference);
    Engine *engine = NULL;
    EngineRun run;
    bool ok = open_engine(s, path, &engine, d) &&
              engine_run(engine, &s->input, NULL, 0, &run, d);

    if (ok && (run.ended.timed_out || run.ended.signal)) {
        ok = diag_fail(d, "--reference fails on this test itself");
        engine_run_done(&run);
    } else if (ok) {
        s->expected = run.out;
        s->has_expected = true;
        s->goal.status = run.ended.status;
        run.out = (Bytes){0};
        engine_run_done(&run);
    }
    engine_close(engine);
    free(path);
    return ok;
}

static bool
find_expected(Session *s, Diag *d)
{
    const Options *o = s->o;

    s->goal.status = (int)o->status;
    if (o->reference)
        return run_reference(s, d);
    if (!o->expected)
        return true;
    s->has_expected = true;
    return io_read(o->expected, &s->expected, d) ||
           diag_context(d, "--expected");
}

/* Failing twice alike is the least to ask for. */
static bool
run_failing(Session *s, Diag *d)
{
    EngineRun again;

    if (!engine_run(s->engine, &s->input, NULL, 0, &s->failing, d) ||
        !engine_run(s->engine, &s->input, NULL, 0, &again, d))
        return false;
    const Bytes *x = &s->failing.out, *y = &again.out;
    bool same =
        s->failing.ended.timed_out ||
        (s->failing.ended.status == again.ended.status && x->n == y->n &&
         (x->n == 0 || memcmp(x->at, y->at, x->n) == 0));
    engine_run_done(&again);
    return same || diag_fail(d, "the failure is not deterministic: two runs of "
                                "the test did not end alike");
}

static void
use_node(Criterion *c, const Graph *g, uint32_t node)
{
    c->nodes = mem_zalloc(1, sizeof *c->nodes);
    c->nodes[0] = node;
    c->n = c->cap = 1;
    c->step = g->nodes[node].step;
}

/* The call that wrote a piece: the next site to be executed. */
static uint32_t
output_node(const Session *s, const ConcolicOutput *o)
{
    const Graph *g = &s->traced.graph;
    uint32_t node = graph_find_site(g, o->at + 1);

    if (node)
        return node;
    for (uint32_t i = 0; i < g->noutputs; i++)
        if (g->outputs[i].descriptor == 1 &&
            g->outputs[i].node > graph_find_site(g, o->at))
            return g->outputs[i].node;
    return 0;
}

/* What was left out is decided after the last output that was right: the
 * failure depends on all decisions since. */
static void
use_decisions(Criterion *c, const Graph *g, uint32_t node)
{
    enum { MOST = 200 };
    uint32_t from = 0;
    VEC(uint32_t) nodes = {0};

    for (uint32_t i = 0; i < g->noutputs && g->outputs[i].node < node; i++)
        if (g->outputs[i].descriptor == 1)
            from = g->outputs[i].node;
    for (uint32_t i = node; i-- > from + 1 && nodes.n < MOST;)
        if (g->nodes[i].inst < g->script->ninsts &&
            g->script->insts[g->nodes[i].inst].op == SCRIPT_BRANCH)
            vec_push(&nodes, i);
    free(c->nodes);
    vec_push(&nodes, node);
    for (size_t i = 0; i + 1 < nodes.n - i; i++) { /* the failure first */
        uint32_t swap = nodes.at[i];
        nodes.at[i] = nodes.at[nodes.n - 1 - i];
        nodes.at[nodes.n - 1 - i] = swap;
    }
    *c = (Criterion){.nodes = nodes.at,
                     .n = nodes.n,
                     .cap = nodes.cap,
                     .step = g->nodes[node].step};
}

static void
show_text(Str *out, const char *at, size_t n)
{
    enum { MOST = 40 };
    size_t end = 0;

    while (end < n && end < MOST && at[end] != '\n')
        end++;
    str_printf(out, "\"%.*s\"", (int)end, at);
}

static bool
find_wrong_output(Session *s, Diag *d)
{
    Goal *g = &s->goal;
    size_t n;
    ConcolicOutput *outputs = goal_outputs(&s->failing, &n);
    const char *actual = (const char *)s->failing.out.at;
    uint32_t node = 0;

    g->kind = GOAL_OUTPUT;
    g->expected = (const char *)s->expected.at;
    g->nexpected = s->expected.n;
    g->property = property_find(outputs, n, actual, s->failing.out.n,
                                g->expected, g->nexpected);
    const Property *p = &g->property;
    if (p->output != PROPERTY_NONE) {
        g->piece = outputs[p->output];
        node = output_node(s, &g->piece);
        str_puts(&s->failure, p->kind == PROPERTY_EXTRA
                                  ? "nothing more should have been written, "
                                    "but "
                                  : "");
        show_text(&s->failure, actual + g->piece.offset, g->piece.length);
        str_puts(&s->failure, " was written");
        if (p->kind != PROPERTY_EXTRA) {
            str_puts(&s->failure, " where ");
            show_text(&s->failure, p->text, p->ntext);
            str_puts(&s->failure, " was expected");
        }
    } else if (p->kind == PROPERTY_MISSING) {
        node = s->traced.graph.last;
        str_puts(&s->failure, "the program ended where it should have "
                              "written ");
        show_text(&s->failure, p->text, p->ntext);
    } else {
        str_puts(&s->failure, "the output is wrong");
    }
    free(outputs);
    if (node && (p->kind == PROPERTY_PATH || p->kind == PROPERTY_MISSING))
        use_decisions(&s->criterion, &s->traced.graph, node);
    else if (node)
        use_node(&s->criterion, &s->traced.graph, node);
    else if (!criterion_default(&s->traced.graph, 0, &s->criterion, d))
        return false;
    return true;
}

/* The decision that went round once too often: the last one. */
static bool
find_endless(Session *s, Diag *d)
{
    const Graph *g = &s->traced.graph;

    s->goal.kind = GOAL_ENDS;
    str_puts(&s->failure, "the program did not end");
    for (uint32_t i = g->nnodes; i-- > 1;)
        if (g->nodes[i].inst < g->script->ninsts &&
            g->script->insts[g->nodes[i].inst].op == SCRIPT_BRANCH) {
            use_node(&s->criterion, g, i);
            return true;
        }
    return diag_fail(d, "the program does not end, and decides nothing");
}

/* Failure point and property. */
static bool
find_failure(Session *s, bool *passes, Diag *d)
{
    const Ended *e = &s->failing.ended;
    Goal *g = &s->goal;
    Str report = {0};

    *passes = false;
    if (s->has_expected) {
        g->expected = s->expected.at ? (const char *)s->expected.at : "";
        g->nexpected = s->expected.n;
    }
    assert(!s->has_expected || g->expected);
    if (e->timed_out)
        return find_endless(s, d);
    bool sanitizer = oracle_sanitizer(&s->failing.err, &report);
    bool crashed = e->signal || sanitizer;
    if (crashed) {
        g->kind = GOAL_ENDS;
        str_puts(&s->failure,
                 sanitizer ? str_text(&report) : strsignal(e->signal));
        str_done(&report);
        return criterion_default(&s->traced.graph, e->signal ? e->signal : 6,
                                 &s->criterion, d);
    }
    str_done(&report);
    const Bytes *out = &s->failing.out;
    bool wrong = s->has_expected &&
                 (out->n != g->nexpected ||
                  (out->n && memcmp(out->at, g->expected, out->n) != 0));
    if (wrong)
        return find_wrong_output(s, d);
    if (g->status >= 0 && e->status != g->status) {
        g->kind = GOAL_STATUS;
        str_printf(&s->failure, "the status was %d where %d was expected",
                   e->status, g->status);
        if (!s->traced.graph.last)
            return diag_fail(d, "nothing was traced");
        use_node(&s->criterion, &s->traced.graph, s->traced.graph.last);
        return true;
    }
    *passes = true;
    return true;
}

static bool
find_lines(Session *s, Diag *d)
{
    uint32_t line, instance;

    for (size_t i = 0; i < s->o->trust.n; i++) {
        if (!criterion_place(&s->program.script, s->o->trust.at[i], &line,
                             &instance, d))
            return diag_context(d, "--trust");
        vec_push(&s->trust, line);
    }
    for (size_t i = 0; i < s->o->suspect.n; i++) {
        if (!criterion_place(&s->program.script, s->o->suspect.at[i], &line,
                             &instance, d))
            return diag_context(d, "--suspect");
        vec_push(&s->suspect, line);
    }
    return true;
}

static bool
trace(Session *s, Diag *d)
{
    AlterPlan plan = {.limit = s->failing.ended.timed_out ? ENDLESS : 0};
    TracedOptions t = {.time_s = s->o->run_s > 60 ? s->o->run_s : 60,
                       .trace_mb = 1024,
                       .process = 1,
                       .summary = !s->o->no_summary};

    if (plan.limit) {
        alter_add(&plan, ENDLESS, ALTER_STOP, UINT32_MAX, 0);
        t.alter = &plan;
    }
    bool ok = traced_run(&s->program, s->o->failing, &t, &s->traced, d);
    alter_done(&plan);
    if (ok && !s->failing.ended.timed_out &&
        s->failing.ended.status != s->traced.recorded.status)
        ok = diag_fail(d,
                       "the program behaves differently when its state can be "
                       "altered: status %d instead of %d",
                       s->failing.ended.status, s->traced.recorded.status);
    return ok;
}

static bool
open_all(Session *s, Diag *d)
{
    const Options *o = s->o;
    char *dir = io_absolute(".");
    bool ok = traced_open(o->program, o->store, &s->program, d) &&
              find_lines(s, d) &&
              (input_parse(&s->arena, o->failing, dir, &s->input, d) ||
               diag_context(d, "--failing")) &&
              variant_get(&s->program.subject, VARIANT_ALTER, &s->variant, d) &&
              open_engine(s, s->variant, &s->engine, d) &&
              find_expected(s, d) && run_failing(s, d) && trace(s, d);

    free(dir);
    return ok;
}

static bool
search(Session *s, bool *found, Diag *d)
{
    const Options *o = s->o;
    enum { FACTOR = 10, LEAST = 1000 };
    const double least_s = 2;
    const uint64_t sites =
        s->failing.recording.header ? s->failing.recording.header->sites : 0;
    CauseSpec spec = {
        .graph = &s->traced.graph,
        .criterion = &s->criterion,
        .summary = !o->no_summary,
        .hints = {.trust = s->trust.at,
                  .ntrust = s->trust.n,
                  .suspect = s->suspect.at,
                  .nsuspect = s->suspect.n},
        .engine = s->engine,
        .input = &s->input,
        .goal = &s->goal,
        .chooser = strcmp(o->technique, "frontier") == 0
                       ? narrow_chooser(o->chooser)
                       : NULL,
        .combination = (uint32_t)o->combination,
        .paths = (uint32_t)o->paths,
        .time_s = o->time_s,
        .branches = sites,
    };
    CauseResult r;

    double limit = 20 * s->failing.ended.wall_s;
    if (limit < least_s)
        limit = least_s;
    engine_limit(s->engine, limit < o->run_s ? limit : o->run_s,
                 FACTOR * (sites + LEAST));
    bool ok = cause_run(&spec, &r, d);
    if (ok) {
        const CauseView view = {.spec = &spec,
                                .result = &r,
                                .failure = str_text(&s->failure),
                                .program = &s->program.subject.program,
                                .path = s->program.subject.path,
                                .test = o->failing,
                                .most = (size_t)o->most,
                                .rr = o->rr,
                                .statistics = o->statistics,
                                .colour = s->io->colour};
        *found = r.suspects.n > 0;
        ok = cause_show(&view, o->gdb || o->rr ? "gdb" : o->format, s->io->out,
                        d);
    }
    cause_done(&r);
    return ok;
}

static void
close_all(Session *s)
{
    criterion_done(&s->criterion);
    traced_done(&s->traced);
    if (s->failing.recording.memory)
        engine_run_done(&s->failing);
    engine_close(s->engine);
    traced_close(&s->program);
    free(s->variant);
    io_bytes_done(&s->expected);
    str_done(&s->failure);
    vec_done(&s->trust);
    vec_done(&s->suspect);
    arena_done(&s->arena);
}

int
cmd_cause(int argc, char **argv, Io *io)
{
    Options o = {.chooser = "mdfs",
                 .technique = "frontier",
                 .format = "text",
                 .store = ".culprit",
                 .time_s = 120,
                 .run_s = 10,
                 .status = -1,
                 .combination = 2,
                 .paths = 40,
                 .most = 5};
    Session s = {.o = &o, .io = io};
    bool passes = false, found = false;
    Diag d;

    ArgsResult parsed = parse(&o, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    bool ok =
        check(&o, &d) && open_all(&s, &d) && find_failure(&s, &passes, &d);
    if (ok && passes)
        fputs(s.has_expected
                  ? "the test passes: its output is the expected one\n"
                  : "the test passes: it does not crash, and no expected "
                    "output was given (--expected, --reference, --status)\n",
              io->out);
    else if (ok)
        ok = search(&s, &found, &d);
    close_all(&s);
    cmd_list_done(&o.trust);
    cmd_list_done(&o.suspect);
    if (!ok)
        return cmd_fail(io, "cause", &d);
    cmd_warnings(io, "cause", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
