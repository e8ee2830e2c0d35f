/* compare.h - do two outputs agree, and if not, where in words. */
#ifndef CULPRIT_SUITE_COMPARE_H
#define CULPRIT_SUITE_COMPARE_H

#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* What of a run is compared; bits. */
enum {
    COMPARE_STDOUT = 1,
    COMPARE_STDERR = 2,
    COMPARE_STATUS = 4,
    COMPARE_FILES = 8,
    COMPARE_WORDS = 16, /* how: stdout and stderr, white space aside */
};

/* "stdout,status" to bits. */
bool compare_parse(const char *list, unsigned *bits, Diag *d);

/* Are they equal? If not, `why` gets a phrase such as
 * stdout differs at line 3: expected "x", got "y". */
bool compare_text(const char *what, const char *want, size_t nwant,
                  const char *got, size_t ngot, Str *why);

/* Do they have the same words, whatever white space is between them? */
bool compare_words(const char *want, size_t nwant, const char *got,
                   size_t ngot);

/* The same for two manifests (see scratch.h): the first path that differs. */
bool compare_files(const char *want, const char *got, Str *why);

#endif
