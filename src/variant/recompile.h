/* recompile.h - the command that culprit-cc recorded for a source, run again.
 */
#ifndef CULPRIT_VARIANT_RECOMPILE_H
#define CULPRIT_VARIANT_RECOMPILE_H

#include "base/io.h"
#include "base/str.h"
#include "cc/bitcode.h"
#include "image/image.h"

typedef struct Recompile Recompile;
struct Recompile {
    const Image *image; /* whose sources these are */
    const char *dir;    /* for files on the way */
    const char *clang;
};

/* The image and the directory must outlive it. */
bool recompile_open(const Image *image, const char *dir, Recompile *out,
                    Diag *d);

/* The bitcode of the source as it is now, read through the `overlay` (of
 * clang's virtual file system; NULL: none). False with the compiler's words if
 * it does not compile. */
bool recompile_bitcode(const Recompile *r, const BitcodeCommand *c,
                       const char *overlay, Bytes *out, Diag *d);

/* The object that the command makes of it, optimised as it says. */
bool recompile_native(const Recompile *r, const BitcodeCommand *c,
                      const char *overlay, const char *object, Diag *d);

/* An object of bitcode, not instrumented. */
bool recompile_object(const Recompile *r, const Bytes *bitcode,
                      const char *object, Diag *d);

/* The source of the command, absolute; the caller frees. */
char *recompile_source(const BitcodeCommand *c);

/* A text of an overlay. */
void recompile_quote(Str *s, const char *text);

#endif
