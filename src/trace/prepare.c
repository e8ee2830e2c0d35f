/* prepare.c - what replaying needs to know of each instruction beforehand. */
#include "trace/prepare.h"

#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>

typedef struct Preparer Preparer;
struct Preparer {
    const Script *s;
    Prepared *p;
    VEC(uint32_t) leaves;
    VEC(uint32_t) found; /* of the instruction at hand */
    VEC(uint32_t) stack; /* values still to look at */
    uint32_t *seen;      /* per instruction: last asked for by */
};

void
prepare_done(Prepared *p)
{
    free(p->slot);
    free(p->value);
    free(p->leaf);
    free(p->nleaves);
    free(p->leaves);
    free(p->functions);
    *p = (Prepared){0};
}

static void
number_slots(const Script *s, Prepared *p)
{
    for (uint32_t k = 0; k < s->nfunctions; k++) {
        const ScriptFunction *f = &s->functions[k];
        PreparedFunction *out = &p->functions[k];
        out->nvalues = 1;
        for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++) {
            const ScriptInst *inst = &s->insts[i];
            if (inst->op == SCRIPT_ALLOCA ? inst->flags & SCRIPT_REGISTER
                                          : inst->flags & SCRIPT_COMPUTED)
                p->value[i] = out->nvalues++;
            if (inst->op == SCRIPT_ALLOCA && !(inst->flags & SCRIPT_REGISTER))
                p->slot[i] = out->naddresses++;
            else
                p->slot[i] = out->nslots;
            switch ((ScriptOp)inst->op) {
            case SCRIPT_ALLOCA:
                out->nslots += (inst->flags & SCRIPT_REGISTER) != 0;
                break;
            case SCRIPT_LOAD:
            case SCRIPT_ATOMIC:
            case SCRIPT_PHI:
            case SCRIPT_SELECT:
            case SCRIPT_CALL:
            case SCRIPT_FOREIGN:
            case SCRIPT_INDIRECT:
                out->nslots++;
                break;
            case SCRIPT_PURE:
            case SCRIPT_STORE:
            case SCRIPT_MOVE:
            case SCRIPT_FILL:
            case SCRIPT_VASTART:
            case SCRIPT_JUMP:
            case SCRIPT_BRANCH:
            case SCRIPT_SWITCH:
            case SCRIPT_GOTO:
            case SCRIPT_RETURN:
            case SCRIPT_STOP:
            case SCRIPT_OPS:
                break;
            }
        }
    }
}

static void
note_leaf(Preparer *pl, uint32_t leaf)
{
    for (size_t i = 0; i < pl->found.n; i++)
        if (pl->found.at[i] == leaf)
            return;
    vec_push(&pl->found, leaf);
}

/* Walk down through other pure instructions, each at most once. */
static void
find_leaves(Preparer *pl, uint32_t root)
{
    pl->found.n = 0;
    vec_push(&pl->stack, root);
    while (pl->stack.n) {
        const ScriptInst *i = &pl->s->insts[vec_pop(&pl->stack)];
        for (uint32_t k = 0; k < i->operands.n; k++) {
            uint32_t v = pl->s->operands[i->operands.first + k].value;
            if (v == SCRIPT_NONE)
                continue;
            if (v & SCRIPT_PARAM) {
                note_leaf(pl, v);
            } else if (pl->s->insts[v].op != SCRIPT_PURE) {
                if (pl->s->insts[v].op != SCRIPT_ALLOCA)
                    note_leaf(pl, v);
            } else if (pl->seen[v] != root + 1) {
                pl->seen[v] = root + 1;
                vec_push(&pl->stack, v);
            }
        }
    }
}

void
prepare_build(const Script *s, Prepared *out)
{
    Preparer pl = {.s = s, .p = out};

    *out = (Prepared){
        .slot = mem_zalloc(s->ninsts + 1, sizeof *out->slot),
        .value = mem_zalloc(s->ninsts + 1, sizeof *out->value),
        .leaf = mem_zalloc(s->ninsts + 1, sizeof *out->leaf),
        .nleaves = mem_zalloc(s->ninsts + 1, sizeof *out->nleaves),
        .functions = mem_zalloc(s->nfunctions + 1, sizeof *out->functions),
    };
    pl.seen = mem_zalloc(s->ninsts + 1, sizeof *pl.seen);
    number_slots(s, out);
    for (uint32_t i = 0; i < s->ninsts; i++) {
        if (s->insts[i].op != SCRIPT_PURE)
            continue;
        find_leaves(&pl, i);
        out->leaf[i] = (uint32_t)pl.leaves.n;
        out->nleaves[i] = (uint32_t)pl.found.n;
        for (size_t k = 0; k < pl.found.n; k++)
            vec_push(&pl.leaves, pl.found.at[k]);
    }
    out->leaves = pl.leaves.at;
    vec_done(&pl.found);
    vec_done(&pl.stack);
    free(pl.seen);
}
