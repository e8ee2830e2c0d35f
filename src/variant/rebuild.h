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

/* How an edited source is compiled: as bitcode, whose code is not optimised, or
 * by the very command that was recorded. */
typedef enum { REBUILD_PLAIN, REBUILD_AS_RECORDED } RebuildKind;

/* Can that be done? Several programs at a time are made of bitcode only. */
bool rebuild_can(const Rebuild *r, RebuildKind kind);

/* Build it edited (NULL: as it is), not instrumented. False with the
 * compiler's words if it does not compile, and with a sentence if the file has
 * no part in the program, or if its sources are no longer what the program was
 * built from. */
bool rebuild_make(Rebuild *r, const SourceEdit *edit, RebuildKind kind,
                  const char *path, Diag *d);

/* The same as a variant that counts its steps and reads requests as the mutate
 * variant does (format/mutate.h). The edited text holds several changes; of
 * the variable `choice`, which it declares, it depends which one counts, and
 * MUTATE_INIT of the first global sets that. */
bool rebuild_choices(Rebuild *r, const SourceEdit *edit, const char *choice,
                     const char *path, Diag *d);

#endif
