/* corpus.h - faulty versions of one program, with its tests and its faults.
 *
 * A corpus is described by a manifest (suite.json, manifest.c) or found in the
 * layout of the Software-artifact Infrastructure Repository (sir.c). Every
 * version is the correct program with one change: a patch, files that replace
 * others, or a macro. The program is C that is compiled, or a PHP application.
 */
#ifndef CULPRIT_BENCH_CORPUS_H
#define CULPRIT_BENCH_CORPUS_H

#include "base/arena.h"
#include "base/texts.h"
#include "suite/suite.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Place Place; /* a line of the faulty version */
struct Place {
    const char *file; /* below the version's directory */
    uint32_t line;
};

/* The lines that count as one fault: finding any of them is finding it. */
typedef struct Fault Fault;
struct Fault {
    Place *at;
    size_t n;
};

typedef struct Version Version;
struct Version {
    const char *id;      /* names files: no slash */
    const char *patch;   /* absolute; or NULL */
    const char *overlay; /* directory of files that replace others; or NULL */
    const char *macro;   /* to be defined; or NULL */
    Texts cflags;        /* of this version only */
    Texts kinds;         /* "wrong-condition", ...; may be empty */
    const char *symptom, *note; /* "" if unknown */
    Fault *faults;
    size_t nfaults; /* 0: to be derived from the change */
    Fault uses;     /* lines that use what an omitted statement should have
                       set; may be empty */
};

/* C: what is compiled, and how. */
typedef struct CorpusBuild CorpusBuild;
struct CorpusBuild {
    Texts sources; /* below the corpus's directory */
    Texts cflags, ldflags;
};

/* A PHP application: where it is, and what else is a failure. */
typedef struct CorpusPhp CorpusPhp;
struct CorpusPhp {
    const char *root;   /* below the corpus's directory; NULL: it is C */
    const char *errors; /* as --errors; "" */
    bool html, compat;
};

typedef struct Corpus Corpus;
struct Corpus {
    Arena arena; /* owns everything here */
    const char *name;
    const char *dir; /* of the correct sources, absolute */
    CorpusBuild build;
    CorpusPhp php;
    const char *tests;  /* file with a test per line, absolute */
    const char *hidden; /* another, to check answers with; or NULL */
    const char *inputs; /* SIR: what tests call ../inputs; else NULL */
    bool sir;           /* tests run in a sibling of inputs */
    Version *versions;
    size_t nversions;
};

typedef struct Corpora Corpora;
struct Corpora {
    Corpus *at;
    size_t n, cap;
};

/* Append what the directory holds: one corpus, or one for each FaultSeeds.h
 * of a SIR object. */
bool corpus_open(const char *dir, Corpora *out, Diag *d);
void corpora_done(Corpora *c);

/* Read the tests of a file; they run in `dir` and call the program by the
 * corpus's name, whatever version it is, so that usage messages do not differ.
 */
bool corpus_tests(const Corpus *c, const char *file, const char *dir,
                  Suite *out, Diag *d);

/* For manifest.c and sir.c. */
bool manifest_parse(const char *bytes, size_t n, const char *dir, Corpus *out,
                    Diag *d);
bool sir_open(const char *dir, Corpora *out, Diag *d);
bool sir_looks_so(const char *dir);

/* May a file be called that? */
bool corpus_is_name(const char *name);

#endif
