/* rundir.c - the directories that runs leave their counters and output in. */
#include "process/rundir.h"

#include "base/io.h"
#include "base/mem.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "culprit-run."

enum { GRACE_S = 60 }; /* a root this young may not be locked yet */

bool
rundir_is_root(const char *path)
{
    return strncmp(io_basename(path), PREFIX, strlen(PREFIX)) == 0;
}

static const char *
choose_base(bool executable)
{
    const char *chosen = getenv("TMPDIR");
    struct statvfs v;

    if (chosen && *chosen)
        return chosen;
    if (access("/dev/shm", W_OK | X_OK) == 0 && statvfs("/dev/shm", &v) == 0 &&
        (uint64_t)v.f_bavail * v.f_frsize > (uint64_t)256 << 20 &&
        !(executable && v.f_flag & ST_NOEXEC))
        return "/dev/shm";
    return "/tmp";
}

static bool
is_stale(const char *path)
{
    struct stat st;

    if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) ||
        st.st_uid != geteuid() || time(NULL) - st.st_mtime < GRACE_S)
        return false;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool stale = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return stale;
}

static void
sweep(const char *base)
{
    DIR *dir = opendir(base);
    struct dirent *e;

    while (dir && (e = readdir(dir))) {
        if (!rundir_is_root(e->d_name))
            continue;
        char *path = io_join(base, e->d_name);
        if (is_stale(path))
            io_remove_tree(path);
        free(path);
    }
    if (dir)
        closedir(dir);
}

bool
rundir_open(bool executable, RunRoot *out, Diag *d)
{
    const char *base = choose_base(executable);

    sweep(base);
    *out =
        (RunRoot){.path = mem_printf("%s/%sXXXXXX", base, PREFIX), .lock = -1};
    if (mkdtemp(out->path)) {
        out->lock = open(out->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (out->lock >= 0 && flock(out->lock, LOCK_SH | LOCK_NB) == 0)
            return true;
    }
    diag_errno(d, "cannot make a directory for runs, %s (set TMPDIR)",
               out->path);
    rundir_close(out);
    return false;
}

void
rundir_close(RunRoot *r)
{
    if (r->path && r->lock >= 0) {
        io_remove_tree(r->path);
        close(r->lock);
    }
    free(r->path);
    *r = (RunRoot){.lock = -1};
}

bool
rundir_make(RunRoot *r, char **path, Diag *d)
{
    *path = mem_printf("%s/%lu", r->path, r->made++);
    if (mkdir(*path, 0700) == 0)
        return true;
    diag_errno(d, "cannot make the run directory %s", *path);
    free(*path);
    *path = NULL;
    return false;
}

void
rundir_remove(const char *path)
{
    struct dirent *e;
    DIR *dir = opendir(path);
    int fd = dir ? dirfd(dir) : -1;

    while (fd >= 0 && (e = readdir(dir)))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(fd, e->d_name, 0);
    if (dir)
        closedir(dir);
    if (rmdir(path) != 0)
        io_remove_tree(path);
}
