/* verify.h - does a change that find shows pass tests that find has not seen?
 *
 * A change can fit the tests it was chosen by and still be wrong. So it is made
 * in a copy of the version's sources, built as the version was, and run on both
 * suites, with the correct program as the reference.
 */
#ifndef CULPRIT_BENCH_VERIFY_H
#define CULPRIT_BENCH_VERIFY_H

#include "bench/measure.h"

/* Of the first finding; nothing is filled in if it shows no change, or if there
 * are no hidden tests. */
void verify_fix(const MeasureSpec *s, const Version *v, const Findings *f,
                ScoreFix *out);

#endif
