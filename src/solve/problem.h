/* problem.h - conditions on inputs that are to hold together.
 *
 * A problem is built from a recording: some goals, then the steps of the path
 * that share inputs with them. Its expressions are numbered anew, operands
 * first and each condition's before the next one's, so that evaluating is one
 * pass, and problems of different runs that ask the same have the same key.
 */
#ifndef CULPRIT_SOLVE_PROBLEM_H
#define CULPRIT_SOLVE_PROBLEM_H

#include "base/vec.h"
#include "solve/expr.h"
#include "solve/relate.h"

/* The value of `expr` is one of values[first .. first + n - 1] of the problem,
 * or none of them (`out`). */
typedef struct Condition Condition;
struct Condition {
    uint32_t expr;
    uint32_t first, n;
    bool out;
    uint32_t end;  /* expressions before this one are enough for it */
    uint32_t step; /* of the recording; UINT32_MAX: none */
    uint32_t symbol, nsymbols; /* problem->used[symbol ...] */
};

typedef struct ProblemKey ProblemKey;
struct ProblemKey {
    uint64_t high, low;
};

typedef struct Problem Problem;
struct Problem {
    Relation *relation;
    VEC(Expr) exprs;
    VEC(uint32_t) tables;        /* of LOOKUP: expressions */
    VEC(ConcolicSymbol) symbols; /* with their values in the run */
    VEC(Condition) conditions;
    VEC(uint64_t) values; /* sets of conditions */
    VEC(uint32_t) used;   /* symbols of conditions */
    VEC(uint64_t) hashes; /* of each expression, whatever its symbols are */
    uint32_t ngoals;      /* conditions before those of the path */
    ProblemKey key;
    struct {
        size_t most; /* expressions that it may have, 0: any number */
        bool large;  /* it would have had more, and is not whole */
    } size;
    struct {
        VEC(uint32_t) sources; /* the symbols' numbers in the recording */
        uint32_t mark;         /* of what was imported */
        VEC(uint32_t) todo;
    } import;
};

void problem_done(Problem *p);

/* Forget everything, and begin one about this recording. */
void problem_begin(Problem *p, Relation *r);

/* Expressions: one of the recording, a constant, or made of others. */
uint32_t problem_import(Problem *p, uint32_t node);
uint32_t problem_const(Problem *p, unsigned width, uint64_t value);
uint32_t problem_make(Problem *p, ConcolicOp op, unsigned width, uint32_t a,
                      uint32_t b, uint32_t c);

/* Goals: an expression's value; or that a step ends so (`outcome` counts as
 * ConcolicStep.taken). */
void problem_want(Problem *p, uint32_t expr, const uint64_t *values, size_t n,
                  bool out);
void problem_want_step(Problem *p, uint32_t step, uint32_t outcome);

/* Add what the path before step `upto` demands of the inputs of the goals,
 * and of what it ties them to; then nothing more can be added. Sizes of files
 * grow by solve.growth at most. If it is `large` then, it
 * must not be solved. */
void problem_close(Problem *p, uint32_t upto);

/* Also, files keep their sizes; how many conditions that makes. They are the
 * last ones, and can be taken away again. */
uint32_t problem_pin_sizes(Problem *p);
void problem_unpin(Problem *p, uint32_t n);

/* Values of all expressions, given those of the symbols. */
void problem_evaluate(const Problem *p, const uint64_t *symbols,
                      uint64_t *values);

/* The value of expression i, given those of its operands. With `one`, there
 * is one symbol, whatever its number. */
static inline uint64_t
problem_value(const Problem *p, uint32_t i, const uint64_t *v,
              const uint64_t *symbols, bool one)
{
    const Expr *e = &p->exprs.at[i];

    if (e->op == CONCOLIC_CONST)
        return e->a | (uint64_t)e->b << 32;
    if (e->op == CONCOLIC_SYMBOL)
        return symbols[one ? 0 : e->a];
    if (e->op == CONCOLIC_LOOKUP)
        return v[e->a] < e->c ? v[p->tables.at[e->b + v[e->a]]] : 0;
    if (expr_ops[e->op].arity == 1)
        return expr_apply(e, v[e->a], 0, 0);
    return expr_apply(e, v[e->a], v[e->b], e->op == CONCOLIC_ITE ? v[e->c] : 0);
}

/* Equal for conditions that ask the same, whatever their symbols. */
uint64_t problem_condition_hash(const Problem *p, const Condition *c);
bool problem_condition_holds(const Problem *p, const Condition *c,
                             uint64_t value);
/* Do all conditions hold? `values` has room for all expressions. */
bool problem_holds(const Problem *p, const uint64_t *symbols, uint64_t *values);

#endif
