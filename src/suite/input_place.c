/* input_place.c - inputs as files: for a run, and for people.
 *
 * The working directory holds the input's own files; if others are around,
 * links to them, so that a program finds what it opens by itself. A directory
 * that has a file of the input is a real one, with links inside.
 */
#include "suite/input.h"

#include "base/io.h"
#include "base/mem.h"
#include "suite/kinds.h"
#include "suite/words.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Not io_write: nobody else sees the file before it is whole. */
static bool
put_bytes(const char *path, InputBytes b, Diag *d)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    size_t at = 0;

    if (fd < 0)
        return diag_errno(d, "cannot make %s", path);
    while (at < b.n) {
        ssize_t n = write(fd, b.at + at, b.n - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            diag_errno(d, "cannot write %s", path);
            close(fd);
            return false;
        }
        at += (size_t)n;
    }
    close(fd);
    return true;
}

/* Is the path, below the working directory, a file of the input (*own) or a
 * directory that has one? */
static bool
is_ours(const Input *in, const char *path, bool *own)
{
    size_t n = strlen(path);

    *own = false;
    for (size_t i = 0; i < in->nfiles; i++) {
        const char *name = in->files[i].name;
        if (strncmp(name, path, n) == 0 && (name[n] == '/' || !name[n])) {
            *own = !name[n];
            return true;
        }
    }
    return false;
}

/* Link what is in around/below, and not ours, into the directory. */
static bool
link_around(const Input *in, const char *work, const char *below, Diag *d)
{
    char *from = io_join(in->around, below), *to = io_join(work, below);
    DIR *dir = opendir(*below ? from : in->around);
    struct dirent *e;
    bool ok = true;

    while (ok && dir && (e = readdir(dir))) {
        bool own;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        char *path = *below ? io_join(below, e->d_name) : mem_strdup(e->d_name);
        char *source = io_join(in->around, path), *target = io_join(work, path);
        bool ours = is_ours(in, path, &own);
        if (ours && !own && io_is_dir(source))
            ok = (mkdir(target, 0755) == 0 || errno == EEXIST) &&
                 link_around(in, work, path, d);
        else if (!ours)
            ok = symlink(source, target) == 0;
        if (!ok)
            diag_errno(d, "cannot make %s", target);
        free(target);
        free(source);
        free(path);
    }
    if (dir)
        closedir(dir);
    free(from);
    free(to);
    return ok;
}

static bool
put_files(const Input *in, const char *work, Diag *d)
{
    bool ok = true;

    for (size_t i = 0; ok && i < in->nfiles; i++) {
        char *path = io_join(work, in->files[i].name);
        if (strchr(in->files[i].name, '/')) {
            char *above = io_dirname(path);
            ok = io_mkdirs(above, d);
            free(above);
        }
        ok = ok && put_bytes(path, in->files[i].bytes, d);
        free(path);
    }
    return ok;
}

static bool
make_work(const Input *in, const char *work, Diag *d)
{
    if (mkdir(work, 0755) != 0)
        return diag_errno(d, "cannot make %s", work);
    return (!in->around || link_around(in, work, "", d)) &&
           put_files(in, work, d);
}

static char *
text_of(Arena *a, InputBytes b)
{
    return arena_strndup(a, b.n ? b.at : "", b.n);
}

bool
input_place(Arena *a, const Input *in, const char *program, const char *dir,
            Test *out, Diag *d)
{
    const char *stdin_file = arena_printf(a, "%s/stdin", dir);
    const char *work = arena_printf(a, "%s/files", dir);
    char **argv = ARENA_ARRAY(a, char *, in->nargs + 2), **env = NULL;
    Str key = {0};

    if (!input_check(in, d) || !make_work(in, work, d) ||
        (in->has_stdin && !put_bytes(stdin_file, in->in, d)))
        return false;
    argv[0] = arena_strdup(a, program);
    for (size_t i = 0; i < in->nargs; i++)
        argv[i + 1] = text_of(a, in->args[i]);
    if (in->nenv)
        env = ARENA_ARRAY(a, char *, in->nenv + 1);
    for (size_t i = 0; i < in->nenv; i++)
        env[i] = text_of(a, in->env[i]);
    input_show(in, 200, &key);
    *out = (Test){
        .key = arena_strdup(a, str_text(&key)),
        .label = "t1",
        .argv = argv,
        .direct = true,
        .dir = work,
        .input = in->has_stdin ? stdin_file : NULL,
        .env = env,
        .rules.skip_status = SUITE_NO_STATUS,
    };
    str_done(&key);
    return true;
}

/* For people */

static void
put_words(Str *s, const InputBytes *list, size_t n,
          void (*quote)(Str *, const char *))
{
    for (size_t i = 0; i < n; i++) {
        char *text = mem_strndup(list[i].n ? list[i].at : "", list[i].n);
        if (s->n && s->at[s->n - 1] != ' ')
            str_putc(s, ' ');
        quote(s, text);
        free(text);
    }
}

/* The value alone is quoted, so that a shell sees an assignment. */
static void
quote_assignment(Str *s, const char *text)
{
    size_t n = strcspn(text, "=") + 1;

    str_add(s, text, n);
    words_quote(s, text + n);
}

static bool
write_script(const Input *in, const char *program, const char *path, Diag *d)
{
    Str s = {0};

    str_puts(&s, "#!/bin/sh\n"
                 "# usage: cmd [PROGRAM]\n"
                 "program=${1:-");
    words_quote(&s, program);
    str_puts(&s, "}\n"
                 "case $program in /*) ;; *) program=$PWD/$program ;; esac\n"
                 "cd \"$(dirname \"$0\")/files\" || exit 2\n");
    size_t line = s.n;
    put_words(&s, in->env, in->nenv, quote_assignment);
    str_puts(&s, s.n > line ? " \"$program\"" : "\"$program\"");
    put_words(&s, in->args, in->nargs, words_quote);
    str_puts(&s, in->has_stdin ? " < ../stdin\n" : " < /dev/null\n");
    InputBytes bytes = {.at = s.at, .n = s.n};
    bool ok = put_bytes(path, bytes, d);
    if (ok && chmod(path, 0755) != 0)
        ok = diag_errno(d, "cannot make %s executable", path);
    str_done(&s);
    return ok;
}

static void
put_line(const Input *in, const char *name, Str *s)
{
    char *work = io_join(name, "files");

    str_putc(s, '[');
    words_quote_line(s, work);
    put_words(s, in->env, in->nenv, words_quote_line);
    str_putc(s, ']');
    put_words(s, in->args, in->nargs, words_quote_line);
    if (in->has_stdin)
        str_puts(s, " < ../stdin");
    str_putc(s, '\n');
    free(work);
}

/* Replace the line of the test that had this name, or append. */
static bool
write_line(const Input *in, const char *dir, const char *name, Diag *d)
{
    char *path = io_join(dir, "tests");
    Str start = {0}, line = {0}, all = {0};
    Bytes old = {0};
    bool ok = !io_exists(path) || io_read(path, &old, d);

    str_putc(&start, '[');
    char *work = io_join(name, "files");
    words_quote_line(&start, work);
    put_line(in, name, &line);
    bool put = false;
    for (size_t at = 0; at < old.n;) {
        const uint8_t *stop = memchr(old.at + at, '\n', old.n - at);
        size_t n = stop ? (size_t)(stop - (old.at + at)) : old.n - at;
        const char *text = (const char *)old.at + at;
        bool same = n > start.n && memcmp(text, start.at, start.n) == 0 &&
                    (text[start.n] == ' ' || text[start.n] == ']');
        if (!same) {
            str_add(&all, text, n);
            str_putc(&all, '\n');
        } else if (!put) {
            str_add(&all, line.at, line.n);
            put = true;
        }
        at += n + 1;
    }
    if (!put)
        str_add(&all, line.at, line.n);
    ok = ok && io_write(path, all.at, all.n, d);
    free(work);
    free(path);
    str_done(&start);
    str_done(&line);
    str_done(&all);
    io_bytes_done(&old);
    return ok;
}

bool
input_write(const Input *in, const char *program, const char *dir,
            const char *name, Diag *d)
{
    if (!input_check(in, d))
        return false;
    if (!input_is_name(name) || strchr(name, '/') || strcmp(name, "tests") == 0)
        return diag_fail(d, "%s cannot be the name of a test's directory",
                         name);
    char *home = io_join(dir, name), *work = io_join(home, "files");
    char *cmd = io_join(home, "cmd"), *stdin_file = io_join(home, "stdin");
    bool ok = !io_exists(home) || io_exists(cmd) ||
              diag_fail(d, "%s exists already, and is not a test", home);
    if (ok)
        io_remove_tree(home);
    ok = ok && io_mkdirs(home, d) && make_work(in, work, d) &&
         (!in->has_stdin || put_bytes(stdin_file, in->in, d)) &&
         write_script(in, program, cmd, d) && write_line(in, dir, name, d);
    free(home);
    free(work);
    free(cmd);
    free(stdin_file);
    return ok;
}
