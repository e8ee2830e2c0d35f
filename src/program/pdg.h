/* pdg.h - dependence between statements, for people and for scores.
 *
 * The system dependence graph (sdg.h) with the instructions of a statement
 * taken together. Nodes: the statements of the model, then an entry and an exit
 * of every function. Parameters and memory on the way in belong to the entry,
 * memory on the way out to the exit, what passes a call to its statement; in
 * the detailed view they are nodes of their own, behind the others. Code
 * without a statement (storing parameters) belongs to the statement before it
 * in its block, else to the one behind it, else to the entry; a jump that is
 * alone in its block is left out.
 */
#ifndef CULPRIT_PROGRAM_PDG_H
#define CULPRIT_PROGRAM_PDG_H

#include "program/sdg.h"

typedef struct PdgEdge PdgEdge;
struct PdgEdge {
    uint32_t from, to;
    uint8_t kind; /* SdgKind */
};

typedef struct Pdg Pdg;
struct Pdg {
    const Program *program;
    const Sdg *sdg;
    bool detailed;
    uint32_t entry, exit, param, memory; /* first nodes of these */
    uint32_t nnodes;
    VEC(PdgEdge) edges;  /* by to, from, kind; once each */
    uint32_t *first;     /* nnodes + 1: edges into a node */
    uint32_t *first_out; /* likewise, edges[out[...]] leave it */
    uint32_t *out;
};

void pdg_build(const Sdg *g, bool detailed, Pdg *out);
void pdg_done(Pdg *p);

/* Put edges in order and index them, for graphs not made from code. */
void pdg_index(Pdg *p);

/* Order and indices. */
bool pdg_check(const Pdg *p, Diag *d);

/* "flow", "control", ... */
const char *pdg_kind_name(SdgKind kind);

/* The function a node belongs to. */
uint32_t pdg_function(const Pdg *p, uint32_t node);

/* Score of a report (Renieris & Reiss 2003; SPEC section 3): 1 - |DS|/|PDG|,
 * where DS is the set of nodes that reach, or are reached from, a blamed node
 * over at most k directed edges, with the smallest k for which DS holds a
 * faulty node. Summary control dependences do not count. 0 if the report is
 * empty or no faulty node is ever reached. */
double pdg_score(const Pdg *p, const uint32_t *blamed, size_t nblamed,
                 const uint32_t *faulty, size_t nfaulty);

#endif
