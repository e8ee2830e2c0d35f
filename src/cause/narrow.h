/* narrow.h - narrow a dependence graph down to the root of a failure.
 *
 * Algorithm 4 of the paper on minimum debugging frontier sets, over any graph
 * and any way to judge an alteration. Each round a chooser picks a frontier, a
 * set of nodes that every chain from the begin to the end of the domain
 * crosses; its members, then their combinations, are judged. If altering one
 * makes the failure go away it is polluted, and the search goes on before the
 * polluted ones; if none does, between the frontier and the end.
 */
#ifndef CULPRIT_CAUSE_NARROW_H
#define CULPRIT_CAUSE_NARROW_H

#include "base/diag.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    NARROW_VALUE,  /* an assigned value */
    NARROW_BRANCH, /* a decision */
    NARROW_FIXED,  /* cannot be altered */
} NarrowKind;

/* Nodes are numbered in the order of execution; node 0 is the entry, on which
 * those depend that depend on nothing else. The program's input is right by
 * assumption, so it has no nodes: its first uses depend on the entry. The
 * dependents of node i are to[first[i]] .. to[first[i+1]-1], all greater than
 * i. */
typedef struct NarrowGraph NarrowGraph;
struct NarrowGraph {
    uint32_t n;
    const uint32_t *first, *to;
    const uint8_t *kind; /* NarrowKind */
    uint32_t failure;    /* node where the property is violated */
};

typedef VEC(uint32_t) NarrowNodes;

typedef enum {
    NARROW_CLEAN,    /* altering it does not help */
    NARROW_POLLUTED, /* it does */
    NARROW_PARTLY,   /* it does, but then something else is wrong */
    NARROW_UNKNOWN,  /* a limit was reached: counts as clean, but is said */
} NarrowVerdict;

/* A verdict, and how much is right after the alteration: only what has the
 * greatest merit of all counts as polluted. */
typedef struct NarrowOutcome NarrowOutcome;
struct NarrowOutcome {
    NarrowVerdict verdict;
    uint64_t merit; /* 0: does not help; NARROW_WHOLE: everything is right */
};
#define NARROW_WHOLE UINT64_MAX

/* What happened to one combination. */
typedef struct NarrowTrial NarrowTrial;
struct NarrowTrial {
    uint32_t round;
    NarrowNodes nodes; /* ascending */
    NarrowOutcome outcome;
};

typedef struct NarrowChooser NarrowChooser;

typedef struct NarrowSearch NarrowSearch;
struct NarrowSearch {
    const NarrowGraph *graph;
    const NarrowChooser *chooser;
    uint32_t max_combination; /* members altered at once, at most */
    uint32_t max_trials;      /* 0: no limit */
    uint64_t merit;           /* that something is known to have */
    void *context;
    /* Altering these at once: does the property hold then? */
    bool (*judge)(void *context, const NarrowNodes *nodes, NarrowOutcome *out,
                  Diag *d);
    /* These are judged next, singly, in this order. NULL: nobody wants to know.
     */
    void (*prepare)(void *context, const NarrowNodes *nodes);
    /* All that is polluted are branches: from now on the property is that one
     * of these combinations, inverted, happens; trials[0 .. n-1] has them, the
     * polluted ones of this round. NULL: the property stays. */
    bool (*new_property)(void *context, const NarrowTrial *trials, size_t n,
                         Diag *d);
    bool (*stop)(void *context); /* out of budget? NULL: never */
};

typedef struct NarrowResult NarrowResult;
struct NarrowResult {
    VEC(NarrowTrial) trials;    /* in order */
    NarrowNodes suspects;       /* the roots, nearest the failure first */
    NarrowNodes chain;          /* polluted before, in order of execution */
    NarrowNodes nearby;         /* what is left of the domain, nearest to the
                                     suspects first */
    VEC(NarrowNodes) frontiers; /* of every round */
    bool stopped;               /* by the budget */
};

bool narrow_search(const NarrowSearch *s, NarrowResult *out, Diag *d);
void narrow_done(NarrowResult *r);

/* The edges backwards: node v depends on from[into[v]] .. from[into[v+1]-1].
 * The caller frees both. */
void narrow_reverse(const NarrowGraph *g, uint32_t **into, uint32_t **from);

/* The domain at hand, as choosers see it. */
typedef struct NarrowDomain NarrowDomain;
struct NarrowDomain {
    const NarrowGraph *graph;
    const uint8_t *inside; /* of a node: in the domain */
    NarrowNodes begin, end;
    const uint8_t *role; /* bits NARROW_AT_BEGIN, NARROW_AT_END */
};
enum { NARROW_AT_BEGIN = 1, NARROW_AT_END = 2 };

struct NarrowChooser {
    const char *name;
    /* Appends the frontier; none if the domain has none left. */
    void (*choose)(const NarrowDomain *domain, NarrowNodes *out);
};

/* A minimum cut of the graph, nearest to the failure; what the failure depends
 * on directly, step by step; half way between it and its farthest causes. */
extern const NarrowChooser narrow_mdfs, narrow_single_step, narrow_bisection;

#endif
