/* bind.c - where addresses may point: calls, and what libc does with them. */
#include "program/points_build.h"

#include "program/layout.h"

#include <string.h>

enum { HUBS = 64 }; /* words of a copied struct that are told apart */

static uint32_t
heap_of(Points *pt, uint32_t inst)
{
    if (pt->objects.of[inst] == PROGRAM_NONE)
        pt->objects.of[inst] =
            inclusion_object(&pt->solver, OBJECT_HEAP, inst, LAYOUT_HEAP);
    return first_location(pt, pt->objects.of[inst]);
}

static void
bind_extra(Points *pt, uint32_t function, uint32_t value)
{
    uint32_t o = pt->objects.extra[function];

    if (o != PROGRAM_NONE)
        inclusion_copy(&pt->solver, value,
                       inclusion_content(&pt->solver, first_location(pt, o)));
}

/* A call from outside, or of a callback: arguments are nodes, the last one
 * stands for all behind it. */
static void
bind_from(Points *pt, uint32_t inst, uint32_t symbol, const uint32_t *args,
          uint32_t n)
{
    uint32_t function = pt->code->symbols[symbol].function;

    if (function == PROGRAM_NONE)
        return;
    const CodeFunction *f = &pt->code->functions[function];
    for (uint32_t k = 0; k < f->nparams && n > 0; k++)
        inclusion_copy(&pt->solver, args[k < n ? k : n - 1], f->param + k);
    vec_push(&pt->calls, (PointsCall){.inst = inst,
                                      .function = function,
                                      .symbol = symbol,
                                      .callback = true});
}

static void
bind_defined(Points *pt, uint32_t inst, uint32_t symbol)
{
    const CodeInst *i = &pt->code->insts[inst];
    uint32_t function = pt->code->symbols[symbol].function;
    const CodeFunction *f = &pt->code->functions[function];

    for (uint32_t k = 0; k + 1 < i->noperands; k++) {
        uint32_t value = operand(pt, i, k);
        if (value == CODE_NONE)
            continue;
        if (k < f->nparams)
            inclusion_copy(&pt->solver, value, f->param + k);
        else
            bind_extra(pt, function, value);
    }
    inclusion_copy(&pt->solver, pt->returns + function, inst);
    vec_push(
        &pt->calls,
        (PointsCall){.inst = inst, .function = function, .symbol = symbol});
}

void
bind_unknown(Points *pt, uint32_t inst)
{
    const CodeInst *i = &pt->code->insts[inst];

    for (uint32_t k = 0; k + 1 < i->noperands; k++)
        if (operand(pt, i, k) != CODE_NONE)
            inclusion_copy(&pt->solver, operand(pt, i, k), outside_node(pt));
    inclusion_copy(&pt->solver, outside_node(pt), inst);
    vec_push(&pt->calls, (PointsCall){.inst = inst,
                                      .function = PROGRAM_NONE,
                                      .symbol = PROGRAM_NONE});
}

/* What one argument points to is copied to what another one does. */
static void
bind_move(Points *pt, uint32_t to, uint32_t from, uint64_t size)
{
    uint32_t hubs = size <= (uint64_t)HUBS * 8 ? (uint32_t)(size + 7) / 8 : 1;
    Inclusion *s = &pt->solver;

    if (to == CODE_NONE || from == CODE_NONE || hubs == 0)
        return;
    uint32_t hub = inclusion_node(s);
    for (uint32_t k = 1; k < hubs; k++)
        inclusion_node(s);
    inclusion_load(s, from, hub, hubs, size);
    inclusion_store(s, to, hub, hubs, size);
}

/* A node that holds the address of this location and nothing else. */
static uint32_t
address_node(Points *pt, uint32_t location)
{
    uint32_t n = inclusion_node(&pt->solver);

    inclusion_points(&pt->solver, n, location);
    return n;
}

static void
bind_result(Points *pt, uint32_t inst, const Model *m)
{
    Inclusion *s = &pt->solver;
    const CodeInst *i = &pt->code->insts[inst];
    uint32_t given =
        m->result.argument >= 0 && m->result.argument + 1 < (int)i->noperands
            ? operand(pt, i, (uint32_t)m->result.argument)
            : CODE_NONE;

    if (m->result.kind == RETURNS_HEAP)
        inclusion_points(s, inst, heap_of(pt, inst));
    if (m->result.kind == RETURNS_OUTSIDE) {
        inclusion_points(s, inst, first_location(pt, pt->objects.outside));
        inclusion_copy(s, outside_node(pt), inst);
    }
    if (given != CODE_NONE)
        inclusion_address(s, given, inst, 0, m->result.kind == RETURNS_WITHIN);
}

static void
bind_store(Points *pt, uint32_t inst, const Model *m)
{
    Inclusion *s = &pt->solver;
    const CodeInst *i = &pt->code->insts[inst];
    uint32_t to = operand(pt, i, (uint32_t)m->store.to),
             what = inclusion_node(s);

    if (m->store.what == MODEL_ARGS)
        inclusion_points(s, what, heap_of(pt, inst));
    else if (operand(pt, i, (uint32_t)m->store.what) != CODE_NONE)
        inclusion_address(s, operand(pt, i, (uint32_t)m->store.what), what, 0,
                          1);
    if (to != CODE_NONE)
        inclusion_store(s, to, what, 1, 8);
}

static void
bind_callback(Points *pt, uint32_t inst, const Model *m)
{
    const CodeInst *i = &pt->code->insts[inst];
    uint32_t callee = operand(pt, i, (uint32_t)m->back.function);

    pt->sites->model[inst] = m;
    if (callee != CODE_NONE)
        inclusion_call(&pt->solver, callee, inst + pt->code->n.insts);
}

static void
bind_model(Points *pt, uint32_t inst, const Model *m)
{
    const CodeInst *i = &pt->code->insts[inst];

    bind_result(pt, inst, m);
    if (m->copy.to != MODEL_NONE && m->copy.from + 1 < (int)i->noperands)
        bind_move(pt,
                  m->copy.to == MODEL_ARGS
                      ? address_node(pt, heap_of(pt, inst))
                      : operand(pt, i, (uint32_t)m->copy.to),
                  operand(pt, i, (uint32_t)m->copy.from), i->size);
    if (m->store.to != MODEL_NONE && m->store.to + 1 < (int)i->noperands)
        bind_store(pt, inst, m);
    for (uint32_t k = 0; k < MODEL_ARGS && k + 1 < i->noperands; k++)
        if ((m->keeps >> k & 1) && operand(pt, i, k) != CODE_NONE)
            inclusion_copy(&pt->solver, operand(pt, i, k), outside_node(pt));
    if (m->back.function != MODEL_NONE &&
        m->back.function + 1 < (int)i->noperands)
        bind_callback(pt, inst, m);
}

/* va_start(ap): what ap points to gets the extra arguments' address. */
static void
bind_va_start(Points *pt, uint32_t inst)
{
    uint32_t f = code_function_of(pt->code, pt->program, inst);
    uint32_t ap = operand(pt, &pt->code->insts[inst], 0);

    if (pt->objects.extra[f] != PROGRAM_NONE && ap != CODE_NONE)
        inclusion_store(
            &pt->solver, ap,
            address_node(pt, first_location(pt, pt->objects.extra[f])), 1,
            CODE_UNKNOWN);
}

/* The function a callback parameter was found to be. */
static void
on_callback(Points *pt, uint32_t inst, uint32_t symbol)
{
    const CodeInst *i = &pt->code->insts[inst];
    const Model *m = pt->sites->model[inst];
    uint32_t args[sizeof m->back.args], n = 0;

    for (int a = 0; a < m->back.n; a++) {
        uint32_t v = operand(pt, i, (uint32_t)m->back.args[a]);
        args[n++] = v == CODE_NONE ? inclusion_node(&pt->solver) : v;
    }
    bind_from(pt, inst, symbol, args, n);
}

static void
on_declared(Points *pt, uint32_t inst, uint32_t symbol)
{
    const char *name = pt->code->symbols[symbol].name;
    const Model *m = models_find(&pt->models, name);

    if (!m) {
        bind_unknown(pt, inst);
        return;
    }
    vec_push(&pt->calls, (PointsCall){.inst = inst,
                                      .function = PROGRAM_NONE,
                                      .symbol = symbol,
                                      .model = m});
    if (strncmp(name, "llvm.va_start", 13) == 0)
        bind_va_start(pt, inst);
    bind_model(pt, inst, m);
}

/* An address from outside is called: nobody knows what. */
static void
on_outside(Points *pt, uint32_t call)
{
    if (call < pt->code->n.insts)
        bind_unknown(pt, call);
}

void
bind_call(void *points, uint32_t call, uint32_t object)
{
    Points *pt = points;
    uint32_t symbol = pt->solver.objects.at[object].of, outside;
    uint64_t key = (uint64_t)call << 32 | object;
    size_t before = pt->sites->bound.n;

    map_put(&pt->sites->bound, &key, sizeof key, 0);
    if (pt->sites->bound.n == before)
        return;
    if (object == pt->objects.outside) {
        on_outside(pt, call);
    } else if (call == PROGRAM_NONE) {
        outside = outside_node(pt);
        bind_from(pt, PROGRAM_NONE, symbol, &outside, 1);
        if (pt->code->symbols[symbol].function != PROGRAM_NONE)
            inclusion_copy(&pt->solver,
                           pt->returns + pt->code->symbols[symbol].function,
                           outside);
    } else if (call >= pt->code->n.insts) {
        on_callback(pt, call - pt->code->n.insts, symbol);
    } else if (pt->code->symbols[symbol].function != PROGRAM_NONE) {
        bind_defined(pt, call, symbol);
    } else {
        on_declared(pt, call, symbol);
    }
}
