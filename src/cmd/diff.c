/* diff.c - `culprit diff`: where two runs part. */
#include "cmd/commands.h"

#include "report/diff_view.h"
#include "report/formats.h"
#include "session/session.h"
#include "trace/traced.h"

typedef struct Options Options;
struct Options {
    const char *program, *format, *store;
    const char *tests[2];
    TracedOptions traced;
    long most;
};

static DiffRun
run_of(const char *test, const TracedRun *r)
{
    return (DiffRun){.test = test,
                     .status = r->recorded.status,
                     .signal = r->recorded.signal,
                     .timed_out = r->recorded.timed_out};
}

/* Gives the status: 1 if there is no difference. */
static int
show(const Options *o, const TracedRun *runs, Io *io)
{
    Differences found;

    differ_find(&runs[0].graph, &runs[1].graph, &found);
    DiffView view = {.d = &found,
                     .a = run_of(o->tests[0], &runs[0]),
                     .b = run_of(o->tests[1], &runs[1]),
                     .most = o->most ? (size_t)o->most : SIZE_MAX};
    diff_show(&view, o->format, io->out);
    int status = found.n == 0;
    differ_done(&found);
    return status;
}

static int
compare(const Options *o, Io *io)
{
    Diag d;
    Session s = {0};
    TracedProgram p = {0};
    TracedRun runs[2] = {0};
    int status = 2;

    diag_init(&d);
    bool ok = format_check("diff", o->format, &d) &&
              session_program(o->program, o->store, &s, &d) &&
              traced_open(&s.subject, &p, &d) &&
              traced_run(&p, o->tests[0], &o->traced, &runs[0], &d) &&
              traced_run(&p, o->tests[1], &o->traced, &runs[1], &d);
    if (ok)
        status = show(o, runs, io);
    traced_done(&runs[0]);
    traced_done(&runs[1]);
    traced_close(&p);
    session_close(&s);
    if (!ok)
        return cmd_fail(io, "diff", &d);
    cmd_warnings(io, "diff", &d);
    diag_done(&d);
    return status;
}

int
cmd_diff(int argc, char **argv, Io *io)
{
    Options o = {.format = "text",
                 .store = ".culprit",
                 .traced = {.time_s = 60, .trace_mb = 1024, .process = 1},
                 .most = 50};
    int n;
    const Usage usage = {
        .name = "diff",
        .synopsis = "--program P 'ARGS < FILE' 'ARGS < FILE'",
        .description =
            "Run two tests and show where they part: decisions that went "
            "different ways,\n"
            "and values that differ in what both runs did, below the calls "
            "they are in.\n"
            "Statement instances correspond if they are of one statement and "
            "the decisions\n"
            "they depend on do; the i-th round of a loop to the i-th. "
            "Status 1: no difference.",
        .options =
            (const Option[]){
                {"program", 'p', OPTION_TEXT, &o.program, "P",
                 "the executable, built with culprit-cc", 0, 0},
                {"format", 0, OPTION_TEXT, &o.format, "FORMAT",
                 "text or json (text)", 0, 0},
                {"most", 0, OPTION_NUMBER, &o.most, "N",
                 "show at most the first N differences, 0: all (50)", 0,
                 1 << 30},
                {"process", 0, OPTION_NUMBER, &o.traced.process, "K",
                 "the K-th process of the program (1)", 1, 100000},
                {"time", 0, OPTION_REAL, &o.traced.time_s, "SECONDS",
                 "limit of each run (60)", 0, 0},
                {"trace-mb", 0, OPTION_NUMBER, &o.traced.trace_mb, "MB",
                 "stop recording at this size (1024)", 1, 1 << 20},
                {"store", 0, OPTION_TEXT, &o.store, "DIR",
                 "where variants are cached (.culprit)", 0, 0},
                {0}},
        .examples = "culprit diff -p ./mid '< failing.in' '< passing.in'\n"
                    "culprit diff -p ./sort '3 1 2' '1 2 3'",
    };

    ArgsResult parsed = cmd_parse(&usage, argc, argv, &n, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    if (!o.program || n != 2) {
        fputs(!o.program ? "culprit diff: needs --program"
                         : "culprit diff: needs two tests, each one argument "
                           "such as '1 2 < FILE'",
              io->err);
        fputs(" (see culprit diff --help)\n", io->err);
        return 2;
    }
    o.tests[0] = argv[1];
    o.tests[1] = argv[2];
    return compare(&o, io);
}
