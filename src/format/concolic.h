/* concolic.h - what a concolic run records: expressions and its path.
 *
 * Contract of variant/concolic.c, runtime/concolic*.c and solve/recording.c.
 * The host makes the file CONCOLIC_FILE in the run directory, at its full
 * (sparse) size, with the request in its header; the first process of the image
 * takes it, and maps it shared: a crash or a kill loses nothing. Without the
 * file the variant runs and records nothing. Native byte order throughout.
 *
 * Regions, each with room for `cap` records of which `n` are used:
 *   nodes    expressions, hash-consed; number 0 is "concrete", never a node.
 *            Operands have smaller numbers than their users.
 *   tables   lists of node numbers that nodes and steps refer to
 *   symbols  the inputs, in order of first use
 *   steps    the path: every symbolic branch, and what was assumed
 *   outputs  which output bytes came from which argument
 *   texts    names of files that were read, NUL-terminated
 */
#ifndef CULPRIT_FORMAT_CONCOLIC_H
#define CULPRIT_FORMAT_CONCOLIC_H

#include <stdint.h>

#define CONCOLIC_FILE    "concolic"
#define CONCOLIC_MAGIC   "CULCONC"
#define CONCOLIC_VERSION 3
#define CONCOLIC_PAGE    8192 /* offset of the first region */

enum { CONCOLIC_ID_SIZE = 72, CONCOLIC_NAMES = 4096 };

/* Operators: name, number of operands. Values are bit vectors of `width` bits,
 * at most 64; floats and doubles are their IEEE bits. Division by zero never
 * appears: the run would have ended, after a CONCOLIC_CHECK. */
#define CONCOLIC_OPS(X)                                                       \
    X(NONE, 0)                                                                \
    X(CONST, 0)  /* a | b << 32 */                                            \
    X(SYMBOL, 0) /* a: symbols[a] */                                          \
    X(NOT, 1)                                                                 \
    X(NEG, 1)                                                                 \
    X(ADD, 2)                                                                 \
    X(SUB, 2)                                                                 \
    X(MUL, 2)                                                                 \
    X(UDIV, 2)                                                                \
    X(SDIV, 2)                                                                \
    X(UREM, 2)                                                                \
    X(SREM, 2)                                                                \
    X(AND, 2)                                                                 \
    X(OR, 2)                                                                  \
    X(XOR, 2)                                                                 \
    X(SHL, 2)                                                                 \
    X(LSHR, 2)                                                                \
    X(ASHR, 2)                                                                \
    X(EQ, 2) /* width 1, as all comparisons */                                \
    X(ULT, 2)                                                                 \
    X(ULE, 2)                                                                 \
    X(SLT, 2)                                                                 \
    X(SLE, 2)                                                                 \
    X(ITE, 3)     /* a: width 1 */                                            \
    X(CONCAT, 2)  /* a: the high bits */                                      \
    X(EXTRACT, 1) /* b: the lowest bit taken */                               \
    X(ZEXT, 1)                                                                \
    X(SEXT, 1)                                                                \
    X(LOOKUP, 1) /* width 8: tables[b + value of a]; c entries, 0 <= a < c */ \
    X(FNEG, 1)                                                                \
    X(FABS, 1)                                                                \
    X(FSQRT, 1)                                                               \
    X(FADD, 2)                                                                \
    X(FSUB, 2)                                                                \
    X(FMUL, 2)                                                                \
    X(FDIV, 2)                                                                \
    X(FREM, 2) /* as fmod() */                                                \
    X(FEQ, 2)  /* ordered, width 1 */                                         \
    X(FLT, 2)                                                                 \
    X(FLE, 2)                                                                 \
    X(FUNO, 2) /* either is a NaN */                                          \
    X(FTOF, 1) /* between float and double */                                 \
    X(FTOS, 1) /* to signed, towards zero */                                  \
    X(FTOU, 1)                                                                \
    X(STOF, 1)                                                                \
    X(UTOF, 1)                                                                \
    X(FROUND, 1) /* b: 0 nearest even, 1 down, 2 up, 3 to zero, 4 away */

typedef enum {
#define CONCOLIC_ENUM(name, n) CONCOLIC_##name,
    CONCOLIC_OPS(CONCOLIC_ENUM)
#undef CONCOLIC_ENUM
        CONCOLIC_NOPS
} ConcolicOp;

typedef struct ConcolicNode ConcolicNode;
struct ConcolicNode {
    uint8_t op; /* ConcolicOp */
    uint8_t spare;
    uint16_t width; /* bits */
    uint32_t a, b, c;
};

typedef enum {
    CONCOLIC_ARG_BYTE,  /* argv[index], byte `offset`; the terminator and the
                           zeros that follow it (ConcolicHeader.grow) too */
    CONCOLIC_ENV_BYTE,  /* the index-th named variable, likewise */
    CONCOLIC_FILE_BYTE, /* files[index] (0: stdin), byte `offset` */
    CONCOLIC_FILE_SIZE, /* 64 bits: bytes in files[index] */
    CONCOLIC_INSTANCE,  /* the value at sequence number `offset` (alter.h) */
    CONCOLIC_SYMBOL_KINDS
} ConcolicSymbolKind;

typedef struct ConcolicSymbol ConcolicSymbol;
struct ConcolicSymbol {
    uint8_t kind; /* ConcolicSymbolKind */
    uint8_t width;
    uint16_t spare;
    uint32_t index;
    uint64_t offset;
    uint64_t value; /* in this run */
};

typedef enum {
    CONCOLIC_BRANCH, /* node: width 1; taken: its value */
    CONCOLIC_SWITCH, /* node: the value; tables[table ...]: ncases constants in
                        the order of the instruction; taken: which one, from
                        0; ncases: the default */
    CONCOLIC_ASSUME, /* node: width 1, true; not to be flipped: what is in
                        `taken`, a ConcolicReason */
    CONCOLIC_CHECK,  /* as CONCOLIC_BRANCH, but no branch of the program: what
                        comes next is a fault if the node is true (a division
                        by zero) */
    CONCOLIC_STEP_KINDS
} ConcolicStepKind;

/* Why a value was made concrete; each is counted, and assumed in the path. */
#define CONCOLIC_REASONS(X)                                        \
    X(ADDRESS, "an address outside the bounds of symbolic access") \
    X(SIZE, "the length of a copy or an allocation")               \
    X(FOREIGN, "an argument of a function without a model")        \
    X(TARGET, "the target of a call or computed jump")             \
    X(WIDE, "a value of more than 64 bits, or a long double")      \
    X(RANGE, "an index kept within its object")                    \
    X(LIMIT, "a limit: a loop ran for long, or room got scarce")   \
    X(OTHER, "an instruction without a symbolic form")

typedef enum {
#define CONCOLIC_ENUM(name, words) CONCOLIC_REASON_##name,
    CONCOLIC_REASONS(CONCOLIC_ENUM)
#undef CONCOLIC_ENUM
        CONCOLIC_NREASONS
} ConcolicReason;

typedef struct ConcolicStep ConcolicStep;
struct ConcolicStep {
    uint32_t block; /* whose end it is: Program.blocks; in code of a model
                       CONCOLIC_MODEL | its number there */
    uint8_t kind;   /* ConcolicStepKind */
    uint8_t spare;
    uint16_t ncases;
    uint32_t taken;
    uint32_t node;
    uint32_t table;
    uint32_t caller; /* in a model: block of the program that called it */
    uint64_t at;     /* sites executed before (alter.h); 0 without sites */
};

#define CONCOLIC_MODEL UINT32_C(0x80000000)
/* Beside it in a Decision: a CONCOLIC_CHECK is not the branch of its block. */
#define CONCOLIC_CHECKED UINT32_C(0x40000000)

/* A conversion of printf, or a piece of text written. */
typedef struct ConcolicOutput ConcolicOutput;
struct ConcolicOutput {
    uint32_t descriptor;
    uint32_t argument;   /* of the call, from 0; UINT32_MAX: of the format */
    uint64_t offset;     /* of its first byte in what went there */
    uint32_t length;     /* bytes */
    uint32_t conversion; /* 'd', 'u', 'x', 'f', ...; 's' and 'c': bytes */
    uint32_t node;       /* number: the value, 0 if concrete; 's', 'c': first
                            of `length` in tables, 0 if all concrete */
    uint32_t width;      /* bits of the value */
    uint64_t value;      /* in this run */
    uint64_t at;         /* sites executed before; in a variant without sites:
                            steps recorded before */
};

typedef struct ConcolicRegion ConcolicRegion;
struct ConcolicRegion {
    uint64_t offset; /* in the file */
    uint64_t cap, n; /* records */
};

enum {                         /* ConcolicHeader.sources */
       CONCOLIC_FROM_ARGS = 1, /* all but argv[0] */
       CONCOLIC_FROM_STDIN = 2,
       CONCOLIC_FROM_FILES = 4, /* regular files opened for reading only, below
                                   the working directory */
};

typedef struct ConcolicRequest ConcolicRequest;
struct ConcolicRequest {
    uint32_t sources;  /* CONCOLIC_FROM_* */
    uint32_t grow;     /* zeros after an argument that are symbols too */
    uint32_t window;   /* bytes around an address that symbolic access covers */
    uint32_t patience; /* steps of one branch after which it is no longer
                          recorded as symbolic, 0: never: loops degrade */
    uint64_t clock;    /* ns since 1970 when the run begins, 0: the real time;
                          random numbers are the same with it */
    char names[CONCOLIC_NAMES]; /* of environment variables, NUL-terminated
                                   each, an empty one last */
};

typedef struct ConcolicAnswer ConcolicAnswer;
struct ConcolicAnswer {
    uint32_t pid;    /* of the process that recorded; 0: none did */
    uint32_t others; /* processes of the image that did not record */
    uint32_t full;   /* a region was full: ConcolicReason LIMIT */
    uint32_t nfiles; /* texts has their names, the first is "" for stdin */
    uint64_t reasons[CONCOLIC_NREASONS]; /* how often */
    uint64_t stale;   /* calls whose shadows had to be dropped (callbacks) */
    uint64_t lost;    /* bytes whose expressions were dropped because code
                         without instrumentation had written there */
    uint64_t sites;   /* executed, if the variant has sites */
    uint64_t sockets; /* asked for, but local ones */
};

typedef struct ConcolicRegions ConcolicRegions;
struct ConcolicRegions {
    ConcolicRegion nodes, tables, symbols, steps, outputs, texts;
};

typedef struct ConcolicHeader ConcolicHeader;
struct ConcolicHeader {
    char magic[8]; /* CONCOLIC_MAGIC */
    uint32_t version;
    char id[CONCOLIC_ID_SIZE]; /* Program.id */
    ConcolicRequest request;
    ConcolicAnswer answer;
    ConcolicRegions regions;
};

_Static_assert(sizeof(ConcolicNode) == 16, "ABI");
_Static_assert(sizeof(ConcolicHeader) <= CONCOLIC_PAGE, "one region's start");

#endif
