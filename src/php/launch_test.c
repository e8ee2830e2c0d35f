/* launch_test.c - launch files are read as they were written. */
#include "php/launch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void
test_round(void **state)
{
    const Launch l = {.root = "/srv/the app's",
                      .count = "values",
                      .model = "/m odel",
                      .ignore = "tag,unclosed"};
    Arena a = {0};
    Str text = {0};
    Launch read;
    Diag d;

    (void)state;
    diag_init(&d);
    launch_write(&l, "/usr/lib/it's/culprit-php", &text);
    assert_true(launch_is((const uint8_t *)text.at, text.n));
    assert_non_null(strstr(text.at, "exec '/usr/lib/it'\\''s/culprit-php' "));
    assert_true(launch_parse(&a, (const uint8_t *)text.at, text.n, &read, &d));
    assert_string_equal(read.root, l.root);
    assert_string_equal(read.count, l.count);
    assert_string_equal(read.model, l.model);
    assert_string_equal(read.ignore, l.ignore);
    assert_string_equal(read.script, "");
    str_done(&text);
    arena_done(&a);
    diag_done(&d);
}

static void
test_others(void **state)
{
    static const char *const texts[] = {
        "", "#!/bin/sh\n", "#!/bin/sh\n# culprit-php 1\n",
        "#!/bin/sh\n# culprit-php 1\n# root relative\n"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Arena a = {0};
        Launch read;
        Diag d;
        diag_init(&d);
        assert_false(launch_parse(&a, (const uint8_t *)texts[i],
                                  strlen(texts[i]), &read, &d));
        assert_non_null(d.error);
        arena_done(&a);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round),
        cmocka_unit_test(test_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
