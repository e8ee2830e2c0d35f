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
        memset(r->node_mark, 0, c->nnodes * sizeof *r->node_mark);
        memset(r->symbol_mark, 0, c->nsymbols * sizeof *r->symbol_mark);
        memset(r->step_mark, 0, c->nsteps * sizeof *r->step_mark);
        r->mark = 1;
    }
    return r->mark;
}

static void
visit(Relation *r, uint32_t node, uint32_t mark, Numbers *todo)
{
    if (r->node_mark[node] != mark) {
        r->node_mark[node] = mark;
        vec_push(todo, node);
    }
}

/* Append the symbols of an expression, each once. */
static void
collect(Relation *r, uint32_t root, Numbers *todo, Numbers *out)
{
    const Recording *c = r->recording;
    const uint32_t mark = relation_next_mark(r);

    visit(r, root, mark, todo);
    while (todo->n) {
        const ConcolicNode *n = &c->nodes[vec_pop(todo)];
        const unsigned arity = expr_ops[n->op].arity;
        if (n->op == CONCOLIC_SYMBOL && r->symbol_mark[n->a] != mark) {
            r->symbol_mark[n->a] = mark;
            vec_push(out, n->a);
        }
        if (arity > 0)
            visit(r, n->a, mark, todo);
        if (arity > 1)
            visit(r, n->b, mark, todo);
        if (arity > 2)
            visit(r, n->c, mark, todo);
        if (n->op == CONCOLIC_LOOKUP)
            for (uint32_t i = 0; i < n->c; i++)
                visit(r, c->tables[n->b + i], mark, todo);
    }
}

/* Steps by what they decide: the same node, and for a switch the same
 * instruction. */
static void
find_repeated(Relation *r)
{
    const Recording *c = r->recording;
    Map seen = {0};

    for (uint32_t i = 0; i < c->nsteps; i++) {
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

    r->step_at = mem_zalloc((size_t)c->nsymbols + 2, sizeof *r->step_at);
    for (uint32_t i = 0; i < c->nsteps; i++)
        for (uint32_t k = r->symbol_at[i]; k < r->symbol_at[i + 1]; k++)
            r->step_at[r->symbols[k] + 2] += !r->repeated[i];
    for (uint32_t s = 1; s < c->nsymbols + 1; s++)
        r->step_at[s + 1] += r->step_at[s];
    r->steps =
        mem_zalloc((size_t)r->step_at[c->nsymbols + 1] + 1, sizeof *r->steps);
    for (uint32_t i = 0; i < c->nsteps; i++)
        for (uint32_t k = r->symbol_at[i]; k < r->symbol_at[i + 1]; k++)
            if (!r->repeated[i])
                r->steps[r->step_at[r->symbols[k] + 1]++] = i;
}

void
relation_init(Relation *r, const Recording *recording)
{
    const Recording *c = recording;
    Numbers todo = {0}, symbols = {0};

    *r = (Relation){.recording = recording};
    r->node_mark = mem_zalloc((size_t)c->nnodes + 1, sizeof *r->node_mark);
    r->node_local = mem_zalloc((size_t)c->nnodes + 1, sizeof *r->node_local);
    r->symbol_mark = mem_zalloc((size_t)c->nsymbols + 1, sizeof(uint32_t));
    r->symbol_local = mem_zalloc((size_t)c->nsymbols + 1, sizeof(uint32_t));
    r->step_mark = mem_zalloc((size_t)c->nsteps + 1, sizeof *r->step_mark);
    r->repeated = mem_zalloc((size_t)c->nsteps + 1, sizeof *r->repeated);
    r->symbol_at = mem_zalloc((size_t)c->nsteps + 1, sizeof *r->symbol_at);
    find_repeated(r);
    for (uint32_t i = 0; i < c->nsteps; i++) {
        if (!r->repeated[i])
            collect(r, c->steps[i].node, &todo, &symbols);
        r->symbol_at[i + 1] = (uint32_t)symbols.n;
    }
    vec_done(&todo);
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
