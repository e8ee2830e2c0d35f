/* starts_test.c - how a program was started, as the runtime tells it. */
#include "run/starts.h"

#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void
write_start(Str *s, StartInput kind, const char *file, const char *input)
{
    const struct StartHeader h = {.magic = START_MAGIC,
                                  .kind = kind,
                                  .nargs = 2,
                                  .nenv = 1,
                                  .time_ns = 7,
                                  .ninput = strlen(input)};

    str_clear(s);
    str_add(s, &h, sizeof h);
    str_add(s, "/", 2);
    str_add(s, file, strlen(file) + 1);
    str_add(s, "./p\0-x\0A=b", sizeof "./p\0-x\0A=b");
    str_puts(s, input);
}

static bool
parse(Arena *a, const Str *s, Start *out)
{
    Diag d;

    diag_init(&d);
    bool ok = starts_parse(a, (const uint8_t *)s->at, s->n, out, &d);
    diag_done(&d);
    return ok;
}

static void
test_parse(void **state)
{
    Arena a = {0};
    Str s = {0};
    Start t;
    const char *why;

    (void)state;
    write_start(&s, START_BYTES, "", "hello");
    assert_true(parse(&a, &s, &t));
    assert_string_equal(t.dir, "/");
    assert_string_equal(t.argv[0], "./p");
    assert_string_equal(t.argv[1], "-x");
    assert_null(t.argv[2]);
    assert_string_equal(t.env[0], "A=b");
    assert_int_equal(t.input.n, 5);
    assert_memory_equal(t.input.at, "hello", 5);
    assert_true(starts_can_repeat(&t, &why));
    for (size_t n = s.n; n-- > 0;) { /* none is whole */
        s.n = n;
        assert_false(parse(&a, &s, &t));
    }
    str_done(&s);
    arena_done(&a);
}

static void
test_repeat(void **state)
{
    Arena a = {0};
    Str s = {0};
    Start t;
    const char *why;

    (void)state;
    write_start(&s, START_FILE, "/dev/null", "");
    assert_true(parse(&a, &s, &t));
    assert_true(starts_can_repeat(&t, &why));
    t.offset = 3;
    assert_false(starts_can_repeat(&t, &why));
    write_start(&s, START_FILE, "/no/such/file", "");
    assert_true(parse(&a, &s, &t));
    assert_false(starts_can_repeat(&t, &why));
    write_start(&s, START_UNKNOWN, "", "");
    assert_true(parse(&a, &s, &t));
    assert_false(starts_can_repeat(&t, &why));
    t.kind = START_NOTHING;
    t.dir = "/no/such/directory";
    assert_false(starts_can_repeat(&t, &why));
    assert_non_null(strstr(why, "directory"));
    str_done(&s);
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_repeat),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
