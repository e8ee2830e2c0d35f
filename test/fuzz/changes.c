/* changes.c - fuzz: what git diff prints; every range is one, and found. */
#include "history/changes.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Changes c;
    Diag d;

    diag_init(&d);
    if (changes_parse(bytes, n, &c, &d) == (d.error != NULL))
        abort();
    for (size_t i = 0; i < c.files.n; i++)
        for (size_t k = 0; k < c.files.at[i].lines.n; k++) {
            const ChangedLines *l = &c.files.at[i].lines.at[k];
            if (l->first > l->last ||
                !changes_has(&c, c.files.at[i].path, l->first))
                abort();
        }
    changes_done(&c);
    diag_done(&d);
    return 0;
}
