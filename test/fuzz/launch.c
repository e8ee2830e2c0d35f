/* launch.c - fuzz: launch files of PHP applications. */
#include "php/launch.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Arena a = {0};
    Launch l;
    Diag d;

    diag_init(&d);
    if (launch_parse(&a, bytes, n, &l, &d) ? l.root[0] != '/' : !d.error)
        abort();
    arena_done(&a);
    diag_done(&d);
    return 0;
}
