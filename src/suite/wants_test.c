/* wants_test.c - what tests say that lack something. */
#include "suite/wants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *out, *err, *what, *line;
    bool sure;
} cases[] = {
    {"", "", NULL, NULL, false},
    {"3 of 4 passed\n", "got 3\n", NULL, NULL, false},
    {"", "a\nsh: 1: jq: not found\nb\n", "a command", "sh: 1: jq: not found",
     true},
    {"bash: x: command not found", "", "a command",
     "bash: x: command not found", true},
    {"", "connect: Network is unreachable", "the network",
     "connect: Network is unreachable", false},
    {"you must be root\n",
     "stty: 'standard input': Inappropriate ioctl for "
     "device\n",
     "a terminal", "stty: 'standard input': Inappropriate ioctl for device",
     false},
};

static Bytes
bytes(const char *text, char *room)
{
    strcpy(room, text);
    return (Bytes){(uint8_t *)room, strlen(text)};
}

static void
test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char x[100], y[100];
        const Bytes out = bytes(cases[i].out, x), err = bytes(cases[i].err, y);
        const Want w = wants_find(&out, &err);
        if (!cases[i].what) {
            assert_null(w.what);
            continue;
        }
        assert_string_equal(w.what, cases[i].what);
        assert_int_equal(w.sure, cases[i].sure);
        assert_int_equal(w.n, strlen(cases[i].line));
        assert_memory_equal(w.line, cases[i].line, w.n);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
