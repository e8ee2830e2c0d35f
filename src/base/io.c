/* io.c - whole files, directories and paths. */
#include "base/io.h"

#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Read up to `n` bytes; fewer only at the end of the file. */
static ssize_t
read_full(int fd, uint8_t *at, size_t n)
{
    size_t got = 0;

    while (got < n) {
        ssize_t k = read(fd, at + got, n - got);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return -1;
        if (k == 0)
            break;
        got += (size_t)k;
    }
    return (ssize_t)got;
}

static bool
write_full(int fd, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;

    while (n > 0) {
        ssize_t k = write(fd, at, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

/* All of an open file; errno says why not. */
static bool
read_all(int fd, Bytes *out)
{
    struct stat st;
    size_t cap, n = 0;
    ssize_t k;

    if (fstat(fd, &st) < 0)
        return false;
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return false;
    }
    size_t size = S_ISREG(st.st_mode) ? (size_t)st.st_size : 0;
    cap = size > 0 ? size + 1 : 4096; /* files of /proc say 0 */
    uint8_t *at = mem_alloc(cap);
    while ((k = read_full(fd, at + n, cap - 1 - n)) > 0) {
        n += (size_t)k;
        if (n + 1 < cap || n == size)
            break;
        cap *= 2;
        at = mem_resize(at, cap, 1);
    }
    if (k < 0) {
        free(at);
        return false;
    }
    at[n] = 0;
    *out = (Bytes){.at = at, .n = n};
    return true;
}

/* As io_read, but errno says why not. */
static bool
read_path(const char *path, Bytes *out)
{
    *out = (Bytes){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && read_all(fd, out);
    int why = errno;

    if (fd >= 0)
        close(fd);
    errno = why;
    return ok;
}

bool
io_read(const char *path, Bytes *out, Diag *d)
{
    return read_path(path, out) || diag_errno(d, "cannot read %s", path);
}

bool
io_read_if(const char *path, Bytes *out, bool *has, Diag *d)
{
    *has = read_path(path, out);
    return *has || errno == ENOENT || errno == ENOTDIR || errno == EISDIR ||
           diag_errno(d, "cannot read %s", path);
}

void
io_bytes_done(Bytes *b)
{
    free(b->at);
    *b = (Bytes){0};
}

/* A device, a pipe or a symbolic link: what is written goes through it. */
static bool
is_passage(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static bool
write_through(const char *path, const void *bytes, size_t n, Diag *d)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_full(fd, bytes, n);
    int error = errno;

    if (fd >= 0 && close(fd) < 0 && ok) {
        error = errno;
        ok = false;
    }
    errno = error;
    return ok || diag_errno(d, "cannot write %s", path);
}

bool
io_write(const char *path, const void *bytes, size_t n, Diag *d)
{
    if (is_passage(path))
        return write_through(path, bytes, n, d);
    char *temp = mem_printf("%s.%ld.tmp", path, (long)getpid());
    int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_full(fd, bytes, n);

    if (fd >= 0 && close(fd) < 0)
        ok = false;
    ok = ok && rename(temp, path) == 0;
    if (!ok) {
        diag_errno(d, "cannot write %s", path);
        unlink(temp);
    }
    free(temp);
    return ok;
}

bool
io_copy(const char *from, const char *to, Diag *d)
{
    struct stat st;
    Bytes b;

    if (!io_read(from, &b, d))
        return false;
    bool ok = io_write(to, b.at, b.n, d);
    io_bytes_done(&b);
    if (ok && stat(from, &st) == 0)
        chmod(to, st.st_mode & 07777);
    return ok;
}

bool
io_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool
io_is_dir(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool
io_mkdirs(const char *path, Diag *d)
{
    char *p = mem_strdup(path);
    bool ok = true;

    for (char *s = p + 1; ok && *s; s++) {
        if (*s != '/')
            continue;
        *s = 0;
        ok = mkdir(p, 0777) == 0 || errno == EEXIST;
        *s = '/';
    }
    ok = ok && (mkdir(p, 0777) == 0 || (errno == EEXIST && io_is_dir(p)));
    if (!ok)
        diag_errno(d, "cannot make directory %s", path);
    free(p);
    return ok;
}

/* nftw has no user pointer, so the copy's ends are kept here during a walk. */
static _Thread_local struct {
    const char *from, *to;
    Diag *diag;
} tree;

static int
copy_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    char target[PATH_MAX];
    char *to = mem_printf("%s%s", tree.to, path + strlen(tree.from));
    bool ok = true;

    (void)ftw;
    if (type == FTW_D) {
        ok = io_mkdirs(to, tree.diag);
    } else if (type == FTW_SL) {
        ssize_t n = readlink(path, target, sizeof target - 1);
        if (n >= 0) {
            target[n] = 0;
            ok = symlink(target, to) == 0 || errno == EEXIST;
        }
    } else if (S_ISREG(st->st_mode)) {
        ok = io_copy(path, to, tree.diag);
    } /* sockets, fifos and devices are not copied */
    free(to);
    return ok ? 0 : 1;
}

bool
io_copy_tree(const char *from, const char *to, Diag *d)
{
    tree.from = from;
    tree.to = to;
    tree.diag = d;
    if (nftw(from, copy_entry, 32, FTW_PHYS) != 0)
        return diag_errno(d, "cannot copy %s to %s", from, to);
    return true;
}

static int
remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    (void)!remove(path);
    return 0;
}

void
io_remove_tree(const char *path)
{
    nftw(path, remove_entry, 32, FTW_DEPTH | FTW_PHYS);
}

bool
io_temp_dir(const char *prefix, char **path, Diag *d)
{
    const char *base = getenv("TMPDIR");

    *path = mem_printf("%s/%s.XXXXXX", base && *base ? base : "/tmp", prefix);
    if (mkdtemp(*path))
        return true;
    diag_errno(d, "cannot make temporary directory %s", *path);
    free(*path);
    *path = NULL;
    return false;
}

char *
io_join(const char *dir, const char *name)
{
    if (name[0] == '/' || strcmp(dir, ".") == 0 || !*dir)
        return mem_strdup(name);
    size_t n = strlen(dir);
    return mem_printf("%s%s%s", dir, dir[n - 1] == '/' ? "" : "/", name);
}

char *
io_absolute(const char *path)
{
    Str s = {0};

    if (path[0] != '/') {
        char cwd[PATH_MAX];
        str_puts(&s, getcwd(cwd, sizeof cwd) ? cwd : "/");
    }
    for (const char *p = path; *p;) {
        size_t n = strcspn(p, "/");
        if (n == 2 && p[0] == '.' && p[1] == '.') {
            while (s.n > 0 && s.at[--s.n] != '/')
                ;
            if (s.at)
                s.at[s.n] = 0;
        } else if (n > 0 && !(n == 1 && p[0] == '.')) {
            if (s.n == 0 || s.at[s.n - 1] != '/')
                str_putc(&s, '/');
            str_add(&s, p, n);
        }
        p += n + (p[n] == '/');
    }
    if (s.n == 0)
        str_putc(&s, '/');
    return str_take(&s);
}

char *
io_dirname(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return mem_strdup(".");
    return slash == path ? mem_strdup("/")
                         : mem_strndup(path, (size_t)(slash - path));
}

const char *
io_basename(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

char *
io_own_dir(void)
{
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

    if (n < 0)
        return mem_strdup(".");
    exe[n] = 0;
    return io_dirname(exe);
}

bool
io_resource(const char *name, char **path, Diag *d)
{
    const char *chosen = getenv("CULPRIT_LIB");
    char *own = io_own_dir();
    char *places[] = {
        chosen ? mem_printf("%s/%s", chosen, name) : NULL,
        mem_printf("%s/lib/culprit/%s", own, name),
        mem_printf("%s/../lib/culprit/%s", own, name),
    };

    *path = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (!*path && places[i] && io_exists(places[i]))
            *path = places[i];
        else
            free(places[i]);
    }
    if (!*path)
        diag_fail(d,
                  "%s is missing from this installation (looked in "
                  "%s/lib/culprit and %s/../lib/culprit); reinstall culprit "
                  "or set CULPRIT_LIB",
                  name, own, own);
    free(own);
    return *path != NULL;
}
