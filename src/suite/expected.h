/* expected.h - recorded outputs: a directory with files per test.
 *
 * LABEL.out (or .ans, .expected, or plain LABEL), LABEL.err, LABEL.status and
 * LABEL.files hold what the test's stdout, stderr, exit status and files should
 * be; LABEL.test holds the test itself, to notice records of another one.
 */
#ifndef CULPRIT_SUITE_EXPECTED_H
#define CULPRIT_SUITE_EXPECTED_H

#include "suite/oracle.h"

/* What is recorded of these COMPARE_* bits. If nothing is, `missing` says so,
 * or, when `optional`, nothing is known. The bytes are the arena's. */
bool expected_load(Arena *a, const char *dir, const Test *t, unsigned compare,
                   bool optional, Wanted *out, Diag *d);

/* Is there a file with what the test should print (plain LABEL aside)? */
bool expected_has_output(const char *dir, const Test *t);

bool expected_record(const char *dir, const Test *t, const Observed *o,
                     Diag *d);

#endif
