/* filter.h - which entities are ranked: --include, --exclude, no test code and
 * nothing from others (origin.h) unless an include names it, the LCOV_EXCL_LINE
 * and LCOV_EXCL_START/STOP marks in the sources, and no closing braces: the
 * compiler gives them the jump at the end of a block, but there is nothing to
 * read.
 *
 * A pattern (as in the shell) matches a function's name, or the end of a path
 * from one of its slashes on: `*_test.c`, `third_party/<star>`, `main`. With
 * includes, one must match; no exclude may.
 */
#ifndef CULPRIT_SPECTRUM_FILTER_H
#define CULPRIT_SPECTRUM_FILTER_H

#include "base/texts.h"
#include "format/script.h"
#include "spectrum/entity.h"

typedef struct Filter Filter;
struct Filter {
    const char *const *include, *const *exclude;
    size_t ninclude, nexclude;
    bool ignore_marks;
    bool names_only;        /* no source is read: no marks, and braces stay */
    bool own;               /* leave out tests and what is from others, */
    Texts tests;            /* with the main files of programs called so, */
    const Program *program; /* and its files with checks; or NULL */
};

bool filter_matches(const char *pattern, const char *path,
                    const char *function);

/* The same of files alone, without looking into them: which of these are left
 * out. If it were all of them, none is. */
void filter_files(const Filter *f, const char *const *files, size_t n,
                  bool *left_out);

/* The same of a script: for each of its lines, is its file left out? The caller
 * frees it. Without a filter NULL. */
bool *filter_lines(const Filter *f, const Script *s);

/* Set `skip` of the entities that are left out. Sources that cannot be read
 * have no marks. If nothing that failing runs execute were the project's own,
 * tests and code from others stay, and there is a warning. */
void filter_apply(const Filter *f, Entities *e, Diag *d);

#endif
