/* interrupt.h - Ctrl-C while we compute. While tests run the pool sees it. */
#ifndef CULPRIT_PROCESS_INTERRUPT_H
#define CULPRIT_PROCESS_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

typedef struct Interrupt Interrupt;
struct Interrupt {
    struct sigaction before;
};

/* From now on Ctrl-C sets what interrupt_flag points to and ends nothing. */
void interrupt_watch(Interrupt *i);
void interrupt_done(Interrupt *i);
const volatile sig_atomic_t *interrupt_flag(void);

/* Was it pressed since, or is it or SIGTERM or SIGHUP held back by a pool? */
bool interrupt_came(void);

#endif
