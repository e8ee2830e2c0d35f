/* named.h - lines that failures name.
 *
 * The reason of a failure may end with a place, " at FILE:LINE" or, as PHP
 * itself says it, " in FILE on line LINE": where an error was raised, or the
 * line that printed malformed HTML. It is no proof of the fault, but where
 * counts cannot tell lines apart, people look there first.
 */
#ifndef CULPRIT_SPECTRUM_NAMED_H
#define CULPRIT_SPECTRUM_NAMED_H

#include "spectrum/entity.h"

typedef struct NamedPlace NamedPlace;
struct NamedPlace {
    const char *file; /* as the reason has it: perhaps the end of a path */
    size_t nfile;
    uint32_t line;
    uint32_t failing; /* runs */
};

typedef struct Named Named;
struct Named {
    NamedPlace *at;
    size_t n;
};

/* Of the failing runs that the spectrum uses. */
void named_init(Named *t, const Spectrum *s);
void named_done(Named *t);

/* How many failing runs name the entity's line. */
uint32_t named_count(const Named *t, const Entity *e);

/* Does the text end with a place? `out` points into it. */
bool named_parse(const char *reason, NamedPlace *out);

#endif
