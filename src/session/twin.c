/* twin.c - variants that are there in time, or not at all. */
#include "session/twin.h"

#include <stdlib.h>

typedef struct TwinOrder TwinOrder;
struct TwinOrder {
    const Subject *subject;
    VariantKind kind;
};

/* Whoever needs the file will meet its failure again. */
static void
make(void *context)
{
    const TwinOrder *o = context;
    char *path = NULL;
    Diag d;

    diag_init(&d);
    (void)!variant_get(o->subject, o->kind, &path, &d);
    free(path);
    diag_done(&d);
}

bool
twin_build(const Subject *s, VariantKind kind, const Deadline *by, bool *late,
           Diag *d)
{
    TwinOrder order = {s, kind};

    if (variant_is_cached(s, kind))
        return true;
    *late = deadline_is_over(by) || !deadline_make(by, make, &order);
    return !*late || diag_fail(d, "the time was over while the program's "
                                  "instrumented twin was built: give more "
                                  "(--time)");
}
