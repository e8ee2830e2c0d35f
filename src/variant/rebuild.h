/* rebuild.h - the program once more, with a source file edited.
 *
 * The door for changes of the source text: only what the edit concerns is
 * compiled, by the command that culprit-cc recorded; everything else is made
 * of the bitcode that the program carries. No build system takes part, and
 * nothing is written but the executable and what is cached.
 */
#ifndef CULPRIT_VARIANT_REBUILD_H
#define CULPRIT_VARIANT_REBUILD_H

#include "variant/variant.h"

/* What a file is to hold instead. */
typedef struct SourceEdit SourceEdit;
struct SourceEdit {
    const char *path; /* absolute */
    const char *text;
    size_t n;
};

typedef struct Rebuild Rebuild;

/* The subject must outlive it. */
bool rebuild_open(const Subject *s, Rebuild **out, Diag *d);
void rebuild_close(Rebuild *r); /* NULL is fine */

/* Build it edited (NULL: as it is), not instrumented. False with the
 * compiler's words if it does not compile, and with a sentence if the file has
 * no part in the program, or if its sources are no longer what the program was
 * built from. */
bool rebuild_make(Rebuild *r, const SourceEdit *edit, const char *path,
                  Diag *d);

#endif
