/* path.h - the successful run that is closest to a failing one (Wang &
 * Roychoudhury, "Automated Path Generation for Software Fault Localization").
 *
 * Sets of branches to evaluate differently come from order.h, are realised by
 * follow.h, and judged. Every run that is made on the way is a real one at some
 * distance, and is judged when its turn comes. See docs/design/path.md for the
 * order and where it deviates from the paper's.
 */
#ifndef CULPRIT_PATH_PATH_H
#define CULPRIT_PATH_PATH_H

#include "format/findings.h"
#include "path/follow.h"
#include "path/worth.h"

/* How far a search goes, and in which order. */
typedef struct PathBounds PathBounds;
struct PathBounds {
    double time_s;      /* 0: no limit */
    bool cpu;           /* that is the processor's time */
    uint32_t flips;     /* branches in a set at most; 0: any number */
    uint32_t tries;     /* questions for one set */
    uint32_t questions; /* runs that may be judged; 0: any number */
    uint32_t answers;   /* successes that are named, the closest first;
                           UINT32_MAX: all */
    uint32_t last;      /* decisions of the failing run, from its end; 0: all */
    uint32_t instances; /* of one branch, from the end; 0: all */
    bool strict;        /* the paper's order; else by size, then that */
    bool first;         /* in this order, the first useful success is taken;
                           else the best there is within bounds */
    bool no_prune;      /* try what contradictions rule out, to compare */
    bool no_loops;      /* leave branches of loops, as the prototype did */
};

#define PATH_BOUNDS              \
    ((PathBounds){.time_s = 60,  \
                  .flips = 3,    \
                  .tries = 8,    \
                  .answers = 3,  \
                  .last = 20000, \
                  .instances = 200})

typedef struct PathSpec PathSpec;
struct PathSpec {
    LabSpec tracer; /* runs the trace variant */
    LabSpec judge;  /* runs the program */
    LabSpec accept; /* by a script: is a success useful? */
    bool has_accept;
    const Input *failing;
    const Input *original; /* or NULL; what it was minimised from: taken if
                              the smaller one passes here, or runs longer */
    PathBounds bounds;
    const bool *closed; /* of each line of the script: no branch there is
                           flipped; or NULL */
    bool yields; /* another search may follow: without a good answer, this one
                    ends earlier */
    void (*progress)(void *context, uint64_t tried, size_t runs);
    void *context;
};

/* Expressions of a recording: looking through more takes longer than finding
 * out by runs. */
enum { PATH_NODES = 400000 };

/* Of a trace: a million records, some tenths of a second for each run. */
enum { PATH_TRACE_MB = 4 };

typedef struct PathVerdict PathVerdict;
struct PathVerdict {
    bool judged;
    Worth worth; /* of a success */
    Verdict verdict;
    const char *reason; /* the arena's */
    int status;
    bool timed_out;
    size_t nout; /* bytes it printed */
};

/* Sets of decisions. */
typedef struct PathSets PathSets;
struct PathSets {
    uint64_t tried;  /* of all sizes */
    uint64_t pruned; /* times that no extension of a set was looked at */
    uint32_t size;   /* of the sets in the last round */
};

/* How many decisions of the failing run were flipped alone, and how it went. */
typedef struct PathCover PathCover;
struct PathCover {
    uint32_t all, left_out, fixed; /* fixed: not influenced by the input */
    uint32_t alone;                /* tried as the only one to flip */
    uint32_t feasible, infeasible, unknown;
    PathSets sets;
    bool complete;  /* nothing is left within the bounds */
    bool beginning; /* only that of an endless run was looked at */
    bool brief; /* the run is too long: only what the input decides was looked
                   at */
};

/* The failing test as it was taken. */
typedef struct PathFailing PathFailing;
struct PathFailing {
    bool original; /* as it was given */
    bool lines;    /* minimised by lines (shorten.h) */
    bool endless;  /* its run is one that was stopped */
};

/* Why the search ended, unless nothing was left. */
typedef struct PathEnd PathEnd;
struct PathEnd {
    bool settled; /* no better one was found in as much time again */
    bool interrupted;
    bool asked_enough; /* the number of questions was reached */
};

typedef struct PathResult PathResult;
struct PathResult {
    Arena arena;
    VEC(PathVerdict) verdicts; /* per run of the scout */
    uint32_t found;            /* run, or PATH_NONE */
    VEC(uint32_t) answers;     /* that one, and others (further.c) */
    uint32_t data;             /* a run of the same control flow that passes */
    PathCover cover;
    uint64_t nquestions; /* runs judged */
    uint64_t nfailing;   /* of these */
    double spent_s;      /* as PathSpec.cpu says */
    PathFailing failing;
    PathEnd end;
};

/* `scout` has its engine, script, control, program and
 * trace_bytes; it keeps the
 * runs. False with a sentence if the failing input passes, or for trouble. */
bool path_search(const PathSpec *spec, PathScout *scout, PathResult *out,
                 Diag *d);
void path_result_done(PathResult *r);

/* compare (Definition 4): is x nearer than y, 0 if equal? Ascending. */
int path_compare(const uint32_t *x, uint32_t nx, const uint32_t *y,
                 uint32_t ny);

#endif
