/* manifest.c - suite.json: a program, its tests, its faulty versions.
 *
 * See docs/man/culprit-bench.md for the format. Unknown members are ignored, so
 * notes may be kept in it.
 */
#include "bench/corpus.h"

#include "base/io.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* One manifest while it is read. */
typedef struct ManifestReader ManifestReader;
struct ManifestReader {
    Corpus *corpus;
    const char *dir;
    Diag *d;
};

/* A path below the directory: nothing above it is copied. */
static bool
is_below(const char *path)
{
    if (!path[0] || path[0] == '/')
        return false;
    for (const char *at = path; *at;) {
        size_t n = strcspn(at, "/");
        if (n == 2 && at[0] == '.' && at[1] == '.')
            return false;
        at += n + (at[n] == '/');
    }
    return true;
}

static const char *
in_dir(ManifestReader *r, const char *path)
{
    return arena_printf(&r->corpus->arena, "%s/%s", r->dir, path);
}

/* A member that is a string; `fallback` if it is missing (NULL: it must not
 * be). */
static bool
get_text(ManifestReader *r, const json_t *o, const char *name,
         const char *fallback, const char **out)
{
    const json_t *v = json_object_get(o, name);

    if (!v && fallback) {
        *out = fallback;
        return true;
    }
    if (!json_is_string(v))
        return diag_fail(r->d, "\"%s\" should be a string", name);
    *out = arena_strdup(&r->corpus->arena, json_string_value(v));
    return true;
}

static bool
get_texts(ManifestReader *r, const json_t *o, const char *name, Texts *out)
{
    const json_t *list = json_object_get(o, name);
    size_t n = json_array_size(list);

    *out = (Texts){.at = ARENA_ARRAY(&r->corpus->arena, const char *, n + 1)};
    if (list && !json_is_array(list))
        return diag_fail(r->d, "\"%s\" should be a list of strings", name);
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return diag_fail(r->d, "\"%s\" should hold strings only", name);
        out->at[out->n++] = arena_strdup(&r->corpus->arena, text);
    }
    return true;
}

/* A member that is true or false; false if it is missing. */
static bool
get_flag(ManifestReader *r, const json_t *o, const char *name, bool *out)
{
    const json_t *v = json_object_get(o, name);

    *out = json_is_true(v);
    return !v || json_is_boolean(v) ||
           diag_fail(r->d, "\"%s\" should be true or false", name);
}

static bool
get_place(ManifestReader *r, const json_t *o, Place *out)
{
    json_int_t line = json_integer_value(json_object_get(o, "line"));

    if (!get_text(r, o, "file", NULL, &out->file))
        return false;
    if (line < 1 || line > INT_MAX)
        return diag_fail(r->d, "\"line\" should be a line number");
    out->line = (uint32_t)line;
    return true;
}

static bool
get_places(ManifestReader *r, const json_t *places, Fault *f)
{
    f->at = ARENA_ARRAY(&r->corpus->arena, Place, json_array_size(places) + 1);
    for (; f->n < json_array_size(places); f->n++)
        if (!get_place(r, json_array_get(places, f->n), &f->at[f->n]))
            return false;
    return true;
}

static bool
get_uses(ManifestReader *r, const json_t *o, Version *v)
{
    const json_t *uses = json_object_get(o, "uses");

    if (uses && !json_is_array(uses))
        return diag_fail(r->d,
                         "\"uses\" should be a list of {\"file\", \"line\"}");
    return get_places(r, uses, &v->uses);
}

static bool
get_faults(ManifestReader *r, const json_t *o, Version *v)
{
    const json_t *faults = json_object_get(o, "faults");
    Arena *a = &r->corpus->arena;

    if (faults && !json_is_array(faults))
        return diag_fail(r->d, "\"faults\" should be a list of lists of "
                               "{\"file\", \"line\"}");
    v->nfaults = json_array_size(faults);
    v->faults = ARENA_ARRAY(a, Fault, v->nfaults);
    for (size_t i = 0; i < v->nfaults; i++) {
        const json_t *places = json_array_get(faults, i);
        if (json_array_size(places) == 0)
            return diag_fail(r->d, "a fault has no lines");
        if (!get_places(r, places, &v->faults[i]))
            return false;
    }
    return true;
}

static bool
get_version(ManifestReader *r, const json_t *o, Version *v)
{
    const char *patch = "", *macro = "";

    if (!get_text(r, o, "id", NULL, &v->id))
        return false;
    if (!corpus_is_name(v->id))
        return diag_fail(r->d, "\"%s\" cannot be the name of a version", v->id);
    if (!get_text(r, o, "patch", "", &patch) ||
        !get_text(r, o, "macro", "", &macro) ||
        !get_text(r, o, "symptom", "", &v->symptom) ||
        !get_text(r, o, "note", "", &v->note) ||
        !get_texts(r, o, "cflags", &v->cflags) ||
        !get_texts(r, o, "kinds", &v->kinds) || !get_faults(r, o, v) ||
        !get_uses(r, o, v))
        return diag_context(r->d, "version %s", v->id);
    if (*patch && !is_below(patch))
        return diag_fail(r->d, "version %s: the patch %s is not below %s",
                         v->id, patch, r->dir);
    if (!*patch && !*macro && !v->cflags.n)
        return diag_fail(r->d,
                         "version %s has no \"patch\", \"macro\" or "
                         "\"cflags\" to make it with",
                         v->id);
    v->patch = *patch ? in_dir(r, patch) : NULL;
    v->macro = *macro ? macro : NULL;
    return true;
}

static bool
get_versions(ManifestReader *r, const json_t *o)
{
    const json_t *list = json_object_get(o, "versions");
    Corpus *c = r->corpus;
    size_t n = json_array_size(list);

    if (n == 0)
        return diag_fail(r->d, "\"versions\" should list faulty versions");
    c->versions = ARENA_ARRAY(&c->arena, Version, n);
    for (; c->nversions < n; c->nversions++) {
        Version *v = &c->versions[c->nversions];
        if (!get_version(r, json_array_get(list, c->nversions), v))
            return false;
        for (size_t i = 0; i < c->nversions; i++)
            if (strcmp(c->versions[i].id, v->id) == 0)
                return diag_fail(r->d, "version %s is listed twice", v->id);
    }
    return true;
}

static bool
get_build(ManifestReader *r, const json_t *o, CorpusBuild *b)
{
    if (!get_texts(r, o, "sources", &b->sources) ||
        !get_texts(r, o, "cflags", &b->cflags) ||
        !get_texts(r, o, "ldflags", &b->ldflags))
        return false;
    if (b->sources.n == 0)
        return diag_fail(r->d, "\"sources\" should list files to compile, or "
                               "\"root\" name the document root of a PHP "
                               "application");
    for (size_t i = 0; i < b->sources.n; i++)
        if (!is_below(b->sources.at[i]))
            return diag_fail(r->d, "the source %s is not below %s",
                             b->sources.at[i], r->dir);
    return true;
}

static bool
get_php(ManifestReader *r, const json_t *o, CorpusPhp *p)
{
    if (!get_text(r, o, "root", NULL, &p->root) ||
        !get_text(r, o, "errors", "", &p->errors) ||
        !get_flag(r, o, "html", &p->html) ||
        !get_flag(r, o, "compat", &p->compat))
        return false;
    return is_below(p->root) ||
           diag_fail(r->d, "the root %s is not below %s", p->root, r->dir);
}

static bool
get_program(ManifestReader *r, const json_t *o)
{
    return json_object_get(o, "root") ? get_php(r, o, &r->corpus->php)
                                      : get_build(r, o, &r->corpus->build);
}

static bool
get_corpus(ManifestReader *r, const json_t *o)
{
    Corpus *c = r->corpus;
    const char *schema = "", *tests = "", *hidden = "";

    if (!get_text(r, o, "schema", NULL, &schema))
        return false;
    if (strcmp(schema, "culprit.suite/1") != 0)
        return diag_fail(r->d, "\"schema\" is %s, expected culprit.suite/1",
                         schema);
    if (!get_text(r, o, "name", NULL, &c->name) || !get_program(r, o) ||
        !get_text(r, o, "tests", "tests.txt", &tests) ||
        !get_text(r, o, "hidden", "", &hidden))
        return false;
    if (!corpus_is_name(c->name))
        return diag_fail(r->d, "\"%s\" cannot be the name of a suite", c->name);
    if (!is_below(tests))
        return diag_fail(r->d, "the tests %s are not below %s", tests, r->dir);
    if (*hidden && !is_below(hidden))
        return diag_fail(r->d, "the hidden tests %s are not below %s", hidden,
                         r->dir);
    c->tests = in_dir(r, tests);
    c->hidden = *hidden ? in_dir(r, hidden) : NULL;
    return get_versions(r, o);
}

bool
manifest_parse(const char *bytes, size_t n, const char *dir, Corpus *out,
               Diag *d)
{
    json_error_t error;
    json_t *o = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &error);

    if (!o)
        return diag_fail(d, "line %d: %s", error.line, error.text);
    out->dir = arena_strdup(&out->arena, dir);
    ManifestReader r = {.corpus = out, .dir = out->dir, .d = d};
    bool ok = get_corpus(&r, o);
    json_decref(o);
    return ok;
}
