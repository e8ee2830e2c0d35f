/* sdg.h - the system dependence graph: every instruction of the program and
 * what it depends on (Horwitz, Reps & Binkley 1990).
 *
 * Nodes: the instructions (a call is also what it returns), the parameters, an
 * entry and an exit of every function, and the memory that passes between
 * functions, by class of locations (see events.h). Parameters and memory of a
 * call have edges that name the call, so that slices can match them. Where
 * definitions of memory meet they pass a merge, which is no place in the
 * program: a dependence is a way from one node to another through any number of
 * merges. Summary edges across calls are not stored.
 */
#ifndef CULPRIT_PROGRAM_SDG_H
#define CULPRIT_PROGRAM_SDG_H

#include "program/control.h"
#include "program/effects.h"

/* ORDER SDG: words in pdg.c */
typedef enum {
    SDG_FLOW,    /* through a register or memory */
    SDG_CONTROL, /* of a branch, or of the function's entry */
    SDG_CALL,    /* call -> entry */
    SDG_IN,      /* argument or memory -> parameter or memory, at site */
    SDG_OUT,     /* back again */
    SDG_SUMMARY, /* summary control dependence: see reach.h */
    SDG_KINDS
} SdgKind;

typedef struct SdgEdge SdgEdge;
struct SdgEdge {
    uint32_t from, to;
    uint32_t site; /* call instruction, PROGRAM_NONE inside a function */
    uint8_t kind;  /* SdgKind */
};

typedef enum {
    MEMORY_FORMAL_IN,  /* at a function's entry */
    MEMORY_FORMAL_OUT, /* at its returns */
    MEMORY_ACTUAL_IN,  /* before a call */
    MEMORY_ACTUAL_OUT, /* after it */
    MEMORY_MERGE,      /* where definitions meet: see reach.h */
} MemoryKind;

typedef struct SdgMemory SdgMemory;
struct SdgMemory {
    uint8_t kind;              /* MemoryKind */
    uint32_t of;               /* function or call instruction */
    uint32_t member, nmembers; /* members[member ...]: locations */
};

typedef struct Sdg Sdg;
struct Sdg {
    const Program *program;
    const Code *code;
    uint32_t entry, exit, memory; /* first nodes of these; instructions and
                                     parameters before them are as values */
    uint32_t nnodes;
    VEC(SdgMemory) memories;
    VEC(uint32_t) members;
    VEC(SdgEdge) edges; /* by to, from, kind, site; once each */
    VEC(SdgEdge)
    carried;         /* summary control dependences between rounds of a
                        loop (see reach.h), by to; not part of the graph */
    uint32_t *first; /* nnodes + 1: edges into a node */
};

void sdg_build(const Effects *e, const Control *c, bool summary, Sdg *out);
void sdg_done(Sdg *g);

static inline bool
sdg_is_merge(const Sdg *g, uint32_t node)
{
    return node >= g->memory &&
           g->memories.at[node - g->memory].kind == MEMORY_MERGE;
}

/* Ranges and order; that every edge's kind fits its ends. */
bool sdg_check(const Sdg *g, Diag *d);

#endif
