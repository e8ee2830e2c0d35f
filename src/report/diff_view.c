/* diff_view.c - where two runs part, for people and tools. */
#include "report/diff_view.h"

#include "report/diff_writers.h"
#include "trace/say.h"

#include <assert.h>
#include <string.h>

const GraphStep *
diff_step(const DifferSide *s, uint32_t event)
{
    return &s->graph->steps[s->graph->nodes[s->course.nodes[event]].step];
}

const GraphStep *
diff_step_here(const Differences *d, uint32_t a, uint32_t b)
{
    return a != ALIGN_NONE ? diff_step(&d->a, a) : diff_step(&d->b, b);
}

const char *
diff_path(DiffView *v, const GraphStep *s)
{
    const Script *script = v->d->a.graph->script;

    return s->line == SCRIPT_NONE
               ? "?"
               : sources_shown(
                     &v->sources,
                     script_text(script, script->lines[s->line].file));
}

uint32_t
diff_line(const DiffView *v, const GraphStep *s)
{
    return s->line == SCRIPT_NONE ? 0
                                  : v->d->a.graph->script->lines[s->line].line;
}

const char *
diff_function(const DiffView *v, const GraphStep *s)
{
    const Script *script = v->d->a.graph->script;

    return script_text(script, script->functions[s->function].name);
}

void
diff_source(DiffView *v, const GraphStep *s, const char **at, size_t *n)
{
    const Script *script = v->d->a.graph->script;
    const char *path = s->line == SCRIPT_NONE
                           ? NULL
                           : script_text(script, script->lines[s->line].file);

    source_trimmed(&v->sources, path, diff_line(v, s), at, n);
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

bool
diff_say(const Differences *d, const Difference *row, Str *label, Str *first,
         Str *second)
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

void
diff_calls(const Differences *d, const Difference *row, DiffCalls *out)
{
    const DifferSide *s = row->a != ALIGN_NONE ? &d->a : &d->b;
    uint32_t e = row->a != ALIGN_NONE ? row->a : row->b;

    out->n = 0;
    while ((e = s->course.events[e].parent) != ALIGN_NONE)
        if (is_call(s, e))
            vec_push(out, (DiffCall){.a = s == &d->a ? e : s->partner[e],
                                     .b = s == &d->b ? e : s->partner[e]});
    for (size_t i = 0; i < out->n / 2; i++) {
        DiffCall c = out->at[i];
        out->at[i] = out->at[out->n - 1 - i];
        out->at[out->n - 1 - i] = c;
    }
}

void
diff_show(DiffView *v, const char *format, FILE *out)
{
    const bool json = strcmp(format, "json") == 0;

    assert(json || strcmp(format, "text") == 0);
    sources_init(&v->sources, NULL);
    if (json)
        diff_json(v, out);
    else
        diff_text(v, out);
    sources_done(&v->sources);
}
