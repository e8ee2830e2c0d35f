/* explorer.h - runs, and what could be run next: configurations, lazily.
 *
 * Every decision of a run that could go otherwise is a configuration: the
 * path up to it, and the other way. They are ordered by what their predicted
 * paths promise, and only the one chosen is solved. No path is tried twice.
 */
#ifndef CULPRIT_EXPLORE_EXPLORER_H
#define CULPRIT_EXPLORE_EXPLORER_H

#include "explore/engine.h"
#include "explore/strategy.h"

#define EXPLORER_NOBODY UINT32_MAX

/* Where an input came from. */
typedef struct Origin Origin;
struct Origin {
    uint32_t run;      /* EXPLORER_NOBODY: given */
    uint32_t decision; /* of it, that was to go to */
    uint32_t outcome;
};

typedef struct Explored Explored;
struct Explored {
    Input input;
    EngineRun run;
    Origin origin;
    Agreement agreement; /* with what was predicted */
    bool failing;
    uint64_t failed;   /* the step it had failed at, by its output */
    bool dropped;      /* its recording was: memory */
    double similarity; /* to the failing runs before it, by the strategy */
    uint32_t pending;  /* configurations not tried */
    uint32_t *alike;   /* of each decision: how many have its branch and way;
                          by similarity only */
};

typedef struct ExplorerStats ExplorerStats;
struct ExplorerStats {
    uint64_t tried; /* configurations solved or given up */
    uint64_t answers[SOLVE_ANSWERS];
    uint64_t repeated; /* inputs that had been run already */
    uint64_t agreements[AGREE_KINDS];
    uint64_t paths;    /* different ones */
    uint64_t own;      /* without what models of libc decide */
    uint64_t outcomes; /* of branches: different (branch, way) pairs */
    uint64_t dropped;  /* configurations, for want of memory */
    double solve_s;
};

typedef struct Explorer Explorer;

void explorer_new(Engine *e, const Strategy *s, Explorer **out);
void explorer_free(Explorer *x);

/* Take over a run (it is emptied) and its configurations; its number. */
uint32_t explorer_add(Explorer *x, const Input *in, EngineRun *run,
                      Origin origin);
/* Its verdict came: similarity is to failing runs. What it did from this step
 * on is not why it fails (UINT64_MAX: that is not known): by similarity, flips
 * there come last. */
void explorer_set_failing(Explorer *x, uint32_t run, uint64_t step);
void explorer_set_passing(Explorer *x, uint32_t run);

const Explored *explorer_run(const Explorer *x, uint32_t run);
uint32_t explorer_nruns(const Explorer *x);

/* No input is looked for after this moment, in seconds as CLOCK_MONOTONIC has
 * them; 0: any time. */
void explorer_until(Explorer *x, double moment);

/* Nor after this many questions to the solver; 0: any number. */
void explorer_ask_most(Explorer *x, uint64_t n);

/* The next input; false if there is none. It is the explorer's. */
bool explorer_next(Explorer *x, Input *out, Origin *origin);

/* How alike an input and its path are to the failing runs, 0 to 100. */
double explorer_similarity(const Explorer *x, const Input *in,
                           const Decisions *path);

const ExplorerStats *explorer_stats(const Explorer *x);

#endif
