/* xmlcov.c - read PHPUnit's --coverage-xml and Cobertura's reports, verdicts of
 * JUnit's; Clover's say too little.
 */
#include "spectrum/importer.h"

#include "spectrum/xml.h"

#include <stdlib.h>
#include <strings.h>

/* A function's lines. */
typedef struct XmlFunction XmlFunction;
struct XmlFunction {
    uint32_t first, last;
    const char *name;
};

typedef struct XmlReader XmlReader;
struct XmlReader {
    const char *path;
    Xml xml;
    Foreign *f;
    Diag *d;
    Arena arena;
    VEC(XmlFunction) functions;
};

static XmlReader
reader(const char *path, const uint8_t *bytes, size_t n, Foreign *f, Diag *d)
{
    return (XmlReader){.path = path, .xml = xml_over(bytes, n), .f = f, .d = d};
}

static bool
reader_done(XmlReader *r, bool ok)
{
    vec_done(&r->functions);
    arena_done(&r->arena);
    return ok;
}

static bool
damaged(XmlReader *r)
{
    return diag_fail(r->d, "%s:%u: this is no sound XML", r->path,
                     xml_line(&r->xml));
}

static const char *
attribute(XmlReader *r, const char *name)
{
    const char *value = xml_attribute(&r->xml, name, &r->arena);

    return value ? value : "";
}

static bool
number(XmlReader *r, const char *name, uint32_t *out)
{
    const char *text = attribute(r, name);

    return text_line_number((Text){text, strlen(text)}, out) ||
           diag_fail(r->d, "%s:%u: %s=\"%s\" is no number", r->path,
                     xml_line(&r->xml), name, text);
}

static bool
is(const XmlReader *r, const char *name)
{
    return text_is(r->xml.name, name);
}

/* The first element must be this one; others have a reason of their own. */
static bool
begin(XmlReader *r, const char *wanted, const char *what)
{
    const XmlKind kind = xml_next(&r->xml);

    if (kind == XML_DAMAGED)
        return damaged(r);
    if (kind != XML_END && is(r, wanted))
        return true;
    return diag_fail(r->d, "%s: this is no %s: it begins with <%.*s>", r->path,
                     what, (int)(r->xml.name.n < 60 ? r->xml.name.n : 60),
                     kind == XML_END ? "" : r->xml.name.at);
}

static void
add_function(XmlReader *r, uint32_t first, uint32_t last, const char *name)
{
    vec_push(&r->functions, (XmlFunction){first, last, name});
}

static const char *
function_of(const XmlReader *r, uint32_t line)
{
    for (size_t i = 0; i < r->functions.n; i++) {
        const XmlFunction *f = &r->functions.at[i];
        if (f->first <= line && line <= f->last)
            return f->name;
    }
    return "";
}

/* "T with data set "x"" in one place is "T#x" in another. */
static const char *
test_name(const char *name, Arena *a)
{
    static const char words[] = " with data set ";
    const char *at = strstr(name, words);

    if (!at)
        return name;
    const char *set = at + sizeof words - 1;
    const size_t n = strlen(set);
    if (set[0] == '#')
        return arena_printf(a, "%.*s%s", (int)(at - name), name, set);
    if (n >= 2 && set[0] == '"' && set[n - 1] == '"')
        return arena_printf(a, "%.*s#%.*s", (int)(at - name), name,
                            (int)(n - 2), set + 1);
    return name;
}

/* PHPUnit */

bool
coveragexml_source(const char *path, const uint8_t *bytes, size_t n, Arena *a,
                   const char **source, Diag *d)
{
    XmlReader r = reader(path, bytes, n, NULL, d);
    bool ok = begin(&r, "phpunit", "index of PHPUnit's coverage");
    XmlKind kind = XML_OPEN;

    *source = "";
    while (ok && !is(&r, "project") && (kind = xml_next(&r.xml)) < XML_END)
        ;
    if (ok && kind == XML_DAMAGED)
        ok = damaged(&r);
    if (ok && is(&r, "project"))
        *source = arena_strdup(a, attribute(&r, "source"));
    return reader_done(&r, ok);
}

/* <line nr="9"> and its <covered by="TEST"/>, up to </coverage>. */
static bool
take_covered(XmlReader *r, const char *file)
{
    uint32_t line = PROGRAM_NONE, nr;
    XmlKind kind;

    while ((kind = xml_next(&r->xml)) < XML_END) {
        if (kind == XML_CLOSE && is(r, "coverage"))
            return true;
        if (kind == XML_OPEN && is(r, "line")) {
            if (!number(r, "nr", &nr))
                return false;
            line = foreign_line(r->f, file, nr, function_of(r, nr));
        }
        if (kind == XML_EMPTY && is(r, "covered") && line != PROGRAM_NONE)
            foreign_cover(
                r->f,
                foreign_test(r->f, test_name(attribute(r, "by"), &r->arena)),
                line, 1);
    }
    return damaged(r);
}

static bool
take_method(XmlReader *r)
{
    uint32_t first, last;

    if (!number(r, "start", &first) || !number(r, "end", &last))
        return false;
    add_function(r, first, last, attribute(r, "name"));
    return true;
}

static const char *
source_file(XmlReader *r, const char *source)
{
    const char *path = attribute(r, "path");

    while (*path == '/')
        path++;
    return arena_printf(&r->arena, "%s%s%s%s%s", source, *source ? "/" : "",
                        path, *path ? "/" : "", attribute(r, "name"));
}

bool
coveragexml_parse(const char *path, const uint8_t *bytes, size_t n,
                  const char *source, Foreign *f, Diag *d)
{
    XmlReader r = reader(path, bytes, n, f, d);
    bool ok = begin(&r, "phpunit", "file of PHPUnit's --coverage-xml");
    const char *file = NULL;
    XmlKind kind = XML_END;

    while (ok && (kind = xml_next(&r.xml)) < XML_END) {
        if (kind == XML_CLOSE)
            continue;
        if (is(&r, "source"))
            break; /* the source as tokens, which is long */
        if (is(&r, "file"))
            file = source_file(&r, source);
        if (is(&r, "method") || is(&r, "function"))
            ok = take_method(&r);
        if (ok && kind == XML_OPEN && file && is(&r, "coverage"))
            ok = take_covered(&r, file);
    }
    if (ok && kind == XML_DAMAGED)
        ok = damaged(&r);
    return reader_done(&r, ok);
}

/* Cobertura */

static bool
take_line(XmlReader *r, const char *file, bool in_method, uint32_t test)
{
    const char *hits = attribute(r, "hits");
    const char *function = r->functions.n && in_method
                               ? r->functions.at[r->functions.n - 1].name
                               : "";
    uint32_t nr;
    uint64_t count;

    if (!number(r, "number", &nr))
        return false;
    if (!text_number((Text){hits, strlen(hits)}, &count))
        return diag_fail(r->d, "%s:%u: hits=\"%s\" is no number", r->path,
                         xml_line(&r->xml), hits);
    const uint32_t line = foreign_line(r->f, file, nr, function);
    if (!in_method) /* lines of methods are told twice */
        foreign_cover(r->f, test, line, count);
    return true;
}

bool
cobertura_parse(const char *path, const uint8_t *bytes, size_t n,
                const char *test, Foreign *f, Diag *d)
{
    XmlReader r = reader(path, bytes, n, f, d);
    bool ok = begin(&r, "coverage", "report of Cobertura"), in_method = false;
    const char *root = "", *file = NULL;
    XmlKind kind = XML_END;
    const uint32_t t = ok ? foreign_test(f, test) : 0;

    if (ok && !*attribute(&r, "line-rate"))
        ok = diag_fail(d,
                       "%s: this is no report of Cobertura: it names no "
                       "line-rate (Clover's begin so, too)",
                       path);
    while (ok && (kind = xml_next(&r.xml)) < XML_END) {
        if (kind == XML_CLOSE && is(&r, "source") && !*root)
            root = xml_decode(r.xml.before, &r.arena);
        if (is(&r, "method")) {
            in_method = kind == XML_OPEN;
            if (in_method)
                add_function(&r, 0, 0, attribute(&r, "name"));
        }
        if (kind != XML_CLOSE && is(&r, "class")) {
            file = attribute(&r, "filename");
            if (file[0] != '/' && root[0] == '/')
                file = arena_printf(&r.arena, "%s/%s", root, file);
        }
        if (kind != XML_CLOSE && file && is(&r, "line"))
            ok = take_line(&r, file, in_method, t);
    }
    if (ok && kind == XML_DAMAGED)
        ok = damaged(&r);
    return reader_done(&r, ok);
}

/* Clover */

bool
clover_parse(const char *path, const uint8_t *bytes, size_t n, const char *test,
             Foreign *f, Diag *d)
{
    (void)bytes, (void)n, (void)test, (void)f;
    return diag_fail(d,
                     "%s: Clover's reports count lines over all tests, and do "
                     "not say which test ran them: use PHPUnit's "
                     "--coverage-xml with --log-junit",
                     path);
}

/* JUnit */

/* Risky tests are told as errors; they are none. */
static bool
is_risky(const char *type)
{
    static const char *const types[] = {"Risky", "CoveredCode", "MissingCovers",
                                        "OutputError"};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strstr(type, types[i]))
            return true;
    return false;
}

/* What is within <testcase>, up to its end. */
static bool
take_verdict(XmlReader *r, Verdict *v)
{
    XmlKind kind;

    while ((kind = xml_next(&r->xml)) < XML_END) {
        if (kind == XML_CLOSE && is(r, "testcase"))
            return true;
        if (kind == XML_CLOSE)
            continue;
        if (is(r, "skipped") || is(r, "warning") ||
            (is(r, "error") && is_risky(attribute(r, "type"))))
            *v = VERDICT_UNKNOWN;
        else if (is(r, "failure") || is(r, "error"))
            *v = VERDICT_FAIL;
    }
    return damaged(r);
}

static const char *
case_name(XmlReader *r)
{
    const char *class = attribute(r, "class"), *name = attribute(r, "name");

    if (!*class)
        class = attribute(r, "classname");
    return test_name(*class ? arena_printf(&r->arena, "%s::%s", class, name)
                            : name,
                     &r->arena);
}

bool
junit_parse(const char *path, const uint8_t *bytes, size_t n, const char *test,
            Foreign *f, Diag *d)
{
    XmlReader r = reader(path, bytes, n, f, d);
    size_t lost = 0;
    bool ok = true;
    XmlKind kind = XML_END;

    (void)test;
    while (ok && (kind = xml_next(&r.xml)) < XML_END) {
        if (kind == XML_CLOSE || !is(&r, "testcase"))
            continue;
        const char *name = case_name(&r);
        Verdict v = VERDICT_PASS;
        ok = kind == XML_EMPTY || take_verdict(&r, &v);
        const uint32_t *at = map_find_text(&f->test_of, name);
        if (ok && at && v != VERDICT_UNKNOWN)
            ok = foreign_verdict(f, *at, v, d) ||
                 diag_context(d, "%s:%u", path, xml_line(&r.xml));
        lost += !at && v == VERDICT_FAIL;
    }
    if (ok && kind == XML_DAMAGED)
        ok = damaged(&r);
    if (ok && lost)
        diag_warn(d,
                  "%zu failing tests of %s have no coverage: PHPUnit leaves "
                  "out those that end with an error (culprit rank --phpunit "
                  "does not)",
                  lost, path);
    return reader_done(&r, ok);
}
