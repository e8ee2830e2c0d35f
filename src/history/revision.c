/* revision.c - programs as they were at a revision, built beside the store. */
#include "history/revision.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "cc/clang.h"
#include "history/recorded.h"
#include "history/worktree.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct Revision {
    RevisionSpec spec;
    const Git *git;
    Commit commit;
    Arena arena;
    const char *shown, *dir, *tree;
    Map tracked;
    Changes changes;
    bool known; /* what is tracked and changed */
};

bool
revision_home(const char *program, Git *out, Diag *d)
{
    char *dir = NULL;
    Diag why;

    *out = (Git){0};
    diag_init(&why);
    if (!recorded_sources(program, &dir, &why))
        dir = io_dirname(program); /* without bitcode */
    diag_done(&why);
    bool ok =
        git_open(dir, out, d) || diag_context(d, "the sources of %s", program);
    free(dir);
    return ok;
}

/* A build by another command is another build. */
static const char *
choose_dir(Revision *r)
{
    const RevisionSpec *s = &r->spec;

    if (!s->command)
        return arena_printf(&r->arena, "%s/good/%s", s->store, r->commit.id);
    const Digest key = hash_digest(s->command, strlen(s->command));
    return arena_printf(&r->arena, "%s/good/%s-%.8s", s->store, r->commit.id,
                        key.hex);
}

bool
revision_open(const RevisionSpec *spec, const Git *g, Revision **out, Diag *d)
{
    Revision *r = mem_zalloc(1, sizeof *r);

    *r = (Revision){.spec = *spec, .git = g};
    bool ok = git_commit(g, spec->name, &r->arena, &r->commit, d);
    if (ok) {
        const bool same =
            strncmp(r->commit.id, spec->name, strlen(spec->name)) == 0;
        r->shown = same ? r->commit.brief
                        : arena_printf(&r->arena, "%s (%s)", spec->name,
                                       r->commit.brief);
        r->dir = choose_dir(r);
        r->tree = arena_printf(&r->arena, "%s/tree", r->dir);
    }
    *out = ok ? r : NULL;
    if (!ok)
        revision_close(r);
    return ok;
}

void
revision_close(Revision *r)
{
    if (!r)
        return;
    changes_done(&r->changes);
    map_done(&r->tracked);
    arena_done(&r->arena);
    free(r);
}

const Commit *
revision_commit(const Revision *r)
{
    return &r->commit;
}

const char *
revision_shown(const Revision *r)
{
    return r->shown;
}

void
revision_tell(Revision *r,
              void (*progress)(void *context, const char *what, size_t done,
                               size_t total),
              void *context)
{
    r->spec.progress = progress;
    r->spec.context = context;
}

static void
tell(const Revision *r, size_t done, size_t total)
{
    if (r->spec.progress)
        r->spec.progress(r->spec.context, r->shown, done, total);
}

/* By the commands that the program carries */

/* What git has today, and what has changed since. */
static bool
learn(Revision *r, Diag *d)
{
    Str files = {0};

    if (r->known)
        return true;
    bool ok =
        git_ask(r->git, &files, d, "ls-files", "-z", "--recurse-submodules") &&
        changes_since(r->git, r->commit.id, &r->changes, d);
    for (size_t at = 0; ok && at < files.n; at += strlen(files.at + at) + 1)
        map_put_text(&r->tracked, files.at + at, 1);
    str_done(&files);
    r->known = ok;
    return ok;
}

static void
tell_files(void *context, size_t done, size_t total)
{
    tell(context, done, total);
}

static bool
build_recorded(Revision *r, const char *program, char **path, Diag *d)
{
    const RecordedSpec spec = {
        .git = r->git,
        .name = r->shown,
        .tree = r->tree,
        .dir = r->dir,
        .tracked = &r->tracked,
        .changes = &r->changes,
        .hooks = {tell_files, r},
    };

    *path = NULL;
    if (!learn(r, d) || !worktree_make(r->git, r->commit.id, r->tree, d))
        return diag_context(d, "%s", r->shown);
    if (recorded_build(&spec, program, path, d))
        return true;
    return diag_context(d,
                        "%s does not build by the commands that %s was built "
                        "with (give one that builds it with --build)",
                        r->shown, program);
}

/* By a command of the person's */

/* The first line that speaks of an error, else the last one. */
static const char *
telling_line(const char *text)
{
    const char *found = NULL, *last = "";

    for (const char *at = text; *at;) {
        const size_t n = strcspn(at, "\n");
        if (!found && memmem(at, n, "error", 5))
            found = at;
        last = n ? at : last;
        at += n + (at[n] == '\n');
    }
    return found ? found : last;
}

static bool
complain(const Revision *r, const char *log, Diag *d)
{
    Bytes said = {0};
    bool has = false;

    if (!io_read_if(log, &said, &has, d))
        return false;
    const char *line = has ? telling_line((const char *)said.at) : "";
    diag_fail(d, "%s does not build by '%s': %.*s (all of it: %s)", r->shown,
              r->spec.command, (int)strcspn(line, "\n"), line, log);
    io_bytes_done(&said);
    return false;
}

/* CC is the compiler that programs are checked with, unless it is chosen. */
static bool
run_command(const Revision *r, const char *log, Diag *d)
{
    const char *clang;
    pid_t pid;

    if (!getenv("CC") && clang_find(&clang, d))
        setenv("CC", clang, 0);
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    char *argv[] = {mem_strdup("sh"), mem_strdup("-c"),
                    mem_strdup(r->spec.command), NULL};
    Spawn s = {.argv = argv, .dir = r->tree, .in = -1, .out = out, .err = out};
    int status = spawn_start(&s, &pid, d) ? spawn_wait(pid) : -1;
    for (size_t i = 0; argv[i]; i++)
        free(argv[i]);
    if (out >= 0)
        close(out);
    return status == 0 || (status > 0 && complain(r, log, d));
}

static bool
build_commanded(Revision *r, const char *given, char **path, Diag *d)
{
    const char *mark = arena_printf(&r->arena, "%s/built", r->dir);
    const char *log = arena_printf(&r->arena, "%s/build.log", r->dir);
    char *absolute = io_absolute(given);
    const char *inside = git_path(r->git, absolute);
    bool ok = inside ||
              diag_fail(d,
                        "--build builds the repository %s, but the program %s "
                        "is not in it",
                        r->git->top, given);

    if (ok && !io_exists(mark)) {
        worktree_remove(r->git, r->tree); /* half built */
        tell(r, 0, 0);
        ok = worktree_make(r->git, r->commit.id, r->tree, d) &&
             run_command(r, log, d) && io_write(mark, "", 0, d);
    }
    *path = ok ? io_join(r->tree, inside) : NULL;
    if (ok && access(*path, X_OK) != 0)
        ok = diag_fail(d, "'%s' does not make %s in %s", r->spec.command,
                       inside, r->shown);
    free(absolute);
    return ok;
}

/* One at a time makes it. */
static int
lock(const Revision *r)
{
    char *path = io_join(r->dir, "lock");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    free(path);
    if (fd >= 0)
        (void)!flock(fd, LOCK_EX);
    return fd;
}

bool
revision_program(Revision *r, const char *program, const char *given,
                 const char **path, Diag *d)
{
    char *found = NULL;

    *path = NULL;
    if (!io_mkdirs(r->dir, d))
        return false;
    int held = lock(r);
    bool ok = r->spec.command ? build_commanded(r, given, &found, d)
                              : build_recorded(r, program, &found, d);
    if (ok)
        *path = arena_strdup(&r->arena, found);
    if (r->spec.brief && !r->spec.command)
        worktree_remove(r->git, r->tree);
    if (held >= 0)
        close(held);
    free(found);
    return ok;
}
