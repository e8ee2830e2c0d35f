/* slice_dot.c - a slice as a picture, for Graphviz. */
#include "report/slice_writers.h"

#include "base/map.h"

#include <string.h>

static void
put_quoted(FILE *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"' || text[i] == '\\')
            fputc('\\', out);
        fputc(text[i], out);
    }
}

/* Instances of one line are one node: the picture has the program's size. */
static void
put_node(SliceView *v, const StoryStep *s, unsigned times, FILE *out)
{
    const ScriptLine *l = slice_line(v, s);
    const char *text;
    size_t n;

    slice_source(v, s, &text, &n);
    fprintf(out, "  l%u [label=\"%s:%u", s->line, slice_path(v, s),
            l ? l->line : 0);
    if (times > 1)
        fprintf(out, " (%u times)", times);
    fputs("\\n", out);
    put_quoted(out, text, n < 60 ? n : 60);
    for (size_t k = 0; k < s->nvalues && times == 1; k++) {
        fputs("\\n", out);
        put_quoted(out, s->values[k], strlen(s->values[k]));
    }
    fprintf(out, "\"%s];\n", s->criterion ? ", penwidth=3" : "");
}

static void
put_edges(SliceView *v, FILE *out)
{
    Map seen = {0};

    for (size_t i = 0; i < v->story->n; i++) {
        const StoryStep *s = &v->story->steps[i];
        for (size_t k = 0; k < s->ncauses; k++) {
            const StoryCause *c = &s->causes[k];
            if (c->step == SCRIPT_NONE) {
                fprintf(out, "  i%zu_%zu [shape=ellipse, label=\"", i, k);
                put_quoted(out, c->text, strlen(c->text));
                fprintf(out, "\"];\n  i%zu_%zu -> l%u;\n", i, k, s->line);
                continue;
            }
            uint32_t edge[3] = {v->story->steps[c->step].line, s->line,
                                c->kind};
            size_t before = seen.n;
            map_put(&seen, edge, sizeof edge, 0);
            if (seen.n > before)
                fprintf(out, "  l%u -> l%u%s;\n", edge[0], edge[1],
                        slice_kinds[c->kind].style);
        }
    }
    map_done(&seen);
}

void
slice_dot(SliceView *v, FILE *out)
{
    const Story *story = v->story;
    Map times = {0};

    fputs("digraph slice {\n  node [shape=box, fontname=monospace];\n", out);
    for (size_t i = 0; i < story->n; i++)
        ++*map_put(&times, &story->steps[i].line, sizeof(uint32_t), 0);
    for (size_t i = 0; i < story->n; i++) {
        uint32_t *n = map_find(&times, &story->steps[i].line, sizeof(uint32_t));
        if (*n)
            put_node(v, &story->steps[i], *n, out);
        *n = 0;
    }
    put_edges(v, out);
    fputs("}\n", out);
    map_done(&times);
}
