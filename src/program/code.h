/* code.h - the program's instructions as dependence analysis sees them.
 *
 * A view of the linked module without LLVM: every instruction but debug
 * markers is numbered in module order (InstId is its index), with what it does
 * to registers and memory. program/lower.c fills it.
 *
 * A value is a 32-bit number: first the instructions (the register they
 * define), then parameters, symbols (globals and functions), and places inside
 * symbols (constant addresses). Plain constants are CODE_NONE.
 */
#ifndef CULPRIT_PROGRAM_CODE_H
#define CULPRIT_PROGRAM_CODE_H

#include "program/program.h"

#define CODE_NONE    UINT32_MAX
#define CODE_UNKNOWN UINT64_MAX /* a size that is not constant */

typedef enum {
    CODE_OTHER,   /* computes from its operands something that is no address */
    CODE_ALLOCA,  /* operands: none; layout: of the variable */
    CODE_LOAD,    /* address; size */
    CODE_STORE,   /* value, address; size */
    CODE_ADDRESS, /* base, then indices; offset and step: see CodeInst */
    CODE_COPY,    /* any operand: select, cast, parts of aggregates */
    CODE_PHI,     /* the operand of the way taken */
    CODE_FORGE,   /* an address made of an integer */
    CODE_MIX,     /* integer arithmetic that may move an address */
    CODE_CALL,    /* arguments, then the called value; intrinsics have models
                     like other functions */
    CODE_RETURN,  /* the value, if any */
    CODE_BRANCH,  /* condition, if any: every other end of a block */
    CODE_ATOMIC,  /* address, operands: reads and writes; size */
    CODE_ASM,     /* operands; reads and writes whatever they point to */
} CodeOp;

typedef struct CodeInst CodeInst;
struct CodeInst {
    uint8_t op;     /* CodeOp */
    bool wide;      /* its value may hold an address (pointer, 64 bits, more) */
    uint32_t block; /* of the model */
    uint32_t statement;          /* of the model, or PROGRAM_NONE */
    uint32_t operand, noperands; /* operands[operand ...] */
    uint32_t layout;             /* CODE_ALLOCA */
    uint32_t step;   /* CODE_ADDRESS: the unit of pointer arithmetic in front of
                        fields, 0 if there is none */
    uint64_t offset; /* CODE_ADDRESS: of the field; elements of arrays count as
                        the first one */
    uint64_t size;   /* bytes read or written, CODE_UNKNOWN if not constant;
                        CODE_CALL of a mover: its length */
};

typedef struct CodeFunction CodeFunction; /* beside ProgramFunction */
struct CodeFunction {
    uint32_t inst, ninsts;
    uint32_t param, nparams; /* values */
    uint32_t symbol;         /* value */
    bool variadic;
};

typedef struct CodeSymbol CodeSymbol;
struct CodeSymbol {
    const char *name;
    uint32_t function; /* of the model; PROGRAM_NONE */
    uint32_t layout;   /* of a variable; CODE_NONE for functions */
    bool declared;     /* defined elsewhere: libc, another library */
    bool constant;
    bool visible; /* other modules may name it */
};

typedef struct CodePlace CodePlace;
struct CodePlace {
    uint32_t symbol; /* value */
    uint64_t offset;
    uint32_t step;
};

/* An address in a global's initial value. */
typedef struct CodeInit CodeInit;
struct CodeInit {
    uint32_t symbol; /* value: the global */
    uint64_t offset;
    uint32_t value; /* a symbol or a place */
};

/* How a variable is divided: structs into members, arrays into one element
 * that stands for all, too large ones not at all. */
typedef struct CodeSlot CodeSlot;
struct CodeSlot {
    uint64_t offset, end; /* bytes it may cover, other elements included */
    uint32_t size;        /* of one element */
    bool many;            /* an element of an array */
};

typedef struct CodeLayout CodeLayout;
struct CodeLayout {
    uint64_t size;
    uint32_t slot, nslots; /* slots[slot ...], by offset; at least one */
};

/* How many there are of each. */
typedef struct CodeCounts CodeCounts;
struct CodeCounts {
    uint32_t insts, operands, functions, params, symbols, places, inits,
        layouts, slots;
};

typedef struct Code Code;
struct Code {
    Arena arena; /* owns everything below */
    CodeInst *insts;
    const char **names; /* of an alloca: the variable's, or NULL */
    uint32_t *operands; /* values */
    CodeFunction *functions;
    CodeSymbol *symbols;
    CodePlace *places;
    CodeInit *inits;
    CodeLayout *layouts;
    CodeSlot *slots;
    CodeCounts n;
};

void code_done(Code *c);

static inline uint32_t
code_symbol_value(const Code *c, uint32_t symbol)
{
    return c->n.insts + c->n.params + symbol;
}

static inline uint32_t
code_nvalues(const Code *c)
{
    return c->n.insts + c->n.params + c->n.symbols + c->n.places;
}

/* The symbol a value is, or NULL. */
const CodeSymbol *code_symbol(const Code *c, uint32_t value);

/* The function an instruction is in. */
uint32_t code_function_of(const Code *c, const Program *p, uint32_t inst);

/* The called value of a CODE_CALL; its arguments stand before it. */
static inline uint32_t
code_callee(const Code *c, const CodeInst *i)
{
    return c->operands[i->operand + i->noperands - 1];
}

bool code_check(const Code *c, const Program *p, Diag *d);

#endif
