/* judgements.c - judgements_parse survives any bytes, and what it takes is
 * written as it was read. */
#include "cause/judgements.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Judgements a = {0}, b = {0};
    Str all = {0};

    str_printf(&all, "culprit.judgements/1 k\n");
    for (size_t i = 0; i < n; i++)
        str_printf(&all, "%c", bytes[i]);
    judgements_parse(&a, "k", all.at, all.n);
    str_clear(&all);
    str_printf(&all, "culprit.judgements/1 k\n%s", str_text(&a.text));
    judgements_parse(&b, "k", all.at, all.n);
    if (a.at.n != b.at.n || a.values.n != b.values.n)
        abort();
    judgements_done(&a);
    judgements_done(&b);
    str_done(&all);
    return 0;
}
