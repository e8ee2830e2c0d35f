/* php.c - PHP applications as subjects.
 *
 * The host compiles every file of the application and writes the model; a
 * variant is a launch file that says what is to be counted.
 */
#include "variant/php.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char missing[] =
    "the PHP host culprit-php is not installed: it is built where "
    "php8.2-dev and libphp8.2-embed are (see culprit doctor)";

bool
php_is_launch(const char *path)
{
    Bytes b = {0};
    bool has = false;
    Diag ignored;

    diag_init(&ignored);
    const bool is =
        io_read_if(path, &b, &has, &ignored) && has && launch_is(b.at, b.n);
    io_bytes_done(&b);
    diag_done(&ignored);
    return is;
}

bool
php_host(char **path, Diag *d)
{
    Diag own;

    diag_init(&own);
    const bool ok = io_resource("culprit-php", path, &own);
    diag_done(&own);
    return ok || diag_fail(d, "%s", missing);
}

static bool
read_launch(Arena *a, const char *path, Launch *out, Diag *d)
{
    Bytes b;

    if (!io_read(path, &b, d))
        return false;
    bool ok = launch_parse(a, b.at, b.n, out, d) || diag_context(d, "%s", path);
    io_bytes_done(&b);
    return ok;
}

bool
php_launch(const Launch *l, const char *path, Diag *d)
{
    Str text = {0};
    char *host = NULL;
    bool ok = php_host(&host, d);

    if (ok) {
        launch_write(l, host, &text);
        ok = io_write(path, text.at, text.n, d) &&
             (chmod(path, 0755) == 0 ||
              diag_errno(d, "cannot make %s executable", path));
    }
    str_done(&text);
    free(host);
    return ok;
}

/* A program */

static bool
ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), k = strlen(end);

    return n > k && strcmp(text + n - k, end) == 0;
}

bool
php_is_application(const char *dir)
{
    char *const roots[] = {(char *)(uintptr_t)dir, NULL};
    FTS *fts =
        io_is_dir(dir)
            ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL)
            : NULL;
    bool has = !io_is_dir(dir) && ends_with(dir, ".php");

    for (FTSENT *e; fts && !has && (e = fts_read(fts));) {
        has = e->fts_info != FTS_D && ends_with(e->fts_name, ".php");
        if (e->fts_info == FTS_D && e->fts_level > 1)
            fts_set(fts, e, FTS_SKIP);
    }
    if (fts)
        fts_close(fts);
    return has;
}

/* The name of an application's launch file: its own, and what it depends on. */
static char *
launch_path(const char *cache, const char *program, const Launch *l)
{
    Str text = {0};

    launch_write(l, "", &text);
    const Digest digest = hash_digest(text.at, text.n);
    str_done(&text);
    return mem_printf("%s/%s.%.8s", cache, io_basename(program), digest.hex);
}

/* What the host needs to keep the database that the options name. */
static bool
find_database(Arena *a, const char *cache, Launch *l, Diag *d)
{
    char *keeper = NULL;

    if (!l->database || !l->database[0])
        return true;
    char *whole = realpath(l->database, NULL);
    if (!whole)
        return diag_errno(d, "cannot read %s", l->database);
    const Digest digest = hash_digest(whole, strlen(whole));
    l->database = arena_strdup(a, whole);
    l->saved = arena_printf(a, "%s/database.%.8s", cache, digest.hex);
    free(whole);
    if (!io_resource("database.php", &keeper, d))
        return false;
    l->keeper = arena_strdup(a, keeper);
    free(keeper);
    return true;
}

bool
php_program(const char *program, const char *cache, const Launch *options,
            char **path, Diag *d)
{
    const bool dir = io_is_dir(program);
    Launch l = *options;
    Arena a = {0};

    *path = NULL;
    if (!dir && !(ends_with(program, ".php") && io_exists(program)))
        return true;
    char *whole = realpath(program, NULL);
    if (!whole)
        return diag_errno(d, "cannot find %s", program);
    char *root = dir ? mem_strdup(whole) : io_dirname(whole);
    l.root = root;
    l.script = dir ? "" : io_basename(whole);
    char *private = io_join(cache, "private"), *compat = NULL;
    l.private = private;
    bool ok = !strchr(whole, '\n') ||
              diag_fail(d, "the name of %s has more than one line", program);
    ok = ok && io_mkdirs(private, d) &&
         (!options->compat || !options->compat[0] ||
          io_resource("compat.php", &compat, d)) &&
         find_database(&a, cache, &l, d);
    l.compat = compat ? compat : "";
    *path = launch_path(cache, whole, &l);
    ok = ok && php_launch(&l, *path, d);
    arena_done(&a);
    free(compat);
    free(private);
    free(root);
    free(whole);
    return ok;
}

void
php_release(const char *launch)
{
    char *host = NULL, option[] = "--restore";
    pid_t pid;
    Diag d;

    diag_init(&d);
    if (php_host(&host, &d)) {
        char *copy = mem_strdup(launch), *argv[] = {host, option, copy, NULL};
        const Spawn spawn = {.argv = argv, .in = -1, .out = -1, .err = 2};
        if (spawn_start(&spawn, &pid, &d))
            spawn_wait(pid);
        free(copy);
    }
    free(host);
    diag_done(&d);
}

/* Its model */

/* The host's own words are better than any of ours. */
static bool
fail_by_host(const char *said, Diag *d)
{
    static const char prefix[] = "culprit-php: ";
    const char *at = strstr(said, prefix);
    const size_t n = at ? strcspn(at + sizeof prefix - 1, "\n") : 0;

    if (!at)
        return diag_fail(d, "the PHP host failed: %.200s", said);
    return diag_fail(d, "%.*s", (int)n, at + sizeof prefix - 1);
}

static void
pass_warnings(const char *said, Diag *d)
{
    for (const char *at = said; *at;) {
        const size_t n = strcspn(at, "\n");
        if (n)
            diag_warn(d, "%.*s", (int)n, at);
        at += n + (at[n] == '\n');
    }
}

static bool
run_host(char *launch, char *file, Diag *d)
{
    char *host = NULL, *said_file = mem_printf("%s.said", file);
    Bytes said = {0};
    pid_t pid;
    bool has = false;

    bool ok = php_host(&host, d);
    int fd =
        ok ? open(said_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)
           : -1;
    if (ok && fd < 0)
        ok = diag_errno(d, "cannot write %s", said_file);
    char option[] = "--model";
    char *argv[] = {host, option, launch, file, NULL};
    const Spawn spawn = {.argv = argv, .in = -1, .out = -1, .err = fd};
    ok = ok && spawn_start(&spawn, &pid, d);
    const int status = ok ? spawn_wait(pid) : 0;
    if (fd >= 0)
        close(fd);
    ok = ok && io_read_if(said_file, &said, &has, d);
    if (ok && status)
        ok = fail_by_host(has ? (const char *)said.at : "", d);
    else if (ok && has)
        pass_warnings((const char *)said.at, d);
    io_bytes_done(&said);
    unlink(said_file);
    free(said_file);
    free(host);
    return ok;
}

static bool
read_model(const char *file, Program *out, Diag *d)
{
    Bytes b;

    if (!io_read(file, &b, d))
        return false;
    bool ok = program_parse(b.at, b.n, out, d) || diag_context(d, "%s", file);
    io_bytes_done(&b);
    return ok;
}

static char *
model_path(const Subject *s)
{
    return mem_printf("%s.model", s->path);
}

bool
php_subject_open(const char *path, Subject *out, Diag *d)
{
    out->path = mem_strdup(path);
    char *file = model_path(out);
    bool ok =
        run_host(out->path, file, d) && read_model(file, &out->program, d);

    if (ok)
        subject_add(out, out->path, out->program.id);
    free(file);
    return ok;
}

/* Its variants */

static const char *
counted(VariantKind kind)
{
    return kind == VARIANT_PROFILE || kind == VARIANT_ALL ? "edges"
           : kind == VARIANT_RETURNS                      ? "values"
           : kind == VARIANT_CONCOLIC                     ? "terms"
                                                          : NULL;
}

bool
php_variant_get(const Subject *s, VariantKind kind, char **path, Diag *d)
{
    Arena a = {0};
    Launch l;

    *path = NULL;
    if (kind == VARIANT_PLAIN) {
        *path = mem_strdup(s->path);
        return true;
    }
    if (!counted(kind) && kind != VARIANT_MUTATE)
        return diag_fail(d, "this needs a program in C: PHP applications can "
                            "be run, ranked, explored, minimized and reported, "
                            "tests generated for them, and their faults found");
    bool ok = read_launch(&a, s->path, &l, d);
    if (ok) {
        char *model = model_path(s);
        l.model = model;
        if (counted(kind))
            l.count = counted(kind);
        else
            l.alter = "yes";
        *path = mem_printf("%s.%s", s->path,
                           counted(kind) ? counted(kind) : "mutate");
        ok = php_launch(&l, *path, d);
        free(model);
    }
    arena_done(&a);
    return ok;
}

bool
php_edited(const Subject *s, const char *file, const char *text, size_t n,
           const char *path, Diag *d)
{
    char *edition = mem_printf("%s.text", path);
    Arena a = {0};
    Launch l;
    bool ok = read_launch(&a, s->path, &l, d) && io_write(edition, text, n, d);

    if (ok) {
        l.alter = "yes"; /* its steps are counted */
        l.edited = file;
        l.edition = edition;
        ok = php_launch(&l, path, d);
    }
    arena_done(&a);
    free(edition);
    return ok;
}

bool
php_variant_confined(const char *variant, char **path, Diag *d)
{
    Arena a = {0};
    Launch l;
    bool ok = read_launch(&a, variant, &l, d);

    if (ok) {
        l.confine = "yes";
        *path = mem_printf("%s.confined", variant);
        ok = php_launch(&l, *path, d);
    }
    arena_done(&a);
    return ok;
}
