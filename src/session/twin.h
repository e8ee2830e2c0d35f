/* twin.h - variants that are there in time, or not at all. */
#ifndef CULPRIT_SESSION_TWIN_H
#define CULPRIT_SESSION_TWIN_H

#include "process/deadline.h"
#include "variant/variant.h"

/* See to it that the cache has the variant. Where there is a deadline it is
 * built in a process of its own, which is ended then. Fails, and `*late`
 * becomes true, if that was too early. */
bool twin_build(const Subject *s, VariantKind kind, const Deadline *by,
                bool *late, Diag *d);

#endif
