/* gzoltar.c - gzoltar_parse survives any bytes; the three files are separated
 * by NULs. */
#include "spectrum_runs.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* Cut off what is before the next NUL, or all. */
static size_t
cut(const uint8_t **at, size_t *left)
{
    const uint8_t *end = *left ? memchr(*at, 0, *left) : NULL;
    size_t n = end ? (size_t)(end - *at) : *left;

    *left -= n + (end != NULL);
    *at += n + (end != NULL);
    return n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    GzoltarFiles g = {0};
    Foreign f = {0};
    Diag d;

    diag_init(&d);
    g.matrix = bytes, g.nmatrix = cut(&bytes, &n);
    g.spectra = bytes, g.nspectra = cut(&bytes, &n);
    g.tests = bytes, g.ntests = n;
    if (gzoltar_parse("in", &g, &f, &d))
        check_runs(&f);
    foreign_done(&f);
    diag_done(&d);
    return 0;
}
