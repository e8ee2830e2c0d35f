/* scratch.c - a copy of the working directory for one test, and what became
 * of it. Sockets, pipes and devices are passed over; so are directories of
 * runs, where copies are made: with $TMPDIR in the working directory, a copy
 * would hold itself.
 */
#include "process/scratch.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "process/rundir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
copy_file(const char *from, const char *to, mode_t mode)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in < 0 ? -1
                     : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                            (mode & 0777) | 0600);
    ssize_t n = -1;

    if (out >= 0)
        while ((n = sendfile(out, in, NULL, 1 << 30)) > 0)
            ;
    int why = errno;
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    errno = why;
    return n == 0;
}

static bool
copy_link(const char *from, const char *to)
{
    char target[PATH_MAX];
    ssize_t n = readlink(from, target, sizeof target - 1);

    if (n < 0)
        return false;
    target[n] = 0;
    return symlink(target, to) == 0;
}

static bool
is_dot(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static bool
is_ours(const char *path, const char *skip)
{
    return rundir_is_root(path) || (skip && strcmp(path, skip) == 0);
}

bool
scratch_copy(const char *from, const char *to, const char *skip, Diag *d)
{
    struct dirent *e;
    bool ok = true;

    if (mkdir(to, 0700) != 0)
        return diag_errno(d, "cannot make %s", to);
    DIR *dir = opendir(from);
    if (!dir)
        return diag_errno(d, "cannot copy %s", from);
    while (ok && (e = readdir(dir))) {
        struct stat st;
        if (is_dot(e->d_name))
            continue;
        char *source = io_join(from, e->d_name);
        char *target = io_join(to, e->d_name);
        if (lstat(source, &st) != 0 || is_ours(source, skip))
            ok = true; /* gone already, or ours */
        else if (S_ISDIR(st.st_mode))
            ok = scratch_copy(source, target, skip, d);
        else if (S_ISLNK(st.st_mode))
            ok = copy_link(source, target);
        else if (S_ISREG(st.st_mode))
            ok = copy_file(source, target, st.st_mode);
        if (!ok)
            diag_errno(d, "cannot copy %s to %s", source, target);
        free(source);
        free(target);
    }
    closedir(dir);
    return ok;
}

static bool
is_since(const struct stat *st, struct timespec since)
{
    return st->st_mtim.tv_sec > since.tv_sec ||
           (st->st_mtim.tv_sec == since.tv_sec &&
            st->st_mtim.tv_nsec >= since.tv_nsec);
}

bool
scratch_changed(const char *path, const char *skip, struct timespec since)
{
    struct stat st;
    struct dirent *e;
    bool changed = lstat(path, &st) == 0 && is_since(&st, since);
    DIR *dir = changed || !S_ISDIR(st.st_mode) ? NULL : opendir(path);

    while (dir && !changed && (e = readdir(dir))) {
        char *entry = io_join(path, e->d_name);
        changed = !is_dot(e->d_name) && !is_ours(entry, skip) &&
                  scratch_changed(entry, skip, since);
        free(entry);
    }
    if (dir)
        closedir(dir);
    return changed;
}

static bool
add_entry(const char *path, const char *name, const struct stat *st, Str *out,
          Diag *d)
{
    char target[PATH_MAX];
    Digest digest;

    if (S_ISLNK(st->st_mode)) {
        ssize_t n = readlink(path, target, sizeof target);
        if (n >= 0)
            str_printf(out, "%s\t-> %.*s\n", name, (int)n, target);
    } else if (S_ISREG(st->st_mode)) {
        if (!hash_file(path, &digest, d))
            return false;
        str_printf(out, "%s\t%s\n", name, digest.hex);
    }
    return true;
}

static bool
walk(const char *dir, const char *prefix, const char *skip, Str *out, Diag *d)
{
    struct dirent **entries;
    int n = scandir(dir, &entries, NULL, alphasort);
    bool ok = true;

    if (n < 0)
        return diag_errno(d, "cannot read %s", dir);
    for (int i = 0; i < n; i++) {
        struct stat st;
        char *path = io_join(dir, entries[i]->d_name);
        char *name = mem_printf("%s%s", prefix, entries[i]->d_name);
        if (!ok || is_dot(entries[i]->d_name) || lstat(path, &st) != 0 ||
            is_ours(path, skip)) {
            free(path), free(name), free(entries[i]);
            continue;
        }
        if (S_ISDIR(st.st_mode)) {
            char *below = mem_printf("%s/", name);
            ok = walk(path, below, skip, out, d);
            free(below);
        } else {
            ok = add_entry(path, name, &st, out, d);
        }
        free(path), free(name), free(entries[i]);
    }
    free(entries);
    return ok;
}

bool
scratch_manifest(const char *dir, const char *skip, Str *out, Diag *d)
{
    return walk(dir, "", skip, out, d);
}
