/* shape.h - compiled PHP code as blocks, edges, lines and calls.
 *
 * A function has the same shape whenever its file is compiled: the model is
 * made of shapes, and a running function finds its counters by them.
 */
#ifndef CULPRIT_PHP_HOST_SHAPE_H
#define CULPRIT_PHP_HOST_SHAPE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct _zend_op_array ZendCode;

#define SHAPE_NONE UINT32_MAX

/* Opcodes that follow each other, all of one line. */
typedef struct ShapeBlock ShapeBlock;
struct ShapeBlock {
    uint32_t first, last; /* opcodes */
    uint32_t line;        /* 0: nothing of the source */
    uint8_t flags;        /* BLOCK_... of program/program.h */
};

typedef struct ShapeEdge ShapeEdge;
struct ShapeEdge {
    uint32_t from, to; /* blocks; SHAPE_NONE outside */
    uint8_t kind;      /* EdgeKind */
    const char *label;
};

/* A call whose value somebody uses. */
typedef struct ShapeCall ShapeCall;
struct ShapeCall {
    uint32_t op, block;
    const char *name; /* "": not known before it runs */
    bool builtin;     /* surely no function in PHP */
};

typedef struct CodeShape CodeShape;
struct CodeShape {
    const char *name; /* function, CLASS::method, or {main} */
    uint32_t line;
    uint32_t nops;
    ShapeBlock *blocks;
    uint32_t nblocks;
    ShapeEdge *edges; /* the entry comes first */
    uint32_t nedges;
    ShapeCall *calls;
    uint32_t ncalls;
    uint32_t *block_of; /* opcode -> block */
};

/* Of code that the compiler has just made: its jumps are still numbers. */
void shape_make(Arena *a, const ZendCode *code, CodeShape *out);

/* The opcode behind this one, when it does not jump. */
uint32_t shape_next(const ZendCode *code, uint32_t op);

#endif
