/* calibration.h - is find right as often as it says?
 *
 * Two ways to sort the versions: by the words of the answer, and by the score
 * of the change that the first suspect rests on. Suspects that stand equal with
 * the first count in part.
 */
#ifndef CULPRIT_BENCH_CALIBRATION_H
#define CULPRIT_BENCH_CALIBRATION_H

#include "bench/result.h"
#include "format/sureness.h"

/* Changes of the source that were shown, and how many of them build, pass the
 * tests that find was given, and pass the hidden ones, too. */
typedef struct BandFixes BandFixes;
struct BandFixes {
    size_t shown, build, given, hidden;
};

typedef struct Band Band;
struct Band {
    size_t n;     /* versions */
    double right; /* of them */
    BandFixes fixes;
};

enum { CALIBRATION_SCORES = 3 };

typedef struct Calibration Calibration;
struct Calibration {
    size_t n;                  /* versions of which anything is said */
    size_t nfixes;             /* changes that were tried on hidden tests */
    ScoreChecks checks;        /* of all diffs that were tried */
    Band said[SURENESS_COUNT]; /* ORDER SURENESS */
    Band scored[CALIBRATION_SCORES]; /* ORDER SCORES */
};

extern const char *const calibration_scores[CALIBRATION_SCORES];

void calibration_make(const Results *r, const char *technique,
                      Calibration *out);

/* In per cent; 0 of none. */
double band_right(const Band *b);

/* A table for each technique that says how sure it is: for a terminal, or in
 * Markdown. */
void calibration_text(const Results *r, FILE *out);
void calibration_markdown(const Results *r, FILE *out);

#endif
