/* terms.h - what a symbolic run of PHP records: terms and its path.
 *
 * Contract of php/host (which writes, evaluates and solves), php/terms.c and
 * explore/engine_php.c. As with concolic.h, culprit makes the file TERMS_FILE
 * in the run directory at its full (sparse) size, and the host maps it shared:
 * a run that is killed has recorded what it did until then. Values are PHP's:
 * there are no bit widths, and an operator means what the interpreter makes of
 * it. Native byte order.
 *
 * Regions, each with room for `cap` records of which `n` are used:
 *   nodes   terms; number 0 is "concrete". Operands have smaller numbers.
 *   steps   the path: every condition on the input, and how it went
 *   texts   bytes that nodes refer to
 */
#ifndef CULPRIT_FORMAT_TERMS_H
#define CULPRIT_FORMAT_TERMS_H

#include <stdint.h>

#define TERMS_FILE    "terms"
#define TERMS_MAGIC   "CULTERM"
#define TERMS_VERSION 1
#define TERMS_PAGE    4096 /* offset of the first region */

/* Kinds of terms: name, number of operands (arg[0] .. are nodes). */
#define TERM_KINDS(X)                                                         \
    X(NONE, 0)                                                                \
    X(CONST, 0)   /* code: TermType; arg: its bits, or a text and length */   \
    X(SYMBOL, 0)  /* arg: name, its length, value, its length; code: given */ \
    X(INPUT, 1)   /* the symbol's value: a string, null if not given */       \
    X(PRESENT, 1) /* is the symbol given? */                                  \
    X(UNARY, 1)   /* code: PHP's opcode */                                    \
    X(BINARY, 2)  /* code: PHP's opcode */                                    \
    X(CAST, 1)    /* code: PHP's type */                                      \
    X(HAS, 2)     /* has the table (a constant) this key? */                  \
    X(CALL, 4)    /* code: row of calls.def; unused operands are 0 */

typedef enum {
#define TERM_KIND(name, operands) TERM_##name,
    TERM_KINDS(TERM_KIND)
#undef TERM_KIND
        TERM_NKINDS
} TermKind;

typedef enum {
    TERM_NULL,
    TERM_FALSE,
    TERM_TRUE,
    TERM_LONG,
    TERM_DOUBLE,
    TERM_STRING,
    TERM_ARRAY, /* as serialize() has it */
    TERM_NTYPES
} TermType;

enum { TERM_OPERANDS = 4 };

typedef struct TermNode TermNode;
struct TermNode {
    uint16_t kind, code;
    uint32_t arg[TERM_OPERANDS];
};

/* A branch: function, opcode, line, and whether it is a check. The two highest
 * bits of each half are other things' (format/concolic.h). */
#define TERM_BRANCH(function, opcode, line, checks)          \
    ((function) << 32 | ((uint64_t)(line) & 0x1ffff) << 13 | \
     ((opcode) & 0xfff) << 1 | (checks))
#define TERM_BRANCH_LINE(branch) ((uint32_t)((branch) >> 13 & 0x1ffff))

/* A condition was true or not. */
typedef struct TermStep TermStep;
struct TermStep {
    uint64_t branch; /* file, function and opcode */
    uint32_t node;
    uint32_t taken;        /* 0, 1 */
    uint32_t line, checks; /* it is no branch: what was read, or divided by */
};

typedef struct TermsRegion TermsRegion;
struct TermsRegion {
    uint64_t offset, cap, n;
};

/* Why a value became concrete. */
#define TERMS_REASONS(X)                                             \
    X(CALL, "a function that is not in the table of pure functions") \
    X(OPCODE, "an operation without a term")                         \
    X(LONG, "a text of more than 4096 bytes")                        \
    X(TAGS, "more than 65535 numbers that depend on the input")      \
    X(ARRAY, "an array that is large, or has objects")

typedef enum {
#define TERMS_REASON(name, text) TERMS_BY_##name,
    TERMS_REASONS(TERMS_REASON)
#undef TERMS_REASON
        TERMS_NREASONS
} TermsReason;

typedef struct TermsHeader TermsHeader;
struct TermsHeader {
    char magic[8];
    uint32_t version;
    uint32_t full;   /* a region was */
    uint64_t failed; /* steps before the first failure; UINT64_MAX: none */
    uint64_t reasons[TERMS_NREASONS];
    TermsRegion nodes, steps, texts;
};

/* Questions to `culprit-php --solve`, each followed by `size` bytes of a
 * recording, and its replies. */
typedef enum {
    TERM_ASK_FLIP,  /* an input for which the step goes as `taken` says */
    TERM_ASK_CHECK, /* how many steps do not evaluate to what they were? */
} TermAskKind;

typedef struct TermAsk TermAsk;
struct TermAsk {
    uint32_t kind, size, step, taken;
};

typedef struct TermReply TermReply;
struct TermReply {
    uint32_t magic; /* TERMS_VERSION */
    uint32_t n;     /* TermGiven that follow, 0: none is known; or steps */
    uint32_t size;  /* of what follows, in bytes */
    uint32_t wrong; /* CHECK: the first such step */
};

/* The new value of a symbol: `length` bytes follow. */
typedef struct TermGiven TermGiven;
struct TermGiven {
    uint32_t symbol, given, length;
};

#endif
