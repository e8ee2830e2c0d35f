/* sampler_test.c - every sample of an ordinary pattern is matched by it. */
#include "php/sampler.h"

#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Of those that POSIX has, too. */
static const char *const patterns[] = {
    "^abc$",
    "^[a-z]+$",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "^(red|green|blue)$",
    "^[A-Za-z0-9._-]+@[a-z]+[.][a-z]{2,4}$",
    "^x(a|b(c|d)*)?y$",
    "^[^<>\"]{3,}$",
    "^[[:alpha:]]{2}[[:digit:]]*$",
    "^-?[0-9]+([.][0-9]+)?$",
    "^[]a-]b.c$",
    "^(a|)(b|c)$",
};

static void
samples_are_matched(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        Str delimited = {0};
        regex_t compiled;
        str_printf(&delimited, "/%s/", patterns[i]);
        assert_int_equal(0, regcomp(&compiled, patterns[i], REG_EXTENDED));
        for (unsigned variant = 0; variant < 24; variant++) {
            Str text = {0};
            sampler_add(delimited.at, delimited.n, variant, &text);
            if (regexec(&compiled, str_text(&text), 0, NULL, 0) != 0)
                fail_msg("%s does not match \"%s\"", patterns[i],
                         str_text(&text));
            str_done(&text);
        }
        regfree(&compiled);
        str_done(&delimited);
    }
}

static void
check(const char *pattern, unsigned variant, const char *want)
{
    Str text = {0};

    sampler_add(pattern, strlen(pattern), variant, &text);
    assert_string_equal(want, str_text(&text));
    str_done(&text);
}

static void
knows_what_posix_lacks(void **state)
{
    (void)state;
    check("/^\\d\\w\\s$/", 0, "1a ");
    check("#^(?:ab|cd)#i", 1, "cd");
    check("{^(?<name>x)(?=y)}", 0, "x");
    check("~a\\.b\\/c~", 0, "a.b/c");
    check("/\\bword\\b/", 0, "word");
    check("/ab*?c/", 0, "ac");
}

static void
variants_differ(void **state)
{
    (void)state;
    check("/^[a-z]+$/", 0, "a");
    check("/^[a-z]+$/", 1, "bb");
    check("/^(red|green)$/", 0, "red");
    check("/^(red|green)$/", 1, "green");
}

static void
ends_on_anything(void **state)
{
    static const char *const odd[] = {"",       "/",    "//",   "/(/",
                                      "/)))a/", "/[/",  "/[a-", "/a{99999}/",
                                      "/\\",    "/(?/", "/*+?/"};

    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        Str text = {0};
        sampler_add(odd[i], strlen(odd[i]), 1, &text);
        assert_true(text.n <= SAMPLER_MOST);
        str_done(&text);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_matched),
        cmocka_unit_test(knows_what_posix_lacks),
        cmocka_unit_test(variants_differ),
        cmocka_unit_test(ends_on_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
