/* stage.h - the sources of one version in a directory of their own, built
 * with the compiler wrapper that is installed beside culprit.
 */
#ifndef CULPRIT_BENCH_STAGE_H
#define CULPRIT_BENCH_STAGE_H

#include "base/hash.h"
#include "bench/corpus.h"

/* Files below the directory, sorted, as paths below it. With `code`, only
 * those in directories that hold C sources or headers. */
bool stage_list(Arena *a, const char *dir, bool code, Texts *out, Diag *d);

/* Is it C source or header by its name? */
bool stage_is_code(const char *path);

/* Make `dir` the sources of the version (NULL: the correct one). */
bool stage_make(const Corpus *c, const Version *v, const char *dir, Diag *d);

/* Build dir/program; a failure quotes the compiler's first error. */
bool stage_build(const Corpus *c, const Version *v, const Texts *cflags,
                 const Texts *ldflags, const char *dir, Diag *d);

/* Digest of names and contents. */
bool stage_digest(const char *dir, const Texts *files, Digest *out, Diag *d);

#endif
