/* reference.c - the program that is right, in the place of another. */
#include "session/reference.h"

#include "base/io.h"
#include "base/mem.h"

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
    if (!program && spec->good)
        return diag_fail(d, "--good builds one program: name it with "
                            "--program (--since takes a whole project)");
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
    } else if (reference && !program) {
        return diag_fail(d, "--reference stands for one program: name it with "
                            "--program");
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
