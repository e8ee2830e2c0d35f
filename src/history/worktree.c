/* worktree.c - the files of a commit, in a git worktree of ours. */
#include "history/worktree.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file beside the tree that says: it is whole. */
static char *
mark_of(const char *tree)
{
    return mem_printf("%s.whole", tree);
}

static void
prune(const Git *g)
{
    Str ignored = {0};
    Diag d;

    diag_init(&d);
    (void)!git_ask(g, &ignored, &d, "worktree", "prune");
    diag_done(&d);
    str_done(&ignored);
}

void
worktree_remove(const Git *g, const char *tree)
{
    char *mark = mark_of(tree);

    unlink(mark);
    io_remove_tree(tree);
    prune(g);
    free(mark);
}

static bool check_out(const Git *g, const char *commit, const char *tree,
                      Diag *d);

/* A row of `git ls-tree -rz`: "160000 commit ID<tab>PATH" is a submodule. Its
 * own repository is the one in the person's working tree. */
static bool
add_submodule(const Git *g, const char *row, const char *tree, Diag *d)
{
    static const char head[] = "160000 commit ";
    const char *id = row + sizeof head - 1, *tab = strchr(row, '\t');

    if (strncmp(row, head, sizeof head - 1) != 0 || !tab)
        return true;
    Git own = {.top = io_join(g->top, tab + 1), .until = g->until};
    char *link = io_join(own.top, ".git"), *to = io_join(tree, tab + 1);
    char *commit = mem_strndup(id, (size_t)(tab - id));
    bool ok = !io_exists(link) || check_out(&own, commit, to, d) ||
              diag_context(d, "submodule %s", tab + 1);

    free(commit);
    free(link);
    free(to);
    git_done(&own);
    return ok;
}

static bool
add_submodules(const Git *g, const char *commit, const char *tree, Diag *d)
{
    Str rows = {0};
    bool ok = git_ask(g, &rows, d, "ls-tree", "-rz", commit);

    for (size_t at = 0; ok && at < rows.n; at += strlen(rows.at + at) + 1)
        ok = add_submodule(g, rows.at + at, tree, d);
    str_done(&rows);
    return ok;
}

/* Forced: git may remember a tree there that was removed. */
static bool
check_out(const Git *g, const char *commit, const char *tree, Diag *d)
{
    Str said = {0};
    bool ok = git_ask(g, &said, d, "worktree", "add", "--quiet", "--detach",
                      "--force", tree, commit) &&
              add_submodules(g, commit, tree, d);

    str_done(&said);
    return ok;
}

bool
worktree_make(const Git *g, const char *commit, const char *tree, Diag *d)
{
    char *mark = mark_of(tree);
    bool ok = true;

    if (!io_exists(mark) || !io_is_dir(tree)) {
        worktree_remove(g, tree);
        ok = check_out(g, commit, tree, d) &&
             io_write(mark, commit, strlen(commit), d);
    }
    free(mark);
    return ok;
}
