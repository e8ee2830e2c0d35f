/* remote.c - Z3 in a process of its own, which can be stopped. */
#include "solve/remote.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/wire.h"
#include "format/tuning.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    GRACE = 300,      /* ms beyond a query's limit, at most that limit */
    PATIENCE = 150,   /* times the limit, where work is counted */
    BUSY = 100,       /* times that, by the clock */
    QUERIES = 5000,   /* of one process: it never gives memory back */
    MEMORY = 4,       /* GB of address space */
    MOST = 256 << 20, /* bytes of a query */
};

/* A query: this, then the arrays; an answer: the same with the values. */
typedef struct Message Message;
struct Message {
    uint32_t size; /* bytes that follow */
    uint32_t answer;
    uint32_t ms;
    uint32_t core;
    uint32_t nexprs, ntables, nsymbols, nconditions, nvalues;
    uint32_t fresh; /* forget all queries before it */
};

/* Both ends */

/* When an answer should be there: when the process has had so much processor
 * time, however long that takes on a busy machine; or so much by the clock. */
typedef struct RemoteLimit RemoteLimit;
struct RemoteLimit {
    pid_t pid;
    double cpu, last; /* 0: whenever it comes */
};

/* Processor seconds of another process; 0 if that is not to be had. */
static double
cpu_of(pid_t pid)
{
    struct timespec t;
    clockid_t id;

    if (clock_getcpuclockid(pid, &id) != 0 || clock_gettime(id, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Seconds to wait before it is looked at again; not more than 0: it is late. */
static double
time_left(const RemoteLimit *d)
{
    const double cpu = d->cpu - cpu_of(d->pid), clock = d->last - clock_now();

    return cpu < clock ? cpu : clock;
}

/* By the deadline. */
static bool
get(int socket, void *bytes, size_t n, const RemoteLimit *d)
{
    char *at = bytes;

    while (n > 0) {
        struct pollfd p = {.fd = socket, .events = POLLIN};
        const double left = d->last > 0 ? time_left(d) : -1;
        if (d->last > 0 && left <= 0)
            return false;
        int ready = poll(&p, 1, d->last > 0 ? (int)(left * 1000) + 1 : -1);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        ssize_t done = ready > 0 ? read(socket, at, n) : -1;
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

/* The process */

static void *
take(const char **at, size_t n, size_t size)
{
    void *copy = mem_alloc(n * size + 1);

    memcpy(copy, *at, n * size);
    *at += n * size;
    return copy;
}

static void
unpack(const Message *m, const char *at, Problem *p)
{
    p->exprs.n = m->nexprs;
    p->exprs.at = take(&at, m->nexprs, sizeof *p->exprs.at);
    p->tables.n = m->ntables;
    p->tables.at = take(&at, m->ntables, sizeof *p->tables.at);
    p->symbols.n = m->nsymbols;
    p->symbols.at = take(&at, m->nsymbols, sizeof *p->symbols.at);
    p->conditions.n = m->nconditions;
    p->conditions.at = take(&at, m->nconditions, sizeof *p->conditions.at);
    p->values.n = m->nvalues;
    p->values.at = take(&at, m->nvalues, sizeof *p->values.at);
}

static bool
answer(Smt *z, int socket, const Message *m, const Problem *p)
{
    const size_t n = m->core ? p->conditions.n : p->symbols.n;
    const size_t size = n * (m->core ? sizeof(bool) : sizeof(uint64_t));
    void *out = mem_zalloc(size + 1, 1);
    uint64_t *symbols = out;

    for (size_t i = 0; !m->core && i < n; i++)
        symbols[i] = p->symbols.at[i].value;
    Message reply = {.size = (uint32_t)size};
    reply.answer =
        m->core ? smt_core(z, p, m->ms, out) : smt_solve(z, p, m->ms, out);
    bool ok =
        wire_put(socket, &reply, sizeof reply) && wire_put(socket, out, size);
    free(out);
    return ok;
}

static bool
renew(Smt **z, bool by_work)
{
    Diag d;

    diag_init(&d);
    smt_free(*z);
    *z = NULL;
    bool ok = smt_new(z, &d);
    diag_done(&d);
    if (ok && by_work)
        smt_count_work(*z);
    return ok;
}

/* Z3 shall not take all there is. Sanitizers map terabytes for themselves. */
static void
limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    const struct rlimit memory = {(rlim_t)MEMORY << 30, (rlim_t)MEMORY << 30};

    setrlimit(RLIMIT_AS, &memory);
#endif
}

static _Noreturn void
serve(int socket, bool by_work)
{
    Smt *z = NULL;
    Message m;
    const RemoteLimit none = {0};
    bool used = false;

    limit_memory();
    if (!renew(&z, by_work))
        _exit(1);
    while (get(socket, &m, sizeof m, &none) && m.size <= MOST) {
        char *bytes = mem_alloc((size_t)m.size + 1);
        Problem p = {0};
        bool ok = get(socket, bytes, m.size, &none) &&
                  (!m.fresh || !used || renew(&z, by_work));
        used = true;
        if (ok) {
            unpack(&m, bytes, &p);
            ok = answer(z, socket, &m, &p);
        }
        free(bytes);
        problem_done(&p);
        if (!ok)
            break;
    }
    _exit(0);
}

/* Our end */

static void
stop(Remote *r)
{
    if (!r->pid)
        return;
    kill(r->pid, SIGKILL);
    while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(r->socket);
    r->pid = 0;
}

bool
remote_open(Remote *r, Diag *d)
{
    int ends[2];
    const pid_t parent = getpid();
    sigset_t all, before;

    r->pid = 0;
    r->nqueries = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return diag_errno(d, "cannot talk to the solver");
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0) {
        /* Signals stay blocked: only its parent ends it. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent || dup2(ends[1], 3) != 3)
            _exit(1);
        close_range(4, ~0U, 0);
        serve(3, r->by_work);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return diag_errno(d, "cannot start the solver");
    }
    r->pid = pid;
    r->socket = ends[0];
    return true;
}

void
remote_close(Remote *r)
{
    stop(r);
}

static bool
is_up(Remote *r)
{
    Diag d;

    if (r->pid && r->nqueries >= QUERIES)
        stop(r);
    if (r->pid)
        return true;
    diag_init(&d);
    bool ok = remote_open(r, &d);
    diag_done(&d);
    return ok;
}

static void
pack(Str *s, const void *at, size_t n, size_t size)
{
    if (n)
        str_add(s, at, n * size);
}

static bool
send_query(Remote *r, const Problem *p, unsigned ms, bool core)
{
    Message m = {.ms = ms,
                 .core = core,
                 .fresh = r->fresh,
                 .nexprs = (uint32_t)p->exprs.n,
                 .ntables = (uint32_t)p->tables.n,
                 .nsymbols = (uint32_t)p->symbols.n,
                 .nconditions = (uint32_t)p->conditions.n,
                 .nvalues = (uint32_t)p->values.n};
    Str s = {0};

    str_add(&s, &m, sizeof m);
    pack(&s, p->exprs.at, p->exprs.n, sizeof *p->exprs.at);
    pack(&s, p->tables.at, p->tables.n, sizeof *p->tables.at);
    pack(&s, p->symbols.at, p->symbols.n, sizeof *p->symbols.at);
    pack(&s, p->conditions.at, p->conditions.n, sizeof *p->conditions.at);
    pack(&s, p->values.at, p->values.n, sizeof *p->values.at);
    bool ok = s.n - sizeof m <= MOST;
    if (ok) {
        m.size = (uint32_t)(s.n - sizeof m);
        memcpy(s.at, &m, sizeof m);
        ok = wire_put(r->socket, s.at, s.n);
    }
    str_done(&s);
    return ok;
}

/* Making bits of a question is work that Z3 does not count. */
static bool
is_too_large(const Problem *p, unsigned ms)
{
    return p->exprs.n / tuning_count(TUNE_solve_work_exprs) >= ms ||
           p->tables.n / tuning_count(TUNE_solve_work_tables) >= ms;
}

static SmtAnswer
ask(Remote *r, const Problem *p, unsigned ms, bool core, void *out, size_t size)
{
    const unsigned extra = r->by_work ? PATIENCE * ms : 0;
    const double patience = (ms + extra + (ms < GRACE ? ms : GRACE)) / 1e3;
    Message m;

    if ((r->by_work && ms && is_too_large(p, ms)) || !is_up(r))
        return SMT_UNKNOWN;
    const RemoteLimit deadline = {
        .pid = r->pid,
        .cpu = cpu_of(r->pid) + patience,
        .last =
            ms ? clock_now() + (r->by_work ? (double)BUSY * patience : patience)
               : 0};
    r->nqueries++;
    void *got = mem_alloc(size + 1);
    bool ok = send_query(r, p, ms, core) &&
              get(r->socket, &m, sizeof m, &deadline) && m.size == size &&
              get(r->socket, got, size, &deadline);
    if (ok && size)
        memcpy(out, got, size);
    free(got);
    r->fresh = false;
    if (ok)
        return m.answer <= SMT_UNKNOWN ? (SmtAnswer)m.answer : SMT_UNKNOWN;
    r->nstopped++;
    stop(r);
    return SMT_UNKNOWN;
}

SmtAnswer
remote_solve(Remote *r, const Problem *p, unsigned ms, uint64_t *symbols)
{
    return ask(r, p, ms, false, symbols, p->symbols.n * sizeof *symbols);
}

SmtAnswer
remote_core(Remote *r, const Problem *p, unsigned ms, bool *core)
{
    return ask(r, p, ms, true, core, p->conditions.n * sizeof *core);
}
