/* invert.c - values of one symbol that would give an expression a certain
 * value. */
#include "solve/invert.h"

#include "format/tuning.h"

#include <math.h>
#include <string.h>

typedef struct Inverter Inverter;
struct Inverter {
    const Problem *p;
    const uint64_t *v;
    Proposals *out;
    size_t most;
    unsigned depth;
};

static uint64_t
of_real(double x, unsigned width)
{
    uint64_t bits = 0;

    if (width == 32) {
        float f = (float)x;
        uint32_t low;
        memcpy(&low, &f, sizeof low);
        return low;
    }
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The number x with x * factor = product, modulo 2^64, of an odd factor. */
static uint64_t
divide_odd(uint64_t product, uint64_t factor)
{
    uint64_t inverse = factor; /* right in the lowest three bits */

    for (int i = 0; i < 5; i++)
        inverse *= 2 - factor * inverse;
    return product * inverse;
}

static void reach(const Inverter *in, uint32_t i, uint64_t want,
                  unsigned depth);

static void
reach_product(const Inverter *in, const Expr *e, uint64_t want, unsigned depth)
{
    const uint32_t sides[2] = {e->a, e->b};

    for (unsigned k = 0; k < 2; k++) {
        uint64_t other = in->v[sides[1 - k]];
        if (other & 1)
            reach(in, sides[k], divide_odd(want, other) & expr_mask(e->width),
                  depth);
        if (other)
            reach(in, sides[k],
                  (uint64_t)(expr_signed(want, e->width) /
                             (expr_signed(other, e->width) == -1
                                  ? 1
                                  : expr_signed(other, e->width))) &
                      expr_mask(e->width),
                  depth);
    }
}

static void
reach_real(const Inverter *in, const Expr *e, uint64_t want, unsigned depth)
{
    const unsigned w = e->width;
    const double x = expr_double(want, w);
    const double a = expr_double(in->v[e->a], w);
    const double b = expr_double(in->v[e->b], w);

    switch (e->op) {
    case CONCOLIC_FADD:
        reach(in, e->a, of_real(x - b, w), depth);
        reach(in, e->b, of_real(x - a, w), depth);
        break;
    case CONCOLIC_FSUB:
        reach(in, e->a, of_real(x + b, w), depth);
        reach(in, e->b, of_real(a - x, w), depth);
        break;
    case CONCOLIC_FMUL:
        reach(in, e->a, of_real(x / b, w), depth);
        reach(in, e->b, of_real(x / a, w), depth);
        break;
    default:
        reach(in, e->a, of_real(x * b, w), depth);
        reach(in, e->b, of_real(a / x, w), depth);
        break;
    }
}

/* Propose what makes expression i `want`. */
static void
reach(const Inverter *in, uint32_t i, uint64_t want, unsigned depth)
{
    const Expr *e = &in->p->exprs.at[i];
    const uint64_t mask = expr_mask(e->width);

    if (depth == 0 || in->out->n >= in->most || (want & ~mask))
        return;
    depth--;
    switch (e->op) {
    case CONCOLIC_SYMBOL:
        vec_push(in->out, (Proposal){e->a, want});
        break;
    case CONCOLIC_NOT:
        reach(in, e->a, ~want & mask, depth);
        break;
    case CONCOLIC_NEG:
        reach(in, e->a, (0 - want) & mask, depth);
        break;
    case CONCOLIC_ADD:
        reach(in, e->a, (want - in->v[e->b]) & mask, depth);
        reach(in, e->b, (want - in->v[e->a]) & mask, depth);
        break;
    case CONCOLIC_SUB:
        reach(in, e->a, (want + in->v[e->b]) & mask, depth);
        reach(in, e->b, (in->v[e->a] - want) & mask, depth);
        break;
    case CONCOLIC_XOR:
        reach(in, e->a, want ^ in->v[e->b], depth);
        reach(in, e->b, want ^ in->v[e->a], depth);
        break;
    case CONCOLIC_AND:
        reach(in, e->a, want | (in->v[e->a] & ~in->v[e->b]), depth);
        break;
    case CONCOLIC_MUL:
        reach_product(in, e, want, depth);
        break;
    case CONCOLIC_UDIV:
    case CONCOLIC_SDIV:
        reach(in, e->a, want * in->v[e->b] & mask, depth);
        break;
    case CONCOLIC_SHL:
        if (in->v[e->b] < e->width)
            reach(in, e->a, want >> in->v[e->b], depth);
        break;
    case CONCOLIC_LSHR:
    case CONCOLIC_ASHR:
        if (in->v[e->b] < e->width)
            reach(in, e->a, want << in->v[e->b] & mask, depth);
        break;
    case CONCOLIC_ZEXT:
    case CONCOLIC_SEXT:
        reach(in, e->a, want & expr_mask(e->from), depth);
        break;
    case CONCOLIC_EXTRACT:
        reach(in, e->a, (in->v[e->a] & ~(mask << e->b)) | (want & mask) << e->b,
              depth);
        break;
    case CONCOLIC_CONCAT: {
        const unsigned low = (unsigned)e->width - e->from;
        reach(in, e->a, want >> low, depth);
        reach(in, e->b, want & expr_mask(low), depth);
        break;
    }
    case CONCOLIC_ITE:
        reach(in, in->v[e->a] ? e->b : e->c, want, depth);
        break;
    case CONCOLIC_FNEG:
        reach(in, e->a, want ^ UINT64_C(1) << (e->width - 1), depth);
        break;
    case CONCOLIC_FADD:
    case CONCOLIC_FSUB:
    case CONCOLIC_FMUL:
    case CONCOLIC_FDIV:
        reach_real(in, e, want, depth);
        break;
    case CONCOLIC_FTOF:
        reach(in, e->a, of_real(expr_double(want, e->width), e->from), depth);
        break;
    case CONCOLIC_FTOS:
        reach(in, e->a, of_real((double)expr_signed(want, e->width), e->from),
              depth);
        break;
    case CONCOLIC_STOF: {
        double x = expr_double(want, e->width);
        if (fabs(x) < 9e18)
            reach(in, e->a, (uint64_t)(int64_t)x & expr_mask(e->from), depth);
        break;
    }
    default:
        break;
    }
}

/* Both sides of a comparison towards each other, and one beyond. */
static void
reach_sides(const Inverter *in, const Expr *e)
{
    const uint64_t mask = expr_mask(e->from);
    const uint64_t a = in->v[e->a], b = in->v[e->b];

    for (int k = -1; k <= 1; k++) {
        reach(in, e->a, (b + (uint64_t)(int64_t)k) & mask, in->depth);
        reach(in, e->b, (a + (uint64_t)(int64_t)k) & mask, in->depth);
    }
}

static void
reach_float_sides(const Inverter *in, const Expr *e)
{
    static const double near[] = {0, 1, -1, NAN};
    double a = expr_double(in->v[e->a], e->from);
    double b = expr_double(in->v[e->b], e->from);

    reach(in, e->a, in->v[e->b], in->depth);
    reach(in, e->b, in->v[e->a], in->depth);
    for (unsigned k = 0; k < sizeof near / sizeof near[0]; k++) {
        reach(in, e->a, of_real(b + near[k], e->from), in->depth);
        reach(in, e->b, of_real(a + near[k], e->from), in->depth);
    }
}

/* Look through connectives for comparisons. */
static void
reach_truth(const Inverter *in, uint32_t i, unsigned depth)
{
    const Expr *e = &in->p->exprs.at[i];

    if (depth == 0 || in->out->n >= in->most)
        return;
    switch ((ExprShape)expr_ops[e->op].shape) {
    case SHAPE_COMPARE:
        if (e->from == 1 || in->p->exprs.at[e->a].op == CONCOLIC_ZEXT) {
            reach_truth(in, e->a, depth - 1);
            reach_truth(in, e->b, depth - 1);
        }
        reach_sides(in, e);
        break;
    case SHAPE_FLOAT_COMPARE:
        reach_float_sides(in, e);
        break;
    case SHAPE_UNARY:
    case SHAPE_WIDEN:
        reach_truth(in, e->a, depth - 1);
        break;
    case SHAPE_BINARY:
        if (e->width == 1) {
            reach_truth(in, e->a, depth - 1);
            reach_truth(in, e->b, depth - 1);
        }
        break;
    case SHAPE_CHOICE:
        reach_truth(in, e->a, depth - 1);
        break;
    case SHAPE_LEAF:
    case SHAPE_JOIN:
    case SHAPE_PART:
    case SHAPE_LOOKUP:
    case SHAPE_FLOAT_UNARY:
    case SHAPE_FLOAT_BINARY:
    case SHAPE_FLOAT_CAST:
    case SHAPE_FLOAT_TO_INT:
    case SHAPE_INT_TO_FLOAT:
        break;
    }
}

void
invert_condition(const Problem *p, const Condition *c, const uint64_t *values,
                 Proposals *out)
{
    const Inverter in = {.p = p,
                         .v = values,
                         .out = out,
                         .most = out->n + tuning_count(TUNE_solve_invert_most),
                         .depth = tuning_count(TUNE_solve_invert_depth)};
    const Expr *e = &p->exprs.at[c->expr];

    if (e->width == 1)
        reach_truth(&in, c->expr, in.depth);
    for (uint32_t i = 0; i < c->n; i++) {
        uint64_t want = p->values.at[c->first + i];
        reach(&in, c->expr, want, in.depth);
        if (c->out)
            reach(&in, c->expr, (want + 1) & expr_mask(e->width), in.depth);
    }
}
