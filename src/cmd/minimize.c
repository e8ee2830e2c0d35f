/* minimize.c - `culprit minimize`: the smallest input that still fails. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/judging.h"
#include "report/minimize_text.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings Settings;
struct Settings {
    Judging judging;
    const char *failing, *output, *name;
    double time;
    long tests;
    bool any_failure, unconfined, no_server;
};

typedef struct Session Session;
struct Session {
    Settings set;
    Store *store;
    Subject subject;
    char *variant;
    Arena arena;
    Input input;
    Ask ask;
    MinimizeSpec spec;
    MinimizeResult result;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    Judging *j = &s->judging;
    const Option options[] = {
        JUDGING_PROGRAM(j),
        {"failing", 'f', OPTION_TEXT, &s->failing, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        JUDGING_ORACLE(j),
        JUDGING_REFERENCE(j),
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        JUDGING_ASK(j),
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
        JUDGING_JOBS(j),
        JUDGING_TIME(j, "test-time"),
        JUDGING_MEMORY(j),
        JUDGING_OUTPUT(j),
        JUDGING_PROCESSES(j),
        JUDGING_SCRATCH(j),
        {"unconfined", 0, OPTION_FLAG, &s->unconfined, NULL,
         "do not confine the program; see docs/minimize.md", 0, 0},
        {"no-server", 0, OPTION_FLAG, &s->no_server, NULL,
         "execute the program for each run", 0, 0},
        JUDGING_STORE(j),
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
open_all(Session *s, Diag *d)
{
    Judging *j = &s->set.judging;

    if (!judging_check(j, d))
        return false;
    if (!s->set.failing)
        return diag_fail(d, "name the failing test with --failing");
    if (!judging_spec(j, &s->spec.lab.run, d))
        return false;
    if (!input_parse(&s->arena, s->set.failing, ".", &s->input, d))
        return diag_context(d, "--failing");
    if (j->ask && !ask_open(&s->ask, NULL, j->path, d))
        return false;
    return store_open(j->store_dir, true, &s->store, d) &&
           subject_open(j->path, j->cache, &s->subject, d) &&
           variant_get(&s->subject, VARIANT_PROFILE, &s->variant, d);
}

static bool
execute(Session *s, Io *io, Diag *d)
{
    Progress progress =
        progress_to(io->err, io->progress && !s->set.judging.ask);
    MinimizeSpec *spec = &s->spec;

    s->ask.store = s->store;
    spec->lab.run.subject = &s->subject;
    spec->lab.run.variant = s->variant;
    spec->lab.run.no_server = s->set.no_server;
    spec->lab.unconfined = s->set.unconfined;
    spec->lab.fixed = true;
    spec->lab.ask = s->set.judging.ask ? &s->ask : NULL;
    spec->store = s->store;
    spec->any_failure = s->set.any_failure;
    spec->time_s = s->set.time;
    spec->tests = (size_t)s->set.tests;
    if (s->set.judging.ask)
        spec->lab.run.jobs = 1; /* one question at a time */
    spec->progress = progress_of_minimize;
    spec->context = &progress;
    bool ok = minimize_run(spec, &s->input, &s->result, d);
    progress_clear(&progress);
    cmd_warnings(io, "minimize", d);
    ok = ok && input_write(&s->result.input, s->set.judging.path, s->set.output,
                           s->set.name, d);
    if (ok)
        minimize_text(&(MinimizeView){.result = &s->result,
                                      .given = &s->input,
                                      .program = &s->subject.program,
                                      .path = s->set.judging.program,
                                      .output = s->set.output,
                                      .name = s->set.name,
                                      .any_failure = s->set.any_failure},
                      io->out);
    return ok;
}

int
cmd_minimize(int argc, char **argv, Io *io)
{
    Session s = {.set = {.output = "minimized", .name = "smallest"}};
    Diag d;

    judging_init(&s.set.judging);
    ArgsResult parsed = parse(&s.set, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    judging_resolve(&s.set.judging);
    bool ok = open_all(&s, &d) && execute(&s, io, &d);
    minimize_done(&s.result);
    ask_close(&s.ask);
    store_close(s.store);
    subject_done(&s.subject);
    judging_done(&s.set.judging);
    free(s.variant);
    arena_done(&s.arena);
    if (!ok)
        return cmd_fail(io, "minimize", &d);
    cmd_warnings(io, "minimize", &d);
    diag_done(&d);
    return 0;
}
