/* words_test.c - lines split as a shell splits them, or refused. */
#include "suite/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *line;
    const char *words; /* each ended by a bar */
    const char *input;
} good[] = {
    {"a b  c", "a|b|c|", NULL},
    {"", "", NULL},
    {"'a b' \"c d\"", "a b|c d|", NULL},
    {"a'b'\"c\"d", "abcd|", NULL},
    {"'' \"\"", "||", NULL},
    {"\\| \\$x \\'", "||$x|'|", NULL},
    {"\"\\$x \\\"q\\\" \\n\"", "$x \"q\" \\n|", NULL},
    {"'$x `y` *'", "$x `y` *|", NULL},
    {"a#b c~", "a#b|c~|", NULL},
    {"x < in.txt", "x|", "in.txt"},
    {"x <in", "x|", "in"},
    {"< 'my file'", "", "my file"},
    {"x\t-y\r", "x|-y|", NULL},
    {"a$'b\\n\\'\\\\\\t'c $'\\0011'", "ab\n'\\\tc|\0011|", NULL},
};

static const struct {
    const char *line, *message;
} bad[] = {
    {"a | b", "| needs a shell"},      {"a > b", "> needs a shell"},
    {"echo $HOME", "$ needs a shell"}, {"\"$x\"", "$ needs a shell"},
    {"`x`", "` needs a shell"},        {"a;b", "; needs a shell"},
    {"*.c", "* needs a shell"},        {"~/x", "~ needs a shell"},
    {"a # b", "# needs a shell"},      {"'a", "' is never closed"},
    {"\"a", "\" is never closed"},     {"a \\", "backslash"},
    {"$'a", "$' is never closed"},     {"$'\\q'", "is unknown"},
    {"$'\\000'", "NUL byte"},          {"a <", "no file follows"},
    {"a < b < c", "more than one <"},  {"a < b c", "follows the input file"},
};

static void
test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        Arena a = {0};
        Diag d;
        Words w;
        Str joined = {0};
        diag_init(&d);
        assert_true(
            words_split(&a, good[i].line, strlen(good[i].line), &w, &d));
        for (size_t k = 0; k < w.n; k++)
            str_printf(&joined, "%s|", w.at[k]);
        assert_string_equal(str_text(&joined), good[i].words);
        assert_null(w.at[w.n]);
        if (good[i].input)
            assert_string_equal(w.input, good[i].input);
        else
            assert_null(w.input);
        str_done(&joined);
        diag_done(&d);
        arena_done(&a);
    }
}

static void
test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Arena a = {0};
        Diag d;
        Words w;
        diag_init(&d);
        assert_false(words_split(&a, bad[i].line, strlen(bad[i].line), &w, &d));
        assert_non_null(strstr(d.error, bad[i].message));
        diag_done(&d);
        arena_done(&a);
    }
}

static void
test_quote_is_read_back(void **state)
{
    static const char *const words[] = {"",  "a",   "a b", "it's", "$x",
                                        "*", "\\n", "<",   "\"",   "~"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        Arena a = {0};
        Diag d;
        Words w;
        Str line = {0};
        diag_init(&d);
        words_quote(&line, words[i]);
        assert_true(words_split(&a, line.at, line.n, &w, &d));
        assert_int_equal(w.n, 1);
        assert_string_equal(w.at[0], words[i]);
        str_done(&line);
        diag_done(&d);
        arena_done(&a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_quote_is_read_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
