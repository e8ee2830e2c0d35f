/* verdict.h - what became of a test. */
#ifndef CULPRIT_SUITE_VERDICT_H
#define CULPRIT_SUITE_VERDICT_H

typedef enum {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_UNKNOWN, /* the oracle cannot tell; ignored by techniques */
} Verdict;

const char *verdict_name(Verdict v); /* "pass", "fail", "unknown" */

#endif
