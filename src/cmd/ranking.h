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
    Texts techniques, include, exclude; /* they stay the settings' */
    const char *entity, *root;
    bool cluster, no_marks;
};

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
