/* property_test.c - the property that a wrong output violates. */
#include "cause/property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* "middle: 1\n" by printf("middle: %d\n", m). */
static const ConcolicOutput middle[] = {
    {.argument = UINT32_MAX, .offset = 0, .length = 8, .conversion = 's'},
    {.argument = 1, .offset = 8, .length = 1, .conversion = 'd', .width = 32},
    {.argument = UINT32_MAX, .offset = 9, .length = 1, .conversion = 's'}};

static Property
find(const ConcolicOutput *o, size_t n, const char *actual,
     const char *expected)
{
    return property_find(o, n, actual, strlen(actual), expected,
                         strlen(expected));
}

static bool
holds(const Property *p, const ConcolicOutput *o, size_t n, const char *actual,
      const char *expected)
{
    return property_holds(p, o, n, actual, strlen(actual), expected,
                          strlen(expected));
}

static void
integers(void **state)
{
    Property p = find(middle, 3, "middle: 1\n", "middle: 2\n");

    (void)state;
    assert_int_equal(p.kind, PROPERTY_INTEGER);
    assert_int_equal(p.output, 1);
    assert_int_equal(p.offset, 8);
    assert_int_equal(p.value, 2);
    assert_true(holds(&p, middle, 3, "middle: 2\n", "middle: 2\n"));
    assert_true(holds(&p, middle, 3, "middle: 2!", "middle: 2\n"));
    assert_false(holds(&p, middle, 3, "middle: 3\n", "middle: 2\n"));
    p = find(middle, 3, "middle: 1\n", "middle: -17\n");
    assert_int_equal((int64_t)p.value, -17);
    /* The first digit agrees. */
    p = find(middle, 3, "middle: 1\n", "middle: 12\n");
    assert_int_equal(p.output, 1);
    assert_int_equal(p.value, 12);
    assert_false(holds(&p, middle, 3, "middle: 1\n", "middle: 12\n"));
    p = find(middle, 2, "middle: 1", "middle: 12");
    assert_int_equal(p.kind, PROPERTY_INTEGER);
    assert_int_equal(p.value, 12);
}

static void
reals(void **state)
{
    static const ConcolicOutput o[] = {
        {.argument = 1, .offset = 0, .length = 4, .conversion = 'f'}};
    Property p = find(o, 1, "1.50", "1.25");

    (void)state;
    assert_int_equal(p.kind, PROPERTY_REAL);
    assert_true(p.low > 1.2449 && p.low < 1.2451);
    assert_true(p.high > 1.2549 && p.high < 1.2551);
    p = find(o, 1, "1.50", "nan!");
    assert_int_equal(p.kind, PROPERTY_PATH);
}

static void
texts(void **state)
{
    static const ConcolicOutput o[] = {
        {.argument = 1, .offset = 0, .length = 3, .conversion = 's'},
        {.argument = UINT32_MAX, .offset = 3, .length = 1, .conversion = 's'}};
    Property p = find(o, 2, "cat\n", "cut\n");

    (void)state;
    assert_int_equal(p.kind, PROPERTY_BYTES);
    assert_int_equal(p.output, 0);
    assert_memory_equal(p.text, "cut", 3);
    assert_int_equal(p.ntext, 3);
    p = find(middle, 3, "middle: 1\n", "nothing\n");
    assert_int_equal(p.kind, PROPERTY_PATH);
    p = find(middle, 3, "middle: 1\n", "middle: none\n");
    assert_int_equal(p.kind, PROPERTY_PATH);
    assert_int_equal(p.output, 1);
}

/* A whole line of pieces, walked through the expected one. */
static void
pieces(void **state)
{
    static const ConcolicOutput o[] = {
        {.argument = UINT32_MAX, .offset = 0, .length = 2, .conversion = 's'},
        {.argument = 1, .offset = 2, .length = 3, .conversion = 'd'},
        {.argument = 2, .offset = 5, .length = 4, .conversion = 'd'}};
    static const char actual[] = "a=172  12", wanted[] = "a=8  340";
    size_t at = 0;
    Property p;

    (void)state;
    p = property_of_piece(&o[0], actual, wanted, 8, at, &at);
    assert_int_equal(p.kind, PROPERTY_HOLDS);
    p = property_of_piece(&o[1], actual, wanted, 8, at, &at);
    assert_int_equal(p.kind, PROPERTY_INTEGER);
    assert_int_equal(p.value, 8);
    p = property_of_piece(&o[2], actual, wanted, 8, at, &at);
    assert_int_equal(p.kind, PROPERTY_INTEGER);
    assert_int_equal(p.value, 340);
    assert_int_equal(at, 8);
    p = property_of_piece(&o[0], actual, "b=", 2, 0, &at);
    assert_int_equal(p.kind, PROPERTY_PATH);
    p = property_of_piece(&o[1], actual, wanted, 8, 9, &at);
    assert_int_equal(p.kind, PROPERTY_PATH);
}

static void
ends(void **state)
{
    Property p = find(middle, 3, "middle: 1\n", "middle: 1\nmore\n");

    (void)state;
    assert_int_equal(p.kind, PROPERTY_MISSING);
    assert_int_equal(p.output, PROPERTY_NONE);
    assert_memory_equal(p.text, "more\n", 5);
    assert_true(holds(&p, NULL, 0, "middle: 1\nmo", "middle: 1\nmore\n"));
    p = find(middle, 3, "middle: 1\n", "");
    assert_int_equal(p.kind, PROPERTY_EXTRA);
    assert_int_equal(p.output, 0);
    p = find(middle, 3, "middle: 1\n", "middle: 1\n");
    assert_int_equal(p.kind, PROPERTY_HOLDS);
    p = find(NULL, 0, "", "x");
    assert_int_equal(p.kind, PROPERTY_MISSING);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers), cmocka_unit_test(reals),
        cmocka_unit_test(texts),    cmocka_unit_test(ends),
        cmocka_unit_test(pieces),
    };

    return cmocka_run_group_tests_name("property", tests, NULL, NULL);
}
