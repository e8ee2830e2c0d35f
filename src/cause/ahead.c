/* ahead.c - alterations in processes of their own, several at a time.
 *
 * A worker is a copy of this process with an engine of its own. It is asked for
 * one judgement at a time; if a worker dies or fails, nothing is lost: the
 * search makes the judgement itself.
 */
#include "cause/search.h"

#include "base/mem.h"
#include "base/wire.h"
#include "process/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* A question; the targets and aims follow. */
typedef struct Question Question;
struct Question {
    uint32_t node;
    bool every, moved;
    size_t ntargets, naims;
    double used_s, used_cpu_s, share; /* of the search's time */
};

/* The worker */

static bool
take_question(Cause *c, int socket, Question *q)
{
    Sparse *s = &c->sparse;

    sparse_aim_none(s);
    if (!wire_get(socket, q, sizeof *q))
        return false;
    vec_reserve(&s->aim.targets, q->ntargets + 1);
    vec_reserve(&s->aim.aims, q->naims + 1);
    s->aim.targets.n = q->ntargets;
    s->aim.aims.n = q->naims;
    s->aim.moved = q->moved;
    c->budget.start = child_clock(false) - q->used_s;
    c->budget.start_cpu = child_clock(true) - q->used_cpu_s;
    c->budget.share = q->share;
    return wire_get(socket, s->aim.targets.at,
                    q->ntargets * sizeof *s->aim.targets.at) &&
           wire_get(socket, s->aim.aims.at, q->naims * sizeof *s->aim.aims.at);
}

static CauseReply
answer(Cause *c, const Question *q)
{
    Engine *e = c->sparse.engine;
    const uint64_t runs = engine_stats(e)->runs;
    const uint64_t calls = solver_stats(engine_solver(e))->queries;
    CauseReply r = {.node = q->node};
    Diag d;

    diag_init(&d);
    c->sparse.stats = (SparseStats){0};
    if (q->every) {
        SparseState state;
        r.ok = cause_alter_every(c, q->node, &state, &r.outcome, &d);
        r.value = state.value;
        r.add = state.add;
    } else {
        r.ok = cause_alter(c, q->node, &r.value, &r.outcome, &d);
    }
    r.ok = r.ok && !cause_is_out_of_time(c);
    diag_done(&d);
    r.stats = c->sparse.stats;
    r.runs = engine_stats(e)->runs - runs;
    r.calls = solver_stats(engine_solver(e))->queries - calls;
    return r;
}

static _Noreturn void
work(Cause *c, int socket)
{
    Engine *engine = NULL;
    Question q;
    Diag d;

    diag_init(&d);
    const bool ok = engine_twin(c->spec->engine, &engine, &d);
    c->ahead = (CauseAhead){0};
    c->sparse.engine = engine;
    while (ok && take_question(c, socket, &q)) {
        const CauseReply r = answer(c, &q);
        if (!wire_put(socket, &r, sizeof r))
            break;
    }
    engine_close(engine);
    _exit(ok ? 0 : 1); /* no exit handlers: they are the parent's */
}

/* The search */

static bool
start(Cause *c, CauseWorker *w)
{
    const pid_t parent = getpid();
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        for (unsigned i = 0; i < c->ahead.n; i++)
            close(c->ahead.workers[i].socket); /* else it never ends */
        close(ends[0]);
        work(c, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    *w = (CauseWorker){.pid = pid, .socket = ends[0]};
    return true;
}

void
cause_ahead_open(Cause *c, unsigned jobs)
{
    CauseAhead *a = &c->ahead;

    /* Trials of a condition have one place to run in, and the numbers that
     * sites have in one place may be other ones elsewhere. */
    if (jobs < 2 || c->spec->goal->kind == GOAL_AT ||
        c->spec->run.graph->sites.numbers)
        return;
    a->workers = mem_zalloc(jobs, sizeof *a->workers);
    while (a->n < jobs && start(c, &a->workers[a->n]))
        a->n++;
}

void
cause_ahead_close(CauseAhead *a)
{
    for (unsigned i = 0; i < a->n; i++)
        close(a->workers[i].socket);
    for (unsigned i = 0; i < a->n; i++)
        while (waitpid(a->workers[i].pid, NULL, 0) < 0 && errno == EINTR)
            ;
    free(a->workers);
    vec_done(&a->replies);
    *a = (CauseAhead){0};
}

static void
ask(Cause *c, CauseWorker *w, uint32_t node, bool every)
{
    const Sparse *s = &c->sparse;
    const Question q = {.node = node,
                        .every = every,
                        .moved = s->aim.moved,
                        .ntargets = s->aim.targets.n,
                        .naims = s->aim.aims.n,
                        .used_s = child_clock(false) - c->budget.start,
                        .used_cpu_s = child_clock(true) - c->budget.start_cpu,
                        .share = c->budget.share};

    w->busy =
        wire_put(w->socket, &q, sizeof q) &&
        wire_put(w->socket, s->aim.targets.at,
                 q.ntargets * sizeof *s->aim.targets.at) &&
        wire_put(w->socket, s->aim.aims.at, q.naims * sizeof *s->aim.aims.at);
    w->gone = !w->busy;
}

static void
hear(CauseAhead *a, CauseWorker *w)
{
    CauseReply r;

    w->busy = false;
    w->gone = !wire_get(w->socket, &r, sizeof r);
    if (w->gone)
        return;
    if (r.ok)
        vec_push(&a->replies, r);
}

/* Wait until one of the busy ones has something to say. */
static void
hear_any(CauseAhead *a)
{
    struct pollfd *p = mem_zalloc(a->n + 1, sizeof *p);

    for (unsigned i = 0; i < a->n; i++)
        p[i] = (struct pollfd){.fd = a->workers[i].busy ? a->workers[i].socket
                                                        : -1,
                               .events = POLLIN};
    if (poll(p, a->n, -1) > 0)
        for (unsigned i = 0; i < a->n; i++)
            if (p[i].revents)
                hear(a, &a->workers[i]);
    free(p);
}

static bool
is_any_busy(const CauseAhead *a)
{
    for (unsigned i = 0; i < a->n; i++)
        if (a->workers[i].busy)
            return true;
    return false;
}

static CauseWorker *
find_idle(CauseAhead *a)
{
    for (unsigned i = 0; i < a->n; i++)
        if (!a->workers[i].busy && !a->workers[i].gone)
            return &a->workers[i];
    return NULL;
}

void
cause_ahead_ask(Cause *c, const NarrowNodes *nodes, bool every)
{
    CauseAhead *a = &c->ahead;
    size_t next = 0;

    a->replies.n = 0;
    if (!a->n || nodes->n < 2)
        return;
    for (;;) {
        CauseWorker *idle = find_idle(a);
        while (next < nodes->n && !every && cause_is_known(c, nodes->at[next]))
            next++;
        if (idle && next < nodes->n && !cause_is_out_of_time(c))
            ask(c, idle, nodes->at[next++], every);
        else if (is_any_busy(a))
            hear_any(a);
        else
            return;
    }
}

const CauseReply *
cause_ahead_take(CauseAhead *a, uint32_t node)
{
    for (size_t i = 0; i < a->replies.n; i++)
        if (a->replies.at[i].node == node) {
            a->runs += a->replies.at[i].runs;
            a->calls += a->replies.at[i].calls;
            return &a->replies.at[i];
        }
    return NULL;
}
