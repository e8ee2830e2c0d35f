/* runsfile.h - imported runs in a file of our own, schema culprit.runs/1;
 * see docs/man/culprit-import.md. runs_parse() in importer.h reads it back.
 */
#ifndef CULPRIT_SPECTRUM_RUNSFILE_H
#define CULPRIT_SPECTRUM_RUNSFILE_H

#include "base/str.h"
#include "run/runs.h"

/* Runs with lines; see exporter.h for runs of programs. */
void runsfile_write(const Runs *r, Str *out);

#endif
