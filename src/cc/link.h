/* link.h - what a link was made of, as records for the image.
 *
 * Objects with bitcode are in the image already; objects without are kept
 * whole; all else is kept as arguments with absolute paths, so that variants
 * link the same although objects may be gone.
 */
#ifndef CULPRIT_CC_LINK_H
#define CULPRIT_CC_LINK_H

#include "base/str.h"
#include "cc/plan.h"

/* Append the records to `section`. objects[i], if not NULL, is what argument i
 * of the plan (a source) was compiled to. A relocatable link keeps only the
 * objects: its arguments do not matter to the image. */
bool link_records(const Plan *plan, const char *const *objects, Str *section,
                  Diag *d);

#endif
