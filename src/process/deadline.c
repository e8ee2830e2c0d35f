/* deadline.c - a point in time at which work ends, by the clock or by the
 * processor time used.
 */
#include "process/deadline.h"

#include "base/io.h"
#include "process/child.h"
#include "process/interrupt.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

Deadline
deadline_in(double time_s, bool cpu)
{
    return (Deadline){.at = time_s > 0 ? child_clock(cpu) + time_s : 0,
                      .cpu = cpu};
}

double
deadline_left(const Deadline *d)
{
    return d->at > 0 ? d->at - child_clock(d->cpu) : HUGE_VAL;
}

bool
deadline_is_over(const Deadline *d)
{
    return deadline_left(d) <= 0 || interrupt_came();
}

bool
deadline_is_over_at(const Deadline *d, uint32_t step)
{
    return d && d->at > 0 && step % DEADLINE_EVERY == 0 && deadline_is_over(d);
}

/* Until it ends or the deadline is over; was it the former? */
static bool
await(pid_t pid, const Deadline *d)
{
    enum { EVERY_MS = 20, PATIENCE = 10 };

    for (;;) {
        const pid_t ended = waitpid(pid, NULL, WNOHANG);
        if (ended == pid || (ended < 0 && errno != EINTR))
            return true;
        if (deadline_is_over(d))
            break;
        poll(NULL, 0, EVERY_MS);
    }
    kill(-pid, SIGKILL); /* what it started, too */
    kill(pid, SIGKILL);  /* should it have no group yet */
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    for (int i = 0; i < PATIENCE && kill(-pid, 0) == 0; i++)
        poll(NULL, 0, EVERY_MS); /* others of it may still write files */
    return false;
}

bool
deadline_make(const Deadline *d, void (*make)(void *), void *context)
{
    const pid_t parent = getpid();
    char *temp = NULL; /* of what it leaves when it is ended */
    Diag ignored;

    if (d->at <= 0)
        return true;
    diag_init(&ignored);
    const bool has_temp = io_temp_dir("culprit-make", &temp, &ignored);
    diag_done(&ignored);
    fflush(NULL);
    const pid_t pid = has_temp ? fork() : -1;
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent || setpgid(0, 0) != 0 ||
            setenv("TMPDIR", temp, 1) != 0)
            _exit(1);
        make(context);
        _exit(0); /* no exit handlers: they are the parent's */
    }
    const bool ended = pid < 0 || await(pid, d);
    if (has_temp)
        io_remove_tree(temp);
    free(temp);
    return ended;
}
