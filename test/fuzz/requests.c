/* requests.c - fuzz: files of requests, command lines of curl, HAR. */
#include "suite/kinds.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Suite s = {0};
    Diag d;

    diag_init(&d);
    if (!suite_requests_parse(&s, "/p", "requests", "/b", (const char *)bytes,
                              n, &d) &&
        !d.error)
        abort();
    for (size_t i = 0; i < s.n; i++)
        if (!s.tests[i].argv || !s.tests[i].argv[0] || !s.tests[i].dir)
            abort();
    suite_done(&s);
    diag_done(&d);
    return 0;
}
