/* trace.h - the file that the trace variant writes and src/trace reads.
 *
 * One page of state, an area with the records that were made last, then the
 * others, back to back, without tags: which one comes next follows from the
 * code (format/script.h says what each instruction records). Numbers are in
 * native byte order; an address takes TRACE_ADDRESS bytes. State and area are
 * shared mappings: a crash or a kill loses nothing. The area is used again and
 * again, so that it stays in the cache. Offsets are those of a file without
 * an area that has all records since the program began; a forked child's file
 * lacks what its parent's has.
 *
 * What a signal handler does is among the records where it interrupted them,
 * possibly in the middle of an instruction: TraceState.cuts has these places.
 * At each of them the handler's entry follows, or TRACE_LANDED if the handler
 * is not recorded but has jumped away.
 *
 *   function entry   u32 its number; then the frame's address, if the function
 *                    calls setjmp, and the address of each byval parameter
 *   main             after its entry: u32 argc, address of argv, then address
 *                    and u32 length of each argument; or u32 TRACE_AGAIN, if
 *                    the program called it
 *   alloca           its address, unless only ever loaded and stored whole
 *   load, store      the address, unless it is a variable's plus a constant or
 *                    the reader can compute it; a store also its value, unless
 *                    that can be computed
 *   call             before: the source address of each byval argument, and
 *                    arguments of known functions that cannot be computed;
 *                    after a call of a function without bitcode, or through a
 *                    pointer: u32 TRACE_RETURNED, the effects (not through a
 *                    pointer), the value; that mark alone where a check is
 *                    called that is not wanted. Entries before it belong to
 *                    functions that were called back; if the function is known
 *                    to call back, u32 TRACE_CALLING and what it reads come
 *                    first. getchar and its kin have u32 TRACE_CHARACTER and no
 *                    effects where that says it all
 *   setjmp           like a call; its second return is TRACE_LANDED, u32
 *                    instruction, the frame's address, u32 value
 *   branch           one byte: 1 if true
 *   switch           the value
 *   block            u32 its number, only in blocks a computed goto may reach
 *   return           the value, unless it can be computed
 *
 * So an access that traps may have no record: TraceState.fault, or the cut of
 * the signal's handler, says which address it had.
 */
#ifndef CULPRIT_FORMAT_TRACE_H
#define CULPRIT_FORMAT_TRACE_H

#include <stdint.h>

#define TRACE_PREFIX  "trace."
#define TRACE_MAGIC   "CULTRAC"
#define TRACE_VERSION 6
#define TRACE_PAGE    4096 /* offset of the first record */
#define TRACE_ADDRESS 6

/* Bytes at which the program is to stop recording; see TraceState.stopped. */
#define TRACE_LIMIT_ENV "CULPRIT_TRACE_LIMIT"

enum { TRACE_ID_SIZE = 72, TRACE_CUTS = 128 };

enum { /* in place of a function's number */
       TRACE_RETURNED = -1,
       TRACE_LANDED = -2,
       TRACE_CALLING = -3,
       TRACE_CHARACTER = -4, /* returned, one more byte of what a call
                                returned from last */
       TRACE_AGAIN = -5,     /* in place of argc */
};

/* Effects of a call, a byte each, TRACE_END last. */
typedef enum {
    TRACE_END,
    TRACE_READ,  /* address, u32 length */
    TRACE_WRITE, /* address, u32 length, u64 first bytes written */
    TRACE_COPY,  /* address to, address from, u32 length */
    TRACE_INPUT, /* address (0: the returned value), u32 length, u32 descriptor,
                    u64 offset, u32 bytes consumed, u64 first bytes written */
    TRACE_OUTPUT,  /* u32 descriptor (TRACE_RETURNED: unknown) */
    TRACE_DERIVE,  /* address, u32 length, address from, u32 length: written
                      from those bytes alone */
    TRACE_REWRITE, /* address: what it points to is read and written */
    TRACE_EFFECTS
} TraceEffect;

typedef struct TraceCut TraceCut;
struct TraceCut {
    uint64_t begin;  /* offset of the handler's first record */
    uint64_t end;    /* and of what it interrupted; 0: it never came back, what
                        was begun there is cut off */
    uint8_t signal;  /* its number */
    uint8_t trapped; /* 1: an instruction of the program raised it */
    uint16_t high;   /* bytes of the address that it had in memory, */
    uint32_t low;    /* or 0 */
};

/* Records that are in memory only, and where they go. */
typedef struct TraceBuffer TraceBuffer;
struct TraceBuffer {
    uint64_t offset;    /* of the window's first byte */
    uint8_t *window;    /* records that are in the area only, */
    uint8_t *at;        /* to where the next one goes: TRACE_AT */
    uint8_t *end;       /* time to empty the window: TRACE_AT_END */
    uint64_t held;      /* not 0: what is behind this offset does not count, nor
                           does `at` */
    uint8_t *area;      /* begins in the file at TRACE_PAGE */
    uint64_t nreserved; /* its bytes; offset x is in the file at x - base +
                           nreserved */
};

/* What a child of fork has from its parent. */
typedef struct TraceChild TraceChild;
struct TraceChild {
    uint64_t base;      /* 0: it is no child */
    uint64_t inherited; /* what comes before is in the parent's file, */
    char parent[64];    /* which has this name; "": there is none */
};

typedef struct TraceState TraceState;
struct TraceState {
    char magic[8]; /* TRACE_MAGIC */
    uint32_t version;
    uint32_t stopped;       /* the limit was reached: records end early */
    char id[TRACE_ID_SIZE]; /* of the variant: Program.id */
    TraceBuffer buffer;
    uint32_t lost; /* signals: their handlers are not in the trace */
    uint32_t ncuts;
    TraceChild child;
    uint64_t fault;            /* address that the program died of, or 0 */
    uint32_t fault_signal;     /* if an instruction of it raised one; else 0 */
    uint32_t all;              /* 1: what could be computed is recorded, too */
    TraceCut cuts[TRACE_CUTS]; /* ascending */
};

/* Instrumented code knows these by offset. */
enum { TRACE_AT = 104, TRACE_AT_END = 112 };
_Static_assert(__builtin_offsetof(TraceState, buffer.at) == TRACE_AT, "ABI");
_Static_assert(__builtin_offsetof(TraceState, buffer.end) == TRACE_AT_END,
               "ABI");

#endif
