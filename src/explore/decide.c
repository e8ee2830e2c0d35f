/* decide.c - a run's path as decisions: which branch, which time, which way. */
#include "explore/decide.h"

#include "base/bitset.h"
#include "base/map.h"
#include "base/mem.h"
#include "solve/expr.h"

#include <stdlib.h>

static uint64_t
mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 31;
}

uint64_t
decision_hash(const Decision *d, uint32_t outcome)
{
    return mix(mix(d->prefix, d->branch), (uint64_t)outcome + 1);
}

uint64_t
decision_hash_shape(const Decision *d, uint32_t outcome)
{
    return mix(decision_hash(d, outcome), d->shape);
}

void
decisions_number(Decisions *d)
{
    Map counts = {0};

    d->hash = d->own = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        Decision *c = &d->at[i];
        uint32_t *n = map_put(&counts, &c->branch, sizeof c->branch, 0);
        c->occurrence = (*n)++;
        c->prefix = d->hash;
        d->hash = decision_hash(c, c->outcome);
        if (!(c->branch & CONCOLIC_MODEL))
            d->own = mix(mix(d->own, c->branch), (uint64_t)c->outcome + 1);
    }
    map_done(&counts);
}

/* Of every node: its operator, and what its operands are. */
static uint64_t *
hash_nodes(const Recording *r)
{
    uint64_t *h = mem_zalloc((size_t)r->n.nodes + 1, sizeof *h);

    for (uint32_t i = 1; i < r->n.nodes; i++) {
        const ConcolicNode *n = &r->nodes[i];
        const unsigned arity = expr_ops[n->op].arity;
        uint64_t x = mix(n->op, n->width);
        if (n->op == CONCOLIC_SYMBOL) {
            const ConcolicSymbol *s = &r->symbols[n->a];
            h[i] = mix(mix(mix(x, s->kind), s->index), s->offset);
            continue;
        }
        x = mix(x, arity > 0 ? h[n->a] : n->a);
        if (n->op == CONCOLIC_LOOKUP)
            for (uint32_t k = 0; k < n->c; k++)
                x = mix(x, h[r->tables[n->b + k]]);
        else
            x = mix(x, arity > 1 ? h[n->b] : n->b);
        h[i] = arity > 2 ? mix(x, h[n->c]) : x;
    }
    return h;
}

/* Does the step decide what none before it did? */
static bool
is_news(const Recording *r, const ConcolicStep *s, Bitset *decided)
{
    uint32_t node = s->node;

    if (s->kind == CONCOLIC_SWITCH)
        return true;
    while (r->nodes[node].op == CONCOLIC_NOT)
        node = r->nodes[node].a;
    if (bitset_has(decided, node))
        return false;
    bitset_add(decided, node);
    return true;
}

void
decisions_init(Decisions *d, const Recording *r)
{
    uint64_t *hashes = hash_nodes(r);
    Bitset decided;

    decided = bitset_new((size_t)r->n.nodes + 1);
    *d = (Decisions){.at = mem_zalloc((size_t)r->n.steps + 1, sizeof *d->at)};
    for (uint32_t i = 0; i < r->n.steps; i++) {
        const ConcolicStep *s = &r->steps[i];
        const bool news = is_news(r, s, &decided);
        if (s->kind == CONCOLIC_ASSUME)
            continue;
        d->at[d->n++] = (Decision){
            .branch = (uint64_t)s->caller << 32 | s->block |
                      (s->kind == CONCOLIC_CHECK ? CONCOLIC_CHECKED : 0),
            .outcome = s->taken,
            .step = i,
            .shape = hashes[s->node],
            .others = s->kind == CONCOLIC_SWITCH ? s->ncases : 1,
            .repeated = !news,
        };
    }
    free(hashes);
    bitset_free(&decided);
    decisions_number(d);
}

void
decisions_done(Decisions *d)
{
    free(d->at);
    *d = (Decisions){0};
}
