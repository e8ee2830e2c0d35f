/* terms.c - fuzz: recordings of terms of PHP applications. */
#include "php/terms.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* What was accepted can be looked at and packed, and is accepted then, too. */
static void
use(const Terms *t)
{
    uint8_t *set = calloc((size_t)t->nnodes + 1, 1);
    Str packed = {0};
    Terms again;
    Diag d;

    diag_init(&d);
    for (uint32_t i = 0; set && i < t->nsteps; i++)
        terms_mark(t, t->steps[i].node, set);
    for (uint32_t i = 1; i < t->nnodes; i++)
        if (t->nodes[i].kind == TERM_SYMBOL &&
            terms_name(t, i).n + terms_value(t, i).n > 2 * (size_t)t->ntexts)
            abort();
    terms_pack(t, &packed);
    if (!terms_parse((const uint8_t *)packed.at, packed.n, &again, &d) ||
        again.nnodes != t->nnodes)
        abort();
    diag_done(&d);
    str_done(&packed);
    free(set);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    uint64_t *aligned = calloc(n / 8 + 1, 8);
    Terms t;
    Diag d;

    diag_init(&d);
    if (!aligned)
        return 0;
    memcpy(aligned, bytes, n);
    if (terms_parse((const uint8_t *)aligned, n, &t, &d))
        use(&t);
    else if (!d.error)
        abort();
    diag_done(&d);
    free(aligned);
    return 0;
}
