/* story.c - a slice as people read it. */
#include "trace/story.h"

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "trace/say.h"

#include <stdlib.h>
#include <string.h>

typedef struct Teller Teller;
struct Teller {
    const Graph *g;
    const Bitset *nodes;
    Story *story;
    uint32_t *place; /* per step of the graph: step of the story plus one */
    VEC(const char *) values;
    VEC(StorySite) sites;
    VEC(StoryCause) causes;
    Str text;
};

static void
add_value(Teller *t, uint32_t node)
{
    str_clear(&t->text);
    say_node(t->g, node, &t->text);
    uint64_t site = graph_site(t->g, node);
    if (site)
        vec_push(&t->sites,
                 (StorySite){.number = site,
                             .text = arena_strdup(&t->story->arena,
                                                  str_text(&t->text))});
    if (t->text.n == 0)
        return;
    for (size_t i = 0; i < t->values.n; i++)
        if (strcmp(t->values.at[i], str_text(&t->text)) == 0)
            return;
    vec_push(&t->values, arena_strdup(&t->story->arena, str_text(&t->text)));
}

static void
add_cause(Teller *t, uint32_t step, GraphEdge kind)
{
    for (size_t i = 0; i < t->causes.n; i++)
        if (t->causes.at[i].step == step && t->causes.at[i].kind == kind &&
            strcmp(t->causes.at[i].text, str_text(&t->text)) == 0)
            return;
    vec_push(&t->causes,
             (StoryCause){
                 .step = step,
                 .kind = kind,
                 .text = arena_strdup(&t->story->arena, str_text(&t->text))});
}

/* Is it an argument of the program as a whole? */
static bool
is_argument(const Graph *g, uint32_t node)
{
    const GraphNode *n = &g->nodes[node];

    return n->inst == (uint32_t)GRAPH_INPUT &&
           g->io.inputs[n->value].descriptor == GRAPH_ARGUMENT &&
           g->io.inputs[n->value].inst == SCRIPT_NONE;
}

/* What the node was told by another one, if that is of another statement. */
static void
add_edge(Teller *t, uint32_t node, uint32_t cause, GraphEdge kind)
{
    uint32_t step = t->g->nodes[cause].step;

    if (is_argument(t->g, cause)) {
        str_clear(&t->text);
        say_input(&t->g->io.inputs[t->g->nodes[cause].value], &t->text);
        if (t->g->nodes[node].inst != (uint32_t)GRAPH_INPUT)
            add_cause(t, SCRIPT_NONE, GRAPH_FLOW);
        return;
    }
    if (cause == 0 || step == t->g->nodes[node].step || !t->place[step])
        return;
    str_clear(&t->text);
    say_node(t->g, cause, &t->text);
    add_cause(t, t->place[step] - 1, kind);
}

/* Bytes of the input: what they were read as, and which they are. */
static void
add_input(Teller *t, uint32_t node)
{
    const GraphInput *in = &t->g->io.inputs[t->g->nodes[node].value];

    str_clear(&t->text);
    if (say_label(t->g, node, &t->text)) {
        say_value(t->g, node, &t->text);
        str_puts(&t->text, ", ");
    }
    say_input(in, &t->text);
    add_cause(t, SCRIPT_NONE, GRAPH_FLOW);
}

static void
add_node(Teller *t, uint32_t node)
{
    const GraphNode *n = &t->g->nodes[node];

    if (n->inst == (uint32_t)GRAPH_INPUT)
        add_input(t, node);
    else
        add_value(t, node);
    for (uint32_t k = n->dep; k < n[1].dep; k++)
        if (bitset_has(t->nodes, t->g->deps[k]))
            add_edge(t, node, t->g->deps[k], GRAPH_FLOW);
    if (n->control && bitset_has(t->nodes, n->control))
        add_edge(t, node, n->control, GRAPH_CONTROL);
    size_t nsummaries;
    const GraphSummary *s = graph_summaries(t->g, node, &nsummaries);
    for (size_t k = 0; k < nsummaries; k++)
        if (bitset_has(t->nodes, s[k].branch))
            add_edge(t, node, s[k].branch, GRAPH_SUMMARY);
}

typedef struct Member Member;
struct Member {
    uint32_t step, node;
};

static int
by_step(const void *x, const void *y)
{
    const Member *a = x, *b = y;

    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

static void
tell_step(Teller *t, const Member *m, size_t n, StoryStep *out)
{
    Arena *a = &t->story->arena;

    t->values.n = t->causes.n = t->sites.n = 0;
    for (size_t i = 0; i < n; i++)
        add_node(t, m[i].node);
    out->values =
        arena_dup(a, t->values.at, t->values.n * sizeof *t->values.at);
    out->nvalues = t->values.n;
    out->sites = arena_dup(a, t->sites.at, t->sites.n * sizeof *t->sites.at);
    out->nsites = t->sites.n;
    out->causes =
        arena_dup(a, t->causes.at, t->causes.n * sizeof *t->causes.at);
    out->ncauses = t->causes.n;
}

void
story_tell(const Graph *g, const Bitset *nodes, const Criterion *c, Story *out)
{
    Teller t = {.g = g, .nodes = nodes, .story = out};
    VEC(Member) members = {0};

    *out = (Story){.nsteps = g->nsteps - 1};
    t.place = mem_zalloc(g->nsteps, sizeof *t.place);
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (bitset_has(nodes, i) && g->nodes[i].step && !is_argument(g, i))
            vec_push(&members, (Member){.step = g->nodes[i].step, .node = i});
    if (members.n)
        qsort(members.at, members.n, sizeof *members.at, by_step);
    for (size_t i = 0; i < members.n; i++)
        if (!t.place[members.at[i].step])
            t.place[members.at[i].step] = (uint32_t)++out->n;
    out->steps = ARENA_ARRAY(&out->arena, StoryStep, out->n + 1);
    for (size_t i = 0, k; i < members.n; i = k) {
        const GraphStep *s = &g->steps[members.at[i].step];
        StoryStep *row = &out->steps[t.place[members.at[i].step] - 1];
        for (k = i; k < members.n && members.at[k].step == members.at[i].step;)
            k++;
        *row =
            (StoryStep){.sequence = members.at[i].step,
                        .line = s->line,
                        .instance = s->instance,
                        .function = script_text(
                            g->script, g->script->functions[s->function].name),
                        .criterion = members.at[i].step == c->step};
        tell_step(&t, members.at + i, k - i, row);
    }
    free(t.place);
    vec_done(&members);
    vec_done(&t.values);
    vec_done(&t.causes);
    vec_done(&t.sites);
    str_done(&t.text);
}

void
story_done(Story *s)
{
    arena_done(&s->arena);
    *s = (Story){0};
}
