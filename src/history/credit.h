/* credit.h - who changed the lines of findings last, as evidence. */
#ifndef CULPRIT_HISTORY_CREDIT_H
#define CULPRIT_HISTORY_CREDIT_H

#include "format/findings.h"

/* The evidence: in a sentence, and in parts. */
#define CREDIT_WORDS  "last_changed"
#define CREDIT_COMMIT "commit"
#define CREDIT_AUTHOR "author"
#define CREDIT_DATE   "date"

/* Add it to the first `n` findings. This never takes longer than a second or
 * two, and never fails: where git cannot tell, nothing is said. */
void credit_findings(Findings *f, size_t n);

#endif
