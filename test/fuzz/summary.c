/* summary.c - fuzz: what parses as summary control dependences is in range,
 * and the same when written again.
 */
#include "program/summary.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Summaries s, again;
    Diag d;
    Str written = {0};

    diag_init(&d);
    if (n > 4096 || !summaries_parse(bytes, n, &s, &d)) {
        diag_done(&d);
        return 0;
    }
    for (uint32_t i = 0; i < s.ninsts; i++)
        if (s.list[i] >= s.nlists)
            abort();
    for (uint32_t i = 0; i < s.nlists; i++)
        if (s.first[i] > s.first[i + 1] || s.first[i + 1] > s.n)
            abort();
    for (uint32_t i = 0; i < s.n; i++)
        if (s.branches[i] >= s.nblocks)
            abort();
    summaries_write(&s, &written);
    if (!summaries_parse((uint8_t *)written.at, written.n, &again, &d) ||
        again.n != s.n ||
        memcmp(again.list, s.list, s.ninsts * sizeof *s.list) != 0 ||
        memcmp(again.first, s.first, (s.nlists + 1) * sizeof *s.first) != 0)
        abort();
    summaries_done(&again);
    summaries_done(&s);
    str_done(&written);
    diag_done(&d);
    return 0;
}
