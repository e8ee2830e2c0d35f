/* ranking.h - what `culprit rank` and `culprit report` share: which runs, which
 * techniques over what, and the lists of findings that come of it.
 */
#ifndef CULPRIT_CMD_RANKING_H
#define CULPRIT_CMD_RANKING_H

#include "base/vec.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "format/findings.h"
#include "spectrum/cluster.h"
#include "spectrum/technique.h"

/* What the options say. */
typedef struct RankingOptions RankingOptions;
struct RankingOptions {
    LoadOptions load;
    OptionList techniques, include, exclude;
    const char *entity, *root;
    bool cluster, no_marks;
};

/* Rows of an option table; `r` is a RankingOptions. */
#define RANKING_OPTIONS(r)                                                       \
    {"entity",    'e',                                                           \
     OPTION_TEXT, &(r)->entity,                                                  \
     "KIND",      "statement, block, edge, tuple, predicate or function",        \
     0,           0},                                                            \
        {"cluster",                                                              \
         0,                                                                      \
         OPTION_FLAG,                                                            \
         &(r)->cluster,                                                          \
         NULL,                                                                   \
         "group failing tests by what they share, a list for each group",        \
         0,                                                                      \
         0},                                                                     \
        {"include",   0,                                                         \
         OPTION_LIST, &(r)->include,                                             \
         "PATTERN",   "only files or functions that match (repeatable)",         \
         0,           0},                                                        \
        {"exclude",   0,                                                         \
         OPTION_LIST, &(r)->exclude,                                             \
         "PATTERN",   "not those that match (repeatable)",                       \
         0,           0},                                                        \
        {"no-marks",  0,                                                         \
         OPTION_FLAG, &(r)->no_marks,                                            \
         NULL,        "do not heed LCOV_EXCL_ marks in sources",                 \
         0,           0},                                                        \
        {"store",     0,                                                         \
         OPTION_TEXT, &(r)->load.store,                                          \
         "DIR",       "where culprit run kept the runs (.culprit)",              \
         0,           0},                                                        \
        {"runs",      0,                                                         \
         OPTION_TEXT, &(r)->load.runs,                                           \
         "FILE",      "rank what culprit import wrote",                          \
         0,           0},                                                        \
        {"import",                                                               \
         0,                                                                      \
         OPTION_TEXT,                                                            \
         &(r)->load.import,                                                      \
         "FORMAT:PATH",                                                          \
         "rank coverage made elsewhere, see culprit import --help",              \
         0,                                                                      \
         0},                                                                     \
        {"verdicts",                                                             \
         0,                                                                      \
         OPTION_TEXT,                                                            \
         &(r)->load.verdicts,                                                    \
         "FILE",                                                                 \
         "verdicts for --import: lines \"pass NAME\", \"fail NAME\"",            \
         0,                                                                      \
         0},                                                                     \
        {"root",     0,     OPTION_TEXT,                                         \
         &(r)->root, "DIR", "show paths relative to it (the current directory)", \
         0,          0}

/* Everything that is loaded and made, released together. */
typedef struct Ranking Ranking;
struct Ranking {
    RankingOptions set;
    EntityKind entity;
    Filter filter;
    Loaded loaded;
    Clusters clusters;
    VEC(Findings) lists;
};

/* Do entity and techniques exist? */
bool ranking_check(Ranking *r, Diag *d);

/* Load the runs and make the lists, of `limit` findings each (0: all). Without
 * a technique it is ochiai's, and every other's if `whole`. */
bool ranking_make(Ranking *r, size_t limit, bool whole, Diag *d);

size_t ranking_found(const Ranking *r); /* findings in all lists */
void ranking_done(Ranking *r);

#endif
