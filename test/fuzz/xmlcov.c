/* xmlcov.c - reports in XML: the parsers survive any bytes, and what they take
 * makes sound runs. The first byte chooses the parser. */
#include "spectrum_runs.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Foreign f = {0};
    Diag d;

    if (n == 0)
        return 0;
    diag_init(&d);
    foreign_test(&f, "T::a");
    if (bytes[0] % 3 == 0
            ? coveragexml_parse("in", bytes + 1, n - 1, "/s", &f, &d)
        : bytes[0] % 3 == 1
            ? cobertura_parse("in", bytes + 1, n - 1, "test", &f, &d)
            : junit_parse("in", bytes + 1, n - 1, "", &f, &d))
        check_runs(&f);
    foreign_done(&f);
    diag_done(&d);
    return 0;
}
