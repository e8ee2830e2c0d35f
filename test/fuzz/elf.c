/* elf.c - fuzz: an ELF file is read or refused, and names are strings. */
#include "image/elf.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    uint8_t *copy = malloc(n + 1); /* libelf may convert in place */
    Arena a = {0};
    ElfFile e;
    Diag d;

    memcpy(copy, bytes, n);
    diag_init(&d);
    if (elf_parse("it", copy, n, &a, &e, &d) == (d.error != NULL))
        abort();
    for (size_t i = 0; i < e.nneeded; i++)
        if (strlen(e.needed[i]) > n)
            abort();
    for (size_t i = 0; i < e.nexports; i++)
        if (strlen(e.exports[i]) > n)
            abort();
    if (e.section.n > n || strlen(e.build_id) > 128)
        abort();
    diag_done(&d);
    arena_done(&a);
    free(copy);
    return 0;
}
