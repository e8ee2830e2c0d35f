/* edit.c - fuzz: edits of any text are within it, and so is their schema; what
 * a compiler says about them is read.
 */
#include "find/edit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Arena arena = {0};
    EditFile f;
    Edits edits = {0};
    Str schema = {0};
    char *text = malloc(n + 1); /* a file that was read has a NUL behind it */

    if (n)
        memcpy(text, bytes, n);
    text[n] = 0;
    edit_open(&f, text, n, &arena);
    edit_expect(&f, text, n);
    for (size_t i = 0; i < f.statements.n && edits.n < 200; i++)
        edit_list(&f, i, &edits);
    for (size_t i = 0; i < edits.n; i++)
        if (edits.at[i].change.from > edits.at[i].change.to ||
            edits.at[i].change.to > n)
            abort();
    edit_refuse(&edits, text);
    edit_schema(&f, &edits, &schema);
    if (schema.n < n)
        abort();
    str_done(&schema);
    vec_done(&edits);
    edit_close(&f);
    arena_done(&arena);
    free(text);
    return 0;
}
