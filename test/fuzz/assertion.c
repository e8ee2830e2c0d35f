/* assertion.c - fuzz: what unit tests print; what is found has a place. */
#include "suite/assertion.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Str found = {0};
    bool has = assertion_find((const char *)bytes, n, &found);

    if (has != (found.n > 0))
        abort();
    str_done(&found);
    return 0;
}
