/* recursion.c - functions that call each other in turns. */
#include "variant/recursion.h"

#include "base/mem.h"
#include "base/vec.h"
#include "program/scc.h"

#include <stdlib.h>

typedef VEC(uint32_t) Callees;

static void
add_callees(const Script *s, const ScriptBlock *b, Callees *out)
{
    for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++)
        if (s->insts[i].op == SCRIPT_CALL)
            vec_push(out, s->insts[i].target);
}

uint32_t *
recursion_find(const Script *s)
{
    uint32_t *first = mem_zalloc(s->nfunctions + 1, sizeof *first);
    uint32_t *component = mem_zalloc(s->nfunctions + 1, sizeof *component);
    Callees to = {0};

    for (uint32_t f = 0; f < s->nfunctions; f++) {
        const ScriptFunction *function = &s->functions[f];
        for (uint32_t b = 0; b < function->nblocks; b++)
            add_callees(s, &s->blocks[function->block + b], &to);
        first[f + 1] = (uint32_t)to.n;
    }
    scc_find(s->nfunctions, first, to.at, component);
    vec_done(&to);
    free(first);
    return component;
}
