/* json_text.c - any bytes as a JSON string, documents to a stream, and what
 * several of our formats have in common.
 */
#include "report/json_text.h"

#include "base/str.h"
#include "base/utf8.h"
#include "report/writers.h"

#include <math.h>
#include <string.h>

json_t *
json_text_n(const char *bytes, size_t n)
{
    json_t *j = json_stringn(bytes, n); /* NULL if it is not UTF-8 */

    if (!j) {
        Str s = {0};
        utf8_clean(&s, bytes, n);
        j = json_stringn(str_text(&s), s.n);
        str_done(&s);
    }
    return j;
}

json_t *
json_text(const char *text)
{
    return text ? json_text_n(text, strlen(text)) : json_string("");
}

bool
json_dump(const json_t *doc, FILE *out, Diag *d)
{
    if (json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0 ||
        fputc('\n', out) == EOF)
        return diag_fail(d, "cannot write the report as JSON");
    return report_flush(out, d);
}

static json_t *
number(double v)
{
    if (!isfinite(v))
        return json_null();
    if (v == floor(v) && fabs(v) < 1e15)
        return json_integer((json_int_t)v);
    return json_real(v);
}

json_t *
json_evidence(const Finding *f)
{
    json_t *all = json_object();

    for (size_t i = 0; i < f->nevidence; i++) {
        const Evidence *e = &f->evidence[i];
        json_object_set_new(all, e->key,
                            e->text ? json_text(e->text) : number(e->number));
    }
    return all;
}

static json_t *
sample(const Sample *s)
{
    json_t *o = json_object(), *args = json_array();

    json_object_set_new(o, "shown", json_text(s->shown));
    for (size_t i = 0; i < s->nargs; i++)
        json_array_append_new(args, json_text(s->args[i]));
    json_object_set_new(o, "arguments", args);
    if (s->in)
        json_object_set_new(o, "stdin", json_text(s->in));
    if (*s->command)
        json_object_set_new(o, "command", json_text(s->command));
    return o;
}

json_t *
json_samples(const Findings *f)
{
    json_t *all = json_object();

    for (size_t i = 0; i < f->pair.nsamples; i++)
        json_object_set_new(all, f->pair.samples[i].role,
                            sample(&f->pair.samples[i]));
    if (f->pair.difference)
        json_object_set_new(all, "difference", json_text(f->pair.difference));
    return all;
}
