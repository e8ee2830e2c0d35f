/* sampler.c - fuzz: samples of regular expressions. */
#include "php/sampler.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Str text = {0};

    if (n > 0)
        sampler_add((const char *)bytes + 1, n - 1, bytes[0], &text);
    if (text.n > SAMPLER_MOST)
        abort();
    str_done(&text);
    return 0;
}
