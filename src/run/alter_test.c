/* alter_test.c - plans of alterations: order, text, and their file. */
#include "run/alter.h"

#include "base/io.h"
#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void
test_order(void **unused)
{
    static const uint64_t at[] = {5, 1, 9, 5, 3};
    static const uint64_t sorted[] = {1, 3, 5, 9};
    AlterPlan p = {0};

    (void)unused;
    for (size_t i = 0; i < 5; i++)
        alter_add(&p, at[i], ALTER_SET, 7, i);
    assert_int_equal(p.n, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(p.entries[i].at, sorted[i]);
    assert_int_equal(p.entries[2].value, 3); /* the later wish */
    alter_done(&p);
}

static void
test_text(void **unused)
{
    static const struct {
        AlterKind kind;
        const char *text;
    } bad[] = {{ALTER_SET, ""},
               {ALTER_SET, "3"},
               {ALTER_SET, "3=x"},
               {ALTER_SET, "0=1"},
               {ALTER_SET, "3=1,"},
               {ALTER_SET, "-3=1"},
               {ALTER_FLIP, "3=1"},
               {ALTER_FLIP, " 3"},
               {ALTER_SET, "1=99999999999999999999"}};
    AlterPlan p = {0};
    Diag d;

    (void)unused;
    diag_init(&d);
    assert_true(alter_parse(&p, ALTER_SET, "12=-1,3=0x10", &d));
    assert_true(alter_parse(&p, ALTER_FLIP, "7", &d));
    assert_int_equal(p.n, 3);
    assert_int_equal(p.entries[0].value, 16);
    assert_int_equal(p.entries[1].kind, ALTER_FLIP);
    assert_int_equal(p.entries[2].value, UINT64_MAX);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Diag e;
        diag_init(&e);
        assert_false(alter_parse(&p, bad[i].kind, bad[i].text, &e));
        assert_non_null(e.error);
        diag_done(&e);
    }
    alter_done(&p);
    diag_done(&d);
}

static void
test_file(void **unused)
{
    AlterPlan p = {.limit = 40};
    AlterHeader h;
    AlterEntry row;
    Bytes b;
    Diag d;
    char *dir;

    (void)unused;
    diag_init(&d);
    assert_true(io_temp_dir("alter-test", &dir, &d));
    alter_add(&p, 8, ALTER_FLIP, UINT32_MAX, 0);
    assert_true(alter_write(&p, dir, "someone", &d));
    char *path = io_join(dir, ALTER_FILE);
    assert_true(io_read(path, &b, &d));
    assert_int_equal(b.n, sizeof h + sizeof row);
    memcpy(&h, b.at, sizeof h);
    assert_string_equal(h.id, "someone");
    assert_int_equal(h.limit, 40);
    assert_true(alter_read(&p, dir, &d));
    assert_false(p.taken);
    h.pid = 1; /* as the runtime would */
    h.done = 1;
    h.reached = 8;
    h.stopped = 2;
    memcpy(&row, b.at + sizeof h, sizeof row);
    row.was = 1;
    memcpy(b.at, &h, sizeof h);
    memcpy(b.at + sizeof h, &row, sizeof row);
    assert_true(io_write(path, b.at, b.n, &d));
    assert_true(alter_read(&p, dir, &d));
    assert_true(p.taken && p.limited && !p.stopped);
    assert_int_equal(p.entries[0].was, 1);
    assert_int_equal(p.reached, 8);
    assert_true(io_write(path, b.at, b.n - 1, &d)); /* cut off */
    assert_false(alter_read(&p, dir, &d));
    io_bytes_done(&b);
    io_remove_tree(dir);
    free(path);
    free(dir);
    alter_done(&p);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
