/* domain.c - the analysis domain of a failure, as narrow.h takes it. */
#include "cause/domain.h"

#include "cause/cause.h"
#include "cause/values.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "trace/say.h"

#include <assert.h>
#include <stdlib.h>

/* How a value came from input: as it was read, or copied from there once. */
enum { READ_NOT, READ_IT, READ_COPY };

typedef struct Build Build;
struct Build {
    const Lineage *l;
    const CauseHints *hints;
    CauseDomain *d;
    NarrowNodes *sources; /* of a node of the lineage: in the domain */
    uint32_t *mark, now;  /* of a node of the domain: already in the list */
    uint8_t *read;        /* of a node of the lineage: READ_... */
    VEC(uint32_t) node;
    VEC(uint8_t) kind;
    VEC(uint32_t) from, edge; /* edges: from[i] to the node edge[i] */
};

void
cause_domain_done(CauseDomain *d)
{
    free(d->node);
    free(d->first);
    free(d->to);
    free(d->kind);
    *d = (CauseDomain){0};
}

static const ScriptInst *
inst_of(const Lineage *l, uint32_t v)
{
    const Script *s = l->graph->script;

    return l->nodes[v].inst < s->ninsts ? &s->insts[l->nodes[v].inst] : NULL;
}

static bool
is_at(const Lineage *l, uint32_t v, const uint32_t *lines, size_t n)
{
    uint32_t line = l->graph->steps[l->nodes[v].step].line;

    for (size_t i = 0; i < n; i++)
        if (lines[i] == line)
            return true;
    return false;
}

/* The store of a parameter of main: input. */
static bool
is_passed(const Lineage *l, uint32_t v, const ScriptInst *i)
{
    const Script *s = l->graph->script;
    uint32_t value =
        i->operands.n ? s->operands[i->operands.first].value : SCRIPT_NONE;

    return value != SCRIPT_NONE && value & SCRIPT_PARAM &&
           !l->graph->nodes[l->nodes[v].node].control;
}

/* The result that several return statements have stored before. */
static bool
is_joint_return(const Lineage *l, const ScriptInst *i)
{
    const Script *s = l->graph->script;
    uint32_t value =
        i->operands.n ? s->operands[i->operands.first].value : SCRIPT_NONE;

    return value < s->ninsts && s->insts[value].op == SCRIPT_LOAD &&
           !*script_text(s, s->insts[value].text);
}

/* A pointer that is no choice of the program: what a function without bitcode
 * gives. */
static bool
is_given(const Lineage *l, uint32_t v, const ScriptInst *i)
{
    const Script *s = l->graph->script;
    uint32_t value =
        i->operands.n ? s->operands[i->operands.first].value : SCRIPT_NONE;

    if (!cause_is_pointer(l->graph, l->nodes[v].node))
        return true;
    return value < s->ninsts && s->insts[value].op == SCRIPT_FOREIGN;
}

static NarrowKind
kind_of(const Lineage *l, uint32_t v)
{
    const ScriptInst *i = inst_of(l, v);

    if (!l->nodes[v].site || !i)
        return NARROW_FIXED;
    if (i->op == SCRIPT_BRANCH || i->op == SCRIPT_SELECT)
        return NARROW_BRANCH;
    if (i->flags & SCRIPT_POINTER && is_given(l, v, i))
        return NARROW_FIXED;
    if ((i->op == SCRIPT_FOREIGN &&
         say_is_output(l->graph, l->nodes[v].node)) ||
        (i->op == SCRIPT_STORE && is_passed(l, v, i)) ||
        (i->op == SCRIPT_RETURN && is_joint_return(l, i)))
        return NARROW_FIXED;
    return NARROW_VALUE;
}

static void
add_source(Build *b, NarrowNodes *to, uint32_t source)
{
    if (b->mark[source] == b->now)
        return;
    b->mark[source] = b->now;
    vec_push(to, source);
}

/* Uses of input come with the call that read it: its result is another
 * matter. */
static bool
uses_input(const Lineage *l, uint32_t v)
{
    for (uint32_t k = l->nodes[v].edge; k < l->nodes[v + 1].edge; k++)
        if (lineage_is_input(l, l->to[k]))
            return true;
    return false;
}

static void
gather(Build *b, uint32_t v, NarrowNodes *out)
{
    const Lineage *l = b->l;
    bool input = uses_input(l, v);

    b->now++;
    for (uint32_t k = l->nodes[v].edge; k < l->nodes[v + 1].edge; k++) {
        uint32_t u = l->to[k];
        const ScriptInst *i = u ? inst_of(l, u) : NULL;
        if (input && l->kind[k] == GRAPH_FLOW && i && i->op == SCRIPT_FOREIGN)
            continue;
        if (u == 0 || lineage_is_input(l, u)) {
            add_source(b, out, 0);
            continue;
        }
        for (size_t s = 0; s < b->sources[u].n; s++)
            add_source(b, out, b->sources[u].at[s]);
    }
    if (out->n == 0)
        vec_push(out, 0);
}

static uint32_t
add_node(Build *b, uint32_t v, NarrowKind kind, const NarrowNodes *from)
{
    uint32_t own = (uint32_t)b->node.n;

    for (size_t i = 0; i < from->n; i++) {
        vec_push(&b->from, from->at[i]);
        vec_push(&b->edge, own);
    }
    vec_push(&b->node, v);
    vec_push(&b->kind, (uint8_t)kind);
    return own;
}

/* Where the failure shows is not altered; of several nodes it is the last. */
static bool
is_failure(const Lineage *l, uint32_t v)
{
    return l->nwanted && l->wanted[l->nwanted - 1] == v;
}

/* What a function without bitcode makes of input (atoi) is input, and so is
 * the variable that it is read into. */
static bool
is_read(const Build *b, uint32_t v, const NarrowNodes *from)
{
    const Lineage *l = b->l;
    const Script *s = l->graph->script;
    const ScriptInst *i = inst_of(l, v);

    if (!i)
        return false;
    if (i->op == SCRIPT_FOREIGN)
        return uses_input(l, v);
    if (i->op != SCRIPT_STORE || !i->operands.n)
        return false;
    uint32_t value = s->operands[i->operands.first].value;
    if (value >= s->ninsts || s->insts[value].op != SCRIPT_FOREIGN)
        return false;
    for (uint32_t k = l->nodes[v].edge; k < l->nodes[v + 1].edge; k++)
        if (l->kind[k] == GRAPH_FLOW && l->nodes[l->to[k]].inst == value)
            return uses_input(l, l->to[k]);
    return from->n == 1 && from->at[0] == 0;
}

/* The store of a number that was read just before, in another type. In the same
 * type it is the first use of an input, which may be the wrong one. */
static bool
is_copy_of_read(const Build *b, uint32_t v)
{
    const Lineage *l = b->l;
    const ScriptInst *i = inst_of(l, v);

    if (!i || i->op != SCRIPT_STORE)
        return false;
    for (uint32_t k = l->nodes[v].edge; k < l->nodes[v + 1].edge; k++)
        if (l->kind[k] == GRAPH_FLOW && b->read[l->to[k]] == READ_IT &&
            l->nodes[l->to[k]].value == l->nodes[v].value &&
            inst_of(l, l->to[k])->op == SCRIPT_STORE &&
            inst_of(l, l->to[k])->width != i->width)
            return true;
    return false;
}

/* Is it in code that is left out, such as a test's, or an argument from there?
 */
static bool
is_closed(const Build *b, uint32_t v)
{
    const bool *closed = b->hints->closed;
    const Graph *g = b->l->graph;

    if (!closed || v == 0) /* ENTRY */
        return false;
    const uint32_t at = cause_place(g, b->l->nodes[v].node);
    const uint32_t line = g->steps[g->nodes[at].step].line;
    return line < g->script->nlines && closed[line];
}

static void
pass(Build *b, uint32_t v)
{
    const Lineage *l = b->l;
    NarrowKind kind =
        is_failure(l, v) || is_closed(b, v) ? NARROW_FIXED : kind_of(l, v);
    NarrowNodes from = {0};

    if (is_at(l, v, b->hints->trust, b->hints->ntrust)) {
        vec_push(&b->sources[v], 0);
        return;
    }
    gather(b, v, &from);
    if (kind == NARROW_VALUE)
        b->read[v] = is_read(b, v, &from)    ? READ_IT
                     : is_copy_of_read(b, v) ? READ_COPY
                                             : READ_NOT;
    if (b->read[v]) {
        vec_push(&b->sources[v], 0);
        vec_done(&from);
        return;
    }
    if (kind == NARROW_FIXED &&
        from.n <= tuning_count(TUNE_cause_most_sources)) {
        b->sources[v] = from;
        return;
    }
    vec_push(&b->sources[v], add_node(b, v, kind, &from));
    b->d->naltered += kind != NARROW_FIXED;
    vec_done(&from);
}

/* Where the domain ends: at the failure, or at what the person suspects. */
static void
add_failure(Build *b)
{
    const Lineage *l = b->l;
    NarrowNodes from = {0};

    b->now++;
    for (uint32_t v = 1; v < l->nnodes && b->hints->nsuspect; v++)
        if (is_at(l, v, b->hints->suspect, b->hints->nsuspect))
            for (size_t s = 0; s < b->sources[v].n; s++)
                add_source(b, &from, b->sources[v].at[s]);
    const bool suspected = from.n > 0;
    for (uint32_t i = 0; i < l->nwanted && !suspected; i++)
        for (size_t s = 0; s < b->sources[l->wanted[i]].n; s++)
            add_source(b, &from, b->sources[l->wanted[i]].at[s]);
    b->d->graph.failure = add_node(b, 0, NARROW_FIXED, &from);
    vec_done(&from);
}

static void
sort_edges(Build *b)
{
    CauseDomain *d = b->d;
    uint32_t n = (uint32_t)b->node.n;
    uint32_t *next = mem_zalloc((size_t)n + 1, sizeof *next);

    d->first = mem_zalloc((size_t)n + 2, sizeof *d->first);
    d->to = mem_zalloc(b->from.n + 1, sizeof *d->to);
    for (size_t i = 0; i < b->from.n; i++)
        d->first[b->from.at[i] + 1]++;
    for (uint32_t v = 0; v < n; v++) {
        d->first[v + 1] += d->first[v];
        next[v] = d->first[v];
    }
    for (size_t i = 0; i < b->from.n; i++)
        d->to[next[b->from.at[i]]++] = b->edge.at[i];
    free(next);
}

bool
cause_domain_build(const Lineage *l, const CauseHints *hints,
                   const Deadline *until, CauseDomain *out)
{
    Build b = {.l = l, .hints = hints, .d = out};
    bool late = false;

    *out = (CauseDomain){0};
    b.sources = mem_zalloc((size_t)l->nnodes + 1, sizeof *b.sources);
    b.mark = mem_zalloc((size_t)l->nnodes + 2, sizeof *b.mark);
    b.read = mem_zalloc((size_t)l->nnodes + 1, 1);
    vec_push(&b.node, 0);
    vec_push(&b.kind, (uint8_t)NARROW_FIXED);
    for (uint32_t v = 1; v < l->nnodes && !late; v++) {
        late = deadline_is_over_at(until, v - 1);
        if (!late)
            pass(&b, v);
    }
    if (!late) {
        add_failure(&b);
        sort_edges(&b);
    }
    out->node = b.node.at;
    out->kind = b.kind.at;
    out->graph.n = (uint32_t)b.node.n;
    out->graph.first = out->first;
    out->graph.to = out->to;
    out->graph.kind = out->kind;
    for (uint32_t v = 0; v < l->nnodes; v++)
        vec_done(&b.sources[v]);
    free(b.sources);
    free(b.mark);
    free(b.read);
    vec_done(&b.from);
    vec_done(&b.edge);
    if (late)
        cause_domain_done(out);
    return !late;
}
