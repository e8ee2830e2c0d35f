/* slice.c - `culprit slice`: what a value came from. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/uses.h"
#include "report/slice_view.h"
#include "session/session.h"
#include "trace/traced.h"

#include <stdlib.h>

typedef struct Settings Settings;
struct Settings {
    const char *program, *test, *at, *variable, *format, *store;
    const char *set, *flip;
    TracedOptions traced;
    long top;
    bool forward, statistics, sites, no_summary;
};

static const Settings defaults = {
    .test = "",
    .format = "text",
    .store = ".culprit",
    .traced = {.time_s = 60, .trace_mb = 1024, .process = 1},
    .top = 100,
};

static const OptionUse uses[] = {
    USE_WITH(PROGRAM, Settings, program, .required = true),
    USE_WITH(TEST, Settings, test, .normally = "no arguments"),
    USE(AT, Settings, at),
    USE(VAR, Settings, variable),
    USE(FORWARD, Settings, forward),
    USE_WITH(FORMAT, Settings, format, .choices = "text json dot sarif"),
    USE(NO_SUMMARY, Settings, no_summary),
    USE(SUMMARY_ACROSS, Settings, traced.across),
    USE(SITES, Settings, sites),
    USE(ALTER, Settings, set),
    USE(FLIP, Settings, flip),
    USE_WITH(TOP, Settings, top, .note = "the nearest instances first"),
    USES_TRACED(Settings, traced),
    USE(UNTIL, Settings, traced.until),
    USE(LAST, Settings, traced.last),
    USE(KEEP_TRACE, Settings, traced.keep),
    USE(TRACE, Settings, traced.from),
    USE(STATISTICS, Settings, statistics),
    USE(STORE, Settings, store),
};

static bool
plan_alterations(const Settings *o, AlterPlan *plan, Diag *d)
{
    return (!o->set || alter_parse(plan, ALTER_SET, o->set, d) ||
            diag_context(d, "--alter")) &&
           (!o->flip || alter_parse(plan, ALTER_FLIP, o->flip, d) ||
            diag_context(d, "--flip"));
}

static bool
show(const Settings *o, const TracedRun *r, Io *io, Diag *d)
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
    if (g->run.nforgotten && bitset_has(&all, 1))
        diag_warn(d, "some of it comes from before what was kept (--last)");
    Bitset nodes = slice_nearest(g, &c, &all, o->forward,
                                 o->top ? (size_t)o->top : SIZE_MAX, &total);
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

static bool
check(const Settings *o, Diag *d)
{
    if (o->traced.from && (*o->test || o->set || o->flip || o->traced.keep))
        return diag_fail(d, "with --trace nothing is run: no --test, --alter, "
                            "--flip, --keep-trace");
    if (o->variable && !o->at && !o->traced.until)
        return diag_fail(d, "--var needs --at");
    return true;
}

static int
slice(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *o = settings;
    Session s = {0};
    TracedProgram p = {0};
    TracedRun r = {0};
    AlterPlan plan = {0};
    TracedOptions traced = o->traced;

    (void)operands;
    traced.alter = &plan;
    traced.summary = !o->no_summary;
    traced.across = traced.across && !o->no_summary;
    bool ok = check(o, d) && plan_alterations(o, &plan, d) &&
              session_program(o->program, o->store, &s, d) &&
              traced_open(&s.subject, &p, d) &&
              traced_run(&p, o->test, &traced, &r, d);
    if (ok && o->statistics)
        traced_statistics(&r, io->err);
    ok = ok && show(o, &r, io, d);
    traced_done(&r);
    traced_close(&p);
    session_close(&s);
    alter_done(&plan);
    return ok ? CMD_ANSWER : CMD_ERROR;
}

const CommandSpec command_slice = {
    .name = "slice",
    .synopsis = "--program P [--test 'ARGS < FILE'] [--at FILE:LINE[#K]]",
    .description =
        "Run one test and show the statement instances that a value came from, "
        "in\n"
        "the order they were executed, with their values. FILE:LINE#K is the "
        "K-th\n"
        "instance of that line; without #K it is the last. Without --at, it is "
        "where\n"
        "the failure shows: the instruction that trapped, the failed "
        "assertion, the\n"
        "last output.",
    .examples =
        "  culprit slice -p ./mid --test '< mid.in' --at mid.c:18\n"
        "  culprit slice -p ./sort --test '3 1 2' --at sort.c:40#2 -v i\n",
    .operands = {.stray = "arguments of the test go to --test"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = slice,
};
