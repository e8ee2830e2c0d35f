/* fingerprint.c - what a run depends on, as a digest. */
#include "run/fingerprint.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "process/scratch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void
fingerprint_done(Fingerprinter *f)
{
    map_done(&f->known);
    free(f->digests);
    *f = (Fingerprinter){0};
}

static void
remember(Fingerprinter *f, const char *path, const Digest *digest)
{
    if (f->n == f->cap) {
        f->cap = f->cap ? 2 * f->cap : 64;
        f->digests = mem_resize(f->digests, f->cap, sizeof *f->digests);
    }
    map_put_text(&f->known, path, (uint32_t)f->n);
    f->digests[f->n++] = *digest;
}

static bool
digest_path(Fingerprinter *f, const char *path, bool is_dir, Digest *out,
            Diag *d)
{
    const uint32_t *known = map_find_text(&f->known, path);
    Str manifest = {0};

    if (known) {
        *out = f->digests[*known];
        return true;
    }
    bool ok = is_dir ? scratch_manifest(path, f->skip, &manifest, d)
                     : hash_file(path, out, d);
    if (ok && is_dir)
        *out = hash_digest(str_text(&manifest), manifest.n);
    str_done(&manifest);
    if (ok)
        remember(f, path, out);
    return ok;
}

/* A string with its end, so that "ab","c" and "a","bc" differ. */
static void
add_text(Str *s, const char *text)
{
    str_add(s, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* The file's contents, if the word names one. */
static bool
add_file(Fingerprinter *f, const char *dir, const char *word, Str *s, Diag *d)
{
    struct stat st;
    Digest digest;

    if (!*word || strlen(word) > 4096)
        return true;
    char *path = io_join(dir, word);
    bool ok = true;
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
        ok = digest_path(f, path, false, &digest, d);
        if (ok)
            add_text(s, digest.hex);
    }
    free(path);
    return ok;
}

/* A word, `--option=FILE`, or the words of a shell command. */
static bool
add_files(Fingerprinter *f, const char *dir, const char *arg, Str *s, Diag *d)
{
    const char *equals = strchr(arg, '=');
    char *copy, *rest;

    if (!add_file(f, dir, arg, s, d) ||
        (equals && !add_file(f, dir, equals + 1, s, d)))
        return false;
    if (!strpbrk(arg, " \t\n;|&<>"))
        return true;
    bool ok = true;
    copy = rest = mem_strdup(arg);
    for (char *word; ok && (word = strsep(&rest, " \t\n;|&<>()\"'"));)
        ok = add_file(f, dir, word, s, d);
    free(copy);
    return ok;
}

/* Of which point the test is. */
static void
add_point(const Test *t, Str *s)
{
    const TestWhole *w = t->check.whole;

    add_text(s, t->check.number < w->n ? w->names[t->check.number] : "");
    add_text(s, w->rules.pass);
    add_text(s, w->rules.fail);
}

bool
fingerprint_test(Fingerprinter *f, const Test *t, Digest *out, Diag *d)
{
    Str s = {0};
    Digest digest;
    bool ok = true;

    add_text(&s, t->dir);
    for (char *const *a = t->argv; ok && *a; a++) {
        add_text(&s, *a);
        if (a != t->argv || !t->direct)
            ok = add_files(f, t->dir, *a, &s, d);
    }
    add_text(&s, NULL);
    for (char *const *e = t->env; e && *e; e++)
        add_text(&s, *e);
    add_text(&s, t->check.function);
    if (t->check.whole && t->check.whole->names)
        add_point(t, &s);
    add_text(&s, t->input);
    if (ok && t->input)
        ok = add_file(f, t->dir, t->input, &s, d);
    if (ok && f->whole_dirs) {
        ok = digest_path(f, t->dir, true, &digest, d);
        if (ok)
            add_text(&s, digest.hex);
    }
    for (char *const *e = t->rules.pass; e && *e; e++)
        add_text(&s, *e);
    for (char *const *e = t->rules.fail; e && *e; e++)
        add_text(&s, *e);
    str_printf(&s, "%g %d %d %d", t->time_s, t->rules.fails, t->rules.tap,
               t->rules.skip_status);
    *out = hash_digest(s.at, s.n);
    str_done(&s);
    return ok;
}
