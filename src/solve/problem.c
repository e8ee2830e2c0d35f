/* problem.c - conditions on inputs that are to hold together. */
#include "solve/problem.h"

#include "base/hash.h"
#include "base/mem.h"
#include "format/tuning.h"

#include <assert.h>
#include <string.h>

void
problem_done(Problem *p)
{
    vec_done(&p->exprs);
    vec_done(&p->tables);
    vec_done(&p->symbols);
    vec_done(&p->import.sources);
    vec_done(&p->conditions);
    vec_done(&p->values);
    vec_done(&p->used);
    vec_done(&p->hashes);
    vec_done(&p->import.todo);
    *p = (Problem){0};
}

void
problem_begin(Problem *p, Relation *r)
{
    p->relation = r;
    p->exprs.n = p->tables.n = p->symbols.n = p->import.sources.n = 0;
    p->conditions.n = p->values.n = p->used.n = p->hashes.n = 0;
    p->ngoals = 0;
    p->size.large = false;
    p->import.mark = relation_next_mark(r);
}

/* Expressions */

static uint64_t
mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* Operands count by their hashes, symbols by their width only. */
static uint64_t
hash_expr(const Problem *p, const Expr *e)
{
    const unsigned arity = expr_ops[e->op].arity;
    uint64_t h = mix(0, (uint64_t)e->op << 8 | e->width);

    if (e->op == CONCOLIC_SYMBOL)
        return h;
    h = mix(h, arity > 0 ? p->hashes.at[e->a] : e->a);
    h = mix(h, arity > 1                  ? p->hashes.at[e->b]
               : e->op == CONCOLIC_LOOKUP ? 0
                                          : e->b);
    if (arity > 2)
        h = mix(h, p->hashes.at[e->c]);
    if (e->op == CONCOLIC_LOOKUP)
        for (uint32_t i = 0; i < e->c; i++)
            h = mix(h, p->hashes.at[p->tables.at[e->b + i]]);
    return h;
}

static uint32_t
add_expr(Problem *p, Expr e)
{
    const uint64_t h = hash_expr(p, &e);

    vec_push(&p->exprs, e);
    vec_push(&p->hashes, h);
    return (uint32_t)p->exprs.n - 1;
}

uint32_t
problem_const(Problem *p, unsigned width, uint64_t value)
{
    assert((value & ~expr_mask(width)) == 0);
    return add_expr(p, (Expr){.op = CONCOLIC_CONST,
                              .width = (uint8_t)width,
                              .a = (uint32_t)value,
                              .b = (uint32_t)(value >> 32)});
}

uint32_t
problem_make(Problem *p, ConcolicOp op, unsigned width, uint32_t a, uint32_t b,
             uint32_t c)
{
    const unsigned arity = expr_ops[op].arity;

    assert(arity > 0 && op != CONCOLIC_LOOKUP && a < p->exprs.n);
    assert(expr_is_sound(op, width, p->exprs.at[a].width,
                         arity > 1 ? p->exprs.at[b].width : 0,
                         arity > 2 ? p->exprs.at[c].width : 0, b));
    return add_expr(p, (Expr){.op = (uint8_t)op,
                              .width = (uint8_t)width,
                              .from = p->exprs.at[a].width,
                              .a = a,
                              .b = b,
                              .c = arity > 2 ? c : 0});
}

static uint32_t
local_symbol(Problem *p, uint32_t symbol)
{
    Relation *r = p->relation;

    if (r->symbol_mark[symbol] != p->import.mark) {
        r->symbol_mark[symbol] = p->import.mark;
        r->symbol_local[symbol] = (uint32_t)p->symbols.n;
        vec_push(&p->symbols, r->recording->symbols[symbol]);
        vec_push(&p->import.sources, symbol);
    }
    return r->symbol_local[symbol];
}

/* The operands of a node that are not imported yet go on the stack. */
static bool
push_operands(Problem *p, const ConcolicNode *n)
{
    const Relation *r = p->relation;
    const unsigned arity = expr_ops[n->op].arity;
    const uint32_t operands[] = {n->a, n->b, n->c};
    const size_t before = p->import.todo.n;

    if (n->op == CONCOLIC_LOOKUP)
        for (uint32_t i = n->c; i-- > 0;)
            if (r->node_mark[r->recording->tables[n->b + i]] != p->import.mark)
                vec_push(&p->import.todo, r->recording->tables[n->b + i]);
    for (unsigned i = arity; i-- > 0;)
        if (r->node_mark[operands[i]] != p->import.mark)
            vec_push(&p->import.todo, operands[i]);
    return p->import.todo.n > before;
}

static Expr
translate(Problem *p, const ConcolicNode *n)
{
    const Relation *r = p->relation;
    const unsigned arity = expr_ops[n->op].arity;
    Expr e = {.op = n->op, .width = (uint8_t)n->width, .a = n->a};

    if (n->op == CONCOLIC_SYMBOL) {
        e.a = local_symbol(p, n->a);
    } else if (n->op == CONCOLIC_LOOKUP) {
        e.b = (uint32_t)p->tables.n;
        e.c = n->c;
        for (uint32_t i = 0; i < n->c; i++)
            vec_push(&p->tables, r->node_local[r->recording->tables[n->b + i]]);
    } else if (n->op == CONCOLIC_CONST || n->op == CONCOLIC_EXTRACT ||
               n->op == CONCOLIC_FROUND) {
        e.b = n->b;
    }
    if (arity > 0) {
        e.a = r->node_local[n->a];
        e.from = (uint8_t)r->recording->nodes[n->a].width;
    }
    if (arity > 1)
        e.b = r->node_local[n->b];
    if (arity > 2)
        e.c = r->node_local[n->c];
    return e;
}

static bool
is_large(Problem *p)
{
    p->size.large =
        p->size.large || (p->size.most && p->exprs.n > p->size.most);
    return p->size.large;
}

uint32_t
problem_import(Problem *p, uint32_t node)
{
    Relation *r = p->relation;

    assert(node > 0 && node < r->recording->n.nodes);
    p->import.todo.n = 0;
    vec_push(&p->import.todo, node);
    while (p->import.todo.n) {
        if (is_large(p))
            return 0;
        uint32_t at = p->import.todo.at[p->import.todo.n - 1];
        const ConcolicNode *n = &r->recording->nodes[at];
        if (r->node_mark[at] == p->import.mark) {
            p->import.todo.n--;
        } else if (!push_operands(p, n)) {
            p->import.todo.n--;
            r->node_mark[at] = p->import.mark;
            r->node_local[at] = add_expr(p, translate(p, n));
        }
    }
    return r->node_local[node];
}

/* Conditions */

static void
add_condition(Problem *p, uint32_t expr, const uint64_t *values, size_t n,
              bool out, uint32_t step)
{
    Condition c = {.expr = expr,
                   .first = (uint32_t)p->values.n,
                   .n = (uint32_t)n,
                   .out = out,
                   .end = (uint32_t)p->exprs.n,
                   .step = step};

    for (size_t i = 0; i < n; i++)
        vec_push(&p->values, values[i]);
    vec_push(&p->conditions, c);
}

static void
add_step(Problem *p, uint32_t step, uint32_t outcome)
{
    const Recording *c = p->relation->recording;
    const ConcolicStep *s = &c->steps[step];
    uint64_t one = outcome;
    VEC(uint64_t) cases = {0};

    if (s->kind == CONCOLIC_ASSUME)
        one = 1;
    if (s->kind != CONCOLIC_SWITCH) {
        add_condition(p, problem_import(p, s->node), &one, 1, false, step);
        return;
    }
    for (uint32_t i = 0; i < s->ncases; i++) {
        const ConcolicNode *n = &c->nodes[c->tables[s->table + i]];
        if (outcome == s->ncases || outcome == i)
            vec_push(&cases, n->a | (uint64_t)n->b << 32);
    }
    add_condition(p, problem_import(p, s->node), cases.at, cases.n,
                  outcome == s->ncases, step);
    vec_done(&cases);
}

void
problem_want(Problem *p, uint32_t expr, const uint64_t *values, size_t n,
             bool out)
{
    add_condition(p, expr, values, n, out, UINT32_MAX);
    p->ngoals++;
}

void
problem_want_step(Problem *p, uint32_t step, uint32_t outcome)
{
    add_step(p, step, outcome);
    p->ngoals++;
}

static int
by_number(const void *x, const void *y)
{
    const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

/* Steps before `upto` that share inputs with the problem, or with others that
 * do; ascending, into todo. Goals are not among them. */
static void
gather(Problem *p, uint32_t upto)
{
    Relation *r = p->relation;
    VEC(uint32_t) symbols = {0};
    const uint32_t mark = p->import.mark;

    p->import.todo.n = 0;
    for (size_t i = 0; i < p->ngoals; i++)
        if (p->conditions.at[i].step != UINT32_MAX)
            r->step_mark[p->conditions.at[i].step] = mark;
    for (size_t i = 0; i < p->import.sources.n; i++)
        vec_push(&symbols, p->import.sources.at[i]);
    for (size_t k = 0; k < symbols.n; k++) {
        uint32_t s = symbols.at[k];
        for (uint32_t i = r->step_at[s]; i < r->step_at[s + 1]; i++) {
            uint32_t step = r->steps[i];
            if (step >= upto)
                break;
            if (r->step_mark[step] == mark)
                continue;
            r->step_mark[step] = mark;
            vec_push(&p->import.todo, step);
            for (uint32_t j = r->symbol_at[step]; j < r->symbol_at[step + 1];
                 j++)
                if (r->symbol_mark[r->symbols[j]] != mark) {
                    local_symbol(p, r->symbols[j]);
                    vec_push(&symbols, r->symbols[j]);
                }
        }
    }
    vec_done(&symbols);
    if (p->import.todo.n)
        qsort(p->import.todo.at, p->import.todo.n, sizeof *p->import.todo.at,
              by_number);
}

/* Of a step's condition its symbols are known already. */
static bool
use_of_step(Problem *p, Condition *c)
{
    const Relation *r = p->relation;

    if (c->step == UINT32_MAX || r->repeated[c->step])
        return false;
    c->symbol = (uint32_t)p->used.n;
    c->nsymbols = relation_nsymbols(r, c->step);
    for (uint32_t k = r->symbol_at[c->step]; k < r->symbol_at[c->step + 1]; k++)
        vec_push(&p->used, r->symbol_local[r->symbols[k]]);
    return true;
}

/* Which symbols each condition has. */
static void
find_used(Problem *p)
{
    uint32_t *seen = mem_zalloc(p->exprs.n + p->symbols.n + 1, sizeof *seen);
    uint32_t *symbol_seen = seen + p->exprs.n;

    for (size_t i = 0; i < p->conditions.n; i++) {
        Condition *c = &p->conditions.at[i];
        const uint32_t mark = (uint32_t)i + 1;
        if (use_of_step(p, c))
            continue;
        c->symbol = (uint32_t)p->used.n;
        p->import.todo.n = 0;
        vec_push(&p->import.todo, c->expr);
        seen[c->expr] = mark;
        while (p->import.todo.n) {
            const Expr *e = &p->exprs.at[vec_pop(&p->import.todo)];
            const unsigned arity = expr_ops[e->op].arity;
            const uint32_t operands[] = {e->a, e->b, e->c};
            assert(arity <= 3);
            if (e->op == CONCOLIC_SYMBOL && symbol_seen[e->a] != mark) {
                symbol_seen[e->a] = mark;
                vec_push(&p->used, e->a);
            }
            for (unsigned k = 0; k < arity; k++)
                if (seen[operands[k]] != mark) {
                    seen[operands[k]] = mark;
                    vec_push(&p->import.todo, operands[k]);
                }
            for (uint32_t k = 0; e->op == CONCOLIC_LOOKUP && k < e->c; k++)
                if (seen[p->tables.at[e->b + k]] != mark) {
                    seen[p->tables.at[e->b + k]] = mark;
                    vec_push(&p->import.todo, p->tables.at[e->b + k]);
                }
        }
        c->nsymbols = (uint32_t)p->used.n - c->symbol;
    }
    free(seen);
}

/* Symbols count by their place in the problem, not by what they are: the
 * same question about other bytes has the same answer. */
static void
make_key(Problem *p)
{
    ProblemKey k = {.high = 1, .low = 2};

    for (size_t i = 0; i < p->exprs.n; i++) {
        const Expr *e = &p->exprs.at[i];
        const uint64_t shape =
            (uint64_t)e->op << 16 | (uint64_t)e->width << 8 | e->from;
        const uint64_t ab = e->a | (uint64_t)e->b << 32;
        k.high = mix(k.high, ab ^ shape << 40 ^ e->c);
        k.low = mix(mix(k.low, ab + shape), e->c);
    }
    for (size_t i = 0; i < p->tables.n; i++) {
        k.high = mix(k.high, p->tables.at[i]);
        k.low = mix(k.low, p->tables.at[i]);
    }
    for (size_t i = 0; i < p->conditions.n; i++) {
        const Condition *c = &p->conditions.at[i];
        k.high = mix(k.high, c->expr | (uint64_t)c->out << 32);
        k.low = mix(k.low, c->expr | (uint64_t)c->out << 32);
        for (uint32_t j = 0; j < c->n; j++) {
            k.high = mix(k.high, p->values.at[c->first + j]);
            k.low = mix(k.low, p->values.at[c->first + j]);
        }
    }
    p->key = k;
}

/* The expression that is this symbol; none: how many there are. */
static uint32_t
expr_of(const Problem *p, uint32_t symbol)
{
    uint32_t e = 0;

    while (e < p->exprs.n &&
           (p->exprs.at[e].op != CONCOLIC_SYMBOL || p->exprs.at[e].a != symbol))
        e++;
    return e;
}

/* A file of all the bytes there are would be a solution, too. */
static void
bound_sizes(Problem *p)
{
    const uint64_t yes = 1;

    for (uint32_t i = 0; i < p->symbols.n; i++) {
        const ConcolicSymbol *s = &p->symbols.at[i];
        if (s->kind != CONCOLIC_FILE_SIZE || s->value > UINT64_MAX / 2)
            continue;
        uint64_t most = s->value + tuning_count(TUNE_solve_growth);
        const uint32_t e = expr_of(p, i);
        if (e == p->exprs.n)
            continue;
        uint32_t bound = problem_const(p, s->width, most & expr_mask(s->width));
        uint32_t fits = problem_make(p, CONCOLIC_ULE, 1, e, bound, 0);
        add_condition(p, fits, &yes, 1, false, UINT32_MAX);
    }
}

void
problem_close(Problem *p, uint32_t upto)
{
    const Recording *c = p->relation->recording;
    VEC(uint32_t) steps = {0};

    if (is_large(p))
        return;
    gather(p, upto);
    for (size_t i = 0; i < p->import.todo.n; i++)
        vec_push(&steps, p->import.todo.at[i]);
    for (size_t i = 0; i < steps.n && !is_large(p); i++)
        add_step(p, steps.at[i], c->steps[steps.at[i]].taken);
    vec_done(&steps);
    if (p->size.large)
        return;
    bound_sizes(p);
    find_used(p);
    make_key(p);
}

uint32_t
problem_pin_sizes(Problem *p)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->symbols.n; i++) {
        const ConcolicSymbol *s = &p->symbols.at[i];
        const uint32_t e =
            s->kind == CONCOLIC_FILE_SIZE ? expr_of(p, i) : UINT32_MAX;
        if (e >= p->exprs.n)
            continue;
        add_condition(p, e, &s->value, 1, false, UINT32_MAX);
        n++;
    }
    return n;
}

void
problem_unpin(Problem *p, uint32_t n)
{
    assert(n <= p->conditions.n && n <= p->values.n);
    p->conditions.n -= n;
    p->values.n -= n;
}

/* Values */

static void
evaluate(const Problem *p, uint32_t from, uint32_t to, const uint64_t *symbols,
         uint64_t *v)
{
    for (uint32_t i = from; i < to; i++)
        v[i] = problem_value(p, i, v, symbols, false);
}

void
problem_evaluate(const Problem *p, const uint64_t *symbols, uint64_t *values)
{
    evaluate(p, 0, (uint32_t)p->exprs.n, symbols, values);
}

uint64_t
problem_condition_hash(const Problem *p, const Condition *c)
{
    uint64_t h = mix(p->hashes.at[c->expr], c->out);

    for (uint32_t i = 0; i < c->n; i++)
        h = mix(h, p->values.at[c->first + i]);
    return h;
}

bool
problem_condition_holds(const Problem *p, const Condition *c, uint64_t value)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (p->values.at[c->first + i] == value)
            return !c->out;
    return c->out;
}

bool
problem_holds(const Problem *p, const uint64_t *symbols, uint64_t *values)
{
    uint32_t done = 0;

    for (size_t i = 0; i < p->conditions.n; i++) {
        const Condition *c = &p->conditions.at[i];
        if (c->end > done) {
            evaluate(p, done, c->end, symbols, values);
            done = c->end;
        }
        if (!problem_condition_holds(p, c, values[c->expr]))
            return false;
    }
    return true;
}
