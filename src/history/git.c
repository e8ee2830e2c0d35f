/* git.c - git, as a program that is asked. */
#include "history/git.h"

#include "base/mem.h"
#include "base/spawn.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef VEC(char *) Words;

/* Variables that would lead git elsewhere, such as in a hook, or make it say
 * something else. */
static bool
is_unwanted(const char *variable)
{
    static const char *const names[] = {
        "GIT_DIR=",           "GIT_WORK_TREE=",
        "GIT_INDEX_FILE=",    "GIT_PREFIX=",
        "GIT_COMMON_DIR=",    "GIT_OBJECT_DIRECTORY=",
        "GIT_EXTERNAL_DIFF=", "GIT_DIFF_OPTS=",
        "GIT_NAMESPACE=",     "LC_ALL=",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Ours, but git writes nothing by the way and asks for no password. */
static void
make_environment(Words *out)
{
    static const char *const ours[] = {"GIT_OPTIONAL_LOCKS=0",
                                       "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"};

    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        vec_push(out, mem_strdup(ours[i]));
    for (char *const *e = environ; *e; e++)
        if (!is_unwanted(*e))
            vec_push(out, mem_strdup(*e));
    vec_push(out, NULL);
}

static void
make_words(const char *dir, const char *const *words, Words *out)
{
    static const char *const fixed[] = {
        "git", "-c", "core.quotePath=false", "-c", "core.hooksPath=/dev/null",
        "-C"};

    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        vec_push(out, mem_strdup(fixed[i]));
    vec_push(out, mem_strdup(dir));
    for (; *words; words++)
        vec_push(out, mem_strdup(*words));
    vec_push(out, NULL);
}

static void
words_done(Words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free(w->at[i]);
    vec_done(w);
}

/* All that comes from there until it ends; false if that takes too long. */
static bool
read_until(int fd, const Deadline *until, Str *out)
{
    char buffer[8192];

    for (;;) {
        const double left = deadline_left(until);
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = poll(&p, 1,
                         left > 1000 ? -1
                         : left > 0  ? (int)(left * 1000)
                                     : 0);
        if (ready == 0)
            return false;
        ssize_t n = ready < 0 ? -1 : read(fd, buffer, sizeof buffer);
        if (n > 0)
            str_add(out, buffer, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return true;
    }
}

/* What git complained about, in a line. */
static void
complain(int log, const char *verb, Diag *d)
{
    char said[1024] = "";
    ssize_t n = pread(log, said, sizeof said - 1, 0);
    const char *text = n > 0 ? said : "failed";

    if (strncmp(text, "fatal: ", 7) == 0 || strncmp(text, "error: ", 7) == 0)
        text += 7;
    diag_fail(d, "git %s: %.*s", verb, (int)strcspn(text, "\n"), text);
}

/* Run it with its standard output in `out`; -1: it cannot start, -2: there was
 * no time. */
static int
run(const Deadline *until, Words *argv, Words *env, int err, Str *out, Diag *d)
{
    int ends[2], status = -1;
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) < 0) {
        diag_errno(d, "cannot make a pipe");
        return -1;
    }
    Spawn s = {
        .argv = argv->at, .env = env->at, .in = -1, .out = ends[1], .err = err};
    bool started = spawn_start(&s, &pid, d);
    close(ends[1]);
    if (started) {
        bool ended = read_until(ends[0], until, out);
        if (!ended)
            kill(pid, SIGKILL);
        status = spawn_wait(pid);
        status = ended ? status : -2;
    }
    close(ends[0]);
    return status;
}

static bool
run_in(const char *dir, const Deadline *until, const char *const *words,
       Str *out, Diag *d)
{
    Words argv = {0}, env = {0};
    int err = memfd_create("git", MFD_CLOEXEC);

    make_words(dir, words, &argv);
    make_environment(&env);
    int status = run(until, &argv, &env, err, out, d);
    if (status == -2)
        diag_fail(d, "git %s took too long", words[0]);
    else if (status > 0)
        complain(err, words[0], d);
    if (err >= 0)
        close(err);
    words_done(&argv);
    words_done(&env);
    return status == 0;
}

bool
git_run(const Git *g, const char *const *words, Str *out, Diag *d)
{
    return run_in(g->top, &g->until, words, out, d);
}

/* Without the line's end. */
static void
chomp(Str *s)
{
    while (s->n && s->at[s->n - 1] == '\n')
        s->at[--s->n] = 0;
}

bool
git_open(const char *dir, Git *out, Diag *d)
{
    static const char *const top[] = {"rev-parse", "--show-toplevel", NULL};
    const Deadline none = {0};
    Str text = {0};
    Diag why;

    *out = (Git){0};
    diag_init(&why);
    bool ok = run_in(dir, &none, top, &text, &why);
    chomp(&text);
    if (ok && text.n)
        out->top = mem_strdup(text.at);
    else if (why.error && strstr(why.error, "cannot start"))
        diag_fail(d, "git is not installed");
    else
        diag_fail(d, "%s is not in a git working tree", dir);
    diag_done(&why);
    str_done(&text);
    return out->top != NULL;
}

void
git_done(Git *g)
{
    free(g->top);
    *g = (Git){0};
}

/* The next of the fields that a NUL ends. */
static const char *
next_field(Arena *a, const Str *text, size_t *at)
{
    const char *field = *at < text->n ? text->at + *at : "";

    *at += strlen(field) + 1;
    return arena_strdup(a, field);
}

bool
git_commit(const Git *g, const char *revision, Arena *a, Commit *out, Diag *d)
{
    char *name = mem_printf("%s^{commit}", revision);
    Str text = {0};
    size_t at = 0;
    Diag why;

    diag_init(&why);
    bool ok = *revision != '-' &&
              git_ask(g, &text, &why, "log", "-1", "--no-show-signature",
                      "--date=short",
                      "--format=%H%x00%h%x00%an%x00%ad%x00%s%x00", name, "--");
    free(name);
    const char **fields[] = {&out->id, &out->brief, &out->author, &out->date,
                             &out->subject};
    for (size_t i = 0; ok && i < sizeof fields / sizeof fields[0]; i++)
        *fields[i] = next_field(a, &text, &at);
    if (!ok)
        diag_fail(d, "%s is no revision of the repository %s", revision,
                  g->top);
    diag_done(&why);
    str_done(&text);
    return ok;
}

const char *
git_path(const Git *g, const char *path)
{
    const size_t n = strlen(g->top);
    char real[PATH_MAX], *dir;
    const char *found = NULL;

    if (strncmp(path, g->top, n) == 0 && path[n] == '/')
        return path + n + 1;
    dir = mem_strdup(path);
    for (char *slash = dir + strlen(dir); !found && slash > dir; slash--) {
        if (*slash != '/')
            continue;
        *slash = 0;
        if (realpath(dir, real) && strcmp(real, g->top) == 0)
            found = path + (slash - dir) + 1;
    }
    free(dir);
    return found;
}
