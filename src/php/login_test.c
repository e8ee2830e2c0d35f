/* login_test.c - option files of MariaDB. */
#include "php/login.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *text, *socket, *user, *password, *database, *error;
} cases[] = {
    {"[client]\nsocket=/run/s\nuser=u\npassword=p\ndatabase=d\n", "/run/s", "u",
     "p", "d", NULL},
    {"# mine\n[mysqld]\nsocket=/other\nuser=root\n[client]\r\n socket = /s\r\n"
     "user\t=\tu # me\n;user=x\npassword='a#b'\n[mysql]\ndatabase=\"d e\"",
     "/s", "u", "a#b", "d e", NULL},
    {"[client]\nsocket=/s\nuser=u\ndatabase=d\npassword=a\\sb\\\\c\\", "/s",
     "u", "a b\\c\\", "d", NULL},
    {"[client]\nsocket=/s\nuser=u\nuser=v\nquick\ndatabase=d", "/s", "v", "",
     "d", NULL},
    {"", "", "", "", "", "names no user"},
    {"[client]\nuser=u\n", "", "u", "", "", "names no database"},
    {"[client]\nuser=u\ndatabase=d", "", "u", "", "d", "names no socket"},
    {"[client]\nuser=u\ndatabase=d\nsocket=s", "s", "u", "", "d",
     "no absolute path"},
};

static void
test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Arena a = {0};
        Login read;
        Diag d;
        diag_init(&d);
        const bool ok = login_parse(&a, (const uint8_t *)cases[i].text,
                                    strlen(cases[i].text), &read, &d);
        assert_int_equal(ok, !cases[i].error);
        if (cases[i].error)
            assert_non_null(strstr(d.error, cases[i].error));
        assert_string_equal(read.socket, cases[i].socket);
        assert_string_equal(read.user, cases[i].user);
        assert_string_equal(read.password, cases[i].password);
        assert_string_equal(read.database, cases[i].database);
        arena_done(&a);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
