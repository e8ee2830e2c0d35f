/* scc.c - strongly connected components of a graph: Tarjan's algorithm (1972)
 * with a stack of its own, so that long chains do not exhaust ours. */
#include "program/scc.h"

#include "base/vec.h"

#include <stdbool.h>

typedef struct SccSearch SccSearch;
struct SccSearch {
    uint32_t *index, *low, *next, *component;
    VEC(uint32_t) calls, members;
    uint32_t counter, ncomponents;
};

static void
enter(SccSearch *s, uint32_t n)
{
    s->index[n] = s->low[n] = ++s->counter;
    vec_push(&s->calls, n);
    vec_push(&s->members, n);
}

/* All successors of n are done: close its component if it is the root. */
static void
leave(SccSearch *s, uint32_t n)
{
    uint32_t m;

    s->calls.n--;
    if (s->low[n] == s->index[n]) {
        do {
            m = vec_pop(&s->members);
            s->component[m] = s->ncomponents;
        } while (m != n);
        s->ncomponents++;
    } else { /* never the first of a search */
        uint32_t up = s->calls.at[s->calls.n - 1];
        if (s->low[n] < s->low[up])
            s->low[up] = s->low[n];
    }
}

uint32_t
scc_find(uint32_t n, const uint32_t *first, const uint32_t *to,
         uint32_t *component)
{
    SccSearch s = {.index = mem_zalloc(n + 1, sizeof *s.index),
                   .low = mem_zalloc(n + 1, sizeof *s.low),
                   .next = mem_zalloc(n + 1, sizeof *s.next),
                   .component = component};

    for (uint32_t i = 0; i < n; i++)
        component[i] = UINT32_MAX;
    for (uint32_t root = 0; root < n; root++) {
        if (!s.index[root])
            enter(&s, root);
        while (s.calls.n > 0) {
            uint32_t b = s.calls.at[s.calls.n - 1];
            uint32_t k = first[b] + s.next[b]++;
            if (k >= first[b + 1])
                leave(&s, b);
            else if (!s.index[to[k]])
                enter(&s, to[k]);
            else if (component[to[k]] == UINT32_MAX &&
                     s.index[to[k]] < s.low[b])
                s.low[b] = s.index[to[k]];
        }
    }
    free(s.index), free(s.low), free(s.next);
    vec_done(&s.calls);
    vec_done(&s.members);
    return s.ncomponents;
}
