/* split.c - a test that runs many checks becomes a test per check.
 *
 * Where a framework runs the checks, or the program is started without
 * arguments and input, each of its checks is run alone (format/checks.h).
 */
#include "suite/suite.h"

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

bool
suite_needs_processes(const Program *p)
{
    for (uint32_t i = 0; i < p->n.checks; i++)
        for (size_t k = 0; k < sizeof forking / sizeof forking[0]; k++)
            if (strcmp(p->checks[i].framework, forking[k]) == 0)
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

static void
add_check(Suite *s, const Test *whole, const ProgramCheck *c)
{
    const char *key =
        *whole->key ? arena_printf(&s->arena, "%s: %s", whole->key, c->name)
                    : c->name;
    Test *t = suite_add(s, key);
    const char *unique = t->key, *label = t->label;

    *t = *whole;
    t->key = unique;
    t->label = label;
    t->check = check_of(&s->arena, c);
}

static void
split_test(Suite *s, const Test *t, const Program *p)
{
    if (count_checks(t, p) < CHECKS_LEAST) {
        Test *same = suite_add(s, t->key);
        const char *unique = same->key;
        *same = *t;
        same->key = unique;
        return;
    }
    for (uint32_t i = 0; i < p->n.checks; i++)
        if (has_check(t, &p->checks[i]))
            add_check(s, t, &p->checks[i]);
}

/* The check that the line names, if it does. */
static void
choose(Suite *s, const Program *p)
{
    Test *t = &s->tests[0];

    for (uint32_t i = 0; i < p->n.checks; i++) {
        const ProgramCheck *c = &p->checks[i];
        if (strcmp(t->key, c->name) != 0 && strcmp(t->key, c->function) != 0)
            continue;
        t->argv[1] = NULL;
        t->check = check_of(&s->arena, c);
        return;
    }
}

void
suite_split(Suite *s, const Program *p, bool chosen)
{
    Test *whole = s->tests;
    const size_t n = s->n;

    if (p->n.checks == 0)
        return;
    if (chosen) {
        choose(s, p);
        return;
    }
    s->tests = NULL;
    s->n = s->cap = 0;
    map_done(&s->keys);
    s->keys = (Map){0};
    for (size_t i = 0; i < n; i++)
        split_test(s, &whole[i], p);
    free(whole);
}
