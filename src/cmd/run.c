/* run.c - `culprit run`: run a test suite, keep verdicts and spectra. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/shared.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>

enum { FAILURES_SHOWN = 10, NAME_SHOWN = 72 };

/* What the options say beyond the session's. */
typedef struct Settings Settings;
struct Settings {
    SessionSpec session;
    OptionList commands;
    const char *record;
    bool returns, no_returns, pairs, rerun, verify;
    bool server, no_server;
};

/* Rows of the option table; see docs/run.md. */
#define FLAG(name, field, help) \
    {(name), 0, OPTION_FLAG, &s->field, NULL, (help), 0, 0}

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    SessionSpec *j = &s->session;
    const Option options[] = {
        SHARED_PROGRAM(j),
        SHARED_TESTS(j, &s->commands),
        SHARED_ORACLE(j),
        SHARED_EXPECTED(j),
        SHARED_REFERENCE(j),
        SHARED_COMPARE(j),
        SHARED_CRASH(j),
        {"record", 0, OPTION_TEXT, &s->record, "DIR",
         "only record outputs, for --expected", 0, 0},
        SHARED_JOBS(j),
        SHARED_TIME(j, "time"),
        SHARED_MEMORY(j),
        SHARED_OUTPUT(j),
        SHARED_PROCESSES(j),
        SHARED_SCRATCH(j),
        FLAG("returns", returns,
             "record the values that calls return (the default)"),
        FLAG("no-returns", no_returns, "do not: a little faster"),
        FLAG("pairs", pairs,
             "compare assigned variables with others, too: much slower"),
        FLAG("rerun", rerun, "run unchanged tests again"),
        FLAG("verify", verify,
             "run natively too; an error if anything differs"),
        FLAG("server", server,
             "fork tests from a server where that is safe (the default)"),
        FLAG("no-server", no_server, "execute P for every test"),
        SHARED_STORE(j),
        {0},
    };
    const Usage usage = {
        .name = "run",
        .synopsis = "--program P " SHARED_SYNOPSIS " [OPTION]...",
        .description = "Run a test suite and keep each test's verdict and "
                       "spectrum. Only what\n"
                       "changed since the last time is run.",
        .options = options,
        .examples = "  culprit run --program ./calc --tests tests.txt "
                    "--expected outputs\n"
                    "  culprit run --program ./calc --command './smoke.sh "
                    "fast'\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

/* Contradictions between options, before anything is opened. */
static bool
check(const Settings *s, Diag *d)
{
    const JudgeSpec *j = &s->session.judge;

    if (s->returns && s->no_returns)
        return diag_fail(d, "--returns and --no-returns are both given");
    if (s->pairs && s->no_returns)
        return diag_fail(d, "--pairs records returned values, too: leave out "
                            "--no-returns");
    if (s->record && (j->oracle || j->expected || j->reference || j->crash))
        return diag_fail(d, "--record asks no oracle: leave out --oracle, "
                            "--expected, --reference and --crash");
    return true;
}

static bool
prepare(const Settings *s, Session *session, RunnerSpec *spec, Diag *d)
{
    const VariantKind kind = s->record       ? VARIANT_PLAIN
                             : s->pairs      ? VARIANT_PAIRS
                             : s->no_returns ? VARIANT_PROFILE
                                             : VARIANT_RETURNS;

    if (!check(s, d) || !session_open(&s->session, session, d) ||
        !session_runner(session, kind, spec, d))
        return false;
    spec->rerun = s->rerun;
    spec->verify = s->verify;
    spec->setup.no_server = s->no_server;
    if (!s->record)
        return true;
    char *dir = io_absolute(s->record);
    spec->record = arena_strdup(&session->arena, dir);
    free(dir);
    return io_mkdirs(spec->record, d);
}

static void
list(const Suite *suite, const RunnerResult *r, bool disagreements, FILE *out)
{
    size_t shown = 0, all = disagreements ? r->ndisagree : r->nfailed;

    for (size_t i = 0; i < suite->n && shown < FAILURES_SHOWN; i++) {
        const Outcome *o = &r->outcomes[i];
        if (disagreements ? !o->disagreement
                          : !o->done || o->judgement.verdict != VERDICT_FAIL)
            continue;
        const char *name = suite->tests[i].key;
        fprintf(out, "  %.*s%s: %s\n", NAME_SHOWN, name,
                strlen(name) > NAME_SHOWN ? "..." : "",
                disagreements ? o->disagreement : o->judgement.reason);
        shown++;
    }
    if (all > shown)
        fprintf(out, "  and %zu more\n", all - shown);
}

/* The short summary, then what is worth an error. */
static bool
report(const Settings *s, const Suite *suite, const RunnerResult *r, Io *io,
       Diag *d)
{
    if (s->record) {
        fprintf(io->out, "%zu of %zu tests recorded in %s\n", r->npassed,
                suite->n, s->record);
    } else {
        fprintf(io->out,
                "%zu passed, %zu failed, %zu unknown (%zu skipped as "
                "unchanged)\n",
                r->npassed, r->nfailed, r->nunknown, r->nunchanged);
        if (r->nlost && r->nlost < r->ndone)
            fprintf(io->out, "%zu left no spectrum: they never started %s\n",
                    r->nlost, s->session.program);
    }
    list(suite, r, false, io->out);
    if (r->interrupted)
        return diag_fail(d,
                         "interrupted: %zu of %zu done; run again to "
                         "continue",
                         r->ndone, suite->n);
    if (!s->record && r->nlost == suite->n)
        return diag_fail(d,
                         "no test left a spectrum: do they start %s, this "
                         "very build of it?",
                         s->session.program);
    if (r->ndisagree) {
        list(suite, r, true, io->err);
        return diag_fail(d,
                         "%zu of %zu tests do something else natively than "
                         "instrumented; their spectra cannot be trusted",
                         r->ndisagree, suite->n);
    }
    return true;
}

static bool
execute(const Settings *s, RunnerSpec *spec, Io *io, Diag *d)
{
    RunnerResult result;
    Progress progress = progress_to(io->err, io->progress);

    spec->progress = progress_of_run;
    spec->context = &progress;
    bool ok = runner_run(spec, &result, d);
    progress_clear(&progress);
    cmd_warnings(io, "run", d);
    ok = ok && report(s, spec->suite, &result, io, d);
    runner_done(&result);
    return ok;
}

int
cmd_run(int argc, char **argv, Io *io)
{
    Settings s = {.session = SESSION_DEFAULTS};
    Session session = {0};
    RunnerSpec spec;
    Diag d;

    s.session.jobs = cmd_count_cores();
    ArgsResult parsed = parse(&s, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&s.commands);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    s.session.tests.commands = s.commands.at;
    s.session.tests.ncommands = s.commands.n;
    diag_init(&d);
    bool ok = prepare(&s, &session, &spec, &d) && execute(&s, &spec, io, &d);
    session_close(&session);
    cmd_list_done(&s.commands);
    if (!ok)
        return cmd_fail(io, "run", &d);
    cmd_warnings(io, "run", &d);
    diag_done(&d);
    return 0;
}
