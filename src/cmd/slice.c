/* slice.c - `culprit slice`: what a value came from. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cmd/slice_show.h"
#include "program/control.h"
#include "trace/record.h"
#include "trace/story.h"
#include "variant/variant.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Options Options;
struct Options {
    const char *program, *test, *at, *variable, *format, *store, *keep;
    const char *set, *flip;
    double time_s;
    long trace_mb, process, most;
    bool forward, statistics, sites, no_summary;
};

typedef struct Session Session;
struct Session {
    const Options *o;
    Subject subject;
    Script script;
    Control control;
    Summaries summaries;
    RunRoot root;
    AlterPlan alter;
    Recorded recorded;
    Trace trace;
    Graph graph;
    Diag *d;
};

static bool
open_program(Session *s, char **variant)
{
    char *cache = io_join(s->o->store, "cache");
    bool ok = subject_open(s->o->program, cache, &s->subject, s->d) &&
              variant_get(&s->subject, VARIANT_TRACE, variant, s->d) &&
              variant_script(&s->subject, &s->script, s->d) &&
              (s->o->no_summary ||
               variant_summaries(&s->subject, &s->summaries, s->d));

    free(cache);
    if (ok)
        control_build(&s->subject.program, &s->control);
    return ok;
}

static bool
plan_alterations(Session *s)
{
    return (!s->o->set || alter_parse(&s->alter, ALTER_SET, s->o->set, s->d) ||
            diag_context(s->d, "--alter")) &&
           (!s->o->flip ||
            alter_parse(&s->alter, ALTER_FLIP, s->o->flip, s->d) ||
            diag_context(s->d, "--flip"));
}

/* Nothing is shown as altered that was not. */
static bool
check_alterations(Session *s)
{
    const AlterPlan *p = &s->alter;

    if (p->n == 0)
        return true;
    if (!p->taken)
        return diag_fail(s->d, "the test does not run %s", s->subject.path);
    if (p->ndone < p->n)
        return diag_fail(s->d, "the run never came to site %llu (see --sites)",
                         (unsigned long long)p->entries[p->ndone].at);
    return true;
}

static bool
record(Session *s, const char *variant)
{
    char *dir = io_absolute(".");
    RecordSpec spec = {
        .program = s->subject.path,
        .variant = variant,
        .test = s->o->test,
        .dir = dir,
        .limits = {.time_s = s->o->time_s},
        .trace_bytes = (unsigned long long)s->o->trace_mb << 20,
        .alter = s->alter.n ? &s->alter : NULL,
        .id = s->subject.program.id,
    };
    bool ok = rundir_open(false, &s->root, s->d) &&
              record_run(&spec, &s->root, &s->recorded, s->d) &&
              check_alterations(s);

    free(dir);
    return ok;
}

/* The trace of the process asked for; the first one is the program itself. */
static bool
choose_trace(Session *s)
{
    char **paths = NULL;
    size_t n = 0;
    bool ok = trace_list(s->recorded.dir, &paths, &n, s->d);

    if (ok && n == 0)
        ok = diag_fail(s->d, "no trace was written: did the test run %s?",
                       s->subject.path);
    if (ok && (size_t)s->o->process > n)
        ok = diag_fail(s->d, "there were %zu processes, not %ld", n,
                       s->o->process);
    if (ok && n > 1 && s->o->process == 1)
        diag_warn(s->d, "the first of %zu processes is shown (--process)", n);
    if (ok)
        ok = trace_open(paths[s->o->process - 1], s->subject.program.id,
                        &s->trace, s->d) &&
             (!s->o->keep ||
              io_copy(paths[s->o->process - 1], s->o->keep, s->d));
    for (size_t i = 0; i < n; i++)
        free(paths[i]);
    free(paths);
    return ok;
}

static bool
build_graph(Session *s)
{
    GraphSpec spec = {.script = &s->script,
                      .control = &s->control,
                      .summaries = s->o->no_summary ? NULL : &s->summaries,
                      .trace = &s->trace};

    if (!graph_make(&spec, &s->graph, s->d))
        return false;
    if (!graph_check(&s->graph, s->d))
        bug("a graph that was just built is wrong: %s", s->d->error);
    if (s->trace.stopped)
        diag_warn(s->d,
                  "the trace reached its limit of %ld MB: what came "
                  "after is missing (--trace-mb)",
                  s->o->trace_mb);
    if (s->trace.nlost)
        diag_warn(s->d, "what the handlers of %u signals did is not shown",
                  s->trace.nlost);
    if (s->recorded.timed_out)
        diag_warn(s->d, "the run was stopped after %g s", s->o->time_s);
    if (s->graph.nunknown)
        diag_warn(s->d,
                  "%u calls of functions with unknown effects, such as "
                  "%s: taken to use and change what they are given",
                  s->graph.nunknown, s->graph.unknown);
    return true;
}

static void
show_statistics(const Session *s, FILE *out)
{
    const Graph *g = &s->graph;

    fprintf(out,
            "trace: %zu bytes, %llu records, %llu instructions, %.2f bytes a "
            "record; graph: %u nodes, %u edges, %u summary control dependences "
            "(%u uses have more), %u statement instances\n",
            s->trace.nrecords, (unsigned long long)g->nrecords,
            (unsigned long long)g->ninstructions,
            g->nrecords ? (double)s->trace.nrecords / (double)g->nrecords : 0,
            g->nnodes, g->ndeps, g->nsummaries, g->nbounded, g->nsteps);
}

static bool
show(Session *s, SliceWriter write, Io *io)
{
    const Options *o = s->o;
    Criterion c;
    Story story;

    bool ok = o->at
                  ? criterion_at(&s->graph, o->at, o->variable, &c, s->d)
                  : criterion_default(&s->graph, s->recorded.signal, &c, s->d);
    if (!ok)
        return false;
    size_t total;
    Bitset all = slice_nodes(&s->graph, &c, o->forward);
    Bitset nodes = slice_nearest(&s->graph, &c, &all, o->forward,
                                 o->most ? (size_t)o->most : SIZE_MAX, &total);
    story_tell(&s->graph, &nodes, &c, &story);
    SliceView view = {.story = &story,
                      .graph = &s->graph,
                      .criterion = c.step,
                      .why = c.why,
                      .forward = o->forward,
                      .show_sites = o->sites,
                      .total = total};
    sources_init(&view.sources, NULL);
    write(&view, io->out);
    sources_done(&view.sources);
    story_done(&story);
    bitset_free(&nodes);
    bitset_free(&all);
    criterion_done(&c);
    return true;
}

static void
session_done(Session *s)
{
    alter_done(&s->alter);
    graph_done(&s->graph);
    trace_close(&s->trace);
    recorded_done(&s->recorded);
    if (s->root.path)
        rundir_close(&s->root);
    control_done(&s->control);
    summaries_done(&s->summaries);
    script_done(&s->script);
    subject_done(&s->subject);
}

static int
slice(const Options *o, SliceWriter write, Io *io)
{
    Diag d;
    Session s = {.o = o, .d = &d};
    char *variant = NULL;

    diag_init(&d);
    bool ok = plan_alterations(&s) && open_program(&s, &variant) &&
              record(&s, variant) && choose_trace(&s) && build_graph(&s);
    if (ok && o->statistics)
        show_statistics(&s, io->err);
    ok = ok && show(&s, write, io);
    free(variant);
    session_done(&s);
    if (!ok)
        return cmd_fail(io, "slice", &d);
    cmd_warnings(io, "slice", &d);
    diag_done(&d);
    return 0;
}

int
cmd_slice(int argc, char **argv, Io *io)
{
    Options o = {.test = "",
                 .format = "text",
                 .store = ".culprit",
                 .time_s = 60,
                 .trace_mb = 1024,
                 .process = 1,
                 .most = 100};
    int n;
    const Usage usage = {
        .name = "slice",
        .synopsis = "--program P [--test 'ARGS < FILE'] [--at FILE:LINE[#K]]",
        .description =
            "Run one test and show the statement instances that a value came "
            "from, in\n"
            "the order they were executed, with their values. FILE:LINE#K is "
            "the K-th\n"
            "instance of that line; without #K it is the last. Without --at, "
            "it is where\n"
            "the failure shows: the instruction that trapped, the failed "
            "assertion, the\n"
            "last output.",
        .options =
            (const Option[]){
                {"program", 'p', OPTION_TEXT, &o.program, "P",
                 "the executable, built with culprit-cc", 0, 0},
                {"test", 't', OPTION_TEXT, &o.test, "ARGS",
                 "arguments, and `< FILE` for its input (none)", 0, 0},
                {"at", 'a', OPTION_TEXT, &o.at, "PLACE",
                 "FILE:LINE or FILE:LINE#INSTANCE", 0, 0},
                {"var", 'v', OPTION_TEXT, &o.variable, "NAME",
                 "only this variable at that place", 0, 0},
                {"forward", 'f', OPTION_FLAG, &o.forward, NULL,
                 "what depends on the place instead", 0, 0},
                {"format", 0, OPTION_TEXT, &o.format, "FORMAT",
                 "text, json or dot (text)", 0, 0},
                {"no-summary", 0, OPTION_FLAG, &o.no_summary, NULL,
                 "leave out branches that only kept other definitions away", 0,
                 0},
                {"sites", 0, OPTION_FLAG, &o.sites, NULL,
                 "show the numbers that --alter and --flip take", 0, 0},
                {"alter", 0, OPTION_TEXT, &o.set, "N=VALUE,...",
                 "set the value at site N: what if?", 0, 0},
                {"flip", 0, OPTION_TEXT, &o.flip, "N,...",
                 "let the branch at site N go the other way", 0, 0},
                {"most", 0, OPTION_NUMBER, &o.most, "N",
                 "show at most the N nearest instances, 0: all (100)", 0,
                 1 << 30},
                {"process", 0, OPTION_NUMBER, &o.process, "K",
                 "the K-th process of the program (1)", 1, 100000},
                {"time", 0, OPTION_REAL, &o.time_s, "SECONDS",
                 "limit of each run (60)", 0, 0},
                {"trace-mb", 0, OPTION_NUMBER, &o.trace_mb, "MB",
                 "stop recording at this size (1024)", 1, 1 << 20},
                {"keep-trace", 0, OPTION_TEXT, &o.keep, "FILE",
                 "also leave the trace there", 0, 0},
                {"statistics", 0, OPTION_FLAG, &o.statistics, NULL,
                 "say how large trace and graph are", 0, 0},
                {"store", 0, OPTION_TEXT, &o.store, "DIR",
                 "where variants are cached (.culprit)", 0, 0},
                {0}},
        .examples = "culprit slice -p ./mid -t '< mid.in' --at mid.c:18\n"
                    "culprit slice -p ./sort -t '3 1 2' --at sort.c:40#2 -v i",
    };

    ArgsResult parsed = cmd_parse(&usage, argc, argv, &n, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    SliceWriter write = slice_writer(o.format);
    if (!o.program || !write || n > 0 || (o.variable && !o.at)) {
        fputs(!o.program ? "culprit slice: needs --program"
              : !write   ? "culprit slice: --format is text, json or dot"
              : n > 0    ? "culprit slice: arguments of the test go to --test"
                         : "culprit slice: --var needs --at",
              io->err);
        fputs(" (see culprit slice --help)\n", io->err);
        return 2;
    }
    return slice(&o, write, io);
}
