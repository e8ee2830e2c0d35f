/* requests.c - a file of requests of a web application, a test per line.
 *
 * A line is a list of arguments like any other: METHOD /PATH get:NAME=VALUE and
 * so on, perhaps for several requests. Lines of curl are taken, too, and files
 * that browsers save (HAR).
 */
#include "suite/kinds.h"

#include "base/io.h"

#include <stdlib.h>

bool
suite_requests(Suite *s, const SuiteSpec *spec, Diag *d)
{
    Bytes b;
    const size_t first = s->n;

    if (!spec->requests)
        return true;
    if (!io_read(spec->requests, &b, d))
        return false;
    char *path = io_absolute(spec->requests);
    char *dir = io_dirname(path);
    bool ok = suite_lines_parse(s, spec->program, spec->requests, dir,
                                (const char *)b.at, b.n, d);
    if (ok && s->n == first)
        ok = diag_fail(d,
                       "%s has no requests: write one per line, such as GET "
                       "/index.php get:x=1",
                       spec->requests);
    free(dir);
    free(path);
    io_bytes_done(&b);
    return ok;
}
