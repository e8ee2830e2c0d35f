/* diff_json.c - where two runs part, as JSON. */
#include "report/diff_writers.h"

#include <jansson.h>

#include <string.h>

static json_t *
place_json(DiffView *v, const DifferSide *s, uint32_t event)
{
    if (event == ALIGN_NONE)
        return json_null();
    const GraphStep *step = diff_step(s, event);
    json_t *o = json_object();
    const char *text;
    size_t n;
    json_object_set_new(o, "file", json_string(diff_path(v, step)));
    json_object_set_new(o, "line", json_integer(diff_line(v, step)));
    json_object_set_new(o, "instance", json_integer(step->instance));
    json_object_set_new(o, "function", json_string(diff_function(v, step)));
    json_object_set_new(
        o, "sequence",
        json_integer(s->graph->nodes[s->course.nodes[event]].step));
    diff_source(v, step, &text, &n);
    json_t *source = json_stringn(text, n);
    json_object_set_new(o, "text", source ? source : json_string(""));
    return o;
}

static json_t *
only_json(DiffView *v, const DifferSide *s, uint32_t first, uint32_t n)
{
    json_t *o = json_object();

    json_object_set_new(o, "instances", json_integer(n));
    json_object_set_new(o, "from", place_json(v, s, first));
    return o;
}

static json_t *
calls_json(DiffView *v, const Difference *x)
{
    json_t *list = json_array();
    DiffCalls calls = {0};

    diff_calls(v->d, x, &calls);
    for (size_t i = 0; i < calls.n; i++)
        json_array_append_new(list,
                              calls.at[i].a != ALIGN_NONE
                                  ? place_json(v, &v->d->a, calls.at[i].a)
                                  : place_json(v, &v->d->b, calls.at[i].b));
    vec_done(&calls);
    return list;
}

static json_t *
difference_json(DiffView *v, const Difference *x)
{
    static const char *const kinds[] = {"outcome", "value", "only", "end"};
    Str label = {0}, first = {0}, second = {0};
    json_t *o = json_object();

    json_object_set_new(o, "kind", json_string(kinds[x->kind]));
    json_object_set_new(o, "calls", calls_json(v, x));
    json_object_set_new(o, "first", place_json(v, &v->d->a, x->a));
    json_object_set_new(o, "second", place_json(v, &v->d->b, x->b));
    if (diff_say(v->d, x, &label, &first, &second)) {
        while (label.n && strchr(" =", label.at[label.n - 1]))
            label.at[--label.n] = 0;
        json_object_set_new(o, "what", json_string(str_text(&label)));
        json_object_set_new(
            o, "values",
            json_pack("[s, s]", str_text(&first), str_text(&second)));
    }
    if (x->kind != DIFFER_VALUE) {
        json_object_set_new(o, "only_first",
                            only_json(v, &v->d->a, x->first_a, x->nonly_a));
        json_object_set_new(o, "only_second",
                            only_json(v, &v->d->b, x->first_b, x->nonly_b));
    }
    str_done(&label);
    str_done(&first);
    str_done(&second);
    return o;
}

static json_t *
run_json(const DiffRun *r, const DifferSide *s)
{
    json_t *o = json_object();

    json_object_set_new(o, "test", json_string(r->test));
    json_object_set_new(o, "instances", json_integer(s->graph->nsteps - 1));
    json_object_set_new(o, "own", json_integer(s->nonly));
    json_object_set_new(o, "status", json_integer(r->status));
    json_object_set_new(o, "signal", json_integer(r->signal));
    json_object_set_new(o, "timed_out", json_boolean(r->timed_out));
    return o;
}

/* dist(first, second) of the path paper. */
static json_t *
distance_json(DiffView *v)
{
    const Differences *d = v->d;
    Distance distance = align_distance(course_run(&d->a.course),
                                       course_run(&d->b.course), d->a.partner);
    json_t *list = json_array();

    for (uint32_t i = 0; i < distance.n && i < v->most; i++)
        json_array_append_new(list, place_json(v, &d->a, distance.events[i]));
    distance_done(&distance);
    return list;
}

void
diff_json(DiffView *v, FILE *out)
{
    json_t *root = json_object(), *list = json_array();
    const Differences *d = v->d;

    json_object_set_new(root, "schema", json_string("culprit.diff/1"));
    json_object_set_new(root, "first", run_json(&v->a, &d->a));
    json_object_set_new(root, "second", run_json(&v->b, &d->b));
    json_object_set_new(root, "outcomes",
                        json_integer((json_int_t)d->noutcomes));
    json_object_set_new(root, "values", json_integer((json_int_t)d->nvalues));
    json_object_set_new(root, "distance", distance_json(v));
    for (size_t i = 0; i < d->n && i < v->most; i++)
        json_array_append_new(list, difference_json(v, &d->at[i]));
    json_object_set_new(root, "differences", list);
    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}
