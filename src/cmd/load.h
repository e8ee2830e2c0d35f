/* load.h - where ranking commands get runs from: the store, a file that
 * `culprit import` wrote, or coverage made elsewhere.
 */
#ifndef CULPRIT_CMD_LOAD_H
#define CULPRIT_CMD_LOAD_H

#include "base/diag.h"
#include "program/program.h"
#include "run/runs.h"

typedef struct LoadOptions LoadOptions;
struct LoadOptions {
    const char *store;    /* directory, ".culprit" by default */
    const char *import;   /* FORMAT:PATH, or NULL */
    const char *verdicts; /* file for import, or NULL */
};

typedef struct Loaded Loaded;
struct Loaded {
    Program program; /* empty for imported runs */
    Runs runs;
};

bool load_runs(const LoadOptions *o, Loaded *out, Diag *d);
void loaded_done(Loaded *l); /* also after a failure */

#endif
