/* verdicts.c - verdicts_parse survives any bytes, and what it takes makes sound
 * runs. */
#include "spectrum_runs.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Foreign f = {0};
    Diag d;

    diag_init(&d);
    if (verdicts_parse("in", bytes, n, "test", &f, &d))
        check_runs(&f);
    foreign_done(&f);
    diag_done(&d);
    return 0;
}
