/* variant.h - a program ready to be run instrumented for one purpose.
 *
 * A Subject is an executable built with culprit-cc, or all those of a project:
 * one model, and the way to its variants. Models and variants are cached by
 * build id below `cache`. A variant of several executables is one file that
 * stands for each of them, by the name that it is executed under.
 */
#ifndef CULPRIT_VARIANT_VARIANT_H
#define CULPRIT_VARIANT_VARIANT_H

#include "base/hash.h"
#include "base/texts.h"
#include "format/script.h"
#include "program/calls.h"
#include "program/probe.h"
#include "program/program.h"
#include "program/summary.h"

typedef enum {
    VARIANT_PLAIN,    /* not instrumented: the baseline of measurements */
    VARIANT_PROFILE,  /* edge counters */
    VARIANT_RETURNS,  /* edge counters and classes of returned values */
    VARIANT_PAIRS,    /* these, and comparisons of assigned variables */
    VARIANT_ALL,      /* a counter on every edge: checks the others */
    VARIANT_TRACE,    /* records its run; see variant_script */
    VARIANT_RETRACE,  /* the same, and its state can be altered: run/alter.h */
    VARIANT_CONCOLIC, /* records expressions and its path: format/concolic.h */
    VARIANT_ALTER,    /* the same, with sites: format/alter.h */
    VARIANT_MUTATE,   /* every small change, one at a time: variant/mutate.h */
} VariantKind;

typedef struct Subject Subject;
struct Subject {
    char *path;      /* the executable, or the first one, absolute */
    Texts programs;  /* all of them */
    Texts build_ids; /* of each, hex, from the ELF note */
    char *cache;     /* where models and variants are kept */
    Digest maker;    /* of this culprit */
    Program program;
    ProbePlan plan;
};

/* Read the executable's bitcode (or the cached model); of a directory, that of
 * all programs below it. Fails with a sentence
 * for a file that is no ELF, has no bitcode, or bitcode of another LLVM. */
bool subject_open(const char *path, const char *cache, Subject *out, Diag *d);
void subject_done(Subject *s);

/* One more program of a subject that is being opened. */
void subject_add(Subject *s, const char *path, const char *build_id);

/* The same for several; those without bitcode are left out with a warning. */
bool subject_open_all(const Texts *programs, const char *cache, Subject *out,
                      Diag *d);

/* How many of the program's value counters this kind has: the first ones. */
uint32_t variant_nvalues(const Program *p, VariantKind kind);

/* Build the variant unless cached; *path is the executable (caller frees). */
bool variant_get(const Subject *s, VariantKind kind, char **path, Diag *d);

/* The file to execute in the place of one of the subject's programs, where
 * `variant` is an executable that variant_get or rebuild_make made. The caller
 * frees it. */
char *variant_for(const Subject *s, const char *variant, size_t program);

/* The directory with such files of all programs, or NULL where there is but
 * one; the caller frees it. */
char *variant_entries(const Subject *s, const char *variant);

/* Make that directory. */
bool variant_enter(const Subject *s, const char *variant, Diag *d);
/* Which functions each block calls. Where that is not known, as in PHP, there
 * are no blocks. */
bool variant_calls(const Subject *s, Calls *out, Diag *d);

/* Is it a PHP application? */
bool subject_is_php(const Subject *s);

/* A variant that holds itself back from all that process/confine.h does, as
 * its runs need a place of their own; *path is NULL if it does not. The caller
 * frees. */
bool variant_confined(const char *variant, char **path, Diag *d);

/* The program's summary control dependences, inside functions or `across` them,
 * cached like its model. */
bool variant_summaries(const Subject *s, bool across, Summaries *out, Diag *d);

/* Where it can be altered, by requests to VARIANT_MUTATE: variant/mutate.h. */
typedef struct MutateSites MutateSites;
bool variant_sites(const Subject *s, MutateSites *out, Diag *d);

/* Are they in the cache? */
bool variant_is_cached(const Subject *s, VariantKind kind);
bool variant_has_summaries(const Subject *s, bool across);

/* The script of both trace variants, one of which must have been built. */
bool variant_script(const Subject *s, Script *out, Diag *d);

#endif
