/* confine_filter.h - the seccomp filter: which system calls are refused. */
#ifndef CULPRIT_PROCESS_CONFINE_FILTER_H
#define CULPRIT_PROCESS_CONFINE_FILTER_H

#include "process/confine.h"

/* Fill in c->filter and what belongs to it, as c->means and c->processes ask;
 * false if this is a machine whose calls the table does not know. */
bool filter_make(Confine *c);

#endif
