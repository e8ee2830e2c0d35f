/* loops.c - how deep in loops each block is.
 *
 * A depth-first search finds back edges; the loop of a back edge is its head
 * and whatever reaches its tail without passing the head (Aho et al.). Loops
 * with the same head are one. In irreducible graphs the answer depends on the
 * search order: it is a guess at frequency, nothing rests on it. Functions
 * with more than LIMIT loop heads are left at the depths found so far.
 */
#include "program/loops.h"

#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>

enum { LIMIT = 4000, MAX_DEPTH = 16 };

typedef struct BackEdge BackEdge;
struct BackEdge {
    uint32_t tail, head;
};

typedef struct LoopGraph
    LoopGraph; /* of one function; block numbers are local */
struct LoopGraph {
    uint32_t n;
    uint32_t *first_in, *in, *first_out, *out;
    uint8_t *state;  /* 0 new, 1 on the stack, 2 done */
    uint32_t *stamp; /* last head whose loop holds the block */
    VEC(uint32_t) stack;
    VEC(BackEdge) back;
};

static void
link_up(LoopGraph *g, const Program *p, const ProgramFunction *f)
{
    g->n = f->nblocks;
    g->first_in = mem_zalloc(g->n + 2, sizeof *g->first_in);
    g->first_out = mem_zalloc(g->n + 2, sizeof *g->first_out);
    g->in = mem_zalloc(f->nedges, sizeof *g->in);
    g->out = mem_zalloc(f->nedges, sizeof *g->out);
    g->state = mem_zalloc(g->n, 1);
    g->stamp = mem_zalloc(g->n, sizeof *g->stamp);
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
            const ProgramEdge *e = &p->edges[i];
            if (e->from == PROGRAM_NONE || e->to == PROGRAM_NONE)
                continue;
            uint32_t a = e->from - f->block, b = e->to - f->block;
            if (!fill) {
                g->first_out[a + 2]++;
                g->first_in[b + 2]++;
            } else {
                g->out[g->first_out[a + 1]++] = b;
                g->in[g->first_in[b + 1]++] = a;
            }
        }
        for (uint32_t i = 0; !fill && i < g->n; i++) {
            g->first_out[i + 2] += g->first_out[i + 1];
            g->first_in[i + 2] += g->first_in[i + 1];
        }
    }
}

static void
search(LoopGraph *g)
{
    uint32_t *next = mem_zalloc(g->n, sizeof *next);

    vec_push(&g->stack, 0);
    g->state[0] = 1;
    while (g->stack.n > 0) {
        uint32_t b = g->stack.at[g->stack.n - 1];
        uint32_t k = g->first_out[b] + next[b]++;
        if (k == g->first_out[b + 1]) {
            g->state[b] = 2;
            g->stack.n--;
            continue;
        }
        uint32_t to = g->out[k];
        if (g->state[to] == 1)
            vec_push(&g->back, (BackEdge){b, to});
        if (g->state[to] == 0) {
            g->state[to] = 1;
            vec_push(&g->stack, to);
        }
    }
    free(next);
}

static int
by_head(const void *x, const void *y)
{
    const BackEdge *a = x, *b = y;

    if (a->head != b->head)
        return a->head < b->head ? -1 : 1;
    return a->tail < b->tail ? -1 : a->tail > b->tail;
}

static void
deepen(LoopGraph *g, ProgramBlock *blocks, uint32_t b, uint32_t mark)
{
    if (g->stamp[b] == mark)
        return;
    g->stamp[b] = mark;
    if (blocks[b].depth < MAX_DEPTH)
        blocks[b].depth++;
    vec_push(&g->stack, b);
}

void
loops_depth(Program *p, uint32_t function)
{
    const ProgramFunction *f = &p->functions[function];
    ProgramBlock *blocks = &p->blocks[f->block];
    LoopGraph g = {0};
    uint32_t mark = 0;

    link_up(&g, p, f);
    search(&g);
    if (g.back.n)
        qsort(g.back.at, g.back.n, sizeof *g.back.at, by_head);
    for (size_t i = 0; i < g.back.n && mark < LIMIT; i++) {
        uint32_t head = g.back.at[i].head;
        if (i == 0 || head != g.back.at[i - 1].head) {
            mark++;
            deepen(&g, blocks, head, mark);
            g.stack.n = 0; /* never look behind the head */
        }
        deepen(&g, blocks, g.back.at[i].tail, mark);
        while (g.stack.n > 0) {
            uint32_t b = vec_pop(&g.stack);
            for (uint32_t k = g.first_in[b]; k < g.first_in[b + 1]; k++)
                if (g.state[g.in[k]] == 2)
                    deepen(&g, blocks, g.in[k], mark);
        }
    }
    free(g.first_in), free(g.in), free(g.first_out), free(g.out);
    free(g.state), free(g.stamp);
    vec_done(&g.stack);
    vec_done(&g.back);
}
