/* serial_test.c - models survive the way to bytes and back; damage is noticed
 * or harmless. */
#include "program/program.h"

#include "program/random_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void
test_round_trip(void **state)
{
    Random r = {.state = 3};

    (void)state;
    for (int i = 0; i < 200; i++) {
        Program p, back;
        Diag d;
        Str one = {0}, two = {0};
        diag_init(&d);
        sample_program(&r, &p);
        assert_true(program_check(&p, &d));
        program_write(&p, &one);
        assert_true(program_parse((const uint8_t *)one.at, one.n, &back, &d));
        program_write(&back, &two);
        assert_int_equal(one.n, two.n);
        assert_memory_equal(one.at, two.at, one.n);
        str_done(&one);
        str_done(&two);
        program_done(&p);
        program_done(&back);
        diag_done(&d);
    }
}

static void
test_damage(void **state)
{
    Random r = {.state = 5};
    unsigned refused = 0;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        Program p, back;
        Diag d;
        Str bytes = {0};
        diag_init(&d);
        sample_program(&r, &p);
        program_write(&p, &bytes);
        size_t n = bytes.n;
        if (i % 2)
            n = random_below(&r, (uint32_t)n);
        else
            bytes.at[random_below(&r, (uint32_t)n)] ^=
                (char)(1 << random_below(&r, 8));
        if (program_parse((const uint8_t *)bytes.at, n, &back, &d))
            program_done(&back);
        else
            refused++;
        assert_true(i % 2 == 0 || d.error);
        str_done(&bytes);
        program_done(&p);
        diag_done(&d);
    }
    assert_true(refused >= 1000);
}

static void
test_other_version(void **state)
{
    Random r = {.state = 1};
    Program p, back;
    Str bytes = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    sample_program(&r, &p);
    program_write(&p, &bytes);
    bytes.at[7]--; /* the version */
    assert_false(program_parse((const uint8_t *)bytes.at, bytes.n, &back, &d));
    assert_non_null(strstr(d.error, "another version of culprit"));
    str_done(&bytes);
    program_done(&p);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_other_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
