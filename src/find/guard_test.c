/* guard_test.c - conditions that tell failing runs from passing ones. */
#include "find/guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define NUMBER(n)                                                \
    {.name = (n),                                                \
     .operand = {.base = 0, .bits = 32, .flags = MUTATE_SIGNED}, \
     .type = 1,                                                  \
     .scope = MUTATE_NONE}

static MutateVariable variables[] = {
    NUMBER("x"),
    NUMBER("y"),
    {.name = "p",
     .operand = {.base = 2, .bits = 64, .flags = MUTATE_POINTER},
     .type = 2,
     .scope = MUTATE_NONE},
    {.name = "&z", .is_address = true, .scope = MUTATE_NONE},
};
static MutateFunction functions[] = {{.variable = 0, .nvariables = 4}};
static MutateSite sites[] = {
    {.kind = MSITE_BRANCH, .where.line = 10},
    {.kind = MSITE_COMPARE, .where.line = 10},
    {.kind = MSITE_STATEMENT, .where.line = 10},
};
static const MutateSites all = {.at = sites,
                                .n = 3,
                                .variables = variables,
                                .count.variables = 4,
                                .functions = functions,
                                .count.functions = 1};

enum { NVARIABLES = 3, ENTRY = 2 + NVARIABLES };

static Watch
watch(int64_t *entries, uint32_t n)
{
    Watch w = {.entries = entries,
               .nentries = n,
               .nvariables = NVARIABLES,
               .variables = {0, 1, 2},
               .done = true};

    return w;
}

static bool
has(const Trials *t, uint32_t x, unsigned relation, uint32_t y, int64_t number)
{
    for (size_t i = 0; i < t->n; i++) {
        const Alteration *a = &t->at[i].a;
        if (a->guard.given && a->guard.names.variable == x &&
            a->guard.relation == relation && a->guard.names.other == y &&
            (y != MUTATE_NONE || a->guard.y.value == number))
            return true;
    }
    return false;
}

static void
what_fits(void **state)
{
    Alteration a = {.site = 0, .op = MUTATE_SET};

    (void)state;
    assert_true(guard_fits(&all, &a));
    a.op = MUTATE_NOT;
    assert_false(guard_fits(&all, &a));
    a = (Alteration){.site = 1, .op = MUTATE_COMPARE};
    assert_false(guard_fits(&all, &a));
    a = (Alteration){.site = 2, .op = MUTATE_ACT};
    assert_true(guard_fits(&all, &a));
}

static void
what_is_named(void **state)
{
    Watch w;

    (void)state;
    guard_watch(&all, 0, &w);
    assert_int_equal(w.nvariables, 3); /* no addresses */
    assert_int_equal(w.variables[2], 2);
}

/* x is 0 in each failing run, and never in a passing one. */
static void
against_zero(void **state)
{
    int64_t f1[] = {0, 0, 0, 5, 1}, f2[] = {0, 0, 0, 7, 1};
    int64_t p1[] = {0, 0, 3, 5, 1}, p2[] = {0, 0, 4, 7, 1};
    const Watch failing[] = {watch(f1, 1), watch(f2, 1)};
    const Watch passing[] = {watch(p1, 1), watch(p2, 1)};
    const Alteration a = {.site = 0, .op = MUTATE_SET};
    Trials out = {0};

    (void)state;
    guard_propose(&all, &a, failing, 2, passing, 2, 50, &out);
    assert_true(out.n > 0);
    assert_true(has(&out, 0, MUTATE_EQ, MUTATE_NONE, 0));
    assert_false(has(&out, 0, MUTATE_NE, MUTATE_NONE, 0));
    assert_true(out.at[0].a.guard.given);
    assert_int_equal(out.at[0].a.kind, ALTERATION_GUARD);
    assert_int_equal(out.at[0].a.op, MUTATE_SET); /* the change itself stays */
    vec_done(&out);
}

/* Variable against variable: x > y fails, x <= y passes. */
static void
against_each_other(void **state)
{
    int64_t f1[] = {0, 0, 3, 2, 1}, f2[] = {0, 0, 9, 8, 1};
    int64_t p1[] = {0, 0, 2, 3, 1}, p2[] = {0, 0, 9, 9, 1};
    const Watch failing[] = {watch(f1, 1), watch(f2, 1)};
    const Watch passing[] = {watch(p1, 1), watch(p2, 1)};
    const Alteration a = {.site = 0, .op = MUTATE_SET};
    Trials out = {0};

    (void)state;
    guard_propose(&all, &a, failing, 2, passing, 2, 50, &out);
    assert_true(has(&out, 0, MUTATE_GT, 1, 0));
    assert_false(has(&out, 0, MUTATE_LT, 1, 0));
    /* A pointer is compared with nothing but 0. */
    for (size_t i = 0; i < out.n; i++)
        assert_false(out.at[i].a.guard.names.variable == 2 &&
                     out.at[i].a.guard.y.value != 0);
    vec_done(&out);
}

/* It must hold once in a failing run; a passing one has many instances. */
static void
somewhere(void **state)
{
    int64_t f1[] = {0, 0, 1, 0, 1, 0, 0, 42, 0, 1};
    int64_t p1[] = {0, 0, 1, 0, 1, 0, 0, 2, 0, 1};
    const Watch failing[] = {watch(f1, 2)}, passing[] = {watch(p1, 2)};
    const Alteration a = {.site = 0, .op = MUTATE_SET};
    Trials out = {0};

    (void)state;
    guard_propose(&all, &a, failing, 1, passing, 1, 50, &out);
    assert_true(has(&out, 0, MUTATE_EQ, MUTATE_NONE, 42));
    assert_true(has(&out, 0, MUTATE_GE, MUTATE_NONE, 42));
    vec_done(&out);
}

/* What has no value holds for nothing; no failing run, no guard. */
static void
nothing(void **state)
{
    int64_t f1[] = {0, 0, WATCH_NOTHING, WATCH_NOTHING, WATCH_NOTHING};
    const Watch failing[] = {watch(f1, 1)};
    const Alteration a = {.site = 0, .op = MUTATE_SET};
    Trials out = {0};

    (void)state;
    guard_propose(&all, &a, failing, 1, NULL, 0, 50, &out);
    assert_int_equal(out.n, 0);
    guard_propose(&all, &a, failing, 0, NULL, 0, 50, &out);
    assert_int_equal(out.n, 0);
    vec_done(&out);
}

static void
at_most(void **state)
{
    int64_t f1[] = {0, 0, 0, 5, 1}, p1[] = {0, 0, 3, 9, 0};
    const Watch failing[] = {watch(f1, 1)}, passing[] = {watch(p1, 1)};
    const Alteration a = {.site = 0, .op = MUTATE_SET};
    Trials out = {0};

    (void)state;
    guard_propose(&all, &a, failing, 1, passing, 1, 3, &out);
    assert_int_equal(out.n, 3);
    vec_done(&out);
}

/* The first of three executions is the only one with x > y; no passing run has
 * such a one. */
static void
moments(void **state)
{
    int64_t f1[] = {0, 0, 3, 2, 1, 0, 0, 1, 2, 1, 0, 0, 1, 4, 1};
    int64_t p1[] = {0, 0, 3, 3, 1, 0, 0, 1, 9, 1};
    const Watch failing = watch(f1, 3), passing[] = {watch(p1, 2)};
    const Alteration a = {.site = 0, .op = MUTATE_SET};
    Moments out = {0};
    bool compared = false;
    size_t nsets = 0;

    (void)state;
    guard_moments(&all, &failing, passing, 1, 50, &out);
    assert_true(out.n > 0);
    assert_int_equal(out.at[0].nheld, 0);
    for (size_t i = 0; i < out.n; i++) {
        const Alteration b = guard_apply(&all, &a, &failing, &out.at[i].guard);
        const bool first = out.at[i].key == out.at[0].key;
        nsets += i == 0 || out.at[i].key != out.at[i - 1].key;
        compared |= first && b.guard.names.variable == 0 &&
                    b.guard.names.other == 1 && b.guard.relation == MUTATE_GT;
        /* It never changes: no condition tells executions apart by it. */
        assert_false(b.guard.names.variable == 2 &&
                     b.guard.names.other == MUTATE_NONE);
    }
    assert_true(compared);
    assert_true(nsets > 1);
    const size_t n = out.n;
    out.n = 0;
    guard_moments(&all, &failing, passing, 1, 1, &out); /* one set */
    assert_true(out.n > 0 && out.n < n);
    for (size_t i = 0; i < out.n; i++)
        assert_true(out.at[i].key == out.at[0].key);
    vec_done(&out);
}

/* One execution is all there is: a guard would say nothing. */
static void
no_moments(void **state)
{
    int64_t f1[] = {0, 0, 3, 2, 1};
    const Watch failing = watch(f1, 1);
    Moments out = {0};

    (void)state;
    guard_moments(&all, &failing, NULL, 0, 50, &out);
    assert_int_equal(out.n, 0);
    vec_done(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits),    cmocka_unit_test(what_is_named),
        cmocka_unit_test(against_zero), cmocka_unit_test(against_each_other),
        cmocka_unit_test(somewhere),    cmocka_unit_test(nothing),
        cmocka_unit_test(at_most),      cmocka_unit_test(moments),
        cmocka_unit_test(no_moments),
    };

    return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
