/* checks_jump.c - linked into variants that follow a run: a check that fails
 * ends it.
 *
 * Frameworks leave a check that fails by a jump to code of theirs, which such
 * a variant cannot follow. Nothing of interest comes after it: the process
 * ends there. The program's own jumps have another name (variant/checks.c).
 */
#include "format/checks.h"
#include "format/trace.h"
#include "runtime/kernel.h"
#include "runtime/profile.h"

#include <setjmp.h>

/* What the functions before checks call. */
int __culprit_check_enters(const char *check);
void __culprit_check_passes(void);
void __culprit_trace_enter(uint32_t function);
#pragma weak __culprit_trace_enter /* others do not trace */
int __culprit_check_begins(const char *check);

int
__culprit_check_enters(const char *check)
{
    return __culprit_check_begins(check);
}

_Noreturn static void
jump(struct __jmp_buf_tag *to, int value)
{
    if (crt_is_in_check())
        kernel_exit(CULPRIT_CHECK_FAILED);
    _longjmp(to, value);
}

/* What frameworks are linked with, instead of libc's. */
#define JUMP(name)                                              \
    __attribute__((visibility("default"))) _Noreturn void name( \
        struct __jmp_buf_tag *to, int value)                    \
    {                                                           \
        jump(to, value);                                        \
    }

_Noreturn void __longjmp_chk(struct __jmp_buf_tag *to, int value);

JUMP(longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)

/* Whoever called the check expects that it is entered. */
void
__culprit_check_passes(void)
{
    if (__culprit_trace_enter)
        __culprit_trace_enter((uint32_t)TRACE_RETURNED);
}
