/* patch.h - an alteration as a change of the source text, where it is one.
 *
 * Only where it is unambiguous which token is meant; nothing is guessed.
 */
#ifndef CULPRIT_FIND_PATCH_H
#define CULPRIT_FIND_PATCH_H

#include "base/str.h"
#include "find/alteration.h"

typedef struct Patch Patch;
struct Patch {
    uint32_t line;     /* of the first line replaced, or inserted before */
    uint32_t nremoved; /* 0 or 1 */
    Str text;          /* new lines, each with its end; may be empty */
};

/* The text of the line that the site is in, without its end, and the one
 * before ("" if there is none). False if it is no change of that line alone. */
bool patch_make(const MutateSites *s, const Alteration *a, const char *line,
                const char *before, Patch *out);

/* Append the change as a unified diff. */
void patch_diff(const Patch *p, const char *file, const char *line, Str *out);

#endif
