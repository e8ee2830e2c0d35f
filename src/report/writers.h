/* writers.h - the writers behind the table of report.c, and what they share. */
#ifndef CULPRIT_REPORT_WRITERS_H
#define CULPRIT_REPORT_WRITERS_H

#include "report/report.h"

bool text_write(const Findings *lists, size_t n, const ReportOptions *o,
                FILE *out, Diag *d);
bool gcc_write(const Findings *lists, size_t n, const ReportOptions *o,
               FILE *out, Diag *d);
bool json_write(const Findings *lists, size_t n, const ReportOptions *o,
                FILE *out, Diag *d);
bool sarif_write(const Findings *lists, size_t n, const ReportOptions *o,
                 FILE *out, Diag *d);
bool html_write(const Findings *lists, size_t n, const ReportOptions *o,
                FILE *out, Diag *d);

/* How many findings of the list are shown. */
size_t report_shown(const Findings *f, const ReportOptions *o);

/* A score for people: "0.71", "1.2e+09", "inf"; fits in 24 bytes. */
typedef struct ScoreText ScoreText;
struct ScoreText {
    char at[24];
};
ScoreText report_score(double score);

/* Everything reached the stream, or a failure. */
bool report_flush(FILE *out, Diag *d);

#endif
