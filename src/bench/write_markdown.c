/* write_markdown.c - the results of a bench as a page: docs/results.md. */
#include "bench/write.h"

void
write_markdown(const Results *r, FILE *out)
{
    write_text(r, out);
}
