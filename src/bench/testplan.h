/* testplan.h - a file of test lines: arguments, then perhaps `< file`.
 *
 * SIR's universes are read too: `-P [arguments] -F [file]` with the file as
 * last argument, `-I [file]` for standard input, and lines that need a shell
 * to expand them.
 */
#ifndef CULPRIT_BENCH_TESTPLAN_H
#define CULPRIT_BENCH_TESTPLAN_H

#include "suite/suite.h"

/* Append the tests; they run in `dir` and call themselves `program`. */
bool testplan_parse(Suite *s, const char *program, const char *file,
                    const char *dir, bool sir, const char *bytes, size_t n,
                    Diag *d);

#endif
