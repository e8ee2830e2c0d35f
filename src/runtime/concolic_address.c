/* concolic_address.c - accesses through symbolic addresses, and the objects
 * that bound them.
 */
#include "runtime/concolic.h"

CRT uint32_t __culprit_crt_load(const void *p, uint32_t n, uint32_t bits);
CRT void __culprit_crt_store(void *p, uint32_t n, uint32_t shadow);
CRT void __culprit_crt_clear(void *p, uint64_t n);
CRT uint32_t __culprit_crt_load_at(uint32_t block, uint32_t address,
                                   const void *p, uint32_t n, uint32_t bits);
CRT void __culprit_crt_store_at(uint32_t block, uint32_t address, void *p,
                                uint32_t n, uint32_t shadow, uint64_t value);
CRT void __culprit_crt_assume_memory(uint32_t block, void *p, uint64_t n,
                                     uint32_t reason);
CRT void __culprit_crt_allocated(void *p, uint64_t n, uint32_t moved);

CRT uint32_t
__culprit_crt_load_at(uint32_t block, uint32_t address, const void *p,
                      uint32_t n, uint32_t bits)
{
    crt_step_assume(block, address, CONCOLIC_REASON_ADDRESS);
    return __culprit_crt_load(p, n, bits);
}

CRT void
__culprit_crt_store_at(uint32_t block, uint32_t address, void *p, uint32_t n,
                       uint32_t shadow, uint64_t value)
{
    (void)value;
    crt_step_assume(block, address, CONCOLIC_REASON_ADDRESS);
    __culprit_crt_store(p, n, shadow);
}

CRT void
__culprit_crt_assume_memory(uint32_t block, void *p, uint64_t n,
                            uint32_t reason)
{
    for (uint64_t i = 0; crt_on && i < n; i++)
        crt_step_assume(block, crt_byte((uint64_t)p + i),
                        (ConcolicReason)reason);
    __culprit_crt_clear(p, n);
}

CRT void
__culprit_crt_allocated(void *p, uint64_t n, uint32_t moved)
{
    if (p && crt_on && !moved)
        __culprit_crt_clear(p, n);
}
