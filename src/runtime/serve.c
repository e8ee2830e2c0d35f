/* serve.c - linked into the profile variant: be forked for each test.
 *
 * A test then costs neither exec nor the loader. Nothing of the server may
 * show in a test: it uses no stdio and no heap, ignores nobody's signals but
 * blocks its own, and ends by _exit. See format/serve.h.
 */
#include "format/serve.h"
#include "runtime/profile.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int Main(int, char **, char **);

/* Defined by variant/: whether main calls __culprit_serve. */
extern const unsigned char __culprit_servable;

int __culprit_serve(int argc, char **argv, char **envp, Main *program);

static int channel = -1; /* the socket; -1: nobody asked */

/* A request's bytes. In a test they are its arguments and environment. */
static char *room;
static size_t room_size;

/* The words of a test, within the room. */
struct Words {
    char **texts, **args, **env;
};

static bool
transfer(bool out, void *bytes, size_t n)
{
    char *at = bytes;

    while (n > 0) {
        ssize_t done = out ? write(channel, at, n) : read(channel, at, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

static void
say(struct ServeReply r)
{
    r.magic = SERVE_MAGIC;
    if (!transfer(true, &r, sizeof r))
        _exit(1);
}

static int
descriptor(const char *text)
{
    int fd = 0;

    for (; *text >= '0' && *text <= '9' && fd < 1000000; text++)
        fd = fd * 10 + (*text - '0');
    return *text ? -1 : fd;
}

void
crt_prepare_to_serve(char **envp)
{
    static const char name[] = SERVE_ENV "=";
    struct sigaction children;

    for (; *envp; envp++) {
        size_t i = 0;
        while (name[i] && (*envp)[i] == name[i])
            i++;
        if (!name[i])
            channel = descriptor(*envp + i);
    }
    if (channel < 0)
        return;
    /* Where nobody may wait for children, we cannot, either. */
    if (!__culprit_servable || sigaction(SIGCHLD, NULL, &children) != 0 ||
        children.sa_handler == SIG_IGN || children.sa_flags & SA_NOCLDWAIT) {
        say((struct ServeReply){.kind = SERVE_HELLO});
        _exit(0);
    }
}

static bool
make_room(size_t size)
{
    if (size <= room_size)
        return true;
    if (room)
        munmap(room, room_size);
    room_size = 0;
    room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
    if (room == MAP_FAILED) {
        room = NULL;
        return false;
    }
    room_size = size;
    return true;
}

/* False at the end of requests, and if one is not to be understood. */
static bool
receive(struct ServeRequest *r, struct Words *w)
{
    if (!transfer(false, r, sizeof *r) || !serve_is_sound(r))
        return false;
    size_t npointers = (size_t)SERVE_TEXTS + r->nargs + r->nenv + 2;
    if (!make_room(npointers * sizeof(char *) + r->size))
        return false;
    w->texts = (char **)(void *)room;
    w->args = w->texts + SERVE_TEXTS;
    w->env = w->args + r->nargs + 1;
    char *text = room + npointers * sizeof(char *);
    return transfer(false, text, r->size) && serve_split(r, text, w->texts);
}

static bool
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

static bool
set_limits(const struct ServeRequest *r)
{
    for (uint32_t i = 0; i < r->nlimits; i++) {
        const struct rlimit l = {r->limits[i].soft, r->limits[i].hard};
        if (setrlimit((__rlimit_resource_t)r->limits[i].resource, &l) != 0)
            return false;
    }
    return true;
}

/* From now on this process may make threads, but no processes; the filter of
 * run/confine_filter.c could not be put on the server. */
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

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Make the forked process what child_main() in run/child.c would have made. */
static void
become_test(const struct ServeRequest *r, const struct Words *w, pid_t server)
{
    const int create = O_WRONLY | O_CREAT | O_TRUNC;
    struct ServeReply reply = {.kind = SERVE_REFUSED, .pid = getpid()};

    errno = 0;
    reply.step = SERVE_AT_SESSION;
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
        getppid() != server)
        goto failed;
    reply.step = SERVE_AT_INPUT;
    if (!place(w->texts[SERVE_INPUT], O_RDONLY, 0))
        goto failed;
    reply.step = SERVE_AT_OUTPUT;
    if (!place(w->texts[SERVE_OUT], create, 1) ||
        !place(w->texts[SERVE_ERR], create, 2))
        goto failed;
    reply.step = SERVE_AT_DIR;
    if (chdir(w->texts[SERVE_DIR]) != 0)
        goto failed;
    reply.step = SERVE_AT_LIMITS;
    if (!set_limits(r))
        goto failed;
    reply.step = SERVE_AT_ALONE;
    if (r->flags & SERVE_ALONE && !be_alone())
        goto failed;
    reply.kind = SERVE_READY;
    say(reply);
    close(channel);
    channel = -1;
    environ = w->env;
    crt_count_in(w->texts[SERVE_RUN], w->args[0]);
    return;
failed:
    reply.error = errno ? errno : ESRCH;
    say(reply);
    _exit(127);
}

/* How the child ended. It stays a zombie: its pid is still in use. */
static void
report_end(pid_t pid)
{
    siginfo_t info = {0};
    struct rusage use = {0};

    while (syscall(SYS_waitid, P_PID, pid, &info, WEXITED | WNOWAIT, &use) < 0)
        if (errno != EINTR)
            _exit(1);
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
serve(struct Words *w, int *argc)
{
    const pid_t self = getpid();
    struct ServeRequest request;
    sigset_t all, mask;
    pid_t pid = 0;

    sigfillset(&all); /* a test may send its parent anything */
    sigprocmask(SIG_SETMASK, &all, &mask);
    say((struct ServeReply){.kind = SERVE_HELLO, .pid = self});
    while (receive(&request, w)) {
        if (pid > 0)
            waitpid(pid, NULL, 0);
        pid = fork();
        if (pid == 0) {
            become_test(&request, w, self);
            *argc = (int)request.nargs;
            errno = 0;
            sigprocmask(SIG_SETMASK, &mask, NULL);
            return;
        }
        if (pid > 0)
            report_end(pid);
        else
            say((struct ServeReply){
                .kind = SERVE_REFUSED, .step = SERVE_AT_FORK, .error = errno});
    }
    _exit(0);
}

/* What the variant's main calls first, with the program's own. */
int
__culprit_serve(int argc, char **argv, char **envp, Main *program)
{
    struct Words w = {.args = argv, .env = envp};

    if (channel >= 0)
        serve(&w, &argc);
    return program(argc, w.args, w.env);
}
