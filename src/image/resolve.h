/* resolve.h - which definition each name means, in every executable of an
 * image.
 *
 * A unit is a compiled source file. The executables of a project are linked
 * from many of the same units, which the image has once; but where a unit's
 * names mean different things in two executables (each has its own `usage`,
 * one wraps `malloc`), it needs two instances. Resolving tells which instances
 * there are and how their names must be called, so that all of them can be
 * linked to one module.
 */
#ifndef CULPRIT_IMAGE_RESOLVE_H
#define CULPRIT_IMAGE_RESOLVE_H

#include "format/section.h"
#include "image/image.h"

/* How a unit has a name. */
typedef enum {
    NAME_USED,   /* it is defined elsewhere */
    NAME_INLINE, /* an inline definition of C99, for want of another */
    NAME_WEAK,   /* weak or common: gives way to another */
    NAME_STRONG,
} NameKind;

/* What becomes of a name in an instance, beside its new text. */
typedef enum {
    FATE_STAY,
    FATE_YIELD, /* the definition is not the one that counts */
    FATE_HIDE,  /* the definition is for this instance alone */
} NameFate;

typedef struct UnitInstance UnitInstance;
struct UnitInstance {
    size_t unit, part;  /* the part that it comes from first */
    const char **names; /* what the unit's names are called, as in its list */
    NameFate *fates;    /* of each */
    uint8_t *members;   /* by entry: whether it is linked into it */
    bool is_everywhere; /* it is linked into all, */
    bool is_single;     /* or the unit's only instance */
};

typedef struct Resolution Resolution;
struct Resolution {
    Arena arena; /* of all that is here */
    UnitInstance *instances;
    size_t n;
    const char **mains; /* what each entry's main is called; NULL: none */
    struct Resolver *resolver;
};

/* The image has its context. */
bool resolve_image(Image *image, Resolution *out, Diag *d);
void resolve_done(Resolution *r);

/* The module of an instance with its names as they are to be; the caller's. */
LLVMModuleRef resolve_module(Resolution *r, size_t instance, Diag *d);

#endif
