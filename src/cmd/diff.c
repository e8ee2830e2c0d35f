/* diff.c - `culprit diff`: where two runs part. */
#include "cmd/commands.h"

#include "cmd/uses.h"
#include "report/diff_view.h"
#include "session/session.h"
#include "trace/traced.h"

typedef struct Settings Settings;
struct Settings {
    const char *program, *format, *store;
    TracedOptions traced;
    long top;
};

static const Settings defaults = {
    .format = "text",
    .store = ".culprit",
    .traced = {.time_s = 60, .trace_mb = 1024, .process = 1},
    .top = 50,
};

static const OptionUse uses[] = {
    USE_WITH(PROGRAM, Settings, program, .required = true),
    USE_WITH(FORMAT, Settings, format, .choices = "text json"),
    USE_WITH(TOP, Settings, top, .note = "the first differences"),
    USES_TRACED(Settings, traced),
    USE(STORE, Settings, store),
};

static DiffRun
run_of(const char *test, const TracedRun *r)
{
    return (DiffRun){.test = test,
                     .status = r->recorded.status,
                     .signal = r->recorded.signal,
                     .timed_out = r->recorded.timed_out};
}

/* Gives the status: nothing if there is no difference. */
static int
show(const Settings *o, Operands tests, const TracedRun *runs, Io *io)
{
    Differences found;

    differ_find(&runs[0].graph, &runs[1].graph, &found);
    DiffView view = {.d = &found,
                     .a = run_of(tests.at[0], &runs[0]),
                     .b = run_of(tests.at[1], &runs[1]),
                     .most = o->top ? (size_t)o->top : SIZE_MAX,
                     .option = " (--top)"};
    diff_show(&view, o->format, io->out);
    const int status = found.n ? CMD_ANSWER : CMD_NOTHING;
    differ_done(&found);
    return status;
}

static int
diff(const void *settings, Operands tests, Io *io, Diag *d)
{
    const Settings *o = settings;
    Session s = {0};
    TracedProgram p = {0};
    TracedRun runs[2] = {0};
    int status = CMD_ERROR;

    if (session_program(o->program, o->store, &s, d) &&
        traced_open(&s.subject, &p, d) &&
        traced_run(&p, tests.at[0], &o->traced, &runs[0], d) &&
        traced_run(&p, tests.at[1], &o->traced, &runs[1], d))
        status = show(o, tests, runs, io);
    traced_done(&runs[0]);
    traced_done(&runs[1]);
    traced_close(&p);
    session_close(&s);
    return status;
}

const CommandSpec command_diff = {
    .name = "diff",
    .synopsis = "--program P 'ARGS < FILE' 'ARGS < FILE'",
    .description =
        "Run two tests and show where they part: decisions that went different "
        "ways,\n"
        "and values that differ in what both runs did, below the calls they "
        "are in.\n"
        "Statement instances correspond if they are of one statement and the "
        "decisions\n"
        "they depend on do; the i-th round of a loop to the i-th. Status 1: no "
        "difference.",
    .examples = "  culprit diff -p ./mid '< failing.in' '< passing.in'\n"
                "  culprit diff -p ./sort '3 1 2' '1 2 3'\n",
    .operands = {.min = 2,
                 .max = 2,
                 .what = "two tests, each one argument such as '1 2 < FILE'"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = diff,
};
