/* cause_show.c - causes as text, JSON, a picture, a gdb script, or a report. */
#include "cmd/cause_show.h"

#include "base/str.h"
#include "report/json_text.h"
#include "report/report.h"
#include "report/source.h"
#include "trace/say.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

typedef struct Show Show;
struct Show {
    const CauseView *v;
    const Graph *g;
    Sources sources;
    FILE *out;
};

static const ScriptLine *
line_of(const Show *s, uint32_t node)
{
    uint32_t line = s->g->steps[s->g->nodes[cause_place(s->g, node)].step].line;

    return line == SCRIPT_NONE ? NULL : &s->g->script->lines[line];
}

static const char *
file_of(Show *s, uint32_t node)
{
    const ScriptLine *l = line_of(s, node);

    return l ? sources_shown(&s->sources, script_text(s->g->script, l->file))
             : "?";
}

static uint32_t
number_of(const Show *s, uint32_t node)
{
    const ScriptLine *l = line_of(s, node);

    return l ? l->line : 0;
}

static void
text_of(Show *s, uint32_t node, const char **at, size_t *n)
{
    const ScriptLine *l = line_of(s, node);

    *at = "";
    *n = 0;
    if (!l || !source_line(
                  sources_file(&s->sources, script_text(s->g->script, l->file)),
                  l->line, at, n))
        return;
    while (*n && ((*at)[0] == ' ' || (*at)[0] == '\t'))
        ++*at, --*n;
    while (*n && ((*at)[*n - 1] == ' ' || (*at)[*n - 1] == '\r'))
        --*n;
}

static void
put_place(Show *s, uint32_t node)
{
    fprintf(s->out, "%s:%u#%u", file_of(s, node), number_of(s, node),
            s->g->steps[s->g->nodes[cause_place(s->g, node)].step].instance);
}

static void
put_link(Show *s, const CauseLink *l)
{
    Str text = {0};
    const char *source;
    size_t n;

    fputs("  ", s->out);
    put_place(s, l->node);
    text_of(s, l->node, &source, &n);
    fprintf(s->out, "  %.*s\n", (int)n, source);
    cause_say_link(s->g, l, &text);
    fprintf(s->out, "      %s\n", str_text(&text));
    str_done(&text);
}

static uint32_t
failure_node(const Show *s)
{
    return s->v->spec->criterion->n ? s->v->spec->criterion->nodes[0] : 0;
}

static void
put_nearby(Show *s)
{
    const CauseResult *r = s->v->result;
    Findings f;
    size_t shown = 0;

    cause_findings(s->v->spec, r, &f);
    for (size_t i = 0; i < f.n && shown < s->v->most; i++) {
        if (strcmp(f.at[i].evidence[0].text, "nearby") != 0)
            continue;
        if (shown++ == 0)
            fputs("nearby, by dependence:\n", s->out);
        fprintf(s->out, "  %s:%u\n",
                sources_shown(&s->sources, f.at[i].place.file),
                f.at[i].place.line);
    }
    findings_done(&f);
}

static void
write_text(Show *s)
{
    const CauseResult *r = s->v->result;
    uint32_t failure = failure_node(s);

    fprintf(s->out, "%s, ", s->v->spec->failure);
    put_place(s, failure);
    fputc('\n', s->out);
    if (r->suspects.n == 0)
        fputs(r->domain.naltered == 0
                  ? "nothing but the program's input leads there\n"
                  : "no alteration of what leads there makes it right\n",
              s->out);
    else
        fprintf(s->out, "suspected root cause%s:\n",
                r->suspects.n > 1 ? "s" : "");
    for (size_t i = 0; i < r->suspects.n; i++)
        put_link(s, &r->suspects.at[i]);
    if (r->independent > 1)
        fprintf(s->out,
                "%u roots do not depend on one another: there may be several "
                "faults\n",
                r->independent);
    if (r->chain.n)
        fputs("from there to the failure:\n", s->out);
    for (size_t i = 0; i < r->chain.n; i++)
        put_link(s, &r->chain.at[i]);
    put_nearby(s);
    if (r->narrow.stopped)
        fputs("the time was over before the search was (--time, --cpu-time)\n",
              s->out);
    if (r->stats.unknown)
        fprintf(s->out, "%llu alterations could not be decided (--paths)\n",
                (unsigned long long)r->stats.unknown);
    const CauseTruth *t = s->v->truth;
    if (t)
        fprintf(s->out,
                "%u states altered, without pointers: %u of the %u that are "
                "right count as polluted, %u of the %u that are wrong as "
                "clean\n",
                t->states, t->accused, t->right, t->excused,
                t->states - t->right);
    if (s->v->statistics)
        fprintf(s->out,
                "%u states in the domain, %zu frontiers, %llu combinations "
                "altered, %llu polluted; %llu runs, %llu questions to the "
                "solver, %llu solutions refuted; %.2f s, %.2f s of the "
                "processor\n",
                r->domain.naltered, r->narrow.frontiers.n,
                (unsigned long long)r->stats.judged,
                (unsigned long long)r->stats.polluted,
                (unsigned long long)r->runs,
                (unsigned long long)r->solver_calls,
                (unsigned long long)r->stats.refuted, r->wall_s, r->cpu_s);
}

/* JSON */

static json_t *
link_json(Show *s, const CauseLink *l)
{
    json_t *o = json_object();
    Str text = {0};

    json_object_set_new(o, "file", json_string(file_of(s, l->node)));
    json_object_set_new(o, "line", json_integer(number_of(s, l->node)));
    json_object_set_new(
        o, "instance",
        json_integer(s->g->steps[s->g->nodes[cause_place(s->g, l->node)].step]
                         .instance));
    json_object_set_new(o, "site",
                        json_integer((json_int_t)graph_site(s->g, l->node)));
    say_value(s->g, l->node, &text);
    json_object_set_new(o, "value", json_text(str_text(&text)));
    str_clear(&text);
    if (l->has_value)
        cause_say_value(s->g, l, &text);
    json_object_set_new(
        o, "would_do", l->has_value ? json_text(str_text(&text)) : json_null());
    json_object_set_new(o, "alone", json_boolean(l->alone));
    json_object_set_new(o, "each_time", json_boolean(l->every));
    json_object_set_new(o, "partly", json_boolean(l->partly));
    str_done(&text);
    return o;
}

static json_t *
node_json(Show *s, uint32_t v)
{
    const CauseResult *r = s->v->result;
    uint32_t node = r->lineage.nodes[r->domain.node[v]].node;

    return json_pack("{s:s,s:i,s:I,s:b}", "file", file_of(s, node), "line",
                     (int)number_of(s, node), "site",
                     (json_int_t)r->lineage.nodes[r->domain.node[v]].site,
                     "branch", r->domain.kind[v] == NARROW_BRANCH);
}

static json_t *
trials_json(Show *s, size_t round)
{
    static const char *const words[] = {"clean", "polluted", "partly",
                                        "unknown"};
    const NarrowResult *r = &s->v->result->narrow;
    json_t *trials = json_array();

    for (size_t k = 0; k < r->trials.n; k++) {
        const NarrowTrial *t = &r->trials.at[k];
        if (t->round != round)
            continue;
        json_t *altered = json_array();
        for (size_t m = 0; m < t->nodes.n; m++)
            json_array_append_new(altered, node_json(s, t->nodes.at[m]));
        json_array_append_new(trials,
                              json_pack("{s:o,s:s}", "altered", altered,
                                        "verdict", words[t->outcome.verdict]));
    }
    return trials;
}

static json_t *
frontiers_json(Show *s)
{
    const NarrowResult *r = &s->v->result->narrow;
    json_t *list = json_array();

    for (size_t i = 0; i < r->frontiers.n; i++) {
        json_t *nodes = json_array();
        for (size_t k = 0; k < r->frontiers.at[i].n; k++)
            json_array_append_new(nodes,
                                  node_json(s, r->frontiers.at[i].at[k]));
        json_array_append_new(list, json_pack("{s:o,s:o}", "states", nodes,
                                              "trials", trials_json(s, i)));
    }
    return list;
}

static json_t *
links_json(Show *s, const CauseLink *at, size_t n)
{
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, link_json(s, &at[i]));
    return list;
}

static void
write_json(Show *s)
{
    const CauseResult *r = s->v->result;
    json_t *root = json_object(), *list = json_array();
    uint32_t failure = failure_node(s);
    Findings f;

    cause_findings(s->v->spec, r, &f);
    for (size_t i = 0; i < f.n; i++) {
        const Finding *x = &f.at[i];
        json_array_append_new(
            list,
            json_pack("{s:i,s:o,s:i,s:i,s:o,s:f,s:o,s:{s:s,s:f,s:f}}", "rank",
                      (int)x->rank, "file",
                      json_text(sources_shown(&s->sources, x->place.file)),
                      "line", (int)x->place.line, "column",
                      (int)x->place.column, "function",
                      json_text(x->place.function), "score", x->score,
                      "message", json_text(x->message), "evidence", "role",
                      x->evidence[0].text, "instance", x->evidence[1].number,
                      "distance", x->evidence[2].number));
    }
    json_object_set_new(root, "schema", json_string("culprit.findings/1"));
    json_object_set_new(root, "technique", json_string(f.technique));
    json_object_set_new(root, "tests",
                        json_pack("{s:i,s:i}", "passed", 0, "failed", 1));
    json_object_set_new(root, "property",
                        json_pack("{s:o,s:s,s:i}", "text",
                                  json_text(s->v->spec->failure), "file",
                                  file_of(s, failure), "line",
                                  (int)number_of(s, failure)));
    json_object_set_new(root, "findings", list);
    json_object_set_new(root, "independent", json_integer(r->independent));
    json_object_set_new(root, "suspects",
                        links_json(s, r->suspects.at, r->suspects.n));
    json_object_set_new(root, "chain", links_json(s, r->chain.at, r->chain.n));
    json_object_set_new(root, "frontiers", frontiers_json(s));
    if (r->narrow.frontiers.n == 0)
        json_object_set_new(root, "trials", trials_json(s, 0));
    json_object_set_new(root, "stopped", json_boolean(r->narrow.stopped));
    json_object_set_new(root, "states",
                        json_pack("{s:i,s:I,s:I,s:I,s:I}", "domain",
                                  (int)r->domain.naltered, "altered",
                                  (json_int_t)r->stats.judged, "polluted",
                                  (json_int_t)r->stats.polluted, "unknown",
                                  (json_int_t)r->stats.unknown, "refuted",
                                  (json_int_t)r->stats.refuted));
    const CauseTruth *t = s->v->truth;
    if (t)
        json_object_set_new(root, "truth",
                            json_pack("{s:i,s:i,s:i,s:i,s:i}", "states",
                                      (int)t->states, "right", (int)t->right,
                                      "accused", (int)t->accused, "excused",
                                      (int)t->excused, "pointers",
                                      (int)t->pointers));
    json_object_set_new(root, "cost",
                        json_pack("{s:I,s:I,s:f,s:f}", "runs",
                                  (json_int_t)r->runs, "solver_calls",
                                  (json_int_t)r->solver_calls, "wall_s",
                                  r->wall_s, "cpu_s", r->cpu_s));
    json_dumpf(root, s->out, JSON_INDENT(2));
    fputc('\n', s->out);
    json_decref(root);
    findings_done(&f);
}

/* A picture: the states that were altered, by frontier, and their verdicts. */
static void
write_dot(Show *s)
{
    const CauseResult *r = s->v->result;
    const NarrowGraph *g = &r->domain.graph;
    uint8_t *shown = calloc((size_t)g->n + 1, 1);

    fputs("digraph cause {\n  node [shape=box];\n", s->out);
    for (size_t i = 0; i < r->narrow.frontiers.n; i++)
        for (size_t k = 0; k < r->narrow.frontiers.at[i].n; k++) {
            uint32_t v = r->narrow.frontiers.at[i].at[k];
            if (shown && !shown[v]) {
                shown[v] = 1;
                uint32_t node = r->lineage.nodes[r->domain.node[v]].node;
                Str text = {0};
                bool polluted = false, suspect = false;
                for (size_t m = 0; m < r->chain.n; m++)
                    polluted = polluted || r->chain.at[m].node == node;
                for (size_t m = 0; m < r->suspects.n; m++)
                    suspect = suspect || r->suspects.at[m].node == node;
                say_value(s->g, node, &text);
                fprintf(
                    s->out, "  n%u [label=\"%s:%u#%u\\n%s\\ncut %zu\"%s];\n", v,
                    file_of(s, node), number_of(s, node),
                    s->g->steps[s->g->nodes[cause_place(s->g, node)].step]
                        .instance,
                    strchr(str_text(&text), '"') ? "" : str_text(&text), i + 1,
                    suspect    ? ",style=filled,fillcolor=tomato"
                    : polluted ? ",style=filled,fillcolor=khaki"
                               : "");
                str_done(&text);
            }
        }
    fprintf(s->out, "  n%u [label=\"%s:%u\",shape=octagon];\n", g->failure,
            file_of(s, failure_node(s)), number_of(s, failure_node(s)));
    if (shown)
        shown[g->failure] = 1;
    for (uint32_t v = 0; shown && v < g->n; v++)
        for (uint32_t e = g->first[v]; shown[v] && e < g->first[v + 1]; e++)
            if (shown[g->to[e]])
                fprintf(s->out, "  n%u -> n%u;\n", v, g->to[e]);
    fputs("}\n", s->out);
    free(shown);
}

/* Breakpoints with ignore counts at the suspects' instances. */
static void
write_gdb(Show *s)
{
    const CauseResult *r = s->v->result;

    fprintf(s->out, "# stops at the very instance of each suspect: %s\n",
            s->v->rr ? "rr replay -- -x FILE" : "gdb -x FILE");
    if (!s->v->rr)
        fprintf(s->out, "file %s\n", s->v->path);
    for (size_t i = 0; i < r->suspects.n; i++) {
        uint32_t node = r->suspects.at[i].node;
        Str text = {0};
        const ScriptLine *l = line_of(s, node);
        cause_say_link(s->g, &r->suspects.at[i], &text);
        fprintf(
            s->out, "# %s\nbreak %s:%u\nignore $bpnum %u\n", str_text(&text),
            l ? script_text(s->g->script, l->file) : "?", l ? l->line : 0,
            s->g->steps[s->g->nodes[cause_place(s->g, node)].step].instance -
                1);
        str_done(&text);
    }
    if (s->v->rr)
        fputs("continue\n", s->out);
    else
        fprintf(s->out, "run %s\n", s->v->test);
}

static const struct {
    const char *name;
    void (*write)(Show *s);
} writers[] = {{"text", write_text},
               {"json", write_json},
               {"dot", write_dot},
               {"gdb", write_gdb}};

enum { NWRITERS = sizeof writers / sizeof writers[0] };

bool
cause_knows_format(const char *format)
{
    for (size_t i = 0; i + 1 < NWRITERS; i++)
        if (strcmp(writers[i].name, format) == 0)
            return true;
    return report_find(format) != NULL;
}

bool
cause_show(const CauseView *v, const char *format, FILE *out, Diag *d)
{
    Show s = {.v = v, .g = v->spec->graph, .out = out};
    bool ok = true;
    size_t i = 0;

    sources_init(&s.sources, NULL);
    while (i < NWRITERS && strcmp(writers[i].name, format) != 0)
        i++;
    if (i < NWRITERS) {
        writers[i].write(&s);
    } else {
        const ReportOptions o = {.colour = v->colour, .program = v->program};
        Findings f;
        cause_findings(v->spec, v->result, &f);
        ok = report_find(format)->write(&f, 1, &o, out, d);
        findings_done(&f);
    }
    sources_done(&s.sources);
    return ok;
}
