/* smt.c - the door to Z3: problems to its language, models back to values.
 *
 * One-bit values are Booleans, floats are of Z3's floating-point sorts; both
 * become bit vectors where something looks at their bits. The simple solver is
 * used: the default one is slower on problems as small as these. Everything
 * made for one query is released at its end.
 */
#include "solve/smt.h"

#include "base/mem.h"
#include "base/vec.h"
#include "format/tuning.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

enum {
    WORK = 4000, /* Z3's units, in a millisecond */
};

/* An expression in each of its forms, as far as they were asked for. */
typedef struct Form Form;
struct Form {
    Z3_ast bits, truth, real;
};

struct Smt {
    Z3_context z;
    Z3_sort floats[2];                    /* single, double */
    Z3_ast nearest, down, up, zero, away; /* rounding modes */
    bool failed;                          /* in this query */
    bool by_work;
    const Problem *p;
    VEC(Form) forms;
    VEC(Z3_ast) kept; /* to be released */
};

static void
on_error(Z3_context z, Z3_error_code code)
{
    (void)z, (void)code; /* looked up after the query */
}

void
smt_count_work(Smt *s)
{
    s->by_work = true;
}

/* What nobody refers to may be gone at the next call. */
static Z3_ast
lasting(Smt *s, Z3_ast a)
{
    Z3_inc_ref(s->z, a);
    return a;
}

static Z3_sort
lasting_sort(Smt *s, Z3_sort sort)
{
    Z3_inc_ref(s->z, Z3_sort_to_ast(s->z, sort));
    return sort;
}

bool
smt_new(Smt **out, Diag *d)
{
    Z3_config config = Z3_mk_config();
    Smt *s = mem_zalloc(1, sizeof *s);

    s->z = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (!s->z) {
        free(s);
        return diag_fail(d, "the solver Z3 cannot be started");
    }
    Z3_set_error_handler(s->z, on_error);
    s->floats[0] = lasting_sort(s, Z3_mk_fpa_sort_single(s->z));
    s->floats[1] = lasting_sort(s, Z3_mk_fpa_sort_double(s->z));
    s->nearest = lasting(s, Z3_mk_fpa_rne(s->z));
    s->down = lasting(s, Z3_mk_fpa_rtn(s->z));
    s->up = lasting(s, Z3_mk_fpa_rtp(s->z));
    s->zero = lasting(s, Z3_mk_fpa_rtz(s->z));
    s->away = lasting(s, Z3_mk_fpa_rna(s->z));
    *out = s;
    return true;
}

void
smt_free(Smt *s)
{
    if (!s)
        return;
    Z3_del_context(s->z);
    vec_done(&s->forms);
    vec_done(&s->kept);
    free(s);
}

/* Everything made goes through here, and lives until the query's end. */
static Z3_ast
keep(Smt *s, Z3_ast a)
{
    if (!a) {
        s->failed = true;
        a = Z3_mk_true(s->z);
    }
    Z3_inc_ref(s->z, a);
    vec_push(&s->kept, a);
    return a;
}

static void
release(Smt *s)
{
    for (size_t i = 0; i < s->kept.n; i++)
        Z3_dec_ref(s->z, s->kept.at[i]);
    s->kept.n = 0;
}

static Z3_ast
bits_of(Smt *s, unsigned width, uint64_t value)
{
    Z3_sort sort = Z3_mk_bv_sort(s->z, width);

    keep(s, Z3_sort_to_ast(s->z, sort));
    return keep(s, Z3_mk_unsigned_int64(s->z, value, sort));
}

static Z3_sort
float_sort(Smt *s, unsigned width)
{
    return s->floats[width == 64];
}

/* One expression in the form that is needed; the others have one already. */

static Z3_ast
bits(Smt *s, uint32_t i)
{
    Form *f = &s->forms.at[i];

    if (!f->bits && f->real)
        f->bits = keep(s, Z3_mk_fpa_to_ieee_bv(s->z, f->real));
    if (!f->bits) {
        Z3_ast one = bits_of(s, 1, 1), none = bits_of(s, 1, 0);
        f->bits = keep(s, Z3_mk_ite(s->z, f->truth, one, none));
    }
    return f->bits;
}

static Z3_ast
truth(Smt *s, uint32_t i)
{
    Form *f = &s->forms.at[i];

    if (!f->truth)
        f->truth = keep(s, Z3_mk_eq(s->z, bits(s, i), bits_of(s, 1, 1)));
    return f->truth;
}

static Z3_ast
real(Smt *s, uint32_t i)
{
    Form *f = &s->forms.at[i];

    if (!f->real)
        f->real =
            keep(s, Z3_mk_fpa_to_fp_bv(s->z, bits(s, i),
                                       float_sort(s, s->p->exprs.at[i].width)));
    return f->real;
}

/* What the operators become */

static Z3_ast
logic(Smt *s, const Expr *e)
{
    Z3_ast both[2] = {truth(s, e->a)};

    switch (e->op) {
    case CONCOLIC_NOT:
        return Z3_mk_not(s->z, both[0]);
    case CONCOLIC_AND:
        both[1] = truth(s, e->b);
        return Z3_mk_and(s->z, 2, both);
    case CONCOLIC_OR:
        both[1] = truth(s, e->b);
        return Z3_mk_or(s->z, 2, both);
    default:
        return Z3_mk_xor(s->z, both[0], truth(s, e->b));
    }
}

static Z3_ast
arithmetic(Smt *s, const Expr *e)
{
    Z3_ast a = bits(s, e->a), b = bits(s, e->b);

    switch (e->op) {
    case CONCOLIC_ADD:
        return Z3_mk_bvadd(s->z, a, b);
    case CONCOLIC_SUB:
        return Z3_mk_bvsub(s->z, a, b);
    case CONCOLIC_MUL:
        return Z3_mk_bvmul(s->z, a, b);
    case CONCOLIC_UDIV:
        return Z3_mk_bvudiv(s->z, a, b);
    case CONCOLIC_SDIV:
        return Z3_mk_bvsdiv(s->z, a, b);
    case CONCOLIC_UREM:
        return Z3_mk_bvurem(s->z, a, b);
    case CONCOLIC_SREM:
        return Z3_mk_bvsrem(s->z, a, b);
    case CONCOLIC_AND:
        return Z3_mk_bvand(s->z, a, b);
    case CONCOLIC_OR:
        return Z3_mk_bvor(s->z, a, b);
    case CONCOLIC_XOR:
        return Z3_mk_bvxor(s->z, a, b);
    case CONCOLIC_SHL:
        return Z3_mk_bvshl(s->z, a, b);
    case CONCOLIC_LSHR:
        return Z3_mk_bvlshr(s->z, a, b);
    default:
        return Z3_mk_bvashr(s->z, a, b);
    }
}

static Z3_ast
comparison(Smt *s, const Expr *e)
{
    if (e->op == CONCOLIC_EQ && e->from == 1)
        return Z3_mk_iff(s->z, truth(s, e->a), truth(s, e->b));
    Z3_ast a = bits(s, e->a), b = bits(s, e->b);
    switch (e->op) {
    case CONCOLIC_EQ:
        return Z3_mk_eq(s->z, a, b);
    case CONCOLIC_ULT:
        return Z3_mk_bvult(s->z, a, b);
    case CONCOLIC_ULE:
        return Z3_mk_bvule(s->z, a, b);
    case CONCOLIC_SLT:
        return Z3_mk_bvslt(s->z, a, b);
    default:
        return Z3_mk_bvsle(s->z, a, b);
    }
}

static Z3_ast
choice(Smt *s, const Expr *e, Form *to)
{
    Z3_ast a = truth(s, e->a);

    if (e->width == 1)
        return to->truth =
                   keep(s, Z3_mk_ite(s->z, a, truth(s, e->b), truth(s, e->c)));
    if (s->forms.at[e->b].real && s->forms.at[e->c].real)
        return to->real =
                   keep(s, Z3_mk_ite(s->z, a, real(s, e->b), real(s, e->c)));
    return to->bits = keep(s, Z3_mk_ite(s->z, a, bits(s, e->b), bits(s, e->c)));
}

/* A chain of choices; tables are short. */
static Z3_ast
lookup(Smt *s, const Expr *e)
{
    Z3_ast a = bits(s, e->a);
    Z3_ast found = bits_of(s, 8, 0);

    for (uint32_t i = e->c; i-- > 0;) {
        if (e->from < 32 && i >> e->from)
            continue; /* no index is that large */
        Z3_ast is = keep(s, Z3_mk_eq(s->z, a, bits_of(s, e->from, i)));
        found = keep(
            s, Z3_mk_ite(s->z, is, bits(s, s->p->tables.at[e->b + i]), found));
    }
    return found;
}

static Z3_ast
rounding(const Smt *s, uint32_t how)
{
    const Z3_ast modes[] = {s->nearest, s->down, s->up, s->zero, s->away};

    assert(how < sizeof modes / sizeof modes[0]);
    return modes[how];
}

/* Z3 has IEEE's remainder, which rounds; fmod() truncates. */
static Z3_ast
float_remainder(Smt *s, const Expr *e)
{
    Z3_ast x = keep(s, Z3_mk_fpa_abs(s->z, real(s, e->a)));
    Z3_ast y = keep(s, Z3_mk_fpa_abs(s->z, real(s, e->b)));
    Z3_ast r = keep(s, Z3_mk_fpa_rem(s->z, x, y));
    Z3_ast more = keep(s, Z3_mk_fpa_add(s->z, s->nearest, r, y));
    Z3_ast low = keep(s, Z3_mk_fpa_is_negative(s->z, r));
    Z3_ast zero = keep(s, Z3_mk_fpa_is_zero(s->z, r));
    Z3_ast plus = keep(s, Z3_mk_ite(s->z, zero, keep(s, Z3_mk_fpa_abs(s->z, r)),
                                    keep(s, Z3_mk_ite(s->z, low, more, r))));
    Z3_ast minus = keep(s, Z3_mk_fpa_neg(s->z, plus));
    Z3_ast negative = keep(s, Z3_mk_fpa_is_negative(s->z, real(s, e->a)));

    return Z3_mk_ite(s->z, negative, minus, plus);
}

static Z3_ast
float_arithmetic(Smt *s, const Expr *e)
{
    Z3_ast a = real(s, e->a);

    switch (e->op) {
    case CONCOLIC_FNEG:
        return Z3_mk_fpa_neg(s->z, a);
    case CONCOLIC_FABS:
        return Z3_mk_fpa_abs(s->z, a);
    case CONCOLIC_FSQRT:
        return Z3_mk_fpa_sqrt(s->z, s->nearest, a);
    case CONCOLIC_FADD:
        return Z3_mk_fpa_add(s->z, s->nearest, a, real(s, e->b));
    case CONCOLIC_FSUB:
        return Z3_mk_fpa_sub(s->z, s->nearest, a, real(s, e->b));
    case CONCOLIC_FMUL:
        return Z3_mk_fpa_mul(s->z, s->nearest, a, real(s, e->b));
    case CONCOLIC_FDIV:
        return Z3_mk_fpa_div(s->z, s->nearest, a, real(s, e->b));
    case CONCOLIC_FREM:
        return float_remainder(s, e);
    case CONCOLIC_FTOF:
        return Z3_mk_fpa_to_fp_float(s->z, s->nearest, a,
                                     float_sort(s, e->width));
    default:
        return Z3_mk_fpa_round_to_integral(s->z, rounding(s, e->b), a);
    }
}

static Z3_ast
float_comparison(Smt *s, const Expr *e)
{
    Z3_ast a = real(s, e->a), b = real(s, e->b), nans[2];

    switch (e->op) {
    case CONCOLIC_FEQ:
        return Z3_mk_fpa_eq(s->z, a, b);
    case CONCOLIC_FLT:
        return Z3_mk_fpa_lt(s->z, a, b);
    case CONCOLIC_FLE:
        return Z3_mk_fpa_leq(s->z, a, b);
    default:
        nans[0] = keep(s, Z3_mk_fpa_is_nan(s->z, a));
        nans[1] = keep(s, Z3_mk_fpa_is_nan(s->z, b));
        return Z3_mk_or(s->z, 2, nans);
    }
}

static Z3_ast
is_between(Smt *s, Z3_ast x, double least, double most, unsigned width)
{
    Z3_sort sort = float_sort(s, width);
    Z3_ast low = keep(s, Z3_mk_fpa_numeral_double(s->z, least, sort));
    Z3_ast high = keep(s, Z3_mk_fpa_numeral_double(s->z, most, sort));
    Z3_ast both[2] = {keep(s, Z3_mk_fpa_geq(s->z, x, low)),
                      keep(s, Z3_mk_fpa_lt(s->z, x, high))};

    return keep(s, Z3_mk_and(s->z, 2, both));
}

/* What does not fit is left open by Z3; the machine gives the smallest number
 * (see expr.c). Narrow results are cut off wide ones. */
static Z3_ast
float_to_int(Smt *s, const Expr *e)
{
    const unsigned wide = e->op == CONCOLIC_FTOS && e->width <= 32 ? 32 : 64;
    const double bound = wide == 32 ? 2147483648.0 : 9223372036854775808.0;
    Z3_ast a = real(s, e->a);
    Z3_ast cut = keep(s, Z3_mk_fpa_round_to_integral(s->z, s->zero, a));
    Z3_ast value = bits_of(s, wide, UINT64_C(1) << (wide - 1));

    if (e->op == CONCOLIC_FTOU && e->width == 64)
        value = keep(
            s, Z3_mk_ite(s->z, is_between(s, cut, bound, 2 * bound, e->from),
                         keep(s, Z3_mk_fpa_to_ubv(s->z, s->zero, a, wide)),
                         value));
    value = keep(s, Z3_mk_ite(s->z, is_between(s, cut, -bound, bound, e->from),
                              keep(s, Z3_mk_fpa_to_sbv(s->z, s->zero, a, wide)),
                              value));
    return e->width == wide ? value
                            : Z3_mk_extract(s->z, e->width - 1, 0, value);
}

static Z3_ast
int_to_float(Smt *s, const Expr *e)
{
    Z3_sort sort = float_sort(s, e->width);

    return e->op == CONCOLIC_STOF
               ? Z3_mk_fpa_to_fp_signed(s->z, s->nearest, bits(s, e->a), sort)
               : Z3_mk_fpa_to_fp_unsigned(s->z, s->nearest, bits(s, e->a),
                                          sort);
}

static Z3_ast
symbol(Smt *s, const Expr *e)
{
    Z3_sort sort = Z3_mk_bv_sort(s->z, e->width);

    keep(s, Z3_sort_to_ast(s->z, sort));
    return Z3_mk_const(s->z, Z3_mk_int_symbol(s->z, (int)e->a), sort);
}

static void
translate(Smt *s, uint32_t i)
{
    const Expr *e = &s->p->exprs.at[i];
    Form *f = &s->forms.at[i];

    switch ((ExprShape)expr_ops[e->op].shape) {
    case SHAPE_LEAF:
        f->bits = e->op == CONCOLIC_CONST
                      ? bits_of(s, e->width, e->a | (uint64_t)e->b << 32)
                      : keep(s, symbol(s, e));
        break;
    case SHAPE_UNARY:
        if (e->width == 1 && e->op == CONCOLIC_NOT)
            f->truth = keep(s, logic(s, e));
        else
            f->bits = keep(s, e->op == CONCOLIC_NOT
                                  ? Z3_mk_bvnot(s->z, bits(s, e->a))
                                  : Z3_mk_bvneg(s->z, bits(s, e->a)));
        break;
    case SHAPE_BINARY:
        if (e->width == 1 && (e->op == CONCOLIC_AND || e->op == CONCOLIC_OR ||
                              e->op == CONCOLIC_XOR))
            f->truth = keep(s, logic(s, e));
        else
            f->bits = keep(s, arithmetic(s, e));
        break;
    case SHAPE_COMPARE:
        f->truth = keep(s, comparison(s, e));
        break;
    case SHAPE_CHOICE:
        choice(s, e, f);
        break;
    case SHAPE_JOIN:
        f->bits = keep(s, Z3_mk_concat(s->z, bits(s, e->a), bits(s, e->b)));
        break;
    case SHAPE_PART:
        f->bits = keep(
            s, Z3_mk_extract(s->z, e->b + e->width - 1, e->b, bits(s, e->a)));
        break;
    case SHAPE_WIDEN:
        if (e->width == e->from)
            *f = s->forms.at[e->a];
        else
            f->bits =
                keep(s, e->op == CONCOLIC_ZEXT
                            ? Z3_mk_zero_ext(s->z, (unsigned)e->width - e->from,
                                             bits(s, e->a))
                            : Z3_mk_sign_ext(s->z, (unsigned)e->width - e->from,
                                             bits(s, e->a)));
        break;
    case SHAPE_LOOKUP:
        f->bits = keep(s, lookup(s, e));
        break;
    case SHAPE_FLOAT_UNARY:
    case SHAPE_FLOAT_BINARY:
    case SHAPE_FLOAT_CAST:
        f->real = keep(s, float_arithmetic(s, e));
        break;
    case SHAPE_FLOAT_COMPARE:
        f->truth = keep(s, float_comparison(s, e));
        break;
    case SHAPE_FLOAT_TO_INT:
        f->bits = keep(s, float_to_int(s, e));
        break;
    case SHAPE_INT_TO_FLOAT:
        f->real = keep(s, int_to_float(s, e));
        break;
    }
}

/* The condition as a Boolean. */
static Z3_ast
condition(Smt *s, const Condition *c)
{
    Z3_ast any = NULL;

    if (s->p->exprs.at[c->expr].width == 1 && c->n == 1) {
        bool want = (s->p->values.at[c->first] == 1) != c->out;
        Z3_ast is = truth(s, c->expr);
        return want ? is : keep(s, Z3_mk_not(s->z, is));
    }
    for (uint32_t i = 0; i < c->n; i++) {
        Z3_ast value = bits_of(s, s->p->exprs.at[c->expr].width,
                               s->p->values.at[c->first + i]);
        Z3_ast is = keep(s, Z3_mk_eq(s->z, bits(s, c->expr), value));
        Z3_ast both[2] = {any, is};
        any = any ? keep(s, Z3_mk_or(s->z, 2, both)) : is;
    }
    if (!any)
        any = keep(s, Z3_mk_false(s->z));
    return c->out ? keep(s, Z3_mk_not(s->z, any)) : any;
}

/* Queries */

static Z3_solver
begin(Smt *s, const Problem *p, unsigned ms)
{
    Z3_solver solver = Z3_mk_simple_solver(s->z);

    Z3_solver_inc_ref(s->z, solver);
    if (ms) {
        Z3_params params = Z3_mk_params(s->z);
        Z3_params_inc_ref(s->z, params);
        const char *what = s->by_work ? "rlimit" : "timeout";
        unsigned most = s->by_work && ms < UINT_MAX / WORK ? ms * WORK : ms;
        Z3_params_set_uint(s->z, params, Z3_mk_string_symbol(s->z, what), most);
        Z3_solver_set_params(s->z, solver, params);
        Z3_params_dec_ref(s->z, params);
    }
    s->p = p;
    s->failed = false;
    s->forms.n = 0;
    vec_reserve(&s->forms, p->exprs.n);
    if (p->exprs.n)
        memset(s->forms.at, 0, p->exprs.n * sizeof *s->forms.at);
    s->forms.n = p->exprs.n;
    for (uint32_t i = 0; i < p->exprs.n; i++)
        translate(s, i);
    return solver;
}

static void
end(Smt *s, Z3_solver solver)
{
    release(s);
    Z3_solver_dec_ref(s->z, solver);
}

/* What the model says of the symbols that it knows. */
static void
read_model(Smt *s, Z3_solver solver, uint64_t *symbols)
{
    Z3_model m = Z3_solver_get_model(s->z, solver);

    if (!m) {
        s->failed = true;
        return;
    }
    Z3_model_inc_ref(s->z, m);
    for (uint32_t i = 0; i < s->p->exprs.n; i++) {
        const Expr *e = &s->p->exprs.at[i];
        if (e->op != CONCOLIC_SYMBOL)
            continue;
        Z3_func_decl decl =
            Z3_get_app_decl(s->z, Z3_to_app(s->z, s->forms.at[i].bits));
        Z3_ast value = Z3_model_get_const_interp(s->z, m, decl);
        uint64_t number;
        if (value && Z3_get_numeral_uint64(s->z, value, &number))
            symbols[e->a] = number;
    }
    Z3_model_dec_ref(s->z, m);
}

static SmtAnswer
answer(Smt *s, Z3_lbool said)
{
    if (s->failed)
        return SMT_UNKNOWN;
    return said == Z3_L_TRUE    ? SMT_SAT
           : said == Z3_L_FALSE ? SMT_UNSAT
                                : SMT_UNKNOWN;
}

SmtAnswer
smt_solve(Smt *s, const Problem *p, unsigned ms, uint64_t *symbols)
{
    Z3_solver solver = begin(s, p, ms);

    for (size_t i = 0; i < p->conditions.n; i++)
        Z3_solver_assert(s->z, solver, condition(s, &p->conditions.at[i]));
    SmtAnswer a = answer(s, Z3_solver_check(s->z, solver));
    if (a == SMT_SAT)
        read_model(s, solver, symbols);
    if (s->failed)
        a = SMT_UNKNOWN;
    end(s, solver);
    return a;
}

/* The conditions' names, as Z3 gives them back in a core. */
typedef struct Core Core;
struct Core {
    Z3_solver solver;
    VEC(Z3_ast) names; /* of the conditions that are in */
    VEC(uint32_t) conditions;
};

static void
name_conditions(Smt *s, const Problem *p, Core *c)
{
    Z3_sort truths = Z3_mk_bool_sort(s->z);

    keep(s, Z3_sort_to_ast(s->z, truths));
    for (uint32_t i = 0; i < p->conditions.n; i++) {
        char name[32];
        snprintf(name, sizeof name, "condition%u", i);
        Z3_ast is =
            keep(s, Z3_mk_const(s->z, Z3_mk_string_symbol(s->z, name), truths));
        Z3_ast means = condition(s, &p->conditions.at[i]);
        Z3_solver_assert(s->z, c->solver,
                         keep(s, Z3_mk_implies(s->z, is, means)));
        vec_push(&c->names, is);
        vec_push(&c->conditions, i);
    }
}

/* Leave those that the last check named. */
static void
keep_core(Smt *s, Core *c)
{
    Z3_ast_vector found = Z3_solver_get_unsat_core(s->z, c->solver);
    size_t left = 0;

    Z3_ast_vector_inc_ref(s->z, found);
    for (size_t i = 0; i < c->names.n; i++)
        for (unsigned k = 0; k < Z3_ast_vector_size(s->z, found); k++)
            if (Z3_is_eq_ast(s->z, Z3_ast_vector_get(s->z, found, k),
                             c->names.at[i])) {
                c->names.at[left] = c->names.at[i];
                c->conditions.at[left++] = c->conditions.at[i];
                break;
            }
    c->names.n = c->conditions.n = left;
    Z3_ast_vector_dec_ref(s->z, found);
}

static Z3_lbool
check_core(Smt *s, const Core *c)
{
    return Z3_solver_check_assumptions(s->z, c->solver, (unsigned)c->names.n,
                                       c->names.at);
}

/* Try to do without each one in turn, the last first. */
static void
shrink_core(Smt *s, Core *c)
{
    for (size_t i = c->names.n; i-- > 0 && c->names.n > 1;) {
        Z3_ast name = c->names.at[i];
        uint32_t number = c->conditions.at[i];
        size_t last = --c->names.n;
        c->names.at[i] = c->names.at[last];
        c->conditions.at[i] = c->conditions.at[last];
        c->conditions.n = last;
        if (check_core(s, c) == Z3_L_FALSE) {
            keep_core(s, c);
            if (i > c->names.n)
                i = c->names.n;
            continue;
        }
        c->names.at[c->names.n++] = c->names.at[i];
        c->conditions.at[c->conditions.n++] = c->conditions.at[i];
        c->names.at[i] = name;
        c->conditions.at[i] = number;
    }
}

SmtAnswer
smt_core(Smt *s, const Problem *p, unsigned ms, bool *core)
{
    Core c = {.solver = begin(s, p, ms)};

    memset(core, 0, p->conditions.n * sizeof *core);
    name_conditions(s, p, &c);
    SmtAnswer a = answer(s, check_core(s, &c));
    if (a == SMT_UNSAT) {
        keep_core(s, &c);
        if (c.names.n <= tuning_count(TUNE_solve_core_shrunk))
            shrink_core(s, &c);
        for (size_t i = 0; i < c.conditions.n; i++)
            core[c.conditions.at[i]] = true;
    }
    end(s, c.solver);
    vec_done(&c.names);
    vec_done(&c.conditions);
    return a;
}
