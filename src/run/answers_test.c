/* answers_test.c - a person is shown what happened, asked once, and remembered.
 */
#include "run/answers.h"

#include "base/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *dir;
static Store *store;

static int
set_up(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    return io_temp_dir("ask", &dir, &d) && store_open(dir, true, &store, &d)
               ? 0
               : 1;
}

static int
tear_down(void **state)
{
    (void)state;
    store_close(store);
    io_remove_tree(dir);
    free(dir);
    return 0;
}

/* Ask about an input and output, with these answers typed; what was shown is
 * the caller's. */
static bool
ask(const char *input, const char *output, const char *typed, Judgement *j,
    char **shown, size_t *nasked, Diag *d)
{
    const Input in = {.has_stdin = true, .in = {input, strlen(input)}};
    Observed o = {.ended = {.started = true, .status = 3}};
    size_t size;
    int ends[2];
    char *copy = strdup(output);
    Ask a = {.store = store, .setup = "setup"};

    o.out = (Bytes){(uint8_t *)copy, strlen(output)};
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], typed, strlen(typed)), strlen(typed));
    close(ends[1]);
    a.in = ends[0];
    a.out = open_memstream(shown, &size);
    diag_init(d);
    bool ok = ask_verdict(&a, &in, &o, j, d);
    *nasked = a.nasked;
    assert_int_equal(a.ended, !ok);
    ask_close(&a);
    free(copy);
    return ok;
}

static void
test_answers(void **state)
{
    static const struct {
        const char *input, *output, *typed;
        Verdict verdict;
    } rows[] = {
        {"a", "1", "p\n", VERDICT_PASS},
        {"b", "1", "Fail\n", VERDICT_FAIL},
        {"c", "1", "what?\n\n  u\n", VERDICT_UNKNOWN},
        /* Another output is another question. */
        {"a", "2", "f\n", VERDICT_FAIL},
    };

    (void)state;
    for (int time = 0; time < 2; time++) {
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            Judgement j;
            Diag d;
            char *shown;
            size_t n;
            assert_true(ask(rows[i].input, rows[i].output,
                            time ? "" : rows[i].typed, &j, &shown, &n, &d));
            assert_int_equal(j.verdict, rows[i].verdict);
            assert_int_equal(n, time ? 0 : 1); /* never twice */
            assert_int_equal(strlen(shown) > 0, !time);
            if (!time) {
                assert_non_null(strstr(shown, rows[i].input));
                assert_non_null(strstr(shown, "--- output, 1 byte:\n"));
                assert_non_null(strstr(shown, "exit status 3"));
            }
            free(shown);
            diag_done(&d);
        }
    }
}

static void
test_terminal_is_safe(void **state)
{
    Judgement j;
    Diag d;
    char *shown;
    size_t n;

    (void)state;
    assert_true(ask("\033]0;x\007", "\033[2J\r", "p\n", &j, &shown, &n, &d));
    assert_null(strchr(shown, '\033'));
    assert_null(strchr(shown, '\007'));
    assert_non_null(strstr(shown, "\\033[2J\\015"));
    free(shown);
    diag_done(&d);
}

static void
test_end(void **state)
{
    static const char *const typed[] = {"", "q\n", "x\n"};

    (void)state;
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        Judgement j;
        Diag d;
        char *shown;
        size_t n;
        assert_false(ask("e", "1", typed[i], &j, &shown, &n, &d));
        assert_non_null(strstr(d.error, "no more answers"));
        free(shown);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_terminal_is_safe),
        cmocka_unit_test(test_end),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
