/* gcov_suite.h - run the suite of a program that only gcov can count.
 *
 * For programs that were built with `--coverage` instead of culprit-cc: every
 * test leaves its counters in a directory of its own (GCOV_PREFIX), from which
 * gcov makes what the importer reads.
 */
#ifndef CULPRIT_SPECTRUM_GCOV_SUITE_H
#define CULPRIT_SPECTRUM_GCOV_SUITE_H

#include "base/io.h"
#include "base/vec.h"
#include "run/runner.h"

/* Where the executable's counters go when it ends: absolute names of .gcda
 * files, each once, in the arena. */
typedef VEC(const char *) GcovFiles;
void gcov_find_files(const Bytes *executable, Arena *a, GcovFiles *out);

/* Run all tests of the spec's suite, natively, and read what they counted. Of
 * the spec: suite, oracle and all that it needs, limits, jobs, scratch. Fails
 * where the program has no such counters or gcov cannot read them; tests that
 * left none (they crashed) have no counts and are `lost`. */
bool gcov_suite_run(const RunnerSpec *spec, const char *program, Runs *out,
                    Diag *d);

#endif
