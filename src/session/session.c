/* session.c - a program with its tests, opened as the options say. */
#include "session/session.h"

#include "base/io.h"
#include "image/elf.h"
#include "image/wrapper.h"
#include "process/pool.h"
#include "suite/compare.h"
#include "suite/expected.h"
#include "variant/php.h"

#include <stdlib.h>
#include <unistd.h>

static char *
absolute(const char *path)
{
    return path ? io_absolute(path) : NULL;
}

/* A program in C stays what it is; a PHP application becomes one that can be
 * started. */
static bool
find_program(const Session *s, const char *given, char **out, Diag *d)
{
    const PhpSpec *p = &s->spec.php;
    const Launch options = {
        .errors = p->errors ? p->errors : "",
        .html = p->html ? "yes" : "",
        .ignore = p->html_ignore ? p->html_ignore : "",
        .compat = p->compat ? "yes" : "",
    };

    *out = NULL;
    return !given || (php_program(given, s->paths.cache, &options, out, d) &&
                      (*out || wrapper_program(given, out, d)));
}

static bool
resolve(Session *s, Diag *d)
{
    const JudgeSpec *j = &s->spec.judge;

    s->paths = (SessionPaths){
        .script = absolute(j->oracle),
        .expected = absolute(j->expected),
        .store = io_absolute(s->spec.store),
        .cases = absolute(s->spec.tests.cases),
    };
    s->paths.cache = io_join(s->paths.store, "cache");
    return find_program(s, s->spec.program, &s->paths.program, d) &&
           find_program(s, j->reference, &s->paths.reference, d);
}

static bool
check_executable(const char *option, const char *path, Diag *d)
{
    if (!path || (access(path, X_OK) == 0 && !io_is_dir(path)))
        return true;
    return diag_fail(d, "--%s %s is not an executable file", option, path);
}

static bool
check(const Session *s, Diag *d)
{
    const JudgeSpec *j = &s->spec.judge;
    const SessionPaths *p = &s->paths;

    if (!s->spec.program)
        return diag_fail(d, "name the program under test with --program");
    if (!!j->oracle + !!j->expected + !!j->reference + j->crash + j->ask +
            j->status >
        1)
        return diag_fail(d, "give one of --oracle, --expected, --reference, "
                            "--crash, --status and --ask");
    if (p->expected && !io_is_dir(p->expected))
        return diag_fail(d,
                         "--expected %s is not a directory; make it with "
                         "--record",
                         j->expected);
    return check_executable("program", p->program, d) &&
           check_executable("oracle", p->script, d) &&
           check_executable("reference", p->reference, d);
}

static bool
set_up(Session *s, Diag *d)
{
    const JudgeSpec *j = &s->spec.judge;
    const SessionPaths *p = &s->paths;

    s->setup = (Setup){
        .judge = {.oracle = p->script      ? ORACLE_SCRIPT
                            : p->expected  ? ORACLE_EXPECTED
                            : p->reference ? ORACLE_REFERENCE
                            : j->crash     ? ORACLE_CRASH
                            : j->ask       ? ORACLE_ASK
                                           : ORACLE_STATUS,
                  .script = p->script,
                  .expected = p->expected,
                  .reference = p->reference},
        .limits = s->spec.limits,
        .jobs = pool_jobs(s->spec.jobs),
        .strict_jobs = s->spec.jobs > 0,
        .store_dir = p->store,
    };
    if (!compare_parse(j->compare, &s->setup.judge.compare, d))
        return false;
    s->setup.scratch =
        s->spec.scratch || s->setup.judge.compare & COMPARE_FILES;
    return true;
}

void
session_default_crash(JudgeSpec *j)
{
    j->crash |=
        !j->oracle && !j->expected && !j->reference && !j->ask && !j->status;
}

bool
session_open(const SessionSpec *spec, Session *s, Diag *d)
{
    *s = (Session){.spec = *spec, .ask = {.in = -1}};
    return resolve(s, d) && check(s, d) && set_up(s, d);
}

void
session_close(Session *s)
{
    SessionPaths *p = &s->paths;

    ask_close(&s->ask);
    store_close(s->store);
    subject_done(&s->subject);
    suite_done(&s->suite);
    free(p->program);
    free(p->script);
    free(p->expected);
    free(p->reference);
    free(p->store);
    free(p->cache);
    free(p->cases);
    arena_done(&s->arena);
    *s = (Session){0};
}

bool
session_is_foreign(const Session *s)
{
    Arena a = {0};
    ElfFile elf;
    Diag ignored;

    diag_init(&ignored);
    bool foreign =
        elf_read(s->paths.program, &a, &elf, &ignored) && !elf.section.at;
    diag_done(&ignored);
    arena_done(&a);
    return foreign;
}

/* Cases carry what they expect. */
static void
expect_of_cases(Session *s, Diag *d)
{
    Judge *j = &s->setup.judge;
    bool any = false;

    if (!s->paths.cases || j->oracle != ORACLE_STATUS)
        return;
    j->oracle = ORACLE_EXPECTED;
    j->expected = s->paths.cases;
    j->expected_optional = true;
    for (size_t i = 0; i < s->suite.n; i++)
        any |= expected_has_output(s->paths.cases, &s->suite.tests[i]);
    if (!any)
        diag_warn(d,
                  "no case in %s says what should be printed (NAME.out, .ans "
                  "or .expected): verdicts by exit status only",
                  s->spec.tests.cases);
}

bool
session_tests(Session *s, Diag *d)
{
    SuiteSpec spec = s->spec.tests;

    if (s->suite.n)
        return true;
    spec.program = s->paths.program;
    if (!suite_open(&spec, &s->suite, d))
        return false;
    expect_of_cases(s, d);
    return true;
}

bool
session_subject(Session *s, Diag *d)
{
    if (!s->subject.path &&
        !subject_open(s->paths.program, s->paths.cache, &s->subject, d))
        return false;
    s->setup.target.subject = &s->subject;
    return true;
}

bool
session_program(const char *program, const char *store, Session *out, Diag *d)
{
    SessionSpec spec = SESSION_DEFAULTS;

    spec.program = program;
    spec.store = store;
    return session_open(&spec, out, d) && session_subject(out, d);
}

bool
session_store(Session *s, Diag *d)
{
    return s->store || store_open(s->paths.store, true, &s->store, d);
}

bool
session_ask(Session *s, Diag *d)
{
    if (s->setup.judge.oracle != ORACLE_ASK || s->ask.out)
        return true;
    return session_store(s, d) &&
           ask_open(&s->ask, s->store, s->paths.program, d);
}

bool
session_target(Session *s, VariantKind kind, Target *out, Diag *d)
{
    char *variant = NULL;

    if (!session_subject(s, d) ||
        !twin_build(&s->subject, kind, &s->deadline, &s->late, d) ||
        !variant_get(&s->subject, kind, &variant, d))
        return false;
    *out = (Target){.subject = &s->subject,
                    .variant = arena_strdup(&s->arena, variant),
                    .nvalues = variant_nvalues(&s->subject.program, kind)};
    free(variant);
    return true;
}

bool
session_runner(Session *s, VariantKind kind, RunnerSpec *out, Diag *d)
{
    const bool plain = kind == VARIANT_PLAIN;

    *out = (RunnerSpec){0};
    if (!session_tests(s, d) || (!plain && !session_store(s, d)) ||
        !session_subject(s, d))
        return false;
    if (!plain && (!session_target(s, kind, &s->setup.target, d) ||
                   !store_set_program(s->store, &s->subject.program,
                                      s->paths.program, d)))
        return false;
    out->native = !plain && !s->spec.no_native;
    out->setup = s->setup;
    out->suite = &s->suite;
    out->store = s->store;
    return true;
}
