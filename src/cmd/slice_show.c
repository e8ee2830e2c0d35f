/* slice_show.c - a slice as text, JSON, a picture or SARIF. */
#include "cmd/slice_show.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "report/report.h"

#include <jansson.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The kinds of edges: in JSON, in text, in the picture. */
static const struct {
    const char *name, *words, *style;
} kinds[GRAPH_EDGES] = {
    [GRAPH_FLOW] = {"flow", "<-", ""},
    [GRAPH_CONTROL] = {"control", "because of", " [style=dashed]"},
    [GRAPH_SUMMARY] = {"summary", "but for", " [style=dotted]"},
};

static const ScriptLine *
line_of(const SliceView *v, const StoryStep *s)
{
    return s->line == SCRIPT_NONE ? NULL : &v->graph->script->lines[s->line];
}

static const char *
path_of(SliceView *v, const StoryStep *s)
{
    const ScriptLine *l = line_of(v, s);

    return l ? sources_shown(&v->sources,
                             script_text(v->graph->script, l->file))
             : "?";
}

/* The source's line without the blanks around it; "" if it cannot be read. */
static void
text_of(SliceView *v, const StoryStep *s, const char **at, size_t *n)
{
    const ScriptLine *l = line_of(v, s);

    *at = "";
    *n = 0;
    if (!l || !source_line(sources_file(&v->sources,
                                        script_text(v->graph->script, l->file)),
                           l->line, at, n))
        return;
    while (*n && ((*at)[0] == ' ' || (*at)[0] == '\t'))
        ++*at, --*n;
    while (*n && ((*at)[*n - 1] == ' ' || (*at)[*n - 1] == '\t' ||
                  (*at)[*n - 1] == '\r'))
        --*n;
}

static void
put_name(SliceView *v, const StoryStep *s, FILE *out)
{
    const ScriptLine *l = line_of(v, s);

    if (l)
        fprintf(out, "%s:%u#%u", path_of(v, s), l->line, s->instance);
    else
        fprintf(out, "%s", s->function);
}

static void
put_cause(SliceView *v, const StoryCause *c, FILE *out)
{
    fprintf(out, "    %s ", kinds[c->kind].words);
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
        fprintf(out, "  and %zu bytes more\n", o->nout - i);
}

static void
write_text(SliceView *v, FILE *out)
{
    const Story *story = v->story;

    for (size_t i = 0; i < story->n; i++) {
        const StoryStep *s = &story->steps[i];
        const char *text;
        size_t n;
        text_of(v, s, &text, &n);
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
        fprintf(out, "; the %s %zu are shown (--most)",
                v->forward ? "first" : "nearest", story->n);
    fputc('\n', out);
    if (v->altered)
        put_outcome(v->altered, out);
}

static json_t *
step_json(SliceView *v, const StoryStep *s)
{
    json_t *o = json_object(), *values = json_array(), *causes = json_array(),
           *sites = json_array();
    const ScriptLine *l = line_of(v, s);
    const char *text;
    size_t n;

    text_of(v, s, &text, &n);
    json_object_set_new(o, "sequence", json_integer(s->sequence));
    json_object_set_new(o, "file", json_string(path_of(v, s)));
    json_object_set_new(o, "line", json_integer(l ? l->line : 0));
    json_object_set_new(o, "instance", json_integer(s->instance));
    json_object_set_new(o, "function", json_string(s->function));
    json_t *source = json_stringn(text, n); /* NULL if it is no UTF-8 */
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
                                            : kinds[c->kind].name));
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

static void
write_json(SliceView *v, FILE *out)
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
write_dot_node(SliceView *v, const StoryStep *s, unsigned times, FILE *out)
{
    const ScriptLine *l = line_of(v, s);
    const char *text;
    size_t n;

    text_of(v, s, &text, &n);
    fprintf(out, "  l%u [label=\"%s:%u", s->line, path_of(v, s),
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
write_dot_edges(SliceView *v, FILE *out)
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
                        kinds[c->kind].style);
        }
    }
    map_done(&seen);
}

static void
write_dot(SliceView *v, FILE *out)
{
    const Story *story = v->story;
    Map times = {0};

    fputs("digraph slice {\n  node [shape=box, fontname=monospace];\n", out);
    for (size_t i = 0; i < story->n; i++)
        ++*map_put(&times, &story->steps[i].line, sizeof(uint32_t), 0);
    for (size_t i = 0; i < story->n; i++) {
        uint32_t *n = map_find(&times, &story->steps[i].line, sizeof(uint32_t));
        if (*n)
            write_dot_node(v, &story->steps[i], *n, out);
        *n = 0;
    }
    write_dot_edges(v, out);
    fputs("}\n", out);
    map_done(&times);
}

/* "m = 1; <- mid.c:10#1: scanf() = 3" */
static const char *
step_message(SliceView *v, const StoryStep *s, Arena *a)
{
    Str text = {0};

    for (size_t k = 0; k < s->nvalues; k++)
        str_printf(&text, "%s%s", k ? ", " : "", s->values[k]);
    for (size_t k = 0; k < s->ncauses; k++) {
        const StoryCause *c = &s->causes[k];
        str_printf(&text, "%s%s ", text.n ? "; " : "", kinds[c->kind].words);
        if (c->step != SCRIPT_NONE) {
            const StoryStep *from = &v->story->steps[c->step];
            const ScriptLine *l = line_of(v, from);
            str_printf(&text, "%s:%u#%u%s", path_of(v, from), l ? l->line : 0,
                       from->instance, *c->text ? ": " : "");
        }
        str_puts(&text, c->text);
    }
    if (text.n == 0)
        str_printf(&text, "instance %u", s->instance);
    const char *kept = arena_strndup(a, text.at, text.n);
    str_done(&text);
    return kept;
}

/* One result with the slice as its flow, in order of time. */
static void
write_sarif(SliceView *v, FILE *out)
{
    const Story *story = v->story;
    const Script *script = v->graph->script;
    const GraphStep *at = &v->graph->steps[v->criterion];
    Findings list = {.technique = "slice",
                     .description = "the statement instances that a value "
                                    "came from",
                     .unit = "",
                     .cluster = "",
                     .n = 1,
                     .entities = 1};
    Step *steps = ARENA_ARRAY(&list.arena, Step, story->n + 1);
    Diag d;

    for (size_t i = 0; i < story->n; i++) {
        const StoryStep *s = &story->steps[i];
        const ScriptLine *l = line_of(v, s);
        steps[i] = (Step){.file = l ? script_text(script, l->file) : "",
                          .line = l ? l->line : 0,
                          .function = s->function,
                          .message = step_message(v, s, &list.arena)};
    }
    const ScriptLine *where = line_of(v, &(StoryStep){.line = at->line});
    Finding f = {.rank = 1,
                 .group = 1,
                 .place.file = where ? script_text(script, where->file) : "",
                 .place.line = where ? where->line : 0,
                 .place.function =
                     script_text(script, script->functions[at->function].name),
                 .entity = "",
                 .score = 1,
                 .message = arena_printf(
                     &list.arena,
                     "%zu of %u statement instances %s instance %u of this"
                     "%s%s%s",
                     v->total, story->nsteps,
                     v->forward ? "depend on" : "lead to", at->instance,
                     v->why ? " (" : "", v->why ? v->why : "",
                     v->why ? ")" : ""),
                 .steps = steps,
                 .nsteps = story->n};
    list.at = &f;
    diag_init(&d);
    const Reporter *sarif = report_find("sarif");
    assert(sarif);
    sarif->write(&list, 1, &(ReportOptions){0}, out, &d);
    diag_done(&d); /* a full disk is noticed when the stream is flushed */
    findings_done(&list);
}

SliceWriter
slice_writer(const char *format)
{
    static const struct {
        const char *name;
        SliceWriter write;
    } table[] = {
        {"text", write_text},
        {"json", write_json},
        {"dot", write_dot},
        {"sarif", write_sarif},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, format) == 0)
            return table[i].write;
    return NULL;
}
