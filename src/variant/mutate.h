/* mutate.h - the places of a program where a small change can be made.
 *
 * The mutate variant holds every site; find/ thinks up changes from this
 * list. Sites are numbered in module order, so that equal bitcode has equal
 * numbers; the list is made anew from the bitcode, not stored.
 */
#ifndef CULPRIT_VARIANT_MUTATE_H
#define CULPRIT_VARIANT_MUTATE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/texts.h"
#include "format/alterations.h"
#include "format/mutate.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    MSITE_LITERAL,   /* a number in the source: `value` */
    MSITE_USE,       /* a variable, member or element that is read */
    MSITE_RESULT,    /* what a call returned */
    MSITE_COMPARE,   /* op: MutateRelation */
    MSITE_BINARY,    /* op: MutateArithmetic */
    MSITE_BRANCH,    /* the condition of a branch or ?: */
    MSITE_STORE,     /* an assignment: the value, or that it happens at all */
    MSITE_REFERENCE, /* a variable whose address is used: &x, x.y, x = */
    MSITE_ADDRESS,   /* of a member or element; see shifts */
    MSITE_CALL,      /* that it happens at all */
    MSITE_JUNCTION,  /* op: MUTATE_AND for &&, MUTATE_OR for || */
    MSITE_SWITCH,    /* its value; labels */
    MSITE_WIDE,      /* an expression of int that could be of something wider;
                        op: 1 for real numbers */
    MSITE_STATEMENT, /* something before it, or instead of it */
    MSITE_INIT,      /* the initial value of a global, or a part of it */
    MSITE_TEXT,      /* a statement whose text can be changed: see `language` */
    MSITE_KINDS
} MutateSiteKind;

/* Where a site is; numbers of the model. */
typedef struct MutateWhere MutateWhere;
struct MutateWhere {
    uint32_t function; /* MUTATE_NONE for MSITE_INIT */
    uint32_t block;
    uint32_t statement; /* MUTATE_NONE if it has none */
    uint32_t file;
    uint32_t line, column;
    uint32_t scope; /* scopes[] */
};

/* What the value of a site is for. */
typedef struct MutateRole MutateRole;
struct MutateRole {
    bool is_return;   /* of a literal or store: it is what is returned */
    bool is_argument; /* of a literal: of a call */
    bool is_step;     /* of a literal that nobody wrote: the 1 of x++ or --x;
                         the site has the variable's name */
    bool is_sign;     /* likewise the 0 of -x */
    bool is_index;    /* of a literal: of an array; of a store: its value is a
                         literal */
    bool is_void;     /* of a call: its value is not used; of a comparison: the
                         truth of a value, as in `if (x)`; of a branch: its
                         condition is a comparison */
};

/* The site that alone uses the value. */
typedef struct MutateUser MutateUser;
struct MutateUser {
    uint32_t consumer; /* a comparison, a store, a branch or a switch; or
                          MUTATE_NONE */
    uint8_t position;  /* 0: its first operand, 1: its second */
    bool extends;      /* on the way there it is sign-extended */
};

typedef struct MutateSite MutateSite;
struct MutateSite {
    uint8_t kind;    /* MutateSiteKind */
    uint8_t actions; /* of a statement: bits of MutateAction */
    MutateWhere where;
    MutateRole role;
    MutateUser user;
    uint32_t op; /* see the kind */
    struct {
        uint8_t bits, flags; /* as format/mutate.h has it */
        uint32_t type;       /* equal numbers: equal source types; 0 unknown */
    } of;                    /* its value */
    struct {
        uint32_t base;   /* MSITE_INIT: its number; MSITE_USE and MSITE_STORE:
                            the variable's, if it is one; else MUTATE_NONE */
        uint32_t offset; /* MSITE_INIT: bytes */
    } variable;
    int64_t value; /* MSITE_LITERAL, MSITE_INIT: what it is; floats as bits
                      of a double */
    uint32_t shift, nshifts; /* shifts[] */
    const char *name;        /* of a called function or variable, "" if none */
};

/* Another member or element: add this to the address; or a label. */
typedef struct MutateShift MutateShift;
struct MutateShift {
    int64_t by;
    const char *name; /* of the member; "" for elements */
    bool is_member;
};

/* What can be named at a site: a variable, or a member through one. */
typedef struct MutateVariable MutateVariable;
struct MutateVariable {
    const char *name; /* as the source would say it: x, s->next, t.count */
    MutateOperand operand;
    uint32_t type;
    uint32_t scope; /* where it is declared; MUTATE_NONE: everywhere */
    uint32_t line, column;
    bool is_member, is_global;
    bool is_address; /* of the variable: no place to assign to */
    bool is_array;   /* all of it, to be cleared: no value */
    bool is_row;     /* likewise, with one index; or an element of such */
    bool is_stepped; /* the function counts with it: x++, x -= 2 */
};

/* A function that a statement could call. */
typedef struct MutateCallee MutateCallee;
struct MutateCallee {
    const char *name;
    uint32_t base;     /* number among the globals */
    uint32_t function; /* of the model */
    uint32_t nparams;
    uint32_t types[MUTATE_ARGS];
    bool numbers[MUTATE_ARGS]; /* the parameter is an integer */
    bool is_void;
};

typedef struct MutateFunction MutateFunction;
struct MutateFunction {
    uint32_t variable, nvariables; /* variables[] */
    uint32_t ntable;               /* bases */
    uint8_t bits, flags;           /* of what it returns; bits 0: nothing */
    bool returns;                  /* early returns are possible */
    uint32_t type;                 /* of what it returns */
    uint32_t first, n;             /* sites[] */
};

/* How many there are of each. */
typedef struct MutateCounts MutateCounts;
struct MutateCounts {
    uint32_t shifts, variables, functions, callees, scopes;
};

/* Of a program that is altered in its text: who knows the changes of a site.
 * They stay until `close`. */
typedef struct MutateLanguage MutateLanguage;
struct MutateLanguage {
    void *context; /* NULL: sites are of compiled code */
    size_t (*changes)(void *context, uint32_t site, const TextChange **out);
    void (*close)(void *context);
};

typedef struct MutateSites MutateSites;
struct MutateSites {
    Arena arena; /* owns everything */
    MutateSite *at;
    uint32_t n;
    MutateShift *shifts;
    MutateVariable *variables;
    MutateFunction *functions; /* of the model, in its order */
    MutateCallee *callees;
    uint32_t *scopes; /* the scope around each, or MUTATE_NONE */
    MutateCounts count;
    MutateLanguage language;
};

/* All sites of the executable's program. */
bool mutate_open(const Texts *programs, MutateSites *out, Diag *d);
void mutate_done(MutateSites *s);

/* Can the site's source name the variable? */
bool mutate_sees(const MutateSites *s, const MutateSite *site,
                 const MutateVariable *v);

#endif
