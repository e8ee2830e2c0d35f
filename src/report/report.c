/* report.c - the table of reporters. */
#include "report/report.h"

#include "report/writers.h"

#include <math.h>
#include <string.h>

const Reporter reporters[] = {
    {"text", "ranked lines with their source, for a terminal", text_write},
    {"gcc", "file:line:col: warning: ..., for editors", gcc_write},
    {"json", "all data, one versioned schema", json_write},
    {"sarif", "SARIF 2.1.0, for code scanners and their viewers", sarif_write},
    {"html", "one self-contained page to look around in", html_write},
    {0},
};

const Reporter *
report_find(const char *name)
{
    for (const Reporter *r = reporters; r->name; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

size_t
report_shown(const Findings *f, const ReportOptions *o)
{
    return o->top && o->top < f->n ? o->top : f->n;
}

ScoreText
report_score(double score)
{
    ScoreText t;
    double size = fabs(score);

    if (isnan(score))
        snprintf(t.at, sizeof t.at, "none");
    else if (isinf(score))
        snprintf(t.at, sizeof t.at, "%s", score > 0 ? "inf" : "-inf");
    else if (size >= 1000 || (size > 0 && size < 0.005))
        snprintf(t.at, sizeof t.at, "%.2g", score);
    else
        snprintf(t.at, sizeof t.at, "%.2f", score);
    return t;
}

bool
report_flush(FILE *out, Diag *d)
{
    if (fflush(out) != 0 || ferror(out))
        return diag_errno(d, "cannot write the report");
    return true;
}
