/* manifest.c - fuzz: suite.json of a bench. */
#include "bench/corpus.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Corpus c = {0};
    Diag d;

    diag_init(&d);
    bool ok = manifest_parse((const char *)bytes, n, "/s", &c, &d);
    if (!ok && !d.error)
        abort();
    if (ok && (!c.build.sources.n == !c.php.root || !c.nversions ||
               !corpus_is_name(c.name)))
        abort();
    for (size_t i = 0; ok && i < c.nversions; i++)
        for (size_t k = 0; k < c.versions[i].nfaults; k++)
            if (!c.versions[i].faults[k].n ||
                !c.versions[i].faults[k].at[0].line)
                abort();
    arena_done(&c.arena);
    diag_done(&d);
    return 0;
}
