/* ancestry.c - who stands above whom in a forest that grows. */
#include "trace/ancestry.h"

#include "base/mem.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

void
ancestry_add(Ancestry *a, uint32_t parent)
{
    if (a->at.n == 0) {
        vec_push(&a->at, (Ancestor){0});
        return;
    }
    assert(parent < a->at.n);
    const Ancestor *p = &a->at.at[parent];
    const Ancestor *far = &a->at.at[p->jump];
    /* Two jumps of the same length become one of both and this step. */
    const bool alike =
        p->depth - far->depth == far->depth - a->at.at[far->jump].depth;
    const Ancestor new = {.parent = parent,
                          .jump = alike ? far->jump : parent,
                          .depth = p->depth + 1};
    vec_push(&a->at, new);
}

uint32_t
ancestry_climb(Ancestry *a, uint32_t node, uint32_t most)
{
    for (; node > most; a->steps++) {
        const Ancestor *n = &a->at.at[node];
        node = n->jump >= most ? n->jump : n->parent;
    }
    return node;
}

void
ancestry_done(Ancestry *a)
{
    vec_done(&a->at);
}
