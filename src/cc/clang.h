/* clang.h - the clang that everything is compiled and linked with. */
#ifndef CULPRIT_CC_CLANG_H
#define CULPRIT_CC_CLANG_H

#include "base/diag.h"

#include <stddef.h>

/* $CULPRIT_CLANG, or where the LLVM we need is installed. Never freed. */
bool clang_find(const char **path, Diag *d);

/* Ask this clang for its version (a process): false if it is not ours. */
bool clang_check(const char *path, Diag *d);

/* The same from what it made: bitcode names the compiler it comes from. */
bool clang_check_bitcode(const char *path, const void *bitcode, size_t n,
                         Diag *d);

#endif
