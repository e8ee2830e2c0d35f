/* remarks.c - fuzz: lines about checks; each is found again by its name. */
#include "suite/remarks.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const size_t half = n / 2;
    const Bytes out = {(uint8_t *)(uintptr_t)bytes, half},
                err = {(uint8_t *)(uintptr_t)bytes + half, n - half};
    const RemarkRules rules = {.tap = n % 2};
    Arena a = {0};
    Remarks r;

    remarks_read(&a, &rules, &out, &err, &r);
    for (size_t i = 0; i < r.n; i++) {
        const size_t end = r.at[i].stream == REMARK_OUT ? out.n : err.n;
        if (!*r.at[i].name || r.at[i].end == 0 || r.at[i].end > end ||
            remarks_find(&r, r.at[i].name, 0, 0, 0) > i)
            abort();
    }
    arena_done(&a);
    return 0;
}
