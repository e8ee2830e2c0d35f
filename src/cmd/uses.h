/* uses.h - groups of options that several commands have, each defined once
 * over the member that holds their values: USES_TRACED(Settings, traced).
 */
#ifndef CULPRIT_CMD_USES_H
#define CULPRIT_CMD_USES_H

#include "cmd/option.h"

/* clang-format off */

/* A TracedOptions. */
#define USES_TRACED(S, m)             \
    USE(PROCESS, S, m.process),       \
    USE(TEST_TIME, S, m.time_s),      \
    USE(TRACE_SIZE, S, m.trace_mb)

/* A RankingOptions. */
#define USES_RANKING(S, m)                                                   \
    USE_WITH(ENTITY, S, m.entity, .normally = "as the technique has it",     \
             .choices = "statement block edge tuple predicate function"),    \
    USE(CLUSTER, S, m.cluster),                                              \
    USE(INCLUDE, S, m.include),                                              \
    USE(EXCLUDE, S, m.exclude),                                              \
    USE(NO_MARKS, S, m.no_marks),                                            \
    USE(STORE, S, m.load.store),                                             \
    USE(IMPORT, S, m.load.import),                                           \
    USE(VERDICTS, S, m.load.verdicts),                                       \
    USE_WITH(ROOT, S, m.root, .normally = "the current directory")

/* clang-format on */

#endif
