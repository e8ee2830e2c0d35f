/* json.c - findings as JSON: schema culprit.findings/1, see
 * docs/man/culprit-formats.md.
 *
 * One list is one document; several lists are one culprit.findings-set/1 that
 * holds them. Numbers are written so that they read back equal; JSON has no
 * infinity, so a score that is not finite is null. Findings are written one by
 * one, a line each: all techniques over a large program are too many to be
 * held as a tree.
 */
#include "report/writers.h"

#include "base/source.h"
#include "report/json_text.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#define JSON_ONE_LINE (JSON_ENCODE_ANY | JSON_REAL_PRECISION(17))

static json_t *
steps(const Finding *f, Sources *sources)
{
    json_t *all = json_array();

    for (size_t i = 0; i < f->nsteps; i++) {
        const Step *s = &f->steps[i];
        json_t *o = json_object();
        json_object_set_new(o, "file",
                            json_text(sources_shown(sources, s->file)));
        json_object_set_new(o, "line", json_integer(s->line));
        json_object_set_new(o, "column", json_integer(s->column));
        json_object_set_new(o, "function", json_text(s->function));
        json_object_set_new(o, "message", json_text(s->message));
        json_array_append_new(all, o);
    }
    return all;
}

static json_t *
finding(const Finding *f, Sources *sources)
{
    json_t *o = json_object();

    json_object_set_new(o, "rank", json_integer(f->rank));
    json_object_set_new(o, "group", json_integer(f->group));
    json_object_set_new(o, "file",
                        json_text(sources_shown(sources, f->place.file)));
    json_object_set_new(o, "line", json_integer(f->place.line));
    json_object_set_new(o, "column", json_integer(f->place.column));
    json_object_set_new(o, "function", json_text(f->place.function));
    if (f->entity && *f->entity)
        json_object_set_new(o, "entity", json_text(f->entity));
    json_object_set_new(o, "score",
                        isfinite(f->score) ? json_real(f->score) : json_null());
    json_object_set_new(o, "message", json_text(f->message));
    json_object_set_new(o, "evidence", json_evidence(f));
    if (f->nsteps > 0)
        json_object_set_new(o, "steps", steps(f, sources));
    if (f->fix)
        json_object_set_new(o, "fix",
                            json_pack("{s:I, s:I, s:o, s:o}", "line",
                                      (json_int_t)f->fix->line, "removed",
                                      (json_int_t)f->fix->nremoved, "text",
                                      json_text(f->fix->text), "diff",
                                      json_text(f->fix->diff)));
    json_object_set_new(o, "id", json_integer(f->id));
    return o;
}

/* Write a small value without line breaks and release it. */
static void
put(json_t *value, FILE *out)
{
    json_dumpf(value, out, JSON_ONE_LINE);
    json_decref(value);
}

static void
put_member(const char *key, json_t *value, FILE *out)
{
    fprintf(out, "\"%s\": ", key);
    put(value, out);
    fputs(",\n", out);
}

static json_t *
beside(const Findings *f, Sources *sources)
{
    static const char *const kinds[] = {
        [BESIDE_SAME] = "same",     [BESIDE_DIFFERS] = "differs",
        [BESIDE_FIRST] = "failing", [BESIDE_SECOND] = "passing",
        [BESIDE_GAP] = "left out",
    };
    json_t *all = json_array();

    for (size_t i = 0; i < f->pair.nbeside; i++) {
        const BesideRow *r = &f->pair.beside[i];
        json_array_append_new(
            all,
            json_pack("{s:s, s:o, s:I, s:o, s:o, s:o}", "kind", kinds[r->kind],
                      "file", json_text(sources_shown(sources, r->file)),
                      "line", (json_int_t)r->line, "function",
                      json_text(r->function), "failing", json_text(r->first),
                      "passing", json_text(r->second)));
    }
    return all;
}

static void
write_list(const Findings *f, const ReportOptions *o, Sources *sources,
           FILE *out)
{
    fputs("{", out);
    put_member("schema", json_string("culprit.findings/1"), out);
    put_member("technique", json_text(f->technique), out);
    put_member("description", json_text(f->description), out);
    put_member("unit", json_text(f->unit), out);
    put_member("cluster", json_text(f->cluster), out);
    put_member("tests",
               json_pack("{s:I, s:I}", "passed", (json_int_t)f->passed,
                         "failed", (json_int_t)f->failed),
               out);
    put_member("entities", json_integer((json_int_t)f->entities), out);
    put_member("cost",
               json_pack("{s:I, s:I, s:f}", "runs", (json_int_t)f->cost.runs,
                         "solver_calls", (json_int_t)f->cost.solver_calls,
                         "wall_s", f->cost.wall_s),
               out);
    if (f->pair.nsamples)
        put_member("inputs", json_samples(f), out);
    if (f->pair.nbeside)
        put_member("runs", beside(f, sources), out);
    fputs("\"findings\": [", out);
    for (size_t i = 0; i < report_shown(f, o); i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        put(finding(&f->at[i], sources), out);
    }
    fputs("]}", out);
}

bool
json_write(const Findings *lists, size_t n, const ReportOptions *o, FILE *out,
           Diag *d)
{
    Sources sources;

    sources_init(&sources, o->root);
    if (n != 1)
        fputs("{\"schema\": \"culprit.findings-set/1\",\n\"lists\": [", out);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ",\n\n" : "", out);
        write_list(&lists[i], o, &sources, out);
    }
    fputs(n != 1 ? "]}\n" : "\n", out);
    sources_done(&sources);
    return report_flush(out, d);
}
