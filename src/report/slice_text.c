/* slice_text.c - a slice, for a person: instances with values and causes. */
#include "report/slice_writers.h"

#include <string.h>

static void
put_name(SliceView *v, const StoryStep *s, FILE *out)
{
    const ScriptLine *l = slice_line(v, s);

    if (l)
        fprintf(out, "%s:%u#%u", slice_path(v, s), l->line, s->instance);
    else
        fprintf(out, "%s", s->function);
}

static void
put_cause(SliceView *v, const StoryCause *c, FILE *out)
{
    fprintf(out, "    %s ", slice_kinds[c->kind].words);
    if (c->step == SCRIPT_NONE) {
        fprintf(out, "%s\n", c->text);
        return;
    }
    put_name(v, &v->story->steps[c->step], out);
    fprintf(out, "%s%s\n", *c->text ? ": " : "", c->text);
}

static void
put_outcome(const SliceOutcome *o, FILE *out)
{
    enum { LINES = 20 };
    size_t lines = 0, i = 0;

    fprintf(out, "altered, the program ended with %s %d and wrote%s\n",
            o->signal ? "signal" : "status", o->signal ? o->signal : o->status,
            o->nout ? ":" : " nothing");
    for (; i < o->nout && lines < LINES; lines++) {
        const char *end = memchr(o->out + i, '\n', o->nout - i);
        size_t n = end ? (size_t)(end - o->out) - i : o->nout - i;
        fprintf(out, "  | %.*s\n", (int)n, o->out + i);
        i += n + 1;
    }
    if (i < o->nout)
        fprintf(out, "  and %zu more bytes\n", o->nout - i);
}

void
slice_text(SliceView *v, FILE *out)
{
    const Story *story = v->story;

    for (size_t i = 0; i < story->n; i++) {
        const StoryStep *s = &story->steps[i];
        const char *text;
        size_t n;
        slice_source(v, s, &text, &n);
        put_name(v, s, out);
        fprintf(out, "  %.*s", (int)n, text);
        for (size_t k = 0; k < s->nvalues; k++)
            fprintf(out, "%s%s", k ? ", " : "   [", s->values[k]);
        fputs(s->nvalues ? "]\n" : "\n", out);
        for (size_t k = 0; v->show_sites && k < s->nsites; k++)
            fprintf(out, "    site %llu%s%s\n",
                    (unsigned long long)s->sites[k].number,
                    *s->sites[k].text ? ": " : "", s->sites[k].text);
        for (size_t k = 0; k < s->ncauses; k++)
            put_cause(v, &s->causes[k], out);
    }
    fprintf(out, "%zu of %u statement instances %s", v->total, story->nsteps,
            v->forward ? "depend on " : "lead to ");
    const GraphStep *g = &v->graph->steps[v->criterion];
    put_name(v,
             &(StoryStep){.line = g->line,
                          .instance = g->instance,
                          .function = "a statement without a line"},
             out);
    if (v->why)
        fprintf(out, " (%s)", v->why);
    if (v->total > story->n)
        fprintf(out, "; the %s %zu are shown (--top)",
                v->forward ? "first" : "nearest", story->n);
    fputc('\n', out);
    if (v->altered)
        put_outcome(v->altered, out);
}
