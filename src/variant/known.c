/* known.c - which values the reader of a trace can compute.
 *
 * Known are constants, addresses of variables, results of calls (they are
 * recorded), parameters of functions that only the program itself calls, and
 * variables in registers where every way there has assigned them; and whole
 * numbers and addresses that are computed from such. Unknown is what is loaded
 * from memory. What is known and stored, decided on, returned, passed or used
 * as an address is not recorded, but something in each round of a loop is.
 * Results that C leaves open are not computed (shifts by too much), or the
 * module is made to have just one (overflow).
 */
#include "variant/known.h"

#include "base/bitset.h"
#include "base/mem.h"
#include "base/vec.h"
#include "program/scc.h"

#include <llvm-c/Core.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct Knower Knower;
struct Knower {
    Script *s;
    const ScriptSource *from;
    bool *known;        /* per instruction: its value */
    uint32_t *variable; /* per instruction: of a variable in a register, its
                           number in the function; else SCRIPT_NONE */
    bool *assigned;     /* per load of a variable: by every way there */
    const ScriptFunction *f;
    bool is_main;
    uint32_t *needed; /* instructions whose operands are to be marked */
    size_t nneeded;
};

/* Is the function called by nobody but calls that the trace follows? */
static bool
is_closed(LLVMValueRef f)
{
    LLVMLinkage linkage = LLVMGetLinkage(f);
    const char *name = LLVMGetValueName(f);

    if (strcmp(name, "main") == 0)
        return false;
    if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
        (!LLVMGetNamedFunction(LLVMGetGlobalParent(f), "main") ||
         dlsym(RTLD_DEFAULT, name))) /* what libraries may call */
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f ||
            LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(f))
            return false;
        unsigned n = LLVMGetNumArgOperands(call);
        for (unsigned k = 0; k < n; k++)
            if (LLVMGetOperand(call, k) == f)
                return false;
    }
    return true;
}

/* The variable in a register that a load or store is of, or SCRIPT_NONE. */
static uint32_t
variable_of(const Knower *k, const ScriptInst *i)
{
    if (i->op != SCRIPT_LOAD && i->op != SCRIPT_STORE)
        return SCRIPT_NONE;
    uint32_t var = k->s->places[i->place].alloca;
    return var == SCRIPT_NONE ? SCRIPT_NONE : k->variable[var];
}

/* Number the variables in registers that only ever have whole values. */
static uint32_t
number_variables(Knower *k)
{
    const Script *s = k->s;
    uint32_t begin = k->f->inst, end = begin + k->f->ninsts, n = 0;

    for (uint32_t i = begin; i < end; i++)
        if (s->insts[i].op == SCRIPT_ALLOCA &&
            s->insts[i].flags & SCRIPT_REGISTER && s->insts[i].size <= 8)
            k->variable[i] = 0;
    for (uint32_t i = begin; i < end; i++) {
        const ScriptInst *inst = &s->insts[i];
        if (variable_of(k, inst) == SCRIPT_NONE)
            continue;
        unsigned bits = inst->op == SCRIPT_LOAD
                            ? inst->result.bits
                            : 8u * (unsigned)inst->size * (inst->width > 0);
        LLVMValueRef value = LLVMGetOperand(k->from->insts[i], 0);
        if (inst->op == SCRIPT_STORE &&
            LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind)
            bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
        if (bits != 8 * inst->size)
            k->variable[s->places[inst->place].alloca] = SCRIPT_NONE;
    }
    for (uint32_t i = begin; i < end; i++)
        if (k->variable[i] != SCRIPT_NONE)
            k->variable[i] = n++;
    return n;
}

/* Call `each` for the blocks that may come next. */
static void
each_successor(const Knower *k, uint32_t block,
               void (*each)(void *context, uint32_t to), void *context)
{
    const ScriptBlock *b = &k->s->blocks[block];
    const ScriptInst *end = &k->s->insts[b->inst + b->ninsts - 1];
    uint32_t n = end->op == SCRIPT_BRANCH   ? 2
                 : end->op == SCRIPT_SWITCH ? (uint32_t)end->size
                                            : 0;

    if (end->op == SCRIPT_JUMP)
        each(context, end->target);
    for (uint32_t i = 0; i < n; i++)
        each(context, k->s->cases[end->target + i].block);
    if (end->op == SCRIPT_GOTO)
        for (uint32_t i = 0; i < k->f->nblocks; i++)
            if (k->s->blocks[k->f->block + i].landing)
                each(context, k->f->block + i);
}

typedef struct Meeting Meeting;
struct Meeting {
    const Knower *k;
    Bitset *in; /* per block of the function */
    const Bitset *out;
    bool changed;
};

static void
meet(void *context, uint32_t to)
{
    Meeting *m = context;
    Bitset *in = &m->in[to - m->k->f->block];
    size_t before = bitset_count(in);

    bitset_and(in, m->out);
    m->changed = m->changed || bitset_count(in) != before;
}

/* Follow a block from what is assigned when it begins. */
static void
follow_block(Knower *k, uint32_t block, Bitset *set)
{
    const ScriptBlock *b = &k->s->blocks[block];

    for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++) {
        uint32_t var = variable_of(k, &k->s->insts[i]);
        if (var == SCRIPT_NONE)
            continue;
        if (k->s->insts[i].op == SCRIPT_STORE)
            bitset_add(set, var);
        else
            k->assigned[i] = bitset_has(set, var);
    }
}

/* Which loads of variables see what the function stored, however control came
 * there? */
static void
find_assigned(Knower *k)
{
    uint32_t n = number_variables(k), nblocks = k->f->nblocks;
    Bitset *in = mem_zalloc(nblocks, sizeof *in), now = bitset_new(n);
    Meeting m = {.k = k, .in = in, .out = &now, .changed = n > 0};

    for (uint32_t b = 0; b < nblocks; b++) {
        in[b] = bitset_new(n);
        for (uint32_t v = 0; b > 0 && v < n; v++)
            bitset_add(&in[b], v);
    }
    while (m.changed) {
        m.changed = false;
        for (uint32_t b = 0; b < nblocks; b++) {
            bitset_and(&now, &in[b]);
            bitset_or(&now, &in[b]);
            follow_block(k, k->f->block + b, &now);
            each_successor(k, k->f->block + b, meet, &m);
        }
    }
    for (uint32_t b = 0; b < nblocks; b++)
        bitset_free(&in[b]);
    bitset_free(&now);
    free(in);
}

static bool
is_byval(const Knower *k, const ScriptFunction *f, uint32_t param)
{
    for (uint32_t i = f->byval; i < f->byval + f->nbyvals; i++)
        if (k->s->byvals[i].param == param)
            return true;
    return false;
}

static bool
is_known(const Knower *k, const ScriptOperand *o)
{
    if (o->bits == 0)
        return false;
    if (o->value == SCRIPT_NONE)
        return true;
    if (o->value & SCRIPT_PARAM)
        return k->f->closed && !is_byval(k, k->f, o->value & ~SCRIPT_PARAM);
    return k->known[o->value];
}

static ScriptCompute
comparison(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntEQ:
        return COMPUTE_EQ;
    case LLVMIntNE:
        return COMPUTE_NE;
    case LLVMIntUGT:
        return COMPUTE_UGT;
    case LLVMIntUGE:
        return COMPUTE_UGE;
    case LLVMIntULT:
        return COMPUTE_ULT;
    case LLVMIntULE:
        return COMPUTE_ULE;
    case LLVMIntSGT:
        return COMPUTE_SGT;
    case LLVMIntSGE:
        return COMPUTE_SGE;
    case LLVMIntSLT:
        return COMPUTE_SLT;
    case LLVMIntSLE:
        return COMPUTE_SLE;
    }
    return COMPUTE_NOTHING;
}

/* Is the second operand a constant that always gives a result? */
static bool
is_tame(const ScriptOperand *o, bool shift)
{
    uint64_t ones = o->bits < 64 ? ((uint64_t)1 << o->bits) - 1 : UINT64_MAX;

    return o->value == SCRIPT_NONE && o->bits && !o->global &&
           (shift ? o->constant < o->bits
                  : o->constant != 0 && o->constant != ones);
}

/* What the reader would have to do, COMPUTE_NOTHING if it cannot. */
static ScriptCompute
computation(const Knower *k, uint32_t number)
{
    const ScriptInst *i = &k->s->insts[number];
    const ScriptOperand *o = &k->s->operands[i->operands.first];
    LLVMValueRef inst = k->from->insts[number];

    if (i->result.bits == 0)
        return COMPUTE_NOTHING;
    switch ((int)LLVMGetInstructionOpcode(inst)) {
    case LLVMGetElementPtr:
        return (ScriptCompute)i->result.compute;
    case LLVMAdd:
        return COMPUTE_ADD;
    case LLVMSub:
        return COMPUTE_SUB;
    case LLVMMul:
        return COMPUTE_MUL;
    case LLVMAnd:
        return COMPUTE_AND;
    case LLVMOr:
        return COMPUTE_OR;
    case LLVMXor:
        return COMPUTE_XOR;
    case LLVMShl:
        return is_tame(&o[1], true) ? COMPUTE_SHL : COMPUTE_NOTHING;
    case LLVMLShr:
        return is_tame(&o[1], true) ? COMPUTE_LSHR : COMPUTE_NOTHING;
    case LLVMAShr:
        return is_tame(&o[1], true) ? COMPUTE_ASHR : COMPUTE_NOTHING;
    case LLVMUDiv:
        return is_tame(&o[1], false) ? COMPUTE_UDIV : COMPUTE_NOTHING;
    case LLVMSDiv:
        return is_tame(&o[1], false) ? COMPUTE_SDIV : COMPUTE_NOTHING;
    case LLVMURem:
        return is_tame(&o[1], false) ? COMPUTE_UREM : COMPUTE_NOTHING;
    case LLVMSRem:
        return is_tame(&o[1], false) ? COMPUTE_SREM : COMPUTE_NOTHING;
    case LLVMICmp:
        return comparison(LLVMGetICmpPredicate(inst));
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMIntToPtr: /* not back: of a pointer six bytes are recorded */
        return COMPUTE_ZEXT;
    case LLVMSExt:
        return COMPUTE_SEXT;
    case LLVMSelect:
        return COMPUTE_SELECT;
    default:
        return COMPUTE_NOTHING;
    }
}

static bool
can_compute(Knower *k, uint32_t number)
{
    const ScriptInst *i = &k->s->insts[number];
    LLVMValueRef inst = k->from->insts[number];

    switch ((ScriptOp)i->op) {
    case SCRIPT_ALLOCA:
        return !(i->flags & SCRIPT_REGISTER);
    case SCRIPT_LOAD:
        return k->assigned[number];
    case SCRIPT_CALL:
        return i->result.bits &&
               LLVMGetCalledFunctionType(inst) ==
                   LLVMGlobalGetValueType(LLVMGetCalledValue(inst));
    case SCRIPT_FOREIGN:
    case SCRIPT_INDIRECT:
        return i->result.bits && i->width && !(i->flags & SCRIPT_SETJMP);
    case SCRIPT_PURE:
    case SCRIPT_SELECT:
        for (uint32_t n = 0; n < i->operands.n; n++)
            if (!is_known(k, &k->s->operands[i->operands.first + n]))
                return false;
        return i->operands.n && computation(k, number) != COMPUTE_NOTHING;
    case SCRIPT_STORE:
    case SCRIPT_MOVE:
    case SCRIPT_FILL:
    case SCRIPT_ATOMIC:
    case SCRIPT_PHI:
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
    return false;
}

static void
find_known(Knower *k)
{
    uint32_t begin = k->f->inst, end = begin + k->f->ninsts;

    for (bool changed = true; changed;) { /* blocks may be in any order */
        changed = false;
        for (uint32_t i = begin; i < end; i++)
            if (!k->known[i] && can_compute(k, i))
                k->known[i] = changed = true;
    }
}

/* The reader is to compute this value. */
static void
need(Knower *k, uint32_t value)
{
    if (value == SCRIPT_NONE || value & SCRIPT_PARAM)
        return;
    ScriptInst *i = &k->s->insts[value];
    const bool is = i->op == SCRIPT_SELECT
                        ? i->result.compute != COMPUTE_NOTHING
                        : i->flags & SCRIPT_COMPUTED;
    if (is || i->op == SCRIPT_ALLOCA)
        return;
    i->flags |= SCRIPT_COMPUTED;
    if (i->op == SCRIPT_PURE || i->op == SCRIPT_SELECT)
        k->needed[k->nneeded++] = value;
}

/* All overflow wraps round: the code and the reader agree. */
static void
tame(LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);

    if (op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl) {
        LLVMSetNSW(inst, 0);
        LLVMSetNUW(inst, 0);
    } else if (op == LLVMSDiv || op == LLVMUDiv || op == LLVMLShr ||
               op == LLVMAShr) {
        LLVMSetExact(inst, 0);
    }
}

static void
need_operands(Knower *k)
{
    while (k->nneeded) {
        uint32_t number = k->needed[--k->nneeded];
        ScriptInst *i = &k->s->insts[number];
        i->result.compute = (uint8_t)computation(k, number);
        tame(k->from->insts[number]);
        for (uint32_t n = 0; n < i->operands.n; n++)
            need(k, k->s->operands[i->operands.first + n].value);
    }
}

static void
mark_place(Knower *k, uint32_t place, const ScriptOperand *address)
{
    if (!script_records_place(k->s, place, false) ||
        address->value == SCRIPT_NONE || !is_known(k, address))
        return;
    k->s->places[place].value = address->value + 1;
    need(k, address->value);
}

static void
mark_arguments(Knower *k, const ScriptInst *i, LLVMValueRef call)
{
    const ScriptFunction *f = &k->s->functions[i->target];

    for (uint32_t n = 0; f->closed && n < i->operands.n && n < f->nparams;
         n++) {
        ScriptOperand *o = &k->s->operands[i->operands.first + n];
        if (o->byval)
            continue;
        if (is_known(k, o))
            need(k, o->value);
        else
            o->record = script_width(LLVMTypeOf(LLVMGetOperand(call, n)), NULL);
    }
}

static void
mark_inst(Knower *k, uint32_t number)
{
    ScriptInst *i = &k->s->insts[number];
    ScriptOperand *o = &k->s->operands[i->operands.first];
    LLVMValueRef inst = k->from->insts[number];

    switch ((ScriptOp)i->op) {
    case SCRIPT_LOAD:
        if (!LLVMGetVolatile(inst))
            mark_place(k, i->place, &o[0]);
        break;
    case SCRIPT_STORE:
        if (LLVMGetVolatile(inst)) /* signals come before it or behind it */
            break;
        mark_place(k, i->place, &o[1]);
        if (i->width && is_known(k, &o[0])) {
            i->flags |= SCRIPT_COMPUTED;
            need(k, o[0].value);
        }
        break;
    case SCRIPT_RETURN: /* the program's last record is main's */
        if (i->width && !k->is_main && is_known(k, &o[0])) {
            i->flags |= SCRIPT_COMPUTED;
            need(k, o[0].value);
        }
        break;
    case SCRIPT_BRANCH:
    case SCRIPT_SELECT:
    case SCRIPT_SWITCH:
        if (i->width && is_known(k, &o[0])) {
            i->flags |= SCRIPT_COMPUTED;
            need(k, o[0].value);
        }
        break;
    case SCRIPT_CALL:
        mark_arguments(k, i, inst);
        break;
    case SCRIPT_MOVE:
        mark_place(k, i->place + 1, &o[1]);
        mark_place(k, i->place, &o[0]);
        break;
    case SCRIPT_FILL:
        mark_place(k, i->place, &o[0]);
        break;
    case SCRIPT_PURE:
    case SCRIPT_ALLOCA:
    case SCRIPT_ATOMIC:
    case SCRIPT_PHI:
    case SCRIPT_FOREIGN:
    case SCRIPT_INDIRECT:
    case SCRIPT_VASTART:
    case SCRIPT_JUMP:
    case SCRIPT_GOTO:
    case SCRIPT_STOP:
    case SCRIPT_OPS:
        break;
    }
    need_operands(k);
}

/* Blocks of a function that record nothing, and their successors. */
typedef struct Silence Silence;
struct Silence {
    const Knower *k;
    bool *silent;
    uint32_t *first;
    VEC(uint32_t) to;
};

static void
add_silent(void *context, uint32_t to)
{
    Silence *s = context;

    if (s->silent[to - s->k->f->block])
        vec_push(&s->to, to - s->k->f->block);
}

static bool
is_silent(const Knower *k, uint32_t block)
{
    const ScriptBlock *b = &k->s->blocks[block];

    if (b->landing)
        return false;
    for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++)
        if (k->s->insts[i].op == SCRIPT_FOREIGN ||
            script_records(k->s, &k->s->insts[i], false))
            return false;
    return true;
}

/* Have something in the block recorded after all: what it decides, else what
 * it stores. */
static bool
break_silence(Knower *k, uint32_t block, bool store)
{
    const ScriptBlock *b = &k->s->blocks[block];

    for (uint32_t i = b->inst + b->ninsts; i-- > b->inst;) {
        ScriptInst *inst = &k->s->insts[i];
        if (inst->flags & SCRIPT_COMPUTED && inst->width &&
            (store ? inst->op == SCRIPT_STORE
                   : inst->op == SCRIPT_BRANCH || inst->op == SCRIPT_SWITCH)) {
            inst->flags &= (uint16_t)~SCRIPT_COMPUTED;
            return true;
        }
    }
    return false;
}

/* Rounds of a loop shall be in the trace when the program is killed: no loop
 * records nothing, unless it does nothing. */
static bool
break_silent_loops(Knower *k)
{
    uint32_t n = k->f->nblocks;
    Silence s = {.k = k,
                 .silent = mem_zalloc(n, sizeof *s.silent),
                 .first = mem_zalloc((size_t)n + 1, sizeof *s.first)};
    uint32_t *component = mem_zalloc(n, sizeof *component);
    bool *done = mem_zalloc(n, sizeof *done), broken = false;

    for (uint32_t b = 0; b < n; b++)
        s.silent[b] = is_silent(k, k->f->block + b);
    for (uint32_t b = 0; b < n; b++) {
        if (s.silent[b])
            each_successor(k, k->f->block + b, add_silent, &s);
        s.first[b + 1] = (uint32_t)s.to.n;
    }
    vec_reserve(&s.to, s.to.n + 1);
    scc_find(n, s.first, s.to.at, component);
    for (int store = 0; store < 2; store++)
        for (uint32_t b = 0; b < n; b++) {
            bool loops = false;
            for (uint32_t e = s.first[b]; e < s.first[b + 1]; e++)
                loops = loops || component[s.to.at[e]] == component[b];
            if (loops && !done[component[b]] &&
                break_silence(k, k->f->block + b, store))
                done[component[b]] = broken = true;
        }
    free(s.silent);
    free(s.first);
    vec_done(&s.to);
    free(component);
    free(done);
    return broken;
}

void
known_mark(Script *s, const ScriptSource *from)
{
    size_t n = s->ninsts + (size_t)1;
    Knower k = {.s = s,
                .from = from,
                .known = mem_zalloc(n, sizeof *k.known),
                .variable = mem_alloc(n * sizeof *k.variable),
                .assigned = mem_zalloc(n, sizeof *k.assigned),
                .needed = mem_alloc(n * sizeof *k.needed)};

    memset(k.variable, 0xff, n * sizeof *k.variable);
    for (uint32_t i = 0; i < s->nfunctions; i++)
        s->functions[i].closed = is_closed(from->functions[i]);
    for (uint32_t i = 0; i < s->nfunctions; i++) {
        k.f = &s->functions[i];
        k.is_main = strcmp(LLVMGetValueName(from->functions[i]), "main") == 0;
        find_assigned(&k);
        find_known(&k);
        for (uint32_t j = k.f->inst; j < k.f->inst + k.f->ninsts; j++)
            mark_inst(&k, j);
        while (break_silent_loops(&k))
            ;
    }
    free(k.known);
    free(k.variable);
    free(k.assigned);
    free(k.needed);
}
