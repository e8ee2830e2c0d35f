/* starts.c - fuzz: how a program was started; what is read has a command. */
#include "run/starts.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Arena a = {0};
    Start s;
    Diag d;
    const char *why;

    diag_init(&d);
    const bool ok = starts_parse(&a, bytes, n, &s, &d);
    if (ok != !d.error || (ok && (!s.argv[0] || s.input.n > n)))
        abort();
    if (ok)
        starts_can_repeat(&s, &why);
    diag_done(&d);
    arena_done(&a);
    return 0;
}
