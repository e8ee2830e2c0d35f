/* program.h - the static model of one program: the numbers that every stage
 * uses.
 *
 * Functions, blocks, edges, statements, sites and variables are numbered in
 * the order of the linked module, so equal bitcode gives equal numbers. The
 * numbers are the contract between instrumenter, stores, localizers and
 * reports. The model knows nothing of LLVM: program/build.c fills it from a
 * module, program/serial.c writes and reads it.
 */
#ifndef CULPRIT_PROGRAM_PROGRAM_H
#define CULPRIT_PROGRAM_PROGRAM_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROGRAM_NONE UINT32_MAX

typedef struct ProgramFile ProgramFile;
struct ProgramFile {
    const char *path; /* absolute where the compiler knew its directory */
    bool tests;       /* it has checks, or the framework that runs them */
};

typedef struct ProgramFunction ProgramFunction;
struct ProgramFunction {
    const char *name; /* as in the source */
    uint32_t file;    /* PROGRAM_NONE without debug information */
    uint32_t line;
    uint32_t block, nblocks;       /* blocks[block .. block+nblocks-1] */
    uint32_t edge, nedges;         /* likewise; the entry edge comes first */
    uint32_t variable, nvariables; /* parameters and locals */
    uint32_t copy_of; /* 1 + the function that it is a copy of, 0: of none; see
                         format/entries.h */
};

enum {
    BLOCK_EXIT = 1,    /* control leaves the function here */
    BLOCK_UNSAFE = 2,  /* may stop midway: call, trap, wild access */
    BLOCK_LANDING = 4, /* entered by edges no code can be put on */
    BLOCK_RETURN = 8,  /* ends with a return: an exit with an edge */
    BLOCK_JUMP = 16,   /* nothing but a jump to its only successor */
};

typedef struct ProgramBlock ProgramBlock;
struct ProgramBlock {
    uint32_t function;
    uint32_t statement, nstatements; /* in order of first execution */
    uint32_t nreached; /* of these, up to the last where control may stop: if
                          the block was entered but never left, the others
                          were surely not run */
    uint8_t flags;
    uint8_t depth; /* loop nesting, for estimates */
};

typedef enum {
    EDGE_ENTRY, /* from nowhere into the function's first block */
    EDGE_EXIT,  /* return: to nowhere */
    EDGE_NEXT,  /* the only successor */
    EDGE_TRUE,  /* of a two-way branch */
    EDGE_FALSE,
    EDGE_CASE,     /* of a switch: one or more labels, see label */
    EDGE_DEFAULT,  /* of a switch, perhaps with labels too */
    EDGE_INDIRECT, /* computed goto, unwinding: no code can be put on it */
} EdgeKind;

typedef struct ProgramEdge ProgramEdge;
struct ProgramEdge {
    uint32_t from, to; /* PROGRAM_NONE outside; unique per pair in a function */
    uint8_t kind;      /* EdgeKind */
    const char *label; /* outcome in words: "true", "case 3, 4", "" */
};

typedef struct ProgramStatement ProgramStatement;
struct ProgramStatement {
    uint32_t block;
    uint32_t file; /* PROGRAM_NONE if unknown */
    uint32_t line, column;
};

/* A place where a predicate is observed: a branch (its outcomes are the edges
 * that leave its block), the value a call returned, or the value a variable
 * was assigned beside that of another one in scope. Pairs come last: they are
 * many, and runs need not record them. */
typedef enum {
    SITE_BRANCH,
    SITE_RETURN_INT,     /* classes: negative, zero, positive */
    SITE_RETURN_UINT,    /* zero, positive (the first class never) */
    SITE_RETURN_POINTER, /* null, non-null */
    SITE_RETURN_STRING,  /* null, empty, non-empty */
    SITE_RETURN_FLOAT,   /* zero, non-zero, NaN */
    SITE_PAIR,           /* less, equal, greater; a NaN is in no class */
    /* Of languages whose functions return anything, a call has several: */
    SITE_RETURN_TRUTH,  /* null, false, true */
    SITE_RETURN_TEXT,   /* empty string, non-empty string, resource */
    SITE_RETURN_LIST,   /* empty array, non-empty array, object */
    SITE_RETURN_SOURCE, /* constant, computed */
    SITE_KINDS
} SiteKind;

enum { SITE_CLASSES = 3 };

typedef struct ProgramSite ProgramSite;
struct ProgramSite {
    uint8_t kind; /* SiteKind */
    uint32_t block;
    uint32_t statement;    /* PROGRAM_NONE if it has no location */
    uint32_t line, column; /* of the condition, call or assignment itself */
    uint32_t counter;      /* its first of SITE_CLASSES value counters;
                              PROGRAM_NONE for branches */
    const char *name;      /* called function, "" if indirect or a branch;
                              of SITE_PAIR: the assigned variable */
    const char *other;     /* of SITE_PAIR: compared with, else "" */
};

typedef struct ProgramVariable ProgramVariable;
struct ProgramVariable {
    const char *name;
    uint32_t function; /* PROGRAM_NONE: global */
    uint32_t line;
    bool parameter;
};

/* A function that is a test by itself: a framework, or a table in the program,
 * runs it among others. */
typedef struct ProgramCheck ProgramCheck;
struct ProgramCheck {
    const char *function;  /* as in the module: unique */
    const char *name;      /* as the framework calls it */
    const char *framework; /* "": none, it looks like a check */
    const char *members;   /* with a '1' for each executable that has it, as in
                              format/entries.h; "": all */
};

/* How many there are of each. */
typedef struct ProgramCounts ProgramCounts;
struct ProgramCounts {
    uint32_t files, functions, blocks, edges, statements, sites, variables;
    uint32_t checks;
    uint32_t returns; /* return counters: SITE_CLASSES per return site */
    uint32_t values;  /* these, then SITE_CLASSES per pair */
};

typedef struct Program Program;
struct Program {
    Arena arena;    /* owns everything below */
    const char *id; /* digest of the linked bitcode */
    ProgramFile *files;
    ProgramFunction *functions;
    ProgramBlock *blocks;
    ProgramEdge *edges;
    ProgramStatement *statements;
    ProgramSite *sites;
    ProgramVariable *variables;
    ProgramCheck *checks;
    ProgramCounts n;
    bool threaded; /* it may start threads: no count is derived */
};

void program_done(Program *p);

/* Edges of block b: every edge whose `to` (or `from`) is b, by scanning the
 * function's edge range; see ProgramFunction. */

/* The first SITE_PAIR; all sites from there on are. */
uint32_t program_first_pair(const Program *p);

/* Words for one class of a site's value: "negative", "null", "<", ... or NULL
 * if the kind has no such class. */
const char *program_class_name(SiteKind kind, unsigned class_index);

/* Re-derive the invariants (ranges, order, uniqueness); false with the first
 * violation. Run after reading and, in debug builds, after building. */
bool program_check(const Program *p, Diag *d);

/* The model as bytes, for stores and caches; see docs/design/formats.md. */
void program_write(const Program *p, Str *out);
bool program_parse(const uint8_t *bytes, size_t n, Program *out, Diag *d);

#endif
