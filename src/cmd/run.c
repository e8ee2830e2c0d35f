/* run.c - `culprit run`: run a test suite, keep verdicts and spectra. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/session.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>

enum { FAILURES_SHOWN = 10, NAME_SHOWN = 72 };

/* What the options say beyond the session's. */
typedef struct Settings Settings;
struct Settings {
    Session session;
    const char *record;
    char *record_dir; /* absolute, or NULL */
    bool returns, no_returns, pairs, rerun, verify;
    bool server, no_server;
};

/* Rows of the option table; see docs/run.md. */
#define FLAG(name, field, help) \
    {(name), 0, OPTION_FLAG, &s->field, NULL, (help), 0, 0}

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    Judging *j = &s->session.judging;
    const Option options[] = {
        JUDGING_PROGRAM(j),
        SESSION_TESTS(&s->session),
        JUDGING_ORACLE(j),
        JUDGING_EXPECTED(j),
        JUDGING_REFERENCE(j),
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        {"record", 0, OPTION_TEXT, &s->record, "DIR",
         "only record outputs, for --expected", 0, 0},
        JUDGING_JOBS(j),
        JUDGING_TIME(j, "time"),
        JUDGING_MEMORY(j),
        JUDGING_OUTPUT(j),
        JUDGING_PROCESSES(j),
        JUDGING_SCRATCH(j),
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
        JUDGING_STORE(j),
        {0},
    };
    const Usage usage = {
        .name = "run",
        .synopsis = "--program P " SESSION_SYNOPSIS " [OPTION]...",
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
    const Judging *j = &s->session.judging;

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
prepare(Settings *s, Diag *d)
{
    RunnerSpec *spec = &s->session.spec;
    const VariantKind kind = s->record       ? VARIANT_PLAIN
                             : s->pairs      ? VARIANT_PAIRS
                             : s->no_returns ? VARIANT_PROFILE
                                             : VARIANT_RETURNS;

    if (!check(s, d) || !session_open(&s->session, kind, d))
        return false;
    spec->rerun = s->rerun;
    spec->verify = s->verify;
    spec->no_server = s->no_server;
    if (!s->record)
        return true;
    spec->record = s->record_dir = io_absolute(s->record);
    return io_mkdirs(s->record_dir, d);
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
report(const Settings *s, const RunnerResult *r, Io *io, Diag *d)
{
    if (s->record) {
        fprintf(io->out, "%zu of %zu tests recorded in %s\n", r->npassed,
                s->session.suite.n, s->record);
    } else {
        fprintf(io->out,
                "%zu passed, %zu failed, %zu unknown (%zu skipped as "
                "unchanged)\n",
                r->npassed, r->nfailed, r->nunknown, r->nunchanged);
        if (r->nlost && r->nlost < r->ndone)
            fprintf(io->out, "%zu left no spectrum: they never started %s\n",
                    r->nlost, s->session.judging.program);
    }
    list(&s->session.suite, r, false, io->out);
    if (r->interrupted)
        return diag_fail(d,
                         "interrupted: %zu of %zu done; run again to "
                         "continue",
                         r->ndone, s->session.suite.n);
    if (!s->record && r->nlost == s->session.suite.n)
        return diag_fail(d,
                         "no test left a spectrum: do they start %s, this "
                         "very build of it?",
                         s->session.judging.path);
    if (r->ndisagree) {
        list(&s->session.suite, r, true, io->err);
        return diag_fail(d,
                         "%zu of %zu tests do something else natively than "
                         "instrumented; their spectra cannot be trusted",
                         r->ndisagree, s->session.suite.n);
    }
    return true;
}

static bool
execute(Settings *s, Io *io, Diag *d)
{
    RunnerResult result;
    Progress progress = progress_to(io->err, io->progress);

    s->session.spec.progress = progress_of_run;
    s->session.spec.context = &progress;
    bool ok = runner_run(&s->session.spec, &result, d);
    progress_clear(&progress);
    cmd_warnings(io, "run", d);
    ok = ok && report(s, &result, io, d);
    runner_done(&result);
    return ok;
}

int
cmd_run(int argc, char **argv, Io *io)
{
    Settings s = {0};
    Diag d;

    session_init(&s.session);
    ArgsResult parsed = parse(&s, argc, argv, io);
    if (parsed != ARGS_OK) {
        session_close(&s.session);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = prepare(&s, &d) && execute(&s, io, &d);
    session_close(&s.session);
    free(s.record_dir);
    if (!ok)
        return cmd_fail(io, "run", &d);
    cmd_warnings(io, "run", &d);
    diag_done(&d);
    return 0;
}
