/* workers.c - pieces of work in processes of their own, several at a time. */
#include "bench/workers.h"

#include "base/mem.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Worker Worker;
struct Worker {
    pid_t pid; /* 0: free */
    size_t piece;
    int trouble; /* descriptor to read its last words from */
};

typedef struct Workers Workers;
struct Workers {
    const WorkersHooks *hooks;
    Worker *at;
    unsigned n, busy;
    sigset_t before;
};

/* The child: do the piece, leave a message if it fails. */
static _Noreturn void
child(const Workers *w, size_t piece, unsigned jobs, int words)
{
    Diag d;

    sigprocmask(SIG_SETMASK, &w->before, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    diag_init(&d);
    bool ok = w->hooks->work(w->hooks->context, piece, jobs, &d);
    if (!ok && d.error)
        (void)!write(words, d.error, strlen(d.error));
    _exit(ok ? 0 : 1); /* no exit handlers: they are the parent's */
}

static bool
start(Workers *w, size_t piece, unsigned jobs, Diag *d)
{
    Worker *free_one = w->at;
    int words[2];

    while (free_one->pid)
        free_one++;
    if (pipe(words) != 0)
        return diag_errno(d, "cannot make a pipe");
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(words[0]);
        child(w, piece, jobs, words[1]);
    }
    close(words[1]);
    if (pid < 0) {
        close(words[0]);
        return diag_errno(d, "cannot fork");
    }
    *free_one = (Worker){.pid = pid, .piece = piece, .trouble = words[0]};
    w->busy++;
    return true;
}

static void
report(Workers *w, Worker *one, int status)
{
    char words[512];
    ssize_t n = read(one->trouble, words, sizeof words - 1);

    words[n > 0 ? n : 0] = 0;
    if (WIFSIGNALED(status))
        snprintf(words, sizeof words,
                 "the process that measured it ended with SIG%s",
                 sigabbrev_np(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0 && !words[0])
        snprintf(words, sizeof words, "measuring it failed");
    w->hooks->ended(w->hooks->context, one->piece, words[0] ? words : NULL);
}

/* Notice every child that has ended. */
static void
reap(Workers *w)
{
    int status;

    for (unsigned i = 0; i < w->n; i++) {
        Worker *one = &w->at[i];
        if (!one->pid || waitpid(one->pid, &status, WNOHANG) != one->pid)
            continue;
        report(w, one, status);
        close(one->trouble);
        *one = (Worker){0};
        w->busy--;
    }
}

static void
end_all(Workers *w)
{
    for (unsigned i = 0; i < w->n; i++)
        if (w->at[i].pid)
            kill(w->at[i].pid, SIGTERM);
    for (unsigned i = 0; i < w->n; i++)
        while (w->at[i].pid && waitpid(w->at[i].pid, NULL, 0) < 0 &&
               errno == EINTR)
            ;
    for (unsigned i = 0; i < w->n; i++)
        if (w->at[i].pid)
            close(w->at[i].trouble);
}

static bool
work(Workers *w, const size_t *todo, size_t n, const sigset_t *ours,
     bool *interrupted, Diag *d)
{
    const struct timespec second = {.tv_sec = 1};
    unsigned jobs = n < w->n ? w->n / (unsigned)n : 1;
    size_t next = 0;

    while (next < n || w->busy) {
        while (next < n && w->busy < w->n)
            if (!start(w, todo[next++], jobs, d))
                return false;
        int got = sigtimedwait(ours, NULL, &second);
        if (got > 0 && got != SIGCHLD) {
            *interrupted = true;
            return true;
        }
        reap(w);
    }
    return true;
}

bool
workers_run(const WorkersHooks *hooks, const size_t *todo, size_t n,
            unsigned jobs, bool *interrupted, Diag *d)
{
    Workers w = {.hooks = hooks, .n = jobs};
    sigset_t ours;

    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigaddset(&ours, SIGHUP);
    sigaddset(&ours, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ours, &w.before);
    w.at = mem_zalloc(jobs, sizeof *w.at);
    bool ok = work(&w, todo, n, &ours, interrupted, d);
    if (*interrupted)
        reap(&w); /* what is done is done */
    end_all(&w);
    free(w.at);
    sigprocmask(SIG_SETMASK, &w.before, NULL);
    return ok;
}
