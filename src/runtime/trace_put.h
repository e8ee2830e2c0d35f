/* trace_put.h - inside of the trace runtime: the state, and appending to it.
 *
 * trace.c has the file and the window, trace_effects.c what libc did.
 * The caller of the put functions has made room.
 */
#ifndef CULPRIT_RUNTIME_TRACE_PUT_H
#define CULPRIT_RUNTIME_TRACE_PUT_H

#include "format/trace.h"

#include <stddef.h>

typedef union Page Page;
union Page {
    TraceState s;
    uint8_t bytes[TRACE_PAGE];
};
extern Page __culprit_trace_state;

#define state (__culprit_trace_state.s)

void __culprit_trace_room(void);

static inline void
put(const void *bytes, size_t n)
{
    __builtin_memcpy(state.at, bytes, n);
    state.at += n;
}

static inline void
put_u8(uint8_t v)
{
    *state.at++ = v;
}

static inline void
put_u32(uint32_t v)
{
    put(&v, 4);
}

static inline void
put_u64(uint64_t v)
{
    put(&v, 8);
}

static inline void
put_address(const void *p)
{
    put(&p, TRACE_ADDRESS);
}

/* strnlen, which a program may define itself. */
static inline uint32_t
length_of(const char *text, uint64_t most)
{
    uint32_t n = 0;

    while (n < most && n < UINT32_MAX && text[n])
        n++;
    return n;
}

#endif
