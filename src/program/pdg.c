/* pdg.c - dependence between statements, for people and for scores. */
#include "program/pdg.h"

#include <assert.h>
#include <string.h>

/* ORDER SDG */
static const char *const kind_names[SDG_KINDS] = {
    [SDG_FLOW] = "flow", [SDG_CONTROL] = "control", [SDG_CALL] = "call",
    [SDG_IN] = "in",     [SDG_OUT] = "out",         [SDG_SUMMARY] = "summary",
};

const char *
pdg_kind_name(SdgKind kind)
{
    return kind_names[kind];
}

/* The node of a parameter if this instruction stores it in its variable and
 * parameters are nodes; else PROGRAM_NONE. */
static uint32_t
stored_parameter(const Pdg *p, const CodeInst *i)
{
    const Code *c = p->sdg->code;

    if (!p->detailed || i->op != CODE_STORE || i->statement != PROGRAM_NONE)
        return PROGRAM_NONE;
    uint32_t value = c->operands[i->operand];
    return value >= c->n.insts && value < c->n.insts + c->n.params
               ? p->param + value - c->n.insts
               : PROGRAM_NONE;
}

/* fills: the node of every instruction; has room for all others. */
static uint32_t *
place_instructions(const Pdg *p)
{
    const Code *c = p->sdg->code;
    uint32_t *node = mem_zalloc(p->sdg->nnodes + 1, sizeof *node);

    for (uint32_t i = 0; i < c->n.insts; i++) {
        bool same = i > 0 && c->insts[i - 1].block == c->insts[i].block;
        node[i] = c->insts[i].statement;
        if (node[i] == PROGRAM_NONE && same && node[i - 1] < p->entry)
            node[i] = node[i - 1];
        if (stored_parameter(p, &c->insts[i]) != PROGRAM_NONE)
            node[i] = stored_parameter(p, &c->insts[i]);
    }
    for (uint32_t i = c->n.insts; i-- > 0;) {
        bool same =
            i + 1 < c->n.insts && c->insts[i + 1].block == c->insts[i].block;
        uint32_t f = code_function_of(c, p->program, i);
        /* in front of the first statement: parameters are stored there */
        if (node[i] == PROGRAM_NONE && same &&
            c->insts[i].block != p->program->functions[f].block)
            node[i] = node[i + 1];
        if (node[i] == PROGRAM_NONE &&
            (c->insts[i].op != CODE_BRANCH || c->insts[i].noperands > 0))
            node[i] = p->entry + f;
    }
    return node;
}

static uint32_t
function_of_param(const Code *c, uint32_t value)
{
    uint32_t low = 0, high = c->n.functions; /* last function at or before it */

    while (high - low > 1) {
        uint32_t mid = (low + high) / 2;
        if (c->functions[mid].param <= value)
            low = mid;
        else
            high = mid;
    }
    return low;
}

static uint32_t
place(const Pdg *p, const uint32_t *node_of, uint32_t node)
{
    const Sdg *g = p->sdg;

    if (node < g->code->n.insts)
        return node_of[node];
    if (node < g->entry)
        return p->detailed ? p->param + node - g->code->n.insts
                           : p->entry + function_of_param(g->code, node);
    if (node < g->memory)
        return p->entry + node - g->entry; /* exits are behind entries */
    if (p->detailed)
        return p->memory + node - g->memory;
    const SdgMemory *m = &g->memories.at[node - g->memory];
    if (m->kind == MEMORY_FORMAL_IN)
        return p->entry + m->of;
    return m->kind == MEMORY_FORMAL_OUT ? p->exit + m->of : node_of[m->of];
}

/* fills: the node of every node of the system graph; none for merges. */
static uint32_t *
place_all(const Pdg *p)
{
    const Sdg *g = p->sdg;
    uint32_t *node_of = place_instructions(p);

    for (uint32_t n = g->code->n.insts; n < g->nnodes; n++)
        node_of[n] = sdg_is_merge(g, n) ? PROGRAM_NONE : place(p, node_of, n);
    return node_of;
}

static int
by_end(const void *x, const void *y)
{
    const PdgEdge *a = x, *b = y;

    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->kind < b->kind ? -1 : a->kind > b->kind;
}

/* Sort (by target at once, then the edges of each), drop repetitions. */
static void
arrange(Pdg *p)
{
    size_t n = p->edges.n, kept = 0;
    PdgEdge *sorted = mem_alloc((n + 1) * sizeof *sorted);

    p->first = mem_zalloc(p->nnodes + 2, sizeof *p->first);
    for (size_t i = 0; i < n; i++)
        p->first[p->edges.at[i].to + 2]++;
    for (uint32_t i = 0; i < p->nnodes; i++)
        p->first[i + 2] += p->first[i + 1];
    for (size_t i = 0; i < n; i++)
        sorted[p->first[p->edges.at[i].to + 1]++] = p->edges.at[i];
    for (uint32_t t = 0; t < p->nnodes; t++) {
        size_t from = p->first[t], end = p->first[t + 1];
        if (end - from > 1)
            qsort(&sorted[from], end - from, sizeof *sorted, by_end);
        p->first[t] = (uint32_t)kept;
        assert(from == end || p->edges.at);
        for (size_t i = from; i < end; i++)
            if (i == from || by_end(&sorted[i - 1], &sorted[i]) != 0)
                p->edges.at[kept++] = sorted[i];
    }
    p->first[p->nnodes] = (uint32_t)kept;
    p->edges.n = kept;
    free(sorted);
}

/* needs: edges in order. fills: those that leave each node. */
static void
index_out(Pdg *p)
{
    p->first_out = mem_zalloc(p->nnodes + 2, sizeof *p->first_out);
    p->out = mem_zalloc(p->edges.n + 1, sizeof *p->out);
    for (size_t i = 0; i < p->edges.n; i++)
        p->first_out[p->edges.at[i].from + 2]++;
    for (uint32_t i = 0; i < p->nnodes; i++)
        p->first_out[i + 2] += p->first_out[i + 1];
    for (uint32_t i = 0; i < p->edges.n; i++)
        p->out[p->first_out[p->edges.at[i].from + 1]++] = i;
}

typedef struct PdgView PdgView; /* while a graph is being projected */
struct PdgView {
    Pdg *p;
    uint32_t *node_of; /* node of the system graph -> node; merges none */
    uint32_t *last;    /* node -> where its last flow edge went */
    uint32_t *seen;    /* merge -> last edge that passed it */
    VEC(uint32_t) stack;
};

static void
add_edge(PdgView *v, uint32_t source, uint32_t target, uint8_t kind)
{
    Pdg *p = v->p;
    uint32_t from = v->node_of[source], to = v->node_of[target];
    bool inside = from == to && from < p->entry && source < target &&
                  kind == SDG_FLOW && target < p->sdg->code->n.insts;

    if (inside || (from == to && from >= p->entry) || from == PROGRAM_NONE)
        return; /* within one execution of the statement; or a jump */
    if (kind == SDG_FLOW) { /* by far the most */
        if (v->last[from] == to)
            return;
        v->last[from] = to;
    }
    vec_push(&p->edges, (PdgEdge){from, to, kind});
}

/* Edges from all that reaches a merge. Once for each node they lead to: its
 * instructions come in order, so the first to arrive here is the one for which
 * most sources are of an earlier execution. */
static void
add_merged(PdgView *v, uint32_t merge, uint32_t target)
{
    const Sdg *g = v->p->sdg;
    uint32_t mark = v->node_of[target];

    vec_push(&v->stack, merge);
    while (v->stack.n > 0) {
        uint32_t n = vec_pop(&v->stack);
        if (v->seen[n - g->memory] == mark)
            continue;
        v->seen[n - g->memory] = mark;
        for (uint32_t k = g->first[n]; k < g->first[n + 1]; k++) {
            uint32_t from = g->edges.at[k].from;
            if (sdg_is_merge(g, from))
                vec_push(&v->stack, from);
            else
                add_edge(v, from, target, SDG_FLOW);
        }
    }
}

/* fills: nodes of the system graph by the node they are seen as. */
static uint32_t *
order_targets(const PdgView *v, uint32_t *n)
{
    const Sdg *g = v->p->sdg;
    uint32_t *first = mem_zalloc(v->p->nnodes + 2, sizeof *first);
    uint32_t *order = mem_zalloc(g->nnodes + 1, sizeof *order);

    for (uint32_t t = 0; t < g->nnodes; t++)
        if (v->node_of[t] != PROGRAM_NONE)
            first[v->node_of[t] + 2]++;
    for (uint32_t i = 0; i < v->p->nnodes; i++)
        first[i + 2] += first[i + 1];
    for (uint32_t t = 0; t < g->nnodes; t++)
        if (v->node_of[t] != PROGRAM_NONE)
            order[first[v->node_of[t] + 1]++] = t;
    *n = first[v->p->nnodes];
    free(first);
    return order;
}

static void
project(PdgView *v)
{
    const Sdg *g = v->p->sdg;
    uint32_t n, *order = order_targets(v, &n);

    for (uint32_t i = 0; i < n; i++) {
        uint32_t t = order[i];
        for (uint32_t k = g->first[t]; k < g->first[t + 1]; k++) {
            const SdgEdge *e = &g->edges.at[k];
            if (sdg_is_merge(g, e->from))
                add_merged(v, e->from, t);
            else
                add_edge(v, e->from, t, e->kind);
        }
    }
    free(order);
}

void
pdg_build(const Sdg *g, bool detailed, Pdg *out)
{
    const Program *program = g->program;
    PdgView v = {.p = out};

    *out = (Pdg){.program = program, .sdg = g, .detailed = detailed};
    out->entry = program->n.statements;
    out->exit = out->entry + program->n.functions;
    out->param = out->exit + program->n.functions;
    out->memory = out->param + (detailed ? g->code->n.params : 0);
    out->nnodes = out->memory + (detailed ? (uint32_t)g->memories.n : 0);
    v.node_of = place_all(out);
    v.last = mem_alloc((out->nnodes + 1) * sizeof *v.last);
    memset(v.last, 0xff, (out->nnodes + 1) * sizeof *v.last);
    v.seen = mem_alloc((g->memories.n + 1) * sizeof *v.seen);
    memset(v.seen, 0xff, (g->memories.n + 1) * sizeof *v.seen);
    project(&v);
    free(v.node_of), free(v.last), free(v.seen);
    vec_done(&v.stack);
    pdg_index(out);
}

void
pdg_index(Pdg *p)
{
    arrange(p);
    index_out(p);
}

void
pdg_done(Pdg *p)
{
    vec_done(&p->edges);
    free(p->first), free(p->first_out), free(p->out);
    *p = (Pdg){0};
}

bool
pdg_check(const Pdg *p, Diag *d)
{
    for (size_t i = 0; i < p->edges.n; i++) {
        const PdgEdge *e = &p->edges.at[i];
        if (e->from >= p->nnodes || e->to >= p->nnodes || e->kind >= SDG_KINDS)
            return diag_fail(d, "edge %zu: ends out of range", i);
        if (i && by_end(e - 1, e) >= 0)
            return diag_fail(d, "edge %zu: out of order", i);
    }
    for (uint32_t n = 0; n < p->nnodes; n++)
        for (uint32_t k = p->first_out[n]; k < p->first_out[n + 1]; k++)
            if (p->edges.at[p->out[k]].from != n)
                return diag_fail(
                    d, "node %u: one of its edges belongs to another node", n);
    return true;
}

uint32_t
pdg_function(const Pdg *p, uint32_t node)
{
    const Sdg *g = p->sdg;

    if (node < p->entry)
        return p->program->blocks[p->program->statements[node].block].function;
    if (node < p->param)
        return (node - p->entry) % p->program->n.functions;
    if (node < p->memory)
        return function_of_param(g->code, node - p->param + g->code->n.insts);
    const SdgMemory *m = &g->memories.at[node - p->memory];
    return m->kind == MEMORY_ACTUAL_IN || m->kind == MEMORY_ACTUAL_OUT
               ? code_function_of(g->code, p->program, m->of)
               : m->of;
}

/* ---- score ---- */

typedef struct Wave Wave; /* breadth-first search in one direction */
struct Wave {
    bool *seen;
    VEC(uint32_t) now, next;
};

static void
wave_add(Wave *w, bool *in_set, size_t *size, uint32_t node)
{
    if (w->seen[node])
        return;
    w->seen[node] = true;
    vec_push(&w->next, node);
    *size += !in_set[node];
    in_set[node] = true;
}

/* One more edge away; false if there was nothing left to go to. */
static bool
wave_step(const Pdg *p, Wave *w, bool forward, bool *in_set, size_t *size)
{
    const uint32_t *first = forward ? p->first_out : p->first;

    w->now.n = 0;
    for (size_t i = 0; i < w->next.n; i++)
        vec_push(&w->now, w->next.at[i]);
    w->next.n = 0;
    for (size_t i = 0; i < w->now.n; i++)
        for (uint32_t k = first[w->now.at[i]]; k < first[w->now.at[i] + 1];
             k++) {
            const PdgEdge *e = &p->edges.at[forward ? p->out[k] : k];
            if (e->kind != SDG_SUMMARY)
                wave_add(w, in_set, size, forward ? e->to : e->from);
        }
    return w->next.n > 0;
}

static bool
holds_any(const bool *in_set, const uint32_t *nodes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (in_set[nodes[i]])
            return true;
    return false;
}

double
pdg_score(const Pdg *p, const uint32_t *blamed, size_t nblamed,
          const uint32_t *faulty, size_t nfaulty)
{
    bool *in_set = mem_zalloc(p->nnodes + 1, 1);
    Wave to = {.seen = mem_zalloc(p->nnodes + 1, 1)};
    Wave from = {.seen = mem_zalloc(p->nnodes + 1, 1)};
    size_t size = 0;
    bool more = true;

    for (size_t i = 0; i < nblamed; i++) {
        wave_add(&to, in_set, &size, blamed[i]);
        wave_add(&from, in_set, &size, blamed[i]);
    }
    while (more && !holds_any(in_set, faulty, nfaulty)) {
        more = wave_step(p, &to, false, in_set, &size);
        more |= wave_step(p, &from, true, in_set, &size);
    }
    bool found = holds_any(in_set, faulty, nfaulty);
    free(in_set), free(to.seen), free(from.seen);
    vec_done(&to.now);
    vec_done(&to.next);
    vec_done(&from.now);
    vec_done(&from.next);
    return found ? 1 - (double)size / p->nnodes : 0;
}
