/* key.c - digests of what a version's result depends on. */
#include "bench/key.h"

#include "base/io.h"
#include "base/str.h"
#include "bench/stage.h"
#include "format/tuning.h"
#include "variant/php.h"

#include <stdlib.h>
#include <string.h>

static bool
add_file(Str *all, const char *path, Diag *d)
{
    Digest one;

    if (!hash_file(path, &one, d))
        return false;
    str_printf(all, "%s\n", one.hex);
    return true;
}

static void
add_texts(Str *all, const char *what, const Texts *texts)
{
    str_printf(all, "%s %zu\n", what, texts->n);
    for (size_t i = 0; i < texts->n; i++)
        str_printf(all, "%s\n", texts->at[i]);
}

/* Everything about culprit itself that makes a difference. */
static bool
add_culprit(Str *all, Diag *d)
{
    char *dir = io_own_dir(), *runtime = NULL;
    char *cc = io_join(dir, "culprit-cc");

    bool ok = add_file(all, "/proc/self/exe", d) && add_file(all, cc, d) &&
              io_resource("libprofile.a", &runtime, d) &&
              add_file(all, runtime, d);
    free(dir);
    free(cc);
    free(runtime);
    return ok;
}

/* Of an application: how it is judged, and by which host. */
static bool
add_php(Str *all, const CorpusPhp *p, Diag *d)
{
    char *host = NULL, *compat = NULL;

    if (!p->root)
        return true;
    str_printf(all, "root %s errors %s html %d compat %d\n", p->root, p->errors,
               p->html, p->compat);
    bool ok = php_host(&host, d) && add_file(all, host, d) &&
              io_resource("compat.php", &compat, d) && add_file(all, compat, d);
    free(host);
    free(compat);
    return ok;
}

static bool
is_patch(const Corpus *c, const char *file)
{
    size_t n = strlen(c->dir);

    for (size_t i = 0; i < c->nversions; i++)
        if (c->versions[i].patch && strlen(c->versions[i].patch) > n &&
            strcmp(c->versions[i].patch + n + 1, file) == 0)
            return true;
    return false;
}

/* The files below the directory, but for the manifest, patches and notes. */
static bool
add_tree(Str *all, const Corpus *c, const char *dir, Diag *d)
{
    Arena a = {0};
    Texts files, kept = {0};
    Digest digest;
    bool ok = stage_list(&a, dir, false, &files, d);

    kept.at = ARENA_ARRAY(&a, const char *, files.n);
    for (size_t i = 0; ok && i < files.n; i++)
        if (strcmp(files.at[i], "suite.json") != 0 &&
            !strstr(files.at[i], ".md") && !is_patch(c, files.at[i]))
            kept.at[kept.n++] = files.at[i];
    ok = ok && stage_digest(dir, &kept, &digest, d);
    if (ok)
        str_printf(all, "%s\n", digest.hex);
    arena_done(&a);
    return ok;
}

bool
key_corpus(const Corpus *c, const BenchSpec *spec, Digest *out, Diag *d)
{
    Str all = {0};
    bool ok = add_culprit(&all, d) && add_php(&all, &c->php, d) &&
              add_tree(&all, c, c->dir, d) && add_file(&all, c->tests, d) &&
              (!c->hidden || add_file(&all, c->hidden, d)) &&
              (!c->inputs || add_tree(&all, c, c->inputs, d));

    add_texts(&all, "sources", &c->build.sources);
    add_texts(&all, "cflags", &c->build.cflags);
    add_texts(&all, "ldflags", &c->build.ldflags);
    add_texts(&all, "more cflags", &spec->cflags);
    add_texts(&all, "more ldflags", &spec->ldflags);
    str_printf(&all, "%g %g\n", spec->time_s, spec->find_s);
    tuning_changes(&all);
    *out = hash_digest(str_text(&all), all.n);
    str_done(&all);
    return ok;
}

bool
key_version(const Version *v, const Digest *corpus, Digest *out, Diag *d)
{
    Str all = {0};
    const Corpus none = {.dir = ""};
    bool ok = (!v->patch || add_file(&all, v->patch, d)) &&
              (!v->overlay || add_tree(&all, &none, v->overlay, d));

    str_printf(&all, "%s %s %s\n", corpus->hex, v->id,
               v->macro ? v->macro : "");
    add_texts(&all, "cflags", &v->cflags);
    add_texts(&all, "kinds", &v->kinds);
    for (size_t i = 0; i < v->nfaults; i++)
        for (size_t k = 0; k < v->faults[i].n; k++)
            str_printf(&all, "%zu %s:%u\n", i, v->faults[i].at[k].file,
                       v->faults[i].at[k].line);
    for (size_t k = 0; k < v->uses.n; k++)
        str_printf(&all, "use %s:%u\n", v->uses.at[k].file, v->uses.at[k].line);
    *out = hash_digest(str_text(&all), all.n);
    str_done(&all);
    return ok;
}
