/* concolic_flow.c - which values of a function may have shadows, and which are
 * alive where slow code can be entered.
 *
 * Both are found on the old code. The first is optimistic and ignores the order
 * of instructions: a variable that only ever holds what has no shadow has none.
 * The second is the usual backward analysis; a variable (an alloca that becomes
 * a register) is read by loads and written by stores.
 */
#include "base/mem.h"
#include "variant/concolic_code.h"

#include <stdlib.h>
#include <string.h>

static Cell *
cell_of(ConcolicCode *c, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) || LLVMIsAArgument(v) ? code_cell(c, v) : NULL;
}

/* The variable that this load or store is about, or NULL. */
static Cell *
variable_at(ConcolicCode *c, LLVMValueRef inst)
{
    LLVMValueRef p = LLVMIsALoadInst(inst)    ? LLVMGetOperand(inst, 0)
                     : LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 1)
                                              : NULL;
    Cell *cell = p ? cell_of(c, p) : NULL;

    return cell && cell->variable ? cell : NULL;
}

/* ---- what may have a shadow ---- */

static bool
operand_may(ConcolicCode *c, LLVMValueRef v)
{
    Cell *cell = cell_of(c, v);

    return cell && !cell->everywhere && cell->may;
}

static bool
result_may(ConcolicCode *c, LLVMValueRef inst)
{
    Cell *variable = variable_at(c, inst);
    unsigned n = (unsigned)LLVMGetNumOperands(inst);

    if (variable)
        return variable->may;
    if (LLVMIsALoadInst(inst) && inst_enters(c, inst))
        return true;
    if (LLVMIsACallInst(inst) && call_gives_shadow(c, inst))
        return true;
    for (unsigned i = 0; i < n; i++)
        if (operand_may(c, LLVMGetOperand(inst, i)))
            return true;
    return false;
}

static bool
sweep(ConcolicCode *c)
{
    bool changed = false;

    for (size_t b = 0; b < c->f.blocks.at.n; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(c->f.blocks.at.at[b].old);
             i; i = LLVMGetNextInstruction(i)) {
            bool store = LLVMIsAStoreInst(i) != NULL;
            Cell *cell = store ? variable_at(c, i) : code_cell(c, i);
            if (!cell || cell->may || cell->shape.n == 0 ||
                (cell->everywhere && !store))
                continue;
            cell->may =
                store ? operand_may(c, LLVMGetOperand(i, 0)) : result_may(c, i);
            changed |= cell->may;
        }
    return changed;
}

/* ---- what is alive ---- */

typedef struct LiveSets LiveSets;
struct LiveSets { /* of cells, one for each block */
    size_t words;
    uint64_t *use, *define, *in, *out;
};

static void
add(uint64_t *set, size_t i)
{
    set[i / 64] |= UINT64_C(1) << i % 64;
}

static void
take(uint64_t *set, size_t i)
{
    set[i / 64] &= ~(UINT64_C(1) << i % 64);
}

static bool
has(const uint64_t *set, size_t i)
{
    return set[i / 64] >> i % 64 & 1;
}

static size_t
index_of(const ConcolicCode *c, const Cell *cell)
{
    return (size_t)(cell - c->f.cells.at.at);
}

typedef struct Noting Noting;
struct Noting {
    uint64_t *use;
    const uint64_t *define; /* or NULL: what was written before */
};

static void
note_use(const Noting *n, size_t i)
{
    if (!n->define || !has(n->define, i))
        add(n->use, i);
}

/* What the instruction reads; a terminator also what it gives to phis. */
static void
note_uses(ConcolicCode *c, LLVMValueRef inst, const Noting *to)
{
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    Cell *variable = LLVMIsALoadInst(inst) ? variable_at(c, inst) : NULL;

    if (variable)
        note_use(to, index_of(c, variable));
    for (unsigned i = 0; !LLVMIsAPHINode(inst) && i < n; i++) {
        Cell *cell = cell_of(c, LLVMGetOperand(inst, i));
        if (cell && !cell->everywhere)
            note_use(to, index_of(c, cell));
    }
    if (!LLVMIsATerminatorInst(inst))
        return;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(inst);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(inst); s++)
        for (LLVMValueRef i =
                 LLVMGetFirstInstruction(LLVMGetSuccessor(inst, s));
             i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
            for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
                Cell *cell = cell_of(c, LLVMGetIncomingValue(i, k));
                if (LLVMGetIncomingBlock(i, k) == from && cell &&
                    !cell->everywhere)
                    note_use(to, index_of(c, cell));
            }
}

/* What it writes, or NULL. */
static Cell *
written(ConcolicCode *c, LLVMValueRef inst)
{
    if (LLVMIsAStoreInst(inst))
        return variable_at(c, inst);
    Cell *cell = code_cell(c, inst);
    return cell && !cell->everywhere ? cell : NULL;
}

static void
summarize(ConcolicCode *c, const LiveSets *s, size_t b)
{
    Noting n = {s->use + b * s->words, s->define + b * s->words};

    for (LLVMValueRef i = LLVMGetFirstInstruction(c->f.blocks.at.at[b].old); i;
         i = LLVMGetNextInstruction(i)) {
        note_uses(c, i, &n);
        Cell *cell = written(c, i);
        if (cell)
            add(s->define + b * s->words, index_of(c, cell));
    }
}

static bool
propagate(ConcolicCode *c, const LiveSets *s, size_t b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(c->f.blocks.at.at[b].old);
    uint64_t *out = s->out + b * s->words, *in = s->in + b * s->words;
    bool changed = false;

    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
        const uint64_t *from =
            s->in + *map_find(&c->f.blocks.index, &to, sizeof to) * s->words;
        for (size_t w = 0; w < s->words; w++)
            out[w] |= from[w];
    }
    for (size_t w = 0; w < s->words; w++) {
        uint64_t v =
            s->use[b * s->words + w] | (out[w] & ~s->define[b * s->words + w]);
        changed |= v != in[w];
        in[w] = v;
    }
    return changed;
}

static void
remember(ConcolicCode *c, LLVMValueRef inst, const uint64_t *live, size_t words)
{
    map_put(&c->f.lives.index, &inst, sizeof inst,
            (uint32_t)c->f.lives.lists.n);
    vec_push(&c->f.lives.lists, (uint32_t)c->f.lives.cells.n);
    for (size_t w = 0; w < words; w++)
        for (uint64_t rest = live[w]; rest; rest &= rest - 1)
            vec_push(&c->f.lives.cells,
                     (uint32_t)(64 * w + (size_t)__builtin_ctzll(rest)));
    vec_push(&c->f.lives.lists, (uint32_t)c->f.lives.cells.n);
}

/* Backwards through a block, noting the places where slow code is entered:
 * before loads, after calls. */
static void
walk_back(ConcolicCode *c, const LiveSets *s, size_t b, uint64_t *live)
{
    Noting n = {live, NULL};

    memcpy(live, s->out + b * s->words, s->words * sizeof *live);
    for (LLVMValueRef i = LLVMGetLastInstruction(c->f.blocks.at.at[b].old); i;
         i = LLVMGetPreviousInstruction(i)) {
        Cell *cell = written(c, i);
        if (LLVMIsACallInst(i) && call_gives_shadow(c, i))
            remember(c, i, live, s->words);
        if (cell)
            take(live, index_of(c, cell));
        note_uses(c, i, &n);
        if (inst_enters(c, i))
            remember(c, i, live, s->words);
    }
}

void
lives_find(ConcolicCode *c)
{
    LiveSets s = {.words = (c->f.cells.at.n + 63) / 64};
    size_t all = s.words * c->f.blocks.at.n;
    bool changed = true;

    for (size_t i = 0; i < c->f.cells.at.n; i++)
        c->f.cells.at.at[i].may = LLVMIsAArgument(c->f.cells.at.at[i].old) &&
                                  c->f.cells.at.at[i].shape.n > 0;
    while (sweep(c))
        ;
    s.use = mem_zalloc(4 * all + s.words + 1, sizeof *s.use);
    s.define = s.use + all;
    s.in = s.define + all;
    s.out = s.in + all;
    for (size_t b = 0; b < c->f.blocks.at.n; b++)
        summarize(c, &s, b);
    while (changed) {
        changed = false;
        for (size_t b = c->f.blocks.at.n; b-- > 0;)
            changed |= propagate(c, &s, b);
    }
    for (size_t b = 0; b < c->f.blocks.at.n; b++)
        walk_back(c, &s, b, s.use + 4 * all);
    free(s.use);
}

const uint32_t *
lives_at(ConcolicCode *c, LLVMValueRef inst, size_t *n)
{
    uint32_t *i = map_find(&c->f.lives.index, &inst, sizeof inst);

    *n = i ? c->f.lives.lists.at[*i + 1] - c->f.lives.lists.at[*i] : 0;
    return i ? c->f.lives.cells.at + c->f.lives.lists.at[*i] : NULL;
}

void
lives_done(ConcolicCode *c)
{
    map_done(&c->f.lives.index);
    c->f.lives.lists.n = c->f.lives.cells.n = 0;
}
