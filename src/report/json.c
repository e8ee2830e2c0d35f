/* json.c - findings as JSON: schema culprit.findings/1, see docs/report.md.
 *
 * One list is one document; several lists are one culprit.findings-set/1 that
 * holds them. Numbers are written so that they read back equal; JSON has no
 * infinity, so a score that is not finite is null.
 */
#include "report/writers.h"

#include "base/str.h"
#include "report/json_text.h"
#include "report/source.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static json_t *
number(double v)
{
    if (!isfinite(v))
        return json_null();
    if (v == floor(v) && fabs(v) < 1e15)
        return json_integer((json_int_t)v);
    return json_real(v);
}

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
evidence(const Finding *f)
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
finding(const Finding *f, Sources *sources)
{
    json_t *o = json_object();

    json_object_set_new(o, "rank", json_integer(f->rank));
    json_object_set_new(o, "group", json_integer(f->group));
    json_object_set_new(o, "file", json_text(sources_shown(sources, f->file)));
    json_object_set_new(o, "line", json_integer(f->line));
    json_object_set_new(o, "column", json_integer(f->column));
    json_object_set_new(o, "function", json_text(f->function));
    if (f->entity && *f->entity)
        json_object_set_new(o, "entity", json_text(f->entity));
    json_object_set_new(o, "score",
                        isfinite(f->score) ? json_real(f->score) : json_null());
    json_object_set_new(o, "message", json_text(f->message));
    json_object_set_new(o, "evidence", evidence(f));
    if (f->nsteps > 0)
        json_object_set_new(o, "steps", steps(f, sources));
    json_object_set_new(o, "id", json_integer(f->id));
    return o;
}

static json_t *
list(const Findings *f, const ReportOptions *options, Sources *sources)
{
    json_t *o = json_object(), *all = json_array();

    json_object_set_new(o, "schema", json_string("culprit.findings/1"));
    json_object_set_new(o, "technique", json_text(f->technique));
    json_object_set_new(o, "description", json_text(f->description));
    json_object_set_new(o, "unit", json_text(f->unit));
    json_object_set_new(o, "cluster", json_text(f->cluster));
    json_object_set_new(o, "tests",
                        json_pack("{s:I, s:I}", "passed", (json_int_t)f->passed,
                                  "failed", (json_int_t)f->failed));
    json_object_set_new(o, "entities", json_integer((json_int_t)f->entities));
    json_object_set_new(o, "findings", all);
    for (size_t i = 0; i < report_shown(f, options); i++)
        json_array_append_new(all, finding(&f->at[i], sources));
    json_object_set_new(o, "cost",
                        json_pack("{s:I, s:I, s:f}", "runs",
                                  (json_int_t)f->cost.runs, "solver_calls",
                                  (json_int_t)f->cost.solver_calls, "wall_s",
                                  f->cost.wall_s));
    return o;
}

bool
json_write(const Findings *lists, size_t n, const ReportOptions *o, FILE *out,
           Diag *d)
{
    Sources sources;
    json_t *doc;

    sources_init(&sources, o->root);
    if (n == 1) {
        doc = list(&lists[0], o, &sources);
    } else {
        json_t *all = json_array();
        for (size_t i = 0; i < n; i++)
            json_array_append_new(all, list(&lists[i], o, &sources));
        doc = json_pack("{s:s, s:o}", "schema", "culprit.findings-set/1",
                        "lists", all);
    }
    bool ok = json_dump(doc, out, d);
    json_decref(doc);
    sources_done(&sources);
    return ok;
}
