/* name.h - the kernel names a process after the file it executes, which here is
 * the variant's; a program that looks at its name must see its own.
 */
#ifndef CULPRIT_RUNTIME_NAME_H
#define CULPRIT_RUNTIME_NAME_H

#include <errno.h>
#include <sys/prctl.h>

/* What is behind the last slash of argv[0] is the name. */
static inline char *
restore_name(char *argv0)
{
    char *base = argv0;

    for (char *p = argv0; *p; p++)
        if (*p == '/')
            base = p + 1;
    prctl(PR_SET_NAME, base);
    return base;
}

/* Of a served test also what assert() and error() print. */
static inline void
take_name(char *argv0)
{
    program_invocation_name = argv0;
    program_invocation_short_name = restore_name(argv0);
}

#endif
