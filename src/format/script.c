/* script.c - the script of a trace variant as bytes and back.
 *
 * "CULSCRP3", the id, then each table as a count and its rows as they are in
 * memory: the file never leaves the machine that made it.
 */
#include "format/script.h"

#include "base/cursor.h"

#include <string.h>

static const char magic[8] = {'C', 'U', 'L', 'S', 'C', 'R', 'P', '3'};

void
script_done(Script *s)
{
    arena_done(&s->arena);
    *s = (Script){0};
}

void
script_write(const Script *s, Str *out)
{
    str_add(out, magic, sizeof magic);
    str_add(out, s->id, sizeof s->id);
#define SCRIPT_PUT(type, name)       \
    str_put_varint(out, s->n##name); \
    str_add(out, s->name, s->n##name * sizeof *s->name);
    SCRIPT_TABLES(SCRIPT_PUT)
#undef SCRIPT_PUT
}

static void *
take_table(Cursor *c, Arena *a, size_t size, uint32_t *n)
{
    *n = cursor_count(c, size);
    const uint8_t *rows = cursor_take(c, *n * size);

    if (rows && *n)
        return arena_dup(a, rows, *n * size);
    *n = 0;
    return NULL;
}

bool
script_parse(const uint8_t *bytes, size_t n, Script *out, Diag *d)
{
    Cursor c = cursor_over(bytes, n);
    const uint8_t *head = cursor_take(&c, sizeof magic);

    *out = (Script){0};
    if (!head || memcmp(head, magic, sizeof magic) != 0)
        return diag_fail(d, "not a script of a trace variant");
    const uint8_t *id = cursor_take(&c, sizeof out->id);
    if (id)
        memcpy(out->id, id, sizeof out->id - 1);
#define SCRIPT_TAKE(type, name) \
    out->name = take_table(&c, &out->arena, sizeof(type), &out->n##name);
    SCRIPT_TABLES(SCRIPT_TAKE)
#undef SCRIPT_TAKE
    bool ok = c.bad || cursor_left(&c) != 0
                  ? diag_fail(d, "the script of a trace variant is damaged")
                  : script_check(out, d);
    if (!ok)
        script_done(out);
    return ok;
}

bool
script_records(const Script *s, const ScriptInst *i, bool all)
{
    switch ((ScriptOp)i->op) {
    case SCRIPT_LOAD:
    case SCRIPT_ATOMIC:
        return script_records_place(s, i->place, all);
    case SCRIPT_STORE:
        return script_recorded_width(i, all) ||
               script_records_place(s, i->place, all);
    case SCRIPT_ALLOCA:
        return !(i->flags & SCRIPT_REGISTER);
    case SCRIPT_BRANCH:
    case SCRIPT_SELECT:
    case SCRIPT_SWITCH:
    case SCRIPT_RETURN:
        return script_recorded_width(i, all);
    case SCRIPT_MOVE:
    case SCRIPT_FILL:
        return !(i->flags & SCRIPT_HAS_SIZE) ||
               script_records_place(s, i->place, all) ||
               (i->op == SCRIPT_MOVE &&
                script_records_place(s, i->place + 1, all));
    case SCRIPT_PURE:
    case SCRIPT_PHI:
    case SCRIPT_FOREIGN:
    case SCRIPT_JUMP:
    case SCRIPT_GOTO:
    case SCRIPT_STOP:
    case SCRIPT_OPS:
        return false;
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
    case SCRIPT_VASTART:
        break;
    }
    return true;
}

static bool
range_ok(uint32_t first, uint32_t n, uint32_t all)
{
    return first <= all && n <= all - first;
}

static bool
text_ok(const Script *s, uint32_t text)
{
    return text == SCRIPT_NONE || text < s->ntexts;
}

static bool
function_ok(const Script *s, const ScriptFunction *f)
{
    if (!range_ok(f->block, f->nblocks, s->nblocks) || f->nblocks == 0 ||
        !range_ok(f->inst, f->ninsts, s->ninsts) ||
        !range_ok(f->byval, f->nbyvals, s->nbyvals) || !text_ok(s, f->name) ||
        f->nparams > 1u << 20 || (f->main && f->nparams < 2))
        return false;
    uint32_t next = f->inst;
    for (uint32_t b = f->block; b < f->block + f->nblocks; b++) {
        if (s->blocks[b].inst != next || s->blocks[b].ninsts == 0 ||
            s->blocks[b].ninsts > f->inst + f->ninsts - next)
            return false;
        next += s->blocks[b].ninsts;
    }
    for (uint32_t i = f->byval; i < f->byval + f->nbyvals; i++)
        if (s->byvals[i].param >= f->nparams)
            return false;
    return next == f->inst + f->ninsts;
}

static bool
block_ok(const ScriptFunction *f, uint32_t block)
{
    return block >= f->block && block - f->block < f->nblocks;
}

static bool
has_value(const ScriptInst *i)
{
    return i->op == SCRIPT_PURE || i->op == SCRIPT_ALLOCA ||
           i->op == SCRIPT_LOAD || i->op == SCRIPT_ATOMIC ||
           i->op == SCRIPT_PHI || i->op == SCRIPT_SELECT ||
           i->op == SCRIPT_CALL || i->op == SCRIPT_FOREIGN ||
           i->op == SCRIPT_INDIRECT;
}

/* Is it a value of this function? */
static bool
value_ok(const Script *s, const ScriptFunction *f, uint32_t v)
{
    if (v & SCRIPT_PARAM)
        return (v & ~SCRIPT_PARAM) < f->nparams;
    return v >= f->inst && v - f->inst < f->ninsts && has_value(&s->insts[v]);
}

static bool
places_ok(const Script *s, const ScriptFunction *f, const ScriptInst *i,
          uint32_t n)
{
    if (!range_ok(i->place, n, s->nplaces))
        return false;
    for (uint32_t k = i->place; k < i->place + n; k++) {
        const ScriptPlace *p = &s->places[k];
        if (p->global != SCRIPT_NONE && p->global >= s->nglobals)
            return false;
        if (p->value && !value_ok(s, f, p->value - 1))
            return false;
        if (p->alloca != SCRIPT_NONE &&
            (p->alloca < f->inst || p->alloca - f->inst >= f->ninsts ||
             s->insts[p->alloca].op != SCRIPT_ALLOCA))
            return false;
    }
    return true;
}

static bool
cases_ok(const Script *s, const ScriptFunction *f, const ScriptInst *i,
         uint32_t n)
{
    if (n == 0 || !range_ok(i->target, n, s->ncases))
        return false;
    for (uint32_t k = i->target; k < i->target + n; k++)
        if (!block_ok(f, s->cases[k].block))
            return false;
    return true;
}

static bool
operands_ok(const Script *s, const ScriptFunction *f, const ScriptInst *i)
{
    uint32_t n = i->operands.n;

    if (!range_ok(i->operands.first, n, s->noperands))
        return false;
    if (i->op == SCRIPT_PHI) { /* the second half are blocks */
        n /= 2;
        for (uint32_t k = n; k < 2 * n; k++)
            if (!block_ok(f, s->operands[i->operands.first + k].value))
                return false;
    }
    for (uint32_t k = 0; k < n; k++) {
        const ScriptOperand *o = &s->operands[i->operands.first + k];
        if (o->value == SCRIPT_NONE ? o->global > s->nglobals
                                    : !value_ok(s, f, o->value))
            return false;
        if (o->bits > 64 || o->record > 8)
            return false;
    }
    return true;
}

static bool
compute_ok(const ScriptInst *i)
{
    static const uint8_t few[COMPUTE_OPS] = {[COMPUTE_NOTHING] = 0,
                                             [COMPUTE_ZEXT] = 1,
                                             [COMPUTE_SEXT] = 1,
                                             [COMPUTE_ADDRESS] = 1,
                                             [COMPUTE_SELECT] = 3};

    if (i->result.compute >= COMPUTE_OPS)
        return false;
    return i->operands.n >= (few[i->result.compute] || !i->result.compute
                                 ? few[i->result.compute]
                                 : 2u);
}

static bool
inst_ok(const Script *s, const ScriptFunction *f, uint32_t number, bool last)
{
    const ScriptInst *i = &s->insts[number];
    static const uint8_t least[SCRIPT_OPS] = {
        [SCRIPT_LOAD] = 1,   [SCRIPT_STORE] = 2,  [SCRIPT_MOVE] = 3,
        [SCRIPT_FILL] = 3,   [SCRIPT_ATOMIC] = 1, [SCRIPT_INDIRECT] = 1,
        [SCRIPT_BRANCH] = 1, [SCRIPT_SWITCH] = 1, [SCRIPT_VASTART] = 1,
        [SCRIPT_SELECT] = 3,
    };

    if (i->op >= SCRIPT_OPS || last != (i->op >= SCRIPT_JUMP) ||
        i->operands.n < least[i->op] || !operands_ok(s, f, i) ||
        (i->line != SCRIPT_NONE && i->line >= s->nlines) ||
        !text_ok(s, i->text) || i->width > 8 || i->result.bits > 64 ||
        !compute_ok(i))
        return false;
    switch ((ScriptOp)i->op) {
    case SCRIPT_LOAD:
    case SCRIPT_STORE:
    case SCRIPT_FILL:
    case SCRIPT_ATOMIC:
        return places_ok(s, f, i, 1);
    case SCRIPT_MOVE:
        return places_ok(s, f, i, 2);
    case SCRIPT_CALL:
        return i->target < s->nfunctions;
    case SCRIPT_JUMP:
        return block_ok(f, i->target);
    case SCRIPT_BRANCH:
        return cases_ok(s, f, i, 2);
    case SCRIPT_SWITCH:
        return cases_ok(s, f, i, (uint32_t)i->size);
    case SCRIPT_PURE:
    case SCRIPT_ALLOCA:
    case SCRIPT_PHI:
    case SCRIPT_SELECT:
    case SCRIPT_FOREIGN:
    case SCRIPT_INDIRECT:
    case SCRIPT_VASTART:
    case SCRIPT_GOTO:
    case SCRIPT_RETURN:
    case SCRIPT_STOP:
    case SCRIPT_OPS:
        break;
    }
    return true;
}

bool
script_check(const Script *s, Diag *d)
{
    if (s->ntexts && s->texts[s->ntexts - 1] != 0)
        return diag_fail(d, "script: the last text has no end");
    for (uint32_t i = 0; i < s->nlines; i++)
        if (!text_ok(s, s->lines[i].file))
            return diag_fail(d, "script: line %u is wrong", i);
    for (uint32_t i = 0; i < s->nglobals; i++)
        if (!text_ok(s, s->globals[i].name))
            return diag_fail(d, "script: global %u is wrong", i);
    for (uint32_t k = 0; k < s->nfunctions; k++) {
        const ScriptFunction *f = &s->functions[k];
        if (!function_ok(s, f))
            return diag_fail(d, "script: function %u is wrong", k);
        for (uint32_t b = f->block; b < f->block + f->nblocks; b++) {
            const ScriptBlock *block = &s->blocks[b];
            for (uint32_t i = 0; i < block->ninsts; i++)
                if (!inst_ok(s, f, block->inst + i, i + 1 == block->ninsts))
                    return diag_fail(d, "script: instruction %u is wrong",
                                     block->inst + i);
        }
    }
    return true;
}
