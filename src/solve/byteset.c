/* byteset.c - which values of a byte a condition on it alone allows. */
#include "solve/byteset.h"

#include <assert.h>
#include <string.h>

void
bytesets_done(Bytesets *d)
{
    map_done(&d->known);
    vec_done(&d->at);
    vec_done(&d->values);
    vec_done(&d->needed);
    vec_done(&d->order);
}

Byteset
byteset_full(unsigned width)
{
    Byteset d = {{0}};

    assert(width >= 1 && width <= 8);
    if (width == 8)
        memset(&d, 0xff, sizeof d);
    else
        for (unsigned v = 0; v < 1u << width; v++)
            d.words[v / 64] |= UINT64_C(1) << (v % 64);
    return d;
}

unsigned
byteset_count(const Byteset *d)
{
    unsigned n = 0;

    for (unsigned i = 0; i < 4; i++)
        n += (unsigned)__builtin_popcountll(d->words[i]);
    return n;
}

/* List the expressions that the condition needs, marked from the top down. A
 * problem may have many that it does not. */
static void
list_needed(Bytesets *known, const Problem *p, const Condition *c)
{
    vec_reserve(&known->needed, (size_t)c->expr + 1);
    uint8_t *needed = known->needed.at;

    memset(needed, 0, (size_t)c->expr + 1);
    needed[c->expr] = 1;
    for (uint32_t i = c->expr + 1; i-- > 0;) {
        const Expr *e = &p->exprs.at[i];
        const unsigned arity = expr_ops[e->op].arity;
        if (!needed[i])
            continue;
        if (arity > 0)
            needed[e->a] = 1;
        if (arity > 1)
            needed[e->b] = 1;
        if (arity > 2)
            needed[e->c] = 1;
        for (uint32_t k = 0; e->op == CONCOLIC_LOOKUP && k < e->c; k++)
            needed[p->tables.at[e->b + k]] = 1;
    }
    known->order.n = 0;
    for (uint32_t i = 0; i <= c->expr; i++)
        if (needed[i])
            vec_push(&known->order, i);
}

static uint64_t
evaluate(const Bytesets *known, const Problem *p, const Condition *c,
         uint64_t value)
{
    uint64_t *v = known->values.at;

    for (size_t k = 0; k < known->order.n; k++) {
        const uint32_t i = known->order.at[k];
        v[i] = problem_value(p, i, v, &value, true);
    }
    return v[c->expr];
}

static Byteset
find(Bytesets *known, const Problem *p, const Condition *c, unsigned width)
{
    Byteset d = {{0}};

    list_needed(known, p, c);
    vec_reserve(&known->values, (size_t)c->expr + 1);
    for (uint64_t v = 0; v < UINT64_C(1) << width; v++)
        if (problem_condition_holds(p, c, evaluate(known, p, c, v)))
            d.words[v / 64] |= UINT64_C(1) << (v % 64);
    return d;
}

void
byteset_restrict(Bytesets *known, const Problem *p, const Condition *c,
                 Byteset *d)
{
    const unsigned width = p->symbols.at[p->used.at[c->symbol]].width;
    const uint64_t key = problem_condition_hash(p, c);
    const uint32_t fresh = (uint32_t)known->at.n;
    uint32_t at = *map_put(&known->known, &key, sizeof key, fresh);

    assert(c->nsymbols == 1 && width <= 8);
    if (at == fresh)
        vec_push(&known->at, find(known, p, c, width));
    for (unsigned i = 0; i < 4; i++)
        d->words[i] &= known->at.at[at].words[i];
}
