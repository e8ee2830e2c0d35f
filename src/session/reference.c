/* reference.c - the program that is right, in the place of another. */
#include "session/reference.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool
open_since(const char *revision, History *h, Diag *d)
{
    Commit c;

    if (!git_commit(&h->git, revision, &h->arena, &c, d))
        return diag_context(d, "--since");
    const bool same = strncmp(c.id, revision, strlen(revision)) == 0;
    h->since.git = &h->git;
    h->since.shown =
        same ? c.brief : arena_printf(&h->arena, "%s (%s)", revision, c.brief);
    return changes_since(&h->git, c.id, &h->since.changes, d);
}

bool
history_open(const HistorySpec *spec, const char *program, const char *store,
             History *h, Diag *d)
{
    *h = (History){0};
    if (spec->build && !spec->good)
        return diag_fail(d, "--build goes with --good");
    if (!spec->good && !spec->since)
        return true;
    const RevisionSpec revision = {
        .name = spec->good,
        .store = store,
        .command = spec->build,
        .progress = spec->progress,
        .context = spec->context,
    };
    return (program ? revision_home(program, &h->git, d)
                    : git_open(".", &h->git, d)) &&
           (!spec->good || revision_open(&revision, &h->git, &h->good, d) ||
            diag_context(d, "--good")) &&
           open_since(spec->since ? spec->since : spec->good, h, d);
}

void
history_close(History *h)
{
    revision_close(h->good);
    changes_done(&h->since.changes);
    git_done(&h->git);
    arena_done(&h->arena);
    *h = (History){0};
}

/* The longest end of the program's path that leads to an executable there. */
static char *
same_place(const char *dir, const char *program)
{
    for (const char *at = program; at; at = strchr(at + 1, '/')) {
        char *path = io_join(dir, at + (*at == '/'));
        if (access(path, X_OK) == 0 && !io_is_dir(path))
            return path;
        free(path);
    }
    return NULL;
}

bool
reference_of(const char *reference, History *h, const char *program,
             const char *given, char **path, Diag *d)
{
    const char *built;

    *path = NULL;
    if (h->good) {
        if (!revision_program(h->good, program, given, &built, d))
            return diag_context(d, "--good");
        *path = mem_strdup(built);
    } else if (reference && io_is_dir(reference)) {
        *path = same_place(reference, program);
        return *path || diag_fail(d,
                                  "--reference %s: no executable there stands "
                                  "in the place of %s",
                                  reference, program);
    } else if (reference) {
        *path = mem_strdup(reference);
    }
    return true;
}

/* References of several programs: a list of files with what is in them, and
 * beside it a link for each, as variants have them (variant/variant.h). */
typedef struct ReferenceList ReferenceList;
struct ReferenceList {
    const Subject *subject;
    Texts paths; /* of each program; NULL: it has none */
    Str text;
    size_t n;
    char *why; /* the first has none; or NULL */
};

/* libtool's script finds the libraries that belong to its program. */
static char *
wrapper_of(const char *program)
{
    static const char libs[] = "/.libs/";
    const char *at = strstr(program, libs);
    char *path = at ? mem_printf("%.*s/%s", (int)(at - program), program,
                                 at + strlen(libs))
                    : NULL;

    if (path && access(path, X_OK) == 0 && !io_is_dir(path))
        return path;
    free(path);
    return NULL;
}

static bool
add_reference(ReferenceList *l, const char *reference, History *h, size_t i,
              Diag *d)
{
    const char *program = l->subject->programs.at[i];
    char *path = NULL, *script = NULL;
    Digest digest;
    Diag why;

    diag_init(&why);
    bool has = reference_of(reference, h, program, program, &path, &why);
    if (!has && !l->why)
        l->why = mem_strdup(why.error);
    diag_done(&why);
    if (path && !h->good && (script = wrapper_of(path))) {
        free(path);
        path = script;
    }
    l->paths.at[i] = path;
    if (!path)
        return true;
    l->n++;
    bool ok = hash_file(path, &digest, d);
    str_printf(&l->text, "%s %s %s\n", l->subject->build_ids.at[i], digest.hex,
               path);
    return ok;
}

static bool
write_list(const ReferenceList *l, const char *store, char **path, Diag *d)
{
    const Digest digest = hash_digest(str_text(&l->text), l->text.n);
    char *dir = io_join(store, "reference");
    *path = io_join(dir, digest.hex);
    char *entries = variant_entries(l->subject, *path);
    bool ok = io_mkdirs(entries, d) &&
              io_write(*path, str_text(&l->text), l->text.n, d);

    for (size_t i = 0; ok && i < l->paths.n; i++) {
        char *link = variant_for(l->subject, *path, i);
        if (l->paths.at[i])
            ok = symlink(l->paths.at[i], link) == 0 || errno == EEXIST ||
                 diag_errno(d, "cannot make %s", link);
        free(link);
    }
    free(entries);
    free(dir);
    return ok;
}

bool
reference_of_all(const char *reference, History *h, const Subject *s,
                 const char *store, char **path, Diag *d)
{
    ReferenceList l = {.subject = s, .paths = {.n = s->programs.n}};
    const char *option = h->good ? "--good" : "--reference";
    bool ok = h->good || io_is_dir(reference) ||
              diag_fail(d,
                        "--reference %s is one program: name the one whose "
                        "place it takes with --program, or give a directory",
                        reference);

    l.paths.at = mem_zalloc(s->programs.n, sizeof *l.paths.at);
    for (size_t i = 0; ok && i < s->programs.n; i++)
        ok = add_reference(&l, reference, h, i, d);
    if (ok && l.n == 0)
        ok = diag_fail(d, "%s", l.why);
    else if (ok && l.n < s->programs.n)
        diag_warn(d,
                  "%s: %zu of the %zu programs %s no reference, so what they "
                  "should do is not known: %s",
                  option, s->programs.n - l.n, s->programs.n,
                  s->programs.n - l.n == 1 ? "has" : "have", l.why);
    ok = ok && write_list(&l, store, path, d);
    for (size_t i = 0; i < l.paths.n; i++)
        free((char *)(uintptr_t)l.paths.at[i]);
    free(l.paths.at);
    str_done(&l.text);
    free(l.why);
    return ok;
}
