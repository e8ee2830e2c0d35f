/* serve.c - linked into variants: be forked for each test.
 *
 * A test then costs neither exec nor the loader. Nothing of the server may
 * show in a test: it uses no stdio and no heap, blocks signals instead of
 * ignoring them, and ends by _exit. See format/serve.h.
 */
#include "format/serve.h"

#include "format/profile.h"
#include "runtime/kernel.h"
#include "runtime/profile.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef int Main(int, char **, char **);

/* Defined by variant/: whether main calls __culprit_serve. */
extern const unsigned char __culprit_servable;

int __culprit_serve(int argc, char **argv, char **envp, Main *program);

static int channel = -1; /* the socket; -1: nobody asked */
static uint64_t files;   /* that were open before all libraries began */

/* Not in the children: a test cannot spoil it. */
static struct ServeBoard *board;

/* A request, its strings, and pointers to them. In a test they are its
 * arguments and environment. What is not used takes no memory. */
enum {
    PACKET = sizeof(struct ServeRequest) + SERVE_MOST,
    POINTERS = (PACKET + 15) & ~15,
    ROOM = POINTERS + (SERVE_TEXTS + 2 * SERVE_MOST + 2) * sizeof(char *),
};
static char *room;

/* Not by libc: the pages of it that a child runs are mapped one by one. */
static long
call(long number, long a, long b, long c, long d)
{
    return kernel_call(number, a, b, c, d, 0, 0);
}

/* The words of a test, within the room. */
struct ServeWords {
    char **texts, **args, **env;
};

static void
say(struct ServeReply r)
{
    ssize_t done;

    r.magic = SERVE_MAGIC;
    while ((done = call(SYS_write, channel, (long)&r, sizeof r, 0)) < 0 &&
           errno == EINTR)
        ;
    if (done != (ssize_t)sizeof r)
        kernel_exit(1);
}

/* The number at *text, which then is behind it and `end`; -1: none. */
static int
descriptor(const char **text, char end)
{
    const char *at = *text;
    int fd = 0;

    for (; *at >= '0' && *at <= '9' && fd < 1000000; at++)
        fd = fd * 10 + (*at - '0');
    if (at == *text || *at != end)
        return -1;
    *text = at + 1;
    return fd;
}

/* A number that tells which descriptors are open, but for those of ours. */
static uint64_t
open_files(void)
{
    char bytes[4096];
    uint64_t sum = 0;
    long n, fd = call(SYS_openat, AT_FDCWD, (long)"/proc/self/fd",
                      O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

    while ((n = call(SYS_getdents64, fd, (long)bytes, sizeof bytes, 0)) > 0)
        for (long at = 0; at < n;) {
            /* inode, offset, length, type, name */
            const unsigned char *name = (unsigned char *)bytes + at + 19;
            uint64_t number = 0;
            while (*name >= '0' && *name <= '9')
                number = 10 * number + (*name++ - '0');
            if (number != (uint64_t)channel)
                sum += (number + 1) * (number + 7); /* 0 is one, too */
            at += *(unsigned short *)(void *)(bytes + at + 16);
        }
    call(SYS_close, fd, 0, 0, 0);
    return sum;
}

/* Where nobody may wait for children, we cannot, either. A thread that a
 * library has started would be missing in them, and a file that it has opened
 * would have one position for all. */
static bool
is_able(void)
{
    struct sigaction children;
    struct stat threads;

    return __culprit_servable && __sigaction(SIGCHLD, NULL, &children) == 0 &&
           children.sa_handler != SIG_IGN &&
           !(children.sa_flags & SA_NOCLDWAIT) &&
           kernel_stat("/proc/self/task", &threads) == 0 &&
           threads.st_nlink == 3 && open_files() == files;
}

static void
refuse_to_serve(void)
{
    say((struct ServeReply){.kind = SERVE_HELLO});
    kernel_exit(0);
}

/* From now on the memory is the counters', of all children, too. */
static bool
map_memory(int memory)
{
    char *header = crt_count_in_memory(memory);

    if (!header || kernel_advise(header, PROFILE_HEADER, MADV_DONTFORK) != 0)
        return false;
    board = (void *)(header + SERVE_BOARD);
    room = kernel_map(NULL, ROOM, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room != MAP_FAILED;
}

void
crt_prepare_to_serve(char **envp)
{
    static const char name[] = SERVE_ENV "=";
    int memory = -1;

    for (; *envp; envp++) {
        size_t i = 0;
        while (name[i] && (*envp)[i] == name[i])
            i++;
        const char *at = *envp + i;
        if (!name[i] && (channel = descriptor(&at, ',')) >= 0)
            memory = descriptor(&at, 0);
    }
    if (channel < 0)
        return;
    if (!__culprit_servable || memory < 0 || !map_memory(memory))
        refuse_to_serve();
    call(SYS_close, memory, 0, 0, 0);
    files = open_files();
}

/* False at the end of requests, and if one is not to be understood. */
static bool
receive(struct ServeRequest **out, struct ServeWords *w)
{
    struct ServeRequest *r = (void *)room;
    ssize_t n;

    while ((n = call(SYS_read, channel, (long)room, PACKET, 0)) < 0 &&
           errno == EINTR)
        ;
    if (n <= 0 || !serve_is_sound(r, (uint64_t)n))
        return false;
    *out = r;
    w->texts = (char **)(void *)(room + POINTERS);
    w->env = w->texts + SERVE_TEXTS;
    w->args = w->env + r->nenv + 1;
    return serve_split(r, room + sizeof *r, w->texts);
}

/* All below the target are open, so that is what it becomes. */
static bool
place(const char *path, int flags, int target)
{
    call(SYS_close, target, 0, 0, 0);
    return call(SYS_openat, AT_FDCWD, (long)path, flags, 0600) == target;
}

static bool
set_limits(const struct ServeRequest *r)
{
    for (uint32_t i = 0; i < r->nlimits; i++) {
        const struct rlimit l = {r->limits[i].soft, r->limits[i].hard};
        if (call(SYS_prlimit64, 0, r->limits[i].resource, (long)&l, 0) != 0)
            return false;
    }
    return true;
}

/* From now on this process may make threads, but no processes; the filter of
 * process/confine_filter.c could not be put on the server, which has no new
 * privileges already. */
static bool
be_alone(void)
{
    enum { LOAD = BPF_LD | BPF_W | BPF_ABS, EQUAL = BPF_JMP | BPF_JEQ | BPF_K };
    static struct sock_filter filter[] = {
        {LOAD, 0, 0, offsetof(struct seccomp_data, nr)},
#ifdef SYS_fork
        {EQUAL, 6, 0, SYS_fork},
        {EQUAL, 5, 0, SYS_vfork},
#else
        {EQUAL, 7, 0, SYS_clone3},
        {EQUAL, 6, 0, SYS_clone3},
#endif
        {EQUAL, 0, 2, SYS_clone},
        {LOAD, 0, 0, offsetof(struct seccomp_data, args)},
        {BPF_JMP | BPF_JSET | BPF_K, 1, 2, 0x10000}, /* CLONE_THREAD */
        {EQUAL, 2, 0, SYS_clone3},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EAGAIN},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS},
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};

    return call(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)&program,
                0) == 0;
}

/* Without handlers: a process that is executed knows of no fork, either. */
static pid_t
fork_quietly(void)
{
#if __GLIBC_PREREQ(2, 34)
    return _Fork();
#else
    return fork();
#endif
}

/* Wait for a run, at most so long. */
static void
await_run(unsigned run, pid_t pid, uint32_t patience_ms)
{
    const uint64_t child = UINT64_C(1) << (SIGCHLD - 1); /* blocked, like all */
    struct timespec now, end;
    int how = 0, late = 0;

    call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&end, 0, 0);
    end.tv_sec += patience_ms / 1000;
    end.tv_nsec += (long)(patience_ms % 1000) * 1000000;
    while (call(SYS_wait4, pid, (long)&how, WNOHANG, 0) == 0) {
        call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&now, 0, 0);
        int64_t left = (int64_t)(end.tv_sec - now.tv_sec) * 1000000000 +
                       (end.tv_nsec - now.tv_nsec);
        if (left <= 0) {
            late = 1;
            call(SYS_kill, pid, SIGKILL, 0, 0);
            while (call(SYS_wait4, pid, (long)&how, 0, 0) < 0 && errno == EINTR)
                ;
            break;
        }
        const struct timespec rest = {left / 1000000000, left % 1000000000};
        call(SYS_rt_sigtimedwait, (long)&child, 0, (long)&rest, sizeof child);
    }
    crt_run_ended(run, WIFEXITED(how) ? WEXITSTATUS(how) : 0,
                  WIFSIGNALED(how) ? WTERMSIG(how) : 0, late);
}

/* "FILE.12" */
static bool
place_run(const char *file, unsigned run, int target)
{
    char path[4096];
    size_t n = append_text(path, 0, sizeof path, file);

    n = append_text(path, n, sizeof path, ".");
    append_number(path, n, sizeof path, run);
    return place(path, O_WRONLY | O_CREAT | O_TRUNC, target);
}

/* Returns in the processes of the runs only. */
static void
lead(const struct ServeRequest *r, const struct ServeWords *w)
{
    const pid_t self = (pid_t)call(SYS_getpid, 0, 0, 0, 0);

    crt_lead(w->texts[SERVE_RUN], r->repeat);
    for (uint32_t run = 0; run < r->repeat; run++) {
        pid_t pid = fork_quietly();
        if (pid == 0) {
            if (call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0) != 0 ||
                call(SYS_getppid, 0, 0, 0, 0) != self ||
                !place(w->texts[SERVE_INPUT], O_RDONLY, 0) ||
                !place_run(w->texts[SERVE_OUT], run, 1) ||
                !place_run(w->texts[SERVE_ERR], run, 2))
                kernel_exit(127);
            crt_choose(run);
            return;
        }
        if (pid < 0)
            break;
        await_run(run, pid, r->patience_ms);
    }
    kernel_exit(0);
}

/* Make the forked process what child_main() in process/child.c would have made.
 * What it and the test both write to would be copied: so little is. */
static void
become_test(const struct ServeRequest *r, const struct ServeWords *w,
            pid_t server)
{
    const int create = O_WRONLY | O_CREAT | O_TRUNC;
    struct ServeReply reply = {.kind = SERVE_REFUSED,
                               .pid = (int32_t)call(SYS_getpid, 0, 0, 0, 0)};

    errno = 0;
    reply.step = SERVE_AT_SESSION;
    if (call(SYS_setsid, 0, 0, 0, 0) < 0 ||
        call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0) != 0 ||
        call(SYS_getppid, 0, 0, 0, 0) != server)
        goto failed;
    reply.step = SERVE_AT_INPUT;
    if (!place(w->texts[SERVE_INPUT], O_RDONLY, 0))
        goto failed;
    reply.step = SERVE_AT_OUTPUT;
    if (!place(w->texts[SERVE_OUT], create, 1) ||
        !place(w->texts[SERVE_ERR], create, 2))
        goto failed;
    reply.step = SERVE_AT_DIR;
    if (call(SYS_chdir, (long)w->texts[SERVE_DIR], 0, 0, 0) != 0)
        goto failed;
    reply.step = SERVE_AT_LIMITS;
    if (!set_limits(r))
        goto failed;
    if (r->repeat > 0) {
        call(SYS_close, channel, 0, 0, 0);
        lead(r, w);
    }
    reply.step = SERVE_AT_ALONE;
    if (r->flags & SERVE_ALONE && !be_alone())
        goto failed;
    if (r->repeat == 0)
        call(SYS_close, channel, 0, 0, 0);
    crt_begin((int)r->nargs, w->args, w->env);
    return;
failed:
    reply.error = errno ? errno : ESRCH;
    say(reply);
    kernel_exit(127);
}

/* How the child ended. It stays a zombie: its pid is still in use. */
static void
report_end(pid_t pid)
{
    siginfo_t info = {0};
    struct rusage use = {0};

    while (kernel_call(SYS_waitid, P_PID, pid, (long)&info, WEXITED | WNOWAIT,
                       (long)&use, 0) < 0)
        if (errno != EINTR)
            kernel_exit(1);
    bool exited = info.si_code == CLD_EXITED;
    say((struct ServeReply){
        .kind = SERVE_ENDED,
        .pid = pid,
        .status = exited ? info.si_status : 0,
        .signal = exited ? 0 : info.si_status,
        .cpu_us =
            (uint64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000 +
            (uint64_t)(use.ru_utime.tv_usec + use.ru_stime.tv_usec),
    });
}

/* Returns in a test's process only. */
static void
serve(struct ServeWords *w, int *argc)
{
    const pid_t self = (pid_t)call(SYS_getpid, 0, 0, 0, 0);
    struct ServeRequest *request;
    /* The kernel's: libc's functions spare signals of its own. */
    uint64_t mask, all = UINT64_MAX; /* a test may send its parent anything */
    pid_t pid = 0;

    call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&mask, sizeof all);
    if (!is_able())
        refuse_to_serve();
    /* Where they will be in every request. */
    __environ = (char **)(void *)(room + POINTERS) + SERVE_TEXTS;
    crt_count_forks_in(room + sizeof *request);
    say((struct ServeReply){.kind = SERVE_HELLO, .pid = self});
    while (receive(&request, w)) {
        if (pid > 0)
            call(SYS_wait4, pid, 0, 0, 0);
        pid = fork_quietly();
        if (pid == 0) {
            become_test(request, w, self);
            *argc = (int)request->nargs;
            errno = 0;
            call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, 0, sizeof mask);
            return;
        }
        board->pid = pid > 0 ? pid : 0;
        if (pid > 0)
            report_end(pid);
        else
            say((struct ServeReply){
                .kind = SERVE_REFUSED, .step = SERVE_AT_FORK, .error = errno});
    }
    kernel_exit(0);
}

/* What the variant's main calls first, with the program's own. */
int
__culprit_serve(int argc, char **argv, char **envp, Main *program)
{
    struct ServeWords w = {.args = argv, .env = envp};

    if (channel >= 0)
        serve(&w, &argc);
    return program(argc, w.args, w.env);
}
