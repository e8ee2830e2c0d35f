/* confine_spaces.c - namespaces where nothing can be written but one place.
 *
 * A short-lived process makes them; what keeps them alive are descriptors of
 * ours, and entering costs a run a few calls. Making them for each run would
 * take longer than many a run. Those who may not make them as they are do it
 * within a user namespace, with their own ids.
 */
#include "process/confine_spaces.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
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

static bool
mount_all(const char *writable)
{
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        (writable && mount(writable, writable, NULL, MS_BIND, NULL) != 0) ||
        !set_attributes("/", RECURSIVE, READ_ONLY, 0))
        return false;
    return !writable || set_attributes(writable, 0, 0, READ_ONLY);
}

/* In the process that makes them. */
static bool
separate(const char *writable)
{
    const int some = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC;
    uid_t user = geteuid();
    gid_t group = getegid();

    if (unshare(some) != 0 &&
        (unshare(some | CLONE_NEWUSER) != 0 || !map_ids(user, group)))
        return false;
    return mount_all(writable);
}

static _Noreturn void
maker(const char *writable, int answer, int wait)
{
    char c;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int error = separate(writable) ? 0 : errno;

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
spaces_make(const char *writable, int out[SPACES])
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
        maker(writable, answer[1], wait[0]);
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
