/* ddmin_test.c - what is left fails and is 1-minimal, whatever is needed. */
#include "explore/ddmin.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A fake failure: all of some units are needed, or any k of a class. */
typedef struct Fake Fake;
struct Fake {
    size_t n;
    bool (*fails)(const bool *has, size_t n);
    size_t ntests, most;
    bool *has;
    size_t nkept;   /* as told by keep() */
    bool backwards; /* tries the chunks in another order */
};

static bool
fails_without(Fake *f, const uint32_t *kept, size_t n, size_t from, size_t to)
{
    memset(f->has, 0, f->n);
    for (size_t i = 0; i < n; i++)
        f->has[kept[i]] = i < from || i >= to;
    f->ntests++;
    return f->fails(f->has, f->n);
}

static bool
find(void *context, const uint32_t *kept, size_t n, size_t size, size_t from,
     size_t *hit, Diag *d)
{
    Fake *f = context;
    size_t all = (n + size - 1) / size;

    (void)d;
    *hit = all;
    if (f->backwards) { /* as several at a time might */
        for (size_t c = all; c-- > from;)
            if (fails_without(f, kept, n, c * size, (c + 1) * size))
                *hit = c;
        return true;
    }
    for (size_t c = from; c < all && *hit == all; c++)
        if (fails_without(f, kept, n, c * size, (c + 1) * size))
            *hit = c;
    return true;
}

static void
keep(void *context, const uint32_t *kept, size_t n)
{
    Fake *f = context;

    (void)kept;
    assert_true(n < f->nkept);
    f->nkept = n;
}

static bool
stop(void *context)
{
    const Fake *f = context;

    return f->most && f->ntests >= f->most;
}

static bool
needs_three(const bool *has, size_t n)
{
    return has[0] && has[n / 2] && has[n - 1];
}

static bool
needs_any_five(const bool *has, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += has[i] && i % 7 == 3;
    return count >= 5;
}

/* Brackets must balance, and one pair be there. */
static bool
needs_pair(const bool *has, size_t n)
{
    int depth = 0, deepest = 0;

    for (size_t i = 0; i < n; i++) {
        depth += has[i] ? (i < n / 2 ? 1 : -1) : 0;
        if (depth < 0)
            return false;
        deepest = depth > deepest ? depth : deepest;
    }
    return depth == 0 && deepest > 0;
}

static bool
needs_nothing(const bool *has, size_t n)
{
    (void)has, (void)n;
    return true;
}

static bool
needs_all(const bool *has, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!has[i])
            return false;
    return true;
}

static const struct {
    size_t n, least, most;
    bool (*fails)(const bool *has, size_t n);
    size_t ntests; /* not more than these */
} rows[] = {
    {1, 1, 1, needs_all, 2},
    {2, 0, 0, needs_nothing, 1},
    {1000, 0, 0, needs_nothing, 1},
    {0, 0, 0, needs_nothing, 0},
    {9, 9, 9, needs_all, 60},
    {3, 3, 3, needs_three, 12},
    {1000, 3, 3, needs_three, 120},
    {4096, 3, 3, needs_three, 140},
    {1000, 5, 5, needs_any_five, 400},
    {64, 64, 64, needs_pair, 300}, /* 1-minimal: a pair is two units */
};

static void
test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t *kept[2];
        size_t n[2];
        for (int way = 0; way < 2; way++) {
            Fake f = {.n = rows[i].n,
                      .fails = rows[i].fails,
                      .has = mem_zalloc(rows[i].n + 1, 1),
                      .nkept = rows[i].n + 1,
                      .backwards = way == 1};
            const DdminHooks hooks = {&f, find, keep, stop};
            Diag d;
            diag_init(&d);
            kept[way] = mem_zalloc(rows[i].n + 1, sizeof **kept);
            assert_true(ddmin_run(rows[i].n, &hooks, kept[way], &n[way], &d));
            if (!way)
                assert_true(f.ntests <= rows[i].ntests);
            assert_true(n[way] >= rows[i].least && n[way] <= rows[i].most);
            if (rows[i].n)
                assert_true(fails_without(&f, kept[way], n[way], 0, 0));
            for (size_t k = 0; k < n[way]; k++) /* 1-minimal */
                assert_false(fails_without(&f, kept[way], n[way], k, k + 1));
            diag_done(&d);
            free(f.has);
        }
        assert_int_equal(n[0], n[1]); /* whatever order they were tried in */
        assert_memory_equal(kept[0], kept[1], n[0] * sizeof **kept);
        free(kept[0]);
        free(kept[1]);
    }
}

static void
test_stop(void **state)
{
    uint32_t kept[1000];
    bool has[1000];
    size_t n;
    Fake f = {.n = 1000, .fails = needs_three, .has = has, .nkept = 1001};
    const DdminHooks hooks = {&f, find, keep, stop};
    Diag d;

    (void)state;
    diag_init(&d);
    f.most = 20;
    assert_true(ddmin_run(1000, &hooks, kept, &n, &d));
    assert_true(n > 3 && n < 1000);
    assert_true(fails_without(&f, kept, n, 0, 0));
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
