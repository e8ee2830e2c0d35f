/* makefile.c - fuzz: what a Makefile says about tests. */
#include "suite/makefile.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void
name(void *context, const char *at, size_t n)
{
    const uint8_t *const *all = context;

    if ((const uint8_t *)at < all[0] || (const uint8_t *)at + n > all[1] ||
        n < 10)
        abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const uint8_t *all[] = {bytes, bytes + n};
    const MakefileFacts f = makefile_parse((const char *)bytes, n);

    if (f.automake_tests && !f.automake)
        abort();
    makefile_drivers_parse((const char *)bytes, n, name, all);
    return 0;
}
