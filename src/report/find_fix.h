/* find_fix.h - changes to the source that speak for what was found. */
#ifndef CULPRIT_REPORT_FIND_FIX_H
#define CULPRIT_REPORT_FIND_FIX_H

#include "find/find.h"

/* Give the first findings a change to the source, where there is one. */
void find_add_fixes(FindResult *r, size_t first);

#endif
