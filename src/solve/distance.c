/* distance.c - how far a condition is from holding, for descent methods. */
#include "solve/distance.h"

#include "format/tuning.h"

#include <math.h>

static double
gap(const Expr *e, uint64_t a, uint64_t b)
{
    if (e->op == CONCOLIC_SLT || e->op == CONCOLIC_SLE ||
        e->op == CONCOLIC_EQ) {
        double x = (double)expr_signed(a, e->from);
        double y = (double)expr_signed(b, e->from);
        return fabs(x - y);
    }
    return fabs((double)a - (double)b);
}

static double
float_gap(const Expr *e, uint64_t a, uint64_t b)
{
    double x = expr_double(a, e->from), y = expr_double(b, e->from);
    double g = fabs(x - y);

    return isnan(g) || isinf(g) ? 1e300 : g;
}

/* Of a one-bit expression from being `want`. */
static double
of_truth(const Problem *p, uint32_t i, bool want, const uint64_t *v,
         unsigned depth)
{
    const Expr *e = &p->exprs.at[i];
    double x, y;

    if (v[i] == want)
        return 0;
    if (depth == 0)
        return 1;
    depth--;
    switch (e->op) {
    case CONCOLIC_NOT:
        return of_truth(p, e->a, !want, v, depth);
    case CONCOLIC_AND:
    case CONCOLIC_OR:
        x = of_truth(p, e->a, want, v, depth);
        y = of_truth(p, e->b, want, v, depth);
        return want == (e->op == CONCOLIC_AND) ? x + y : fmin(x, y);
    case CONCOLIC_XOR:
        x = of_truth(p, e->a, !v[e->a], v, depth);
        y = of_truth(p, e->b, !v[e->b], v, depth);
        return fmin(x, y);
    case CONCOLIC_ITE:
        return of_truth(p, v[e->a] ? e->b : e->c, want, v, depth);
    case CONCOLIC_EQ: {
        const Expr *a = &p->exprs.at[e->a];
        if (e->from == 1)
            return of_truth(p, e->a, !v[e->a], v, depth);
        if (a->op == CONCOLIC_ZEXT && a->from == 1 && v[e->b] <= 1)
            return of_truth(p, a->a, !v[a->a], v, depth);
        return want ? gap(e, v[e->a], v[e->b]) : 1;
    }
    case CONCOLIC_ULT:
    case CONCOLIC_ULE:
    case CONCOLIC_SLT:
    case CONCOLIC_SLE:
        return gap(e, v[e->a], v[e->b]) + 1;
    case CONCOLIC_FEQ:
        return want ? float_gap(e, v[e->a], v[e->b]) : 1;
    case CONCOLIC_FLT:
    case CONCOLIC_FLE:
        return float_gap(e, v[e->a], v[e->b]) + 1;
    default:
        return 1;
    }
}

double
distance_of(const Problem *p, const Condition *c, const uint64_t *v)
{
    const Expr *e = &p->exprs.at[c->expr];
    double least = INFINITY;

    if (problem_condition_holds(p, c, v[c->expr]))
        return 0;
    if (c->out)
        return 1;
    for (uint32_t i = 0; i < c->n; i++) {
        uint64_t want = p->values.at[c->first + i];
        double d = e->width == 1
                       ? of_truth(p, c->expr, want == 1, v,
                                  tuning_count(TUNE_solve_descent_depth))
                       : fabs((double)expr_signed(v[c->expr], e->width) -
                              (double)expr_signed(want, e->width));
        least = fmin(least, d);
    }
    return isinf(least) ? 1e3 : log2(1 + least) + 0.01;
}
