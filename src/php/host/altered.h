/* altered.h - the application with one change of its text. */
#ifndef CULPRIT_PHP_HOST_ALTERED_H
#define CULPRIT_PHP_HOST_ALTERED_H

#include "base/diag.h"
#include "php/launch.h"

#include <stdint.h>

/* altered.c: a file whose text is another, or whatever the run directory asks
 * for (format/mutate.h). Before PHP starts, after that, and when a run is over,
 * which tells how many steps are left. */
bool altered_load(const Launch *l, char **envp, Diag *d);
void altered_start(const Launch *l);
void altered_end(void);

/* steps.c: from now on opcodes are counted; `out` ends the process when none
 * is left. */
void steps_start(void (*out)(void));
void steps_set(uint64_t most);
uint64_t steps_left(void);

#endif
