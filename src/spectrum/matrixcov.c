/* matrixcov.c - read the matrices of fault-localization tools: GZoltar's
 * three files and FLITSR's TCM. */
#include "spectrum/importer.h"

#include "spectrum/lines.h"

#include <stdlib.h>

/* Line numbers and names of what a matrix has in its columns and rows. */
typedef struct CoverageMatrix CoverageMatrix;
struct CoverageMatrix {
    const char *path;
    Foreign *f;
    Diag *d;
    Arena arena;
    VEC(uint32_t) elements; /* lines of f */
    VEC(uint32_t) tests;
};

static void
coverage_matrix_done(CoverageMatrix *m)
{
    vec_done(&m->elements);
    vec_done(&m->tests);
    arena_done(&m->arena);
}

static bool
bad(const CoverageMatrix *m, const char *file, unsigned line, const char *what,
    Text t)
{
    return diag_fail(m->d, "%s%s:%u: %s: %.*s", m->path, file, line, what,
                     (int)(t.n < 60 ? t.n : 60), t.at);
}

static int
hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* %XX back to what exporter.c wrote so, in place; a NUL is none of it. */
static char *
unescape(char *text)
{
    char *to = text;

    for (const char *at = text; *at; at++) {
        int high = *at == '%' ? hex_digit(at[1]) : -1;
        int low = high < 0 ? -1 : hex_digit(at[2]);
        bool escaped = low >= 0 && (high || low);
        *to++ = escaped ? (char)(high * 16 + low) : *at;
        at += escaped ? 2 : 0;
    }
    *to = 0;
    return text;
}

static char *
name_of(CoverageMatrix *m, const char *at, size_t n)
{
    return unescape(arena_strndup(&m->arena, at, n));
}

/* The last `:` part off, if it is a number. */
static bool
take_line(Text *t, uint32_t *line)
{
    for (size_t i = t->n; i-- > 0;)
        if (t->at[i] == ':') {
            if (!text_line_number((Text){t->at + i + 1, t->n - i - 1}, line))
                return false;
            t->n = i;
            return true;
        }
    return false;
}

/* package$Class#method(args):line of Java becomes package/Class.java; names
 * without `$`, such as ours, are file#function:line. */
static void
add_gzoltar_element(CoverageMatrix *m, Text t)
{
    uint32_t line = 0;

    take_line(&t, &line);
    Text class = text_until(&t, '#');
    const char *function = name_of(m, t.at, t.n);
    char *file = arena_strndup(&m->arena, class.at, class.n);
    char *dollar = strchr(file, '$');
    if (dollar) {
        for (char *c = file; c < dollar; c++)
            if (*c == '.')
                *c = '/';
        *dollar = '/';
        char *inner = strchr(dollar + 1, '$');
        if (inner)
            *inner = 0;
        const char *name = file[0] == '/' ? file + 1 : file;
        file = arena_printf(&m->arena, "%s.java", name);
    } else {
        unescape(file);
    }
    vec_push(&m->elements, foreign_line(m->f, file, line, function));
}

/* The first field of each record; a header called "name" is left out. Fields
 * in quotes (stack traces) may hold line ends. */
static bool
next_record(Lines *l, Text *first)
{
    bool quoted = false;
    Text line, rest;

    if (!lines_next(l, &line))
        return false;
    rest = line;
    *first = text_until(&rest, ',');
    for (;;) {
        for (size_t i = 0; i < line.n; i++)
            quoted ^= line.at[i] == '"';
        if (!quoted || !lines_next(l, &line))
            return true;
    }
}

static void
read_gzoltar_names(CoverageMatrix *m, const GzoltarFiles *g)
{
    Lines l = lines_over(g->spectra, g->nspectra);
    Text t;

    while (lines_next(&l, &t))
        if (t.n && !(l.number == 1 && text_is(t, "name")))
            add_gzoltar_element(m, t);
    l = lines_over(g->tests, g->ntests);
    for (bool first = true; next_record(&l, &t); first = false) {
        if (!t.n || (first && text_is(t, "name")))
            continue;
        const char *name = name_of(m, t.at, t.n);
        vec_push(&m->tests, foreign_test(m->f, name));
    }
}

static bool
read_gzoltar_row(CoverageMatrix *m, unsigned number, Text t)
{
    uint32_t test = m->tests.at[number - 1];
    size_t column = 0;
    uint64_t count;

    for (Text w = text_word(&t); w.n; w = text_word(&t)) {
        if (text_is(w, "+") || text_is(w, "-"))
            return foreign_verdict(
                m->f, test, *w.at == '+' ? VERDICT_PASS : VERDICT_FAIL, m->d);
        if (column >= m->elements.n)
            return bad(m, "/matrix.txt", number, "more columns than names", w);
        if (!text_number(w, &count))
            return bad(m, "/matrix.txt", number, "expected 0, 1, + or -", w);
        foreign_cover(m->f, test, m->elements.at[column++], count);
    }
    return bad(m, "/matrix.txt", number, "no + or - at the end", t);
}

bool
gzoltar_parse(const char *path, const GzoltarFiles *g, Foreign *f, Diag *d)
{
    CoverageMatrix m = {.path = path, .f = f, .d = d};
    Lines l = lines_over(g->matrix, g->nmatrix);
    Text t;
    bool ok = true;

    read_gzoltar_names(&m, g);
    while (ok && lines_next(&l, &t)) {
        if (!t.n)
            break;
        if (l.number > m.tests.n)
            ok = bad(&m, "/matrix.txt", l.number, "more rows than tests", t);
        else
            ok = read_gzoltar_row(&m, l.number, t);
    }
    coverage_matrix_done(&m);
    return ok;
}

/* `NAME PASSED`, `NAME FAILED` or `NAME ERROR`, perhaps more words. */
static bool
add_tcm_test(CoverageMatrix *m, Text t, unsigned number)
{
    Text all = t, name = text_word(&t), word = text_word(&t);
    Verdict v;

    if (!name.n || !importer_verdict(word.at, word.n, &v))
        return bad(m, "", number, "expected NAME PASSED or FAILED", all);
    uint32_t test = foreign_test(m->f, name_of(m, name.at, name.n));
    vec_push(&m->tests, test);
    return foreign_verdict(m->f, test, v, m->d);
}

/* file:function:line, file:line or any name; ` | ...` marks known faults. */
static void
add_tcm_element(CoverageMatrix *m, Text t)
{
    uint32_t line = 0;
    const char *function = "";

    for (size_t i = 0; i + 2 < t.n; i++)
        if (memcmp(t.at + i, " | ", 3) == 0)
            t.n = i;
    Text file = t;
    if (take_line(&file, &line)) {
        Text rest = file;
        for (size_t i = file.n; i-- > 0;)
            if (file.at[i] == ':') {
                rest = (Text){file.at, i};
                function = name_of(m, file.at + i + 1, file.n - i - 1);
                break;
            }
        file = rest;
    }
    if (strcmp(function, "?") == 0)
        function = "";
    vec_push(&m->elements,
             foreign_line(m->f, name_of(m, file.at, file.n), line, function));
}

static bool
add_tcm_row(CoverageMatrix *m, Text t, size_t row, unsigned number)
{
    uint64_t element, count;

    if (row >= m->tests.n)
        return bad(m, "", number, "more rows than tests", t);
    for (Text w = text_word(&t); w.n; w = text_word(&t)) {
        Text times = text_word(&t);
        if (!text_number(w, &element) || !text_number(times, &count))
            return bad(m, "", number, "expected pairs ELEMENT COUNT", w);
        if (element >= m->elements.n)
            return bad(m, "", number, "no such element", w);
        foreign_cover(m->f, m->tests.at[row], m->elements.at[element], count);
    }
    return true;
}

typedef enum { TCM_OTHER, TCM_TESTS, TCM_UUTS, TCM_MATRIX } TcmSection;

bool
tcm_parse(const char *path, const uint8_t *bytes, size_t n, const char *test,
          Foreign *f, Diag *d)
{
    CoverageMatrix m = {.path = path, .f = f, .d = d};
    Lines l = lines_over(bytes, n);
    TcmSection section = TCM_OTHER;
    size_t row = 0;
    bool ok = true, matrix = false;
    Text t;

    (void)test;
    while (ok && lines_next(&l, &t)) {
        if (t.n && t.at[0] == '#') {
            section = text_is(t, "#tests")    ? TCM_TESTS
                      : text_is(t, "#uuts")   ? TCM_UUTS
                      : text_is(t, "#matrix") ? TCM_MATRIX
                                              : TCM_OTHER;
            matrix = matrix || section == TCM_MATRIX;
        } else if (section == TCM_MATRIX) { /* a test may run nothing */
            if (row < m.tests.n || t.n)
                ok = add_tcm_row(&m, t, row++, l.number);
        } else if (t.n && section == TCM_TESTS) {
            ok = add_tcm_test(&m, t, l.number);
        } else if (t.n && section == TCM_UUTS) {
            add_tcm_element(&m, t);
        }
    }
    if (ok && (!matrix || row < m.tests.n))
        ok = diag_fail(d, "%s: incomplete TCM file: %zu rows for %zu tests",
                       path, row, m.tests.n);
    coverage_matrix_done(&m);
    return ok;
}
