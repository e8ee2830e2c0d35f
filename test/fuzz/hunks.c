/* hunks.c - fuzz: a diff; what is chosen is part of it. */
#include "history/hunks.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static bool
is_odd(void *context, const char *path, uint32_t first, uint32_t n)
{
    (void)context;
    return *path && (first + n) % 2;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const HunksSpec spec = {is_odd, NULL};
    Str out = {0};

    if (hunks_select(&spec, bytes, n, &out) > n || out.n > 2 * n)
        abort();
    str_done(&out);
    return 0;
}
