/* confine_spaces.c - namespaces where nothing can be written but one place, or
 * what is written elsewhere is forgotten.
 *
 * A short-lived process makes them; what keeps them alive are descriptors of
 * ours, and entering costs a run a few calls. Making them for each run would
 * take longer than many a run. Those who may not make them as they are do it
 * within a user namespace, with their own ids.
 */
#include "process/confine_spaces.h"

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[SPACES] = {"user", "mnt", "net", "ipc"};

/* <linux/mount.h> and <sys/mount.h> do not go together everywhere. */
struct attributes {
    uint64_t set, clear, propagation, userns;
};
enum { READ_ONLY = 1, RECURSIVE = 0x8000 };

static bool
set_attributes(const char *path, unsigned flags, uint64_t set, uint64_t clear)
{
    struct attributes a = {.set = set, .clear = clear};

    return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &a, sizeof a) == 0;
}

static bool
put_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    size_t n = strlen(text);

    if (fd < 0)
        return false;
    bool ok = write(fd, text, n) == (ssize_t)n;
    int why = errno;
    close(fd);
    errno = why;
    return ok;
}

static bool
map_ids(uid_t user, gid_t group)
{
    char text[64];

    put_text("/proc/self/setgroups", "deny");
    snprintf(text, sizeof text, "%u %u 1", (unsigned)user, (unsigned)user);
    if (!put_text("/proc/self/uid_map", text))
        return false;
    snprintf(text, sizeof text, "%u %u 1", (unsigned)group, (unsigned)group);
    return put_text("/proc/self/gid_map", text);
}

/* Layers: what is changed in a directory is kept in a file system in memory
 * that lies over it. Where `writable` is in such a directory, it is put back in
 * its place. */

static const char layers_size[] = "size=512m";

/* A path as a part of the options of an overlay. */
static void
put_path(Str *out, const char *path)
{
    for (; *path; path++) {
        if (strchr(":,\\", *path))
            str_putc(out, '\\');
        str_putc(out, *path);
    }
}

/* The k-th directory of its kind in the layers. */
static bool
make_layer(const char *layers, const char *kind, size_t k, mode_t mode, Str *to)
{
    str_printf(to, "%s/%s%zu", layers, kind, k);
    return mkdir(str_text(to), 0700) == 0 && chmod(str_text(to), mode) == 0;
}

static bool
lay_over(const char *dir, const char *layers, size_t k, bool user)
{
    Str upper = {0}, work = {0}, options = {0};
    struct stat st;

    bool ok = stat(dir, &st) == 0 &&
              make_layer(layers, "upper", k, st.st_mode & 07777, &upper) &&
              make_layer(layers, "work", k, 0700, &work);
    if (ok) {
        str_puts(&options, "lowerdir=");
        put_path(&options, dir);
        str_puts(&options, ",upperdir=");
        put_path(&options, str_text(&upper));
        str_puts(&options, ",workdir=");
        put_path(&options, str_text(&work));
        str_puts(&options, user ? ",userxattr" : "");
        ok = mount("culprit", dir, "overlay", 0, str_text(&options)) == 0;
    }
    const int why = errno;
    str_done(&upper);
    str_done(&work);
    str_done(&options);
    errno = why;
    return ok;
}

static int
open_place(const char *path)
{
    return open(path, O_PATH | O_CLOEXEC);
}

/* Paths may lead elsewhere once a layer lies over a part of them: descriptors
 * do not. */
static bool
lay_over_each(const char *writable, const char *layers, const Texts *layered,
              bool user)
{
    const int home = open_place(writable), store = open_place(layers);
    Str path = {0};
    bool ok = home >= 0 && store >= 0;

    str_printf(&path, "/proc/self/fd/%d", store);
    for (size_t k = 0; ok && k < layered->n; k++)
        ok = lay_over(layered->at[k], str_text(&path), k, user);
    str_clear(&path);
    str_printf(&path, "/proc/self/fd/%d", home);
    ok = ok && mount(str_text(&path), writable, NULL, MS_BIND, NULL) == 0;
    const int why = errno;
    if (home >= 0)
        close(home);
    if (store >= 0)
        close(store);
    str_done(&path);
    errno = why;
    return ok;
}

static bool
lay_over_all(const char *writable, const Texts *layered, bool user)
{
    Str layers = {0};

    str_printf(&layers, "%s/layers", writable);
    const char *path = str_text(&layers);
    const bool ok = (mkdir(path, 0700) == 0 || errno == EEXIST) &&
                    mount("culprit", path, "tmpfs", 0, layers_size) == 0 &&
                    lay_over_each(writable, path, layered, user);
    const int why = errno;
    str_done(&layers);
    errno = why;
    return ok;
}

static bool
mount_all(const char *writable, const Texts *layered, bool user)
{
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        (layered ? !lay_over_all(writable, layered, user)
                 : writable &&
                       mount(writable, writable, NULL, MS_BIND, NULL) != 0) ||
        !set_attributes("/", RECURSIVE, READ_ONLY, 0))
        return false;
    for (size_t k = 0; layered && k < layered->n; k++)
        if (!set_attributes(layered->at[k], 0, 0, READ_ONLY))
            return false;
    return !writable || set_attributes(writable, 0, 0, READ_ONLY);
}

/* In the process that makes them. */
static bool
separate(const char *writable, const Texts *layered)
{
    const int some = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC;
    uid_t user = geteuid();
    gid_t group = getegid();

    if (unshare(some) == 0)
        return mount_all(writable, layered, false);
    return unshare(some | CLONE_NEWUSER) == 0 && map_ids(user, group) &&
           mount_all(writable, layered, true);
}

static _Noreturn void
maker(const char *writable, const Texts *layered, int answer, int wait)
{
    char c;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int error = separate(writable, layered) ? 0 : errno;

    if (write(answer, &error, sizeof error) == sizeof error)
        while (read(wait, &c, 1) < 0 && errno == EINTR)
            ;
    _exit(0);
}

static bool
is_ours(int fd, const char *name)
{
    char path[64], a[64] = "", b[64] = "";

    snprintf(path, sizeof path, "/proc/self/ns/%s", name);
    ssize_t n = readlink(path, a, sizeof a - 1);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t m = readlink(path, b, sizeof b - 1);
    return n == m && n > 0 && strcmp(a, b) == 0;
}

static void
close_all(int fds[SPACES])
{
    for (int i = 0; i < SPACES; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

static bool
take(pid_t pid, int out[SPACES])
{
    for (int i = 0; i < SPACES; i++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%ld/ns/%s", (long)pid, names[i]);
        out[i] = open(path, O_RDONLY | O_CLOEXEC);
        if (out[i] < 0) {
            close_all(out);
            return false;
        }
    }
    if (is_ours(out[SPACE_USER], names[SPACE_USER])) {
        close(out[SPACE_USER]);
        out[SPACE_USER] = -1;
    }
    return true;
}

bool
spaces_make(const char *writable, const Texts *layered, int out[SPACES])
{
    int answer[2], wait[2], error = 0;

    for (int i = 0; i < SPACES; i++)
        out[i] = -1;
    if (pipe2(answer, O_CLOEXEC) != 0)
        return false;
    if (pipe2(wait, O_CLOEXEC) != 0) {
        close(answer[0]), close(answer[1]);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(wait[1]); /* so that our end of it ends the process */
        maker(writable, layered, answer[1], wait[0]);
    }
    close(answer[1]);
    bool ok = pid > 0;
    if (ok && (read(answer[0], &error, sizeof error) != sizeof error || error))
        ok = false;
    ok = ok && take(pid, out);
    int why = error ? error : errno;
    close(answer[0]);
    close(wait[0]);
    close(wait[1]);
    if (pid > 0) {
        kill(pid, SIGKILL);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    errno = why;
    return ok;
}
