/* slice_json.c - a slice as JSON. */
#include "report/slice_writers.h"

#include <jansson.h>

static json_t *
step_json(SliceView *v, const StoryStep *s)
{
    json_t *o = json_object(), *values = json_array(), *causes = json_array(),
           *sites = json_array();
    const ScriptLine *l = slice_line(v, s);
    const char *text;
    size_t n;

    slice_source(v, s, &text, &n);
    json_object_set_new(o, "sequence", json_integer(s->sequence));
    json_object_set_new(o, "file", json_string(slice_path(v, s)));
    json_object_set_new(o, "line", json_integer(l ? l->line : 0));
    json_object_set_new(o, "instance", json_integer(s->instance));
    json_object_set_new(o, "function", json_string(s->function));
    json_t *source = json_stringn(text, n); /* NULL if it is not UTF-8 */
    json_object_set_new(o, "text", source ? source : json_string(""));
    json_object_set_new(o, "criterion", json_boolean(s->criterion));
    for (size_t k = 0; k < s->nvalues; k++)
        json_array_append_new(values, json_string(s->values[k]));
    json_object_set_new(o, "values", values);
    for (size_t k = 0; k < s->nsites; k++) {
        json_t *row = json_object();
        json_object_set_new(row, "number",
                            json_integer((json_int_t)s->sites[k].number));
        json_object_set_new(row, "text", json_string(s->sites[k].text));
        json_array_append_new(sites, row);
    }
    json_object_set_new(o, "sites", sites);
    for (size_t k = 0; k < s->ncauses; k++) {
        const StoryCause *c = &s->causes[k];
        json_t *row = json_object();
        json_object_set_new(row, "kind",
                            json_string(c->step == SCRIPT_NONE
                                            ? "input"
                                            : slice_kinds[c->kind].name));
        if (c->step != SCRIPT_NONE)
            json_object_set_new(
                row, "sequence",
                json_integer(v->story->steps[c->step].sequence));
        json_object_set_new(row, "text", json_string(c->text));
        json_array_append_new(causes, row);
    }
    json_object_set_new(o, "causes", causes);
    return o;
}

void
slice_json(SliceView *v, FILE *out)
{
    json_t *root = json_object(), *steps = json_array();

    json_object_set_new(root, "schema", json_string("culprit.slice/1"));
    json_object_set_new(root, "direction",
                        json_string(v->forward ? "forward" : "backward"));
    json_object_set_new(root, "chosen",
                        v->why ? json_string(v->why) : json_null());
    json_object_set_new(root, "total", json_integer((json_int_t)v->total));
    json_object_set_new(root, "executed", json_integer(v->story->nsteps));
    for (size_t i = 0; i < v->story->n; i++)
        json_array_append_new(steps, step_json(v, &v->story->steps[i]));
    json_object_set_new(root, "steps", steps);
    if (v->altered) {
        json_t *o = json_object();
        json_t *text = json_stringn(v->altered->out, v->altered->nout);
        json_object_set_new(o, "status", json_integer(v->altered->status));
        json_object_set_new(o, "signal", json_integer(v->altered->signal));
        json_object_set_new(o, "output", text ? text : json_null());
        json_object_set_new(root, "altered", o);
    }
    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}
