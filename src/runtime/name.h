/* name.h - the kernel names a process after the file it executes, which here is
 * the variant's; a program that looks at its name must see its own.
 */
#ifndef CULPRIT_RUNTIME_NAME_H
#define CULPRIT_RUNTIME_NAME_H

#include "runtime/kernel.h"

#include <sys/prctl.h>

/* What <errno.h> calls program_invocation_name and ..._short_name. */
extern char *__progname_full, *__progname;

/* What is behind the last slash of argv[0] is the name. */
static inline char *
restore_name(char *argv0)
{
    char *base = argv0;

    for (char *p = argv0; *p; p++)
        if (*p == '/')
            base = p + 1;
    kernel_call(SYS_prctl, PR_SET_NAME, (long)base, 0, 0, 0, 0);
    return base;
}

/* Of a served test also what assert() and error() print. */
static inline void
take_name(char *argv0)
{
    __progname_full = argv0;
    __progname = restore_name(argv0);
}

#endif
