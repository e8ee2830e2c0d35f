/* trace_put.h - inside of the trace runtime: the state, and appending to it.
 *
 * trace.c has the file and the window, trace_effects.c what libc did.
 * The caller of the put functions has made room.
 */
#ifndef CULPRIT_RUNTIME_TRACE_PUT_H
#define CULPRIT_RUNTIME_TRACE_PUT_H

#include "format/trace.h"

#include <emmintrin.h>
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

/* strnlen, which a program may define itself: sixteen bytes at a time, which
 * lie in one page. */
static inline uint32_t
length_of(const char *text, uint64_t most)
{
    const __m128i zero = _mm_setzero_si128();
    uint64_t n = 0;

    most = most < UINT32_MAX ? most : UINT32_MAX;
    for (; n < most && ((uintptr_t)(text + n) & 15); n++)
        if (!text[n])
            return (uint32_t)n;
    for (; n < most; n += 16) {
        __m128i part =
            _mm_load_si128((const __m128i *)(const void *)(text + n));
        unsigned ends = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(part, zero));
        if (ends) {
            n += (uint64_t)__builtin_ctz(ends);
            break;
        }
    }
    return (uint32_t)(n < most ? n : most);
}

#endif
