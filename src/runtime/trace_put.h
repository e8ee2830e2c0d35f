/* trace_put.h - inside of the trace runtime: the state, and appending to it.
 *
 * trace.c has the file and the window, trace_effects.c what libc did,
 * trace_signal.c handlers of signals.
 * The caller of the put functions has made room.
 */
#ifndef CULPRIT_RUNTIME_TRACE_PUT_H
#define CULPRIT_RUNTIME_TRACE_PUT_H

#include "format/trace.h"
#include "runtime/kernel.h"

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

/* The area: the program's window, then those of handlers, each with slack for
 * more than is recorded between two calls of room. */
enum {
    TRACE_SLACK = 1 << 17,
    TRACE_WINDOW = 1 << 17,
    TRACE_HANDLER = 1 << 15,
    TRACE_HANDLERS = 3 * (TRACE_HANDLER + 2 * TRACE_SLACK),
    TRACE_AREA = TRACE_WINDOW + TRACE_SLACK + TRACE_HANDLERS
};

extern int crt_trace_recording;  /* there is a file */
extern int crt_trace_busy;       /* somewhere within a record, or emptying the
                                    window: a handler cannot be recorded */
extern uint8_t *crt_trace_first; /* where the window begins when it is empty */

/* What is in the window goes to the file, and the next record to `next`; if
 * that cannot be, recording is over. */
void crt_trace_empty(uint8_t *next);
/* From here on records are lost; what was written stays. */
void crt_trace_stop(void);
/* Records go to memory that nobody reads. */
void crt_trace_scratch(void);
/* There will be handlers: have the pages for their records. */
void crt_trace_expect_handlers(void);
/* Note which address the program dies of. */
void crt_trace_expect_faults(void);
/* Does a handler run? */
int crt_trace_handling(void);

typedef struct ArgumentList ArgumentList;
struct ArgumentList { /* va_list */
    uint32_t gp, fp;  /* offsets in `saved` */
    uint64_t stack, saved;
};

/* What is kept from before a call to behind it; a handler may come between. */
typedef struct Between Between;
struct Between {
    uint64_t input_offset, old_size, old_length;
    ArgumentList old_list; /* a va_list, which the call uses up */
    int buffered;          /* a single character was there before the call */
    int quick;             /* and it is the next one behind the last */
};
extern Between crt_trace_between;

static inline void
put(const void *bytes, size_t n)
{
    kernel_copy(state.buffer.at, bytes, n);
    state.buffer.at += n;
}

static inline void
put_u8(uint8_t v)
{
    *state.buffer.at++ = v;
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
