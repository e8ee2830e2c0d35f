/* guess.c - find inputs by evaluation alone, or show that there are none. */
#include "solve/guess.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "solve/distance.h"
#include "solve/interval.h"
#include "solve/invert.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct GuessScratch {
    const Problem *p;
    Bytesets *known;
    uint64_t *symbols; /* the guess */
    VEC(Byteset) domains;
    VEC(uint64_t) values;  /* of expressions, under the guess */
    VEC(double) distances; /* of conditions */
    VEC(uint8_t) settled;  /* conditions that the domains guarantee */
    double total;
    struct { /* what depends on the symbol at hand */
        VEC(uint32_t) exprs, conditions;
        VEC(uint8_t) depends;
    } dependents;
    Proposals proposals;
    struct {
        VEC(uint32_t) order, place;       /* of symbols */
        VEC(uint32_t) level_at, by_level; /* expressions by their last symbol */
        VEC(uint32_t) levels;
        VEC(Interval) given, bounds; /* of symbols and expressions */
        uint64_t left;               /* budget */
    } backtracking;
};

typedef struct GuessScratch Scratch;

void
guesser_init(Guesser *g, uint64_t budget)
{
    *g = (Guesser){.budget = budget,
                   .scratch = mem_zalloc(1, sizeof(struct GuessScratch))};
}

void
guesser_done(Guesser *g)
{
    Scratch *s = g->scratch;

    bytesets_done(&g->known);
    if (!s)
        return;
    vec_done(&s->domains);
    vec_done(&s->values);
    vec_done(&s->distances);
    vec_done(&s->settled);
    vec_done(&s->dependents.exprs);
    vec_done(&s->dependents.conditions);
    vec_done(&s->dependents.depends);
    vec_done(&s->proposals);
    vec_done(&s->backtracking.order);
    vec_done(&s->backtracking.place);
    vec_done(&s->backtracking.level_at);
    vec_done(&s->backtracking.by_level);
    vec_done(&s->backtracking.given);
    vec_done(&s->backtracking.bounds);
    vec_done(&s->backtracking.levels);
    free(s);
    g->scratch = NULL;
}

static bool
is_byte(const Scratch *s, uint32_t symbol)
{
    return s->p->symbols.at[symbol].width <= 8;
}

static void
spend(Scratch *s, size_t n)
{
    s->backtracking.left =
        n < s->backtracking.left ? s->backtracking.left - n : 0;
}

/* Where to begin */

/* What people type comes first. */
static uint64_t
first_of(const Byteset *d)
{
    static const char likely[] = "10 aA-.,\n";

    for (const char *c = likely; *c; c++)
        if (byteset_has(d, (uint8_t)*c))
            return (uint8_t)*c;
    for (uint64_t v = '!'; v <= '~'; v++)
        if (byteset_has(d, v))
            return v;
    for (uint64_t v = 0;; v++)
        if (byteset_has(d, v))
            return v;
}

/* False: some byte has no value left. */
static bool
find_domains(Scratch *s)
{
    const Problem *p = s->p;

    s->domains.n = s->settled.n = 0;
    for (size_t i = 0; i < p->symbols.n; i++)
        vec_push(&s->domains, is_byte(s, (uint32_t)i)
                                  ? byteset_full(p->symbols.at[i].width)
                                  : (Byteset){{0}});
    for (size_t i = 0; i < p->conditions.n; i++) {
        const Condition *c = &p->conditions.at[i];
        bool alone = c->nsymbols == 1 && is_byte(s, p->used.at[c->symbol]);
        vec_push(&s->settled, alone);
        if (alone)
            byteset_restrict(s->known, p, c,
                             &s->domains.at[p->used.at[c->symbol]]);
    }
    for (uint32_t i = 0; i < p->symbols.n; i++) {
        const Byteset *d = &s->domains.at[i];
        if (!is_byte(s, i))
            continue;
        if (byteset_count(d) == 0)
            return false;
        if (!byteset_has(d, s->symbols[i]))
            s->symbols[i] = first_of(d);
    }
    return true;
}

static void
evaluate(Scratch *s)
{
    const Problem *p = s->p;

    vec_reserve(&s->values, p->exprs.n);
    s->values.n = p->exprs.n;
    problem_evaluate(p, s->symbols, s->values.at);
    spend(s, p->exprs.n);
    s->distances.n = 0;
    s->total = 0;
    for (size_t i = 0; i < p->conditions.n; i++) {
        double d = s->settled.at[i]
                       ? 0
                       : distance_of(p, &p->conditions.at[i], s->values.at);
        vec_push(&s->distances, d);
        s->total += d;
    }
}

/* Changing one symbol */

static bool
depends(const Scratch *s, const Expr *e, uint32_t symbol)
{
    const unsigned arity = expr_ops[e->op].arity;
    const uint8_t *on = s->dependents.depends.at;

    if (e->op == CONCOLIC_SYMBOL)
        return e->a == symbol;
    if ((arity > 0 && on[e->a]) || (arity > 1 && on[e->b]) ||
        (arity > 2 && on[e->c]))
        return true;
    for (uint32_t k = 0; e->op == CONCOLIC_LOOKUP && k < e->c; k++)
        if (on[s->p->tables.at[e->b + k]])
            return true;
    return false;
}

/* List what depends on it. */
static void
take_up(Scratch *s, uint32_t symbol)
{
    const Problem *p = s->p;

    s->dependents.exprs.n = s->dependents.conditions.n =
        s->dependents.depends.n = 0;
    vec_reserve(&s->dependents.depends, p->exprs.n);
    for (uint32_t i = 0; i < p->exprs.n; i++) {
        bool on = depends(s, &p->exprs.at[i], symbol);
        vec_push(&s->dependents.depends, on);
        if (on)
            vec_push(&s->dependents.exprs, i);
    }
    for (uint32_t i = 0; i < p->conditions.n; i++)
        if (!s->settled.at[i] &&
            s->dependents.depends.at[p->conditions.at[i].expr])
            vec_push(&s->dependents.conditions, i);
    spend(s, p->exprs.n / 4 + 1);
}

/* Give the symbol taken up a value; the total follows. */
static void
change(Scratch *s, uint32_t symbol, uint64_t value)
{
    const Problem *p = s->p;

    s->symbols[symbol] = value;
    for (size_t k = 0; k < s->dependents.exprs.n; k++) {
        uint32_t i = s->dependents.exprs.at[k];
        s->values.at[i] = problem_value(p, i, s->values.at, s->symbols, false);
    }
    for (size_t k = 0; k < s->dependents.conditions.n; k++) {
        uint32_t i = s->dependents.conditions.at[k];
        double d = distance_of(p, &p->conditions.at[i], s->values.at);
        s->total += d - s->distances.at[i];
        s->distances.at[i] = d;
    }
    spend(s, s->dependents.exprs.n + 4 * s->dependents.conditions.n);
}

static bool
is_met(const Scratch *s)
{
    return s->total < 1e-6; /* sums of differences are inexact */
}

/* The next value to try after number *at; bytes have all of their domain,
 * others what inverting proposes. */
static bool
next_value(const Scratch *s, uint32_t symbol, size_t *at, uint64_t *value)
{
    if (is_byte(s, symbol)) {
        while (*at < 256 && !byteset_has(&s->domains.at[symbol], *at))
            ++*at;
        *value = *at;
        return (*at)++ < 256;
    }
    while (*at < s->proposals.n && s->proposals.at[*at].symbol != symbol)
        ++*at;
    if (*at >= s->proposals.n)
        return false;
    *value = s->proposals.at[(*at)++].value;
    return true;
}

typedef struct GuessMove GuessMove;
struct GuessMove {
    uint32_t symbol, other; /* other: UINT32_MAX if there is one only */
    uint64_t value, other_value;
    double total;
};

/* Try all values of a symbol; the best goes to *best. */
static void
try_symbol(Scratch *s, uint32_t symbol, GuessMove *best)
{
    const uint64_t before = s->symbols[symbol];
    uint64_t value;

    take_up(s, symbol);
    for (size_t at = 0;
         s->backtracking.left && next_value(s, symbol, &at, &value);) {
        if (value == before)
            continue;
        change(s, symbol, value);
        if (s->total < best->total - 1e-9)
            *best = (GuessMove){symbol, UINT32_MAX, value, 0, s->total};
        if (is_met(s))
            return;
    }
    change(s, symbol, before);
}

static void
apply(Scratch *s, uint32_t symbol, uint64_t value)
{
    take_up(s, symbol);
    change(s, symbol, value);
}

/* The first condition that does not hold. */
static const Condition *
violated(const Scratch *s)
{
    for (size_t i = 0; i < s->p->conditions.n; i++)
        if (s->distances.at[i] > 0)
            return &s->p->conditions.at[i];
    return NULL;
}

static bool
step_one(Scratch *s, const Condition *c)
{
    const Problem *p = s->p;
    const uint32_t most = tuning_count(TUNE_solve_descent_symbols);
    GuessMove best = {.symbol = UINT32_MAX, .total = s->total};

    s->proposals.n = 0;
    invert_condition(p, c, s->values.at, &s->proposals);
    for (uint32_t k = 0; k < c->nsymbols && k < most && s->backtracking.left;
         k++) {
        try_symbol(s, p->used.at[c->symbol + k], &best);
        if (is_met(s))
            return true;
    }
    if (best.symbol == UINT32_MAX)
        return false;
    apply(s, best.symbol, best.value);
    return true;
}

/* Two bytes at once, where one alone makes it worse. */
static bool
step_two(Scratch *s, const Condition *c)
{
    const Problem *p = s->p;
    const uint32_t paired = tuning_count(TUNE_solve_descent_pairs);
    const uint32_t few = tuning_count(TUNE_solve_descent_pair_values);
    const uint32_t n = c->nsymbols < paired ? c->nsymbols : paired;
    GuessMove best = {.symbol = UINT32_MAX, .total = s->total};

    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = p->used.at[c->symbol + i];
        const uint64_t before = s->symbols[x];
        uint64_t value;
        if (!is_byte(s, x) || byteset_count(&s->domains.at[x]) > few)
            continue;
        for (size_t at = 0;
             s->backtracking.left && next_value(s, x, &at, &value);) {
            apply(s, x, value);
            for (uint32_t j = i + 1; j < n; j++) {
                uint32_t y = p->used.at[c->symbol + j];
                GuessMove second = {.symbol = UINT32_MAX, .total = best.total};
                if (!is_byte(s, y) || byteset_count(&s->domains.at[y]) > few)
                    continue;
                try_symbol(s, y, &second);
                if (is_met(s))
                    return true;
                if (second.symbol != UINT32_MAX)
                    best = (GuessMove){x, y, value, second.value, second.total};
            }
        }
        apply(s, x, before);
    }
    if (best.symbol == UINT32_MAX)
        return false;
    apply(s, best.symbol, best.value);
    apply(s, best.other, best.other_value);
    return true;
}

static bool
descend(Scratch *s)
{
    const uint32_t most = tuning_count(TUNE_solve_descent_moves);

    for (unsigned i = 0; i < most && s->backtracking.left && !is_met(s); i++) {
        const Condition *c = violated(s);
        if (!c || !(step_one(s, c) || step_two(s, c)))
            break;
    }
    return is_met(s);
}

/* Backtracking: symbols in the order in which conditions name them, with
 * bounds of all expressions: a condition that they exclude ends a branch of
 * the search at once. */

static void
bucket(size_t nlevels, const uint32_t *level, size_t n, uint32_t *at,
       uint32_t *out)
{
    memset(at, 0, (nlevels + 2) * sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[level[i] + 2]++;
    for (size_t i = 2; i < nlevels + 2; i++)
        at[i] += at[i - 1];
    for (size_t i = 0; i < n; i++)
        out[at[level[i] + 1]++] = (uint32_t)i;
}

/* Earlier bytes of one argument or file come first: in numbers they weigh
 * more. */
static bool
is_before(const ConcolicSymbol *x, const ConcolicSymbol *y)
{
    return x->kind == y->kind && x->index == y->index && x->offset < y->offset;
}

static void
order_symbols(Scratch *s)
{
    const Problem *p = s->p;

    s->backtracking.order.n = s->backtracking.place.n = 0;
    for (size_t i = 0; i < p->symbols.n; i++)
        vec_push(&s->backtracking.place, UINT32_MAX);
    for (size_t i = 0; i < p->conditions.n; i++) {
        const Condition *c = &p->conditions.at[i];
        const size_t from = s->backtracking.order.n;
        for (uint32_t k = 0; k < c->nsymbols; k++) {
            uint32_t symbol = p->used.at[c->symbol + k];
            if (s->backtracking.place.at[symbol] != UINT32_MAX)
                continue;
            s->backtracking.place.at[symbol] = 0;
            vec_push(&s->backtracking.order, symbol);
            size_t j = s->backtracking.order.n - 1;
            for (; j > from &&
                   is_before(&p->symbols.at[symbol],
                             &p->symbols.at[s->backtracking.order.at[j - 1]]);
                 j--)
                s->backtracking.order.at[j] = s->backtracking.order.at[j - 1];
            s->backtracking.order.at[j] = symbol;
        }
    }
    for (uint32_t i = 0; i < s->backtracking.order.n; i++)
        s->backtracking.place.at[s->backtracking.order.at[i]] = i;
}

/* The level of each expression: 0 without symbols, else one more than the
 * place of its last symbol. */
static void
find_levels(Scratch *s)
{
    const Problem *p = s->p;

    order_symbols(s);
    s->backtracking.levels.n = 0;
    for (size_t i = 0; i < p->exprs.n; i++) {
        const Expr *e = &p->exprs.at[i];
        const unsigned arity = expr_ops[e->op].arity;
        const uint32_t operands[] = {e->a, e->b, e->c};
        uint32_t level = 0;
        assert(arity <= 3);
        if (e->op == CONCOLIC_SYMBOL &&
            s->backtracking.place.at[e->a] != UINT32_MAX)
            level = s->backtracking.place.at[e->a] + 1;
        for (unsigned k = 0; k < arity; k++)
            if (s->backtracking.levels.at[operands[k]] > level)
                level = s->backtracking.levels.at[operands[k]];
        for (uint32_t k = 0; e->op == CONCOLIC_LOOKUP && k < e->c; k++)
            if (s->backtracking.levels.at[p->tables.at[e->b + k]] > level)
                level = s->backtracking.levels.at[p->tables.at[e->b + k]];
        vec_push(&s->backtracking.levels, level);
    }
    vec_reserve(&s->backtracking.level_at, s->backtracking.order.n + 4);
    vec_reserve(&s->backtracking.by_level, p->exprs.n + 1);
    bucket(s->backtracking.order.n + 1, s->backtracking.levels.at, p->exprs.n,
           s->backtracking.level_at.at, s->backtracking.by_level.at);
}

/* What is left of a symbol's values. */
static Interval
bounds_of(const Scratch *s, uint32_t symbol)
{
    const Byteset *d = &s->domains.at[symbol];
    Interval v = {0, expr_mask(s->p->symbols.at[symbol].width)};

    if (!is_byte(s, symbol))
        return v;
    while (!byteset_has(d, v.low))
        v.low++;
    while (!byteset_has(d, v.high))
        v.high--;
    return v;
}

/* Bounds of the expressions from this level on, and whether they leave every
 * condition a chance. */
static bool
is_possible(Scratch *s, uint32_t level)
{
    const Problem *p = s->p;
    const uint32_t from = s->backtracking.level_at.at[level];

    for (uint32_t k = from; k < p->exprs.n; k++) {
        uint32_t i = s->backtracking.by_level.at[k];
        s->backtracking.bounds.at[i] = interval_of(
            p, i, s->backtracking.bounds.at, s->backtracking.given.at);
    }
    spend(s, 2 * (p->exprs.n - from) + 1);
    for (size_t i = 0; i < p->conditions.n; i++) {
        const Condition *c = &p->conditions.at[i];
        if (s->backtracking.levels.at[c->expr] >= level &&
            !interval_allows(p, c, s->backtracking.bounds.at[c->expr]))
            return false;
    }
    return true;
}

static void
start_bounds(Scratch *s)
{
    s->backtracking.given.n = 0;
    for (uint32_t i = 0; i < s->p->symbols.n; i++)
        vec_push(&s->backtracking.given, bounds_of(s, i));
    vec_reserve(&s->backtracking.bounds, s->p->exprs.n + 1);
}

/* All values of the symbol at `place` and those behind it. */
static bool
search(Scratch *s, uint32_t place)
{
    if (place == s->backtracking.order.n)
        return true;
    const uint32_t symbol = s->backtracking.order.at[place];
    const uint64_t own = s->symbols[symbol];
    for (unsigned k = 0; k <= 256 && s->backtracking.left; k++) {
        const uint64_t v = k == 0 ? own : k - 1;
        if ((k > 0 && v == own) || !byteset_has(&s->domains.at[symbol], v))
            continue;
        s->symbols[symbol] = v;
        s->backtracking.given.at[symbol] = (Interval){v, v};
        if (is_possible(s, place + 1) && search(s, place + 1))
            return true;
    }
    s->symbols[symbol] = own;
    s->backtracking.given.at[symbol] = bounds_of(s, symbol);
    return false;
}

/* Bytes only, and not so many that recursion is deep. */
static bool
is_searchable(const Scratch *s)
{
    if (s->p->symbols.n > 64)
        return false;
    for (uint32_t i = 0; i < s->p->symbols.n; i++)
        if (!is_byte(s, i))
            return false;
    return true;
}

GuessAnswer
guess_solve(Guesser *g, const Problem *p, uint64_t *symbols)
{
    Scratch *s = g->scratch;

    s->p = p;
    s->known = &g->known;
    s->symbols = symbols;
    s->backtracking.left = g->budget;
    if (!find_domains(s))
        return GUESS_NONE;
    find_levels(s);
    start_bounds(s);
    if (!is_possible(s, 0))
        return GUESS_NONE;
    evaluate(s);
    if (is_met(s) || descend(s))
        return problem_holds(p, symbols, s->values.at) ? GUESS_FOUND
                                                       : GUESS_GAVE_UP;
    if (!is_searchable(s))
        return GUESS_GAVE_UP;
    s->backtracking.left = g->budget;
    if (search(s, 0))
        return problem_holds(p, symbols, s->values.at) ? GUESS_FOUND
                                                       : GUESS_GAVE_UP;
    return s->backtracking.left ? GUESS_NONE : GUESS_GAVE_UP;
}
