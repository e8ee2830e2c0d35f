/* tap.c - fuzz: TAP output; a reason is given unless it passes. */
#include "suite/tap.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Str why = {0};
    Verdict v = tap_judge((const char *)bytes, n, &why);

    if ((v == VERDICT_PASS) != (why.n == 0))
        abort();
    str_done(&why);
    return 0;
}
