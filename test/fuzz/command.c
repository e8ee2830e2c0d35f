/* command.c - fuzz: the record of how a source was compiled. */
#include "cc/bitcode.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Arena arena = {0};
    BitcodeCommand c;
    Str again = {0};
    Diag d;

    diag_init(&d);
    if (bitcode_parse(bytes, n, &arena, &c, &d)) {
        bitcode_pack(&c, &again);
        if (again.n != n || memcmp(again.at, bytes, n) != 0)
            abort();
    }
    str_done(&again);
    diag_done(&d);
    arena_done(&arena);
    return 0;
}
