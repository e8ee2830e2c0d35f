/* output.c - where a result goes: standard output or a file. */
#include "cmd/output.h"

#include "base/io.h"

#include <stdlib.h>
#include <string.h>

bool
output_is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool
output_open(Output *o, const char *path, FILE *standard, Diag *d)
{
    const bool named = path && !output_is_standard(path);

    *o = (Output){.path = named ? path : NULL, .to = standard};
    if (named)
        o->to = open_memstream(&o->text, &o->n);
    return o->to || diag_errno(d, "cannot gather what goes to %s", path);
}

bool
output_close(Output *o, bool ok, Diag *d)
{
    if (!o->path)
        return ok && ((fflush(o->to) == 0 && !ferror(o->to)) ||
                      diag_errno(d, "cannot write the results"));
    if (fclose(o->to) != 0)
        ok = ok && diag_errno(d, "cannot gather what goes to %s", o->path);
    ok = ok && io_write(o->path, o->text, o->n, d);
    free(o->text);
    return ok;
}
