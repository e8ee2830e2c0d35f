/* scratch_test.c - copies of a working directory that holds $TMPDIR. */
#include "process/scratch.h"

#include "base/io.h"
#include "process/rundir.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static char *home;

/* home: sub/file, .culprit/store */
static int
make_home(void **state)
{
    static const char *const dirs[] = {"sub", ".culprit"};
    static const char *const files[] = {"sub/file", ".culprit/store"};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(io_temp_dir("culprit-scratch", &home, &d));
    for (size_t i = 0; i < 2; i++) {
        char *dir = io_join(home, dirs[i]), *file = io_join(home, files[i]);
        assert_int_equal(mkdir(dir, 0700), 0);
        assert_true(io_write(file, "text", 4, &d));
        free(dir);
        free(file);
    }
    diag_done(&d);
    return 0;
}

static int
remove_home(void **state)
{
    (void)state;
    io_remove_tree(home);
    free(home);
    return 0;
}

static void
assert_manifest(const char *dir, const char *want)
{
    Str manifest = {0};
    Diag d;

    diag_init(&d);
    assert_true(scratch_manifest(dir, NULL, &manifest, &d));
    char *tab = strchr(str_text(&manifest), '\t');
    assert_non_null(tab);
    assert_int_equal(tab - str_text(&manifest), strlen(want));
    assert_memory_equal(str_text(&manifest), want, strlen(want));
    assert_null(strchr(strchr(tab, '\n') + 1, '\n')); /* one line */
    str_done(&manifest);
    diag_done(&d);
}

/* $TMPDIR is the directory itself: two roots, and a copy in each. */
static void
test_copy_inside(void **state)
{
    char *store = io_join(home, ".culprit");
    RunRoot roots[2];
    Diag d;

    (void)state;
    diag_init(&d);
    assert_int_equal(setenv("TMPDIR", home, 1), 0);
    for (int i = 0; i < 2; i++)
        assert_true(rundir_open(false, &roots[i], &d));
    assert_int_equal(unsetenv("TMPDIR"), 0);
    for (int i = 0; i < 2; i++) {
        char *to = io_join(roots[i].path, "work");
        assert_true(rundir_is_root(roots[i].path));
        assert_true(scratch_copy(home, to, store, &d));
        assert_manifest(to, "sub/file");
        free(to);
    }
    for (int i = 0; i < 2; i++)
        rundir_close(&roots[i]);
    free(store);
    diag_done(&d);
}

static void
age(const char *name)
{
    const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    char *path = io_join(home, name);

    assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
    free(path);
}

/* What culprit writes there is nothing that a test has written. */
static void
test_changed_inside(void **state)
{
    const struct timespec since = {.tv_sec = 2000};
    static const char *const all[] = {"sub/file", "sub", ".culprit", ""};
    char *store = io_join(home, ".culprit");
    char *root = io_join(home, "culprit-run.x");

    (void)state;
    assert_int_equal(mkdir(root, 0700), 0);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        age(all[i]);
    assert_false(scratch_changed(home, store, since));
    assert_true(scratch_changed(home, NULL, since)); /* .culprit/store */
    free(root);
    free(store);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_copy_inside, make_home,
                                        remove_home),
        cmocka_unit_test_setup_teardown(test_changed_inside, make_home,
                                        remove_home),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
