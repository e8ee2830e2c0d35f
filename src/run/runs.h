/* runs.h - the runs of a suite in memory: verdicts and spectra.
 *
 * This is what the store gives to the spectrum techniques, and what importers
 * of foreign coverage make. Counts are sparse: of run r, entities
 * index[start[r]] .. index[start[r+1]-1] (ascending) have count > 0.
 */
#ifndef CULPRIT_RUN_RUNS_H
#define CULPRIT_RUN_RUNS_H

#include "base/arena.h"
#include "program/program.h"
#include "suite/verdict.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Run Run;
struct Run {
    const char *name; /* for people: the test's line, name or number */
    Verdict verdict;
    const char *reason; /* why it failed: "exit status 1, expected 0", "" */
    bool timed_out;     /* it failed by not ending */
    bool lost;          /* left no spectrum (never started, uninstrumented) */
};

/* Sparse counts of one kind of entity over all runs. */
typedef struct Counted Counted;
struct Counted {
    uint64_t *start; /* nruns + 1 */
    uint32_t *index;
    uint32_t *count; /* saturated at UINT32_MAX */
};

/* Coverage that another tool measured: lines with their counts. */
typedef struct RunsForeign RunsForeign;
struct RunsForeign {
    Counted lines;
    struct RunsLine {
        const char *file;
        uint32_t line;
        const char *function; /* "" if unknown */
    } *line;
    uint32_t nlines;
};

typedef struct Runs Runs;
struct Runs {
    Arena arena; /* owns everything here but *program */
    Run *runs;
    uint32_t nruns;
    uint32_t npassed, nfailed;
    const Program *program; /* NULL for foreign coverage */
    Counted edges;          /* of program->edges; unused for foreign */
    Counted returns;        /* of value counters, see ProgramSite; all zero
                               as far as not recorded */
    bool has_returns, has_pairs;
    RunsForeign foreign;
};

void runs_done(Runs *r);

#endif
