/* importer.h - coverage made elsewhere: its formats, and where verdicts come
 * from; see docs/man/culprit-import.md.
 *
 * Parsers are pure functions over bytes. `path` is for messages only, which
 * name it and the line. `test` is the test that the bytes belong to where
 * the format does not say.
 */
#ifndef CULPRIT_SPECTRUM_IMPORTER_H
#define CULPRIT_SPECTRUM_IMPORTER_H

#include "spectrum/foreign.h"

typedef bool ImportParse(const char *path, const uint8_t *bytes, size_t n,
                         const char *test, Foreign *f, Diag *d);

ImportParse lcov_parse;    /* lcov .info */
ImportParse gcov_parse;    /* gcov --json-format */
ImportParse llvmcov_parse; /* llvm-cov export */
ImportParse tcm_parse;     /* FLITSR */
ImportParse runs_parse;    /* our own culprit.runs/1 */
ImportParse cobertura_parse;
ImportParse clover_parse;   /* says why it cannot */
ImportParse verdicts_parse; /* lines "pass NAME", "FAIL: NAME", ...; JUnit's */
ImportParse junit_parse;

/* PHPUnit's --coverage-xml: the directory of the sources is in the index; each
 * file of the report then needs it. */
bool coveragexml_source(const char *path, const uint8_t *bytes, size_t n,
                        Arena *a, const char **source, Diag *d);
bool coveragexml_parse(const char *path, const uint8_t *bytes, size_t n,
                       const char *source, Foreign *f, Diag *d);

/* GZoltar's three files, of the directory `path`. */
typedef struct GzoltarFiles GzoltarFiles;
struct GzoltarFiles {
    const uint8_t *matrix, *spectra, *tests;
    size_t nmatrix, nspectra, ntests;
};
bool gzoltar_parse(const char *path, const GzoltarFiles *files, Foreign *f,
                   Diag *d);

typedef struct Importer Importer;
struct Importer {
    const char *name, *help;
    ImportParse *parse;
    bool (*read)(const char *dir, Foreign *f, Diag *d); /* or of all files */
    bool has_verdicts; /* the format says them itself */
};

extern const Importer importers[]; /* ends with a NULL name */
const Importer *importer_by_name(const char *name);

/* Read all paths (files, or directories of one entry for each test) and, if
 * not NULL, the file of verdicts. Tests without a verdict are a warning; none
 * with one is a failure. */
bool importer_read(const Importer *i, const char *const *paths, size_t n,
                   const char *verdicts, Runs *out, Diag *d);

/* A word for a verdict, in any case: "pass", "ok", "FAILED", "skip", ... */
bool importer_verdict(const char *word, size_t n, Verdict *out);

#endif
