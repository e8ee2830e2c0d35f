/* diff_show.c - where two runs part, as text or JSON.
 *
 * Differences of one statement instance are one row; rows stand below the
 * calls they are in.
 */
#include "cmd/diff_show.h"

#include "base/mem.h"
#include "base/vec.h"
#include "trace/say.h"

#include <jansson.h>

#include <string.h>

static const GraphStep *
step_of(const DifferSide *s, uint32_t event)
{
    return &s->graph->steps[s->graph->nodes[s->course.nodes[event]].step];
}

static const GraphStep *
step_here(const Differences *d, uint32_t a, uint32_t b)
{
    return a != ALIGN_NONE ? step_of(&d->a, a) : step_of(&d->b, b);
}

static const char *
path_of(DiffView *v, const GraphStep *s)
{
    const Script *script = v->d->a.graph->script;

    return s->line == SCRIPT_NONE
               ? "?"
               : sources_shown(
                     &v->sources,
                     script_text(script, script->lines[s->line].file));
}

static uint32_t
line_of(const DiffView *v, const GraphStep *s)
{
    return s->line == SCRIPT_NONE ? 0
                                  : v->d->a.graph->script->lines[s->line].line;
}

static const char *
function_of(const DiffView *v, const GraphStep *s)
{
    const Script *script = v->d->a.graph->script;

    return script_text(script, script->functions[s->function].name);
}

/* The source's line without the blanks around it. */
static void
text_of(DiffView *v, const GraphStep *s, const char **at, size_t *n)
{
    const Script *script = v->d->a.graph->script;

    *at = "";
    *n = 0;
    if (s->line == SCRIPT_NONE ||
        !source_line(
            sources_file(&v->sources,
                         script_text(script, script->lines[s->line].file)),
            line_of(v, s), at, n))
        return;
    while (*n && ((*at)[0] == ' ' || (*at)[0] == '\t'))
        ++*at, --*n;
    while (*n && ((*at)[*n - 1] == ' ' || (*at)[*n - 1] == '\t' ||
                  (*at)[*n - 1] == '\r'))
        --*n;
}

/* FILE:LINE#K, and #K|#M where the instances differ. */
static void
put_place(DiffView *v, uint32_t a, uint32_t b, FILE *out)
{
    const GraphStep *s = step_here(v->d, a, b);

    if (s->line == SCRIPT_NONE) {
        fputs(function_of(v, s), out);
        return;
    }
    fprintf(out, "%s:%u#%u", path_of(v, s), line_of(v, s), s->instance);
    if (a != ALIGN_NONE && b != ALIGN_NONE &&
        step_of(&v->d->b, b)->instance != s->instance)
        fprintf(out, "|#%u", step_of(&v->d->b, b)->instance);
}

/* What a decision came to, or the value. */
static void
say_side(const DifferSide *s, const Difference *row, uint32_t event, Str *out)
{
    const Graph *g = s->graph;
    const Script *script = g->script;
    uint32_t node = s->course.ending[event];
    uint32_t inst = g->nodes[node].inst;

    if (row->kind == DIFFER_OUTCOME &&
        script->insts[inst].op == SCRIPT_INDIRECT) {
        uint32_t f = s->course.events[event].outcome;
        str_printf(out, "%s",
                   f == ALIGN_NONE
                       ? "a function without bitcode"
                       : script_text(script, script->functions[f].name));
    } else if (row->kind == DIFFER_OUTCOME &&
               script->insts[inst].op == SCRIPT_GOTO) {
        str_puts(out, "jumps");
    } else {
        say_value(g, node, out);
    }
}

static bool
say_difference(const Differences *d, const Difference *row, Str *label,
               Str *first, Str *second)
{
    if (row->kind == DIFFER_ONLY || row->kind == DIFFER_END)
        return false;
    uint32_t node = d->a.course.nodes[row->a];
    uint32_t inst = d->a.graph->nodes[node].inst;
    if (inst < d->a.graph->script->ninsts &&
        d->a.graph->script->insts[inst].op == SCRIPT_INDIRECT)
        str_puts(label, "calls ");
    else if (!say_label(d->a.graph, node, label) &&
             !say_label(d->b.graph, d->b.course.nodes[row->b], label) &&
             row->kind == DIFFER_VALUE)
        return false;
    say_side(&d->a, row, row->a, first);
    say_side(&d->b, row, row->b, second);
    return true;
}

static bool
is_both(const Difference *x)
{
    return x->a != ALIGN_NONE && x->b != ALIGN_NONE;
}

/* Differences of one instance in both runs: rows at[i .. next). */
static size_t
next_row(const Differences *d, size_t i)
{
    const Difference *x = &d->at[i];
    size_t k = i + 1;

    while (is_both(x) && k < d->n && is_both(&d->at[k]) &&
           step_of(&d->a, d->at[k].a) == step_of(&d->a, x->a) &&
           step_of(&d->b, d->at[k].b) == step_of(&d->b, x->b))
        k++;
    return k;
}

/* Calls that an event is in, outermost first. */
typedef struct Call Call;
struct Call {
    uint32_t a, b;
};

typedef VEC(Call) Calls;

static bool
is_call(const DifferSide *s, uint32_t event)
{
    uint32_t statement = s->course.events[event].statement;

    if (statement >= s->graph->script->ninsts)
        return false;
    switch (s->graph->script->insts[statement].op) {
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
    case SCRIPT_FOREIGN:
        return true;
    default:
        return false;
    }
}

static void
find_calls(const Differences *d, const Difference *row, Calls *out)
{
    const DifferSide *s = row->a != ALIGN_NONE ? &d->a : &d->b;
    uint32_t e = row->a != ALIGN_NONE ? row->a : row->b;

    out->n = 0;
    while ((e = s->course.events[e].parent) != ALIGN_NONE)
        if (is_call(s, e))
            vec_push(out, (Call){.a = s == &d->a ? e : s->partner[e],
                                 .b = s == &d->b ? e : s->partner[e]});
    for (size_t i = 0; i < out->n / 2; i++) {
        Call c = out->at[i];
        out->at[i] = out->at[out->n - 1 - i];
        out->at[out->n - 1 - i] = c;
    }
}

static void
put_line(DiffView *v, uint32_t a, uint32_t b, size_t depth, FILE *out)
{
    const char *text;
    size_t n;

    fprintf(out, "%*s", (int)(2 * (depth < 40 ? depth : 40)), "");
    put_place(v, a, b, out);
    text_of(v, step_here(v->d, a, b), &text, &n);
    fprintf(out, "  %.*s", (int)n, text);
}

/* The calls that the row before it was not in, nor was itself. */
static void
put_calls(DiffView *v, const Calls *calls, const Calls *before,
          const GraphStep *last, FILE *out)
{
    size_t same = 0;

    while (same < calls->n && same < before->n &&
           calls->at[same].a == before->at[same].a &&
           calls->at[same].b == before->at[same].b)
        same++;
    if (same < calls->n && last &&
        step_here(v->d, calls->at[same].a, calls->at[same].b) == last)
        same++;
    for (size_t i = same; i < calls->n; i++) {
        put_line(v, calls->at[i].a, calls->at[i].b, i, out);
        fputc('\n', out);
    }
}

static void
put_only(DiffView *v, const char *which, uint32_t a, uint32_t b, uint32_t n,
         size_t depth, FILE *out)
{
    if (n == 0)
        return;
    fprintf(out, "%*sonly %s: %u instance%s, from ",
            (int)(2 * (depth < 40 ? depth : 40) + 4), "", which, n,
            n == 1 ? "" : "s");
    put_place(v, a, b, out);
    fputc('\n', out);
}

static void
say_end(const DiffRun *r, Str *out)
{
    if (r->timed_out)
        str_puts(out, "was stopped: it took too long");
    else if (r->signal)
        str_printf(out, "ended by signal %d (%s)", r->signal,
                   strsignal(r->signal));
    else
        str_printf(out, "ended with status %d", r->status);
}

/* The statement a run ended in, NULL if it did nothing. */
static const GraphStep *
last_step(const DifferSide *s, const DiffRun *r)
{
    if (r->signal && s->graph->run.last)
        return &s->graph->steps[s->graph->nodes[s->graph->run.last].step];
    return s->course.n ? step_of(s, s->course.n - 1) : NULL;
}

static void
put_end(DiffView *v, bool second, size_t depth, FILE *out)
{
    const DiffRun *r = second ? &v->b : &v->a;
    const GraphStep *s = last_step(second ? &v->d->b : &v->d->a, r);
    Str how = {0};

    say_end(r, &how);
    fprintf(out, "%*sthe %s run %s", (int)(2 * (depth < 40 ? depth : 40) + 4),
            "", second ? "second" : "first", str_text(&how));
    if (s && s->line != SCRIPT_NONE)
        fprintf(out, " at %s:%u#%u", path_of(v, s), line_of(v, s), s->instance);
    fputc('\n', out);
    str_done(&how);
}

static void
put_row(DiffView *v, size_t from, size_t to, size_t depth, FILE *out)
{
    const Difference *x = &v->d->at[from];
    Str label = {0}, first = {0}, second = {0};
    size_t shown = 0;

    put_line(v, x->a, x->b, depth, out);
    for (size_t i = from; i < to; i++) {
        str_clear(&label);
        str_clear(&first);
        str_clear(&second);
        if (!say_difference(v->d, &v->d->at[i], &label, &first, &second))
            continue;
        fprintf(out, "%s%s%s | %s", shown++ ? ", " : "   [", str_text(&label),
                str_text(&first), str_text(&second));
    }
    fputs(shown ? "]\n" : "\n", out);
    if (x->kind == DIFFER_END)
        put_end(v, x->a != ALIGN_NONE, depth, out);
    for (size_t i = from; i < to; i++) {
        x = &v->d->at[i];
        put_only(v, "first", x->first_a, ALIGN_NONE, x->nonly_a, depth, out);
        put_only(v, "second", ALIGN_NONE, x->first_b, x->nonly_b, depth, out);
    }
    str_done(&label);
    str_done(&first);
    str_done(&second);
}

static void
put_summary(DiffView *v, size_t shown, FILE *out)
{
    const Differences *d = v->d;
    Str a = {0}, b = {0};

    if (d->n == 0)
        fputs("no difference: the runs go the same way with the same values",
              out);
    else
        fprintf(out, "the runs part %zu time%s, %zu value%s differ%s",
                d->noutcomes, d->noutcomes == 1 ? "" : "s", d->nvalues,
                d->nvalues == 1 ? "" : "s", d->nvalues == 1 ? "s" : "");
    if (shown < d->n)
        fprintf(out, "; the first %zu differences are shown (--most)", shown);
    say_end(&v->a, &a);
    say_end(&v->b, &b);
    fprintf(out,
            "\nfirst run: %u statement instances, %u of them its own; %s\n",
            d->a.graph->nsteps - 1, d->a.nonly, str_text(&a));
    fprintf(out, "second run: %u statement instances, %u of them its own; %s\n",
            d->b.graph->nsteps - 1, d->b.nonly, str_text(&b));
    str_done(&a);
    str_done(&b);
}

static void
write_text(DiffView *v, FILE *out)
{
    const Differences *d = v->d;
    Calls calls = {0}, before = {0};
    const GraphStep *last = NULL;
    size_t i = 0, next;

    for (; i < d->n && i < v->most; i = next) {
        next = next_row(d, i);
        find_calls(d, &d->at[i], &calls);
        put_calls(v, &calls, &before, last, out);
        put_row(v, i, next, calls.n, out);
        last = step_here(d, d->at[i].a, d->at[i].b);
        Calls swap = calls;
        calls = before;
        before = swap;
    }
    put_summary(v, i, out);
    vec_done(&calls);
    vec_done(&before);
}

static json_t *
place_json(DiffView *v, const DifferSide *s, uint32_t event)
{
    if (event == ALIGN_NONE)
        return json_null();
    const GraphStep *step = step_of(s, event);
    json_t *o = json_object();
    const char *text;
    size_t n;
    json_object_set_new(o, "file", json_string(path_of(v, step)));
    json_object_set_new(o, "line", json_integer(line_of(v, step)));
    json_object_set_new(o, "instance", json_integer(step->instance));
    json_object_set_new(o, "function", json_string(function_of(v, step)));
    json_object_set_new(
        o, "sequence",
        json_integer(s->graph->nodes[s->course.nodes[event]].step));
    text_of(v, step, &text, &n);
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
    Calls calls = {0};

    find_calls(v->d, x, &calls);
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
    if (say_difference(v->d, x, &label, &first, &second)) {
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

static void
write_json(DiffView *v, FILE *out)
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

DiffWriter
diff_writer(const char *format)
{
    if (strcmp(format, "text") == 0)
        return write_text;
    return strcmp(format, "json") == 0 ? write_json : NULL;
}
