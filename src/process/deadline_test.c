/* deadline_test.c - work that ends in time, and work that does not. */
#include "process/deadline.h"

#include "base/io.h"
#include "process/child.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static void
make_file(void *path)
{
    FILE *f = fopen(path, "w");

    if (f)
        fclose(f);
}

static void
sleep_long(void *context)
{
    (void)context;
    sleep(60);
}

static void
work_long(void *context)
{
    (void)context;
    for (volatile unsigned long i = 0; i < UINT64_MAX; i++)
        ;
}

static void
test_left(void **state)
{
    const Deadline none = deadline_in(0, false), some = deadline_in(50, false),
                   over = {.at = child_clock(false) - 1};

    (void)state;
    assert_true(isinf(deadline_left(&none)));
    assert_false(deadline_is_over(&none));
    assert_true(deadline_left(&some) > 10 && deadline_left(&some) <= 50);
    assert_false(deadline_is_over(&some));
    assert_true(deadline_is_over(&over));
}

static void
test_looked_at_now_and_then(void **state)
{
    const Deadline none = {0}, over = {.at = child_clock(false) - 1};
    unsigned looks = 0;

    (void)state;
    assert_true(deadline_is_over_at(&over, 0));
    for (uint32_t i = 0; i < 10 * DEADLINE_EVERY; i++)
        looks += deadline_is_over_at(&over, i);
    assert_int_equal(looks, 10);
    assert_false(deadline_is_over_at(&none, 0));
    assert_false(deadline_is_over_at(NULL, 0));
}

static void
test_made(void **state)
{
    const Deadline none = {0}, some = deadline_in(50, false);
    char *dir = NULL;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(io_temp_dir("deadline", &dir, &d));
    char *file = io_join(dir, "made");
    assert_true(deadline_make(&none, make_file, file));
    assert_false(io_exists(file));
    assert_true(deadline_make(&some, make_file, file));
    assert_true(io_exists(file));
    io_remove_tree(dir);
    free(file);
    free(dir);
    diag_done(&d);
}

static void
test_late(void **state)
{
    const double start = child_clock(false);
    const Deadline soon = deadline_in(0.1, false), cpu = deadline_in(0.1, true);

    (void)state;
    assert_false(deadline_make(&soon, sleep_long, NULL));
    assert_false(deadline_make(&cpu, work_long, NULL));
    assert_true(child_clock(false) - start < 30);
}

/* Also where a pool holds the signal back, and though there is no limit. */
static void
test_interrupted(void **state)
{
    const Deadline none = {0};
    sigset_t ours, before;
    int taken;

    (void)state;
    assert_false(deadline_is_over(&none));
    sigemptyset(&ours);
    sigaddset(&ours, SIGTERM);
    sigprocmask(SIG_BLOCK, &ours, &before);
    raise(SIGTERM);
    assert_true(deadline_is_over(&none));
    assert_int_equal(sigwait(&ours, &taken), 0);
    assert_false(deadline_is_over(&none));
    sigprocmask(SIG_SETMASK, &before, NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left),
        cmocka_unit_test(test_looked_at_now_and_then),
        cmocka_unit_test(test_made), cmocka_unit_test(test_late),
        cmocka_unit_test(test_interrupted)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
