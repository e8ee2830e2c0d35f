/* crawl.c - fuzz: links and forms of pages; none leads to another host. */
#include "explore/crawl.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const InputBytes words[] = {{"GET", 3}, {"/a/b.php", 8}};
    const Input from = {.args = words, .nargs = 2};
    Crawl c = {0};

    crawl_add(&c, &from, (const char *)bytes, n);
    for (Input in; crawl_next(&c, &in);)
        if (in.nargs < 4 || in.args[3].n == 0 || in.args[3].at[0] != '/')
            abort();
    crawl_done(&c);
    return 0;
}
