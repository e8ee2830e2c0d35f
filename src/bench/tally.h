/* tally.h - the scores of many versions as one row of figures. */
#ifndef CULPRIT_BENCH_TALLY_H
#define CULPRIT_BENCH_TALLY_H

#include "bench/growth.h"
#include "bench/result.h"

typedef enum { TALLY_ALL, TALLY_BY_SUITE, TALLY_BY_KIND } TallyGroup;

/* Per cent of the code examined at which the curve of located faults is given.
 */
enum { TALLY_POINTS = 13, TALLY_TOPS = 4 };
extern const double tally_points[TALLY_POINTS];
extern const unsigned tally_tops[TALLY_TOPS];

typedef struct Tally Tally;
struct Tally {
    size_t n; /* versions with a score; what follows is in per cent of them */
    double exam, median, exam_best, exam_average; /* of the statements */
    double top[TALLY_TOPS]; /* fault in the first N lines as listed */
    double well;            /* well-localized */
    double tscore;          /* mean, see metric.h */
    double report;          /* findings listed, mean */
    double curve[TALLY_POINTS];
    double growth[GROWTH_POINTS]; /* well-localized with so many tests */
};

/* Over all measured versions, or those of the suite or fault kind called
 * `group`. "several faults" is a kind: more than one fault. */
void tally_make(const Results *r, const char *technique, TallyGroup by,
                const char *group, Tally *out);

/* Columns of a table of groups; with more there is none. */
enum { TALLY_MOST_GROUPS = 26 };

/* The groups there are, in order of appearance; kinds sorted. */
Texts tally_groups(const Results *r, TallyGroup by, Arena *a);

/* Columns of the tables, ORDER FIGURES. */
enum { TALLY_FIGURES = 11 };
extern const struct TallyFigure {
    const char *name;  /* in JSON */
    const char *title; /* in tables */
} tally_figures[TALLY_FIGURES];
double tally_figure(const Tally *t, size_t figure);

/* Numbers of techniques in order of mean exam, best first. */
void tally_order(const Results *r, size_t *order);

#endif
