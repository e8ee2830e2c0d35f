/* corpus.c - open a directory of faulty versions, whatever its layout. */
#include "bench/corpus.h"

#include "base/io.h"
#include "base/mem.h"
#include "bench/testplan.h"
#include "suite/kinds.h"

#include <stdlib.h>
#include <string.h>

bool
corpus_is_name(const char *name)
{
    return name[0] && name[0] != '.' && strlen(name) < 200 &&
           !name[strcspn(name, "/ \t\n\"'\\")];
}

static bool
open_manifest(const char *file, const char *dir, Corpora *out, Diag *d)
{
    Corpus c = {0};
    Bytes b;

    if (!io_read(file, &b, d))
        return false;
    bool ok = manifest_parse((const char *)b.at, b.n, dir, &c, d);
    io_bytes_done(&b);
    if (!ok) {
        arena_done(&c.arena);
        return diag_context(d, "%s", file);
    }
    if (out->n == out->cap) {
        out->cap = out->cap ? 2 * out->cap : 8;
        out->at = mem_resize(out->at, out->cap, sizeof *out->at);
    }
    out->at[out->n++] = c;
    return true;
}

bool
corpus_open(const char *dir, Corpora *out, Diag *d)
{
    char *full = io_absolute(dir);
    char *manifest = io_join(full, "suite.json");
    bool ok;

    if (io_exists(manifest))
        ok = open_manifest(manifest, full, out, d);
    else if (!io_is_dir(full))
        ok = diag_fail(d, "%s is not a directory", dir);
    else if (sir_looks_so(full))
        ok = sir_open(full, out, d);
    else
        ok = diag_fail(
            d,
            "%s has no suite.json, nor versions.alt/, versions*/ "
            "or FaultSeeds.h as SIR has them (see docs/man/culprit-bench.md)",
            dir);
    free(manifest);
    free(full);
    return ok;
}

void
corpora_done(Corpora *c)
{
    for (size_t i = 0; i < c->n; i++)
        arena_done(&c->at[i].arena);
    free(c->at);
    *c = (Corpora){0};
}

bool
corpus_tests(const Corpus *c, const char *file, const char *dir, Suite *out,
             Diag *d)
{
    Bytes b;

    *out = (Suite){0};
    if (!io_read(file, &b, d))
        return false;
    const char *text = (const char *)b.at;
    bool ok =
        c->php.root
            ? suite_requests_parse(out, c->name, file, dir, text, b.n, d)
            : testplan_parse(out, c->name, file, dir, c->sir, text, b.n, d);
    io_bytes_done(&b);
    if (ok && out->n == 0)
        ok = diag_fail(d, "%s has no tests", file);
    if (!ok)
        suite_done(out);
    return ok;
}
