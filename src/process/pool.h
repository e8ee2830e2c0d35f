/* pool.h - keep N slots busy with processes, within their limits.
 *
 * One thread waits for all of them. Its user answers two questions: what
 * should this slot do next, and what came of what it just did? Work of several
 * processes (a reference, the test, its oracle) stays in one slot.
 */
#ifndef CULPRIT_PROCESS_POOL_H
#define CULPRIT_PROCESS_POOL_H

#include "process/child.h"

typedef struct Ended Ended;
struct Ended {
    bool started;     /* else `what` and `error` (an errno) say why not */
    const char *what; /* the file or step that failed */
    int error;
    int status; /* exit status, or 128 + signal */
    int signal; /* that ended it, 0: none */
    bool timed_out;
    bool dropped; /* killed, as nobody wants to know; see PoolHooks */
    double wall_s, cpu_s;
    const uint8_t *profile; /* its counter file, if a server's memory is one */
    size_t profile_size;    /* until the slot's next task */
    bool strays; /* orphans are about that may be this task's or another's */
};

typedef struct PoolHooks PoolHooks;
struct PoolHooks {
    void *context;
    /* The next task of a free slot; *has is false if there is none, until
     * another task ends. What the task points to must live until it has. */
    bool (*next)(void *context, unsigned slot, Task *task, bool *has, Diag *d);
    bool (*ended)(void *context, unsigned slot, const Ended *e, Diag *d);
    /* Both may be NULL.
     * Seconds until pause() wants to be called, negative for not at all. It is
     * called whenever all slots are busy: the time for what can wait. */
    double (*patience)(void *context);
    bool (*pause)(void *context, Diag *d);
    /* Is the slot's task no longer wanted? May be NULL. */
    bool (*unwanted)(void *context, unsigned slot);
};

/* How many slots were asked for, 0: as many as there are processors that we
 * may use. */
unsigned pool_jobs(long asked);

/* Until no slot has a task. On a failing hook, or SIGINT, SIGTERM or SIGHUP
 * (*interrupted), what runs is killed and not reported. */
bool pool_run(const PoolHooks *hooks, unsigned slots, bool *interrupted,
              Diag *d);

/* The same in parts: servers stay from one piece of work to the next. SIGINT,
 * SIGTERM and SIGHUP are held back from pool_open to pool_close: they end the
 * work at hand, and pool_interrupted tells. */
typedef struct Pool Pool;
bool pool_open(unsigned slots, Pool **out, Diag *d);
void pool_close(Pool *p); /* NULL is fine */
bool pool_interrupted(Pool *p);

/* A batch, as pool_run does it. */
bool pool_work(Pool *p, const PoolHooks *hooks, Diag *d);

#endif
