/* relate.c - which steps of a recording depend on which of its inputs. */
#include "solve/relate.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "solve/expr.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) Numbers;

uint32_t
relation_next_mark(Relation *r)
{
    if (++r->mark == 0) {
        const Recording *c = r->recording;
        memset(r->node_mark, 0, c->n.nodes * sizeof *r->node_mark);
        memset(r->symbol_mark, 0, c->n.symbols * sizeof *r->symbol_mark);
        memset(r->step_mark, 0, c->n.steps * sizeof *r->step_mark);
        r->mark = 1;
    }
    return r->mark;
}

/* Sets of symbols, made once each. Those of all nodes are found in one pass, as
 * operands come first; a node of more symbols than SMALL is BIG, and so is
 * each when the sets take too much. */

enum { SMALL = 256, POOL = 8 << 20, EMPTY = 0 };
#define BIG UINT32_MAX

typedef struct RelatedSets RelatedSets;
struct RelatedSets {
    VEC(uint32_t) at;      /* of set i: elements[at[i]] ... */
    VEC(uint32_t) numbers; /* the elements, ascending in each */
    Map known, unions;
    uint32_t *of; /* each node */
};

static uint32_t
make_set(RelatedSets *s, const uint32_t *numbers, uint32_t n)
{
    const uint32_t fresh = (uint32_t)s->at.n - 1;
    const uint32_t i = *map_put(&s->known, numbers, n * sizeof *numbers, fresh);

    if (i == fresh) {
        for (uint32_t k = 0; k < n; k++)
            vec_push(&s->numbers, numbers[k]);
        vec_push(&s->at, (uint32_t)s->numbers.n);
    }
    return i;
}

static uint32_t
merge_sets(RelatedSets *s, uint32_t a, uint32_t b)
{
    const uint32_t *x = s->numbers.at + s->at.at[a],
                   *x_end = s->numbers.at + s->at.at[a + 1],
                   *y = s->numbers.at + s->at.at[b],
                   *y_end = s->numbers.at + s->at.at[b + 1];
    uint32_t both[2 * SMALL], n = 0;

    if (s->numbers.n > POOL)
        return BIG;
    while (x < x_end || y < y_end) {
        const uint32_t low = y == y_end || (x < x_end && *x < *y) ? *x : *y;
        x += x < x_end && *x == low;
        y += y < y_end && *y == low;
        both[n++] = low;
    }
    return n > SMALL ? BIG : make_set(s, both, n);
}

static uint32_t
unite(RelatedSets *s, uint32_t a, uint32_t b)
{
    const uint32_t key[2] = {a < b ? a : b, a < b ? b : a};

    if (a == b || key[0] == EMPTY || key[1] == BIG)
        return key[1];
    const uint32_t *known = map_find(&s->unions, key, sizeof key);
    if (known)
        return *known;
    const uint32_t i = merge_sets(s, a, b);
    map_put(&s->unions, key, sizeof key, i);
    return i;
}

static uint32_t
set_of_node(RelatedSets *s, const Recording *c, const ConcolicNode *n)
{
    const unsigned arity = expr_ops[n->op].arity;
    uint32_t i = EMPTY;

    if (n->op == CONCOLIC_SYMBOL)
        return make_set(s, &n->a, 1);
    if (arity > 0)
        i = s->of[n->a];
    if (arity > 1)
        i = unite(s, i, s->of[n->b]);
    if (arity > 2)
        i = unite(s, i, s->of[n->c]);
    for (uint32_t k = 0; n->op == CONCOLIC_LOOKUP && k < n->c; k++)
        i = unite(s, i, s->of[c->tables[n->b + k]]);
    return i;
}

static void
sets_init(RelatedSets *s, const Recording *c)
{
    *s = (RelatedSets){.of = mem_zalloc((size_t)c->n.nodes + 1, sizeof *s->of)};
    vec_push(&s->at, 0);
    vec_reserve(&s->numbers, 1);
    make_set(s, s->numbers.at, 0);
    for (uint32_t i = 1; i < c->n.nodes; i++)
        s->of[i] = set_of_node(s, c, &c->nodes[i]);
}

static void
sets_done(RelatedSets *s)
{
    vec_done(&s->at);
    vec_done(&s->numbers);
    map_done(&s->known);
    map_done(&s->unions);
    free(s->of);
}

/* Append the symbols of an expression, each once; only into big ones does it
 * look. */
static void
visit(Relation *r, const RelatedSets *s, uint32_t node, Numbers *todo,
      Numbers *out)
{
    const uint32_t set = s->of[node], mark = r->mark;

    if (r->node_mark[node] == mark)
        return;
    r->node_mark[node] = mark;
    if (set == BIG) {
        vec_push(todo, node);
        return;
    }
    for (uint32_t k = s->at.at[set]; k < s->at.at[set + 1]; k++)
        if (r->symbol_mark[s->numbers.at[k]] != mark) {
            r->symbol_mark[s->numbers.at[k]] = mark;
            vec_push(out, s->numbers.at[k]);
        }
}

static void
collect(Relation *r, const RelatedSets *s, uint32_t root, Numbers *todo,
        Numbers *out)
{
    const Recording *c = r->recording;

    relation_next_mark(r);
    visit(r, s, root, todo, out);
    while (todo->n) {
        const ConcolicNode *n = &c->nodes[vec_pop(todo)];
        const unsigned arity = expr_ops[n->op].arity;
        if (arity > 0)
            visit(r, s, n->a, todo, out);
        if (arity > 1)
            visit(r, s, n->b, todo, out);
        if (arity > 2)
            visit(r, s, n->c, todo, out);
        if (n->op == CONCOLIC_LOOKUP)
            for (uint32_t i = 0; i < n->c; i++)
                visit(r, s, c->tables[n->b + i], todo, out);
    }
}

/* Steps by what they decide: the same node, and for a switch the same
 * instruction. */
static void
find_repeated(Relation *r)
{
    const Recording *c = r->recording;
    Map seen = {0};

    for (uint32_t i = 0; i < c->n.steps; i++) {
        const ConcolicStep *s = &c->steps[i];
        const uint32_t key[2] = {s->node,
                                 s->kind == CONCOLIC_SWITCH ? s->block + 1 : 0};
        r->repeated[i] = *map_put(&seen, key, sizeof key, i) != i;
    }
    map_done(&seen);
}

/* From symbols of steps to steps of symbols. */
static void
invert(Relation *r)
{
    const Recording *c = r->recording;

    r->step_at = mem_zalloc((size_t)c->n.symbols + 2, sizeof *r->step_at);
    for (uint32_t i = 0; i < c->n.steps; i++)
        for (uint32_t k = r->symbol_at[i]; k < r->symbol_at[i + 1]; k++)
            r->step_at[r->symbols[k] + 2] += !r->repeated[i];
    for (uint32_t s = 1; s < c->n.symbols + 1; s++)
        r->step_at[s + 1] += r->step_at[s];
    r->steps =
        mem_zalloc((size_t)r->step_at[c->n.symbols + 1] + 1, sizeof *r->steps);
    for (uint32_t i = 0; i < c->n.steps; i++)
        for (uint32_t k = r->symbol_at[i]; k < r->symbol_at[i + 1]; k++)
            if (!r->repeated[i])
                r->steps[r->step_at[r->symbols[k] + 1]++] = i;
}

void
relation_init(Relation *r, const Recording *recording)
{
    const Recording *c = recording;
    Numbers todo = {0}, symbols = {0};
    RelatedSets sets;

    *r = (Relation){.recording = recording};
    r->node_mark = mem_zalloc((size_t)c->n.nodes + 1, sizeof *r->node_mark);
    r->node_local = mem_zalloc((size_t)c->n.nodes + 1, sizeof *r->node_local);
    r->symbol_mark = mem_zalloc((size_t)c->n.symbols + 1, sizeof(uint32_t));
    r->symbol_local = mem_zalloc((size_t)c->n.symbols + 1, sizeof(uint32_t));
    r->step_mark = mem_zalloc((size_t)c->n.steps + 1, sizeof *r->step_mark);
    r->repeated = mem_zalloc((size_t)c->n.steps + 1, sizeof *r->repeated);
    r->symbol_at = mem_zalloc((size_t)c->n.steps + 1, sizeof *r->symbol_at);
    find_repeated(r);
    sets_init(&sets, c);
    for (uint32_t i = 0; i < c->n.steps; i++) {
        if (!r->repeated[i])
            collect(r, &sets, c->steps[i].node, &todo, &symbols);
        r->symbol_at[i + 1] = (uint32_t)symbols.n;
    }
    vec_done(&todo);
    sets_done(&sets);
    r->symbols = symbols.at;
    invert(r);
}

void
relation_done(Relation *r)
{
    free(r->symbol_at);
    free(r->symbols);
    free(r->step_at);
    free(r->steps);
    free(r->repeated);
    free(r->node_mark);
    free(r->node_local);
    free(r->symbol_mark);
    free(r->symbol_local);
    free(r->step_mark);
    *r = (Relation){0};
}
