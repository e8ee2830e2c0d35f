/* find_gdb.h - a gdb script that stops at the first suspects. */
#ifndef CULPRIT_CMD_FIND_GDB_H
#define CULPRIT_CMD_FIND_GDB_H

#include "cmd/question.h"

/* After find_add_chain, which knows the instance that reaches the failure. */
bool find_write_gdb(const Question *q, const char *path, Diag *d);

#endif
