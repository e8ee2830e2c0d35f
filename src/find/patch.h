/* patch.h - an alteration as a change of the source text, where it is one.
 *
 * What is proposed here is a guess at which text is meant. It is shown only
 * after it was compiled and did what the alteration did (check.c).
 */
#ifndef CULPRIT_FIND_PATCH_H
#define CULPRIT_FIND_PATCH_H

#include "base/source.h"
#include "base/str.h"
#include "find/alteration.h"

typedef struct Patch Patch;
struct Patch {
    uint32_t line;     /* of the first line replaced, or inserted before */
    uint32_t nremoved; /* lines */
    Str text;          /* new lines, each with its end; may be empty */
};

typedef VEC(Patch) Patches;

/* Ways to write the alteration, the likeliest first; none if it cannot be
 * written as a change of the file. */
void patch_list(const MutateSites *s, const Alteration *a,
                const SourceFile *file, Patches *out);
void patches_done(Patches *p);

/* Append the patch that puts `text` in place of bytes of the file. */
void patch_replace(const SourceFile *file, size_t from, size_t to,
                   const char *text, Patches *out);

/* Append the whole file with the patch applied. */
void patch_apply(const Patch *p, const SourceFile *file, Str *out);

/* Append the change as a unified diff. */
void patch_diff(const Patch *p, const SourceFile *file, Str *out);

#endif
