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

bool
interval_has(Interval x, uint64_t value, unsigned width)
{
    const uint64_t mask = expr_mask(width);

    return ((value - x.low) & mask) <= ((x.high - x.low) & mask);
}

/* Integers from low to high, modulo 2^width. */
static Interval
wrap(Wide low, Wide high, unsigned width)
{
    const uint64_t mask = expr_mask(width);

    if (high - low >= (Wide)mask)
        return full(width);
    return (Interval){(uint64_t)low & mask, (uint64_t)high & mask};
}

/* As unsigned, and as signed numbers: all there are if the interval goes
 * through the end of them. */
static Interval
as_unsigned(Interval x, unsigned width)
{
    return x.low <= x.high ? x : full(width);
}

static bool
as_signed(Interval x, unsigned width, int64_t *low, int64_t *high)
{
    *low = expr_signed(x.low, width);
    *high = expr_signed(x.high, width);
    if (*low <= *high)
        return true;
    *low = expr_signed(UINT64_C(1) << (width - 1), width);
    *high = (int64_t)(expr_mask(width) >> 1);
    return false;
}

static Interval
multiply(Interval a, Interval b, unsigned w)
{
    int64_t al, ah, bl, bh;

    if (!as_signed(a, w, &al, &ah) || !as_signed(b, w, &bl, &bh))
        return full(w);
    const Wide p[4] = {(Wide)al * bl, (Wide)al * bh, (Wide)ah * bl,
                       (Wide)ah * bh};
    Wide low = p[0], high = p[0];
    for (int i = 1; i < 4; i++) {
        low = p[i] < low ? p[i] : low;
        high = p[i] > high ? p[i] : high;
    }
    return wrap(low, high, w);
}

static Interval
divide(ConcolicOp op, Interval a, Interval b, unsigned w)
{
    a = as_unsigned(a, w);
    b = as_unsigned(b, w);
    if (b.low == 0)
        return full(w);
    if (op == CONCOLIC_UDIV)
        return (Interval){a.low / b.high, a.high / b.low};
    if (a.high < b.low)
        return a;
    return (Interval){0, a.high < b.high - 1 ? a.high : b.high - 1};
}

/* By positive numbers only. */
static Interval
divide_signed(ConcolicOp op, Interval a, Interval b, unsigned w)
{
    int64_t al, ah, bl, bh;

    as_signed(a, w, &al, &ah);
    as_signed(b, w, &bl, &bh);
    if (bl <= 0)
        return full(w);
    if (op == CONCOLIC_SDIV)
        return wrap(al < 0 ? al / bl : al / bh, ah < 0 ? ah / bh : ah / bl, w);
    if (al >= 0 && ah < bl)
        return a;
    return wrap(al < 0 ? -(Wide)(bh - 1) : 0, ah > 0 ? bh - 1 : 0, w);
}

/* All ones up to the highest bit of x. */
static uint64_t
fill_bits(uint64_t x)
{
    return x ? UINT64_MAX >> __builtin_clzll(x) : 0;
}

static Interval
bitwise(ConcolicOp op, Interval a, Interval b, unsigned w)
{
    a = as_unsigned(a, w);
    b = as_unsigned(b, w);
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
    int64_t low, high;

    if (!is_one(by) || by.low >= w)
        return full(w);
    if (op == CONCOLIC_SHL)
        return by.low < w - 1 ? multiply(a,
                                         (Interval){UINT64_C(1) << by.low,
                                                    UINT64_C(1) << by.low},
                                         w)
                              : full(w);
    if (op == CONCOLIC_ASHR) {
        as_signed(a, w, &low, &high);
        return wrap(low >> by.low, high >> by.low, w);
    }
    a = as_unsigned(a, w);
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
    const unsigned w = e->from;
    int64_t al, ah, bl, bh;

    if (e->op == CONCOLIC_EQ)
        return truth(is_one(a) && is_one(b) && a.low == b.low,
                     !interval_has(a, b.low, w) && !interval_has(b, a.low, w));
    if (e->op == CONCOLIC_ULT || e->op == CONCOLIC_ULE) {
        a = as_unsigned(a, w);
        b = as_unsigned(b, w);
        return e->op == CONCOLIC_ULT ? truth(a.high < b.low, a.low >= b.high)
                                     : truth(a.high <= b.low, a.low > b.high);
    }
    as_signed(a, w, &al, &ah);
    as_signed(b, w, &bl, &bh);
    return e->op == CONCOLIC_SLT ? truth(ah < bl, al >= bh)
                                 : truth(ah <= bl, al > bh);
}

static Interval
extend_sign(const Expr *e, Interval a)
{
    int64_t low, high;

    as_signed(a, e->from, &low, &high);
    return wrap(low, high, e->width);
}

static uint64_t
span(Interval x, unsigned w)
{
    return (x.high - x.low) & expr_mask(w);
}

static bool
is_within(Interval x, Interval in, unsigned w)
{
    const uint64_t from = (x.low - in.low) & expr_mask(w), room = span(in, w);

    return from <= room && span(x, w) <= room - from;
}

/* The smallest of some intervals that have both. */
static Interval
hull(Interval a, Interval b, unsigned w)
{
    const Interval tries[] = {a, b, {a.low, b.high}, {b.low, a.high}};
    Interval best = full(w);

    for (unsigned i = 0; i < 4; i++)
        if (is_within(a, tries[i], w) && is_within(b, tries[i], w) &&
            span(tries[i], w) < span(best, w))
            best = tries[i];
    return best;
}

static Interval
look_up(const Problem *p, const Expr *e, Interval a, const Interval *known)
{
    a = as_unsigned(a, e->from);
    if (a.low >= e->c)
        return (Interval){0, 0};
    Interval r = known[p->tables.at[e->b + a.low]];
    for (uint64_t i = a.low; i <= a.high && i < e->c; i++)
        r = hull(r, known[p->tables.at[e->b + i]], 8);
    return a.high >= e->c ? hull(r, (Interval){0, 0}, 8) : r;
}

/* Numbers that are not negative, nor NaN, are in the order of their bits. */
static bool
is_plain(Interval x, unsigned width)
{
    const uint64_t infinity =
        width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);

    return x.low <= x.high && x.high <= infinity;
}

/* Operations that rise with both operands: bounds of the result are results
 * of bounds. */
static Interval
rising(const Expr *e, Interval a, Interval b)
{
    const Interval r = {expr_apply(e, a.low, b.low, 0),
                        expr_apply(e, a.high, b.high, 0)};

    return is_plain(r, e->width) ? r : full(e->width);
}

static Interval
real(const Expr *e, Interval a, Interval b)
{
    const unsigned w = e->width;

    switch (e->op) {
    case CONCOLIC_STOF:
        return a.low <= a.high && !(a.high >> (e->from - 1)) ? rising(e, a, b)
                                                             : full(w);
    case CONCOLIC_UTOF:
        return a.low <= a.high ? rising(e, a, b) : full(w);
    case CONCOLIC_FTOF:
    case CONCOLIC_FSQRT:
    case CONCOLIC_FROUND:
        return is_plain(a, e->from) ? rising(e, a, b) : full(w);
    case CONCOLIC_FADD:
    case CONCOLIC_FMUL:
        return is_plain(a, w) && is_plain(b, w) ? rising(e, a, b) : full(w);
    case CONCOLIC_FABS:
        return is_plain(a, w) ? a : full(w);
    case CONCOLIC_FEQ:
    case CONCOLIC_FLT:
    case CONCOLIC_FLE:
    case CONCOLIC_FUNO:
        break;
    default:
        return full(w);
    }
    if (!is_plain(a, e->from) || !is_plain(b, e->from))
        return full(1);
    switch (e->op) {
    case CONCOLIC_FEQ:
        return truth(is_one(a) && is_one(b) && a.low == b.low,
                     a.high < b.low || b.high < a.low);
    case CONCOLIC_FLT:
        return truth(a.high < b.low, a.low >= b.high);
    case CONCOLIC_FLE:
        return truth(a.high <= b.low, a.low > b.high);
    default:
        return truth(false, true);
    }
}

static Interval
integer(const Expr *e, Interval a, Interval b, Interval c)
{
    const unsigned w = e->width;
    const uint64_t mask = expr_mask(w);

    switch (e->op) {
    case CONCOLIC_NOT:
        return (Interval){~a.high & mask, ~a.low & mask};
    case CONCOLIC_NEG:
        return (Interval){(0 - a.high) & mask, (0 - a.low) & mask};
    case CONCOLIC_ADD:
        return wrap((Wide)a.low + b.low,
                    (Wide)a.low + ((a.high - a.low) & mask) + b.low +
                        ((b.high - b.low) & mask),
                    w);
    case CONCOLIC_SUB:
        return wrap((Wide)a.low - b.low - ((b.high - b.low) & mask),
                    (Wide)a.low + ((a.high - a.low) & mask) - b.low, w);
    case CONCOLIC_MUL:
        return multiply(a, b, w);
    case CONCOLIC_UDIV:
    case CONCOLIC_UREM:
        return divide(e->op, a, b, w);
    case CONCOLIC_SDIV:
    case CONCOLIC_SREM:
        return divide_signed(e->op, a, b, w);
    case CONCOLIC_AND:
    case CONCOLIC_OR:
    case CONCOLIC_XOR:
        return bitwise(e->op, a, b, w);
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
        return !is_one(a) ? hull(b, c, w) : a.low ? b : c;
    case CONCOLIC_CONCAT:
        a = as_unsigned(a, e->from);
        b = as_unsigned(b, w - e->from);
        return (Interval){a.low << (w - e->from) | b.low,
                          a.high << (w - e->from) | b.high};
    case CONCOLIC_EXTRACT:
        if (e->b)
            a = as_unsigned(a, e->from);
        return wrap(
            (Wide)(a.low >> e->b),
            (Wide)(a.low >> e->b) +
                (((a.high >> e->b) - (a.low >> e->b)) & expr_mask(e->from)),
            w);
    case CONCOLIC_ZEXT:
        return as_unsigned(a, e->from);
    case CONCOLIC_SEXT:
        return extend_sign(e, a);
    default:
        return real(e, a, b);
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
    for (uint32_t i = 0; i < c->n; i++)
        if (interval_has(value, p->values.at[c->first + i],
                         p->exprs.at[c->expr].width))
            return true;
    return false;
}
