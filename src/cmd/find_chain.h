/* find_chain.h - how the first suspect reaches the failure. */
#ifndef CULPRIT_CMD_FIND_CHAIN_H
#define CULPRIT_CMD_FIND_CHAIN_H

#include "cmd/question.h"

/* Trace a failing test and give the first finding its chain; nothing happens
 * where there is none, or where tracing would take too long. */
void find_add_chain(Question *q);

#endif
