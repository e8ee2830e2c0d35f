/* alteration.h - every small change that could be made at a site.
 *
 * From the sites of variant/mutate.h and pools of values: literals of the
 * function, variables in scope of the same type, members of the same struct.
 */
#ifndef CULPRIT_FIND_ALTERATION_H
#define CULPRIT_FIND_ALTERATION_H

#include "base/str.h"
#include "base/vec.h"
#include "format/alterations.h"
#include "program/program.h"
#include "variant/mutate.h"

/* The value of the site. */
typedef struct AlterationValue AlterationValue;
struct AlterationValue {
    uint8_t bits, flags;
};

/* What the op needs to know: MutateRelation, -Arithmetic or -Action; or the
 * edit of the source that it is (edits.h), or the change of a text that is not
 * compiled, NULL if it is none. */
typedef struct AlterationHow AlterationHow;
struct AlterationHow {
    uint8_t relation, arithmetic, action;
    const struct FindEdit *edit;
    const TextChange *text;
};

/* The variables that words for it name: variables[], or MUTATE_NONE. */
typedef struct AlterationNames AlterationNames;
struct AlterationNames {
    uint32_t variable, other;
};

/* It is made only where x relation y. */
typedef struct AlterationGuard AlterationGuard;
struct AlterationGuard {
    bool given;
    uint8_t relation;
    MutateOperand x, y;
    AlterationNames names;
};

/* The call that is inserted. */
typedef struct AlterationCall AlterationCall;
struct AlterationCall {
    uint32_t callee;            /* callees[] */
    uint32_t args[MUTATE_ARGS]; /* variables[], or ALTERATION_NUMBER + it */
};

typedef struct Alteration Alteration;
struct Alteration {
    uint32_t site;
    uint8_t kind; /* AlterationKind */
    uint8_t op;   /* MutateOp */
    AlterationValue of;
    AlterationHow how;
    MutateOperand x, y, z, to;
    AlterationNames names;
    AlterationGuard guard;
    AlterationCall call;
};
#define ALTERATION_NUMBER   UINT32_C(0xffffff00)
#define ALTERATION_NO_LABEL (INT32_MAX - 7) /* hardly one of a switch */

typedef VEC(Alteration) Alterations;

const char *alteration_name(AlterationKind k);
double alteration_simplicity(const Alteration *a);
unsigned alteration_tier(AlterationKind k);

/* Append all changes of the site. */
void alteration_list(const MutateSites *s, uint32_t site, Alterations *out);

/* What the runtime is asked for. */
void alteration_request(const MutateSites *s, const Alteration *a,
                        MutateRequest *out);

/* Append the i-th argument of an inserted call, a comma before it. */
void alteration_argument(const MutateSites *s, const Alteration *a, uint32_t i,
                         Str *out);

/* Append the inserted assignment: `x = y`, `x++`. */
void alteration_assignment(const MutateSites *s, const Alteration *a, Str *out);

/* Append `x relation y`, of variables[x] and variables[other] or, if that is
 * MUTATE_NONE, the constant y. */
void alteration_clause(const MutateSites *s, uint32_t x, unsigned relation,
                       uint32_t other, const MutateOperand *y, Str *out);

/* In words that follow "with": "`<` instead of `<=`". */
void alteration_words(const MutateSites *s, const Alteration *a, Str *out);

#endif
