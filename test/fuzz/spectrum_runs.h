/* spectrum_runs.h - what must hold of runs that any importer made. */
#ifndef FUZZ_SPECTRUM_RUNS_H
#define FUZZ_SPECTRUM_RUNS_H

#include "spectrum/importer.h"
#include "spectrum/technique.h"

#include <stdlib.h>

static inline void
check_runs(Foreign *f)
{
    Runs r;
    Diag d;

    foreign_finish(f, &r);
    for (uint32_t t = 0; t < r.nruns; t++) {
        if (r.foreign.lines.start[t] > r.foreign.lines.start[t + 1])
            abort();
        for (uint64_t i = r.foreign.lines.start[t];
             i < r.foreign.lines.start[t + 1]; i++) {
            if (r.foreign.lines.index[i] >= r.foreign.nlines ||
                r.foreign.lines.count[i] == 0)
                abort();
            if (i > r.foreign.lines.start[t] &&
                r.foreign.lines.index[i] <= r.foreign.lines.index[i - 1])
                abort();
        }
    }
    diag_init(&d);
    for (const Technique *t = techniques; t->name; t++) {
        Findings found;
        RankOptions o = {.entity = ENTITY_OWN};
        if (t->ranks == RANKS_BLOCKS || t->formula == FORMULA_OCHIAI) {
            technique_run(t, &o, &r, &found, &d);
            findings_done(&found);
        }
    }
    diag_done(&d);
    runs_done(&r);
}

#endif
