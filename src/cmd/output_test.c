/* output_test.c - results to a file or to standard output. */
#include "cmd/output.h"

#include "base/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Write "text" to the path; what standard output got goes to `shown`. */
static bool
write_to(const char *path, bool ok, char **shown, Diag *d)
{
    size_t n;
    FILE *standard = open_memstream(shown, &n);
    Output o;

    assert_non_null(standard);
    ok = output_open(&o, path, standard, d) && fputs("text", o.to) >= 0 &&
         output_close(&o, ok, d);
    fclose(standard);
    return ok;
}

static void
test_standard_output(void **state)
{
    static const char *const paths[] = {NULL, "-"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char *shown = NULL;
        Diag d;
        diag_init(&d);
        assert_true(write_to(paths[i], true, &shown, &d));
        assert_string_equal(shown, "text");
        free(shown);
        assert_false(write_to(paths[i], false, &shown, &d));
        diag_done(&d);
        free(shown);
    }
    assert_false(output_is_standard(NULL));
    assert_false(output_is_standard("-x"));
    assert_true(output_is_standard("-"));
}

/* All of it or nothing. */
static void
test_file(void **state)
{
    char *dir = NULL, *shown = NULL;
    Bytes read = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(io_temp_dir("culprit-output", &dir, &d));
    char *path = io_join(dir, "result");
    assert_false(write_to(path, false, &shown, &d));
    assert_false(io_exists(path));
    free(shown);
    assert_true(write_to(path, true, &shown, &d));
    assert_string_equal(shown, "");
    free(shown);
    assert_true(io_read(path, &read, &d));
    assert_int_equal(read.n, 4);
    assert_memory_equal(read.at, "text", 4);
    io_bytes_done(&read);
    assert_null(d.error);
    assert_false(write_to("/nowhere/result", true, &shown, &d));
    assert_non_null(strstr(d.error, "/nowhere/result"));
    diag_done(&d);
    free(shown);
    free(path);
    io_remove_tree(dir);
    free(dir);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standard_output),
        cmocka_unit_test(test_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
