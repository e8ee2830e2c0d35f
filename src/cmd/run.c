/* run.c - `culprit run`: run a test suite, keep verdicts and spectra. */
#include "cmd/commands.h"

#include "cmd/session.h"

#include <string.h>
#include <time.h>

enum { FAILURES_SHOWN = 10, NAME_SHOWN = 72 };

#define FLAG(name, field, help) \
    {(name), 0, OPTION_FLAG, &s->field, NULL, (help), 0, 0}

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    Option options[SESSION_OPTIONS + 9] = {0};
    const Option own[] = {
        {"record", 0, OPTION_TEXT, &s->record, "DIR",
         "only record outputs, for --expected", 0, 0},
        {"time", 0, OPTION_REAL, &s->time, "S", "seconds per test (10)", 0, 0},
        FLAG("returns", returns,
             "record the values that calls return (the default)"),
        FLAG("no-returns", no_returns, "do not: a little faster"),
        FLAG("pairs", pairs,
             "compare assigned variables with others, too: much slower"),
        FLAG("rerun", rerun, "run unchanged tests again"),
        FLAG("verify", verify,
             "run natively too; an error if anything differs"),
        FLAG("server", server,
             "fork tests from a server: faster, see docs/run.md"),
    };
    const Usage usage = {
        .name = "run",
        .synopsis = "--program P (--tests FILE | --ctest DIR | --cases DIR | "
                    "--command CMD | --scripts GLOB) [OPTION]...",
        .description = "Run a test suite and keep each test's verdict and "
                       "spectrum. Only what\n"
                       "changed since the last time is run.",
        .options = options,
        .examples = "  culprit run --program ./calc --tests tests.txt "
                    "--expected outputs\n"
                    "  culprit run --program ./calc --command './smoke.sh "
                    "fast'\n",
    };
    int noperands;

    memcpy(options + session_options(s, options), own, sizeof own);
    ArgsResult r = cmd_parse(&usage, argc, argv, &noperands, io);

    if (r == ARGS_OK && noperands > 0) {
        fprintf(io->err, "culprit run: what is %s? (see culprit run --help)\n",
                argv[1]);
        return ARGS_BAD;
    }
    return r;
}

typedef struct Progress Progress;
struct Progress {
    Io *io;
    double last;
};

static void
show_progress(void *context, size_t done, size_t total, size_t failed)
{
    Progress *p = context;
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    double now = (double)t.tv_sec + (double)t.tv_nsec / 1e9;
    if (now - p->last < 0.1)
        return;
    p->last = now;
    fprintf(p->io->err, "\r%zu of %zu, %zu failed\033[K", done, total, failed);
    fflush(p->io->err);
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
report(const Session *s, const RunnerResult *r, Io *io, Diag *d)
{
    if (s->record) {
        fprintf(io->out, "%zu of %zu tests recorded in %s\n", r->npassed,
                s->suite.n, s->set.record);
    } else {
        fprintf(io->out,
                "%zu passed, %zu failed, %zu unknown (%zu skipped as "
                "unchanged)\n",
                r->npassed, r->nfailed, r->nunknown, r->nunchanged);
        if (r->nlost && r->nlost < r->ndone)
            fprintf(io->out, "%zu left no spectrum: they never started %s\n",
                    r->nlost, s->set.program);
    }
    list(&s->suite, r, false, io->out);
    if (r->interrupted)
        return diag_fail(d,
                         "interrupted: %zu of %zu done; run again to "
                         "continue",
                         r->ndone, s->suite.n);
    if (!s->record && r->nlost == s->suite.n)
        return diag_fail(d,
                         "no test left a spectrum: do they start %s, this "
                         "very build of it?",
                         s->program);
    if (r->ndisagree) {
        list(&s->suite, r, true, io->err);
        return diag_fail(d,
                         "%zu of %zu tests do something else natively than "
                         "instrumented; their spectra cannot be trusted",
                         r->ndisagree, s->suite.n);
    }
    return true;
}

static bool
execute(Session *s, Io *io, Diag *d)
{
    RunnerResult result;
    Progress progress = {.io = io};

    if (io->progress) {
        s->spec.progress = show_progress;
        s->spec.context = &progress;
    }
    bool ok = runner_run(&s->spec, &result, d);
    if (io->progress)
        fputs("\r\033[K", io->err);
    cmd_warnings(io, "run", d);
    ok = ok && report(s, &result, io, d);
    runner_done(&result);
    return ok;
}

int
cmd_run(int argc, char **argv, Io *io)
{
    Session s = {.set = session_settings()};
    Diag d;

    ArgsResult parsed = parse(&s.set, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&s.set.commands);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = session_open(&s, &d) && execute(&s, io, &d);
    session_close(&s);
    if (!ok)
        return cmd_fail(io, "run", &d);
    cmd_warnings(io, "run", &d);
    diag_done(&d);
    return 0;
}
