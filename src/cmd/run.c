/* run.c - `culprit run`: run a test suite, keep verdicts and spectra. */
#include "cmd/commands.h"

#include "base/io.h"
#include "run/compare.h"
#include "run/runner.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FAILURES_SHOWN = 10, NAME_SHOWN = 72 };

/* What the options say. */
typedef struct Settings Settings;
struct Settings {
    const char *program, *tests, *ctest, *cases, *scripts;
    OptionList commands;
    const char *oracle, *expected, *reference, *compare, *record, *store;
    long jobs, memory, output, processes;
    double time;
    bool tap, scratch, returns, no_returns, pairs, rerun, verify;
    bool server, no_server;
};

/* What they amount to; everything is absolute. */
typedef struct Session Session;
struct Session {
    Settings set;
    char *program, *script, *expected, *reference, *record, *store_dir, *cache;
    char *variant;
    VariantKind kind;
    Store *store;
    Subject subject;
    Suite suite;
    RunnerSpec spec;
};

static long
count_cores(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Rows of the option table; see docs/run.md. */
#define TEXT(name, letter, field, arg, help) \
    {(name), (letter), OPTION_TEXT, &s->field, (arg), (help), 0, 0}
#define FLAG(name, field, help) \
    {(name), 0, OPTION_FLAG, &s->field, NULL, (help), 0, 0}
#define NUMBER(name, letter, field, arg, help, min, max) \
    {(name), (letter), OPTION_NUMBER, &s->field, (arg), (help), (min), (max)}

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    const Option options[] = {
        TEXT("program", 'p', program, "P",
             "the program under test, built with culprit-cc"),
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
        TEXT("oracle", 0, oracle, "SCRIPT",
             "verdicts by a script: 0 pass, 125 unknown, 1-127 fail"),
        TEXT("expected", 0, expected, "DIR",
             "verdicts by recorded outputs, t1.out and so on"),
        TEXT("reference", 0, reference, "P",
             "verdicts by what another program does"),
        TEXT("compare", 0, compare, "LIST",
             "of stdout,stderr,status,files (stdout,status)"),
        TEXT("record", 0, record, "DIR", "only record outputs, for --expected"),
        NUMBER("jobs", 'j', jobs, "N", "tests at a time (number of cores)", 1,
               1024),
        {"time", 0, OPTION_REAL, &s->time, "S", "seconds per test (10)", 0, 0},
        NUMBER("memory", 0, memory, "MB", "address space (no limit)", 0,
               1 << 30),
        NUMBER("output", 0, output, "MB", "size of each file written (64)", 0,
               1 << 30),
        NUMBER("processes", 0, processes, "N", "processes (no limit)", 0,
               1 << 22),
        FLAG("scratch", scratch,
             "run each test in a copy of its working directory"),
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
        TEXT("store", 0, store, "DIR", "where runs are kept (.culprit)"),
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

static char *
absolute(const char *path)
{
    return path ? io_absolute(path) : NULL;
}

static bool
check_executable(const char *option, const char *path, Diag *d)
{
    if (!path || (access(path, X_OK) == 0 && !io_is_dir(path)))
        return true;
    return diag_fail(d, "--%s %s is not an executable file", option, path);
}

/* Contradictions between options, before anything is opened. */
static bool
check(Session *s, Diag *d)
{
    const Settings *set = &s->set;

    if (!set->program)
        return diag_fail(d, "name the program under test with --program");
    if (set->returns && set->no_returns)
        return diag_fail(d, "--returns and --no-returns are both given");
    if (set->pairs && set->no_returns)
        return diag_fail(d, "--pairs records returned values, too: leave out "
                            "--no-returns");
    if (!!set->oracle + !!set->expected + !!set->reference > 1)
        return diag_fail(d, "give one of --oracle, --expected and "
                            "--reference");
    if (set->record && (set->oracle || set->expected || set->reference))
        return diag_fail(d, "--record asks no oracle: leave out --oracle, "
                            "--expected and --reference");
    if (s->expected && !io_is_dir(s->expected))
        return diag_fail(d,
                         "--expected %s is not a directory; make it with "
                         "--record",
                         set->expected);
    return check_executable("program", s->program, d) &&
           check_executable("oracle", s->script, d) &&
           check_executable("reference", s->reference, d);
}

static void
choose_oracle(Session *s)
{
    RunnerSpec *spec = &s->spec;

    spec->oracle = s->script      ? ORACLE_SCRIPT
                   : s->expected  ? ORACLE_EXPECTED
                   : s->reference ? ORACLE_REFERENCE
                   : s->set.cases ? ORACLE_EXPECTED
                                  : ORACLE_STATUS;
    if (s->set.cases && !s->expected) { /* cases carry what they expect */
        s->expected = absolute(s->set.cases);
        spec->expected_optional = true;
    }
    spec->script = s->script;
    spec->expected = s->expected;
    spec->reference = s->reference;
}

static bool
open_suite(Session *s, Diag *d)
{
    const SuiteSpec suite = {
        .program = s->program,
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
    s->kind = s->set.pairs        ? VARIANT_PAIRS
              : s->set.no_returns ? VARIANT_PROFILE
                                  : VARIANT_RETURNS;
    if (!check(s, d) || !compare_parse(s->set.compare, &s->spec.compare, d) ||
        !open_suite(s, d))
        return false;
    choose_oracle(s);
    if (s->record)
        return io_mkdirs(s->record, d) &&
               subject_open(s->program, s->cache, &s->subject, d);
    return store_open(s->store_dir, true, &s->store, d) &&
           subject_open(s->program, s->cache, &s->subject, d) &&
           variant_get(&s->subject, s->kind, &s->variant, d) &&
           store_set_program(s->store, &s->subject.program, s->program, d);
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
    spec->limits = (Limits){
        .time_s = set->time,
        .memory_mb = set->memory,
        .output_mb = set->output,
        .processes = set->processes,
    };
    spec->jobs = (unsigned)set->jobs;
    spec->scratch = set->scratch || spec->compare & COMPARE_FILES;
    spec->rerun = set->rerun;
    spec->verify = set->verify;
    spec->no_server = set->no_server;
    spec->record = s->record;
    spec->store = s->store;
    spec->store_dir = s->store_dir;
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
    free(s->program);
    free(s->script);
    free(s->expected);
    free(s->reference);
    free(s->record);
    free(s->store_dir);
    free(s->cache);
    free(s->variant);
}

int
cmd_run(int argc, char **argv, Io *io)
{
    Session s = {.set = {.compare = "stdout,status",
                         .store = ".culprit",
                         .jobs = count_cores(),
                         .time = 10,
                         .output = 64}};
    Diag d;

    ArgsResult parsed = parse(&s.set, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&s.set.commands);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    s.program = absolute(s.set.program);
    s.script = absolute(s.set.oracle);
    s.expected = absolute(s.set.expected);
    s.reference = absolute(s.set.reference);
    s.record = absolute(s.set.record);
    s.store_dir = absolute(s.set.store);
    s.cache = io_join(s.store_dir, "cache");
    bool ok = prepare(&s, &d) && execute(&s, io, &d);
    close_session(&s);
    if (!ok)
        return cmd_fail(io, "run", &d);
    cmd_warnings(io, "run", &d);
    diag_done(&d);
    return 0;
}
