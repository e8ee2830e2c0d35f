/* slice_view.c - a slice of a run, for people and tools. */
#include "report/slice_view.h"

#include "report/slice_writers.h"

#include <assert.h>
#include <string.h>

const SliceKind slice_kinds[GRAPH_EDGES] = {
    [GRAPH_FLOW] = {"flow", "<-", ""},
    [GRAPH_CONTROL] = {"control", "because of", " [style=dashed]"},
    [GRAPH_SUMMARY] = {"summary", "but for", " [style=dotted]"},
};

const ScriptLine *
slice_line(const SliceView *v, const StoryStep *s)
{
    return s->line == SCRIPT_NONE ? NULL : &v->graph->script->lines[s->line];
}

const char *
slice_path(SliceView *v, const StoryStep *s)
{
    const ScriptLine *l = slice_line(v, s);

    return l ? sources_shown(&v->sources,
                             script_text(v->graph->script, l->file))
             : "?";
}

void
slice_source(SliceView *v, const StoryStep *s, const char **at, size_t *n)
{
    const ScriptLine *l = slice_line(v, s);

    source_trimmed(&v->sources,
                   l ? script_text(v->graph->script, l->file) : NULL,
                   l ? l->line : 0, at, n);
}

void
slice_show(SliceView *v, const char *format, FILE *out)
{
    static const struct {
        const char *name;
        void (*write)(SliceView *v, FILE *out);
    } writers[] = {
        {"text", slice_text},
        {"json", slice_json},
        {"dot", slice_dot},
        {"sarif", slice_sarif},
    };
    size_t i = 0, n = sizeof writers / sizeof writers[0];

    while (i < n && strcmp(writers[i].name, format) != 0)
        i++;
    assert(i < n);
    sources_init(&v->sources, NULL);
    writers[i].write(v, out);
    sources_done(&v->sources);
}
