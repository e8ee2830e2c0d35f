/* mutate.h - one small change of the program, chosen when it starts.
 *
 * Contract of variant/mutate*.c (puts a check at every site), runtime/mutate.c
 * (makes the change) and find/ (chooses). The variant holds every site; the
 * file MUTATE_FILE of the run directory says which of them is changed and how,
 * at every execution of it. Without the file nothing is changed. The file is
 * mapped shared: the answers in it survive however the run ends.
 *
 * Values travel as 64 bits: integers and pointers zero-extended, float and
 * double as the bits of a double. A function's variables are known by their
 * number in its table (variant/mutate.h), which it fills on entry.
 */
#ifndef CULPRIT_FORMAT_MUTATE_H
#define CULPRIT_FORMAT_MUTATE_H

#include <stdint.h>

#define MUTATE_FILE    "mutate"
#define MUTATE_MAGIC   "CULMUTA"
#define MUTATE_VERSION 5
#define MUTATE_PAGE    4096 /* offset of the log */
#define MUTATE_STRIDE                                      \
    (MUTATE_PAGE + (1 << 16))  /* from run to run, where a \
                                  test is repeated */
#define MUTATE_NONE UINT32_MAX /* no site, no base */

enum {
    MUTATE_ID_SIZE = 72,
    MUTATE_ARGS = 6,
    MUTATE_WATCHED = 40,
    MUTATE_PATH = 512,
    MUTATE_TEXT = 1024,
    MUTATE_STOPPED = 113, /* exit status: out of steps, or of forks */
    MUTATE_FORKS = 32,    /* in one run: more is an alteration's doing */
};

/* How a 64-bit value is to be read. */
enum { MUTATE_SIGNED = 1, MUTATE_FLOAT = 2, MUTATE_POINTER = 4 };

enum { MUTATE_DIRECT, MUTATE_DEREF, MUTATE_ADDRESS };

typedef struct MutateOperand MutateOperand;
struct MutateOperand {
    uint32_t base;   /* number in the table; MUTATE_NONE: `value` itself */
    uint32_t offset; /* bytes */
    uint8_t deref;   /* MUTATE_DEREF: the base holds the address, as in
                        base->offset; MUTATE_ADDRESS: it is the address */
    uint8_t bits;    /* 8, 16, 32, 64 */
    uint8_t flags;   /* MUTATE_SIGNED, ... */
    uint8_t index_bits;
    uint32_t index; /* of an element: 1 + the number of its index; else 0 */
    int64_t value;  /* of an array or an element: how many there are */
};

/* Relations and arithmetic, in this order also in the sites' `op`. */
typedef enum {
    MUTATE_EQ,
    MUTATE_NE,
    MUTATE_LT,
    MUTATE_LE,
    MUTATE_GT,
    MUTATE_GE,
    MUTATE_RELATIONS,
    /* Of guards only: x % y == 0, x % y != 0. */
    MUTATE_MULTIPLE = MUTATE_RELATIONS,
    MUTATE_NO_MULTIPLE
} MutateRelation;

typedef enum {
    MUTATE_PLUS,
    MUTATE_MINUS,
    MUTATE_TIMES,
    MUTATE_DIV,
    MUTATE_REM,
    MUTATE_AND,
    MUTATE_OR,
    MUTATE_XOR,
    MUTATE_SHL,
    MUTATE_SHR,
    MUTATE_LEFT,  /* the left operand alone */
    MUTATE_RIGHT, /* the right operand alone */
    MUTATE_ARITHMETICS
} MutateArithmetic;

typedef enum {
    MUTATE_KEEP,       /* nothing: `reached` is counted */
    MUTATE_SET,        /* the value becomes x */
    MUTATE_ADD,        /* the value plus x */
    MUTATE_NEGATE,     /* minus the value */
    MUTATE_INVERT,     /* ~ */
    MUTATE_NOT,        /* ! */
    MUTATE_SCRATCH,    /* of an address: some other memory */
    MUTATE_RELABEL,    /* of a switch: x becomes y, y becomes z */
    MUTATE_COMBINE,    /* of a store: what was there `arithmetic` the value */
    MUTATE_APPLY,      /* the value `arithmetic` x */
    MUTATE_COMPUTE,    /* of two operands: `arithmetic` */
    MUTATE_COMPARE,    /* of two operands: `relation` */
    MUTATE_SWAP,       /* of two operands: exchanged */
    MUTATE_AND_CLAUSE, /* of a condition: && x relation y */
    MUTATE_OR_CLAUSE,  /* of a condition: || x relation y */
    MUTATE_ACT,        /* before a statement: do what `action` says */
    MUTATE_ASSIGN,     /* before a statement: to = x */
    MUTATE_INCREASE,   /* before a statement: to += x */
    MUTATE_FILL,       /* before a statement: all of the array `to` = x */
    MUTATE_CALL,       /* before a statement: call x with args */
    MUTATE_INIT,       /* before main: global x.base + x.offset = x.value */
    MUTATE_EDIT,       /* when the file is compiled: what `edit` says */
    MUTATE_OBSERVE,    /* nothing, but log the value and what is watched */
    MUTATE_OPS
} MutateOp;

/* What happens instead of going on, from MUTATE_ACT. */
typedef enum {
    MUTATE_GO_ON,
    MUTATE_RETURN, /* x is returned */
    MUTATE_SKIP,   /* the statement */
    MUTATE_LEAVE,  /* to where all ways from the block meet */
    MUTATE_BREAK,  /* out of the innermost loop */
    MUTATE_CONTINUE,
    MUTATE_ACTIONS
} MutateAction;

typedef struct MutateChange MutateChange;
struct MutateChange {
    uint32_t site;     /* MUTATE_NONE: change nothing */
    uint32_t function; /* the site's */
    uint32_t op;       /* MutateOp */
    uint32_t relation, arithmetic, action;
    uint8_t bits, flags; /* of the site's value */
    MutateOperand x, y, z, to;
};

/* The change is made only where x relation y. */
typedef struct MutateGuard MutateGuard;
struct MutateGuard {
    uint32_t given; /* 0: it is made everywhere */
    uint32_t relation;
    MutateOperand x, y;
};

/* What MUTATE_CALL passes. */
typedef struct MutateArguments MutateArguments;
struct MutateArguments {
    uint32_t n;
    MutateOperand at[MUTATE_ARGS];
};

/* Of a program that an interpreter reads: other text, with a zero behind it, in
 * the place of some bytes of a file. */
typedef struct MutateEdit MutateEdit;
struct MutateEdit {
    uint64_t from, to;
    uint32_t n;
    char path[MUTATE_PATH], text[MUTATE_TEXT];
};

/* What is logged whenever the site is reached. */
typedef struct MutateWatch MutateWatch;
struct MutateWatch {
    uint32_t n;
    uint32_t room; /* for log entries: 1 or 2 values and all watched each */
    MutateOperand at[MUTATE_WATCHED];
};

typedef struct MutateAnswer MutateAnswer;
struct MutateAnswer {
    uint64_t steps;   /* left to go, from the limit */
    uint64_t reached; /* executions of the site */
    uint64_t changed; /* of these, with another value or action */
    uint32_t stopped; /* out of steps */
    uint32_t nlogged;
    uint32_t started; /* processes that read this */
    uint32_t forks;   /* of all its processes; MUTATE_FORKS at most */
};

/* How the run of a repeated test ended. */
typedef struct MutateEnd MutateEnd;
struct MutateEnd {
    uint32_t ended;
    int32_t status, signal;
    uint32_t timed_out;
};

typedef struct MutateRequest MutateRequest;
struct MutateRequest {
    char magic[8]; /* MUTATE_MAGIC */
    uint32_t version;
    MutateChange change;
    MutateGuard guard;
    MutateArguments arguments;
    MutateWatch watch;
    MutateEdit edit;
    uint64_t limit; /* steps after which the process ends; 0: none */
    MutateAnswer answer;
    MutateEnd end;
};

_Static_assert(sizeof(MutateRequest) <= MUTATE_PAGE, "the log comes after");

#endif
