/* trace.c - linked into the trace variant: where records go.
 *
 * The state page and a window of the records are shared mappings of a file in
 * the run directory, so that nothing is lost however the process ends. When
 * the window is full it moves on. A forked child gets a file of its own that
 * goes on from its parent's. Without a run directory, or when the
 * limit or the disk is full, records go to a scratch window and are
 * overwritten; the host is told. Uses no libc function that a program may
 * define itself in passing (strlen and the like).
 *
 * While a signal handler runs, records are lost (and counted): it may have come
 * at any place, even within a record.
 */
#include "runtime/trace_put.h"

#include "format/profile.h"
#include "runtime/alter.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    SLACK = 1 << 20, /* more than is recorded between two calls of room */
    QUIET = 1 << 15, /* of the scratch window: it stays in the cache */
    FIRST_WINDOW = 1 << 18,
    LAST_WINDOW = 1 << 24,
};

/* Defined by variant/: the model's id, and the globals of the script. */
extern const char __culprit_id[];
extern const uint32_t __culprit_trace_nglobals;
extern void *const __culprit_trace_globals[];

void __culprit_trace_enter(uint32_t function);
void __culprit_trace_main(uint32_t argc, char **argv);
void __culprit_trace_landed(uint32_t inst, void *frame, uint32_t value);
void (*__culprit_trace_signal(int number, void (*handler)(int)))(int);
int __culprit_trace_sigaction(int number, const struct sigaction *act,
                              struct sigaction *before);

static uint8_t scratch[QUIET + SLACK];

Page __culprit_trace_state __attribute__((aligned(TRACE_PAGE))) = {
    .s = {.at = scratch, .end = scratch + QUIET}};

static char directory[4096]; /* empty: nobody asked for a trace */
static char path[4096 + 64];
static uint64_t limit = UINT64_C(1) << 32; /* unless the host says */
static size_t window_size = FIRST_WINDOW;  /* without the slack */
static int recording;

/* Of the signal handlers that are running, the first one's return point. */
static unsigned handling;
static uint8_t *interrupted_at, *interrupted_end;
static uint64_t interrupted_left; /* sites */
static void (*handlers[65])(int, siginfo_t *, void *);

static int
create_file(unsigned long pid)
{
    for (unsigned long k = 0; k < 1000; k++) {
        size_t n = append_text(path, 0, sizeof path, directory);
        n = append_text(path, n, sizeof path, "/" TRACE_PREFIX);
        n = append_number(path, n, sizeof path, pid);
        n = append_text(path, n, sizeof path, ".");
        append_number(path, n, sizeof path, k);
        int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* From here on records are lost; what was written stays. */
static void
stop(void)
{
    if (recording) {
        uint64_t used = (uint64_t)(state.at - state.window);
        Page last = __culprit_trace_state;
        last.s.stopped = 1;
        last.s.window = NULL;
        last.s.at = NULL;
        last.s.offset += used;
        __culprit_trace_state = last; /* the file's page, for the last time */
        mmap(&__culprit_trace_state, TRACE_PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        recording = 0;
    }
    state.at = scratch;
    state.end = scratch + QUIET;
}

/* Have all pages of the window now: one by one they would take twice as long,
 * and a full disk would be a signal. */
static int
make_pages(int fd, off_t in_file, uint8_t *window, size_t size)
{
    if (madvise(window, size, MADV_POPULATE_WRITE) == 0)
        return 1;
    return errno == EINVAL && posix_fallocate(fd, in_file, (off_t)size) == 0;
}

/* Map the part of the file that begins with the page of the next record. */
static int
move_window(int fd)
{
    uint64_t next = state.offset + (uint64_t)(state.at - state.window);
    uint64_t offset = next & ~(uint64_t)(TRACE_PAGE - 1);
    size_t size = window_size + SLACK;

    off_t in_file = (off_t)(offset - state.base);
    if (offset + size > limit || ftruncate(fd, in_file + (off_t)size))
        return 0;
    uint8_t *window =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, in_file);
    if (window == MAP_FAILED)
        return 0;
    if (!make_pages(fd, in_file, window, size)) {
        munmap(window, size);
        return 0;
    }
    if (state.window)
        munmap(state.window, (size_t)(state.end - state.window) + SLACK);
    state.offset = offset;
    state.window = window;
    state.at = window + (next - offset);
    state.end = window + window_size;
    if (window_size < LAST_WINDOW)
        window_size *= 2;
    return 1;
}

static __attribute__((noinline)) void
make_room(void)
{
    if (handling) {
        state.at = scratch;
        return;
    }
    int saved = errno;
    int fd = recording ? open(path, O_RDWR | O_CLOEXEC) : -1;

    if (fd < 0 || !move_window(fd))
        stop();
    if (fd >= 0)
        close(fd);
    errno = saved;
}

void
__culprit_trace_room(void)
{
    if (__builtin_expect(state.at >= state.end, 0))
        make_room();
}

void
__culprit_trace_enter(uint32_t function)
{
    __culprit_trace_room();
    put_u32(function);
}

void
__culprit_trace_main(uint32_t argc, char **argv)
{
    put_u32(argc);
    put_address(argv);
    for (uint32_t i = 0; i < argc; i++) {
        __culprit_trace_room();
        put_address(argv[i]);
        put_u32(length_of(argv[i], UINT32_MAX) + 1);
    }
}

static void
handle(int number, siginfo_t *info, void *context)
{
    if (handling++ == 0) {
        interrupted_at = state.at;
        interrupted_end = state.end;
        interrupted_left = crt_alter_pause();
        state.lost++;
    }
    uint8_t *at = state.at;
    state.at = scratch;
    state.end = scratch + QUIET;
    handlers[number](number, info, context);
    state.at = at;
    if (--handling == 0) {
        state.end = interrupted_end;
        crt_alter_resume(interrupted_left);
    }
}

/* A handler of the program's: SIG_DFL, SIG_IGN and SIG_ERR are none. */
static int
is_handler(const void *f)
{
    return (uint64_t)f > 1 && (int64_t)f != -1;
}

void (*__culprit_trace_signal(int number, void (*handler)(int)))(int)
{
    void *given = (void *)handler, *old = NULL, *was;

    if (number > 0 && number < 65) {
        old = (void *)handlers[number];
        if (is_handler(given)) {
            handlers[number] = (void (*)(int, siginfo_t *, void *))given;
            handler = (void (*)(int))(void *)handle;
        }
    }
    was = (void *)signal(number, handler);
    if (was == (void *)-1)
        handlers[number > 0 && number < 65 ? number : 0] =
            (void (*)(int, siginfo_t *, void *))old;
    return (void (*)(int))(was == (void *)handle ? old : was);
}

int
__culprit_trace_sigaction(int number, const struct sigaction *act,
                          struct sigaction *was)
{
    struct sigaction ours;
    void *old = NULL;

    if (number > 0 && number < 65) {
        old = (void *)handlers[number];
        if (act && is_handler((void *)act->sa_sigaction)) {
            ours = *act;
            handlers[number] = act->sa_sigaction;
            ours.sa_sigaction = handle;
            act = &ours;
        }
    }
    int result = sigaction(number, act, was);
    if (result != 0 && number > 0 && number < 65)
        handlers[number] = (void (*)(int, siginfo_t *, void *))old;
    else if (was && was->sa_sigaction == handle)
        was->sa_sigaction = (void (*)(int, siginfo_t *, void *))old;
    return result;
}

/* A jump out of a signal handler goes on with what was interrupted, whose
 * last record may be cut off. */
static void
leave_handlers(void)
{
    handling = 0;
    state.at = interrupted_at;
    state.end = interrupted_end;
    crt_alter_resume(interrupted_left);
    if (recording && state.njumps < TRACE_JUMPS)
        state.jumps[state.njumps++] =
            state.offset + (uint64_t)(state.at - state.window);
    else if (recording)
        stop();
}

void
__culprit_trace_landed(uint32_t inst, void *frame, uint32_t value)
{
    if (handling && value)
        leave_handlers();
    put_u32((uint32_t)(value ? TRACE_LANDED : TRACE_RETURNED));
    put_u32(inst);
    put_address(frame);
    put_u32(value);
}

/* A new file whose state page and first window are mapped. */
static void
start_file(int fd, uint64_t next)
{
    if (posix_fallocate(fd, 0, TRACE_PAGE) ||
        pwrite(fd, &__culprit_trace_state, TRACE_PAGE, 0) != TRACE_PAGE ||
        mmap(&__culprit_trace_state, TRACE_PAGE, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
        return;
    recording = 1;
    state.window = NULL;
    state.at = (uint8_t *)NULL;
    state.offset = next;
    window_size = FIRST_WINDOW;
    if (!move_window(fd))
        stop();
}

/* Parent and child share the state until the child has its own, and the
 * parent goes on meanwhile. */
static Page before;

static void
before_fork(void)
{
    before = __culprit_trace_state;
}

/* The child's trace goes on from its parent's: the file says where. */
static void
after_fork(void)
{
    int saved = errno, fd = -1;
    uint64_t next = before.s.offset + (uint64_t)(before.s.at - before.s.window);
    const char *name = path;

    if (recording) { /* let go of the parent's pages */
        munmap(before.s.window,
               (size_t)(before.s.end - before.s.window) + SLACK);
        mmap(&__culprit_trace_state, TRACE_PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        __culprit_trace_state = before;
        for (const char *p = path; *p; p++)
            if (*p == '/')
                name = p + 1;
        append_text(state.parent, 0, sizeof state.parent, name);
        state.inherited = next;
        state.base = (next & ~(uint64_t)(TRACE_PAGE - 1)) - TRACE_PAGE;
        recording = 0;
        state.at = scratch;
        state.end = scratch + QUIET;
        fd = create_file((unsigned long)getpid());
    }
    if (fd >= 0) {
        start_file(fd, next);
        close(fd);
    }
    errno = saved;
}

/* The kernel names a process after the file it executes, which here is the
 * variant's; a program that looks at its own name shall see its own. */
static void
restore_name(const char *argv0)
{
    const char *base = argv0;

    for (const char *p = argv0; *p; p++)
        if (*p == '/')
            base = p + 1;
    prctl(PR_SET_NAME, base);
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
    int fd = directory[0] ? create_file((unsigned long)getpid()) : -1;
    if (fd >= 0) {
        start_file(fd, TRACE_PAGE);
        close(fd);
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
