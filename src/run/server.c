/* server.c - a variant that stays and is forked for each test. */
#include "run/server.h"

#include "base/mem.h"
#include "base/vec.h"
#include "format/profile.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TESTS = 2000,     /* of one server */
    PATIENCE = 10000, /* ms until a server is taken for dead */
};

static bool
names(const char *element, const char *variable)
{
    size_t n = strlen(variable);

    return strncmp(element, variable, n) == 0 && element[n] == '=';
}

static bool
receive(const Server *s, struct ServeReply *r)
{
    char *at = (char *)r;
    size_t left = sizeof *r;

    while (left > 0) {
        struct pollfd p = {.fd = s->socket, .events = POLLIN};
        int ready = poll(&p, 1, PATIENCE);
        if (ready < 0 && errno == EINTR)
            continue;
        ssize_t n = ready > 0 ? read(s->socket, at, left) : 0;
        if (n <= 0)
            return false;
        at += n;
        left -= (size_t)n;
    }
    return serve_is_reply(r);
}

static bool
transmit(const Server *s, const Str *bytes)
{
    for (size_t at = 0; at < bytes->n;) {
        struct pollfd p = {.fd = s->socket, .events = POLLOUT};
        int ready = poll(&p, 1, PATIENCE);
        if (ready < 0 && errno == EINTR)
            continue;
        ssize_t n = ready > 0 ? send(s->socket, bytes->at + at, bytes->n - at,
                                     MSG_NOSIGNAL | MSG_DONTWAIT)
                              : 0;
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    return true;
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
    free(s->file);
    free(s->mark);
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
    for (char *const *e = t->env; *e; e++)
        if (!names(*e, CULPRIT_TASK_ENV) && !names(*e, CULPRIT_RUN_ENV) &&
            !names(*e, SERVE_ENV))
            vec_push(&env, *e);
    vec_push(&env, NULL);
    *out = env.at;
}

static bool
start_process(Server *s, const Task *t, const sigset_t *mask, int theirs)
{
    char serve[64], **env;
    char *argv[] = {t->argv[0], NULL};
    Child child;
    const char *what;

    snprintf(serve, sizeof serve, SERVE_ENV "=%d", theirs);
    make_env(s, t, serve, &env);
    Task task = {
        .file = t->file,
        .argv = argv,
        .env = env,
        .dir = t->dir,
        .out = "/dev/null",
        .err = "/dev/null",
        .keep = theirs,
    };
    s->up = child_start(&task, mask, &child, &what);
    free(env);
    if (!s->up)
        return false;
    s->pid = child.pid;
    close(child.fd);
    return true;
}

static void
start(Server *s, const Task *t, unsigned slot, const sigset_t *mask)
{
    int ends[2];
    struct ServeReply hello;

    s->file = mem_strdup(t->file);
    s->mark =
        mem_printf(CULPRIT_TASK_ENV "=server %ld %u", (long)getpid(), slot);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        give_up(s);
        return;
    }
    /* Not where its standard files will be. */
    int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
    close(ends[1]);
    s->socket = ends[0];
    bool ok = theirs >= 0 && start_process(s, t, mask, theirs);
    if (theirs >= 0)
        close(theirs);
    if (!ok)
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
    r.repeat = t->repeat;
    r.patience_ms = t->patience_ms;
    str_add(out, &r, sizeof r); /* its place */
    for (char *const *e = t->env; *e; e++)
        if (names(*e, CULPRIT_RUN_ENV))
            run = *e + strlen(CULPRIT_RUN_ENV) + 1;
    put_string(out, run);
    put_string(out, t->dir);
    put_string(out, t->input ? t->input : "/dev/null");
    put_string(out, t->out);
    put_string(out, t->err);
    for (char *const *a = t->argv; *a; a++, r.nargs++)
        put_string(out, *a);
    for (char *const *e = t->env; *e; e++, r.nenv++)
        put_string(out, *e);
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
        return t->input;
    case SERVE_AT_OUTPUT:
        return "capture its output";
    case SERVE_AT_DIR:
        return t->dir;
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
    if (s->up && (s->ntests == TESTS || strcmp(s->file, t->file) != 0))
        server_stop(s);
    if (!s->up && !s->given_up)
        start(s, t, slot, mask);
    return s->up;
}

/* The end of a child that could not become a test is told, too. */
static bool
ask(Server *s, const Str *request, struct ServeReply *reply)
{
    struct ServeReply end;

    s->ntests++;
    if (!transmit(s, request) || !receive(s, reply))
        return false;
    return reply->kind == SERVE_READY ||
           (reply->kind == SERVE_REFUSED &&
            (reply->pid == 0 || receive(s, &end)));
}

ServerAnswer
server_begin(Server *s, const Task *t, unsigned slot, const sigset_t *mask,
             Child *out, const char **what)
{
    Str request = {0};
    struct ServeReply reply;
    ServerAnswer answer = SERVER_LOST;

    server_pack(t, &request);
    if (request.n > SERVE_MOST || !ensure(s, t, slot, mask)) {
        ;
    } else if (!ask(s, &request, &reply)) {
        give_up(s);
    } else if (reply.kind == SERVE_REFUSED) {
        *what = step_text(t, reply.step);
        errno = reply.error;
        answer = SERVER_REFUSED;
    } else {
        *out = (Child){.pid = reply.pid, .fd = s->socket, .mark = s->mark};
        answer = SERVER_STARTED;
    }
    int why = errno;
    str_done(&request);
    errno = why;
    return answer;
}

void
server_end(Server *s, const Child *c, int *status, int *signal, double *cpu_s)
{
    struct ServeReply reply;

    if (receive(s, &reply) && reply.kind == SERVE_ENDED &&
        reply.pid == c->pid) {
        *status = reply.status;
        *signal = reply.signal;
        *cpu_s = (double)reply.cpu_us / 1e6;
        return;
    }
    /* Its parent's death kills the child, which is ours to reap then. */
    struct rusage use = {0};
    int how = SIGKILL;

    end_process(s);
    s->given_up = true; /* but keep the mark: the child points to it */
    kill(c->pid, SIGKILL);
    while (wait4(c->pid, &how, 0, &use) < 0 && errno == EINTR)
        ;
    *signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    *status = WIFSIGNALED(how) ? 0 : WEXITSTATUS(how);
    *cpu_s = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
             (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}
