/* runsfile.c - imported runs in a file of our own.
 *
 * JSON, but with the counts of a test as one text, "0-4 7 9:30": lines 0 to
 * 4, 7 and 9, run once, once and 30 times. So ten million counts are read
 * without ten million JSON values.
 */
#include "spectrum/runsfile.h"

#include "spectrum/importer.h"
#include "spectrum/lines.h"

#include <jansson.h>

#define SCHEMA "culprit.runs/1"

static void
put_text(Str *out, const char *text)
{
    json_t *j = json_string(text);

    if (!j) { /* not UTF-8: keep what is ASCII */
        char *copy = mem_strdup(text);
        for (char *c = copy; *c; c++)
            if ((unsigned char)*c >= 0x80)
                *c = '?';
        j = json_string(copy);
        free(copy);
    }
    char *s = json_dumps(j, JSON_ENCODE_ANY);
    str_puts(out, s);
    free(s);
    json_decref(j);
}

static void
put_counts(Str *out, const Counted *c, uint32_t run)
{
    uint64_t end = c->start[run + 1];

    for (uint64_t i = c->start[run]; i < end;) {
        uint64_t last = i;
        if (i > c->start[run])
            str_putc(out, ' ');
        while (c->count[i] == 1 && last + 1 < end && c->count[last + 1] == 1 &&
               c->index[last + 1] == c->index[last] + 1)
            last++;
        str_printf(out, "%u", c->index[i]);
        if (last > i)
            str_printf(out, "-%u", c->index[last]);
        if (c->count[i] != 1)
            str_printf(out, ":%u", c->count[i]);
        i = last + 1;
    }
}

void
runsfile_write(const Runs *r, Str *out)
{
    str_puts(out, "{\"schema\":\"" SCHEMA "\",\n\"lines\":[");
    for (uint32_t i = 0; i < r->foreign.nlines; i++) {
        str_puts(out, i ? ",\n[" : "\n[");
        put_text(out, r->foreign.line[i].file);
        str_printf(out, ",%u,", r->foreign.line[i].line);
        put_text(out, r->foreign.line[i].function);
        str_putc(out, ']');
    }
    str_puts(out, "],\n\"tests\":[");
    for (uint32_t i = 0; i < r->nruns; i++) {
        str_puts(out, i ? ",\n{\"name\":" : "\n{\"name\":");
        put_text(out, r->runs[i].name);
        str_printf(out, ",\"verdict\":\"%s\",\"reason\":",
                   verdict_name(r->runs[i].verdict));
        put_text(out, r->runs[i].reason);
        str_puts(out, ",\"counts\":\"");
        put_counts(out, &r->foreign.lines, i);
        str_puts(out, "\"}");
    }
    str_puts(out, "]}\n");
}

/* "a", "a-b", "a:c", separated by blanks. */
static bool
read_counts(Foreign *f, uint32_t test, const uint32_t *line, size_t nlines,
            Text t)
{
    for (Text w = text_word(&t); w.n; w = text_word(&t)) {
        uint64_t first, last, count = 1;
        Text range = text_until(&w, ':'), low = text_until(&range, '-');
        if (!text_number(low, &first) || (w.n && !text_number(w, &count)))
            return false;
        last = first;
        if ((range.n && !text_number(range, &last)) || last >= nlines)
            return false;
        for (; first <= last; first++)
            foreign_cover(f, test, line[first], count);
    }
    return true;
}

static bool
read_test(const char *path, const json_t *j, Foreign *f, const uint32_t *line,
          size_t nlines, Diag *d)
{
    const char *name = json_string_value(json_object_get(j, "name"));
    const char *word = json_string_value(json_object_get(j, "verdict"));
    const char *reason = json_string_value(json_object_get(j, "reason"));
    const char *counts = json_string_value(json_object_get(j, "counts"));
    Verdict v;

    if (!name || !word || !counts || !importer_verdict(word, strlen(word), &v))
        return diag_fail(d, "%s: a test needs name, verdict and counts", path);
    size_t before = f->tests.n;
    uint32_t test = foreign_test(f, name);
    if (test < before) /* names are for people and may repeat */
        test = foreign_test(
            f, arena_printf(&f->arena, "%s #%zu", name, before + 1));
    if (!foreign_verdict(f, test, v, d))
        return false;
    f->tests.at[test].reason = arena_strdup(&f->arena, reason ? reason : "");
    if (!read_counts(f, test, line, nlines, (Text){counts, strlen(counts)}))
        return diag_fail(d, "%s: bad counts of test %s", path, name);
    return true;
}

static bool
read_all(const char *path, const json_t *root, Foreign *f, Diag *d)
{
    const json_t *lines = json_object_get(root, "lines"), *j;
    const char *schema = json_string_value(json_object_get(root, "schema"));
    VEC(uint32_t) line = {0};
    size_t i;
    bool ok = true;

    if (!schema || strcmp(schema, SCHEMA) != 0)
        return diag_fail(d, "%s: its schema is not " SCHEMA, path);
    json_array_foreach(lines, i, j)
    {
        const char *file = json_string_value(json_array_get(j, 0));
        const char *function = json_string_value(json_array_get(j, 2));
        json_int_t number = json_integer_value(json_array_get(j, 1));
        if (!file || number < 0 || number > UINT32_MAX) {
            ok = diag_fail(d, "%s: line %zu is not [file, line, function]",
                           path, i);
            break;
        }
        vec_push(&line, foreign_line(f, file, (uint32_t)number,
                                     function ? function : ""));
    }
    json_array_foreach(json_object_get(root, "tests"), i, j)
    {
        ok = ok && read_test(path, j, f, line.at, line.n, d);
    }
    vec_done(&line);
    return ok;
}

bool
runs_parse(const char *path, const uint8_t *bytes, size_t n, const char *test,
           Foreign *f, Diag *d)
{
    json_error_t e;
    json_t *root = json_loadb((const char *)bytes, n, 0, &e);

    (void)test;
    if (!root)
        return diag_fail(d, "%s:%d: %s", path, e.line, e.text);
    bool ok = read_all(path, root, f, d);
    json_decref(root);
    return ok;
}
