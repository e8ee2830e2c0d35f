/* split.c - a test that runs many checks becomes a test per check.
 *
 * Where a framework runs the checks, or the program is started without
 * arguments and input, each of its checks can be run alone (format/checks.h).
 * What a script or a program only tells about, line by line, cannot.
 */
#include "suite/suite.h"

#include "base/io.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { CHECKS_LEAST = 2 };

typedef struct CheckNeed CheckNeed;
struct CheckNeed {
    const char *framework, *what;
};

static const CheckNeed variables[] = {
#define CHECK_VARIABLE(framework, assignment) {framework, assignment},
#include "program/checks.def"
};

static const CheckNeed temporaries[] = {
#define CHECK_TEMPORARY(framework, variable) {framework, variable},
#include "program/checks.def"
};

static const char *const forking[] = {
#define CHECK_PROCESSES(framework) framework,
#include "program/checks.def"
};

static bool
is_forking(const ProgramCheck *c)
{
    for (size_t i = 0; i < sizeof forking / sizeof forking[0]; i++)
        if (strcmp(c->framework, forking[i]) == 0)
            return true;
    return false;
}

bool
suite_needs_processes(const Program *p)
{
    for (uint32_t i = 0; i < p->n.checks; i++)
        if (is_forking(&p->checks[i]))
            return true;
    return false;
}

static const char *
need_of(const ProgramCheck *c, const CheckNeed *needs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(c->framework, needs[i].framework) == 0)
            return needs[i].what;
    return NULL;
}

static TestCheck
check_of(Arena *a, const ProgramCheck *c)
{
    return (TestCheck){
        .function = arena_strdup(a, c->function),
        .variable =
            need_of(c, variables, sizeof variables / sizeof variables[0]),
        .temporary =
            need_of(c, temporaries, sizeof temporaries / sizeof temporaries[0]),
    };
}

/* Is the check in this one of several programs? */
static bool
is_member(const ProgramCheck *c, size_t entry)
{
    return !c->members || !*c->members ||
           (entry < strlen(c->members) && c->members[entry] == '1');
}

/* Does the test run this check? */
static bool
has_check(const Test *t, const ProgramCheck *c)
{
    return t->direct && is_member(c, t->entry) && !t->rules.tap &&
           !t->rules.pass && !t->rules.fail &&
           (*c->framework || (!t->argv[1] && !t->input));
}

static size_t
count_checks(const Test *t, const Program *p)
{
    size_t n = 0;

    for (uint32_t i = 0; i < p->n.checks; i++)
        n += has_check(t, &p->checks[i]);
    return n;
}

/* A test like `whole` that is called so as well. */
static Test *
add_member(Suite *s, const Test *whole, const char *name)
{
    const char *key = *whole->key
                          ? arena_printf(&s->arena, "%s: %s", whole->key, name)
                          : name;
    Test *t = suite_add(s, key);
    const char *unique = t->key, *label = t->label;

    *t = *whole;
    t->key = unique;
    t->label = label;
    return t;
}

static void
add_same(Suite *s, const Test *t)
{
    Test *same = suite_add(s, t->key);
    const char *unique = same->key;

    *same = *t;
    same->key = unique;
}

/* All checks of the program in one run. */
static const TestWhole *
whole_of(Suite *s, const Test *t, const ProgramCheck *any)
{
    TestWhole *w = ARENA_NEW(&s->arena, TestWhole);
    Test *all = arena_dup(&s->arena, t, sizeof *t);

    all->check = check_of(&s->arena, any);
    all->check.function = NULL;
    w->test = all;
    return w;
}

static void
split_test(Suite *s, const Test *t, const Program *p)
{
    const TestWhole *whole = NULL;

    if (count_checks(t, p) < CHECKS_LEAST) {
        add_same(s, t);
        return;
    }
    for (uint32_t i = 0; i < p->n.checks; i++) {
        if (!has_check(t, &p->checks[i]))
            continue;
        whole = whole ? whole : whole_of(s, t, &p->checks[i]);
        TestCheck *c = &add_member(s, t, p->checks[i].name)->check;
        *c = check_of(&s->arena, &p->checks[i]);
        c->whole = is_forking(&p->checks[i]) ? NULL : whole;
    }
}

bool
suite_choose(Suite *s, const Program *p, const char *name)
{
    Test *t = &s->tests[0];

    for (uint32_t i = 0; i < p->n.checks; i++) {
        const ProgramCheck *c = &p->checks[i];
        if (strcmp(name, c->name) != 0 && strcmp(name, c->function) != 0)
            continue;
        t->check = check_of(&s->arena, c);
        return true;
    }
    return false;
}

/* The check that the line names, if it does. */
static void
choose(Suite *s, const Program *p)
{
    Test *t = &s->tests[0];

    if (suite_choose(s, p, t->key))
        t->argv[1] = NULL;
}

/* Empty the suite; the caller frees what it had. */
static Test *
take_tests(Suite *s)
{
    Test *tests = s->tests;

    s->tests = NULL;
    s->n = s->cap = 0;
    map_done(&s->keys);
    s->keys = (Map){0};
    return tests;
}

void
suite_split(Suite *s, const Program *p, bool chosen)
{
    const size_t n = s->n;

    if (p->n.checks == 0)
        return;
    if (chosen) {
        choose(s, p);
        return;
    }
    Test *whole = take_tests(s);
    for (size_t i = 0; i < n; i++)
        split_test(s, &whole[i], p);
    free(whole);
}

/* Remarks */

bool
suite_can_cut(const Test *t)
{
    return !t->check.function && !t->check.whole && !t->rules.fails &&
           !t->rules.pass && !t->rules.fail;
}

static void
cut_test(Suite *s, const SuiteSpec *spec, const Test *t, const TestTold *told)
{
    TestWhole *w = ARENA_NEW(&s->arena, TestWhole);

    *w = (TestWhole){
        .test = arena_dup(&s->arena, t, sizeof *t),
        .names = ARENA_ARRAY(&s->arena, const char *, told->n),
        .n = told->n,
        .rules = {t->rules.tap, spec->patterns.pass, spec->patterns.fail},
    };
    for (size_t i = 0; i < told->n; i++)
        w->names[i] = arena_strdup(&s->arena, told->names[i]);
    for (size_t i = 0; i < told->n + told->rest; i++) {
        const char *name =
            i < told->n ? w->names[i]
                        : arena_printf(&s->arena, "after %s", w->names[i - 1]);
        TestCheck *c = &add_member(s, t, name)->check;
        c->whole = w;
        c->number = i;
    }
}

void
suite_cut(Suite *s, const SuiteSpec *spec, const TestTold *told)
{
    const size_t n = s->n;
    Test *tests = take_tests(s);

    for (size_t i = 0; i < n; i++)
        if (told[i].n < CHECKS_LEAST)
            add_same(s, &tests[i]);
        else
            cut_test(s, spec, &tests[i], &told[i]);
    free(tests);
}

/* Starts */

static char **
copy_texts(Arena *a, char *const *texts)
{
    size_t n = 0;

    if (!texts)
        return NULL;
    while (texts[n])
        n++;
    char **copies = ARENA_ARRAY(a, char *, n + 1);
    for (size_t i = 0; i < n; i++)
        copies[i] = arena_strdup(a, texts[i]);
    return copies;
}

/* "tally -n 3" */
static const char *
name_start(Arena *a, const TestStart *start)
{
    const char *name = io_basename(start->argv[0]);

    for (char *const *word = start->argv + 1; *word; word++)
        name = arena_printf(a, "%s %s", name, *word);
    return name;
}

static void
add_start(Suite *s, const Test *whole, const TestStart *start)
{
    Test *t = add_member(s, whole, name_start(&s->arena, start));

    t->argv = copy_texts(&s->arena, start->argv);
    t->env = copy_texts(&s->arena, start->env);
    t->dir = arena_strdup(&s->arena, start->dir);
    t->tree = NULL;
    t->input = start->input ? arena_strdup(&s->arena, start->input) : NULL;
    t->direct = true;
    t->rules = (TestRules){.skip_status = SUITE_NO_STATUS};
}

void
suite_replay(Suite *s, const TestStarts *starts)
{
    const size_t n = s->n;
    Test *tests = take_tests(s);

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < starts[i].n; k++)
            add_start(s, &tests[i], &starts[i].at[k]);
        if (starts[i].n == 0 || starts[i].stays)
            add_same(s, &tests[i]);
    }
    free(tests);
}
