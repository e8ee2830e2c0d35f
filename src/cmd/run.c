/* run.c - `culprit run`: run a test suite, keep verdicts and spectra. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/project.h"
#include "cmd/start.h"
#include "cmd/uses.h"
#include "report/progress.h"
#include "report/run_text.h"
#include "session/session.h"

#include <stdlib.h>

typedef struct Settings Settings;
struct Settings {
    SessionSpec session;
    const char *record;
    bool returns, no_returns, pairs, verify;
    bool server, no_server;
};

static const Settings defaults = {.session = SESSION_DEFAULTS};

static const OptionUse uses[] = {
    USE_WITH(PROGRAM, Settings, session.program,
             .normally = "all of the build directory",
             .note = "or a PHP application: its directory, or a .php file"),
    USES_SUITE(Settings, session),
    USES_ORACLES(Settings, session),
    USES_PHP(Settings, session),
    USE(EXPECTED, Settings, session.judge.expected),
    USE(RECORD, Settings, record),
    USES_LIMITS(Settings, session),
    USES_MORE_LIMITS(Settings, session),
    USE(JOBS, Settings, session.jobs),
    USE(RETURNS, Settings, returns),
    USE(NO_RETURNS, Settings, no_returns),
    USE(PAIRS, Settings, pairs),
    USE(RERUN, Settings, session.rerun),
    USE(VERIFY, Settings, verify),
    USE(NO_NATIVE, Settings, session.no_native),
    USE(SERVER, Settings, server),
    USE(NO_SERVER, Settings, no_server),
    USE(STORE, Settings, session.store),
};

/* Contradictions between options, before anything is opened. */
static bool
check(const Settings *s, Diag *d)
{
    const JudgeSpec *j = &s->session.judge;

    if (s->returns && s->no_returns)
        return diag_fail(d, "--returns and --no-returns are both given");
    if (s->server && s->no_server)
        return diag_fail(d, "--server and --no-server are both given");
    if (s->pairs && s->no_returns)
        return diag_fail(d, "--pairs records returned values, too: leave out "
                            "--no-returns");
    if (s->record && (j->oracle || j->expected || j->reference || j->crash ||
                      s->session.history.good))
        return diag_fail(d, "--record asks no oracle: leave out --oracle, "
                            "--expected, --reference, --good and --crash");
    return true;
}

static bool
prepare(const Settings *s, Session *session, RunnerSpec *spec, Io *io, Diag *d)
{
    const VariantKind kind = s->record       ? VARIANT_PLAIN
                             : s->pairs      ? VARIANT_PAIRS
                             : s->no_returns ? VARIANT_PROFILE
                                             : VARIANT_RETURNS;

    if (!check(s, d) || !start_session(&s->session, session, io, d) ||
        !project_tests(session, "run", io, d) ||
        !session_runner(session, kind, spec, d))
        return false;
    spec->rerun = s->session.rerun;
    spec->verify = s->verify;
    spec->native &= !s->verify;
    spec->setup.no_server = s->no_server;
    if (!s->record)
        return true;
    char *dir = io_absolute(s->record);
    spec->record = arena_strdup(&session->arena, dir);
    free(dir);
    return io_mkdirs(spec->record, d);
}

static bool
fail_lost(const RunView *v, Diag *d)
{
    const Missed *m = &v->result->missed;

    if (m->nothers && !m->nrebuilt && !m->ngone)
        return diag_fail(d,
                         "no test left a spectrum: they start %s, and not %s",
                         m->other, v->program);
    return diag_fail(d,
                     "no test left a spectrum: do they start %s, this very "
                     "build of it?",
                     v->program);
}

/* What is worth an error, although the suite was run. */
static bool
conclude(const RunView *v, Io *io, Diag *d)
{
    const RunnerResult *r = v->result;

    if (r->interrupted)
        return diag_fail(d,
                         "interrupted: %zu of %zu done; run again to continue",
                         r->ndone, v->suite->n);
    if (!v->record && r->nlost == v->suite->n)
        return fail_lost(v, d);
    if (r->ndisagree == 0)
        return true;
    run_disagreements(v, io->err);
    return diag_fail(d,
                     "%zu of %zu tests do something else natively than "
                     "instrumented; their spectra cannot be trusted",
                     r->ndisagree, v->suite->n);
}

static bool
execute(const Settings *s, RunnerSpec *spec, Io *io, Diag *d)
{
    RunnerResult result;
    Progress progress = progress_to(io->err, io->progress);
    const RunView view = {.suite = spec->suite,
                          .result = &result,
                          .program = s->session.program
                                         ? s->session.program
                                         : "a program of the build directory",
                          .record = s->record};

    spec->progress = progress_of_run;
    spec->context = &progress;
    bool ok = runner_run(spec, &result, d);
    progress_clear(&progress);
    cmd_warnings(io, "run", d);
    if (ok)
        run_text(&view, io->out);
    ok = ok && conclude(&view, io, d);
    runner_done(&result);
    return ok;
}

static int
run(const void *settings, Operands operands, Io *io, Diag *d)
{
    Session session = {0};
    RunnerSpec spec;

    (void)operands;
    const bool ok = prepare(settings, &session, &spec, io, d) &&
                    execute(settings, &spec, io, d);
    session_close(&session);
    return ok ? CMD_ANSWER : CMD_ERROR;
}

const CommandSpec command_run = {
    .name = "run",
    .synopsis = "[--program P] " USES_SUITE_SYNOPSIS,
    .description = "Run a test suite and keep each test's verdict and "
                   "spectrum. Only what\n"
                   "changed since the last time is run.",
    .examples = "  culprit run --program ./calc --tests tests.txt "
                "--expected outputs\n"
                "  culprit run --program ./calc --command './smoke.sh fast'\n",
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = run,
};
