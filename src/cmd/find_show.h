/* find_show.h - the answer of `culprit find` for a person, in a few lines. */
#ifndef CULPRIT_CMD_FIND_SHOW_H
#define CULPRIT_CMD_FIND_SHOW_H

#include "find/find.h"
#include "report/report.h"

/* Give the first findings their changes of the source, where there are such. */
void find_add_fixes(FindResult *r, const Program *p, size_t first);

void find_show(const FindResult *r, const ReportOptions *o, FILE *out);

#endif
