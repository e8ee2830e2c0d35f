/* slice.c - `culprit slice`: what a value came from. */
#include "cmd/commands.h"

#include "base/io.h"
#include "report/formats.h"
#include "report/slice_view.h"
#include "session/session.h"
#include "trace/traced.h"

#include <stdlib.h>

typedef struct Options Options;
struct Options {
    const char *program, *test, *at, *variable, *format, *store;
    const char *set, *flip;
    TracedOptions traced;
    long most;
    bool forward, statistics, sites, no_summary;
};

static bool
plan_alterations(const Options *o, AlterPlan *plan, Diag *d)
{
    return (!o->set || alter_parse(plan, ALTER_SET, o->set, d) ||
            diag_context(d, "--alter")) &&
           (!o->flip || alter_parse(plan, ALTER_FLIP, o->flip, d) ||
            diag_context(d, "--flip"));
}

static bool
show(const Options *o, const TracedRun *r, Io *io, Diag *d)
{
    const Graph *g = &r->graph;
    SliceOutcome outcome = {.status = r->recorded.status,
                            .signal = r->recorded.signal};
    Bytes out = {0};
    Criterion c;
    Story story;

    const char *at = o->at ? o->at : o->traced.until;
    bool ok = at ? criterion_at(g, at, o->variable, &c, d)
                 : criterion_default(g, r->recorded.signal, &c, d);
    if (!ok)
        return false;
    size_t total;
    Bitset all = slice_nodes(g, &c, o->forward);
    if (g->nforgotten && bitset_has(&all, 1))
        diag_warn(d, "some of it comes from before what was kept (--last)");
    Bitset nodes = slice_nearest(g, &c, &all, o->forward,
                                 o->most ? (size_t)o->most : SIZE_MAX, &total);
    story_tell(g, &nodes, &c, &story);
    SliceView view = {.story = &story,
                      .graph = g,
                      .criterion = c.step,
                      .why = c.why,
                      .forward = o->forward,
                      .show_sites = o->sites,
                      .total = total};
    if (o->set || o->flip) {
        char *path = io_join(r->recorded.dir, RECORD_OUT);
        if (io_read(path, &out, d)) {
            outcome.out = (const char *)out.at;
            outcome.nout = out.n;
        }
        free(path);
        view.altered = &outcome;
    }
    slice_show(&view, o->format, io->out);
    story_done(&story);
    bitset_free(&nodes);
    bitset_free(&all);
    criterion_done(&c);
    io_bytes_done(&out);
    return true;
}

static int
slice(const Options *o, Io *io)
{
    Diag d;
    Session s = {0};
    TracedProgram p = {0};
    TracedRun r = {0};
    AlterPlan plan = {0};
    TracedOptions traced = o->traced;

    diag_init(&d);
    traced.alter = &plan;
    traced.summary = !o->no_summary;
    traced.across = traced.across && !o->no_summary;
    bool ok = format_check("slice", o->format, &d) &&
              plan_alterations(o, &plan, &d) &&
              session_program(o->program, o->store, &s, &d) &&
              traced_open(&s.subject, &p, &d) &&
              traced_run(&p, o->test, &traced, &r, &d);
    if (ok && o->statistics)
        traced_statistics(&r, io->err);
    ok = ok && show(o, &r, io, &d);
    traced_done(&r);
    traced_close(&p);
    session_close(&s);
    alter_done(&plan);
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
                 .traced = {.time_s = 60, .trace_mb = 1024, .process = 1},
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
                 "text, json, dot or sarif (text)", 0, 0},
                {"no-summary", 0, OPTION_FLAG, &o.no_summary, NULL,
                 "leave out branches that only kept other definitions away", 0,
                 0},
                {"summary-across", 0, OPTION_FLAG, &o.traced.across, NULL,
                 "find such branches in callees and callers, too", 0, 0},
                {"sites", 0, OPTION_FLAG, &o.sites, NULL,
                 "show the numbers that --alter and --flip take", 0, 0},
                {"alter", 0, OPTION_TEXT, &o.set, "N=VALUE,...",
                 "set the value at site N: what if?", 0, 0},
                {"flip", 0, OPTION_TEXT, &o.flip, "N,...",
                 "let the branch at site N go the other way", 0, 0},
                {"most", 0, OPTION_NUMBER, &o.most, "N",
                 "show at most the N nearest instances, 0: all (100)", 0,
                 1 << 30},
                {"process", 0, OPTION_NUMBER, &o.traced.process, "K",
                 "the K-th process of the program (1)", 1, 100000},
                {"time", 0, OPTION_REAL, &o.traced.time_s, "SECONDS",
                 "limit of each run (60)", 0, 0},
                {"trace-mb", 0, OPTION_NUMBER, &o.traced.trace_mb, "MB",
                 "stop recording at this size (1024)", 1, 1 << 20},
                {"until", 'u', OPTION_TEXT, &o.traced.until, "PLACE",
                 "as if the run ended behind FILE:LINE#INSTANCE", 0, 0},
                {"last", 0, OPTION_NUMBER, &o.traced.last, "N",
                 "keep only the last N events of the run, 0: all (0)", 0,
                 1 << 30},
                {"keep-trace", 0, OPTION_TEXT, &o.traced.keep, "FILE",
                 "also leave the trace there", 0, 0},
                {"trace", 0, OPTION_TEXT, &o.traced.from, "FILE",
                 "read a trace that was kept instead of running", 0, 0},
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
    bool rerun = o.traced.from && (*o.test || o.set || o.flip || o.traced.keep);
    if (!o.program || n > 0 || rerun ||
        (o.variable && !o.at && !o.traced.until)) {
        fputs(!o.program ? "culprit slice: needs --program"
              : n > 0    ? "culprit slice: arguments of the test go to --test"
              : rerun    ? "culprit slice: with --trace nothing is run: no "
                           "--test, --alter, --flip, --keep-trace"
                         : "culprit slice: --var needs --at",
              io->err);
        fputs(" (see culprit slice --help)\n", io->err);
        return 2;
    }
    return slice(&o, io);
}
