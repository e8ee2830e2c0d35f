/* minimize.c - `culprit minimize`: the smallest input that still fails. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/shared.h"
#include "explore/minimize.h"
#include "report/minimize_text.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* of the one test */
    const char *output, *name;
    double time;
    long tests;
    bool any_failure, unconfined, no_server;
};

typedef struct Work Work;
struct Work {
    Settings set;
    Session session;
    Input input;
    MinimizeSpec spec;
    MinimizeResult result;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    SessionSpec *j = &s->session;
    const Option options[] = {
        SHARED_PROGRAM(j),
        {"failing", 'f', OPTION_TEXT, &j->tests.line, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        SHARED_ORACLE(j),
        SHARED_REFERENCE(j),
        SHARED_COMPARE(j),
        SHARED_CRASH(j),
        SHARED_ASK(j),
        {"any-failure", 0, OPTION_FLAG, &s->any_failure, NULL,
         "keep what fails in any way, not just in the same", 0, 0},
        {"time", 0, OPTION_REAL, &s->time, "S",
         "stop after so many seconds (never)", 0, 0},
        {"tests", 0, OPTION_NUMBER, &s->tests, "N",
         "stop after so many runs (never)", 0, 1 << 30},
        {"to", 'o', OPTION_TEXT, &s->output, "DIR",
         "write the smallest input there (minimized)", 0, 0},
        {"name", 0, OPTION_TEXT, &s->name, "NAME", "and call it so (smallest)",
         0, 0},
        SHARED_JOBS(j),
        SHARED_TIME(j, "test-time"),
        SHARED_MEMORY(j),
        SHARED_OUTPUT(j),
        SHARED_PROCESSES(j),
        SHARED_SCRATCH(j),
        {"unconfined", 0, OPTION_FLAG, &s->unconfined, NULL,
         "do not confine the program; see docs/minimize.md", 0, 0},
        {"no-server", 0, OPTION_FLAG, &s->no_server, NULL,
         "execute the program for each run", 0, 0},
        SHARED_STORE(j),
        {0},
    };
    const Usage usage = {
        .name = "minimize",
        .synopsis = "--program P --failing 'ARGS < FILE' [OPTION]...",
        .description =
            "Leave out arguments, lines, tokens and bytes of a failing test's "
            "input as long\n"
            "as it fails in the same way, and write what is left as a test "
            "that can be run\n"
            "again.",
        .options = options,
        .stray = "the test goes to --failing",
        .examples =
            "  culprit minimize --program ./calc --failing '-x < big.txt'\n"
            "  culprit minimize --program ./calc --failing big.txt "
            "--reference ./calc-1.0\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
open_all(Work *w, Diag *d)
{
    Session *s = &w->session;
    const char *failing = w->set.session.tests.line;
    LabSpec *lab = &w->spec.lab;

    if (!session_open(&w->set.session, s, d))
        return false;
    if (!failing)
        return diag_fail(d, "name the failing test with --failing");
    if (!input_parse(&s->arena, failing, ".", &w->input, d))
        return diag_context(d, "--failing");
    if (!session_store(s, d) || !session_ask(s, d) ||
        !session_target(s, VARIANT_PROFILE, &s->setup.target, d))
        return false;
    lab->setup = s->setup;
    lab->setup.target.nvalues = 0;
    lab->setup.no_server = w->set.no_server;
    lab->unconfined = w->set.unconfined;
    lab->fixed = true;
    if (w->set.session.judge.ask) {
        lab->ask = &s->ask;
        lab->setup.jobs = 1; /* one question at a time */
    }
    return true;
}

static bool
execute(Work *w, Io *io, Diag *d)
{
    Progress progress =
        progress_to(io->err, io->progress && !w->set.session.judge.ask);
    MinimizeSpec *spec = &w->spec;

    spec->store = w->session.store;
    spec->any_failure = w->set.any_failure;
    spec->time_s = w->set.time;
    spec->tests = (size_t)w->set.tests;
    spec->progress = progress_of_minimize;
    spec->context = &progress;
    bool ok = minimize_run(spec, &w->input, &w->result, d);
    progress_clear(&progress);
    cmd_warnings(io, "minimize", d);
    ok = ok && input_write(&w->result.input, w->session.paths.program,
                           w->set.output, w->set.name, d);
    if (ok)
        minimize_text(&(MinimizeView){.result = &w->result,
                                      .given = &w->input,
                                      .program = &w->session.subject.program,
                                      .path = w->set.session.program,
                                      .output = w->set.output,
                                      .name = w->set.name,
                                      .any_failure = w->set.any_failure},
                      io->out);
    return ok;
}

int
cmd_minimize(int argc, char **argv, Io *io)
{
    Work w = {.set = {.session = SESSION_DEFAULTS,
                      .output = "minimized",
                      .name = "smallest"}};
    Diag d;

    w.set.session.jobs = cmd_count_cores();
    ArgsResult parsed = parse(&w.set, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    bool ok = open_all(&w, &d) && execute(&w, io, &d);
    minimize_done(&w.result);
    session_close(&w.session);
    if (!ok)
        return cmd_fail(io, "minimize", &d);
    cmd_warnings(io, "minimize", &d);
    diag_done(&d);
    return 0;
}
