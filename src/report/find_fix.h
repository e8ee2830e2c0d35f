/* find_fix.h - changes of the source for what `find` found. */
#ifndef CULPRIT_REPORT_FIND_FIX_H
#define CULPRIT_REPORT_FIND_FIX_H

#include "find/find.h"

/* Give the first findings their changes of the source, where there are such. */
void find_add_fixes(FindResult *r, size_t first);

#endif
