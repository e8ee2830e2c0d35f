/* html_data.h - everything a page knows, as one JSON value.
 *
 * See html_data.c for its shape; only html/model.js reads it.
 */
#ifndef CULPRIT_REPORT_HTML_DATA_H
#define CULPRIT_REPORT_HTML_DATA_H

#include "report/report.h"

#include "base/str.h"

void html_data(const Findings *lists, size_t n, const ReportOptions *o,
               Str *out);

#endif
