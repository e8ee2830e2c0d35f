/* replay_value.c - values that follow from others, and traps.
 *
 * The trace leaves out what can be computed from what it has
 * (variant/known.c says what that is). A number is kept in as many bits as it
 * has, with zeros above.
 */
#include "trace/replay.h"

#include "format/trace.h"

#include <signal.h>

static uint64_t
low_bits(uint64_t v, unsigned bits)
{
    return bits < 64 ? v & (((uint64_t)1 << bits) - 1) : v;
}

static int64_t
with_sign(uint64_t v, unsigned bits)
{
    unsigned up = bits && bits < 64 ? 64 - bits : 0;

    return (int64_t)(v << up) >> up;
}

uint64_t
replay_widen(uint64_t value, unsigned width)
{
    return width == TRACE_ADDRESS ? (uint64_t)with_sign(value, 48) : value;
}

uint64_t
replay_value(Replay *r, const ScriptOperand *o)
{
    const Activation *a = replay_top(r);
    uint32_t v = o->value;

    if (v == SCRIPT_NONE)
        return o->constant +
               (o->global ? r->machine.globals[o->global - 1] : 0);
    if (v & SCRIPT_PARAM) {
        v &= ~SCRIPT_PARAM;
        return v < a->nparams ? r->machine.arguments.at[a->bottom.params + v]
                              : 0;
    }
    if (r->s->insts[v].op == SCRIPT_ALLOCA)
        return r->s->insts[v].flags & SCRIPT_REGISTER
                   ? 0
                   : r->machine.addresses
                         .at[a->bottom.addresses + r->plan.slot[v]];
    return r->machine.values.at[a->bottom.values + r->plan.value[v]];
}

uint64_t
replay_take_value(Replay *r, const ScriptInst *i, uint64_t *all)
{
    if (i->flags & SCRIPT_COMPUTED && !r->records.trace->all)
        *all = replay_value(r, &r->s->operands[i->operands.first]);
    else
        *all = replay_widen(replay_take(r, i->width), i->width);
    return low_bits(*all, 8u * i->width);
}

void
replay_set_value(Replay *r, uint32_t inst, uint64_t value)
{
    r->machine.values.at[replay_top(r)->bottom.values + r->plan.value[inst]] =
        value;
}

static uint64_t
divide(ScriptCompute op, uint64_t x, uint64_t y, unsigned bits)
{
    int64_t a = with_sign(x, bits), b = with_sign(y, bits);

    if (b == 0 || b == -1) /* no script that was made has these */
        return 0;
    switch ((int)op) {
    case COMPUTE_UDIV:
        return x / y;
    case COMPUTE_UREM:
        return x % y;
    case COMPUTE_SDIV:
        return (uint64_t)(a / b);
    default:
        return (uint64_t)(a % b);
    }
}

static uint64_t
calculate(ScriptCompute op, uint64_t x, uint64_t y, unsigned bits)
{
    switch (op) {
    case COMPUTE_ADD:
        return x + y;
    case COMPUTE_SUB:
        return x - y;
    case COMPUTE_MUL:
        return x * y;
    case COMPUTE_AND:
        return x & y;
    case COMPUTE_OR:
        return x | y;
    case COMPUTE_XOR:
        return x ^ y;
    case COMPUTE_SHL:
        return x << (y & 63);
    case COMPUTE_LSHR:
        return x >> (y & 63);
    case COMPUTE_ASHR:
        return (uint64_t)(with_sign(x, bits) >> (y & 63));
    case COMPUTE_UDIV:
    case COMPUTE_SDIV:
    case COMPUTE_UREM:
    case COMPUTE_SREM:
        return divide(op, x, y, bits);
    case COMPUTE_EQ:
        return x == y;
    case COMPUTE_NE:
        return x != y;
    case COMPUTE_UGT:
        return x > y;
    case COMPUTE_UGE:
        return x >= y;
    case COMPUTE_ULT:
        return x < y;
    case COMPUTE_ULE:
        return x <= y;
    case COMPUTE_SGT:
        return with_sign(x, bits) > with_sign(y, bits);
    case COMPUTE_SGE:
        return with_sign(x, bits) >= with_sign(y, bits);
    case COMPUTE_SLT:
        return with_sign(x, bits) < with_sign(y, bits);
    case COMPUTE_SLE:
        return with_sign(x, bits) <= with_sign(y, bits);
    case COMPUTE_NOTHING:
    case COMPUTE_ZEXT:
    case COMPUTE_SEXT:
    case COMPUTE_ADDRESS:
    case COMPUTE_SELECT:
    case COMPUTE_OPS:
        break;
    }
    return 0;
}

static uint64_t
address_of(Replay *r, const ScriptInst *i)
{
    const ScriptOperand *o = &r->s->operands[i->operands.first];
    uint64_t address = replay_value(r, o);

    for (uint32_t k = 1; k < i->operands.n; k++)
        address +=
            o[k].value == SCRIPT_NONE
                ? o[k].constant
                : (uint64_t)with_sign(replay_value(r, &o[k]), o[k].bits) *
                      o[k].scale;
    return address;
}

void
replay_compute(Replay *r, uint32_t inst)
{
    const ScriptInst *i = &r->s->insts[inst];
    const ScriptOperand *o = &r->s->operands[i->operands.first];
    uint64_t v = 0;

    if (i->result.compute == COMPUTE_ADDRESS)
        v = address_of(r, i);
    else if (i->result.compute == COMPUTE_ZEXT)
        v = replay_value(r, o);
    else if (i->result.compute == COMPUTE_SEXT)
        v = (uint64_t)with_sign(replay_value(r, o), o->bits);
    else if (i->result.compute == COMPUTE_SELECT)
        v = replay_value(r, replay_value(r, o) & 1 ? o + 1 : o + 2);
    else if (i->result.compute != COMPUTE_NOTHING)
        v = calculate((ScriptCompute)i->result.compute, replay_value(r, o),
                      replay_value(r, o + 1), o->bits);
    replay_set_value(r, inst, low_bits(v, i->result.bits));
}

/* The signal that comes next, if that is known, and an instruction since the
 * last record raised it; 0: none. */
static uint32_t
next_trap(const Replay *r, uint64_t *address)
{
    const Cut *c = records_cut(&r->records);

    *address = 0;
    if (c && c->trapped) {
        *address = c->fault;
        return c->signal;
    }
    if (r->records.ncuts < r->records.trace->ncuts ||
        records_offset(&r->records) < r->records.trace->nrecords)
        return 0;
    *address = r->records.trace->fault;
    return r->records.trace->signal;
}

static void
trap(Replay *r)
{
    r->signals.trapped = true;
    r->sure.lines.n = 0; /* all of it happened */
}

void
replay_access(Replay *r, uint64_t address, uint64_t n)
{
    uint64_t fault;

    if (r->records.at != r->records.end)
        return;
    uint32_t signal = next_trap(r, &fault);
    if (signal != SIGSEGV && signal != SIGBUS)
        return;
    /* of an address that none can be, the processor does not tell it */
    if (fault - address < n ||
        (fault == 0 && (uint64_t)with_sign(address, 48) != address))
        trap(r);
}

void
replay_divide(Replay *r)
{
    uint64_t fault;

    if (r->records.at == r->records.end && next_trap(r, &fault) == SIGFPE)
        trap(r);
}
