/* tap.h - the verdict that TAP output (Test Anything Protocol) amounts to. */
#ifndef CULPRIT_SUITE_TAP_H
#define CULPRIT_SUITE_TAP_H

#include "base/str.h"
#include "suite/verdict.h"

/* Fails if any point fails (unless marked TODO), bails out, or the plan is
 * not met; unknown if all was skipped. `why` gets the reason unless it
 * passes. Safe on any bytes. */
Verdict tap_judge(const char *text, size_t n, Str *why);

#endif
