/* scout.h - real runs of made-up inputs, seen next to the failing run.
 *
 * Each input is traced, which gives its events, their alignment with those of
 * the failing run and so its distance; and run concolically once something is
 * asked from there, which gives the conditions of its path. Sites
 * (format/alter.h) tell which condition of the recording belongs to which event
 * of the trace.
 */
#ifndef CULPRIT_PATH_SCOUT_H
#define CULPRIT_PATH_SCOUT_H

#include "base/map.h"
#include "explore/engine.h"
#include "program/program.h"
#include "run/lab.h"
#include "trace/course.h"
#include "variant/variant.h"

#define PATH_NONE UINT32_MAX

/* A decision of the failing run. */
typedef struct PathBranch PathBranch;
struct PathBranch {
    uint32_t event;  /* of its course */
    uint32_t parent; /* the decision it depends on, or PATH_NONE */
    uint32_t nsteps; /* conditions recorded for it; 0: on this path it is the
                        same whatever the input */
    bool open;       /* in another run that was recorded, there are some */
};

/* A condition of a run that belongs to a decision of the failing run. */
typedef struct PathStep PathStep;
struct PathStep {
    uint32_t branch; /* PATH_NONE: it belongs to none, so it is free */
    uint32_t step;   /* of the recording */
};

/* A decision of a traced run: what conditions of a recording are matched by. */
typedef struct PathSite PathSite;
struct PathSite {
    uint64_t at; /* sequence number of its site */
    uint32_t block;
    uint32_t branch; /* of the failing run, or PATH_NONE */
};

/* How a run compares with the failing one. */
typedef struct PathLikeness PathLikeness;
struct PathLikeness {
    bool same;     /* the same events in both */
    bool longer;   /* it goes on where the failing run ends */
    bool away;     /* it never enters a function of `home` */
    bool partial;  /* it leaves out much of what the failing run does */
    bool comes;    /* it has an event aligned with the failure, if that is
                      known */
    uint32_t only; /* events that the failing run alone has, or this one */
};

typedef struct PathRun PathRun;
struct PathRun {
    Input input;
    bool recorded; /* path_scout_record */
    EngineRun run;
    PathSite *sites; /* ascending; until it is recorded */
    uint32_t nsites;
    PathStep *steps; /* all that may be flipped, by branch, then step */
    uint32_t nsteps;
    uint32_t *differs; /* dist: branches of the failing run, ascending */
    uint32_t ndiffers; /* 0: the same control flow, or only cut short */
    bool endless;      /* it was stopped when it was traced */
    uint32_t nevents;
    PathLikeness like;
};

/* A run's trace, kept. */
typedef struct PathTrace PathTrace;
struct PathTrace {
    Graph graph;
    Course course;
    Ended ended;
    bool stopped; /* it reached the limit */
};

/* Where the time goes, in seconds. */
typedef struct PathTimes PathTimes;
struct PathTimes {
    double trace, graph, align, record, solve, core, judge;
};

/* The program, as it is known before any run. */
typedef struct PathCode PathCode;
struct PathCode {
    const Script *script;
    const Control *control;
    const Program *program;
    const Subject *subject; /* for path_trace_whole(), or NULL */
};

/* How much of a run is looked at. */
typedef struct PathScope PathScope;
struct PathScope {
    uint64_t trace_bytes;
    uint32_t nodes; /* of a graph; 0: all */
    bool beginning; /* the beginning of a longer run will do */
    bool brief;     /* it will not do: see brief.h. Traces have no graph */
};

/* The decisions of the failing run. */
typedef struct PathDecisions PathDecisions;
struct PathDecisions {
    PathBranch *branches;
    uint32_t nbranches;
    uint32_t *branch_of; /* per event of the failing run; PATH_NONE */
};

/* The inputs that were run. */
typedef struct PathInputs PathInputs;
struct PathInputs {
    Arena arena;
    Map known; /* input -> run */
};

/* Where the failing run fails. */
typedef struct PathPlace PathPlace;
struct PathPlace {
    uint8_t *home;    /* per function: active where the failing run fails; NULL:
                         not known (worth.h) */
    uint32_t failure; /* with it: the event that fails; ALIGN_NONE */
};

/* What it took. */
typedef struct PathCost PathCost;
struct PathCost {
    uint64_t ntraced; /* runs */
    PathTimes times;
};

typedef struct PathScout PathScout;
struct PathScout {
    Engine *engine;
    PathCode code;
    Lab *lab; /* of the trace variant */
    PathScope view;
    PathTrace failing;
    PathDecisions decisions;
    VEC(PathRun) runs; /* the first is the failing one */
    PathInputs inputs;
    PathPlace place;
    PathCost cost;
};

/* Traces the failing input, and makes it runs.at[0]. */
bool path_scout_open(PathScout *s, const LabSpec *tracer, const Input *failing,
                     Diag *d);
void path_scout_close(PathScout *s);           /* it can be opened again */
PathScout path_scout_like(const PathScout *s); /* another one, not open */

/* The number of this input's run, which is made unless there is one. */
bool path_scout_run(PathScout *s, const Input *in, uint32_t *out, Diag *d);

/* Run it concolically, unless that was done: now it has conditions. */
bool path_scout_record(PathScout *s, uint32_t run, Diag *d);

/* The conditions of a decision in a run: *n of them, ascending. PATH_NONE:
 * the free ones. */
const PathStep *path_steps(const PathRun *r, uint32_t branch, uint32_t *n);

/* Trace an input. */
bool path_trace(PathScout *s, const Input *in, PathTrace *out, Diag *d);
/* The same with the graph's summary control dependences, inside functions and
 * across. */
bool path_trace_whole(PathScout *s, const Input *in, PathTrace *out, Diag *d);
/* Trace again the input of a run that was made. */
bool path_retrace(PathScout *s, uint32_t run, PathTrace *out, Diag *d);
void path_trace_done(PathTrace *t);

#endif
