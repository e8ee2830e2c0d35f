/* ddmin.c - which of n units are needed: delta debugging by deletion. */
#include "explore/ddmin.h"

#include <assert.h>
#include <string.h>

static size_t
nchunks(size_t n, size_t size)
{
    return (n + size - 1) / size;
}

/* Take out every chunk of this size that can go, in one pass. */
static bool
pass(const DdminHooks *h, uint32_t *kept, size_t *n, size_t size, bool *any,
     Diag *d)
{
    size_t from = 0;

    *any = false;
    while (from < nchunks(*n, size) && !h->stop(h->context)) {
        size_t hit, all = nchunks(*n, size);
        if (!h->find(h->context, kept, *n, size, from, &hit, d))
            return false;
        assert(hit >= from && hit <= all);
        if (hit == all)
            break;
        size_t start = hit * size, end = start + size < *n ? start + size : *n;
        memmove(kept + start, kept + end, (*n - end) * sizeof *kept);
        *n -= end - start;
        *any = true;
        h->keep(h->context, kept, *n);
        from = hit; /* what is there now came behind it */
    }
    return true;
}

bool
ddmin_run(size_t n, const DdminHooks *h, uint32_t *kept, size_t *nkept, Diag *d)
{
    size_t size = n;
    bool any = false;

    for (size_t i = 0; i < n; i++)
        kept[i] = (uint32_t)i;
    *nkept = n;
    while (*nkept > 0 && !h->stop(h->context)) {
        if (!pass(h, kept, nkept, size, &any, d))
            return false;
        if (size == 1 && !any)
            break;
        if (size > *nkept)
            size = *nkept;
        size = size > 1 ? (size + 1) / 2 : 1;
    }
    return true;
}
