/* session.c - what commands that run a suite have in common. */
#include "cmd/session.h"

#include "base/io.h"
#include "run/compare.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long
count_cores(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

Settings
session_settings(void)
{
    return (Settings){.compare = "stdout,status",
                      .store = ".culprit",
                      .jobs = count_cores(),
                      .time = 10,
                      .output = 64};
}

/* Rows of the option table; see docs/run.md. */
#define TEXT(name, letter, field, arg, help) \
    {(name), (letter), OPTION_TEXT, &s->field, (arg), (help), 0, 0}
#define FLAG(name, field, help) \
    {(name), 0, OPTION_FLAG, &s->field, NULL, (help), 0, 0}
#define NUMBER(name, letter, field, arg, help, min, max) \
    {(name), (letter), OPTION_NUMBER, &s->field, (arg), (help), (min), (max)}

size_t
session_options(Settings *s, Option *rows)
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
        NUMBER("jobs", 'j', jobs, "N", "tests at a time (number of cores)", 1,
               1024),
        NUMBER("memory", 0, memory, "MB", "address space (no limit)", 0,
               1 << 30),
        NUMBER("output", 0, output, "MB", "size of each file written (64)", 0,
               1 << 30),
        NUMBER("processes", 0, processes, "N", "processes (no limit)", 0,
               1 << 22),
        FLAG("scratch", scratch,
             "run each test in a copy of its working directory"),
        TEXT("store", 0, store, "DIR", "where runs are kept (.culprit)"),
    };

    _Static_assert(sizeof options / sizeof options[0] <= SESSION_OPTIONS,
                   "room for the rows");
    memcpy(rows, options, sizeof options);
    return sizeof options / sizeof options[0];
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
    spec->no_server = !set->server;
    spec->record = s->record;
    spec->store = s->store;
    spec->store_dir = s->store_dir;
}

bool
session_open(Session *s, Diag *d)
{
    s->program = absolute(s->set.program);
    s->script = absolute(s->set.oracle);
    s->expected = absolute(s->set.expected);
    s->reference = absolute(s->set.reference);
    s->record = absolute(s->set.record);
    s->store_dir = absolute(s->set.store);
    s->cache = io_join(s->store_dir, "cache");
    if (!prepare(s, d))
        return false;
    make_spec(s);
    return true;
}

void
session_close(Session *s)
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
