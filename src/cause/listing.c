/* listing.c - causes as findings: the suspects first, then what is near.
 */
#include "cause/cause.h"

#include "cause/values.h"
#include "format/tuning.h"
#include "trace/nearby.h"
#include "trace/say.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

uint32_t
cause_place(const Graph *g, uint32_t node)
{
    const Script *s = g->script;
    const GraphNode *n = &g->nodes[node];

    if (n->inst >= s->ninsts || s->insts[n->inst].op != SCRIPT_STORE ||
        s->insts[n->inst].operands.n == 0 || !n->control)
        return node;
    const uint32_t value = s->operands[s->insts[n->inst].operands.first].value;
    return value != SCRIPT_NONE && (value & SCRIPT_PARAM) ? n->control : node;
}

static uint32_t
line_number(const Graph *g, uint32_t node)
{
    return g->steps[g->nodes[cause_place(g, node)].step].line;
}

static const ScriptLine *
line_of(const Graph *g, uint32_t node)
{
    uint32_t line = line_number(g, node);

    return line == SCRIPT_NONE ? NULL : &g->script->lines[line];
}

static const char *
function_of(const Graph *g, uint32_t node)
{
    uint32_t f = g->steps[g->nodes[cause_place(g, node)].step].function;

    return f < g->script->nfunctions
               ? script_text(g->script, g->script->functions[f].name)
               : "";
}

/* The link at a line, if there is one; suspects first. */
static const CauseLink *
link_of(const Graph *g, const CauseResult *r, uint32_t line, bool *suspect)
{
    *suspect = true;
    for (size_t i = 0; i < r->suspects.n; i++)
        if (line_number(g, r->suspects.at[i].node) == line)
            return &r->suspects.at[i];
    *suspect = false;
    for (size_t i = 0; i < r->chain.n; i++)
        if (line_number(g, r->chain.at[i].node) == line)
            return &r->chain.at[i];
    return NULL;
}

/* "; with 2", "; had it been true each time,", "; with 1 more each time" */
static void
say_alteration(const Graph *g, const CauseLink *l, bool branch, Str *out)
{
    const uint64_t more = l->value - g->nodes[l->node].value;

    if (l->add && !cause_is_pointer(g, l->node))
        str_printf(out, "; with %" PRId64 " %s each time",
                   (int64_t)more < 0 ? -(int64_t)more : (int64_t)more,
                   (int64_t)more < 0 ? "less" : "more");
    else {
        str_puts(out, branch ? "; had it been " : "; with ");
        cause_say_value(g, l, out);
        str_puts(out, l->every ? " each time" : "");
    }
}

/* "5" was written; with "0" the failure is gone */
static void
say_printed(const Graph *g, const CauseLink *l, Str *out)
{
    if (l->every) {
        str_puts(out, "had it written other text each time, ");
    } else {
        cause_say_was(g, l, out);
        str_puts(out, " was written; with ");
        cause_say_value(g, l, out);
        str_putc(out, ' ');
    }
    str_printf(out, "%s %s gone",
               l->partly ? "a part of the failure" : "the failure",
               l->every ? "would be" : "is");
}

/* "the 2nd time m = 1; the output would have been right with 2" */
void
cause_say_link(const Graph *g, const CauseLink *l, Str *out)
{
    const ScriptInst *i = graph_inst(g, l->node);
    const bool branch = graph_is_decision(g, l->node);

    if (l->printed) {
        say_printed(g, l, out);
        return;
    }
    if (branch)
        str_puts(out, "the condition was ");
    else if (i && i->op == SCRIPT_RETURN)
        str_puts(out, "it returned ");
    else if (*slice_name(g, l->node))
        str_printf(out, "%s was ", slice_name(g, l->node));
    else
        str_puts(out, "the value was ");
    say_value(g, l->node, out);
    if (!l->has_value)
        return;
    say_alteration(g, l, branch, out);
    str_puts(out, !l->alone           ? ", and others altered, "
                  : branch && !l->add ? ", "
                                      : " ");
    str_printf(out, "%s %s gone",
               l->partly ? "a part of the failure" : "the failure",
               branch && !l->add ? "would be" : "is");
}

static void
fill(Arena *a, const Graph *g, uint32_t node, const char **file, uint32_t *line,
     uint32_t *column)
{
    const ScriptLine *l = line_of(g, node);
    uint32_t inst = g->nodes[node].inst;

    *file = l ? arena_strdup(a, script_text(g->script, l->file)) : "";
    *line = l ? l->line : 0;
    *column = inst < g->script->ninsts ? g->script->insts[inst].column : 0;
}

static Step *
make_chain(Arena *a, const Graph *g, const CauseResult *r,
           const CauseLink *from, const CauseSpec *spec, size_t *n)
{
    Step *steps = ARENA_ARRAY(a, Step, r->chain.n + 2);
    Str text = {0};

    assert(from); /* suspects are links */
    *n = 0;
    for (size_t i = 0; i < r->chain.n + 2; i++) {
        const CauseLink *l = i == 0            ? from
                             : i <= r->chain.n ? &r->chain.at[i - 1]
                                               : NULL;
        uint32_t node = l                        ? l->node
                        : spec->criterion->n > 0 ? spec->criterion->nodes[0]
                                                 : 0;
        if (!node || (l && i > 0 && l->node <= from->node))
            continue;
        Step *s = &steps[(*n)++];
        fill(a, g, node, &s->file, &s->line, &s->column);
        s->function = arena_strdup(a, function_of(g, node));
        str_clear(&text);
        if (l)
            cause_say_link(g, l, &text);
        else
            str_puts(&text, spec->failure);
        s->message = arena_strdup(a, str_text(&text));
    }
    str_done(&text);
    return steps;
}

/* A line of the list moves to its front, behind those that are there. */
static void
bring_forward(Neighbours *list, size_t *front, uint32_t line)
{
    size_t i = *front;

    while (i < list->n && list->at[i].line != line)
        i++;
    if (i == list->n)
        return;
    const Nearby it = list->at[i];
    memmove(&list->at[*front + 1], &list->at[*front],
            (i - *front) * sizeof *list->at);
    list->at[(*front)++] = it;
}

/* What to read: where a crash showed, since that is where a missing guard is
 * found; the suspects, or else the failure; the way from there; then what is
 * near. */
static void
list_lines(const CauseSpec *spec, const CauseResult *r, Neighbours *out)
{
    const Graph *g = spec->run.graph;
    const uint32_t failure = spec->criterion->n ? spec->criterion->nodes[0] : 0;
    Bitset inside = bitset_new((size_t)g->nnodes + 1);
    VEC(uint32_t) from = {0};

    for (uint32_t v = 1; v < r->lineage.nnodes; v++)
        bitset_add(&inside, r->lineage.nodes[v].node);
    if (failure && (spec->goal->crashed || r->suspects.n == 0))
        vec_push(&from, failure);
    for (size_t i = 0; i < r->suspects.n; i++)
        vec_push(&from, cause_place(g, r->suspects.at[i].node));
    nearby_find(&(NearbySpec){.graph = g,
                              .from = from.at,
                              .n = from.n,
                              .summary = spec->summary,
                              .first = &inside,
                              .most = tuning_count(TUNE_cause_listed_lines),
                              .until = &spec->bounds.until},
                out);
    size_t front = 0;
    while (front < out->n && out->at[front].distance == 0)
        front++;
    for (size_t i = 0; i < r->chain.n; i++)
        bring_forward(out, &front, line_number(g, r->chain.at[i].node));
    bitset_free(&inside);
    vec_done(&from);
}

static void
add_evidence(Finding *f, const char *key, const char *text, double number)
{
    f->evidence[f->nevidence++] =
        (Evidence){.key = key, .text = text, .number = number};
}

void
cause_findings(const CauseSpec *spec, const CauseResult *r, Findings *out)
{
    const Graph *g = spec->run.graph;
    Neighbours lines = {0};
    Str text = {0};

    *out = (Findings){
        .technique = spec->technique->chooser ? "cause" : spec->technique->name,
        .description = "states whose alteration makes the "
                       "failure go away, back to the first",
        .unit = "line",
        .failed = 1,
        .cluster = "",
        .cost = {.runs = r->cost.runs,
                 .solver_calls = r->cost.solver_calls,
                 .altered = r->stats.judged,
                 .wall_s = r->cost.wall_s}};
    Arena *a = &out->arena;
    list_lines(spec, r, &lines);
    Bitset listed = bitset_new((size_t)g->script->nlines + 1);
    out->at = ARENA_ARRAY(a, Finding, lines.n + 1);
    for (size_t i = 0; i < lines.n; i++) {
        bool suspect;
        const CauseLink *l = link_of(g, r, lines.at[i].line, &suspect);
        const uint32_t node = l ? l->node : lines.at[i].node;
        const uint32_t line = line_number(g, node);
        if (line < g->script->nlines && bitset_has(&listed, line))
            continue; /* a call, for its arguments */
        if (line < g->script->nlines)
            bitset_add(&listed, line);
        Finding *f = &out->at[out->n++];
        *f = (Finding){.entity = ""};
        fill(a, g, node, &f->place.file, &f->place.line, &f->place.column);
        f->place.function = arena_strdup(a, function_of(g, node));
        f->rank = f->group = (uint32_t)out->n;
        f->score = suspect ? 1 : 1 / (double)(out->n + 1);
        f->evidence = ARENA_ARRAY(a, Evidence, 4);
        add_evidence(f, "role",
                     suspect                     ? "suspect"
                     : lines.at[i].distance == 0 ? "failure"
                     : l                         ? "chain"
                                                 : "nearby",
                     0);
        add_evidence(f, "instance", NULL,
                     g->steps[g->nodes[cause_place(g, node)].step].instance);
        add_evidence(f, "distance", NULL, lines.at[i].distance);
        if (l)
            add_evidence(f, "site", NULL, (double)graph_site(g, node));
        str_clear(&text);
        if (l)
            cause_say_link(g, l, &text);
        else if (lines.at[i].distance == 0)
            str_puts(&text, spec->failure);
        else
            str_printf(&text, "%u dependence%s from the suspects",
                       lines.at[i].distance,
                       lines.at[i].distance == 1 ? "" : "s");
        f->message = arena_strdup(a, str_text(&text));
        if (suspect)
            f->steps = make_chain(a, g, r, l, spec, &f->nsteps);
    }
    out->entities = out->n;
    str_done(&text);
    bitset_free(&listed);
    vec_done(&lines);
}
