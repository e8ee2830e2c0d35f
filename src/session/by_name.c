/* by_name.c - of a project's tests the one that is named, and its program. */
#include "session/by_name.h"

#include "base/io.h"
#include "image/tree.h"
#include "run/once.h"
#include "session/started.h"

#include <stdlib.h>
#include <string.h>

static const char between[] = ": "; /* a test and its check, see suite_split */

/* What is looked for, and where. */
typedef struct Naming Naming;
struct Naming {
    Session *s;
    const char *name;
    Suite suite;    /* of the project; tests are whole programs */
    Texts programs; /* of the project, that have bitcode */
};

static bool
open_project(Naming *n, Diag *d)
{
    Session *s = n->s;
    SuiteSpec *spec = &s->spec.tests;
    size_t foreign;

    spec->line = NULL;
    discover_take(&s->discovery, spec);
    if (!s->spec.tree)
        s->spec.tree = s->discovery.at[0].dir;
    if (!suite_open(spec, &n->suite, d) ||
        !tree_programs(s->spec.tree, &s->arena, &n->programs, &foreign, d))
        return false;
    if (n->programs.n == 0)
        return session_fail_plain(s, d);
    started_mark(&n->suite, &n->programs);
    return true;
}

/* Is it called so, or the last part of its path? */
static bool
is_called(const char *key, const char *name, size_t n)
{
    const char *base = strrchr(key, '/');

    return (strlen(key) == n && memcmp(key, name, n) == 0) ||
           (base && strlen(base + 1) == n && memcmp(base + 1, name, n) == 0);
}

/* The test of that name, and the name of its check, if there is one behind it.
 */
static Test *
find_test(const Naming *n, const char **check)
{
    for (size_t i = 0; i < n->suite.n; i++) {
        Test *t = &n->suite.tests[i];
        *check = NULL;
        if (is_called(t->key, n->name, strlen(n->name)))
            return t;
        for (const char *at = n->name; (at = strstr(at, between)); at++)
            if (is_called(t->key, n->name, (size_t)(at - n->name))) {
                *check = at + strlen(between);
                return t;
            }
    }
    return NULL;
}

/* Let the session be about this program. */
static bool
take_program(Session *s, const char *path, Diag *d)
{
    subject_done(&s->subject);
    return subject_open(path, s->paths.cache, &s->subject, d);
}

static bool
has_check(const Session *s, const char *name)
{
    const Program *p = &s->subject.program;

    for (uint32_t i = 0; i < p->n.checks; i++)
        if (strcmp(p->checks[i].name, name) == 0 ||
            strcmp(p->checks[i].function, name) == 0)
            return true;
    return false;
}

/* A test whose program has a check of that name; it is open then. */
static bool
find_check(Naming *n, Test **out, Diag *d)
{
    bool ok = true;

    *out = NULL;
    for (size_t i = 0; ok && !*out && i < n->suite.n; i++) {
        Test *t = &n->suite.tests[i];
        if (!t->direct)
            continue;
        ok = take_program(n->s, n->programs.at[t->entry], d);
        if (ok && has_check(n->s, n->name))
            *out = t;
    }
    if (!*out)
        subject_done(&n->s->subject);
    return ok;
}

/* The suite is this test alone. */
static void
keep_test(Naming *n, const Test *t)
{
    Session *s = n->s;

    s->suite = n->suite;
    s->suite.tests[0] = *t;
    s->suite.tests[0].entry = 0;
    s->suite.n = 1;
    n->suite = (Suite){0};
}

/* A test that was named without a check: the first of its checks that fails
 * alone, if there are several. */
static bool
choose_failing(Session *s, Diag *d)
{
    Setup setup = s->setup;
    Suite *all = &s->suite;
    size_t i = 0;
    bool ok = true, failed = false;
    const Test whole = all->tests[0];

    suite_split(all, &s->subject.program, false);
    if (all->n == 1)
        return true;
    if (!session_target(s, VARIANT_PROFILE, &setup.target, d))
        return false;
    for (; ok && !failed && i < all->n; i++) {
        OnceRun once;
        ok = once_run(&setup, &all->tests[i], &once, d);
        failed = ok && once.judgement.verdict == VERDICT_FAIL;
        once_done(&once);
    }
    all->tests[0] = failed ? all->tests[i - 1] : whole;
    all->n = 1;
    return ok;
}

static bool
take_test(Naming *n, const Test *t, const char *check, Diag *d)
{
    Session *s = n->s;

    if (!t->direct)
        return diag_fail(d,
                         "%s is a command, and what it feeds a program is not "
                         "known: name the program with --program, and its "
                         "arguments with --failing",
                         t->key);
    const char *program = n->programs.at[t->entry];
    if (!s->subject.path && !take_program(s, program, d))
        return false;
    keep_test(n, t);
    s->paths.program = io_absolute(program);
    s->spec.program = s->paths.program;
    s->setup.target.subject = &s->subject;
    if (!check)
        return s->setup.judge.oracle != ORACLE_STATUS || choose_failing(s, d);
    return suite_choose(&s->suite, &s->subject.program, check) ||
           diag_fail(d, "%s has no check called %s", t->key, check);
}

static bool
fail_unknown(const Naming *n, Diag *d)
{
    return diag_fail(d,
                     "none of the %zu tests is called %s: their names are such "
                     "as %s; if these are arguments, name the program with "
                     "--program",
                     n->suite.n, n->name, n->suite.tests[0].key);
}

static bool
choose(Naming *n, bool *named, Diag *d)
{
    const char *check = NULL;
    Test *t = find_test(n, &check);

    if (!t) {
        check = n->name;
        if (!find_check(n, &t, d))
            return false;
    }
    *named = t != NULL;
    if (t)
        return take_test(n, t, check, d);
    n->s->spec.tests.line = n->name;
    return n->programs.n == 1 || fail_unknown(n, d);
}

bool
by_name_take(Session *s, bool *named, Diag *d)
{
    Naming n = {.s = s, .name = s->spec.tests.line};
    Diag ignored;

    *named = false;
    diag_init(&ignored);
    const bool found =
        discover(s->spec.tree ? s->spec.tree : ".", &s->discovery, &ignored);
    diag_done(&ignored);
    if (!found)
        return true;
    const SuiteSpec given = s->spec.tests;
    bool ok = open_project(&n, d) && choose(&n, named, d);
    if (!*named) { /* arguments, then */
        s->spec.tests = given;
        discover_done(&s->discovery);
    }
    suite_done(&n.suite);
    return ok;
}
