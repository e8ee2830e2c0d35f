/* seeds_macros.c - fuzz: FaultSeeds.h and sources with seeded faults. */
#include "bench/seeds.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const char *text = (const char *)bytes;
    Arena a = {0};
    Texts macros;
    Places places = {0};

    seeds_macros(&a, text, n, &macros);
    for (size_t i = 0; i < macros.n; i++)
        if (!macros.at[i][0])
            abort();
    seeds_places(&a, "a.c", text, n, "M", &places);
    for (size_t i = 1; i < places.n; i++)
        if (places.at[i].line < places.at[i - 1].line)
            abort();
    vec_done(&places);
    arena_done(&a);
    return 0;
}
