/* pool.c - keep N slots busy with processes, within their limits. */
#include "process/pool.h"

#include "base/clock.h"
#include "base/mem.h"
#include "process/server.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Slot Slot;
struct Slot {
    bool busy;
    bool dry;    /* has no more work, until another's ends */
    bool served; /* the child is a fork of the server */
    Child child;
    Server server;
    Task task;
    double start, deadline; /* deadline 0: none */
    bool timed_out;
};

struct Pool {
    const PoolHooks *hooks; /* of the work at hand */
    Slot *slots;
    unsigned n;
    struct pollfd *polls; /* one per slot, then the signals */
    pid_t *others;        /* room for the pids of busy slots and servers */
    sigset_t mask;        /* before ours: what children get */
    int signals;
    int list; /* the kernel's, of our children */
    bool interrupted;
    bool adopted;      /* we were a subreaper already */
    pid_t before[256]; /* our children before the pool */
    size_t nbefore;
};

unsigned
pool_jobs(long asked)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    if (asked > 0)
        return (unsigned)asked;
    return sched_getaffinity(0, sizeof set, &set) == 0
               ? (unsigned)CPU_COUNT(&set)
               : 1;
}

/* Every busy slot's process but this one's, and all servers. */
static size_t
list_others(Pool *p, const Slot *but)
{
    size_t n = 0;

    for (unsigned i = 0; i < p->n; i++) {
        const Slot *s = &p->slots[i];
        if (s->busy && s != but && !s->served)
            p->others[n++] = s->child.pid;
        if (s->server.up)
            p->others[n++] = s->server.pid;
    }
    return n;
}

static void
await(const Child *c, Ended *e)
{
    struct rusage use = {0};
    int status = 0;

    while (wait4(c->pid, &status, 0, &use) < 0 && errno == EINTR)
        ;
    e->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    e->status = WEXITSTATUS(status);
    e->cpu_s = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
               (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
    close(c->fd);
}

/* The process has ended or is about to: kill what it left, then reap it. */
static void
reap(Pool *p, Slot *s, Ended *e)
{
    e->wall_s = clock_now() - s->start;
    e->started = true;
    if (s->served) {
        server_end(&s->server, &s->task, &s->child, e);
    } else {
        child_kill(&s->child);
        await(&s->child, e);
    }
    child_sweep(p->list, &s->child, s->task.mark, p->others, list_others(p, s),
                &e->strays);
    s->busy = false;
    if (e->signal)
        e->status = 128 + e->signal;
    e->timed_out = s->timed_out;
}

static bool
start(Pool *p, unsigned i, Ended *e)
{
    Slot *s = &p->slots[i];

    s->served = s->task.serve.allowed &&
                server_begin(&s->server, &s->task, i, &p->mask, &s->child);
    bool ok = s->served || child_start(&s->task, &p->mask, &s->child, &e->what);
    if (!ok)
        e->error = errno;
    return ok;
}

/* Start tasks until one runs or the slot is dry. */
static bool
fill(Pool *p, unsigned i, Diag *d)
{
    Slot *s = &p->slots[i];

    while (!s->busy && !s->dry) {
        Ended e = {0};
        bool has = false;
        s->task = (Task){0};
        if (!p->hooks->next(p->hooks->context, i, &s->task, &has, d))
            return false;
        if (!has) {
            s->dry = true;
            break;
        }
        s->timed_out = false;
        s->start = clock_now();
        s->deadline =
            s->task.limits.time_s > 0 ? s->start + s->task.limits.time_s : 0;
        s->busy = start(p, i, &e);
        if (!s->busy && !p->hooks->ended(p->hooks->context, i, &e, d))
            return false;
    }
    return true;
}

/* What has ended may have made work for others. */
static void
wet(Pool *p)
{
    for (unsigned i = 0; i < p->n; i++)
        p->slots[i].dry = false;
}

/* Milliseconds until something must be done though nothing happened. */
static int
patience(const Pool *p)
{
    const PoolHooks *h = p->hooks;
    double t = clock_now(), least = h->patience ? h->patience(h->context) : -1;

    for (unsigned i = 0; i < p->n; i++) {
        const Slot *s = &p->slots[i];
        if (!s->busy || s->deadline <= 0 || s->timed_out)
            continue;
        double left = s->deadline > t ? s->deadline - t : 0;
        if (least < 0 || left < least)
            least = left;
    }
    return least < 0 ? -1 : least > 3600 ? 3600000 : (int)ceil(least * 1000);
}

static bool
wait_for_something(Pool *p, Diag *d)
{
    for (unsigned i = 0; i < p->n; i++)
        p->polls[i] = (struct pollfd){
            .fd = p->slots[i].busy ? p->slots[i].child.fd : -1,
            .events = POLLIN,
        };
    p->polls[p->n] = (struct pollfd){.fd = p->signals, .events = POLLIN};
    if (poll(p->polls, p->n + 1, patience(p)) < 0 && errno != EINTR)
        return diag_errno(d, "cannot wait for the tests");
    if (p->polls[p->n].revents)
        p->interrupted = true;
    return true;
}

static bool
collect(Pool *p, Diag *d)
{
    double t = clock_now();

    for (unsigned i = 0; i < p->n; i++) {
        Slot *s = &p->slots[i];
        if (!s->busy)
            continue;
        if (!p->polls[i].revents) {
            if (s->deadline <= 0 || t < s->deadline)
                continue;
            s->timed_out = true;
        }
        Ended e = {0};
        reap(p, s, &e);
        if (!p->hooks->ended(p->hooks->context, i, &e, d))
            return false;
        wet(p);
    }
    return true;
}

/* Kill what nobody waits for any more. */
static bool
drop_unwanted(Pool *p, Diag *d)
{
    for (unsigned i = 0; p->hooks->unwanted && i < p->n; i++) {
        Slot *s = &p->slots[i];
        Ended e = {.dropped = true};
        if (!s->busy || !p->hooks->unwanted(p->hooks->context, i))
            continue;
        reap(p, s, &e);
        if (!p->hooks->ended(p->hooks->context, i, &e, d))
            return false;
    }
    return true;
}

static bool
is_busy(const Pool *p)
{
    for (unsigned i = 0; i < p->n; i++)
        if (p->slots[i].busy)
            return true;
    return false;
}

static bool
work(Pool *p, Diag *d)
{
    for (;;) {
        for (unsigned i = 0; i < p->n; i++)
            if (!fill(p, i, d))
                return false;
        if (p->hooks->pause && !p->hooks->pause(p->hooks->context, d))
            return false;
        if (!is_busy(p))
            return true;
        if (!wait_for_something(p, d))
            return false;
        if (p->interrupted)
            return true;
        if (!collect(p, d) || !drop_unwanted(p, d))
            return false;
    }
}

static void
kill_busy(Pool *p)
{
    for (unsigned i = 0; i < p->n; i++) {
        Ended e = {0};
        if (p->slots[i].busy)
            reap(p, &p->slots[i], &e);
    }
}

bool
pool_open(unsigned slots, Pool **out, Diag *d)
{
    static const PoolHooks idle = {0};
    Pool *p = *out = mem_zalloc(1, sizeof *p);
    sigset_t ours;

    p->hooks = &idle;
    p->n = slots;
    p->slots = mem_zalloc(slots, sizeof *p->slots);
    p->polls = mem_zalloc(slots + 1, sizeof *p->polls);
    p->others = mem_zalloc(2 * (size_t)slots, sizeof *p->others);
    p->list = child_open_list();
    p->nbefore =
        child_list(p->list, p->before, sizeof p->before / sizeof p->before[0]);
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigaddset(&ours, SIGHUP);
    sigprocmask(SIG_BLOCK, &ours, &p->mask);
    p->signals = signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
    p->adopted = child_adopt(true);
    if (p->signals >= 0)
        return true;
    diag_errno(d, "cannot watch for signals");
    pool_close(p);
    *out = NULL;
    return false;
}

void
pool_close(Pool *p)
{
    const Child nobody = {.pid = -1};
    bool unknown;

    if (!p)
        return;
    kill_busy(p);
    for (unsigned i = 0; i < p->n; i++)
        server_stop(&p->slots[i].server);
    /* Orphans nobody recognised. */
    child_sweep(p->list, &nobody, NULL, p->before, p->nbefore, &unknown);
    child_adopt(p->adopted);
    struct signalfd_siginfo taken; /* a second Ctrl-C must not kill us later */
    while (p->signals >= 0 && read(p->signals, &taken, sizeof taken) > 0)
        ;
    if (p->signals >= 0)
        close(p->signals);
    if (p->list >= 0)
        close(p->list);
    sigprocmask(SIG_SETMASK, &p->mask, NULL);
    free(p->slots);
    free(p->polls);
    free(p->others);
    free(p);
}

bool
pool_interrupted(Pool *p)
{
    struct pollfd poll_it = {.fd = p->signals, .events = POLLIN};

    if (!p->interrupted && poll(&poll_it, 1, 0) > 0)
        p->interrupted = true;
    return p->interrupted;
}

bool
pool_work(Pool *p, const PoolHooks *hooks, Diag *d)
{
    const PoolHooks *before = p->hooks;

    p->hooks = hooks;
    for (unsigned i = 0; i < p->n; i++)
        p->slots[i].dry = false;
    bool ok = pool_interrupted(p) || work(p, d);
    kill_busy(p);
    p->hooks = before;
    return ok;
}

bool
pool_run(const PoolHooks *hooks, unsigned slots, bool *interrupted, Diag *d)
{
    Pool *p;

    *interrupted = false;
    if (!pool_open(slots, &p, d))
        return false;
    bool ok = pool_work(p, hooks, d);
    *interrupted = p->interrupted;
    pool_close(p);
    return ok;
}
