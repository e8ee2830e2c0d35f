/* serve.c - linked into the profile variant: be forked for each test.
 *
 * A test then costs neither exec nor the loader. Nothing of the server may
 * show in a test: it uses no stdio and no heap, ignores nobody's signals but
 * blocks its own, and ends by _exit. See format/serve.h.
 */
#include "format/serve.h"
#include "runtime/profile.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
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

/* Wait for a run, at most so long. */
static void
await_run(unsigned run, pid_t pid, uint32_t patience_ms)
{
    struct timespec now, end;
    sigset_t child;
    int how = 0, late = 0;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD); /* blocked, like all */
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += patience_ms / 1000;
    end.tv_nsec += (long)(patience_ms % 1000) * 1000000;
    while (waitpid(pid, &how, WNOHANG) == 0) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t left = (int64_t)(end.tv_sec - now.tv_sec) * 1000000000 +
                       (end.tv_nsec - now.tv_nsec);
        if (left <= 0) {
            late = 1;
            kill(pid, SIGKILL);
            while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
                ;
            break;
        }
        const struct timespec rest = {left / 1000000000, left % 1000000000};
        sigtimedwait(&child, NULL, &rest);
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
lead(const struct ServeRequest *r, const struct Words *w)
{
    const pid_t self = getpid();

    crt_lead(w->texts[SERVE_RUN], r->repeat);
    for (uint32_t run = 0; run < r->repeat; run++) {
        pid_t pid = fork();
        if (pid == 0) {
            if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != self ||
                !place(w->texts[SERVE_INPUT], O_RDONLY, 0) ||
                !place_run(w->texts[SERVE_OUT], run, 1) ||
                !place_run(w->texts[SERVE_ERR], run, 2))
                _exit(127);
            crt_choose(run);
            return;
        }
        if (pid < 0)
            break;
        await_run(run, pid, r->patience_ms);
    }
    _exit(0);
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
    reply.kind = SERVE_READY;
    say(reply);
    close(channel);
    channel = -1;
    environ = w->env;
    if (r->repeat > 0)
        lead(r, w);
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
