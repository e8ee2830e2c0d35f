/* cache_test.c - whose files stay in the cache. */
#include "variant/cache.h"

#include "base/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MANY = 12, HOUR = 3600, DAY = 24 * HOUR };

static char *dir;

/* The id of program i, 32 characters. */
static const char *
id_of(int i)
{
    static char id[33];

    snprintf(id, sizeof id, "%032d", i);
    return id;
}

static const char *
file_of(int i, const char *end)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s.%s", dir, id_of(i), end);
    return path;
}

static void
put(const char *path, long when)
{
    Diag d;
    const struct timespec times[2] = {{.tv_sec = when}, {.tv_sec = when}};

    diag_init(&d);
    assert_true(io_write(path, "x", 1, &d));
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    diag_done(&d);
}

/* Programs 0 .. n - 1, used one after the other, the last `ago` seconds ago;
 * each has two files, the second of this size. */
static void
put_programs(int n, long ago, long size)
{
    for (int i = 0; i < n; i++) {
        put(file_of(i, "model"), time(NULL) - ago - (n - 1 - i) * HOUR);
        put(file_of(i, "profile"), 1000);
        assert_int_equal(truncate(file_of(i, "profile"), size), 0);
    }
}

static bool
is_kept(int i)
{
    const bool model = io_exists(file_of(i, "model"));

    assert_int_equal(model, io_exists(file_of(i, "profile")));
    return model;
}

static int
set_up(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    return io_temp_dir("culprit-cache", &dir, &d) ? 0 : -1;
}

static int
tear_down(void **state)
{
    (void)state;
    io_remove_tree(dir);
    free(dir);
    return 0;
}

static void
test_many_small_ones_stay(void **state)
{
    (void)state;
    put_programs(MANY, DAY, 1000);
    cache_touch(dir, id_of(0));
    for (int i = 0; i < MANY; i++)
        assert_true(is_kept(i));
}

static void
test_the_oldest_go(void **state)
{
    (void)state;
    put_programs(5, DAY, 600L << 20); /* sparse files: 3 GB by their size */
    cache_touch(dir, id_of(4));
    for (int i = 0; i < 5; i++)
        assert_int_equal(is_kept(i), i >= 2);
}

static void
test_what_is_used_stays(void **state)
{
    (void)state;
    put_programs(3, DAY, 1500L << 20);
    put(file_of(1, "model"), time(NULL) - 60); /* by somebody else */
    cache_touch(dir, id_of(0));                /* the oldest, until now */
    assert_true(is_kept(0));
    assert_true(is_kept(1));
    assert_false(is_kept(2));
}

static void
test_months_are_too_long(void **state)
{
    (void)state;
    put_programs(2, 40L * DAY, 10);
    cache_touch(dir, id_of(1));
    assert_false(is_kept(0));
    assert_true(is_kept(1));
}

static void
test_whole_or_not(void **state)
{
    char *file = io_join(dir, "variant");
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(io_write(file, "12345", 5, &d));
    assert_false(cache_is_whole(file)); /* nobody said so */
    assert_true(cache_seal(file, &d));
    assert_true(cache_is_whole(file));
    assert_true(io_write(file, "12x45", 5, &d));
    assert_false(cache_is_whole(file));
    assert_true(io_write(file, "1234", 4, &d));
    assert_false(cache_is_whole(file));
    diag_done(&d);
    free(file);
}

/* A file without a model, or of another name, is nobody's to remove. */
static void
test_other_files_stay(void **state)
{
    char *other = io_join(dir, "notes");

    (void)state;
    put_programs(2, 40L * DAY, 10);
    put(other, 1);
    put(file_of(77, "profile"), 1);
    cache_touch(dir, id_of(1));
    assert_true(io_exists(other));
    assert_true(io_exists(file_of(77, "profile")));
    free(other);
}

static void
test_no_cache(void **state)
{
    (void)state;
    cache_touch("/no/such/directory", id_of(0)); /* nothing to do */
    cache_touch(dir, id_of(0));                  /* nor here */
    assert_false(io_exists(file_of(0, "model")));
}

#define EACH(test) cmocka_unit_test_setup_teardown((test), set_up, tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_many_small_ones_stay),
        EACH(test_the_oldest_go),
        EACH(test_what_is_used_stays),
        EACH(test_months_are_too_long),
        EACH(test_whole_or_not),
        EACH(test_other_files_stay),
        EACH(test_no_cache),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
