/* bisect_text.h - since which commit tests fail, for a person. */
#ifndef CULPRIT_REPORT_BISECT_TEXT_H
#define CULPRIT_REPORT_BISECT_TEXT_H

#include "session/first_bad.h"

#include <stdio.h>

void bisect_text(const FirstBads *f, FILE *out);

#endif
