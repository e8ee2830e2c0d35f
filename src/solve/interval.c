/* interval.c - bounds of an expression's value, from bounds of its operands. */
#include "solve/interval.h"

#include <assert.h>

__extension__ typedef __int128 Wide;

static Interval
full(unsigned width)
{
    return (Interval){0, expr_mask(width)};
}

static bool
is_one(Interval x)
{
    return x.low == x.high;
}

/* Numbers from low to high, modulo 2^width: an interval if they all wrap
 * equally often. */
static Interval
wrap(Wide low, Wide high, unsigned width)
{
    if (low >> width != high >> width)
        return full(width);
    return (Interval){(uint64_t)low & expr_mask(width),
                      (uint64_t)high & expr_mask(width)};
}

/* As signed numbers; false if the interval has both signs. */
static bool
one_sign(Interval x, unsigned width)
{
    return x.low >> (width - 1) == x.high >> (width - 1);
}

static void
as_signed(Interval x, unsigned width, int64_t *low, int64_t *high)
{
    if (one_sign(x, width)) {
        *low = expr_signed(x.low, width);
        *high = expr_signed(x.high, width);
    } else {
        *low = expr_signed(UINT64_C(1) << (width - 1), width);
        *high = (int64_t)(expr_mask(width) >> 1);
    }
}

static Interval
multiply(Interval a, Interval b, unsigned w)
{
    Wide most = (Wide)a.high * (Wide)b.high;

    /* Both below 2^64: the product of the highest may need all 128 bits. */
    if (a.high <= UINT32_MAX && b.high <= UINT32_MAX)
        return wrap((Wide)a.low * (Wide)b.low, most, w);
    if (one_sign(a, w) && one_sign(b, w) && w <= 32) {
        Wide p[4] = {(Wide)expr_signed(a.low, w) * expr_signed(b.low, w),
                     (Wide)expr_signed(a.low, w) * expr_signed(b.high, w),
                     (Wide)expr_signed(a.high, w) * expr_signed(b.low, w),
                     (Wide)expr_signed(a.high, w) * expr_signed(b.high, w)};
        Wide low = p[0], high = p[0];
        for (int i = 1; i < 4; i++) {
            low = p[i] < low ? p[i] : low;
            high = p[i] > high ? p[i] : high;
        }
        return wrap(low, high, w);
    }
    return full(w);
}

static Interval
divide(ConcolicOp op, Interval a, Interval b, unsigned w)
{
    const bool is_signed = op == CONCOLIC_SDIV || op == CONCOLIC_SREM;
    const uint64_t top = UINT64_C(1) << (w - 1);

    if (b.low == 0 || (is_signed && (a.high >= top || b.high >= top)))
        return full(w);
    if (op == CONCOLIC_UDIV || op == CONCOLIC_SDIV)
        return (Interval){a.low / b.high, a.high / b.low};
    if (a.high < b.low)
        return a;
    return (Interval){0, a.high < b.high - 1 ? a.high : b.high - 1};
}

/* All ones up to the highest bit of x. */
static uint64_t
fill_bits(uint64_t x)
{
    return x ? UINT64_MAX >> __builtin_clzll(x) : 0;
}

static Interval
bitwise(ConcolicOp op, Interval a, Interval b)
{
    if (op == CONCOLIC_AND)
        return (Interval){0, a.high < b.high ? a.high : b.high};
    if (op == CONCOLIC_OR)
        return (Interval){a.low > b.low ? a.low : b.low,
                          fill_bits(a.high | b.high)};
    return (Interval){0, fill_bits(a.high | b.high)};
}

static Interval
shift(ConcolicOp op, Interval a, Interval by, unsigned w)
{
    if (!is_one(by) || by.low >= w)
        return full(w);
    if (op == CONCOLIC_SHL)
        return by.low < 32 && a.high <= UINT32_MAX
                   ? wrap((Wide)a.low << by.low, (Wide)a.high << by.low, w)
                   : full(w);
    if (op == CONCOLIC_ASHR && a.high >> (w - 1))
        return full(w);
    return (Interval){a.low >> by.low, a.high >> by.low};
}

static Interval
truth(bool surely, bool never)
{
    return surely ? (Interval){1, 1} : never ? (Interval){0, 0} : full(1);
}

static Interval
compare(const Expr *e, Interval a, Interval b)
{
    int64_t al, ah, bl, bh;

    switch (e->op) {
    case CONCOLIC_EQ:
        return truth(is_one(a) && is_one(b) && a.low == b.low,
                     a.high < b.low || b.high < a.low);
    case CONCOLIC_ULT:
        return truth(a.high < b.low, a.low >= b.high);
    case CONCOLIC_ULE:
        return truth(a.high <= b.low, a.low > b.high);
    default:
        as_signed(a, e->from, &al, &ah);
        as_signed(b, e->from, &bl, &bh);
        return e->op == CONCOLIC_SLT ? truth(ah < bl, al >= bh)
                                     : truth(ah <= bl, al > bh);
    }
}

static Interval
extend_sign(const Expr *e, Interval a)
{
    if (!one_sign(a, e->from))
        return full(e->width);
    return (Interval){
        (uint64_t)expr_signed(a.low, e->from) & expr_mask(e->width),
        (uint64_t)expr_signed(a.high, e->from) & expr_mask(e->width)};
}

static Interval
hull(Interval a, Interval b)
{
    return (Interval){a.low < b.low ? a.low : b.low,
                      a.high > b.high ? a.high : b.high};
}

static Interval
look_up(const Problem *p, const Expr *e, Interval a, const Interval *known)
{
    Interval r = {UINT64_MAX, 0};

    for (uint64_t i = a.low; i <= a.high && i < e->c; i++)
        r = hull(r, known[p->tables.at[e->b + i]]);
    return a.high >= e->c ? hull(r, (Interval){0, 0}) : r;
}

static Interval
integer(const Expr *e, Interval a, Interval b, Interval c)
{
    const unsigned w = e->width;

    switch (e->op) {
    case CONCOLIC_NOT:
        return (Interval){~a.high & expr_mask(w), ~a.low & expr_mask(w)};
    case CONCOLIC_NEG:
        return wrap(-(Wide)a.high, -(Wide)a.low, w);
    case CONCOLIC_ADD:
        return wrap((Wide)a.low + b.low, (Wide)a.high + b.high, w);
    case CONCOLIC_SUB:
        return wrap((Wide)a.low - b.high, (Wide)a.high - b.low, w);
    case CONCOLIC_MUL:
        return multiply(a, b, w);
    case CONCOLIC_UDIV:
    case CONCOLIC_SDIV:
    case CONCOLIC_UREM:
    case CONCOLIC_SREM:
        return divide(e->op, a, b, w);
    case CONCOLIC_AND:
    case CONCOLIC_OR:
    case CONCOLIC_XOR:
        return bitwise(e->op, a, b);
    case CONCOLIC_SHL:
    case CONCOLIC_LSHR:
    case CONCOLIC_ASHR:
        return shift(e->op, a, b, w);
    case CONCOLIC_EQ:
    case CONCOLIC_ULT:
    case CONCOLIC_ULE:
    case CONCOLIC_SLT:
    case CONCOLIC_SLE:
        return compare(e, a, b);
    case CONCOLIC_ITE:
        return a.low ? b : a.high ? hull(b, c) : c;
    case CONCOLIC_CONCAT:
        return (Interval){a.low << (w - e->from) | b.low,
                          a.high << (w - e->from) | b.high};
    case CONCOLIC_EXTRACT:
        return wrap((Wide)(a.low >> e->b), (Wide)(a.high >> e->b), w);
    case CONCOLIC_ZEXT:
        return a;
    case CONCOLIC_SEXT:
        return extend_sign(e, a);
    default:
        return full(w); /* reals */
    }
}

Interval
interval_of(const Problem *p, uint32_t i, const Interval *known,
            const Interval *symbols)
{
    const Expr *e = &p->exprs.at[i];
    const unsigned arity = expr_ops[e->op].arity;
    Interval a = {0, 0}, b = {0, 0}, c = {0, 0};

    if (e->op == CONCOLIC_CONST) {
        const uint64_t v = e->a | (uint64_t)e->b << 32;
        return (Interval){v, v};
    }
    if (e->op == CONCOLIC_SYMBOL)
        return symbols[e->a];
    if (arity > 0)
        a = known[e->a];
    if (e->op == CONCOLIC_LOOKUP)
        return look_up(p, e, a, known);
    if (arity > 1)
        b = known[e->b];
    if (arity > 2)
        c = known[e->c];
    if (is_one(a) && is_one(b) && is_one(c)) {
        const uint64_t v = expr_apply(e, a.low, b.low, c.low);
        return (Interval){v, v};
    }
    return integer(e, a, b, c);
}

bool
interval_allows(const Problem *p, const Condition *c, Interval value)
{
    if (is_one(value))
        return problem_condition_holds(p, c, value.low);
    if (c->out)
        return true;
    for (uint32_t i = 0; i < c->n; i++) {
        const uint64_t v = p->values.at[c->first + i];
        if (v >= value.low && v <= value.high)
            return true;
    }
    return false;
}
