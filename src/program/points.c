/* points.c - where addresses may point: constraints of a program. */
#include "program/points.h"

#include "program/layout.h"
#include "program/points_build.h"

#include <string.h>

/* ---- integers that become addresses ---- */

typedef VEC(uint32_t) Stack;

static void
forge(PointsSites *s, Stack *stack, uint32_t value, uint32_t ninsts)
{
    if (value == CODE_NONE || value >= ninsts) {
        s->forged_widely |= value != CODE_NONE;
    } else if (!s->forged[value]) {
        s->forged[value] = 1;
        vec_push(stack, value);
    }
}

static void
forge_stores(const Points *pt, PointsSites *s, Stack *stack, uint32_t load)
{
    const Code *c = pt->code;
    uint32_t address = c->operands[c->insts[load].operand];
    const CodeFunction *f =
        &c->functions[code_function_of(c, pt->program, load)];

    if (address >= c->n.insts || c->insts[address].op != CODE_ALLOCA) {
        s->forged_widely = true;
        return;
    }
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
        if (c->insts[i].op == CODE_STORE &&
            c->operands[c->insts[i].operand + 1] == address)
            forge(s, stack, c->operands[c->insts[i].operand], c->n.insts);
}

/* fills: forged. Arithmetic on 64-bit integers matters only where its result
 * becomes an address; everything else would drag objects together. */
static void
find_forged(Points *pt, PointsSites *s)
{
    const Code *c = pt->code;
    Stack stack = {0};

    s->forged = mem_zalloc(c->n.insts + 1, 1);
    for (uint32_t i = 0; i < c->n.insts; i++)
        if (c->insts[i].op == CODE_FORGE)
            forge(s, &stack, i, c->n.insts);
    while (stack.n > 0) {
        uint32_t i = vec_pop(&stack);
        const CodeInst *inst = &c->insts[i];
        if (inst->op == CODE_LOAD)
            forge_stores(pt, s, &stack, i);
        else if (inst->op == CODE_CALL)
            s->forged_widely = true;
        else if (inst->op == CODE_COPY || inst->op == CODE_PHI ||
                 inst->op == CODE_FORGE || inst->op == CODE_MIX)
            for (uint32_t k = 0; k < inst->noperands; k++) {
                uint32_t v = c->operands[inst->operand + k];
                if (v < c->n.insts + c->n.params) /* a symbol is no integer */
                    forge(s, &stack, v, c->n.insts);
            }
    }
    vec_done(&stack);
}

/* ---- instructions ---- */

static void
copy_operands(Points *pt, uint32_t inst, uint32_t step)
{
    const CodeInst *i = &pt->code->insts[inst];

    for (uint32_t k = 0; k < i->noperands; k++)
        if (operand(pt, i, k) != CODE_NONE)
            inclusion_address(&pt->solver, operand(pt, i, k), inst, 0, step);
}

static void
constrain_memory(Points *pt, const CodeInst *i, uint32_t inst)
{
    Inclusion *s = &pt->solver;
    uint32_t value, address;

    switch ((int)i->op) {
    case CODE_LOAD:
        address = operand(pt, i, 0);
        if (i->wide && address != CODE_NONE)
            inclusion_load(s, address, inst, 1, i->size);
        break;
    case CODE_STORE:
        value = operand(pt, i, 0), address = operand(pt, i, 1);
        if (i->wide && value != CODE_NONE && address != CODE_NONE)
            inclusion_store(s, address, value, 1, i->size);
        break;
    case CODE_ATOMIC:
        address = operand(pt, i, 0);
        if (address == CODE_NONE)
            break;
        inclusion_load(s, address, inst, 1, i->size);
        for (uint32_t k = 1; k < i->noperands; k++)
            if (operand(pt, i, k) != CODE_NONE)
                inclusion_store(s, address, operand(pt, i, k), 1, i->size);
        break;
    default: /* CODE_ASM: as an unknown function */
        for (uint32_t k = 0; k < i->noperands; k++)
            if (operand(pt, i, k) != CODE_NONE)
                inclusion_copy(s, operand(pt, i, k), outside_node(pt));
        inclusion_copy(s, outside_node(pt), inst);
    }
}

static void
constrain_return(Points *pt, const CodeInst *i, uint32_t function)
{
    if (i->noperands > 0)
        inclusion_copy(&pt->solver, operand(pt, i, 0), pt->returns + function);
}

static void
constrain(Points *pt, uint32_t inst)
{
    const CodeInst *i = &pt->code->insts[inst];
    const PointsSites *sites = pt->sites;
    Inclusion *s = &pt->solver;

    switch ((CodeOp)i->op) {
    case CODE_ALLOCA:
        pt->objects.of[inst] =
            inclusion_object(s, OBJECT_LOCAL, inst, i->layout);
        inclusion_points(s, inst, first_location(pt, pt->objects.of[inst]));
        break;
    case CODE_LOAD:
    case CODE_STORE:
    case CODE_ATOMIC:
    case CODE_ASM:
        constrain_memory(pt, i, inst);
        break;
    case CODE_ADDRESS:
        if (operand(pt, i, 0) != CODE_NONE)
            inclusion_address(s, operand(pt, i, 0), inst, i->offset, i->step);
        break;
    case CODE_COPY:
    case CODE_PHI:
    case CODE_FORGE:
        if (i->wide)
            copy_operands(pt, inst, 0);
        break;
    case CODE_MIX:
        if (sites->forged[inst] || sites->forged_widely)
            copy_operands(pt, inst, 1);
        break;
    case CODE_CALL:
        if (code_callee(pt->code, i) != CODE_NONE)
            inclusion_call(s, code_callee(pt->code, i), inst);
        else
            bind_unknown(pt, inst);
        break;
    case CODE_RETURN:
        constrain_return(pt, i, code_function_of(pt->code, pt->program, inst));
        break;
    case CODE_BRANCH:
    case CODE_OTHER:
        break;
    }
}

/* ---- the program ---- */

static void
add_symbols(Points *pt)
{
    const Code *c = pt->code;
    Inclusion *s = &pt->solver;

    for (uint32_t i = 0; i < c->n.symbols; i++) {
        const CodeSymbol *row = &c->symbols[i];
        uint32_t o = pt->objects.outside;
        if (row->layout == CODE_NONE)
            o = inclusion_object(s, OBJECT_FUNCTION, i, LAYOUT_BLOB);
        else if (!row->declared)
            o = inclusion_object(s, OBJECT_GLOBAL, i, row->layout);
        pt->objects.of_symbol[i] = o;
        inclusion_points(s, code_symbol_value(c, i), first_location(pt, o));
    }
    for (uint32_t i = 0; i < c->n.places; i++)
        inclusion_address(s, c->places[i].symbol,
                          c->n.insts + c->n.params + c->n.symbols + i,
                          c->places[i].offset, c->places[i].step);
    for (uint32_t i = 0; i < c->n.inits; i++) {
        uint32_t at = inclusion_node(s);
        inclusion_address(s, c->inits[i].symbol, at, c->inits[i].offset, 0);
        inclusion_store(s, at, c->inits[i].value, 1, 8);
    }
}

static void
add_functions(Points *pt)
{
    const Code *c = pt->code;
    uint32_t argv = inclusion_object(&pt->solver, OBJECT_ARGV, 0, LAYOUT_BLOB);
    uint32_t location = first_location(pt, argv);

    inclusion_points(&pt->solver, inclusion_content(&pt->solver, location),
                     location);
    for (uint32_t i = 0; i < c->n.functions; i++) {
        const CodeFunction *f = &c->functions[i];
        const CodeSymbol *symbol = code_symbol(c, f->symbol);
        pt->objects.extra[i] =
            f->variadic
                ? inclusion_object(&pt->solver, OBJECT_EXTRA, i, LAYOUT_BLOB)
                : PROGRAM_NONE;
        if (strcmp(symbol->name, "main") == 0)
            for (uint32_t k = 1; k < f->nparams; k++)
                inclusion_points(&pt->solver, f->param + k, location);
    }
}

static void
add_outside(Points *pt)
{
    Inclusion *s = &pt->solver;

    pt->objects.outside = inclusion_object(s, OBJECT_OUTSIDE, 0, LAYOUT_BLOB);
    pt->objects.state = inclusion_object(s, OBJECT_STATE, 0, LAYOUT_BLOB);
    uint32_t node = outside_node(pt);
    inclusion_points(s, node, first_location(pt, pt->objects.outside));
    inclusion_escape(s, node);
    inclusion_call(s, node, PROGRAM_NONE);
}

static int
by_inst(const void *x, const void *y)
{
    const PointsCall *a = x, *b = y;

    if (a->inst != b->inst)
        return a->inst < b->inst ? -1 : 1;
    return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

/* needs: the solved system. fills: calls in order, sets made canonical. */
static void
finish(Points *pt)
{
    uint32_t n = pt->code->n.insts;
    Inclusion *s = &pt->solver;

    if (pt->calls.n)
        qsort(pt->calls.at, pt->calls.n, sizeof *pt->calls.at, by_inst);
    for (size_t i = 0; i < pt->calls.n; i++)
        if (pt->calls.at[i].inst != PROGRAM_NONE)
            pt->first_call[pt->calls.at[i].inst + 1]++;
    for (uint32_t i = 0; i < n; i++)
        pt->first_call[i + 1] += pt->first_call[i];
    for (size_t i = 0; i < s->nodes.n; i++) {
        PSet canonical = {0};
        for (PNext k = {0}; pset_next(&s->nodes.at[i].points, &k);)
            pset_add(&canonical, inclusion_canonical(s, k.member));
        pset_done(&s->nodes.at[i].points);
        s->nodes.at[i].points = canonical;
        pset_done(&s->nodes.at[i].news), pset_done(&s->nodes.at[i].work);
        pset_done(&s->nodes.at[i].succ);
        inclusion_find(s, (uint32_t)i);
    }
}

static uint32_t *
none_array(uint32_t n)
{
    uint32_t *at = mem_alloc((n + 1) * sizeof *at);

    memset(at, 0xff, (n + 1) * sizeof *at);
    return at;
}

void
points_build(const Program *p, const Code *c, Points *out)
{
    PointsSites sites = {0};

    *out = (Points){.code = c, .program = p, .sites = &sites};
    models_init(&out->models);
    inclusion_init(&out->solver, c);
    out->solver.bind = bind_call;
    out->solver.context = out;
    out->objects.of = none_array(c->n.insts);
    out->objects.of_symbol = none_array(c->n.symbols);
    out->objects.extra = none_array(c->n.functions);
    out->first_call = mem_zalloc(c->n.insts + 1, sizeof *out->first_call);
    for (uint32_t i = 0; i < code_nvalues(c); i++)
        inclusion_node(&out->solver);
    out->returns = (uint32_t)out->solver.nodes.n;
    for (uint32_t i = 0; i < c->n.functions; i++)
        inclusion_node(&out->solver);
    sites.model = mem_zalloc(c->n.insts + 1, sizeof *sites.model);
    find_forged(out, &sites);
    add_outside(out);
    add_symbols(out);
    add_functions(out);
    for (uint32_t i = 0; i < c->n.insts; i++)
        constrain(out, i);
    inclusion_run(&out->solver);
    finish(out);
    out->sites = NULL;
    map_done(&sites.bound);
    free(sites.forged), free(sites.model);
}

void
points_done(Points *pt)
{
    inclusion_done(&pt->solver);
    models_done(&pt->models);
    vec_done(&pt->calls);
    free(pt->first_call), free(pt->objects.of), free(pt->objects.of_symbol);
    free(pt->objects.extra);
    *pt = (Points){0};
}
