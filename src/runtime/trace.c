/* trace.c - linked into the trace variant: where records go.
 *
 * The state page and an area for records are shared mappings of a file in the
 * run directory, so that nothing is lost however the process ends. When the
 * area's window is full it is written behind, which costs the kernel half of
 * what fresh pages of a mapping do, and used again. A forked child gets a file
 * of its own that goes on from its parent's. Without a run directory, or when
 * the limit or the disk is full, records go to a scratch window and are
 * overwritten; the host is told. Uses no libc function that a program is likely
 * to define itself (strlen and the like).
 */
#include "runtime/trace_put.h"

#include "format/profile.h"
#include "runtime/kernel.h"
#include "runtime/name.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { QUIET = 1 << 15 }; /* of the scratch window: it stays in the cache */

/* Defined by variant/: the model's id, and the globals of the script. */
extern const char __culprit_id[];
extern const uint32_t __culprit_trace_all, __culprit_trace_nglobals;
extern void *const __culprit_trace_globals[];

void __culprit_trace_enter(uint32_t function);
void __culprit_trace_main(uint32_t argc, char **argv);

static uint8_t scratch[QUIET + TRACE_SLACK];

Page __culprit_trace_state __attribute__((aligned(TRACE_PAGE))) = {
    .s = {.buffer.at = scratch, .buffer.end = scratch + QUIET}};

static char directory[4096]; /* empty: nobody asked for a trace */
static char path[4096 + 64];
static uint64_t limit = UINT64_C(1) << 32; /* unless the host says */
int crt_trace_recording, crt_trace_busy;
uint8_t *crt_trace_first;
static int expecting; /* handlers of signals */

static int
create_file(unsigned long pid)
{
    for (unsigned long k = 0; k < 1000; k++) {
        size_t n = append_text(path, 0, sizeof path, directory);
        n = append_text(path, n, sizeof path, "/" TRACE_PREFIX);
        n = append_number(path, n, sizeof path, pid);
        n = append_text(path, n, sizeof path, ".");
        append_number(path, n, sizeof path, k);
        int fd = kernel_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

void
crt_trace_scratch(void)
{
    state.buffer.at = scratch;
    state.buffer.end = scratch + QUIET;
}

/* The end of the records so far. */
static uint64_t
end_of(const TraceState *s)
{
    return s->buffer.held
               ? s->buffer.held
               : s->buffer.offset + (uint64_t)(s->buffer.at - s->buffer.window);
}

void
crt_trace_stop(void)
{
    if (crt_trace_recording) {
        Page last;
        kernel_copy(&last, &__culprit_trace_state, sizeof last);
        state.buffer.held = end_of(&last.s);
        state.stopped = 1; /* the file's page, for the last time */
        kernel_map(&__culprit_trace_state, TRACE_PAGE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        kernel_copy(&__culprit_trace_state, &last, sizeof last);
        crt_trace_recording = 0;
    }
    crt_trace_scratch();
}

/* Have all pages of a part of the file now: a full disk would be a signal. */
static int
make_pages(int fd, uint8_t *part, size_t size)
{
    if (kernel_advise(part, size, MADV_POPULATE_WRITE) == 0)
        return 1;
    return errno == EINVAL &&
           kernel_keep_room(fd, TRACE_PAGE + (part - state.buffer.area),
                            (off_t)size);
}

static int
write_window(int fd)
{
    const uint8_t *from = state.buffer.window;
    size_t left = (size_t)(state.buffer.at - from);
    off_t to = (off_t)(state.buffer.offset - state.child.base + TRACE_AREA);

    while (left) {
        ssize_t n = kernel_write_at(fd, from, left, to);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return 0;
        from += n;
        left -= (size_t)n;
        to += n;
    }
    return 1;
}

#define in_order() __asm__ volatile("" ::: "memory")

void
crt_trace_empty(uint8_t *next)
{
    int saved = errno, was_busy = crt_trace_busy, fd = -1;

    crt_trace_busy = 1;
    if (crt_trace_recording && end_of(&state) <= limit)
        fd = kernel_open(path, O_RDWR | O_CLOEXEC, 0);
    if (fd >= 0 && write_window(fd)) {
        in_order(); /* a kill may come at any time */
        state.buffer.held = end_of(&state);
        in_order();
        state.buffer.offset = state.buffer.held;
        in_order();
        state.buffer.window = state.buffer.at = next;
        in_order();
        state.buffer.held = 0;
    } else {
        crt_trace_stop();
    }
    if (fd >= 0)
        kernel_close(fd);
    crt_trace_busy = was_busy;
    errno = saved;
}

void
crt_trace_expect_handlers(void)
{
    int saved = errno, fd = -1;

    if (crt_trace_recording && !expecting)
        fd = kernel_open(path, O_RDWR | O_CLOEXEC, 0);
    expecting = 1;
    if (fd >= 0) {
        if (!make_pages(fd, state.buffer.area + TRACE_WINDOW + TRACE_SLACK,
                        TRACE_HANDLERS))
            crt_trace_stop();
        kernel_close(fd);
    }
    errno = saved;
}

static void
change_mask(const uint64_t *set, uint64_t *get)
{
    kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)set, (long)get,
                sizeof *set, 0, 0);
}

/* Signals wait: a handler could not be recorded meanwhile. */
static __attribute__((noinline)) void
make_room(void)
{
    uint64_t all = UINT64_MAX, before_us = 0;
    int saved = errno;

    if (crt_trace_recording && state.buffer.end != scratch + QUIET) {
        change_mask(&all, &before_us);
        crt_trace_empty(crt_trace_first);
        change_mask(&before_us, NULL);
    } else {
        crt_trace_scratch();
    }
    errno = saved;
}

void
__culprit_trace_room(void)
{
    if (__builtin_expect(state.buffer.at >= state.buffer.end, 0))
        make_room();
}

void
__culprit_trace_enter(uint32_t function)
{
    __culprit_trace_room();
    put_u32(function);
}

/* Where the program calls main itself, what it passes is no input, and may not
 * even be arguments. */
void
__culprit_trace_main(uint32_t argc, char **argv)
{
    static int begun;

    if (begun++) {
        put_u32((uint32_t)TRACE_AGAIN);
        return;
    }
    put_u32(argc);
    put_address(argv);
    for (uint32_t i = 0; i < argc; i++) {
        __culprit_trace_room();
        put_address(argv[i]);
        put_u32(length_of(argv[i], UINT32_MAX) + 1);
    }
}

/* A new file whose state page and area are mapped. */
static void
start_file(int fd, uint64_t next)
{
    int fixed = state.buffer.area ? MAP_FIXED : 0;

    if (kernel_resize(fd, TRACE_PAGE + TRACE_AREA) ||
        !kernel_keep_room(fd, 0, TRACE_PAGE) ||
        kernel_write_at(fd, &__culprit_trace_state, TRACE_PAGE, 0) !=
            TRACE_PAGE)
        return;
    uint8_t *area =
        kernel_map(state.buffer.area, TRACE_AREA, PROT_READ | PROT_WRITE,
                   MAP_SHARED | fixed, fd, TRACE_PAGE);
    if (area == MAP_FAILED ||
        kernel_map(&__culprit_trace_state, TRACE_PAGE, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
        return;
    crt_trace_recording = 1;
    crt_trace_first = area;
    state.buffer.area = state.buffer.window = state.buffer.at = area;
    state.buffer.nreserved = TRACE_AREA;
    state.buffer.offset = next;
    state.buffer.held = 0;
    state.buffer.end = area + TRACE_WINDOW;
    if (!make_pages(fd, area,
                    expecting ? TRACE_AREA : TRACE_WINDOW + TRACE_SLACK))
        crt_trace_stop();
}

/* Parent and child share the state until the child has its own, and the
 * parent goes on meanwhile. */
static Page before;

static void
before_fork(void)
{
    kernel_copy(&before, &__culprit_trace_state, sizeof before);
}

/* The child's trace goes on from its parent's: the file says where. What a
 * handler's child does is not recorded. */
static void
after_fork(void)
{
    int saved = errno, fd = -1;
    uint64_t next = end_of(&before.s);
    const char *name = path;

    if (crt_trace_recording) { /* let go of the parent's pages */
        kernel_map(before.s.buffer.area, TRACE_AREA, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        kernel_map(&__culprit_trace_state, TRACE_PAGE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        kernel_copy(&__culprit_trace_state, &before, sizeof before);
        for (const char *p = path; *p; p++)
            if (*p == '/')
                name = p + 1;
        append_text(state.child.parent, 0, sizeof state.child.parent, name);
        state.child.inherited = next;
        state.child.base = (next & ~(uint64_t)(TRACE_PAGE - 1)) - TRACE_PAGE;
        crt_trace_recording = 0;
        if (!crt_trace_handling()) {
            crt_trace_scratch();
            fd = create_file(kernel_pid());
        }
    }
    if (fd >= 0) {
        start_file(fd, next);
        kernel_close(fd);
    }
    errno = saved;
}

/* The value of NAME= in this string, or NULL. */
static const char *
value_of(const char *name, const char *string)
{
    while (*name && *name == *string)
        name++, string++;
    return *name ? NULL : string;
}

static uint64_t
number_in(const char *text)
{
    uint64_t v = 0;

    for (; *text >= '0' && *text <= '9'; text++)
        v = v * 10 + (uint64_t)(*text - '0');
    return v;
}

static void
start_tracing(int argc, char **argv, char **envp)
{
    int saved = errno;

    kernel_widen_stack();
    if (argc > 0)
        restore_name(argv[0]);
    for (; *envp; envp++) {
        const char *v = value_of(CULPRIT_RUN_ENV "=", *envp);
        if (v)
            append_text(directory, 0, sizeof directory, v);
        v = value_of(TRACE_LIMIT_ENV "=", *envp);
        if (v)
            limit = number_in(v);
    }
    append_text(state.magic, 0, sizeof state.magic, TRACE_MAGIC);
    append_text(state.id, 0, sizeof state.id, __culprit_id);
    state.version = TRACE_VERSION;
    state.all = __culprit_trace_all;
    int fd = directory[0] ? create_file(kernel_pid()) : -1;
    if (fd >= 0) {
        start_file(fd, TRACE_PAGE);
        kernel_close(fd);
        crt_trace_expect_faults();
    }
    for (uint32_t i = 0; i < __culprit_trace_nglobals; i++) {
        __culprit_trace_room();
        put_address(__culprit_trace_globals[i]);
    }
    pthread_atfork(before_fork, NULL, after_fork);
    errno = saved;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start)(int, char **,
                                                 char **) = start_tracing;
