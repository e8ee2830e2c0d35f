/* deps.c - fuzz: a rule of make; no file of it is nameless. */
#include "history/deps.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Arena a = {0};
    DepsFiles files;

    deps_parse(bytes, n, &a, &files);
    for (size_t i = 0; i < files.n; i++)
        if (!*files.at[i] && !memchr(bytes, 0, n))
            abort();
    vec_done(&files);
    arena_done(&a);
    return 0;
}
