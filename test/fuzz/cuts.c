/* cuts.c - fuzz: records of pieces; no piece counts what the program has not,
 * and together they are no more than was counted.
 */
#include "run/stretches.h"

#include "format/profile.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { COUNTERS = 2, OWN = 1 };

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static uint8_t file[PROFILE_HEADER + 8 * (COUNTERS + OWN)];
    const struct ProfileHeader h = {.magic = PROFILE_MAGIC,
                                    .version = PROFILE_VERSION,
                                    .ncounters = COUNTERS + PROFILE_OWN,
                                    .id = "abc"};
    Program program = {.id = "abc"};
    const ProbePlan plan = {.nprobes = COUNTERS, .program = &program};
    const Bytes counters = {file, sizeof file},
                cuts = {(uint8_t *)(uintptr_t)bytes, n};
    Stretches s = {0};
    Diag d;

    memcpy(file, &h, sizeof h);
    memset(file + PROFILE_HEADER, 1, 8 * COUNTERS);
    diag_init(&d);
    if (!stretches_add(&s, &plan, 0, &counters, &cuts, &d) || s.n == 0)
        abort();
    for (size_t i = 0; i < s.n; i++)
        for (uint32_t k = 0; k < s.at[i].n; k++)
            if (s.at[i].counts[k].index >= COUNTERS)
                abort();
    diag_done(&d);
    stretches_done(&s);
    return 0;
}
