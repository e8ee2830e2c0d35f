/* response.c - fuzz: words of a response file, quoted, are the same again. */
#include "base/str.h"
#include "cc/plan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Arena a = {0};
    Str quoted = {0};
    PlanWords first, again;

    plan_words((const char *)bytes, n, &a, &first);
    for (size_t i = 0; i < first.n; i++) {
        str_putc(&quoted, '"');
        for (const char *s = first.at[i]; *s; s++) {
            if (*s == '"' || *s == '\\')
                str_putc(&quoted, '\\');
            str_putc(&quoted, *s);
        }
        str_puts(&quoted, "\" ");
    }
    plan_words(str_text(&quoted), quoted.n, &a, &again);
    if (first.n != again.n)
        abort();
    for (size_t i = 0; i < first.n; i++)
        if (strcmp(first.at[i], again.at[i]) != 0)
            abort();
    str_done(&quoted);
    arena_done(&a);
    return 0;
}
