/* columns.h - several techniques over the same tests, in one table. */
#ifndef CULPRIT_REPORT_COLUMNS_H
#define CULPRIT_REPORT_COLUMNS_H

#include "base/source.h"
#include "report/report.h"

void columns_write(const Findings *lists, size_t n, const ReportOptions *o,
                   Sources *sources, FILE *out);

#endif
