/* section_test.c - records survive the section, damage is seen. */
#include "format/section.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const texts[] = {"", "x", "some bitcode, say"};
enum { TEXTS = 3 };

/* All texts, with zeros between as linkers pad. */
static void
fill(Str *s, Diag *d)
{
    for (int i = 0; i < TEXTS; i++) {
        assert_true(
            section_put(s, RECORD_BITCODE, texts[i], strlen(texts[i]), d));
        for (int k = 0; k < i; k++)
            str_putc(s, 0);
    }
}

static void
what_is_put_is_read(void **state)
{
    Str s = {0};
    Record r;
    Bytes b = {0};
    Diag d;
    int n = 0;

    (void)state;
    diag_init(&d);
    fill(&s, &d);
    Cursor c = cursor_over(s.at, s.n);
    for (; section_next(&c, &r, &d); n++) {
        assert_int_equal(r.kind, RECORD_BITCODE);
        assert_int_equal(r.llvm, SECTION_LLVM);
        assert_true(section_unpack(&r, &b, &d));
        assert_int_equal(b.n, strlen(texts[n]));
        assert_memory_equal(b.at, texts[n], b.n + 1);
        io_bytes_done(&b);
    }
    assert_int_equal(n, TEXTS);
    assert_null(d.error);
    diag_done(&d);
    str_done(&s);
}

/* How many records are read before the end or a failure. */
static int
count(const char *bytes, size_t n, Diag *d)
{
    Cursor c = cursor_over(bytes, n);
    Record r;
    Bytes b = {0};
    int found = 0;

    while (section_next(&c, &r, d) && section_unpack(&r, &b, d)) {
        io_bytes_done(&b);
        found++;
    }
    return found;
}

static void
every_cut_is_seen(void **state)
{
    Str s = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    fill(&s, &d);
    for (size_t n = 0; n < s.n; n++) {
        Diag cut;
        diag_init(&cut);
        int found = count(s.at, n, &cut);
        assert_true(found <= TEXTS);
        /* only at the end of a record, or in padding, is nothing lost */
        if (!cut.error && n > 0)
            assert_true(found > 0);
        diag_done(&cut);
    }
    diag_done(&d);
    str_done(&s);
}

static void
every_flip_in_a_payload_is_seen(void **state)
{
    Str s = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(section_put(&s, RECORD_LINK, texts[2], strlen(texts[2]), &d));
    for (size_t i = 0; i < s.n; i++) {
        Diag flipped;
        if (i >= 8 && i < 12) /* kind, LLVM and reserved are not covered */
            continue;
        diag_init(&flipped);
        s.at[i] ^= 0x20;
        assert_int_equal(count(s.at, s.n, &flipped), 0);
        assert_non_null(flipped.error);
        s.at[i] ^= 0x20;
        diag_done(&flipped);
    }
    diag_done(&d);
    str_done(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_is_read),
        cmocka_unit_test(every_cut_is_seen),
        cmocka_unit_test(every_flip_in_a_payload_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
