/* find_chain.h - how the first suspect reaches the failure. */
#ifndef CULPRIT_CMD_FIND_CHAIN_H
#define CULPRIT_CMD_FIND_CHAIN_H

#include "cmd/question.h"

/* A failing test of the suite that can be traced: it is run as it is, so none
 * that was made. NULL, and why, if there is none. */
const Test *find_failing_test(const Question *q, const char **why);

/* Trace a failing test and give the first finding its chain, or the answer
 * why there is none. */
void find_add_chain(Question *q);

#endif
