/* assertion.c - fuzz: what unit tests print; what is found has a place. */
#include "suite/assertion.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* What is read is at its place; the same bytes do as a line of the source. */
static void
read_all(const char *text, size_t n)
{
    Arena a = {0};
    Assertion x;
    int64_t number;

    if (assertion_read(&a, text, n, &x)) {
        if (!assertion_is_at(text, n, x.place))
            abort();
        assertion_learn(&a, text, n, &x);
        if (x.expected)
            (void)!assertion_number(x.expected, &number);
    }
    arena_done(&a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Str found = {0};
    bool has = assertion_find((const char *)bytes, n, &found);

    if (has != (found.n > 0))
        abort();
    read_all((const char *)bytes, n);
    str_done(&found);
    return 0;
}
