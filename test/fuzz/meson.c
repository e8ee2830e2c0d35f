/* meson.c - fuzz: Meson's list of tests, and its log of a rehearsal. */
#include "suite/kinds.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char list[] = "[{\"name\":\"a\",\"cmd\":[\"/a\"],\"env\":"
                               "{\"PATH\":\"x\"}}]";
    Suite s = {0};
    Diag d;

    diag_init(&d);
    if (!suite_meson_parse(&s, NULL, "/b", (const char *)bytes, n, &d) &&
        !d.error)
        abort();
    for (size_t i = 0; i < s.n; i++)
        if (!s.tests[i].argv || !s.tests[i].argv[0] || !s.tests[i].dir)
            abort();
    suite_done(&s);
    diag_forget(&d);
    if (!suite_meson_parse(&s, NULL, "/b", list, sizeof list - 1, &d))
        abort();
    if (!suite_meson_rehearsed(&s, 0, (const char *)bytes, n, &d) && !d.error)
        abort();
    suite_done(&s);
    diag_done(&d);
    return 0;
}
