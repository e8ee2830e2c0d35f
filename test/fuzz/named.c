/* named.c - fuzz: places at the end of reasons. */
#include "spectrum/named.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = mem_strndup((const char *)bytes, n);
    const size_t length = strlen(text);
    NamedPlace p;

    if (named_parse(text, &p) && (!p.line || !p.nfile || p.file < text ||
                                  p.file + p.nfile > text + length))
        abort();
    free(text);
    return 0;
}
