/* inclusion.h - inclusion constraints over memory: Andersen's analysis.
 *
 * A node stands for something that may hold addresses: a register, the content
 * of a location, a returned value. Objects are pieces of memory, divided into
 * locations as their layout says; the nodes of their contents come with them.
 * Constraints are added in any order, inclusion_run closes the system.
 */
#ifndef CULPRIT_PROGRAM_INCLUSION_H
#define CULPRIT_PROGRAM_INCLUSION_H

#include "base/vec.h"
#include "program/code.h"
#include "program/pset.h"

typedef enum {
    OBJECT_LOCAL,    /* alloca */
    OBJECT_GLOBAL,   /* symbol */
    OBJECT_HEAP,     /* call that allocates */
    OBJECT_FUNCTION, /* symbol */
    OBJECT_EXTRA,    /* a function's arguments behind the named ones */
    OBJECT_ARGV,     /* what main is given */
    OBJECT_OUTSIDE,  /* memory of libraries, and all that escaped to them */
    OBJECT_STATE,    /* input position and the like: no address has it */
} ObjectKind;

typedef struct PointsObject PointsObject;
struct PointsObject {
    uint8_t kind;    /* ObjectKind */
    bool collapsed;  /* all locations are the first */
    uint32_t of;     /* instruction, symbol's index, or function */
    uint32_t layout; /* of Code */
    uint32_t location, nlocations;
    uint32_t stride; /* heap: location k is k modulo this; 0: none */
};

typedef struct InclusionNode InclusionNode;
struct InclusionNode {
    uint32_t rep;                  /* itself, or what it was merged into */
    uint32_t rules;                /* first of a list */
    PSet points, news, work, succ; /* news: points not yet passed on */
};

typedef struct Inclusion Inclusion;
struct Inclusion {
    const Code *code;
    VEC(InclusionNode) nodes;
    VEC(PointsObject) objects;
    VEC(uint32_t) location_object, location_node;
    VEC(struct SolverRule) rules;
    bool changed;
    uint32_t rounds;
    /* A function's address, or one from outside, reached a call. */
    void (*bind)(void *context, uint32_t call, uint32_t object);
    void *context;
};

void inclusion_init(Inclusion *s, const Code *code);
void inclusion_done(Inclusion *s);

uint32_t inclusion_node(Inclusion *s);
uint32_t inclusion_object(Inclusion *s, ObjectKind kind, uint32_t of,
                          uint32_t layout);
uint32_t inclusion_find(Inclusion *s, uint32_t node);

/* The location that stands for this one by now. */
uint32_t inclusion_canonical(const Inclusion *s, uint32_t location);
/* The node of its content. */
uint32_t inclusion_content(Inclusion *s, uint32_t location);

void inclusion_points(Inclusion *s, uint32_t node, uint32_t location);
void inclusion_copy(Inclusion *s, uint32_t from, uint32_t to);
void inclusion_address(Inclusion *s, uint32_t base, uint32_t to,
                       uint64_t offset, uint32_t step);
/* What `address` points to, `size` bytes of it, flows to or from nodes: the
 * first eight bytes to `node`, the next to the one after, `nnodes` of them,
 * what is left to the last. size CODE_UNKNOWN: to the object's end. */
void inclusion_load(Inclusion *s, uint32_t address, uint32_t node,
                    uint32_t nnodes, uint64_t size);
void inclusion_store(Inclusion *s, uint32_t address, uint32_t node,
                     uint32_t nnodes, uint64_t size);
void inclusion_call(Inclusion *s, uint32_t callee, uint32_t call);
/* This node's targets are at the mercy of code we do not see. */
void inclusion_escape(Inclusion *s, uint32_t node);

void inclusion_run(Inclusion *s);

#endif
