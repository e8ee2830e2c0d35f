/* effects.c - which locations an instruction may read and write.
 *
 * Summaries are per component of the call graph, callees first. A function's
 * own variables are no business of its callers unless it is recursive. */
#include "program/effects.h"

#include "program/scc.h"

#include <string.h>

static uint32_t
argument(const Points *pt, uint32_t inst, uint32_t k)
{
    const CodeInst *i = &pt->code->insts[inst];

    return k + 1 < i->noperands ? pt->code->operands[i->operand + k]
                                : CODE_NONE;
}

static void
touch_arguments(const Points *pt, uint32_t inst, unsigned mask, int rest,
                PSet *out)
{
    const CodeInst *i = &pt->code->insts[inst];

    for (uint32_t k = 0; k + 1 < i->noperands; k++)
        if ((k < MODEL_ARGS && (mask >> k & 1)) ||
            (rest >= 0 && (int)k >= rest))
            points_touch(pt, argument(pt, inst, k), i->size, out);
}

static void
effects_of_model(const Points *pt, uint32_t inst, const Model *m, PSet *reads,
                 PSet *writes)
{
    touch_arguments(pt, inst, m->arguments.reads, m->arguments.reads_rest,
                    reads);
    touch_arguments(pt, inst, m->arguments.writes, m->arguments.writes_rest,
                    writes);
    if (m->deep != MODEL_NONE)
        points_reach(pt, argument(pt, inst, (uint32_t)m->deep), reads);
    if (m->result.kind == RETURNS_HEAP &&
        pt->objects.of[inst] != PROGRAM_NONE) {
        const PointsObject *o = &pt->solver.objects.at[pt->objects.of[inst]];
        for (uint32_t k = 0; k < o->nlocations; k++)
            pset_add(writes, inclusion_canonical(&pt->solver, o->location + k));
    }
    if (m->in) {
        uint32_t state = pt->solver.objects.at[pt->objects.state].location;
        pset_add(reads, state);
        pset_add(writes, state);
    }
}

static void
effects_of_call(const Effects *e, uint32_t inst, PSet *reads, PSet *writes)
{
    const Points *pt = e->points;

    for (uint32_t k = pt->first_call[inst]; k < pt->first_call[inst + 1]; k++) {
        const PointsCall *call = &pt->calls.at[k];
        if (call->function != PROGRAM_NONE) {
            pset_or(reads, &e->reads[e->component[call->function]]);
            pset_or(writes, &e->writes[e->component[call->function]]);
        } else if (call->model) {
            effects_of_model(pt, inst, call->model, reads, writes);
        } else {
            pset_or(reads, &e->escaped);
            pset_or(writes, &e->escaped);
        }
    }
}

void
effects_of(const Effects *e, uint32_t inst, PSet *reads, PSet *writes)
{
    const Points *pt = e->points;
    const CodeInst *i = &pt->code->insts[inst];
    const uint32_t *operands = &pt->code->operands[i->operand];

    switch ((int)i->op) {
    case CODE_LOAD:
        points_touch(pt, operands[0], i->size, reads);
        break;
    case CODE_STORE:
        points_touch(pt, operands[1], i->size, writes);
        break;
    case CODE_ATOMIC:
        points_touch(pt, operands[0], i->size, reads);
        points_touch(pt, operands[0], i->size, writes);
        break;
    case CODE_ASM:
        for (uint32_t k = 0; k < i->noperands; k++)
            points_reach(pt, operands[k], reads);
        pset_or(writes, reads);
        break;
    case CODE_CALL:
        effects_of_call(e, inst, reads, writes);
        break;
    default:
        break;
    }
}

/* Is there just one variable that this object can be, seen from `function`?
 * `direct`: the address is the variable's own, no pointer's. */
static bool
is_single(const Effects *e, const PointsObject *o, uint32_t function,
          bool direct)
{
    const Points *pt = e->points;

    if (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_STATE)
        return true;
    if (o->kind != OBJECT_LOCAL)
        return false;
    uint32_t owner = code_function_of(pt->code, pt->program, o->of);
    return (owner == function && direct) || !e->recursive[owner];
}

static bool
is_direct(const Code *c, uint32_t address)
{
    while (address < c->n.insts && c->insts[address].op == CODE_ADDRESS &&
           c->insts[address].step == 0)
        address = c->operands[c->insts[address].operand];
    return address >= c->n.insts + c->n.params ||
           (address < c->n.insts && c->insts[address].op == CODE_ALLOCA);
}

static uint32_t
killed_address(const Points *pt, uint32_t inst)
{
    const CodeInst *i = &pt->code->insts[inst];

    if (i->op == CODE_STORE)
        return pt->code->operands[i->operand + 1];
    if (i->op != CODE_CALL || i->size == CODE_UNKNOWN ||
        pt->first_call[inst + 1] - pt->first_call[inst] != 1)
        return CODE_NONE;
    const Model *m = pt->calls.at[pt->first_call[inst]].model;
    return m && m->arguments.writes == 1 ? argument(pt, inst, 0) : CODE_NONE;
}

void
effects_kills(const Effects *e, uint32_t inst, PSet *kills)
{
    const Points *pt = e->points;
    const Inclusion *s = &pt->solver;
    const CodeInst *i = &pt->code->insts[inst];
    uint32_t address = killed_address(pt, inst);
    const PSet *at = points_of(pt, address);
    PNext first = {0};

    if (!at || pset_count(at) != 1 || !pset_next(at, &first))
        return;
    const PointsObject *o = &s->objects.at[s->location_object.at[first.member]];
    if (o->collapsed || o->stride ||
        !is_single(e, o, code_function_of(pt->code, pt->program, inst),
                   is_direct(pt->code, address)))
        return;
    const CodeLayout *l = &pt->code->layouts[o->layout];
    const CodeSlot *slots = &pt->code->slots[l->slot];
    uint32_t k = first.member - o->location;
    uint64_t end = slots[k].offset + i->size;
    for (; k < l->nslots && slots[k].offset < end; k++)
        if (slots[k].end <= end && !(slots[k].many && i->op == CODE_STORE))
            pset_add(kills, o->location + k);
}

uint32_t
effects_callee(const Effects *e, uint32_t inst)
{
    const Points *pt = e->points;
    uint32_t k = pt->first_call[inst];

    return pt->first_call[inst + 1] - k == 1 ? pt->calls.at[k].function
                                             : PROGRAM_NONE;
}

bool
effects_twice(const Effects *e, uint32_t inst)
{
    const Points *pt = e->points;

    for (uint32_t k = pt->first_call[inst]; k < pt->first_call[inst + 1]; k++)
        if (pt->calls.at[k].model && pt->calls.at[k].model->twice)
            return true;
    return false;
}

/* ---- summaries ---- */

typedef struct CallGraph CallGraph;
struct CallGraph {
    uint32_t *first, ncomponents;
    VEC(uint32_t) to;
};

/* Functions that code outside may call are called by whoever calls it. */
static void
add_outside_calls(const Points *pt, CallGraph *g)
{
    for (size_t i = 0; i < pt->calls.n; i++)
        if (pt->calls.at[i].inst == PROGRAM_NONE)
            vec_push(&g->to, pt->calls.at[i].function);
}

static void
call_graph(const Points *pt, uint32_t *component, CallGraph *g)
{
    const Code *c = pt->code;

    *g = (CallGraph){0};
    g->first = mem_zalloc(c->n.functions + 1, sizeof *g->first);
    for (uint32_t f = 0; f < c->n.functions; f++) {
        const CodeFunction *row = &c->functions[f];
        bool unknown = false;
        uint32_t end = pt->first_call[row->inst + row->ninsts];
        for (uint32_t k = pt->first_call[row->inst]; k < end; k++) {
            if (pt->calls.at[k].function != PROGRAM_NONE)
                vec_push(&g->to, pt->calls.at[k].function);
            unknown |= pt->calls.at[k].function == PROGRAM_NONE &&
                       !pt->calls.at[k].model;
        }
        if (unknown)
            add_outside_calls(pt, g);
        g->first[f + 1] = (uint32_t)g->to.n;
    }
    g->ncomponents = scc_find(c->n.functions, g->first, g->to.at, component);
}

static void
find_recursive(Effects *e, const CallGraph *g)
{
    uint32_t n = e->points->code->n.functions;
    uint32_t *members = mem_zalloc(g->ncomponents + 1, sizeof *members);

    for (uint32_t f = 0; f < n; f++)
        members[e->component[f]]++;
    for (uint32_t f = 0; f < n; f++) {
        e->recursive[f] = members[e->component[f]] > 1;
        for (uint32_t k = g->first[f]; k < g->first[f + 1]; k++)
            e->recursive[f] |= g->to.at[k] == f;
    }
    free(members);
}

static void
hide_locals(const Effects *e, uint32_t function, PSet *set)
{
    const Points *pt = e->points;
    const CodeFunction *f = &pt->code->functions[function];

    if (e->recursive[function])
        return;
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++) {
        if (pt->code->insts[i].op != CODE_ALLOCA)
            continue;
        const PointsObject *o = &pt->solver.objects.at[pt->objects.of[i]];
        for (uint32_t k = 0; k < o->nlocations; k++)
            pset_remove(set, o->location + k);
    }
}

/* Functions that may call each other have the same effects: those of all their
 * instructions, and of what these call elsewhere. */
static void
summarize(Effects *e, const uint32_t *members, uint32_t n)
{
    const Code *c = e->points->code;
    uint32_t component = e->component[members[0]];
    PSet reads = {0}, writes = {0};

    for (uint32_t k = 0; k < n; k++) {
        const CodeFunction *f = &c->functions[members[k]];
        for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
            effects_of(e, i, &reads, &writes);
        hide_locals(e, members[k], &reads);
        hide_locals(e, members[k], &writes);
    }
    pset_done(&e->reads[component]), pset_done(&e->writes[component]);
    e->reads[component] = reads;
    e->writes[component] = writes;
}

/* Members of each component, callees first. */
static void
close_all(Effects *e, const CallGraph *g)
{
    uint32_t n = e->points->code->n.functions;
    uint32_t *first = mem_zalloc(g->ncomponents + 2, sizeof *first);
    uint32_t *order = mem_zalloc(n + 1, sizeof *order);

    for (uint32_t f = 0; f < n; f++)
        first[e->component[f] + 2]++;
    for (uint32_t i = 0; i < g->ncomponents; i++)
        first[i + 2] += first[i + 1];
    for (uint32_t f = 0; f < n; f++)
        order[first[e->component[f] + 1]++] = f;
    for (uint32_t i = 0; i < g->ncomponents; i++)
        summarize(e, &order[first[i]], first[i + 1] - first[i]);
    free(first), free(order);
}

/* Unknown functions touch what escaped, and what the functions do that they may
 * call back; did that grow? */
static bool
escape_more(Effects *e)
{
    const Points *pt = e->points;
    bool grew = false;

    for (size_t i = 0; i < pt->calls.n; i++) {
        if (pt->calls.at[i].inst != PROGRAM_NONE)
            continue;
        uint32_t component = e->component[pt->calls.at[i].function];
        grew |= pset_or(&e->escaped, &e->reads[component]);
        grew |= pset_or(&e->escaped, &e->writes[component]);
    }
    return grew;
}

static void
find_escaped(Effects *e)
{
    const Points *pt = e->points;
    uint32_t location = pt->solver.objects.at[pt->objects.outside].location;

    pset_add(&e->escaped, location);
    points_reach(pt, pt->solver.location_node.at[location], &e->escaped);
}

void
effects_build(const Points *pt, Effects *out)
{
    uint32_t n = pt->code->n.functions;
    CallGraph g;

    *out = (Effects){.points = pt};
    out->component = mem_zalloc(n + 1, sizeof *out->component);
    out->recursive = mem_zalloc(n + 1, 1);
    call_graph(pt, out->component, &g);
    out->ncomponents = g.ncomponents;
    out->reads = mem_zalloc(g.ncomponents + 1, sizeof *out->reads);
    out->writes = mem_zalloc(g.ncomponents + 1, sizeof *out->writes);
    find_recursive(out, &g);
    find_escaped(out);
    do
        close_all(out, &g);
    while (escape_more(out));
    free(g.first);
    vec_done(&g.to);
}

void
effects_done(Effects *e)
{
    for (uint32_t i = 0; i < e->ncomponents; i++)
        pset_done(&e->reads[i]), pset_done(&e->writes[i]);
    free(e->reads), free(e->writes), free(e->recursive), free(e->component);
    pset_done(&e->escaped);
    *e = (Effects){0};
}
