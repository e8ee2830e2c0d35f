/* alter.h - how many sites a run has passed, and what alterations leave for
 * the concolic runtime.
 */
#ifndef CULPRIT_RUNTIME_ALTER_H
#define CULPRIT_RUNTIME_ALTER_H

#include <stdint.h>

/* Sites left until the next one that is looked at, and its number. */
extern uint64_t __culprit_alter_left, __culprit_alter_next;

/* Of a value on its way through a site: instrumented code sets it to the
 * value's expression before and takes what is there after; alteration changes
 * it, to 0 if the value became a constant. */
extern uint32_t __culprit_site_shadow;

/* A fresh symbol for the value at that sequence number; gives its expression.
 * Only in runtimes that have symbols. */
uint32_t crt_concolic_instance(uint64_t seq, uint32_t width, uint64_t value)
    __attribute__((weak));

/* Take the file of alterations, if the environment names a directory that has
 * one: at the start, and where a served process becomes a test. */
void crt_alter_begin(char **envp) __attribute__((weak));

/* Sites executed so far: the sequence number of the last one. */
static inline uint64_t
crt_alter_executed(void)
{
    return __culprit_alter_next - __culprit_alter_left;
}

/* Sites in between are not counted. */
static inline uint64_t
crt_alter_pause(void)
{
    uint64_t left = __culprit_alter_left;

    __culprit_alter_left = UINT64_MAX;
    return left;
}

static inline void
crt_alter_resume(uint64_t left)
{
    __culprit_alter_left = left;
}

#endif
