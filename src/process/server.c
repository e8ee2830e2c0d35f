/* server.c - a variant that stays and is forked for each test. */
#include "process/server.h"

#include "base/mem.h"
#include "base/vec.h"
#include "format/profile.h"
#include "process/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TESTS = 2000,     /* of one server */
    PATIENCE = 10000, /* ms until a server is taken for dead */
};

/* Its own, not its tests': all is resolved before there are any. */
static char bind_now[] = "LD_BIND_NOW=1";

static bool
names(const char *element, const char *variable)
{
    size_t n = strlen(variable);

    return strncmp(element, variable, n) == 0 && element[n] == '=';
}

/* Is there something to read, within so many milliseconds? */
static bool
is_readable(const Server *s, int timeout)
{
    struct pollfd p = {.fd = s->socket, .events = POLLIN};
    int ready;

    while ((ready = poll(&p, 1, timeout)) < 0 && errno == EINTR)
        ;
    return ready > 0;
}

static bool
receive(const Server *s, struct ServeReply *r)
{
    ssize_t n;

    do
        n = recv(s->socket, r, sizeof *r, MSG_DONTWAIT);
    while (n < 0 &&
           (errno == EINTR || (errno == EAGAIN && is_readable(s, PATIENCE))));
    return n == (ssize_t)sizeof *r && serve_is_reply(r);
}

/* It takes one at a time, so there is room for it. */
static bool
transmit(const Server *s, const Str *bytes)
{
    ssize_t n;

    while ((n = send(s->socket, bytes->at, bytes->n,
                     MSG_NOSIGNAL | MSG_DONTWAIT)) < 0 &&
           errno == EINTR)
        ;
    return n == (ssize_t)bytes->n;
}

static struct ServeBoard *
board(const Server *s)
{
    void *at = s->memory + SERVE_BOARD;

    return at;
}

static void
end_process(Server *s)
{
    close(s->socket);
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    s->up = false;
}

void
server_stop(Server *s)
{
    if (s->up)
        end_process(s);
    if (s->memory)
        munmap(s->memory, s->memory_size);
    free(s->file);
    free(s->mark);
    str_done(&s->request);
    *s = (Server){.given_up = s->given_up};
}

static void
give_up(Server *s)
{
    s->given_up = true;
    server_stop(s);
}

/* The task's environment, but for what is the task's only. */
static void
make_env(Server *s, const Task *t, char *serve, char ***out)
{
    VEC(char *) env = {0};

    vec_push(&env, s->mark);
    vec_push(&env, serve);
    vec_push(&env, bind_now);
    for (char *const *e = t->env; *e; e++)
        if (!names(*e, CULPRIT_TASK_ENV) && !names(*e, CULPRIT_RUN_ENV) &&
            !names(*e, SERVE_ENV))
            vec_push(&env, *e);
    vec_push(&env, NULL);
    *out = env.at;
}

static bool
start_process(Server *s, const Task *t, const sigset_t *mask, const int keep[2])
{
    char serve[64], **env;
    char *argv[] = {t->argv[0], NULL};
    Child child;
    const char *what;

    snprintf(serve, sizeof serve, SERVE_ENV "=%d,%d", keep[0], keep[1]);
    make_env(s, t, serve, &env);
    Task task = {
        .file = t->file,
        .argv = argv,
        .env = env,
        .dir = t->dir,
        .files = {.out = "/dev/null", .err = "/dev/null"},
        .keep = {keep[0], keep[1]},
        .fixed = t->fixed,
        .confine = t->confine,
    };
    s->up = child_start(&task, mask, &child, &what);
    free(env);
    if (!s->up)
        return false;
    s->pid = child.pid;
    close(child.fd);
    return true;
}

/* The same file where the standard files will not be. */
static int
move_up(int fd)
{
    int moved = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : -1;

    if (fd >= 0)
        close(fd);
    return moved;
}

static int
make_memory(Server *s, size_t size)
{
    int fd = memfd_create("culprit counters", MFD_CLOEXEC);

    if (fd < 0 || ftruncate(fd, (off_t)size) != 0)
        goto failed;
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED)
        goto failed;
    s->memory = at;
    s->memory_size = size;
    return fd;
failed:
    if (fd >= 0)
        close(fd);
    return -1;
}

static void
start(Server *s, const Task *t, unsigned slot, const sigset_t *mask)
{
    int ends[2] = {-1, -1};
    struct ServeReply hello;

    s->file = mem_strdup(t->file);
    s->confine = t->confine;
    s->mark =
        mem_printf(CULPRIT_TASK_ENV "=server %ld %u", (long)getpid(), slot);
    bool ok = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0;
    s->socket = ends[0];
    const int keep[] = {move_up(ends[1]),
                        make_memory(s, t->serve.profile_size)};
    const int moved[] = {keep[0], move_up(keep[1])};
    ok = ok && moved[0] >= 0 && moved[1] >= 0 &&
         start_process(s, t, mask, moved);
    for (size_t i = 0; i < 2; i++)
        if (moved[i] >= 0)
            close(moved[i]);
    if (!ok && ends[0] >= 0)
        close(ends[0]);
    if (!ok || !receive(s, &hello) || hello.kind != SERVE_HELLO ||
        hello.pid != s->pid)
        give_up(s);
}

static void
put_string(Str *out, const char *text)
{
    str_add(out, text, strlen(text) + 1);
}

void
server_pack(const Task *t, Str *out)
{
    struct ServeRequest r = {.magic = SERVE_MAGIC};
    const char *run = "";
    size_t start = out->n;

    r.nlimits = child_limits(&t->limits, r.limits);
    r.flags = t->confine && !t->confine->processes && t->confine->filter
                  ? SERVE_ALONE
                  : 0;
    r.repeat = t->serve.repeat;
    r.patience_ms = t->serve.patience_ms;
    str_add(out, &r, sizeof r); /* its place */
    for (char *const *e = t->env; *e; e++)
        if (names(*e, CULPRIT_RUN_ENV))
            run = *e + strlen(CULPRIT_RUN_ENV) + 1;
    put_string(out, run);
    put_string(out, t->dir);
    put_string(out, t->files.input ? t->files.input : "/dev/null");
    put_string(out, t->files.out);
    put_string(out, t->files.err);
    for (char *const *e = t->env; *e; e++, r.nenv++)
        put_string(out, *e);
    for (char *const *a = t->argv; *a; a++, r.nargs++)
        put_string(out, *a);
    r.size = (uint32_t)(out->n - start - sizeof r);
    memcpy(out->at + start, &r, sizeof r);
}

static const char *
step_text(const Task *t, ServeStep step)
{
    switch (step) {
    case SERVE_AT_FORK:
        return "make a process";
    case SERVE_AT_SESSION:
        return "start a session";
    case SERVE_AT_INPUT:
        return t->files.input;
    case SERVE_AT_OUTPUT:
        return "capture its output";
    case SERVE_AT_DIR:
        return t->dir;
    case SERVE_AT_ALONE:
        return "confine it with seccomp";
    case SERVE_AT_LIMITS:
    case SERVE_STEPS:
        break;
    }
    return "set its limits";
}

/* A server that is up, if that can be. */
static bool
ensure(Server *s, const Task *t, unsigned slot, const sigset_t *mask)
{
    if (s->up && (s->ntests == TESTS || strcmp(s->file, t->file) != 0 ||
                  s->confine != t->confine))
        server_stop(s);
    if (!s->up && !s->given_up)
        start(s, t, slot, mask);
    return s->up;
}

bool
server_begin(Server *s, const Task *t, unsigned slot, const sigset_t *mask,
             Child *out)
{
    if (!ensure(s, t, slot, mask))
        return false;
    str_clear(&s->request);
    server_pack(t, &s->request);
    if (s->request.n > SERVE_MOST)
        return false;
    s->ntests++;
    board(s)->pid = 0;
    memset(s->memory + PROFILE_HEADER, 0, s->memory_size - PROFILE_HEADER);
    if (!transmit(s, &s->request)) {
        give_up(s);
        return false;
    }
    *out = (Child){.fd = s->socket, .mark = s->mark};
    return true;
}

/* The child's pid, as soon as the server has one; 0: it is lost. */
static pid_t
find_pid(const Server *s)
{
    volatile const int32_t *pid = &board(s)->pid;

    for (int ms = 0; *pid == 0 && ms < PATIENCE && !is_readable(s, 1); ms++)
        ;
    return *pid;
}

/* Why it did not start, and whether its end is yet to be told. */
static bool
is_refused(const Task *t, const struct ServeReply *r, Ended *e)
{
    if (r->kind != SERVE_REFUSED)
        return false;
    e->started = false;
    e->what = step_text(t, r->step);
    e->error = r->error;
    return r->pid > 0;
}

static bool
hear_end(const Server *s, const Task *t, struct ServeReply *r, Ended *e)
{
    return receive(s, r) && r->kind != SERVE_HELLO &&
           (!is_refused(t, r, e) || (receive(s, r) && r->kind == SERVE_ENDED));
}

/* Its parent's death kills the child, which is ours to reap then. */
static void
lose(Server *s, Child *c, Ended *e)
{
    struct rusage use = {0};
    int how = SIGKILL;

    end_process(s);
    s->given_up = true; /* but keep the mark: the child points to it */
    if (c->pid > 0) {
        child_kill(c);
        while (wait4(c->pid, &how, 0, &use) < 0 && errno == EINTR)
            ;
    }
    e->signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    e->status = WIFSIGNALED(how) ? 0 : WEXITSTATUS(how);
    e->cpu_s = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
               (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

void
server_end(Server *s, const Task *t, Child *c, Ended *e)
{
    struct ServeReply reply;

    if (!is_readable(s, 0)) {
        c->pid = find_pid(s);
        if (c->pid > 0)
            child_kill(c);
    }
    bool heard = hear_end(s, t, &reply, e);
    if (!c->pid)
        c->pid = heard ? reply.pid : board(s)->pid;
    if (!heard) {
        lose(s, c, e);
    } else if (c->pid > 0) {
        child_kill(c); /* what is left of its group */
        e->status = reply.status;
        e->signal = reply.signal;
        e->cpu_s = (double)reply.cpu_us / 1e6;
    }
    if (e->started) {
        e->profile = s->memory;
        e->profile_size = s->memory_size;
    }
}
