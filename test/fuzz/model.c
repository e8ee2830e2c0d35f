/* model.c - fuzz: program models. What is accepted can be written again. */
#include "program/program.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Program p;
    Diag d;
    Str again = {0};

    diag_init(&d);
    if (program_parse(bytes, n, &p, &d)) {
        program_write(&p, &again);
        program_done(&p);
        if (!program_parse((const uint8_t *)again.at, again.n, &p, &d))
            abort();
        program_done(&p);
    } else if (!d.error) {
        abort();
    }
    str_done(&again);
    diag_done(&d);
    return 0;
}
