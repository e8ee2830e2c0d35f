/* code.c - the program's instructions: access and check. */
#include "program/code.h"

void
code_done(Code *c)
{
    arena_done(&c->arena);
    *c = (Code){0};
}

const CodeSymbol *
code_symbol(const Code *c, uint32_t value)
{
    uint32_t first = c->n.insts + c->n.params;

    return value >= first && value - first < c->n.symbols
               ? &c->symbols[value - first]
               : NULL;
}

uint32_t
code_function_of(const Code *c, const Program *p, uint32_t inst)
{
    return p->blocks[c->insts[inst].block].function;
}

static bool
check_inst(const Code *c, const Program *p, uint32_t i, Diag *d)
{
    const CodeInst *inst = &c->insts[i];

    if (inst->block >= p->n.blocks)
        return diag_fail(d, "instruction %u: no such block", i);
    if (inst->statement != PROGRAM_NONE &&
        (inst->statement >= p->n.statements ||
         p->statements[inst->statement].block != inst->block))
        return diag_fail(d, "instruction %u: statement of another block", i);
    if (inst->operand + inst->noperands > c->n.operands)
        return diag_fail(d, "instruction %u: operands out of range", i);
    for (uint32_t k = 0; k < inst->noperands; k++) {
        uint32_t v = c->operands[inst->operand + k];
        if (v != CODE_NONE && v >= code_nvalues(c))
            return diag_fail(d, "instruction %u: no such value", i);
    }
    if (inst->op == CODE_ALLOCA && inst->layout >= c->n.layouts)
        return diag_fail(d, "instruction %u: no such layout", i);
    if ((inst->op == CODE_STORE && inst->noperands != 2) ||
        (inst->op == CODE_LOAD && inst->noperands != 1) ||
        (inst->op == CODE_CALL && inst->noperands == 0))
        return diag_fail(d, "instruction %u: wrong number of operands", i);
    return true;
}

bool
code_check(const Code *c, const Program *p, Diag *d)
{
    if (c->n.functions != p->n.functions)
        return diag_fail(d, "code of another program");
    for (uint32_t i = 0; i < c->n.insts; i++)
        if (!check_inst(c, p, i, d))
            return false;
    for (uint32_t f = 0, next = 0; f < c->n.functions; f++) {
        if (c->functions[f].inst != next)
            return diag_fail(d, "function %u: instructions out of order", f);
        next += c->functions[f].ninsts;
        for (uint32_t i = c->functions[f].inst; i < next; i++)
            if (code_function_of(c, p, i) != f)
                return diag_fail(d, "instruction %u: in another function", i);
    }
    for (uint32_t i = 0; i < c->n.layouts; i++) {
        const CodeLayout *l = &c->layouts[i];
        if (l->nslots == 0 || l->slot + l->nslots > c->n.slots)
            return diag_fail(d, "layout %u: no slots", i);
        for (uint32_t k = l->slot; k < l->slot + l->nslots; k++)
            if (c->slots[k].end <= c->slots[k].offset ||
                (k > l->slot && c->slots[k].offset <= c->slots[k - 1].offset))
                return diag_fail(d, "layout %u: slots out of order", i);
    }
    return true;
}
