/* find_text.h - where the fault is, for a person, in a few lines. */
#ifndef CULPRIT_REPORT_FIND_TEXT_H
#define CULPRIT_REPORT_FIND_TEXT_H

#include "find/find.h"
#include "report/report.h"
#include "session/supply.h"

typedef struct FindView FindView;
struct FindView {
    const FindResult *result;
    const Supply *made;   /* tests that nobody gave us; may have none, */
    const Supply *varied; /* nor may those with other values; or NULL */
};

/* The options' runs are those that the result is about. */
void find_text(const FindView *v, const ReportOptions *o, FILE *out);

#endif
