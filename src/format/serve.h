/* serve.h - how run/ asks a variant that is running already for another test.
 *
 * Contract of variant/ (calls the runtime from main), runtime/ (serves) and
 * run/ (asks). A variant is started with SERVE_ENV, the numbers of two
 * descriptors: a seqpacket socket, and memory for one counter file
 * (format/profile.h), which it maps over its counters. It says hello and
 * whether it can serve. For each request it forks, leaves the child's pid in
 * the memory, and says how the child ended; it reaps it when the next request
 * comes, so that until then no other process can have its pid. A child that
 * cannot become the test says so itself and ends.
 *
 * A request may be repeated: then the child only leads: it forks for each run,
 * one after the other, with its output in OUT.0, OUT.1 and so on, and lets
 * the variant's runtime decide what differs between them.
 *
 * All numbers are in native byte order: both ends run on one machine. A request
 * is one packet: the struct and then `size` bytes of NUL-terminated strings:
 * those of ServeText, the environment, the arguments (one at least).
 */
#ifndef CULPRIT_FORMAT_SERVE_H
#define CULPRIT_FORMAT_SERVE_H

#include <stdbool.h>
#include <stdint.h>

#define SERVE_ENV   "CULPRIT_SERVE" /* SOCKET,MEMORY */
#define SERVE_MAGIC 0x34565253u     /* and version */

typedef enum {
    SERVE_RUN, /* where forks of the test count, empty: nowhere */
    SERVE_DIR,
    SERVE_INPUT,
    SERVE_OUT,
    SERVE_ERR,
    SERVE_TEXTS
} ServeText;

enum {
    SERVE_LIMITS = 4,
    SERVE_MOST = 128 << 10, /* longer requests are not made */
    SERVE_REPEATS = 4096,
    SERVE_BOARD = 1024, /* in the memory, behind the profile's header */
};

/* What the server alone writes, as the children do not have it. */
struct ServeBoard {
    int32_t pid; /* of the test that runs, 0: none yet */
};

struct ServeLimit {
    uint32_t resource; /* RLIMIT_... */
    uint32_t unused;
    uint64_t soft, hard;
};

/* A test with this may make no processes. */
enum { SERVE_ALONE = 1 };

struct ServeRequest {
    uint32_t magic, size;
    uint32_t nargs, nenv;
    uint32_t nlimits, flags;
    uint32_t repeat;      /* runs; 0: one, as a plain test */
    uint32_t patience_ms; /* of each of them */
    struct ServeLimit limits[SERVE_LIMITS];
};

typedef enum {
    SERVE_HELLO,   /* pid (0: cannot serve) */
    SERVE_REFUSED, /* step, error; pid: 0, or a child whose end is told, too */
    SERVE_ENDED,   /* pid, status, signal, cpu_us */
    SERVE_REPLIES
} ServeReplyKind;

typedef enum {
    SERVE_AT_FORK,
    SERVE_AT_SESSION,
    SERVE_AT_INPUT,
    SERVE_AT_OUTPUT,
    SERVE_AT_DIR,
    SERVE_AT_LIMITS,
    SERVE_AT_ALONE,
    SERVE_STEPS
} ServeStep;

struct ServeReply {
    uint32_t magic, kind;
    int32_t pid;
    uint32_t step;
    int32_t error; /* an errno */
    int32_t status;
    int32_t signal; /* that ended it, 0: none */
    uint32_t unused;
    uint64_t cpu_us;
};

/* Is a packet of n bytes a struct with the strings it tells of? */
static inline bool
serve_is_sound(const struct ServeRequest *r, uint64_t n)
{
    return n >= sizeof *r && r->magic == SERVE_MAGIC && r->size <= SERVE_MOST &&
           n == sizeof *r + r->size && r->nlimits <= SERVE_LIMITS &&
           r->repeat <= SERVE_REPEATS && r->nargs > 0 && r->nargs <= r->size &&
           r->nenv <= r->size;
}

/* Point at the strings: SERVE_TEXTS, the environment and NULL, the arguments
 * and NULL. False unless `text` has exactly those. */
static inline bool
serve_split(const struct ServeRequest *r, char *text, char **out)
{
    const uint64_t args = (uint64_t)SERVE_TEXTS + r->nenv;
    const uint64_t all = args + r->nargs;
    uint32_t at = 0;

    for (uint64_t i = 0; i < all; i++) {
        if (i == args)
            *out++ = 0;
        *out++ = text + at;
        while (at < r->size && text[at])
            at++;
        if (at++ >= r->size)
            return false;
    }
    *out = 0;
    return at == r->size;
}

static inline bool
serve_is_reply(const struct ServeReply *r)
{
    return r->magic == SERVE_MAGIC && r->kind < SERVE_REPLIES &&
           r->step < SERVE_STEPS && r->pid >= 0 &&
           (r->pid > 0 || r->kind == SERVE_HELLO || r->kind == SERVE_REFUSED);
}

#endif
