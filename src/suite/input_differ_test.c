/* input_differ_test.c - inputs in words. */
#include "suite/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static InputBytes
bytes(const char *text)
{
    return (InputBytes){.at = text, .n = strlen(text)};
}

static void
quotes(void **state)
{
    static const struct {
        const char *text;
        size_t n, most;
        const char *expected;
    } cases[] = {
        {"", 0, 9, "\"\""},
        {"3 2 1\n", 6, 9, "\"3 2 1\\n\""},
        {"a\"b\\", 4, 9, "\"a\\\"b\\\\\""},
        {"\0\x7f\t", 3, 9, "\"\\000\\177\\t\""},
        {"abcdef", 6, 3, "\"abc\"...(6 bytes)"},
        {"h\xc3\xb6 \xff\xc3", 6, 9, "\"h\xc3\xb6 \\377\\303\""},
        {"\xed\xa0\x80", 3, 9, "\"\\355\\240\\200\""},
        {"\xe2\x82\xac", 3, 9, "\"\xe2\x82\xac\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Str s = {0};
        input_quote(&s, (InputBytes){.at = cases[i].text, .n = cases[i].n},
                    cases[i].most);
        assert_string_equal(str_text(&s), cases[i].expected);
        str_done(&s);
    }
}

static void
shows_short_input(void **state)
{
    const Input in = {.has_stdin = true, .in = bytes("3 2 1\n")};
    char many[200];
    Str s = {0};

    (void)state;
    input_show(&in, 100, &s);
    assert_string_equal(str_text(&s), "< \"3 2 1\\n\"");
    memset(many, 'x', sizeof many);
    const Input large = {.has_stdin = true, .in = {.at = many, .n = 200}};
    str_clear(&s);
    input_show(&large, 100, &s);
    assert_string_equal(str_text(&s), "< (200 bytes)");
    str_done(&s);
}

static void
check(const Input *x, const Input *y, const char *expected)
{
    Str s = {0};

    input_say_difference(x, y, &s);
    assert_string_equal(str_text(&s), expected);
    str_done(&s);
}

static void
arguments(void **state)
{
    const InputBytes one[] = {bytes("a"), bytes("3"), bytes("c")};
    const InputBytes two[] = {bytes("a"), bytes("7"), bytes("c")};
    const InputBytes less[] = {bytes("a"), bytes("c")};
    const Input x = {.args = one, .nargs = 3}, y = {.args = two, .nargs = 3};
    const Input z = {.args = less, .nargs = 2};

    (void)state;
    check(&x, &x, "nothing");
    check(&x, &y, "argument 2 is \"7\" instead of \"3\"");
    check(&x, &z, "argument \"3\" is missing");
    check(&z, &x, "argument \"3\" is new");
}

static void
texts(void **state)
{
    static const char head[] = "this line is long enough to be left out\n";
    char one[200], two[200], three[200];

    (void)state;
    (void)snprintf(one, sizeof one, "%sprice is 12 euro\nend\n", head);
    (void)snprintf(two, sizeof two, "%sprice is 17 euro\nend\n", head);
    (void)snprintf(three, sizeof three, "%sprice is 12 euro\n", head);
    const Input x = {.has_stdin = true, .in = bytes(one)};
    const Input y = {.has_stdin = true, .in = bytes(two)};
    const Input z = {.has_stdin = true, .in = bytes(three)};
    check(&x, &y, "standard input, line 2: \"17\" instead of \"12\"");
    check(&x, &z, "standard input, from line 3 on: \"end\\n\" is missing");
    const InputFile f = {.name = "in.txt", .bytes = bytes("1\n")};
    const InputFile g = {.name = "in.txt", .bytes = bytes("2\n")};
    const Input p = {.files = &f, .nfiles = 1}, q = {.files = &g, .nfiles = 1};
    check(&p, &q, "in.txt is \"2\\n\" instead of \"1\\n\"");
    check(&p, &(Input){0}, "in.txt is missing");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes),
        cmocka_unit_test(shows_short_input),
        cmocka_unit_test(arguments),
        cmocka_unit_test(texts),
    };

    return cmocka_run_group_tests_name("input_differ", tests, NULL, NULL);
}
