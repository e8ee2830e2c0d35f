/* interrupt.c - Ctrl-C while we compute. */
#include "process/interrupt.h"

/* Signal handlers reach nothing but globals. */
static volatile sig_atomic_t stopped;

static void
stop(int signal)
{
    (void)signal;
    stopped = 1;
}

void
interrupt_watch(Interrupt *i)
{
    const struct sigaction ours = {.sa_handler = stop};

    stopped = 0;
    sigaction(SIGINT, &ours, &i->before);
}

void
interrupt_done(Interrupt *i)
{
    sigaction(SIGINT, &i->before, NULL);
}

bool
interrupt_came(void)
{
    sigset_t waiting;

    return stopped ||
           (sigpending(&waiting) == 0 && (sigismember(&waiting, SIGINT) == 1 ||
                                          sigismember(&waiting, SIGTERM) == 1 ||
                                          sigismember(&waiting, SIGHUP) == 1));
}

const volatile sig_atomic_t *
interrupt_flag(void)
{
    return &stopped;
}
