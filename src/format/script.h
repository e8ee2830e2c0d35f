/* script.h - what each instruction of the trace variant does and records.
 *
 * The instrumenter writes it beside the variant; the reader replays a trace by
 * it, knowing nothing of LLVM. Instructions are numbered as in
 * program/code.h: every one but debug markers, in module order.
 */
#ifndef CULPRIT_FORMAT_SCRIPT_H
#define CULPRIT_FORMAT_SCRIPT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCRIPT_NONE UINT32_MAX

typedef enum {
    SCRIPT_PURE,    /* computes from its operands */
    SCRIPT_ALLOCA,  /* size */
    SCRIPT_LOAD,    /* operand: address; place, size; text: what it is called */
    SCRIPT_STORE,   /* operands: value, address; place, size, width, text */
    SCRIPT_MOVE,    /* to, from, length; place and place + 1; size if fixed */
    SCRIPT_FILL,    /* to, value, length; place; size if fixed */
    SCRIPT_ATOMIC,  /* address, values; place, size: reads, then writes */
    SCRIPT_PHI,     /* values, then as many blocks */
    SCRIPT_SELECT,  /* condition, values if it is true and false; width */
    SCRIPT_CALL,    /* arguments; target: a function */
    SCRIPT_FOREIGN, /* arguments; text: name of a function without bitcode */
    SCRIPT_INDIRECT, /* arguments, then the called value */
    SCRIPT_VASTART,  /* the list's address: see trace/replay.c */
    SCRIPT_JUMP,     /* target: block */
    SCRIPT_BRANCH,   /* condition; target: first of two blocks in cases */
    SCRIPT_SWITCH,   /* value; target: first case, the default last */
    SCRIPT_GOTO,     /* address */
    SCRIPT_RETURN,   /* the value, if any; width */
    SCRIPT_STOP,     /* unreachable */
    SCRIPT_OPS
} ScriptOp;

enum {                      /* ScriptInst.flags */
       SCRIPT_REGISTER = 1, /* ALLOCA: only loaded and stored whole */
       SCRIPT_KNOWN = 2,    /* FOREIGN: it is in effects.def */
       SCRIPT_SIGNED = 4,
       SCRIPT_FLOAT = 8,
       SCRIPT_POINTER = 16,
       SCRIPT_SETJMP = 32,    /* FOREIGN */
       SCRIPT_HAS_SIZE = 64,  /* MOVE, FILL: the length is constant */
       SCRIPT_DIVIDES = 128,  /* PURE: stops the program if a divisor is 0 */
       SCRIPT_COMPUTED = 256, /* the reader knows the value: STORE, BRANCH,
                                 SWITCH and RETURN do not record it, nor
                                 SELECT its condition */
};

/* What the reader computes of a PURE that is SCRIPT_COMPUTED, and of a SELECT;
 * numbers have `bits`, of operands and of the result. */
typedef enum {
    COMPUTE_NOTHING,
    COMPUTE_ADD,
    COMPUTE_SUB,
    COMPUTE_MUL,
    COMPUTE_AND,
    COMPUTE_OR,
    COMPUTE_XOR,
    COMPUTE_SHL,
    COMPUTE_LSHR,
    COMPUTE_ASHR,
    COMPUTE_UDIV,
    COMPUTE_SDIV,
    COMPUTE_UREM,
    COMPUTE_SREM,
    COMPUTE_EQ,
    COMPUTE_NE,
    COMPUTE_UGT,
    COMPUTE_UGE,
    COMPUTE_ULT,
    COMPUTE_ULE,
    COMPUTE_SGT,
    COMPUTE_SGE,
    COMPUTE_SLT,
    COMPUTE_SLE,
    COMPUTE_ZEXT, /* or a number that becomes shorter */
    COMPUTE_SEXT,
    COMPUTE_ADDRESS, /* the first operand, and the others times their scale */
    COMPUTE_SELECT,
    COMPUTE_OPS
} ScriptCompute;

#define SCRIPT_PARAM                                        \
    UINT32_C(0x80000000) /* operand: parameter | its number \
                          */

/* How an argument travels, for variadic callees. */
enum { SCRIPT_GP, SCRIPT_FP, SCRIPT_STACK }; /* from here on: bytes on it */

typedef struct ScriptOperand ScriptOperand;
struct ScriptOperand {
    uint32_t value;  /* instruction, SCRIPT_PARAM | k, or SCRIPT_NONE */
    uint32_t travel; /* arguments: SCRIPT_GP ...; a byval one has `byval` */
    uint32_t byval;  /* bytes behind the pointer, 0: passed as it is */
    uint32_t global; /* no value: 0, or 1 + what `constant` is added to */
    uint64_t constant;
    uint64_t scale; /* of a value in an address */
    uint8_t bits;   /* 0: neither a number nor an address, or not known */
    uint8_t record; /* arguments: bytes that the call records of the value */
    uint8_t spare[6];
};

typedef struct ScriptPlace ScriptPlace;
struct ScriptPlace {
    uint32_t alloca; /* instruction; SCRIPT_NONE */
    uint32_t global; /* SCRIPT_NONE; */
    uint32_t value;  /* both none: 1 + the value that is the address, if the
                        reader knows it; 0: the address is recorded */
    uint32_t spare;
    uint64_t offset;
};

typedef struct ScriptInst ScriptInst;
struct ScriptInst {
    uint8_t op;
    uint8_t width; /* bytes of the value recorded, 0: none */
    uint16_t flags;
    uint8_t site; /* 1: its value can be altered (format/alter.h) */
    struct {
        uint8_t compute; /* ScriptCompute */
        uint8_t bits;    /* 0: no number */
        uint8_t spare;
    } result;
    uint32_t line; /* lines[line]; SCRIPT_NONE */
    struct {
        uint32_t first, n;
    } operands;
    uint32_t place, target, text;
    uint32_t column;
    uint64_t size;
};

typedef struct ScriptLine ScriptLine;
struct ScriptLine {
    uint32_t file; /* text */
    uint32_t line;
};

typedef struct ScriptBlock ScriptBlock;
struct ScriptBlock {
    uint32_t inst, ninsts;
    uint32_t landing; /* 1: records its number */
};

typedef struct ScriptFunction ScriptFunction;
struct ScriptFunction {
    uint32_t name; /* text */
    uint32_t block, nblocks;
    uint32_t inst, ninsts;
    uint32_t nparams;
    uint32_t byval, nbyvals; /* byvals[byval ...]: parameters */
    uint32_t frame;          /* 1: records its frame's address */
    uint32_t main;           /* 1: records its arguments */
    uint32_t closed; /* 1: only SCRIPT_CALL calls it, and the reader knows its
                        parameters */
};

typedef struct ScriptByval ScriptByval;
struct ScriptByval {
    uint32_t param, size;
};

typedef struct ScriptGlobal ScriptGlobal;
struct ScriptGlobal {
    uint32_t name; /* text */
    uint32_t spare;
    uint64_t size;
};

typedef struct ScriptCase ScriptCase;
struct ScriptCase {
    uint64_t value; /* as recorded: `width` low bytes */
    uint32_t block;
    uint32_t spare;
};

/* The tables, in the order of the file. */
#define SCRIPT_TABLES(X)         \
    X(ScriptFunction, functions) \
    X(ScriptBlock, blocks)       \
    X(ScriptInst, insts)         \
    X(ScriptOperand, operands)   \
    X(ScriptPlace, places)       \
    X(ScriptCase, cases)         \
    X(ScriptByval, byvals)       \
    X(ScriptGlobal, globals)     \
    X(ScriptLine, lines)         \
    X(char, texts)

typedef struct Script Script;
struct Script {
    Arena arena;
    char id[72]; /* Program.id */
#define SCRIPT_FIELD(type, name) \
    type *name;                  \
    uint32_t n##name;
    SCRIPT_TABLES(SCRIPT_FIELD)
#undef SCRIPT_FIELD
};

void script_done(Script *s);
void script_write(const Script *s, Str *out);
bool script_parse(const uint8_t *bytes, size_t n, Script *out, Diag *d);

/* Ranges and references; also done by script_parse. */
bool script_check(const Script *s, Diag *d);

/* Is the address of this place in a trace? `all`: of one that leaves out
 * nothing that could be computed. */
static inline bool
script_records_place(const Script *s, uint32_t place, bool all)
{
    const ScriptPlace *p = &s->places[place];

    return p->alloca == SCRIPT_NONE && p->global == SCRIPT_NONE &&
           (all || p->value == 0);
}

/* Bytes that a STORE, BRANCH, SELECT, SWITCH or RETURN records of its value. */
static inline unsigned
script_recorded_width(const ScriptInst *i, bool all)
{
    return !all && i->flags & SCRIPT_COMPUTED ? 0 : i->width;
}

/* Does a record of the instruction itself come when it is executed? What a
 * FOREIGN records comes behind it. */
bool script_records(const Script *s, const ScriptInst *i, bool all);

static inline const char *
script_text(const Script *s, uint32_t text)
{
    return text == SCRIPT_NONE ? "" : s->texts + text;
}

#endif
