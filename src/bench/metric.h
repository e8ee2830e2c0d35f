/* metric.h - how far down a technique's list a person reads to the fault.
 *
 * Lists rank statements, or something that stands for some: a predicate, edge
 * or tuple for the statements of its line, a block or function for its own. A
 * group of equal scores is read whole; statements met before are not counted
 * again; what is not listed comes last, as one group.
 */
#ifndef CULPRIT_BENCH_METRIC_H
#define CULPRIT_BENCH_METRIC_H

#include "base/map.h"
#include "format/findings.h"
#include "program/pdg.h"
#include "spectrum/entity.h"

/* The statements of a version and which of them are faulty. */
typedef struct Ground Ground;
struct Ground {
    const Program *program;
    const Entities *statements;
    const bool *faulty;
    uint32_t total, executed, nfaulty;
    Map lines;      /* file and line -> first entity */
    uint32_t *next; /* entity -> next of its line, PROGRAM_NONE ends */
};

void ground_init(Ground *g, const Program *p, const Entities *statements,
                 const bool *faulty);
void ground_done(Ground *g);

/* Statements read until the first faulty one: with its whole group, with the
 * faulty one first, and in the mean over all orders of the group. */
typedef struct ScoreStatements ScoreStatements;
struct ScoreStatements {
    uint32_t worst, best;
    double average;
};

/* The same in distinct lines of the list (of functions: in functions) as it is
 * listed, and with the whole group; 0: not listed. */
typedef struct ScoreLines ScoreLines;
struct ScoreLines {
    uint32_t listed, worst;
};

/* Dependences from what is listed to the fault, see metric_distance. */
typedef struct ScoreDistance ScoreDistance;
struct ScoreDistance {
    uint32_t to_fault;
    uint32_t to_use; /* the same, and of faults of omission to what uses the
                        value that is missing */
};

/* The change of the source that the first finding shows, made and built: how
 * many of the tests that find was given fail, and of those that it was not. */
typedef struct ScoreFix ScoreFix;
struct ScoreFix {
    bool shown, builds;
    uint32_t failed, hidden_failed;
};

/* Diffs that find tried for it: how many, how many did something else to the
 * tests than the change they were to write down, and how many did not build. */
typedef struct ScoreChecks ScoreChecks;
struct ScoreChecks {
    uint32_t tried, other, broken;
};

/* The first finding. `right` is the share of faulty lines among those that
 * stand equal with it. Only find says more: the score of its change, and the
 * confidence that it is right. */
typedef struct ScoreFirst ScoreFirst;
struct ScoreFirst {
    double right;
    bool said;
    double change, confidence; /* if it is said */
    uint32_t equal, reaching;  /* see FindFirst */
    ScoreChecks checks;
    ScoreFix fix; /* if there are hidden tests */
};

/* What it took. */
typedef struct ScoreCost ScoreCost;
struct ScoreCost {
    double wall_s;
    uint32_t runs;    /* that were judged, or made */
    uint32_t altered; /* states */
};

typedef struct Score Score;
struct Score {
    const char *technique;
    const char *error; /* why there is none; "" */
    ScoreStatements statements;
    ScoreLines lines;
    uint32_t report;  /* findings listed */
    double tscore;    /* see metric_tscore */
    uint32_t growth;  /* see growth.h */
    const char *said; /* what path names, and of which inputs; "" */
    ScoreDistance distance;
    ScoreFirst first;
    ScoreCost cost;
};

/* Fills statements, lines and report. Needs a faulty statement. */
void metric_score(const Findings *f, const Ground *g, Score *out);

/* See ScoreFirst; 0 if nothing is listed. */
double metric_first_right(const Findings *f, const Ground *g);

/* T-score (Cleve & Zeller 2005, with the top five as for CBI and SOBER): the
 * share of the dependence graph read by someone who starts at what the first
 * five findings stand for and follows dependences, nearest first, to a faulty
 * statement. 1 if that never happens. */
double metric_tscore(const Findings *f, const Ground *g, const Pdg *pdg);

/* The least dependence distance that the list gives for a faulty statement on
 * it; METRIC_FAR if there is none, METRIC_NONE if it gives no distances. */
enum { METRIC_FAR = 999, METRIC_NONE = 0xffff };
uint32_t metric_distance(const Findings *f, const Ground *g);

/* Is the fault among the first 1 % of the executed statements (at least one
 * statement), whole groups read? */
bool metric_is_well_localized(const Score *s, uint32_t executed);

#endif
