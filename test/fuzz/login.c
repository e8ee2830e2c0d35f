/* login.c - fuzz: option files that name a database. */
#include "php/login.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Arena a = {0};
    Login out;
    Diag d;

    diag_init(&d);
    if (login_parse(&a, bytes, n, &out, &d) ? out.socket[0] != '/' : !d.error)
        abort();
    arena_done(&a);
    diag_done(&d);
    return 0;
}
