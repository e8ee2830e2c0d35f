/* align.c - which events of two runs correspond, and how far apart runs are.
 *
 * Events of b wait in lists, one for each pair of parent and statement, and a's
 * events take the first one of theirs: in order of time, so that parents are
 * aligned before their children and the k-th takes the k-th.
 */
#include "trace/align.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>

typedef struct AlignList AlignList;
struct AlignList {
    uint32_t parent, statement;
    uint32_t first, last; /* events of b; first ALIGN_NONE: all are taken */
    bool used;
};

typedef struct Lists Lists;
struct Lists {
    AlignList *at;
    size_t mask;
    uint32_t *next; /* per event of b */
};

static AlignList *
find_list(const Lists *l, uint32_t parent, uint32_t statement)
{
    uint64_t key = (uint64_t)parent << 32 | statement;
    size_t i = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 24);

    for (i &= l->mask; l->at[i].used && (l->at[i].parent != parent ||
                                         l->at[i].statement != statement);)
        i = (i + 1) & l->mask;
    return &l->at[i];
}

static void
make_lists(AlignRun b, Lists *out)
{
    size_t size = 16;

    while (size < 2 * (size_t)b.n)
        size *= 2;
    *out = (Lists){.at = mem_zalloc(size, sizeof *out->at),
                   .mask = size - 1,
                   .next = mem_alloc((b.n + 1) * sizeof *out->next)};
    for (uint32_t i = 0; i < b.n; i++) {
        const AlignEvent *e = &b.events[i];
        assert(e->parent == ALIGN_NONE || e->parent < i);
        AlignList *l = find_list(out, e->parent, e->statement);
        out->next[i] = ALIGN_NONE;
        if (l->used)
            out->next[l->last] = i;
        else
            *l = (AlignList){.parent = e->parent,
                             .statement = e->statement,
                             .first = i,
                             .used = true};
        l->last = i;
    }
}

void
align_runs(AlignRun a, AlignRun b, uint32_t *partner)
{
    Lists lists;

    make_lists(b, &lists);
    for (uint32_t i = 0; i < a.n; i++) {
        const AlignEvent *e = &a.events[i];
        uint32_t parent = e->parent;
        partner[i] = ALIGN_NONE;
        if (parent != ALIGN_NONE) {
            assert(parent < i);
            parent = partner[parent];
            if (parent == ALIGN_NONE)
                continue;
        }
        AlignList *l = find_list(&lists, parent, e->statement);
        if (!l->used || l->first == ALIGN_NONE)
            continue;
        partner[i] = l->first;
        l->first = lists.next[l->first];
    }
    free(lists.at);
    free(lists.next);
}

Distance
align_distance(AlignRun a, AlignRun b, const uint32_t *partner)
{
    VEC(uint32_t) found = {0};

    for (uint32_t i = 0; i < a.n; i++)
        if (a.events[i].outcome != ALIGN_NONE && partner[i] != ALIGN_NONE &&
            b.events[partner[i]].outcome != a.events[i].outcome)
            vec_push(&found, i);
    if (found.n == 0 && a.n > 0)
        vec_push(&found, 0);
    return (Distance){.events = found.at, .n = (uint32_t)found.n};
}

void
distance_done(Distance *d)
{
    free(d->events);
    *d = (Distance){0};
}

int
distance_compare(const Distance *x, const Distance *y)
{
    uint32_t k = 0; /* events that are the same at both ends */

    while (k < x->n && k < y->n &&
           x->events[x->n - 1 - k] == y->events[y->n - 1 - k])
        k++;
    if (k == x->n || k == y->n)
        return (x->n > y->n) - (x->n < y->n); /* a suffix is smaller */
    return x->events[x->n - 1 - k] > y->events[y->n - 1 - k] ? -1 : 1;
}
