/* kinds.h - one function per kind of suite, for suite.c and tests. */
#ifndef CULPRIT_SUITE_KINDS_H
#define CULPRIT_SUITE_KINDS_H

#include "suite/suite.h"

bool suite_lines(Suite *s, const SuiteSpec *spec, Diag *d);
bool suite_requests(Suite *s, const SuiteSpec *spec, Diag *d);
bool suite_ctest(Suite *s, const SuiteSpec *spec, Diag *d);
bool suite_meson(Suite *s, const SuiteSpec *spec, Diag *d);
bool suite_automake(Suite *s, const SuiteSpec *spec, Diag *d);
bool suite_cases(Suite *s, const SuiteSpec *spec, Diag *d);
bool suite_commands(Suite *s, const SuiteSpec *spec, Diag *d);
bool suite_scripts(Suite *s, const SuiteSpec *spec, Diag *d);

/* The parsers behind them, over bytes. */

/* A file of lines called `file`; tests run in `dir`, an absolute path. */
bool suite_lines_parse(Suite *s, const char *program, const char *file,
                       const char *dir, const char *bytes, size_t n, Diag *d);

/* A file of requests, likewise. */
bool suite_requests_parse(Suite *s, const char *program, const char *file,
                          const char *dir, const char *bytes, size_t n,
                          Diag *d);

/* One line of a file of lines. */
bool suite_line(Suite *s, const char *program, const char *dir,
                const char *line, size_t n, Diag *d);

/* What `ctest --show-only=json-v1` printed for the build directory `dir`. */
bool suite_ctest_parse(Suite *s, const char *program, const char *dir,
                       const char *bytes, size_t n, Diag *d);

/* What Meson wrote to meson-info/intro-tests.json in `dir`. */
bool suite_meson_parse(Suite *s, const char *program, const char *dir,
                       const char *bytes, size_t n, Diag *d);

/* The log of a `meson test` whose tests all succeeded without being run: which
 * of the suite's tests, from `first` on, should fail, and what their
 * environment is. False if it is not such a log. */
bool suite_meson_rehearsed(Suite *s, size_t first, const char *bytes, size_t n,
                           Diag *d);

/* How Automake's harness would have started a test, as our driver recorded it
 * for the build directory `top`. */
bool suite_automake_parse(Suite *s, const char *program, const char *top,
                          const char *bytes, size_t n, Diag *d);

/* argv of a direct test: the program, then the words. */
char **suite_argv(Suite *s, const char *program, char *const *words, size_t n);

/* Does argv[0] of the test, in its directory, name the program? NULL: no. */
bool suite_is_direct(const Test *t, const char *program);

/* Is it NAME=value, with a name that a shell takes? */
bool suite_is_assignment(const char *text);

#endif
