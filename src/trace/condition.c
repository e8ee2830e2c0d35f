/* condition.c - which branches are one condition of the source. */
#include "trace/condition.h"

#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>

enum { MAX_PARTS = 64 };

typedef struct ConditionFinder ConditionFinder;
struct ConditionFinder {
    const Script *s;
    uint32_t *first, *preds; /* predecessors of b: preds[first[b] ...] */
    uint32_t parts[MAX_PARTS];
    uint32_t nparts;
};

static const ScriptInst *
end_of(const Script *s, uint32_t block)
{
    const ScriptBlock *b = &s->blocks[block];

    return b->ninsts ? &s->insts[b->inst + b->ninsts - 1] : NULL;
}

static uint32_t
successor(const Script *s, const ScriptInst *end, uint32_t k)
{
    if (end->op == SCRIPT_JUMP)
        return k == 0 ? end->target : SCRIPT_NONE;
    if (end->op == SCRIPT_BRANCH)
        return k < 2 ? s->cases[end->target + k].block : SCRIPT_NONE;
    if (end->op == SCRIPT_SWITCH)
        return k < end->size ? s->cases[end->target + k].block : SCRIPT_NONE;
    return SCRIPT_NONE;
}

static void
find_predecessors(ConditionFinder *f)
{
    const Script *s = f->s;
    uint32_t to, total = 0;

    f->first = mem_zalloc(s->nblocks + 2, sizeof *f->first);
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t b = 0; b < s->nblocks; b++)
            for (uint32_t k = 0;
                 end_of(s, b) &&
                 (to = successor(s, end_of(s, b), k)) != SCRIPT_NONE;
                 k++) {
                if (pass == 0)
                    f->first[to + 2]++, total++;
                else
                    f->preds[f->first[to + 1]++] = b;
            }
        if (pass == 1)
            break;
        f->preds = mem_alloc((total + 1) * sizeof *f->preds);
        for (uint32_t b = 0; b < s->nblocks; b++)
            f->first[b + 2] += f->first[b + 1];
    }
}

/* Of a branch: its place in the source as a number; 0: it has none. */
static uint64_t
place_of(const Script *s, uint32_t block)
{
    const ScriptInst *i = end_of(s, block);

    if (!i || i->op != SCRIPT_BRANCH || i->line == SCRIPT_NONE)
        return 0;
    return (uint64_t)s->lines[i->line].line << 32 | i->column;
}

static bool
add_part(ConditionFinder *f, uint32_t block)
{
    for (uint32_t i = 0; i < f->nparts; i++)
        if (f->parts[i] == block)
            return true;
    if (f->nparts == MAX_PARTS)
        return false;
    f->parts[f->nparts++] = block;
    return true;
}

/* Do only branches not before this place lead to the block? */
static bool
is_inner(const ConditionFinder *f, uint32_t block, uint64_t place)
{
    for (uint32_t i = f->first[block]; i < f->first[block + 1]; i++)
        if (place_of(f->s, f->preds[i]) < place || f->preds[i] == block)
            return false;
    return f->first[block] < f->first[block + 1];
}

/* The block where the condition that ends in `last` begins. */
static uint32_t
find_leader(ConditionFinder *f, uint32_t last)
{
    uint64_t place = place_of(f->s, last);
    uint32_t entry = SCRIPT_NONE;

    f->nparts = 0;
    add_part(f, last);
    for (uint32_t i = 0; i < f->nparts; i++) {
        uint32_t b = f->parts[i];
        if (!is_inner(f, b, place)) {
            if (entry != SCRIPT_NONE)
                return last;
            entry = b;
            continue;
        }
        for (uint32_t k = f->first[b]; k < f->first[b + 1]; k++)
            if (!add_part(f, f->preds[k]))
                return last;
    }
    return entry == SCRIPT_NONE ? last : entry;
}

void
conditions_build(const Script *s, Conditions *out)
{
    ConditionFinder f = {.s = s};

    *out = (Conditions){.script = s,
                        .leader =
                            mem_alloc((s->nblocks + 1) * sizeof *out->leader),
                        .last = mem_alloc((s->nblocks + 1) * sizeof *out->last),
                        .block = mem_zalloc(s->ninsts + 1, sizeof *out->block)};
    find_predecessors(&f);
    for (uint32_t b = 0; b < s->nblocks; b++) {
        out->leader[b] = out->last[b] = b;
        for (uint32_t i = 0; i < s->blocks[b].ninsts; i++)
            out->block[s->blocks[b].inst + i] = b;
    }
    for (uint32_t b = 0; b < s->nblocks; b++) {
        if (!place_of(s, b))
            continue;
        uint32_t leader = find_leader(&f, b);
        if (leader == b)
            continue;
        for (uint32_t i = 0; i < f.nparts; i++)
            out->leader[f.parts[i]] = leader, out->last[f.parts[i]] = b;
    }
    free(f.first);
    free(f.preds);
}

void
conditions_done(Conditions *c)
{
    free(c->leader);
    free(c->last);
    free(c->block);
    *c = (Conditions){0};
}

uint32_t
condition_target(const Script *s, uint32_t inst, uint64_t value)
{
    const ScriptInst *i = &s->insts[inst];

    if (i->op == SCRIPT_BRANCH)
        return s->cases[i->target + (value ? 0 : 1)].block;
    if (i->op != SCRIPT_SWITCH)
        return SCRIPT_NONE;
    uint32_t k = i->target, last = i->target + (uint32_t)i->size - 1;
    while (k < last && s->cases[k].value != value)
        k++;
    return s->cases[k].block;
}

bool
condition_truth(const Conditions *c, uint32_t inst, uint64_t value)
{
    const Script *s = c->script;
    const ScriptCase *ways =
        &s->cases[end_of(s, c->last[c->block[inst]])->target];
    uint32_t yes = ways[0].block, no = ways[1].block;
    uint32_t to = condition_target(s, inst, value);
    uint32_t other = condition_target(s, inst, !value);

    if (yes > no) {
        yes = ways[1].block;
        no = ways[0].block;
    }
    if (s->blocks[no].ninsts && s->insts[s->blocks[no].inst].op == SCRIPT_PHI)
        return value != 0; /* && or || to become a value */
    if (to == yes || to == no)
        return to == yes;
    return other == yes || other == no ? other == no : value != 0;
}
