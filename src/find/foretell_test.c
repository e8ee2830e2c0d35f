/* foretell_test.c - what alterations do to watched values. */
#include "find/foretell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { COMPARE, LITERAL, STORE, BINARY, STATEMENT, CALL, SITES };

/* `if (x < 10)`, `y = ...`, `x - z`, a statement, a call. */
static MutateSite sites[SITES] = {
    [COMPARE] = {.kind = MSITE_COMPARE,
                 .op = MUTATE_LT,
                 .of = {.bits = 32, .flags = MUTATE_SIGNED},
                 .user.consumer = MUTATE_NONE},
    [LITERAL] = {.kind = MSITE_LITERAL,
                 .of = {.bits = 32, .flags = MUTATE_SIGNED},
                 .value = 10,
                 .user.consumer = COMPARE,
                 .user.position = 1},
    [STORE] = {.kind = MSITE_STORE,
               .of = {.bits = 8, .flags = MUTATE_SIGNED},
               .user.consumer = MUTATE_NONE},
    [BINARY] = {.kind = MSITE_BINARY,
                .op = MUTATE_MINUS,
                .of = {.bits = 32, .flags = MUTATE_SIGNED},
                .user.consumer = MUTATE_NONE},
    [STATEMENT] = {.kind = MSITE_STATEMENT, .user.consumer = MUTATE_NONE},
    [CALL] = {.kind = MSITE_CALL, .user.consumer = MUTATE_NONE},
};
static const MutateSites all = {.at = sites, .n = SITES};

static Alteration
alteration(uint32_t site, MutateOp op)
{
    return (Alteration){
        .site = site,
        .op = (uint8_t)op,
        .of = {.bits = sites[site].of.bits, .flags = sites[site].of.flags},
        .x = {.base = MUTATE_NONE},
        .names.variable = MUTATE_NONE,
        .names.other = MUTATE_NONE};
}

static Watch
watch(uint32_t site, int64_t *entries, uint32_t n, uint32_t nvariables)
{
    return (Watch){.site = site,
                   .entries = entries,
                   .nentries = n,
                   .nvariables = nvariables,
                   .done = true};
}

static void
what_is_watched(void **state)
{
    (void)state;
    assert_int_equal(foretell_watched(&all, LITERAL), COMPARE);
    assert_int_equal(foretell_watched(&all, STORE), STORE);
    assert_int_equal(foretell_watched(&all, CALL), MUTATE_NONE);
}

static void
relations(void **state)
{
    int64_t seen[] = {3, 10, 12, 10}; /* 3 < 10, 12 < 10 */
    Watch w = watch(COMPARE, seen, 2, 0);
    Alteration le = alteration(COMPARE, MUTATE_COMPARE), gt = le, ne = le;

    (void)state;
    le.how.relation = MUTATE_LE;
    gt.how.relation = MUTATE_GT;
    ne.how.relation = MUTATE_NE;
    Foretold f = foretell(&all, &le, &w), g = foretell(&all, &gt, &w),
             h = foretell(&all, &ne, &w);
    assert_true(f.known && f.inert); /* 10 was never compared with 10 */
    assert_true(g.known && !g.inert);
    assert_true(h.known && !h.inert);
    assert_true(g.key != h.key);
}

/* A literal matters by what becomes of the comparison. */
static void
operands(void **state)
{
    int64_t seen[] = {3, 10, 12, 10};
    Watch w = watch(COMPARE, seen, 2, 0);
    Alteration a = alteration(LITERAL, MUTATE_SET), b = a, c = a;

    (void)state;
    a.x.value = 11;
    b.x.value = 13;
    c.x.value = 100;
    Foretold f = foretell(&all, &a, &w), g = foretell(&all, &b, &w),
             h = foretell(&all, &c, &w);
    assert_true(f.known && f.inert);
    assert_true(g.known && !g.inert);
    assert_true(h.known && g.key == h.key); /* both: true, true */
}

/* Values are as wide as their place. */
static void
widths(void **state)
{
    int64_t seen[] = {5, 0};
    Watch w = watch(STORE, seen, 1, 0);
    Alteration a = alteration(STORE, MUTATE_SET), b = a;

    (void)state;
    a.x.value = 256 + 5;
    b.x.value = 6;
    assert_true(foretell(&all, &a, &w).inert);
    assert_false(foretell(&all, &b, &w).inert);
}

static void
arithmetic(void **state)
{
    int64_t seen[] = {4, 0, 7, 0};
    Watch w = watch(BINARY, seen, 2, 0);
    Alteration plus = alteration(BINARY, MUTATE_COMPUTE), swap = plus;

    (void)state;
    plus.how.arithmetic = MUTATE_PLUS;
    swap.op = MUTATE_SWAP;
    swap.how.arithmetic = MUTATE_MINUS;
    Foretold f = foretell(&all, &plus, &w), g = foretell(&all, &swap, &w);
    assert_true(f.known && f.inert); /* x + 0 is x - 0 */
    assert_true(g.known && !g.inert);
}

static void
variables(void **state)
{
    int64_t seen[] = {5, 0, 5, 8, 0, 5}; /* the value, nothing, variable 7 */
    Watch w = watch(STORE, seen, 2, 1);
    Alteration a = alteration(STORE, MUTATE_SET), b = a;

    (void)state;
    w.variables[0] = 7;
    a.x.base = 0;
    a.names.variable = 7;
    b.x.base = 0;
    b.names.variable = 8;
    Foretold f = foretell(&all, &a, &w), g = foretell(&all, &b, &w);
    assert_true(f.known && !f.inert); /* 8 becomes 5 */
    assert_false(g.known);            /* 8 was not watched */
    w.nentries = 1;
    assert_true(foretell(&all, &a, &w).inert);
}

/* A guard that never holds keeps everything. */
static void
guards(void **state)
{
    int64_t seen[] = {5, 0, 1};
    Watch w = watch(STORE, seen, 1, 1);
    Alteration a = alteration(STORE, MUTATE_SET);

    (void)state;
    w.variables[0] = 7;
    a.x.value = 9;
    a.guard.given = true;
    a.guard.x.base = 0;
    a.guard.names.variable = 7;
    a.guard.names.other = MUTATE_NONE;
    a.guard.y = (MutateOperand){.base = MUTATE_NONE, .value = 1};
    a.guard.relation = MUTATE_EQ;
    assert_false(foretell(&all, &a, &w).inert);
    a.guard.relation = MUTATE_NE;
    assert_true(foretell(&all, &a, &w).inert);
}

/* What was not seen is not known. */
static void
not_known(void **state)
{
    int64_t seen[] = {5, 0};
    Watch w = watch(STORE, seen, 1, 0);
    Alteration a = alteration(STORE, MUTATE_SET);

    (void)state;
    a.x.value = 5;
    assert_false(foretell(&all, &a, NULL).known);
    w.full = true; /* later entries are missing */
    assert_false(foretell(&all, &a, &w).known);
    w.full = false;
    assert_true(foretell(&all, &a, &w).known);
    w.done = false;
    assert_false(foretell(&all, &a, &w).known);
}

/* An assignment before a statement. */
static void
assignments(void **state)
{
    int64_t seen[] = {0, 0, 3, WATCH_NOTHING};
    Watch w = watch(STATEMENT, seen, 1, 2);
    Alteration a = alteration(STATEMENT, MUTATE_ASSIGN);

    (void)state;
    w.variables[0] = 1;
    w.variables[1] = 2;
    a.to = (MutateOperand){.base = 0, .bits = 32, .flags = MUTATE_SIGNED};
    a.names.variable = 1;
    a.x.value = 3;
    assert_true(foretell(&all, &a, &w).inert);
    a.x.value = 4;
    assert_false(foretell(&all, &a, &w).inert);
    a.names.variable = 2; /* it has no value there */
    assert_true(foretell(&all, &a, &w).inert);
    a.op = MUTATE_ACT;
    assert_false(foretell(&all, &a, &w).known);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_watched), cmocka_unit_test(relations),
        cmocka_unit_test(operands),        cmocka_unit_test(widths),
        cmocka_unit_test(arithmetic),      cmocka_unit_test(variables),
        cmocka_unit_test(guards),          cmocka_unit_test(not_known),
        cmocka_unit_test(assignments),
    };

    return cmocka_run_group_tests_name("foretell", tests, NULL, NULL);
}
