/* child.c - start one confined process, and clear up what it leaves behind.
 *
 * The start is a clone() that shares memory until exec, as posix_spawn does:
 * copying the page tables of a process that has LLVM loaded takes longer than
 * many tests do.
 */
#include "process/child.h"

#include "base/clock.h"
#include "process/confine.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK = 64 * 1024 };

/* Shared with the child until it executes the program. */
typedef struct ChildStart ChildStart;
struct ChildStart {
    const Task *task;
    const sigset_t *mask;
    const char *what; /* what failed, and why */
    int error;
    pid_t parent;
    struct ServeLimit limits[SERVE_LIMITS];
    uint32_t nlimits;
};

IN_CHILD static bool
set_limits(const ChildStart *s)
{
    for (uint32_t i = 0; i < s->nlimits; i++) {
        const struct rlimit l = {s->limits[i].soft, s->limits[i].hard};
        if (setrlimit(s->limits[i].resource, &l) != 0)
            return false;
    }
    return true;
}

IN_CHILD static bool
place(const char *path, int flags, int target)
{
    int fd = open(path, flags, 0600);

    if (fd < 0 || fd == target)
        return fd == target;
    bool ok = dup2(fd, target) == target;
    int why = errno;
    close(fd);
    errno = why;
    return ok;
}

IN_CHILD static int
child_main(void *shared)
{
    ChildStart *s = shared;
    const Task *t = s->task;
    const int create = O_WRONLY | O_CREAT | O_TRUNC;

    if (t->confine && (s->what = confine_enter(t->confine)))
        goto failed;
    s->what = "start a session";
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        goto failed;
    if (getppid() != s->parent) {
        errno = ESRCH;
        goto failed;
    }
    s->what = t->files.input;
    if (!place(t->files.input ? t->files.input : "/dev/null", O_RDONLY, 0))
        goto failed;
    s->what = "capture its output";
    if (!place(t->files.out, create, 1) || !place(t->files.err, create, 2))
        goto failed;
    s->what = t->dir;
    if (chdir(t->dir) != 0)
        goto failed;
    s->what = "set its limits";
    if (!set_limits(s))
        goto failed;
    if (t->fixed)
        personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
    if (t->confine && (s->what = confine_lock(t->confine, t->keep[0] != 0)))
        goto failed;
    s->what = t->file;
    for (size_t i = 0; i < 2; i++)
        if (t->keep[i])
            fcntl(t->keep[i], F_SETFD, 0);
    sigprocmask(SIG_SETMASK, s->mask, NULL);
    execve(t->file, t->argv, t->env);
failed:
    s->error = errno;
    _exit(127);
}

/* Processes of this user now: RLIMIT_NPROC counts all of them. */
static rlim_t
count_processes(void)
{
    struct dirent *e;
    rlim_t n = 0;
    DIR *proc = opendir("/proc");

    while (proc && (e = readdir(proc))) {
        char path[64];
        if (!isdigit((unsigned char)e->d_name[0]) ||
            snprintf(path, sizeof path, "/proc/%.20s/cmdline", e->d_name) < 0)
            continue;
        n += access(path, R_OK) == 0;
    }
    if (proc)
        closedir(proc);
    return n;
}

static void
limit(uint32_t resource, rlim_t most, struct ServeLimit *out, uint32_t *n)
{
    struct rlimit now = {RLIM_INFINITY, RLIM_INFINITY};

    getrlimit(resource, &now);
    rlim_t least = most < now.rlim_max ? most : now.rlim_max;
    out[(*n)++] =
        (struct ServeLimit){.resource = resource, .soft = least, .hard = least};
}

uint32_t
child_limits(const Limits *l, struct ServeLimit out[SERVE_LIMITS])
{
    uint32_t n = 0;

    limit(RLIMIT_CORE, 0, out, &n);
    if (l->memory_mb)
        limit(RLIMIT_AS, (rlim_t)l->memory_mb << 20, out, &n);
    if (l->output_mb)
        limit(RLIMIT_FSIZE, (rlim_t)l->output_mb << 20, out, &n);
    if (l->processes)
        limit(RLIMIT_NPROC, count_processes() + (rlim_t)l->processes, out, &n);
    return n;
}

bool
child_start(const Task *t, const sigset_t *mask, Child *out, const char **what)
{
    _Alignas(16) char stack[STACK]; /* its user is gone on return */
    ChildStart s = {.task = t, .mask = mask, .parent = getpid()};
    sigset_t all, before;

    out->mark = NULL;
    s.nlimits = child_limits(&t->limits, s.limits);
    sigfillset(&all); /* no handler may run in the shared memory */
    sigprocmask(SIG_SETMASK, &all, &before);
    int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
    out->pid = clone(child_main, stack + STACK, flags, &s, &out->fd);
    int why = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    *what = s.what;
    if (out->pid < 0) {
        *what = "make a process";
        errno = why;
        return false;
    }
    if (s.error) {
        waitpid(out->pid, NULL, 0);
        close(out->fd);
        errno = s.error;
        return false;
    }
    fcntl(out->fd, F_SETFD, FD_CLOEXEC);
    return true;
}

bool
child_adopt(bool adopt)
{
    int before = 0;

    prctl(PR_GET_CHILD_SUBREAPER, &before);
    prctl(PR_SET_CHILD_SUBREAPER, adopt ? 1UL : 0UL);
    return before != 0;
}

void
child_kill(const Child *c)
{
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL); /* it may have left its group */
}

/* Does the process's environment have the mark? */
static bool
is_marked(pid_t pid, const char *mark)
{
    char path[64], bytes[32768];
    size_t length = strlen(mark) + 1; /* with its NUL */

    snprintf(path, sizeof path, "/proc/%ld/environ", (long)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t n = read(fd, bytes, sizeof bytes);
    close(fd);
    return n > 0 && memmem(bytes, (size_t)n, mark, length);
}

int
child_open_list(void)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    return open(path, O_RDONLY | O_CLOEXEC);
}

size_t
child_list(int list, pid_t *out, size_t room)
{
    char bytes[16384];
    size_t n = 0;

    if (list < 0)
        return 0;
    ssize_t got = pread(list, bytes, sizeof bytes - 1, 0);
    bytes[got > 0 ? got : 0] = 0;
    for (char *at = bytes, *end; n < room; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at)
            break;
        out[n++] = (pid_t)pid;
    }
    return n;
}

/* utime, stime, cutime and cstime of proc(5), behind a name in brackets. */
static double
cpu_of(pid_t pid)
{
    enum { BEFORE = 12 }; /* words between the name and utime */
    char path[64], text[1024];
    unsigned long all = 0;

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = 0;
    char *at = strrchr(text, ')');
    for (int i = 0; at && i < BEFORE; i++)
        at = strchr(at + 1, ' ');
    for (int i = 0; at && i < 4; i++)
        all += strtoul(at, &at, 10);
    return (double)all / (double)sysconf(_SC_CLK_TCK);
}

/* Of its children, and of theirs if there are `deeper` levels. */
static double
cpu_below(pid_t pid, unsigned deeper)
{
    char path[64];
    pid_t children[64];
    double sum = 0;

    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid,
             (long)pid);
    int list = open(path, O_RDONLY | O_CLOEXEC);
    size_t n = child_list(list, children, sizeof children / sizeof *children);
    if (list >= 0)
        close(list);
    for (size_t i = 0; i < n; i++) {
        sum += cpu_of(children[i]);
        if (deeper)
            sum += cpu_below(children[i], deeper - 1);
    }
    return sum;
}

/* A server's last run is its child until the next one, and a worker has a
 * server of its own. */
double
child_cpu(void)
{
    enum { DEEPER = 3 };

    return cpu_below(getpid(), DEEPER);
}

double
child_clock(bool cpu)
{
    return cpu ? clock_cpu() + child_cpu() : clock_now();
}

static bool
is_among(pid_t pid, const pid_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == pid)
            return true;
    return false;
}

/* Orphans of orphans come to us when those die, hence the outer loop. */
void
child_sweep(int list, const Child *c, const char *mark, const pid_t *others,
            size_t nothers, bool *unknown)
{
    pid_t found[1024];
    bool again = true;

    while (again) {
        size_t n = child_list(list, found, sizeof found / sizeof found[0]);
        again = *unknown = false;
        for (size_t i = 0; i < n; i++) {
            pid_t pid = found[i];
            if (pid == c->pid || is_among(pid, others, nothers) ||
                waitpid(pid, NULL, WNOHANG) != 0)
                continue;
            if (mark && getsid(pid) != c->pid && !is_marked(pid, mark) &&
                !(c->mark && is_marked(pid, c->mark))) {
                *unknown = true;
                continue;
            }
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0);
            again = true;
        }
    }
}
