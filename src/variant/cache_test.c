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

enum { KEPT = 8 };

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

/* Programs 0 .. n - 1, used one after the other; each has two files. */
static void
put_programs(int n)
{
    for (int i = 0; i < n; i++) {
        put(file_of(i, "model"), 1000 + i);
        put(file_of(i, "profile"), 1000);
    }
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
test_few_stay(void **state)
{
    (void)state;
    put_programs(KEPT);
    cache_touch(dir, id_of(0));
    for (int i = 0; i < KEPT; i++)
        assert_true(io_exists(file_of(i, "model")) &&
                    io_exists(file_of(i, "profile")));
}

static void
test_the_oldest_go(void **state)
{
    (void)state;
    put_programs(KEPT + 2);
    cache_touch(dir, id_of(KEPT + 1));
    for (int i = 0; i < KEPT + 2; i++) {
        assert_int_equal(io_exists(file_of(i, "model")), i >= 2);
        assert_int_equal(io_exists(file_of(i, "profile")), i >= 2);
    }
}

static void
test_what_is_used_stays(void **state)
{
    (void)state;
    put_programs(KEPT + 1);
    cache_touch(dir, id_of(0)); /* the oldest, until now */
    assert_true(io_exists(file_of(0, "profile")));
    assert_false(io_exists(file_of(1, "profile")));
    assert_false(io_exists(file_of(1, "model")));
}

/* A file without a model, or of another name, is nobody's to remove. */
static void
test_other_files_stay(void **state)
{
    char *other = io_join(dir, "notes");

    (void)state;
    put_programs(KEPT + 3);
    put(other, 1);
    put(file_of(77, "profile"), 1);
    cache_touch(dir, id_of(KEPT));
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
        EACH(test_few_stay),           EACH(test_the_oldest_go),
        EACH(test_what_is_used_stays), EACH(test_other_files_stay),
        EACH(test_no_cache),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
