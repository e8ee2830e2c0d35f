/* source_test.c - reading of sources (base/source.h), with the sample findings.
 */
#include "report/sample_findings.h"

#include "base/source.h"
#include "base/utf8.h"

static const struct {
    const char *bytes;
    uint32_t first;
    size_t length; /* bytes taken */
} sequences[] = {
    {"a", 'a', 1},
    {"\xc3\xb6", 0xf6, 2},
    {"\xe2\x82\xac", 0x20ac, 3},
    {"\xf0\x9f\x90\x9b", 0x1f41b, 4},
    {"\xc0\x80", UTF8_BAD, 1},         /* overlong */
    {"\xe0\x80\x80", UTF8_BAD, 1},     /* overlong */
    {"\xed\xa0\x80", UTF8_BAD, 1},     /* surrogate */
    {"\xf4\x90\x80\x80", UTF8_BAD, 1}, /* beyond Unicode */
    {"\xc3", UTF8_BAD, 1},             /* cut off */
    {"\xe2\x82", UTF8_BAD, 1},
    {"\x80", UTF8_BAD, 1},
    {"\xff", UTF8_BAD, 1},
};

static void
test_utf8(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        const char *at = sequences[i].bytes;
        uint32_t c = utf8_next(&at, at + strlen(at));
        assert_int_equal(c, sequences[i].first);
        assert_int_equal(at - sequences[i].bytes, sequences[i].length);
        if (c != UTF8_BAD) { /* and back */
            Str s = {0};
            utf8_put(&s, c);
            assert_string_equal(str_text(&s), sequences[i].bytes);
            str_done(&s);
        }
    }
}

static const struct {
    const char *text;
    uint32_t column;
    size_t caret;
    const char *drawn;
} carets[] = {
    {"ab", 2, 1, "ab"},
    {"\tx", 2, 4, "    x"},
    {"a\tx", 3, 4, "a   x"},
    {"\xc3\xb6x", 3, 1, "\xc3\xb6x"},
    {"\xe4\xb8\xad!", 4, 2, "\xe4\xb8\xad!"},         /* a wide character */
    {"e\xcc\x81!", 4, 1, "e\xcc\x81!"},               /* a combining one */
    {"\xf0\x9f\x90\x9b;", 3, 0, "\xf0\x9f\x90\x9b;"}, /* inside of one */
    {"ab", 9, 2, "ab"},                               /* beyond the end */
    {"", 1, 0, ""},
};

static void
test_carets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof carets / sizeof carets[0]; i++) {
        const char *t = carets[i].text;
        size_t n = strlen(t);
        Str s = {0};
        SourceView v = source_view(t, n, carets[i].column, 40);
        source_draw(&v, t, n, &s);
        assert_string_equal(str_text(&s), carets[i].drawn);
        assert_int_equal(source_caret(&v, t, n, carets[i].column),
                         carets[i].caret);
        str_done(&s);
    }
}

/* Wherever the column is, the view has its room and the caret is inside. */
static void
test_views(void **state)
{
    enum { LENGTH = 200, ROOM = 30 };
    char text[LENGTH];

    (void)state;
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (char)('a' + i % 26);
    for (uint32_t column = 1; column <= LENGTH; column++) {
        Str s = {0};
        SourceView v = source_view(text, LENGTH, column, ROOM);
        source_draw(&v, text, LENGTH, &s);
        assert_int_equal(s.n, ROOM);
        size_t x = source_caret(&v, text, LENGTH, column);
        assert_true(x < ROOM);
        assert_int_equal(s.at[x], text[column - 1]);
        str_done(&s);
    }
}

static void
test_lines_and_paths(void **state)
{
    Sources s;
    const char *at;
    size_t n;
    Diag d;
    char *crlf = io_join(sample_root, "crlf.c");
    char *inside = io_join(sample_root, "sub/../a.c");

    (void)state;
    diag_init(&d);
    assert_true(io_write(crlf, "x\r\n\r\ny", 6, &d));
    sources_init(&s, sample_root);
    const SourceFile *f = sources_file(&s, crlf);
    assert_string_equal(f->shown, "crlf.c");
    assert_int_equal(f->nlines, 3);
    assert_true(source_line(f, 1, &at, &n) && n == 1);
    assert_true(source_line(f, 3, &at, &n) && n == 1 && *at == 'y');
    assert_false(source_line(f, 0, &at, &n));
    assert_false(source_line(f, 4, &at, &n));
    assert_string_equal(sources_shown(&s, inside), "a.c");
    assert_string_equal(sources_shown(&s, "/elsewhere/b.c"), "/elsewhere/b.c");
    assert_false(sources_file(&s, "")->readable);
    assert_false(sources_file(&s, sample_root)->readable); /* a directory */
    sources_done(&s);
    free(crlf);
    free(inside);
}

static void
test_trimmed(void **state)
{
    const char *at;
    Sources s;
    size_t n;

    (void)state;
    sources_init(&s, sample_root);
    source_trimmed(&s, "a.c", 5, &at, &n);
    assert_int_equal(n, strlen("g(\"</script><!--\");"));
    assert_memory_equal(at, "g(\"</script><!--\");", n);
    source_trimmed(&s, "a.c", 99, &at, &n);
    assert_int_equal(n, 0);
    source_trimmed(&s, "gone.c", 1, &at, &n);
    assert_string_equal(at, "");
    source_trimmed(&s, NULL, 1, &at, &n);
    assert_string_equal(at, "");
    sources_done(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8),    cmocka_unit_test(test_carets),
        cmocka_unit_test(test_views),   cmocka_unit_test(test_lines_and_paths),
        cmocka_unit_test(test_trimmed),
    };

    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
