/* run.c - `culprit run`: run a test suite, keep verdicts and spectra. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/judging.h"
#include "run/runner.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FAILURES_SHOWN = 10, NAME_SHOWN = 72 };

/* What the options say. */
typedef struct Settings Settings;
struct Settings {
    Judging judging;
    const char *tests, *ctest, *cases, *scripts, *record;
    OptionList commands;
    bool tap, returns, no_returns, pairs, rerun, verify;
    bool server, no_server;
};

/* What they amount to; everything is absolute. */
typedef struct Session Session;
struct Session {
    Settings set;
    char *record, *cases; /* where those are, or NULL */
    char *variant;
    VariantKind kind;
    Store *store;
    Subject subject;
    Suite suite;
    RunnerSpec spec;
};

/* Rows of the option table; see docs/run.md. */
#define TEXT(name, letter, field, arg, help) \
    {(name), (letter), OPTION_TEXT, &s->field, (arg), (help), 0, 0}
#define FLAG(name, field, help) \
    {(name), 0, OPTION_FLAG, &s->field, NULL, (help), 0, 0}

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    Judging *j = &s->judging;
    const Option options[] = {
        JUDGING_PROGRAM(j),
        TEXT("tests", 't', tests, "FILE",
             "a test per line: arguments, then perhaps < FILE"),
        TEXT("ctest", 0, ctest, "DIR", "the tests of a CMake build directory"),
        TEXT("cases", 0, cases, "DIR",
             "a test per NAME.args and NAME.in; NAME.out is expected"),
        {"command", 'c', OPTION_LIST, &s->commands, "CMD",
         "a test: a shell command that starts P (repeatable)", 0, 0},
        TEXT("scripts", 0, scripts, "GLOB",
             "a test per script; status 77 is a skip"),
        FLAG("tap", tap, "commands and scripts print TAP"),
        JUDGING_ORACLE(j),
        JUDGING_EXPECTED(j),
        JUDGING_REFERENCE(j),
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        TEXT("record", 0, record, "DIR", "only record outputs, for --expected"),
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
    ArgsResult r = cmd_parse(&usage, argc, argv, &noperands, io);

    if (r == ARGS_OK && noperands > 0) {
        fprintf(io->err, "culprit run: what is %s? (see culprit run --help)\n",
                argv[1]);
        return ARGS_BAD;
    }
    return r;
}

/* Contradictions between options, before anything is opened. */
static bool
check(Session *s, Diag *d)
{
    const Settings *set = &s->set;

    if (set->returns && set->no_returns)
        return diag_fail(d, "--returns and --no-returns are both given");
    if (set->pairs && set->no_returns)
        return diag_fail(d, "--pairs records returned values, too: leave out "
                            "--no-returns");
    if (set->record && (set->judging.oracle || set->judging.expected ||
                        set->judging.reference || set->judging.crash))
        return diag_fail(d, "--record asks no oracle: leave out --oracle, "
                            "--expected, --reference and --crash");
    return judging_check(&set->judging, d);
}

/* Cases carry what they expect. */
static void
expect_of_cases(Session *s)
{
    if (!s->cases || s->spec.oracle != ORACLE_STATUS)
        return;
    s->spec.oracle = ORACLE_EXPECTED;
    s->spec.expected = s->cases;
    s->spec.expected_optional = true;
}

static bool
open_suite(Session *s, Diag *d)
{
    const SuiteSpec suite = {
        .program = s->set.judging.path,
        .tests = s->set.tests,
        .ctest = s->set.ctest,
        .cases = s->set.cases,
        .commands = s->set.commands.at,
        .ncommands = s->set.commands.n,
        .scripts = s->set.scripts,
        .tap = s->set.tap,
    };

    return suite_open(&suite, &s->suite, d);
}

/* Everything a run needs, in the order in which mistakes are likely. */
static bool
prepare(Session *s, Diag *d)
{
    const Judging *j = &s->set.judging;

    s->kind = s->set.pairs        ? VARIANT_PAIRS
              : s->set.no_returns ? VARIANT_PROFILE
                                  : VARIANT_RETURNS;
    if (!check(s, d) || !judging_spec(j, &s->spec, d) || !open_suite(s, d))
        return false;
    expect_of_cases(s);
    if (s->record)
        return io_mkdirs(s->record, d) &&
               subject_open(j->path, j->cache, &s->subject, d);
    return store_open(j->store_dir, true, &s->store, d) &&
           subject_open(j->path, j->cache, &s->subject, d) &&
           variant_get(&s->subject, s->kind, &s->variant, d) &&
           store_set_program(s->store, &s->subject.program, j->path, d);
}

static void
make_spec(Session *s)
{
    const Settings *set = &s->set;
    RunnerSpec *spec = &s->spec;

    spec->subject = &s->subject;
    spec->variant = s->variant;
    spec->nvalues = variant_nvalues(&s->subject.program, s->kind);
    spec->suite = &s->suite;
    spec->rerun = set->rerun;
    spec->verify = set->verify;
    spec->no_server = set->no_server;
    spec->record = s->record;
    spec->store = s->store;
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
                    r->nlost, s->set.judging.program);
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
                         s->set.judging.path);
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

    make_spec(s);
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

static void
close_session(Session *s)
{
    store_close(s->store);
    subject_done(&s->subject);
    suite_done(&s->suite);
    cmd_list_done(&s->set.commands);
    judging_done(&s->set.judging);
    free(s->record);
    free(s->cases);
    free(s->variant);
}

int
cmd_run(int argc, char **argv, Io *io)
{
    Session s = {0};
    Diag d;

    judging_init(&s.set.judging);
    ArgsResult parsed = parse(&s.set, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&s.set.commands);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    judging_resolve(&s.set.judging);
    s.record = s.set.record ? io_absolute(s.set.record) : NULL;
    s.cases = s.set.cases ? io_absolute(s.set.cases) : NULL;
    bool ok = prepare(&s, &d) && execute(&s, io, &d);
    close_session(&s);
    if (!ok)
        return cmd_fail(io, "run", &d);
    cmd_warnings(io, "run", &d);
    diag_done(&d);
    return 0;
}
