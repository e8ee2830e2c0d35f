/* sdg.c - the system dependence graph.
 *
 * First every function on its own, with nodes where memory comes in and goes
 * out; then calls are joined to what they may call. */
#include "program/sdg.h"

#include "program/reach.h"

#include <assert.h>
#include <string.h>

typedef struct Interface Interface; /* of one function */
struct Interface {
    VEC(EventClass) classes;
    VEC(uint32_t) nodes; /* memory nodes of its entry and exit */
};

typedef struct SdgBuild SdgBuild;
struct SdgBuild {
    const Effects *e;
    const Control *control;
    const Points *pt;
    const Code *c;
    const Program *p;
    bool summary;
    Sdg *g;
    Interface *faces;
    uint32_t *last; /* block -> its last instruction */
    Map known;      /* (kind, of, class) -> memory node */
    struct {
        uint32_t *node[2];        /* instruction -> node of the class, as a
                                     definition and as a use */
        uint32_t *mark[2], stamp; /* where that is up to date */
        uint32_t *class_of;       /* location -> class in the caller */
    } current;
    bool *outside; /* functions that code outside may call */
};

static void
edge(SdgBuild *b, uint32_t from, uint32_t to, SdgKind kind, uint32_t site)
{
    vec_push(&b->g->edges, (SdgEdge){from, to, site, (uint8_t)kind});
}

/* ---- inside functions ---- */

/* Does a call lead to functions of the program, and to others? */
static void
targets(const SdgBuild *b, uint32_t inst, bool *inside, bool *others)
{
    const Points *pt = b->pt;

    *inside = *others = false;
    for (uint32_t k = pt->first_call[inst]; k < pt->first_call[inst + 1]; k++) {
        *inside |= pt->calls.at[k].function != PROGRAM_NONE;
        *others |= pt->calls.at[k].function == PROGRAM_NONE;
    }
}

static uint32_t
memory_node(SdgBuild *b, MemoryKind kind, uint32_t of, const Events *ev,
            uint32_t class_index)
{
    struct {
        uint32_t kind, of, class_index;
    } key = {kind, of, class_index};
    Sdg *g = b->g;
    uint32_t fresh = (uint32_t)g->memories.n;
    uint32_t known = *map_put(&b->known, &key, sizeof key, fresh);

    if (known != fresh)
        return g->memory + known;
    const EventClass *c = &ev->classes.at[class_index];
    if (kind == MEMORY_FORMAL_IN || kind == MEMORY_FORMAL_OUT)
        vec_push(&b->faces[of].nodes, g->memory + fresh);
    vec_push(&g->memories, (SdgMemory){.kind = (uint8_t)kind,
                                       .of = of,
                                       .member = c->member,
                                       .nmembers = c->nmembers});
    return g->memory + fresh;
}

/* The node of a call's memory, or the instruction itself where nothing of the
 * program is called. */
static uint32_t
end_node(SdgBuild *b, const Events *ev, uint32_t inst, uint32_t class_index,
         bool use)
{
    const CodeInst *i = &b->c->insts[inst];
    bool inside, others;

    if (i->op == CODE_RETURN)
        return memory_node(b, MEMORY_FORMAL_OUT, ev->function, ev, class_index);
    if (i->op != CODE_CALL)
        return inst;
    targets(b, inst, &inside, &others);
    if (!inside)
        return inst;
    size_t before = b->g->memories.n;
    uint32_t node = memory_node(b, use ? MEMORY_ACTUAL_IN : MEMORY_ACTUAL_OUT,
                                inst, ev, class_index);
    if (others && b->g->memories.n > before)
        edge(b, use ? node : inst, use ? inst : node, SDG_FLOW, PROGRAM_NONE);
    return node;
}

static uint32_t
cached_node(SdgBuild *b, const Events *ev, uint32_t inst, uint32_t class_index,
            bool use)
{
    if (b->current.mark[use][inst] != b->current.stamp) {
        b->current.mark[use][inst] = b->current.stamp;
        b->current.node[use][inst] = end_node(b, ev, inst, class_index, use);
    }
    return b->current.node[use][inst];
}

/* A node for every merge of the function; gives the first. */
static uint32_t
add_merges(SdgBuild *b, const Events *ev, const Reach *r)
{
    uint32_t first = b->g->memory + (uint32_t)b->g->memories.n;

    for (size_t i = 0; i < r->merges.n; i++) {
        const EventClass *c = &ev->classes.at[r->merges.at[i]];
        vec_push(&b->g->memories, (SdgMemory){.kind = MEMORY_MERGE,
                                              .of = ev->function,
                                              .member = c->member,
                                              .nmembers = c->nmembers});
    }
    return first;
}

static void
add_memory(SdgBuild *b, const Events *ev, const Reach *r)
{
    uint32_t class_index = PROGRAM_NONE; /* edges come class by class */
    uint32_t merges = add_merges(b, ev, r), from, to;

    for (size_t i = 0; i < r->edges.n; i++) {
        const ReachEdge *x = &r->edges.at[i];
        b->current.stamp += x->class_index != class_index;
        class_index = x->class_index;
        if (x->def == REACH_ENTRY)
            from =
                memory_node(b, MEMORY_FORMAL_IN, ev->function, ev, class_index);
        else if (x->def & REACH_MERGE)
            from = merges + (x->def & ~REACH_MERGE);
        else
            from = cached_node(b, ev, x->def, class_index, false);
        if (x->use & REACH_MERGE)
            to = merges + (x->use & ~REACH_MERGE);
        else
            to = cached_node(b, ev, x->use, class_index, true);
        edge(b, from, to, SDG_FLOW, PROGRAM_NONE);
    }
    for (size_t i = 0; i < r->summaries.n; i++) {
        const ReachSummary *s = &r->summaries.at[i];
        if (b->c->insts[s->use].op == CODE_RETURN)
            continue;
        if (s->carried)
            vec_push(&b->g->carried, (SdgEdge){.from = b->last[s->branch],
                                               .to = s->use,
                                               .site = PROGRAM_NONE,
                                               .kind = SDG_SUMMARY});
        else
            edge(b, b->last[s->branch], s->use, SDG_SUMMARY, PROGRAM_NONE);
    }
}

static void
add_control_of(SdgBuild *b, uint32_t block, uint32_t to, SdgKind kind)
{
    const Control *c = b->control;

    for (uint32_t k = c->first[block]; k < c->first[block + 1]; k++)
        edge(b, b->last[c->deps[k].branch], to, kind, PROGRAM_NONE);
}

/* A phi's value depends on the way taken to it. */
static void
add_choice(SdgBuild *b, const ProgramFunction *f, uint32_t inst)
{
    uint32_t block = b->c->insts[inst].block;

    for (uint32_t k = f->edge; k < f->edge + f->nedges; k++) {
        const ProgramEdge *x = &b->p->edges[k];
        if (x->to != block || x->from == PROGRAM_NONE)
            continue;
        if (x->kind == EDGE_NEXT)
            add_control_of(b, x->from, inst, SDG_FLOW);
        else
            edge(b, b->last[x->from], inst, SDG_FLOW, PROGRAM_NONE);
    }
}

/* A variable's address: the same whatever happens. */
static bool
is_fixed(const Code *c, uint32_t value)
{
    return value < c->n.insts && c->insts[value].op == CODE_ALLOCA &&
           c->insts[value].noperands == 0;
}

static void
add_registers(SdgBuild *b, uint32_t function)
{
    const CodeFunction *f = &b->c->functions[function];
    uint32_t nregisters = b->c->n.insts + b->c->n.params;

    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++) {
        const CodeInst *inst = &b->c->insts[i];
        const uint32_t *operands = &b->c->operands[inst->operand];
        bool inside = false, others = true;
        if (inst->op == CODE_CALL)
            targets(b, i, &inside, &others);
        for (uint32_t k = 0; k < inst->noperands; k++)
            if (operands[k] < nregisters && !is_fixed(b->c, operands[k]) &&
                (others || k + 1 == inst->noperands)) /* else: SDG_IN */
                edge(b, operands[k], i, SDG_FLOW, PROGRAM_NONE);
        if (b->control->always[inst->block])
            edge(b, b->g->entry + function, i, SDG_CONTROL, PROGRAM_NONE);
        add_control_of(b, inst->block, i, SDG_CONTROL);
        if (inst->op == CODE_PHI)
            add_choice(b, &b->p->functions[function], i);
    }
}

/* Keep the classes: joining asks them which location is where. The members of
 * memory nodes become ranges of the graph's own list. */
static void
keep_face(SdgBuild *b, Events *ev, size_t first_memory)
{
    Interface *face = &b->faces[ev->function];
    uint32_t base = (uint32_t)b->g->members.n;

    for (size_t i = 0; i < ev->members.n; i++)
        vec_push(&b->g->members, ev->members.at[i]);
    for (size_t i = first_memory; i < b->g->memories.n; i++)
        b->g->memories.at[i].member += base;
    for (size_t i = 0; i < ev->classes.n; i++) {
        vec_push(&face->classes, ev->classes.at[i]);
        face->classes.at[i].member += base;
    }
}

static void
add_functions(SdgBuild *b)
{
    EventScratch scratch;

    events_scratch_init(&scratch, b->pt);
    for (uint32_t f = 0; f < b->c->n.functions; f++) {
        Events ev;
        Reach r;
        size_t first = b->g->memories.n;
        events_build(b->e, f, &scratch, &ev);
        reach_build(b->e, b->control, &ev, b->summary, &r);
        add_memory(b, &ev, &r);
        add_registers(b, f);
        keep_face(b, &ev, first);
        reach_done(&r);
        events_done(&ev);
    }
    events_scratch_done(&scratch);
}

/* ---- between functions ---- */

/* Which of the caller's classes meet which memory nodes of the callee. */
typedef struct SdgPair SdgPair;
struct SdgPair {
    uint32_t class_index, node;
};

typedef VEC(SdgPair) Pairs;

static const SdgMemory *
memory_at(const Sdg *g, uint32_t node)
{
    assert(node >= g->memory && node - g->memory < g->memories.n);
    return &g->memories.at[node - g->memory];
}

static uint32_t
member_at(const Sdg *g, const SdgMemory *m, uint32_t k)
{
    assert(m->member + k < g->members.n);
    return g->members.at[m->member + k];
}

static void
find_pairs(SdgBuild *b, uint32_t callee, Pairs *out)
{
    const Interface *face = &b->faces[callee];
    const Sdg *g = b->g;

    for (size_t i = 0; i < face->nodes.n; i++) {
        const SdgMemory *m = memory_at(g, face->nodes.at[i]);
        size_t first = out->n;
        for (uint32_t k = 0; k < m->nmembers; k++) {
            uint32_t c = b->current.class_of[member_at(g, m, k)];
            bool known = c == PROGRAM_NONE;
            for (size_t x = first; x < out->n && !known; x++)
                known = out->at[x].class_index == c;
            if (!known)
                vec_push(out, (SdgPair){c, face->nodes.at[i]});
        }
    }
}

static void
join_memory(SdgBuild *b, uint32_t inst, const Pairs *pairs)
{
    const Sdg *g = b->g;

    for (size_t i = 0; i < pairs->n; i++) {
        const SdgPair *x = &pairs->at[i];
        bool in = memory_at(g, x->node)->kind == MEMORY_FORMAL_IN;
        struct {
            uint32_t kind, of, class_index;
        } key = {in ? MEMORY_ACTUAL_IN : MEMORY_ACTUAL_OUT, inst,
                 x->class_index};
        uint32_t *known = map_find(&b->known, &key, sizeof key);
        if (!known)
            continue; /* nobody asks for it after the call */
        uint32_t actual = g->memory + *known;
        edge(b, in ? actual : x->node, in ? x->node : actual,
             in ? SDG_IN : SDG_OUT, inst);
    }
}

/* The callee's memory that holds its extra arguments, or PROGRAM_NONE. */
static uint32_t
extra_node(const SdgBuild *b, uint32_t callee)
{
    uint32_t o = b->pt->objects.extra[callee];
    const Interface *face = &b->faces[callee];
    const Sdg *g = b->g;

    for (size_t i = 0; o != PROGRAM_NONE && i < face->nodes.n; i++) {
        const SdgMemory *m = memory_at(g, face->nodes.at[i]);
        for (uint32_t k = 0; m->kind == MEMORY_FORMAL_IN && k < m->nmembers;
             k++)
            if (b->pt->solver.location_object.at[member_at(g, m, k)] == o)
                return face->nodes.at[i];
    }
    return PROGRAM_NONE;
}

static void
join_arguments(SdgBuild *b, uint32_t inst, uint32_t callee)
{
    const CodeInst *i = &b->c->insts[inst];
    const CodeFunction *f = &b->c->functions[callee];
    uint32_t nregisters = b->c->n.insts + b->c->n.params;
    uint32_t extra = extra_node(b, callee);

    for (uint32_t k = 0; k + 1 < i->noperands; k++) {
        uint32_t v = b->c->operands[i->operand + k];
        uint32_t to = k < f->nparams ? f->param + k : extra;
        if (to != PROGRAM_NONE) /* a constant comes from the call itself */
            edge(b, v < nregisters && !is_fixed(b->c, v) ? v : inst, to, SDG_IN,
                 inst);
    }
}

/* Called by code we do not see: all it gets comes from its entry. */
static void
open_entry(SdgBuild *b, uint32_t function)
{
    const CodeFunction *f = &b->c->functions[function];
    const Interface *face = &b->faces[function];
    const Sdg *g = b->g;

    for (uint32_t k = 0; k < f->nparams; k++)
        edge(b, g->entry + function, f->param + k, SDG_FLOW, PROGRAM_NONE);
    for (size_t i = 0; i < face->nodes.n; i++) {
        uint32_t node = face->nodes.at[i];
        if (memory_at(g, node)->kind == MEMORY_FORMAL_IN)
            edge(b, g->entry + function, node, SDG_FLOW, PROGRAM_NONE);
        else
            edge(b, node, g->exit + function, SDG_FLOW, PROGRAM_NONE);
    }
}

static void
join_result(SdgBuild *b, uint32_t inst, uint32_t callee)
{
    const CodeFunction *f = &b->c->functions[callee];

    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
        if (b->c->insts[i].op == CODE_RETURN && b->c->insts[i].noperands > 0)
            edge(b, i, inst, SDG_OUT, inst);
}

/* A call of nobody knows what: it may call whatever escaped. */
static void
join_unknown(SdgBuild *b, uint32_t inst)
{
    for (uint32_t f = 0; f < b->c->n.functions; f++) {
        if (!b->outside[f])
            continue;
        edge(b, inst, b->g->entry + f, SDG_CALL, inst);
        edge(b, b->g->exit + f, inst, SDG_OUT, inst);
        join_result(b, inst, f);
    }
}

/* needs: class_of of the caller. `cache`: pairs of callees met before. */
static void
join_call(SdgBuild *b, uint32_t inst, const PointsCall *call, Map *cache,
          Pairs **pairs, uint32_t *npairs)
{
    uint32_t f = call->function;
    uint32_t *known = map_find(cache, &f, sizeof f);

    if (!known) {
        *pairs = mem_resize(*pairs, *npairs + 1, sizeof **pairs);
        (*pairs)[*npairs] = (Pairs){0};
        find_pairs(b, f, &(*pairs)[*npairs]);
        known = map_put(cache, &f, sizeof f, (*npairs)++);
    }
    edge(b, inst, b->g->entry + f, SDG_CALL, inst);
    assert(*known < *npairs);
    join_memory(b, inst, &(*pairs)[*known]);
    join_result(b, inst, f);
    if (call->callback)
        b->outside[f] = true;
    else
        join_arguments(b, inst, f);
}

static void
set_classes(SdgBuild *b, uint32_t function, bool set)
{
    const Interface *face = &b->faces[function];

    for (uint32_t c = 0; c < face->classes.n; c++) {
        const EventClass *row = &face->classes.at[c];
        assert(row->member + row->nmembers <= b->g->members.n);
        for (uint32_t k = row->member; k < row->member + row->nmembers; k++)
            b->current.class_of[b->g->members.at[k]] = set ? c : PROGRAM_NONE;
    }
}

static void
join_calls(SdgBuild *b, uint32_t function)
{
    const CodeFunction *f = &b->c->functions[function];
    const Points *pt = b->pt;
    Map cache = {0};
    Pairs *pairs = NULL;
    uint32_t npairs = 0, end = pt->first_call[f->inst + f->ninsts];

    set_classes(b, function, true);
    for (uint32_t k = pt->first_call[f->inst]; k < end; k++) {
        const PointsCall *call = &pt->calls.at[k];
        if (call->function != PROGRAM_NONE)
            join_call(b, call->inst, call, &cache, &pairs, &npairs);
        else if (!call->model)
            join_unknown(b, call->inst);
    }
    set_classes(b, function, false);
    for (uint32_t i = 0; i < npairs; i++)
        vec_done(&pairs[i]);
    free(pairs);
    map_done(&cache);
}

static void
join_functions(SdgBuild *b)
{
    for (size_t i = 0; i < b->pt->calls.n; i++)
        if (b->pt->calls.at[i].inst == PROGRAM_NONE)
            b->outside[b->pt->calls.at[i].function] = true;
    for (uint32_t f = 0; f < b->c->n.functions; f++)
        join_calls(b, f);
    for (uint32_t f = 0; f < b->c->n.functions; f++)
        if (b->outside[f])
            open_entry(b, f);
}

/* ---- the graph ---- */

static int
by_end(const void *x, const void *y)
{
    const SdgEdge *a = x, *b = y;

    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->site < b->site ? -1 : a->site > b->site;
}

/* Sort (by target at once, then the edges of each), drop repetitions, index. */
static void
arrange(Sdg *g)
{
    size_t n = g->edges.n, kept = 0;
    SdgEdge *sorted = mem_alloc((n + 1) * sizeof *sorted);

    g->nnodes = g->memory + (uint32_t)g->memories.n;
    g->first = mem_zalloc(g->nnodes + 2, sizeof *g->first);
    for (size_t i = 0; i < n; i++)
        g->first[g->edges.at[i].to + 2]++;
    for (uint32_t i = 0; i < g->nnodes; i++)
        g->first[i + 2] += g->first[i + 1];
    for (size_t i = 0; i < n; i++)
        sorted[g->first[g->edges.at[i].to + 1]++] = g->edges.at[i];
    for (uint32_t t = 0; t < g->nnodes; t++) {
        size_t from = g->first[t], end = g->first[t + 1];
        if (end - from > 1)
            qsort(&sorted[from], end - from, sizeof *sorted, by_end);
        g->first[t] = (uint32_t)kept;
        for (size_t i = from; i < end; i++)
            if (i == from || by_end(&sorted[i - 1], &sorted[i]) != 0)
                g->edges.at[kept++] = sorted[i];
    }
    g->first[g->nnodes] = (uint32_t)kept;
    g->edges.n = kept;
    free(sorted);
}

static void
build_done(SdgBuild *b)
{
    for (uint32_t f = 0; f < b->c->n.functions; f++) {
        vec_done(&b->faces[f].classes);
        vec_done(&b->faces[f].nodes);
    }
    free(b->faces), free(b->last), free(b->current.class_of), free(b->outside);
    for (int i = 0; i < 2; i++)
        free(b->current.node[i]), free(b->current.mark[i]);
    map_done(&b->known);
}

void
sdg_build(const Effects *e, const Control *c, bool summary, Sdg *out)
{
    const Points *pt = e->points;
    SdgBuild b = {.e = e,
                  .control = c,
                  .pt = pt,
                  .c = pt->code,
                  .p = pt->program,
                  .summary = summary,
                  .g = out};
    size_t nlocations = pt->solver.location_object.n + 1;

    *out = (Sdg){.program = pt->program, .code = pt->code};
    out->entry = b.c->n.insts + b.c->n.params;
    out->exit = out->entry + b.c->n.functions;
    out->memory = out->exit + b.c->n.functions;
    b.faces = mem_zalloc(b.c->n.functions + 1, sizeof *b.faces);
    b.outside = mem_zalloc(b.c->n.functions + 1, 1);
    for (int i = 0; i < 2; i++) {
        b.current.node[i] =
            mem_zalloc(b.c->n.insts + 1, sizeof *b.current.node[i]);
        b.current.mark[i] =
            mem_zalloc(b.c->n.insts + 1, sizeof *b.current.mark[i]);
    }
    b.last = mem_zalloc(b.p->n.blocks + 1, sizeof *b.last);
    for (uint32_t i = 0; i < b.c->n.insts; i++)
        b.last[b.c->insts[i].block] = i;
    b.current.class_of = mem_alloc(nlocations * sizeof *b.current.class_of);
    memset(b.current.class_of, 0xff, nlocations * sizeof *b.current.class_of);
    add_functions(&b);
    join_functions(&b);
    build_done(&b);
    arrange(out);
}

void
sdg_done(Sdg *g)
{
    vec_done(&g->memories);
    vec_done(&g->members);
    vec_done(&g->edges);
    vec_done(&g->carried);
    free(g->first);
    *g = (Sdg){0};
}

static bool
fits(const Sdg *g, const SdgEdge *e)
{
    bool entry = e->to >= g->entry && e->to < g->exit;

    if (e->kind == SDG_CALL)
        return e->from < g->code->n.insts && entry;
    if (e->kind == SDG_CONTROL || e->kind == SDG_SUMMARY)
        return e->to < g->code->n.insts;
    return !entry;
}

bool
sdg_check(const Sdg *g, Diag *d)
{
    for (size_t i = 0; i < g->edges.n; i++) {
        const SdgEdge *e = &g->edges.at[i];
        bool between =
            e->kind == SDG_CALL || e->kind == SDG_IN || e->kind == SDG_OUT;
        if (e->from >= g->nnodes || e->to >= g->nnodes || e->kind >= SDG_KINDS)
            return diag_fail(d, "edge %zu: ends out of range", i);
        if (!fits(g, e) || between != (e->site != PROGRAM_NONE))
            return diag_fail(d, "edge %zu: its kind does not fit its ends", i);
        if (i && by_end(e - 1, e) >= 0)
            return diag_fail(d, "edge %zu: out of order", i);
    }
    for (size_t i = 0; i < g->memories.n; i++)
        if (g->memories.at[i].nmembers == 0 ||
            g->memories.at[i].member + g->memories.at[i].nmembers >
                g->members.n)
            return diag_fail(d, "memory %zu: no locations", i);
    return true;
}
