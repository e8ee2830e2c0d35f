/* blame.c - fuzz: what git blame prints; each line can be put in words. */
#include "history/blame.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    BlamedLines l;
    Arena a = {0};
    Diag d;

    diag_init(&d);
    if (blame_parse(bytes, n, &a, &l, &d) == (d.error != NULL))
        abort();
    for (size_t i = 0; i < l.n; i++)
        if (l.at[i].line == 0 || !*blame_words(&a, &l.at[i]))
            abort();
    vec_done(&l);
    arena_done(&a);
    diag_done(&d);
    return 0;
}
