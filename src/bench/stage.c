/* stage.c - the sources of one version in a directory of their own, built. */
#include "bench/stage.h"

#include "base/io.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/vec.h"
#include "variant/php.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool
stage_is_code(const char *path)
{
    static const char *const ends[] = {".c", ".h", ".inc", ".def",
                                       ".y", ".l", ".php", ".phtml"};
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof ends / sizeof ends[0]; i++)
        if (strcmp(dot, ends[i]) == 0)
            return true;
    return false;
}

typedef VEC(const char *) Names;

/* List `sub` below `dir`; directories go to the end of the same loop. */
static bool
list_dir(Arena *a, const char *dir, const char *sub, Names *files, Names *dirs,
         Diag *d)
{
    char *path = io_join(dir, sub);
    DIR *open = opendir(path);
    struct dirent *e;

    if (!open)
        diag_errno(d, "cannot read %s", path);
    while (open && (e = readdir(open))) {
        struct stat st;
        char *full = io_join(path, e->d_name);
        bool there = e->d_name[0] != '.' && stat(full, &st) == 0;
        free(full);
        if (!there)
            continue;
        const char *name = *sub ? arena_printf(a, "%s/%s", sub, e->d_name)
                                : arena_strdup(a, e->d_name);
        if (S_ISDIR(st.st_mode))
            vec_push(dirs, name);
        else if (S_ISREG(st.st_mode))
            vec_push(files, name);
    }
    if (open)
        closedir(open);
    free(path);
    return open != NULL;
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool
stage_list(Arena *a, const char *dir, bool code, Texts *out, Diag *d)
{
    Names files = {0}, dirs = {0};
    bool ok = true;

    vec_push(&dirs, "");
    for (size_t i = 0; ok && i < dirs.n; i++) {
        size_t first = files.n;
        bool has = !code;
        ok = list_dir(a, dir, dirs.at[i], &files, &dirs, d);
        for (size_t k = first; k < files.n; k++)
            has |= stage_is_code(files.at[k]);
        if (!has)
            files.n = first;
    }
    if (files.n)
        qsort(files.at, files.n, sizeof *files.at, by_name);
    *out = (Texts){.at = ARENA_ARRAY(a, const char *, files.n), .n = files.n};
    if (files.n)
        memcpy(out->at, files.at, files.n * sizeof *files.at);
    vec_done(&files);
    vec_done(&dirs);
    return ok;
}

static bool
copy_files(const char *from, const char *to, bool code, Diag *d)
{
    Arena a = {0};
    Texts files;
    bool ok = stage_list(&a, from, code, &files, d) && io_mkdirs(to, d);

    for (size_t i = 0; ok && i < files.n; i++) {
        char *source = io_join(from, files.at[i]);
        char *target = io_join(to, files.at[i]);
        char *dir = io_dirname(target);
        ok = io_mkdirs(dir, d) && io_copy(source, target, d);
        free(source);
        free(target);
        free(dir);
    }
    arena_done(&a);
    return ok;
}

/* Start it in the directory and keep all it says in `log`. */
static int
run_logged(char *const *argv, const char *dir, const char *log, Diag *d)
{
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    pid_t pid;

    if (fd < 0) {
        diag_errno(d, "cannot write %s", log);
        return -1;
    }
    Spawn s = {.argv = argv, .dir = dir, .in = -1, .out = fd, .err = fd};
    int status = spawn_start(&s, &pid, d) ? spawn_wait(pid) : -1;
    close(fd);
    return status;
}

/* The first line of the log that names an error, else the first line. */
static bool
fail_with_log(const char *what, const char *log, Diag *d)
{
    Bytes b = {0};
    Diag ignored;

    diag_init(&ignored);
    if (io_read(log, &b, &ignored) && b.n) {
        const char *text = (const char *)b.at;
        const char *at = strstr(text, "error:");
        while (at && at > text && at[-1] != '\n')
            at--;
        if (!at)
            at = text;
        diag_fail(d, "%s: %.*s", what, (int)strcspn(at, "\n"), at);
    } else {
        diag_fail(d, "%s", what);
    }
    io_bytes_done(&b);
    diag_done(&ignored);
    return false;
}

static bool
apply_patch(const char *patch, const char *dir, Diag *d)
{
    Arena a = {0};
    char *argv[] = {
        arena_strdup(&a, "patch"), arena_strdup(&a, "-p1"),
        arena_strdup(&a, "-sfN"),  arena_strdup(&a, "-i"),
        arena_strdup(&a, patch),   NULL,
    };
    char *log = arena_printf(&a, "%s/patch.log", dir);
    int status = run_logged(argv, dir, log, d);
    bool ok = status == 0;

    if (status > 0)
        fail_with_log("the patch does not apply", log, d);
    unlink(log);
    arena_done(&a);
    return ok;
}

/* All that the correct program is made of: of an application everything below
 * its root, for templates and pictures belong to it. */
static bool
copy_program(const Corpus *c, const char *dir, Diag *d)
{
    if (!c->php.root)
        return copy_files(c->dir, dir, true, d);
    char *from = io_join(c->dir, c->php.root);
    char *to = io_join(dir, c->php.root);
    bool ok = copy_files(from, to, false, d);
    free(from);
    free(to);
    return ok;
}

bool
stage_make(const Corpus *c, const Version *v, const char *dir, Diag *d)
{
    io_remove_tree(dir);
    return copy_program(c, dir, d) &&
           (!v || !v->overlay || copy_files(v->overlay, dir, true, d)) &&
           (!v || !v->patch || apply_patch(v->patch, dir, d));
}

typedef VEC(char *) Argv;

static void
add_all(Argv *argv, const Texts *texts, Arena *a)
{
    for (size_t i = 0; texts && i < texts->n; i++)
        vec_push(argv, arena_strdup(a, texts->at[i]));
}

/* An application is a launch file. */
static bool
build_php(const CorpusPhp *p, const char *dir, Diag *d)
{
    const Launch options = {.errors = p->errors,
                            .html = p->html ? "yes" : "",
                            .compat = p->compat ? "yes" : ""};
    char *root = io_join(dir, p->root), *program = io_join(dir, "program");
    char *cache = io_join(dir, "cache"), *launch = NULL;
    bool ok = php_program(root, cache, &options, &launch, d);

    if (ok && !launch)
        ok = diag_fail(d, "%s is not the root of a PHP application", p->root);
    if (ok && rename(launch, program) != 0)
        ok = diag_errno(d, "cannot write %s", program);
    free(root);
    free(program);
    free(cache);
    free(launch);
    return ok;
}

bool
stage_build(const Corpus *c, const Version *v, const Texts *cflags,
            const Texts *ldflags, const char *dir, Diag *d)
{
    if (c->php.root)
        return build_php(&c->php, dir, d);
    Arena a = {0};
    Argv argv = {0};
    char *own = io_own_dir();
    char *log = arena_printf(&a, "%s/build.log", dir);

    vec_push(&argv, arena_printf(&a, "%s/culprit-cc", own));
    vec_push(&argv, arena_strdup(&a, "-I."));
    add_all(&argv, &c->build.cflags, &a);
    add_all(&argv, v ? &v->cflags : NULL, &a);
    if (v && v->macro)
        vec_push(&argv, arena_printf(&a, "-D%s=1", v->macro));
    add_all(&argv, cflags, &a);
    vec_push(&argv, arena_strdup(&a, "-o"));
    vec_push(&argv, arena_strdup(&a, "program"));
    add_all(&argv, &c->build.sources, &a);
    add_all(&argv, &c->build.ldflags, &a);
    add_all(&argv, ldflags, &a);
    vec_push(&argv, NULL);
    int status = run_logged(argv.at, dir, log, d);
    if (status > 0)
        fail_with_log("does not build", log, d);
    vec_done(&argv);
    arena_done(&a);
    free(own);
    return status == 0;
}

bool
stage_digest(const char *dir, const Texts *files, Digest *out, Diag *d)
{
    Str all = {0};
    bool ok = true;

    for (size_t i = 0; ok && i < files->n; i++) {
        Digest one;
        char *path = io_join(dir, files->at[i]);
        ok = hash_file(path, &one, d);
        str_printf(&all, "%s %s\n", files->at[i], ok ? one.hex : "");
        free(path);
    }
    *out = hash_digest(str_text(&all), all.n);
    str_done(&all);
    return ok;
}
