/* serve.h - how run/ asks a variant that is running already for another test.
 *
 * Contract of variant/ (calls the runtime from main), runtime/ (serves) and
 * run/ (asks). A variant that is started with SERVE_ENV, the number of a
 * stream socket's descriptor, says hello and whether it can serve. For each
 * request it forks. The child says itself that it is ready or which step
 * failed, and becomes the test. Then the server says how the child ended, and
 * reaps it when the next request comes: until then its pid is its own.
 *
 * A request may be repeated: then the child only leads. It forks for each run,
 * one after the other, with its output in OUT.0, OUT.1 and so on, and leaves
 * it to the variant's runtime what differs between them.
 *
 * All numbers are native: both ends are one machine's. A request is the
 * struct and then `size` bytes of NUL-terminated strings: those of ServeText,
 * the arguments, the environment.
 */
#ifndef CULPRIT_FORMAT_SERVE_H
#define CULPRIT_FORMAT_SERVE_H

#include <stdbool.h>
#include <stdint.h>

#define SERVE_ENV   "CULPRIT_SERVE"
#define SERVE_MAGIC 0x31565253u /* and version */

typedef enum {
    SERVE_RUN, /* where counters go, empty: nowhere */
    SERVE_DIR,
    SERVE_INPUT,
    SERVE_OUT,
    SERVE_ERR,
    SERVE_TEXTS
} ServeText;

/* Longer requests are not made: exec knows what is too long for it. */
enum { SERVE_LIMITS = 4, SERVE_MOST = 128 << 10, SERVE_REPEATS = 4096 };

struct ServeLimit {
    uint32_t resource; /* RLIMIT_... */
    uint32_t unused;
    uint64_t soft, hard;
};

struct ServeRequest {
    uint32_t magic, size;
    uint32_t nargs, nenv;
    uint32_t nlimits;
    uint32_t repeat;      /* runs; 0: one, as a plain test */
    uint32_t patience_ms; /* of each of them */
    uint32_t unused;
    struct ServeLimit limits[SERVE_LIMITS];
};

typedef enum {
    SERVE_HELLO,   /* pid (0: cannot serve) */
    SERVE_READY,   /* pid of the test */
    SERVE_REFUSED, /* step, error; pid: 0, or a child that ends now */
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

/* Is the struct one that strings may follow? */
static inline bool
serve_is_sound(const struct ServeRequest *r)
{
    return r->magic == SERVE_MAGIC && r->size <= SERVE_MOST &&
           r->nlimits <= SERVE_LIMITS && r->repeat <= SERVE_REPEATS &&
           r->nargs > 0 && r->nargs <= r->size && r->nenv <= r->size;
}

/* Point at the strings: SERVE_TEXTS, the arguments and NULL, the environment
 * and NULL. False unless `text` has exactly those. */
static inline bool
serve_split(const struct ServeRequest *r, char *text, char **out)
{
    const uint64_t args = SERVE_TEXTS, env = args + r->nargs;
    const uint64_t all = env + r->nenv;
    uint32_t at = 0;

    for (uint64_t i = 0; i < all; i++) {
        if (i == env)
            *out++ = 0;
        *out++ = text + at;
        while (at < r->size && text[at])
            at++;
        if (at++ >= r->size)
            return false;
    }
    if (r->nenv == 0)
        *out++ = 0;
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
