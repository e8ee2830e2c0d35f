/* bitcode.h - the command that makes a source's bitcode.
 *
 * culprit-cc runs it and leaves it in the object, in front of the bitcode, so
 * that the source can be compiled once more, perhaps edited.
 */
#ifndef CULPRIT_CC_BITCODE_H
#define CULPRIT_CC_BITCODE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct BitcodeCommand BitcodeCommand;
struct BitcodeCommand {
    const char *dir;      /* where it is run */
    const char *source;   /* as the person named it */
    const char *language; /* as given with -x, "" if not */
    const char **args;    /* that decide what the source means */
    size_t nargs;
};

/* As texts, each with a NUL behind it, and back. */
void bitcode_pack(const BitcodeCommand *c, Str *out);
bool bitcode_parse(const void *bytes, size_t n, Arena *a, BitcodeCommand *out,
                   Diag *d);

typedef VEC(const char *) BitcodeWords;

/* The words of the command; clang is told to read files through `overlay` (a
 * file of its virtual file system; NULL: none) and writes to `output`. */
void bitcode_words(const BitcodeCommand *c, const char *clang,
                   const char *overlay, const char *output, BitcodeWords *out);

/* The same of the command that makes an object, with the options for code that
 * it was given. */
void bitcode_object_words(const BitcodeCommand *c, const char *clang,
                          const char *overlay, const char *output,
                          BitcodeWords *out);

#endif
