/* session.c - a program with its tests, opened as the options say. */
#include "session/session.h"

#include "base/io.h"
#include "image/elf.h"
#include "image/tree.h"
#include "image/wrapper.h"
#include "process/pool.h"
#include "run/survey.h"
#include "session/by_name.h"
#include "session/default_oracle.h"
#include "session/started.h"
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

/* A PHP application as a program that can be started; NULL if it is none. */
static bool
find_php(const Session *s, const char *given, char **out, Diag *d)
{
    const PhpSpec *p = &s->spec.php;
    const Launch options = {
        .errors = p->errors ? p->errors : "",
        .html = p->html ? "yes" : "",
        .ignore = p->html_ignore ? p->html_ignore : "",
        .compat = p->compat ? "yes" : "",
        .database = p->database ? p->database : "",
    };

    *out = NULL;
    return !given || (!s->spec.tests.requests && !php_is_application(given)) ||
           php_program(given, s->paths.cache, &options, out, d);
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
    if (!find_php(s, s->spec.program, &s->paths.program, d) ||
        !find_php(s, j->reference, &s->paths.reference, d))
        return false;
    if (!s->spec.program || s->paths.program)
        return true;
    if (!io_is_dir(s->spec.program))
        return wrapper_program(s->spec.program, &s->paths.program, d);
    s->spec.tree = s->spec.program;
    s->spec.program = NULL;
    return true;
}

/* Is what is right another program? */
static bool
has_reference(const Session *s)
{
    return s->spec.judge.reference || s->spec.history.good;
}

static bool
check_executable(const char *option, const char *path, Diag *d)
{
    if (!path || (access(path, X_OK) == 0 && !io_is_dir(path)))
        return true;
    return diag_fail(d, "--%s %s is not an executable file", option, path);
}

/* What is right, which may have to be built; of several programs each. */
static bool
find_reference(Session *s, Diag *d)
{
    SessionPaths *p = &s->paths;
    char *given = absolute(s->spec.judge.reference);
    const bool several = s->subject.programs.n > 1;
    bool ok = p->reference ||
              (several ? reference_of_all(given, &s->history, &s->subject,
                                          p->store, &p->reference, d)
                       : reference_of(given, &s->history, p->program,
                                      s->spec.program, &p->reference, d) &&
                             check_executable("reference", p->reference, d));

    s->setup.judge.reference = p->reference;
    free(given);
    return ok;
}

/* As soon as it is known which programs there are. */
static bool
settle_reference(Session *s, Diag *d)
{
    return !has_reference(s) || s->paths.reference || find_reference(s, d);
}

static bool
check(const Session *s, Diag *d)
{
    const JudgeSpec *j = &s->spec.judge;
    const SessionPaths *p = &s->paths;

    if (!!j->oracle + !!j->expected + !!j->reference + !!s->spec.history.good +
            j->crash + j->ask + j->status >
        1)
        return diag_fail(d,
                         "give one of --oracle, --expected, --reference, "
                         "--good, --crash, --status and --ask%s",
                         s->spec.history.good
                             ? " (--since REV only says what has changed)"
                             : "");
    if (p->expected && !io_is_dir(p->expected))
        return diag_fail(d,
                         "--expected %s is not a directory; make it with "
                         "--record",
                         j->expected);
    return check_executable("program", p->program, d) &&
           check_executable("oracle", p->script, d);
}

static bool
set_up(Session *s, Diag *d)
{
    const JudgeSpec *j = &s->spec.judge;
    const SessionPaths *p = &s->paths;

    s->setup = (Setup){
        .judge = {.oracle = p->script          ? ORACLE_SCRIPT
                            : p->expected      ? ORACLE_EXPECTED
                            : has_reference(s) ? ORACLE_REFERENCE
                            : j->crash         ? ORACLE_CRASH
                            : j->ask           ? ORACLE_ASK
                                               : ORACLE_STATUS,
                  .script = p->script,
                  .expected = p->expected,
                  .reference = p->reference,
                  .unsaid = !p->script && !p->expected && !has_reference(s) &&
                            !j->crash && !j->ask && !j->status},
        .limits = s->spec.limits,
        .jobs = s->spec.php.database ? 1 : pool_jobs(s->spec.jobs),
        .strict_jobs = s->spec.jobs > 0,
        .store_dir = p->store,
    };
    if (!compare_parse(j->compare, &s->setup.judge.compare, d))
        return false;
    s->setup.scratch =
        s->spec.scratch || s->setup.judge.compare & COMPARE_FILES;
    return true;
}

/* Are the tests arguments for a program, and not what starts it? */
static bool
are_arguments(const SuiteSpec *t)
{
    return t->tests || t->line || t->cases || t->requests;
}

bool
session_open(const SessionSpec *spec, Session *s, Diag *d)
{
    Harness h;

    *s = (Session){.spec = *spec, .ask = {.in = -1}};
    if (!spec->program && !spec->tree && suite_is_named(&spec->tests) &&
        !are_arguments(&spec->tests))
        s->spec.tree = harness_of(&spec->tests, &h) ? h.dir : ".";
    return resolve(s, d) && check(s, d) &&
           history_open(&s->spec.history, s->paths.program, s->paths.store,
                        &s->history, d) &&
           set_up(s, d) && (!s->paths.program || settle_reference(s, d));
}

void
session_close(Session *s)
{
    SessionPaths *p = &s->paths;

    if (s->spec.php.database && s->subject.path)
        php_release(s->subject.path);
    history_close(&s->history);
    ask_close(&s->ask);
    store_close(s->store);
    subject_done(&s->subject);
    suite_done(&s->suite);
    discover_done(&s->discovery);
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
    bool foreign = s->paths.program &&
                   elf_read(s->paths.program, &a, &elf, &ignored) &&
                   !elf.section.at;
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

/* Once the tests and the program are known: is a test many checks? */
static void
split(Session *s)
{
    if (s->suite.n && s->subject.programs.n > 1)
        started_mark(&s->suite, &s->subject.programs);
    if (s->suite.n && s->subject.path && s->setup.judge.oracle == ORACLE_STATUS)
        suite_split(&s->suite, &s->subject.program,
                    s->spec.tests.line && *s->spec.tests.line);
}

/* A program of checks needs nobody to say what its tests are. */
static bool
is_test_itself(Session *s)
{
    Diag ignored;

    diag_init(&ignored);
    bool is = session_subject(s, &ignored) && s->subject.program.n.checks > 1;
    diag_done(&ignored);
    return is;
}

/* The tests that are here, if none were named. */
static bool
find_tests(Session *s, Diag *d)
{
    if (suite_is_named(&s->spec.tests))
        return true;
    if (s->paths.program && is_test_itself(s)) {
        s->spec.tests.line = "";
        return true;
    }
    if (!discover(".", &s->discovery, d))
        return false;
    discover_take(&s->discovery, &s->spec.tests);
    if (!s->spec.program && !s->spec.tree)
        s->spec.tree = s->discovery.at[0].dir;
    return true;
}

/* Where tests are arguments, they are for one program. */
static bool
find_one_program(Session *s, Diag *d)
{
    if (s->paths.program || !s->spec.tree || !are_arguments(&s->spec.tests))
        return true;
    if (!session_subject(s, d))
        return false;
    if (s->subject.programs.n == 1)
        return true;
    return diag_fail(d,
                     "--tests, --cases and --failing are arguments for one "
                     "program: name it with --program, as %s has %zu",
                     s->spec.tree, s->subject.programs.n);
}

/* Without a program, the failing test may have one. */
static bool
name_program(Session *s, Diag *d)
{
    bool named;

    return s->paths.program || s->suite.n || !s->spec.tests.line ||
           !*s->spec.tests.line || by_name_take(s, &named, d);
}

bool
session_tests(Session *s, Diag *d)
{
    if (!name_program(s, d))
        return false;
    if (s->suite.n)
        return true;
    if (!find_tests(s, d) || !find_one_program(s, d))
        return false;
    SuiteSpec spec = s->spec.tests;
    spec.program = s->paths.program;
    if (!suite_open(&spec, &s->suite, d))
        return false;
    expect_of_cases(s, d);
    split(s);
    return true;
}

/* All programs of a build directory; a single one is as if it was named. */
static bool
open_tree(Session *s, Diag *d)
{
    Texts programs;
    size_t foreign;

    if (!tree_programs(s->spec.tree, &s->arena, &programs, &foreign, d))
        return false;
    if (programs.n == 0)
        return session_fail_plain(s, d);
    if (!subject_open_all(&programs, s->paths.cache, &s->subject, d))
        return false;
    s->paths.program = io_absolute(s->subject.programs.n == 1 ? s->subject.path
                                                              : s->spec.tree);
    return true;
}

static bool
open_subject(Session *s, Diag *d)
{
    if (s->paths.program)
        return subject_open(s->paths.program, s->paths.cache, &s->subject, d);
    if (s->spec.tree)
        return open_tree(s, d);
    return diag_fail(d, "name the program under test with --program");
}

bool
session_fail_plain(const Session *s, Diag *d)
{
    Harness h = {.kind = HARNESS_MAKE, .dir = s->spec.tree};
    Str again = {0};

    if (s->discovery.n)
        h = s->discovery.at[0];
    else
        harness_of(&s->spec.tests, &h);
    harness_rebuild(&h, &again);
    diag_fail(d,
              "no program in %s was built with culprit-cc, so there is no "
              "bitcode to look at: build it again with `%s`",
              h.dir, str_text(&again));
    str_done(&again);
    return false;
}

bool
session_failing(Session *s, Diag *d)
{
    if (!session_tests(s, d))
        return diag_context(d, "--failing");
    return session_subject(s, d) &&
           default_oracle(&s->setup, &s->suite.tests[0], &s->setup.judge, d);
}

bool
session_subject(Session *s, Diag *d)
{
    if (!name_program(s, d))
        return false;
    if (!s->paths.program && s->discovery.n && !s->discovery.at[0].culprit &&
        s->discovery.at[0].kind != HARNESS_MAKE)
        return session_fail_plain(s, d);
    if (!s->subject.path && !open_subject(s, d))
        return false;
    if (!settle_reference(s, d))
        return false;
    if (!s->setup.target.subject)
        split(s);
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

/* May what the test prints tell of many checks? Where it has arguments for the
 * program, that is no test itself. */
static bool
may_tell(void *context, const Test *t)
{
    (void)context;
    return !t->direct || t->rules.tap || (!t->argv[1] && !t->input);
}

static bool
is_script(void *context, const Test *t)
{
    (void)context;
    return !t->direct;
}

/* Scripts and the like that tell of many checks become as many tests. Where
 * there is a program that is right, each time that they start ours does; not
 * so where several programs are looked at, each of which has its own. */
static bool
cut(Session *s, Diag *d)
{
    Survey survey = {
        .setup = &s->setup,
        .spec = &s->spec.tests,
        .store = s->store,
        .again = s->spec.rerun,
        .is_wanted = may_tell,
    };
    const OracleKind oracle = s->setup.judge.oracle;

    if (oracle == ORACLE_STATUS)
        return s->spec.no_native || survey_cut(&survey, &s->suite, d);
    survey.is_wanted = is_script;
    return oracle != ORACLE_REFERENCE || s->subject.programs.n > 1 ||
           survey_starts(&survey, &s->suite, d);
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
    if (!plain && !cut(s, d))
        return false;
    out->native = !plain && !s->spec.no_native;
    out->setup = s->setup;
    out->suite = &s->suite;
    out->store = s->store;
    return true;
}
