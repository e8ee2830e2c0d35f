/* symbolic.h - runs that record terms. */
#ifndef CULPRIT_PHP_HOST_SYMBOLIC_H
#define CULPRIT_PHP_HOST_SYMBOLIC_H

#include "php/launch.h"

#include <stdbool.h>

/* Does the launch file ask for terms? */
bool symbolic_is_wanted(const Launch *l);

/* When PHP was started. */
void symbolic_start(void);

/* In the process of a run, before it is confined; and a request of it. */
void symbolic_enter(void);
void symbolic_begin(void);
void symbolic_end(void);

#endif
