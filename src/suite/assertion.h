/* assertion.h - what a unit test printed of the assertion that failed. */
#ifndef CULPRIT_SUITE_ASSERTION_H
#define CULPRIT_SUITE_ASSERTION_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* Append "FILE:LINE: what was expected"; false if there is no such thing. Safe
 * on any bytes. */
bool assertion_find(const char *text, size_t n, Str *out);

#endif
