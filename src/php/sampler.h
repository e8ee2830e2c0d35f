/* sampler.h - texts that a regular expression may match. */
#ifndef CULPRIT_PHP_SAMPLER_H
#define CULPRIT_PHP_SAMPLER_H

#include "base/str.h"

#include <stddef.h>

/* Add a text for the pattern, with its delimiters as preg_match has it.
 * Variants 0, 1, 2 ... choose other branches, repetitions and characters. What
 * looks around or refers back is passed over: whoever asks must check. Safe on
 * any bytes; no text is longer than SAMPLER_MOST. */
enum { SAMPLER_MOST = 1024 };
void sampler_add(const char *pattern, size_t n, unsigned variant, Str *out);

#endif
