/* exporter.h - runs written for other tools: GZoltar, FLITSR, lcov.
 *
 * Coverage is by line; of a program's runs, exporter_lines() makes it first.
 * Tests without a verdict or a spectrum are left out where the format has no
 * word for them.
 */
#ifndef CULPRIT_SPECTRUM_EXPORTER_H
#define CULPRIT_SPECTRUM_EXPORTER_H

#include "base/str.h"
#include "run/runs.h"

typedef struct Exporter Exporter;
struct Exporter {
    const char *name, *help;
    /* To a file, for gzoltar a directory. */
    bool (*write)(const Runs *lines, const char *path, Diag *d);
};

extern const Exporter exporters[]; /* ends with a NULL name */
const Exporter *exporter_by_name(const char *name);

/* A line's count in a run is the largest of the blocks it has a piece in. */
void exporter_lines(const Runs *program_runs, Runs *out);

/* The contents, for tests. */
void exporter_gzoltar(const Runs *r, Str *matrix, Str *spectra, Str *tests);
void exporter_tcm(const Runs *r, Str *out);
void exporter_lcov(const Runs *r, Str *out);
void exporter_verdicts(const Runs *r, Str *out); /* to go with lcov */

#endif
