/* findings.c - what every localizer returns and every reporter takes. */
#include "format/findings.h"

void
findings_done(Findings *f)
{
    arena_done(&f->arena);
    *f = (Findings){0};
}
