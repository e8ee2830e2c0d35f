/* pairs.c - which variables an assigned one is compared with. */
#include "program/pairs.h"

#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64 }; /* blocks around an assignment that are looked at */

void
pairs_init(Pairs *p, LLVMModuleRef module)
{
    DebugScalar s;

    *p = (Pairs){.context = LLVMGetModuleContext(module)};
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g))
        if (debug_global_scalar(g, &s))
            vec_push(&p->globals, s);
}

void
pairs_done(Pairs *p)
{
    vec_done(&p->globals);
    vec_done(&p->function);
    map_done(&p->index);
}

/* A local that this instruction declares is seen; the globals that it uses
 * are noted. */
static void
look_at(Pairs *p, LLVMValueRef inst, Map *used)
{
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    PairVariable v = {.nearness = 2};

    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef operand = LLVMGetOperand(inst, k);
        if (operand && LLVMIsAGlobalVariable(operand))
            map_put(used, &operand, sizeof operand, 0);
    }
    if (debug_local_scalar(inst, &v.scalar))
        vec_push(&p->function, v);
}

static void
add_locals(Pairs *p, LLVMValueRef function, Map *used)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            look_at(p, i, used);
}

/* Globals of the function's unit, and others that it uses. */
static void
add_globals(Pairs *p, LLVMValueRef function, const Map *used)
{
    LLVMMetadataRef unit = debug_unit(function), file = debug_file(function);

    for (size_t i = 0; i < p->globals.n; i++) {
        PairVariable v = {.scalar = p->globals.at[i]};
        const DebugScalar *g = &v.scalar;
        if (g->scope != unit && !map_find(used, &g->place, sizeof g->place))
            continue;
        v.nearness = debug_is_block(g->scope) ? 2 : g->file == file;
        vec_push(&p->function, v);
    }
}

static int
farthest_first(const void *a, const void *b)
{
    const PairVariable *u = a, *v = b;
    const DebugScalar *x = &u->scalar, *y = &v->scalar;

    if (u->nearness != v->nearness)
        return u->nearness - v->nearness;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return strcmp(x->name, y->name);
}

void
pairs_enter(Pairs *p, LLVMValueRef function)
{
    Map used = {0};

    p->function.n = 0;
    add_locals(p, function, &used);
    add_globals(p, function, &used);
    map_done(&used);
    map_done(&p->index);
    if (p->function.n)
        qsort(p->function.at, p->function.n, sizeof *p->function.at,
              farthest_first);
    for (size_t i = 0; i < p->function.n; i++)
        map_put(&p->index, &p->function.at[i].scalar.place,
                sizeof(LLVMValueRef), (uint32_t)i);
}

/* A place in the source, with the blocks around it. */
typedef struct PairPlace PairPlace;
struct PairPlace {
    LLVMMetadataRef blocks[DEPTH_MAX];
    unsigned depth;
    uint32_t line, column;
};

static PairPlace
place_of(const Pairs *p, LLVMValueRef inst)
{
    PairPlace at = {.line = LLVMGetDebugLocLine(inst),
                    .column = LLVMGetDebugLocColumn(inst)};

    for (LLVMMetadataRef s = debug_scope(inst); s && at.depth < DEPTH_MAX;
         s = debug_outer_scope(p->context, s))
        at.blocks[at.depth++] = s;
    return at;
}

static bool
is_in_scope(const PairVariable *v, const PairPlace *at)
{
    const DebugScalar *s = &v->scalar;
    bool before =
        s->line < at->line || (s->line == at->line && s->column < at->column);

    if (v->nearness < 2)
        return v->nearness == 0 || before;
    for (unsigned i = 0; before && i < at->depth; i++)
        if (at->blocks[i] == s->scope)
            return true;
    return false;
}

/* Does a nearer variable have its name? */
static bool
is_hidden(const Pairs *p, size_t i, const PairPlace *at)
{
    const char *name = p->function.at[i].scalar.name;

    for (size_t k = i + 1; k < p->function.n; k++)
        if (strcmp(p->function.at[k].scalar.name, name) == 0 &&
            is_in_scope(&p->function.at[k], at))
            return true;
    return false;
}

static bool
is_comparable(const DebugScalar *x, const DebugScalar *y)
{
    return x->type == y->type && x->target == y->target &&
           x->is_unsigned == y->is_unsigned && !y->is_restless &&
           strcmp(x->name, y->name) != 0;
}

unsigned
pairs_of(const Pairs *p, LLVMValueRef inst, const DebugScalar **assigned,
         const DebugScalar *others[PAIRS_MAX])
{
    unsigned n = 0;

    if (!LLVMIsAStoreInst(inst) || LLVMGetDebugLocLine(inst) == 0)
        return 0;
    LLVMValueRef to = LLVMGetOperand(inst, 1);
    const uint32_t *i = map_find(&p->index, &to, sizeof to);
    if (!i)
        return 0;
    *assigned = &p->function.at[*i].scalar;
    if (LLVMTypeOf(LLVMGetOperand(inst, 0)) != (*assigned)->type)
        return 0;
    PairPlace at = place_of(p, inst);
    for (size_t k = p->function.n; k-- > 0 && n < PAIRS_MAX;) {
        const PairVariable *v = &p->function.at[k];
        if (is_comparable(*assigned, &v->scalar) && is_in_scope(v, &at) &&
            !is_hidden(p, k, &at))
            others[n++] = &v->scalar;
    }
    return n;
}
