/* uses.h - groups of options that several commands have, each defined once
 * over the member that holds their values: USES_TRACED(Settings, traced).
 */
#ifndef CULPRIT_CMD_USES_H
#define CULPRIT_CMD_USES_H

#include "cmd/option.h"

/* clang-format off */

/* Of a SessionSpec: the program, and a suite or one failing test. Where there
 * is a suite of a build directory, the program need not be named. */
#define USES_PROGRAM(S, m) USE_WITH(PROGRAM, S, m.program, .required = true)
#define USES_PROJECT(S, m)              \
    USE_WITH(PROGRAM, S, m.program,     \
             .normally = "all of the build directory")
#define USES_NARROWED(S, m)                                     \
    USE_WITH(PROGRAM, S, m.program,                             \
             .normally = "that of the test"),                   \
    USE_WITH(FAILING, S, m.tests.line, .required = true,        \
             .note = "without --program, the name of one of the project's")
#define USES_SUITE(S, m)                  \
    USE(TESTS, S, m.tests.tests),         \
    USE(REQUESTS, S, m.tests.requests),   \
    USE(CTEST, S, m.tests.trees.ctest),   \
    USE(MESON, S, m.tests.trees.meson),   \
    USE(AUTOMAKE, S, m.tests.trees.automake), \
    USE(CASES, S, m.tests.cases),         \
    USE(COMMAND, S, m.tests.commands),    \
    USE(SCRIPTS, S, m.tests.scripts),     \
    USE(TAP, S, m.tests.tap),             \
    USE(PASS_PATTERN, S, m.tests.patterns.pass), \
    USE(FAIL_PATTERN, S, m.tests.patterns.fail), \
    USE(ONLY, S, m.tests.only)
#define USES_SUITE_SYNOPSIS                                        \
    "[--meson DIR | --ctest DIR | --automake DIR | --tests FILE | ...]"
#define USES_FAILING(S, m) USE_WITH(FAILING, S, m.tests.line, .required = true)

/* Of a SessionSpec: the program that is right. */
#define USES_REFERENCE(S, m)              \
    USE(REFERENCE, S, m.judge.reference), \
    USE(GOOD, S, m.history.good),         \
    USE(BUILD, S, m.history.build)

/* Of a SessionSpec: the oracles that can judge any input; EXPECTED, which has
 * the outputs of given tests, is up to the command. */
#define USES_ORACLES(S, m)                \
    USE(ORACLE, S, m.judge.oracle),       \
    USES_REFERENCE(S, m),                 \
    USE(COMPARE, S, m.judge.compare),     \
    USE(CRASH, S, m.judge.crash)

/* Of a SessionSpec: what is said of a PHP application. */
#define USES_PHP(S, m)                        \
    USE(ERRORS, S, m.php.errors),             \
    USE(HTML, S, m.php.html),                 \
    USE(HTML_IGNORE, S, m.php.html_ignore),   \
    USE(COMPAT, S, m.php.compat),             \
    USE(DATABASE, S, m.php.database)

/* Of a SessionSpec: limits of each run; and where it is made. */
#define USES_LIMITS(S, m)                 \
    USE(TEST_TIME, S, m.limits.time_s),   \
    USE(MEMORY, S, m.limits.memory_mb)
#define USES_MORE_LIMITS(S, m)                    \
    USE(FILE_SIZE, S, m.limits.output_mb),        \
    USE(MAX_PROCESSES, S, m.limits.processes),    \
    USE(SCRATCH, S, m.scratch)

/* A SeekSpec, but for what the inputs are. */
#define USES_SEEK(S, m)                   \
    USE(SYMBOLIC, S, m.symbolic),         \
    USE(SOLVER_TIME, S, m.solver_ms),     \
    USE(PATIENCE, S, m.patience),         \
    USE(ALLOW_PROCESSES, S, m.processes)

/* A TracedOptions. */
#define USES_TRACED(S, m)             \
    USE(PROCESS, S, m.process),       \
    USE(TEST_TIME, S, m.time_s),      \
    USE(TRACE_SIZE, S, m.trace_mb)

/* Whose code is told. */
#define USES_CODE(S, in, out)                                       \
    USE_WITH(INCLUDE, S, in,                                        \
             .normally = "all but tests and code of others"),       \
    USE(EXCLUDE, S, out)

/* A RankingOptions. */
#define USES_RANKING(S, m)                                                \
    USE_WITH(ENTITY, S, m.entity, .normally = "as the technique has it",  \
             .choices = USES_ENTITIES),                                   \
    USE(CLUSTER, S, m.cluster),                                           \
    USES_CODE(S, m.include, m.exclude),                                   \
    USE(NO_MARKS, S, m.no_marks),                                         \
    USE(STORE, S, m.load.store),                                          \
    USE(IMPORT, S, m.load.import),                                        \
    USE(VERDICTS, S, m.load.verdicts),                                    \
    USE_WITH(ROOT, S, m.root, .normally = "the current directory")
#define USES_ENTITIES "statement block edge tuple predicate function"

/* How findings are written. */
#define USES_FORMATS "text gcc json sarif html"

/* clang-format on */

#endif
