/* cause.h - from a failure back to its root, by altering state.
 *
 * The cause paper's method: narrow (narrow.h) the domain of the failure
 * (domain.h) by judging alterations (sparse.h).
 */
#ifndef CULPRIT_CAUSE_CAUSE_H
#define CULPRIT_CAUSE_CAUSE_H

#include "cause/domain.h"
#include "cause/printed.h"
#include "cause/sparse.h"
#include "format/findings.h"

/* Ways to look for states whose alteration helps. */
typedef struct Cause Cause;
typedef struct CauseTechnique CauseTechnique;
struct CauseTechnique {
    const char *name, *help;
    bool (*search)(Cause *c, Diag *d);
    const NarrowChooser *chooser; /* of its frontiers, NULL if it has none */
    bool summary;                 /* uses summary control dependences */
};
extern const CauseTechnique cause_techniques[]; /* the first is the usual;
                                                   ends with a NULL name */
const CauseTechnique *cause_technique(const char *name);

/* How far a search goes. */
typedef struct CauseBounds CauseBounds;
struct CauseBounds {
    uint32_t combination; /* members of a frontier altered at once */
    uint32_t paths;       /* runs per combination */
    double time_s, cpu_s; /* in all, by the clock and of the processor; 0: no
                             limit */
    Deadline until;       /* of all, what is told of it included; see above */
    unsigned jobs;        /* alterations at a time; 0: one */
};
CauseBounds cause_bounds(void); /* the usual ones */

/* The failing run. */
typedef struct CauseRun CauseRun;
struct CauseRun {
    const Graph *graph; /* with summaries if wanted */
    const Input *input;
    uint64_t sites, branches; /* executed */
    const Printed *printed;   /* what another text would do to it; or NULL */
};

/* Runs that pass, for value replacement. */
typedef struct CausePeers CausePeers;
struct CausePeers {
    const Graph *const *graphs;
    size_t n;
};

/* How far the search has come. */
typedef struct CauseProgress CauseProgress;
struct CauseProgress {
    uint64_t judged;  /* states that were altered */
    const char *file; /* of a place to read; NULL: none is known */
    uint32_t line;
    bool helps; /* altering it helps; else the failure shows there */
};

/* What a search has beside its question. */
typedef struct CauseAid CauseAid;
struct CauseAid {
    struct Judgements *known; /* verdicts that need no run, or NULL */
    void (*progress)(void *context, const CauseProgress *p); /* or NULL */
    void *context;
};

typedef struct CauseSpec CauseSpec;
struct CauseSpec {
    CauseRun run;
    const Criterion *criterion;
    bool summary;
    CauseHints hints;
    Engine *engine;
    const Goal *goal;
    const char *failure; /* what went wrong, in words */
    const CauseTechnique *technique;
    bool plain; /* these alone, as the paper has it */
    CauseBounds bounds;
    CauseAid aid;
    CausePeers peers;
};

/* A state that is part of the answer. */
typedef struct CauseLink CauseLink;
struct CauseLink {
    uint32_t node;    /* of the graph */
    uint32_t lineage; /* of the lineage; 0: the failure itself */
    bool has_value;   /* one that would have done is known */
    uint64_t value;   /* it; of a branch: the other way */
    bool alone;       /* it alone, not only with others */
    bool partly;      /* something is wrong all the same */
    bool every;       /* at every execution of the statement; of a branch the
                         value may be SPARSE_INVERT */
    bool add;         /* then: `value` less what it was is added each time */
    const Printed *printed; /* it is the output call; NULL: it is a state */
};

/* What a state that was altered singly counts as in the end. */
typedef struct CauseVerdict CauseVerdict;
struct CauseVerdict {
    uint32_t lineage;
    bool polluted;
};

/* What a search took. */
typedef struct CauseCost CauseCost;
struct CauseCost {
    uint64_t runs, solver_calls;
    double wall_s, cpu_s;
};

typedef struct CauseResult CauseResult;
struct CauseResult {
    Lineage lineage;
    CauseDomain domain;
    NarrowResult narrow;
    bool late; /* the deadline was over before the search began */
    VEC(CauseLink) suspects, chain; /* chain: in order of execution */
    VEC(CauseVerdict) verdicts;
    uint32_t independent; /* roots that the frontiers ended with, none of which
                             depends on another */
    SparseStats stats;
    CauseCost cost;
};

bool cause_run(const CauseSpec *spec, CauseResult *out, Diag *d);
void cause_done(CauseResult *r);

/* The same as findings: suspects, then what is near by dependence. */
void cause_findings(const CauseSpec *spec, const CauseResult *r, Findings *out);

/* Where a state is to be read: of an argument, at the call. */
uint32_t cause_place(const Graph *g, uint32_t node);

/* A link in words: "m was 1; with 2 the failure is gone", and the "2"; "+1" if
 * it is added, "inverted" if a decision is. */
void cause_say_link(const Graph *g, const CauseLink *link, Str *out);
/* What it was, and what would have done. */
void cause_say_was(const Graph *g, const CauseLink *link, Str *out);
void cause_say_value(const Graph *g, const CauseLink *link, Str *out);

#endif
