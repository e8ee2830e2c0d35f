/* dominate.c - dominators and postdominators of one function.
 *
 * Cooper, Harvey & Kennedy, "A simple, fast dominance algorithm" (2001):
 * iterate over the reverse postorder, intersecting paths in the tree so far.
 * Quadratic at worst, two or three rounds on compiled code; irreducible graphs
 * need more rounds, nothing else. */
#include "program/dominate.h"

#include "base/vec.h"

typedef struct DominateView DominateView; /* the graph, or the graph reversed */
struct DominateView {
    const uint32_t *first_out, *first_in;
    const FlowArc *out, *in;
};

static DominateView
view_of(const Flow *g, bool post)
{
    return post ? (DominateView){g->first_in, g->first_out, g->in, g->out}
                : (DominateView){g->first_out, g->first_in, g->out, g->in};
}

/* fills: t->order with the reverse postorder, rank with places in it. */
static void
number(const DominateView *v, DomTree *t, uint32_t *rank)
{
    VEC(uint32_t) stack = {0};
    uint32_t *next = mem_zalloc(t->n, sizeof *next), left = t->n;

    for (uint32_t i = 0; i < t->n; i++)
        rank[i] = PROGRAM_NONE;
    rank[t->root] = 0; /* seen */
    vec_push(&stack, t->root);
    while (stack.n > 0) {
        uint32_t b = stack.at[stack.n - 1];
        uint32_t k = v->first_out[b] + next[b]++;
        if (k >= v->first_out[b + 1]) {
            t->order[--left] = b;
            stack.n--;
        } else if (rank[v->out[k].node] == PROGRAM_NONE) {
            rank[v->out[k].node] = 0;
            vec_push(&stack, v->out[k].node);
        }
    }
    t->norder = t->n - left;
    for (uint32_t i = 0; i < t->norder; i++) {
        t->order[i] = t->order[left + i];
        rank[t->order[i]] = i;
    }
    vec_done(&stack);
    free(next);
}

static uint32_t
intersect(const DomTree *t, const uint32_t *rank, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (rank[a] > rank[b])
            a = t->parent[a];
        while (rank[b] > rank[a])
            b = t->parent[b];
    }
    return a;
}

void
dominate(const Flow *g, bool post, DomTree *out)
{
    DominateView v = view_of(g, post);
    uint32_t *rank = mem_alloc((g->n + 1) * sizeof *rank);
    bool again = true;

    *out = (DomTree){.n = g->n + 1, .root = post ? g->n : 0};
    out->parent = mem_alloc(out->n * sizeof *out->parent);
    out->order = mem_zalloc(out->n, sizeof *out->order);
    number(&v, out, rank);
    for (uint32_t i = 0; i < out->n; i++)
        out->parent[i] = PROGRAM_NONE;
    out->parent[out->root] = out->root;
    while (again) {
        again = false;
        for (uint32_t i = 1; i < out->norder; i++) {
            uint32_t b = out->order[i], best = PROGRAM_NONE;
            for (uint32_t k = v.first_in[b]; k < v.first_in[b + 1]; k++) {
                uint32_t from = v.in[k].node;
                if (out->parent[from] != PROGRAM_NONE)
                    best = best == PROGRAM_NONE
                               ? from
                               : intersect(out, rank, from, best);
            }
            if (out->parent[b] != best) {
                out->parent[b] = best;
                again = true;
            }
        }
    }
    free(rank);
}

void
dominate_done(DomTree *t)
{
    free(t->parent), free(t->order);
    *t = (DomTree){0};
}

bool
dominate_has(const DomTree *t, uint32_t a, uint32_t b)
{
    if (t->parent[a] == PROGRAM_NONE || t->parent[b] == PROGRAM_NONE)
        return false;
    while (b != a && b != t->root)
        b = t->parent[b];
    return a == b;
}
