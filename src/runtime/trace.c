/* trace.c - linked into the trace variant: where records go, and those that
 * take more than a store.
 *
 * The state page and a window of the records are shared mappings of a file in
 * the run directory, so that nothing is lost however the process ends. When
 * the window is full it moves on. A forked child gets a file of its own that
 * begins with a copy of its parent's. Without a run directory, or when the
 * limit or the disk is full, records go to a scratch window and are
 * overwritten; the host is told. Uses no libc function that a program may
 * define itself in passing (strlen and the like).
 *
 * While a signal handler runs, records are lost (and counted): it may have come
 * at any place, even within a record.
 *
 * Effects are words of format/effects.def. Calls of the scanf family are made
 * from here, with a %n around every conversion, to tell what each consumed.
 */
#include "format/trace.h"
#include "format/profile.h"
#include "runtime/alter.h"
#include "runtime/text.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    SLACK = 1 << 20, /* more than is recorded between two calls of room */
    FIRST_WINDOW = 1 << 18,
    LAST_WINDOW = 1 << 24,
    MAX_SPANS = 16,
};

/* Defined by variant/: the model's id, and the globals of the script. */
extern const char __culprit_id[];
extern const uint32_t __culprit_trace_nglobals;
extern void *const __culprit_trace_globals[];

void __culprit_trace_room(void);
void __culprit_trace_enter(uint32_t function);
void __culprit_trace_main(uint32_t argc, char **argv);
void __culprit_trace_before(const char *words, const uint64_t *args,
                            uint32_t nargs);
void __culprit_trace_after(const char *words, const uint64_t *args,
                           uint32_t nargs, uint64_t result);
int __culprit_trace_scan(const char *words, const uint64_t *args,
                         uint32_t nargs);
void __culprit_trace_landed(uint32_t inst, void *frame, uint32_t value);
void (*__culprit_trace_signal(int number, void (*handler)(int)))(int);
int __culprit_trace_sigaction(int number, const struct sigaction *act,
                              struct sigaction *before);

static uint8_t scratch[2 * SLACK];

typedef union Page Page;
union Page {
    TraceState s;
    uint8_t bytes[TRACE_PAGE];
};
extern Page __culprit_trace_state;
Page __culprit_trace_state __attribute__((aligned(TRACE_PAGE))) = {
    .s = {.at = scratch, .end = scratch + SLACK}};

#define state (__culprit_trace_state.s)

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

/* Between `before` and `after` of one call. */
static uint64_t input_offset, old_size, old_length;
static uint64_t consumed_of[64]; /* by descriptor, where there is no offset */

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
    state.end = scratch + SLACK;
}

/* Map the part of the file that begins with the page of the next record. */
static int
move_window(int fd)
{
    uint64_t next = state.offset + (uint64_t)(state.at - state.window);
    uint64_t offset = next & ~(uint64_t)(TRACE_PAGE - 1);
    size_t size = window_size + SLACK;

    if (offset + size > limit || posix_fallocate(fd, 0, (off_t)(offset + size)))
        return 0;
    uint8_t *window =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
    if (window == MAP_FAILED)
        return 0;
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

static void
put(const void *bytes, size_t n)
{
    __builtin_memcpy(state.at, bytes, n);
    state.at += n;
}

static void
put_u8(uint8_t v)
{
    *state.at++ = v;
}

static void
put_u32(uint32_t v)
{
    put(&v, 4);
}

static void
put_u64(uint64_t v)
{
    put(&v, 8);
}

static void
put_address(const void *p)
{
    put(&p, TRACE_ADDRESS);
}

void
__culprit_trace_enter(uint32_t function)
{
    __culprit_trace_room();
    put_u32(function);
}

static uint32_t
length_of(const char *text, uint64_t most)
{
    uint32_t n = 0;

    while (n < most && n < UINT32_MAX && text[n])
        n++;
    return n;
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
    state.end = scratch + SLACK;
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

/* strchr, which a program may define itself. */
static int
holds(const char *set, char c)
{
    while (*set && *set != c)
        set++;
    return *set != 0;
}

/* One call at hand: its effects' words, evaluated from left to right. */
typedef struct Effects Effects;
struct Effects {
    const char *word;
    const uint64_t *args;
    uint32_t nargs;
    uint64_t result;
    int input;         /* descriptor, -1: none */
    uint64_t consumed; /* bytes of it */
    const int *spans;  /* scanf: begin and end of each conversion, or NULL */
    uint64_t text;     /* sscanf: what they are in */
};

static void
put_effect(TraceEffect kind, uint64_t address, uint64_t n)
{
    __culprit_trace_room();
    put_u8((uint8_t)kind);
    put(&address, TRACE_ADDRESS);
    put_u32(n > UINT32_MAX ? UINT32_MAX : (uint32_t)n);
}

static void
put_read(uint64_t address, uint64_t n)
{
    if (address && n)
        put_effect(TRACE_READ, address, n);
}

/* The first bytes there, as a number. */
static uint64_t
head_of(uint64_t address, uint64_t n)
{
    uint64_t head = 0;

    for (uint64_t i = 0; address && i < n && i < 8; i++)
        head |= (uint64_t)((const uint8_t *)address)[i] << 8 * i;
    return head;
}

static void
put_input(Effects *e, uint64_t address, uint64_t n)
{
    put_effect(TRACE_INPUT, address, n);
    put_u32((uint32_t)e->input);
    put_u64(input_offset);
    put_u32((uint32_t)e->consumed);
    put_u64(head_of(address, n));
}

static void
put_write(Effects *e, uint64_t address, uint64_t n)
{
    if (!address || !n)
        return;
    if (e->input >= 0) {
        e->consumed = e->consumed ? e->consumed : n;
        put_input(e, address, n);
        return;
    }
    put_effect(TRACE_WRITE, address, n);
    put_u64(head_of(address, n));
}

static void
put_copy(uint64_t to, uint64_t from, uint64_t n)
{
    if (!to || !from || !n)
        return;
    __culprit_trace_room();
    put_u8(TRACE_COPY);
    put(&to, TRACE_ADDRESS);
    put(&from, TRACE_ADDRESS);
    put_u32(n > UINT32_MAX ? UINT32_MAX : (uint32_t)n);
}

static uint64_t
argument(const Effects *e, char which)
{
    uint32_t k = (uint32_t)(which - '0');

    if (which == 'R')
        return e->result;
    return k < e->nargs ? e->args[k] : 0;
}

/* The number of bytes at the place, as the word goes on to say. */
static uint64_t
length(Effects *e, uint64_t place)
{
    int64_t result = (int64_t)e->result;
    uint64_t n, most;

    switch (*e->word++) {
    case 's':
        return place ? (uint64_t)length_of((const char *)place, UINT32_MAX) + 1
                     : 0;
    case 'S':
        most = argument(e, *e->word++);
        n = place ? length_of((const char *)place, most) : 0;
        return n < most ? n + 1 : n;
    case 'n':
        return argument(e, *e->word++);
    case 'p':
        n = argument(e, *e->word++);
        return n * argument(e, *e->word++);
    case 'v':
        return result > 0 ? (uint64_t)result : 0;
    case 'V':
        return result > 0 ? (uint64_t)result * argument(e, *e->word++) : 0;
    case 'e':
        return result >= 0 ? (uint64_t)result + 1 : 0;
    case 'E':
        most = argument(e, *e->word++);
        n = result >= 0 ? (uint64_t)result + 1 : 0;
        return n < most ? n : most;
    case '#':
        return (uint64_t)(*e->word++ - '0');
    default:
        return 0;
    }
}

static int
stream_descriptor(uint64_t stream)
{
    return stream ? fileno((FILE *)stream) : -1;
}

/* The descriptor the word names: of a stream, or as it is. */
static int
descriptor(const Effects *e, char kind, char which)
{
    if (which == '*')
        return kind == 'i' ? 0 : 1;
    if (kind == 'I' || kind == 'O')
        return (int)argument(e, which);
    return stream_descriptor(argument(e, which));
}

/* How far the program has read; streams read ahead, so ask them. */
static uint64_t
offset_now(const Effects *e, char kind, char which)
{
    int fd = descriptor(e, kind, which);
    off_t at = -1;

    if (fd < 0)
        return 0;
    if (kind == 'I')
        at = lseek(fd, 0, SEEK_CUR);
    else
        at = ftello(which == '*' ? stdin : (FILE *)argument(e, which));
    if (at >= 0)
        return (uint64_t)at;
    return fd < 64 ? consumed_of[fd] : 0;
}

void
__culprit_trace_before(const char *words, const uint64_t *args, uint32_t nargs)
{
    Effects e = {.word = words, .args = args, .nargs = nargs};
    int saved = errno;

    switch (*words) {
    case 'i':
    case 'I':
        input_offset = offset_now(&e, words[0], words[1]);
        break;
    case 'a':
        old_length =
            argument(&e, words[1])
                ? length_of((const char *)argument(&e, words[1]), UINT32_MAX)
                : 0;
        break;
    case 'm':
        old_size = argument(&e, '0')
                       ? malloc_usable_size((void *)argument(&e, '0'))
                       : 0;
        break;
    default:
        break;
    }
    errno = saved;
}

/* A printf format: strings among its arguments are read. */
static void
read_format(const Effects *e, uint32_t k)
{
    const char *p = (const char *)argument(e, (char)('0' + k));

    if (!p)
        return;
    put_read((uint64_t)p, (uint64_t)length_of(p, UINT32_MAX) + 1);
    for (uint32_t next = k + 1; *p && next < e->nargs; p++) {
        uint64_t precision = UINT32_MAX;
        if (*p != '%')
            continue;
        for (p++; *p && holds("-+ #0123456789.*hlLqjzt'", *p); p++) {
            if (*p == '*' && next < e->nargs) {
                precision = p[-1] == '.' ? e->args[next] : precision;
                next++;
            } else if (*p == '.' && p[1] != '*') {
                precision = 0;
                for (const char *q = p + 1; *q >= '0' && *q <= '9'; q++)
                    precision = precision * 10 + (uint64_t)(*q - '0');
            }
        }
        if (!*p)
            return;
        if (*p == '%' || next >= e->nargs)
            continue;
        uint64_t v = e->args[next++];
        if (*p == 's' && v)
            put_read(v, (uint64_t)length_of((const char *)v, precision) + 1);
    }
}

/* What a conversion of scanf stored. */
static void
put_scanned(Effects *e, unsigned conversion, uint64_t to, uint64_t n)
{
    uint64_t offset = input_offset, consumed = e->consumed;
    int begin = -1, end = -1;

    if (e->spans && conversion < MAX_SPANS) {
        begin = e->spans[2 * conversion];
        end = e->spans[2 * conversion + 1];
    }
    if (begin < 0 || end < begin) {
        put_write(e, to, n);
    } else if (e->text) {
        uint64_t from = e->text + (uint64_t)begin;
        put_effect(TRACE_DERIVE, to, n);
        put(&from, TRACE_ADDRESS);
        put_u32((uint32_t)(end - begin));
    } else {
        input_offset += (uint64_t)begin;
        e->consumed = (uint64_t)(end - begin);
        put_write(e, to, n);
        input_offset = offset;
        e->consumed = consumed;
    }
}

static unsigned
scanned_size(const char *length_mark, size_t n, char conversion)
{
    unsigned longs = 0, shorts = 0;

    for (size_t i = 0; i < n; i++) {
        longs += (unsigned)holds("lLqjzt", length_mark[i]);
        shorts += length_mark[i] == 'h';
    }
    if (holds("aefgAEFG", conversion))
        return longs == 0 ? 4 : length_mark[n - 1] == 'L' ? 16 : 8;
    if (conversion == 'p' || longs)
        return 8;
    return shorts == 0 ? 4 : shorts == 1 ? 2 : 1;
}

/* A scanf format: as many conversions as the result says were stored. */
static void
write_scanned(Effects *e, uint32_t k)
{
    const char *p = (const char *)argument(e, (char)('0' + k));
    int64_t left = (int64_t)(int32_t)e->result;
    unsigned number = 0;

    for (uint32_t next = k + 1; p && *p && next < e->nargs && left > 0; p++) {
        uint64_t width = 0;
        if (*p != '%')
            continue;
        p++;
        int skip = *p == '*';
        p += skip;
        for (; *p >= '0' && *p <= '9'; p++)
            width = width * 10 + (uint64_t)(*p - '0');
        const char *mark = p;
        while (*p && holds("hlLqjztm", *p))
            p++;
        size_t marks = (size_t)(p - mark);
        char conversion = *p;
        if (conversion == '[') {
            p += p[1] == '^' ? 2 : 1;
            p += *p == ']';
            while (*p && *p != ']')
                p++;
        }
        if (!*p)
            return;
        if (conversion == '%' || skip)
            continue;
        uint64_t to = e->args[next++], n;
        if (conversion == 's' || conversion == '[')
            n = (uint64_t)length_of((const char *)to, UINT32_MAX) + 1;
        else if (conversion == 'c')
            n = width ? width : 1;
        else
            n = scanned_size(mark, marks, conversion);
        put_scanned(e, number++, to, n);
        left -= conversion != 'n';
    }
}

/* getline: the line is where the first argument now points. */
static void
write_line(Effects *e)
{
    char **line = (char **)argument(e, '0');
    int64_t n = (int64_t)e->result;

    if (n > 0 && line)
        put_write(e, (uint64_t)*line, (uint64_t)n + 1);
    e->input = -1;
}

static void
run_word(Effects *e)
{
    char kind = *e->word++;
    uint64_t to, from, n;

    switch (kind) {
    case 'r':
        to = argument(e, *e->word++);
        put_read(to, length(e, to));
        break;
    case 'w':
        to = argument(e, *e->word++);
        n = length(e, to);
        if (e->input >= 0 && e->result == 0)
            n = 0; /* end of file: nothing was stored */
        put_write(e, to, n);
        break;
    case 'c':
        to = argument(e, *e->word++);
        from = argument(e, *e->word++);
        put_copy(to, from, length(e, from));
        break;
    case 'a':
        to = argument(e, *e->word++) + old_length;
        from = argument(e, *e->word++);
        put_copy(to, from,
                 (uint64_t)length_of((const char *)to, UINT32_MAX) + 1);
        break;
    case 'm':
        n = argument(e, '1');
        put_copy(e->result, argument(e, '0'), old_size < n ? old_size : n);
        break;
    case 'i':
    case 'I':
        e->input = descriptor(e, kind, *e->word);
        n = offset_now(e, kind, *e->word++);
        e->consumed = n > input_offset ? n - input_offset : 0;
        break;
    case 'o':
    case 'O':
        n = (uint64_t)(int64_t)descriptor(e, kind, *e->word++);
        put_u8(TRACE_OUTPUT);
        put_u32((uint32_t)n);
        break;
    case 'f':
        read_format(e, (uint32_t)(*e->word++ - '0'));
        break;
    case 'x':
        write_scanned(e, (uint32_t)(*e->word++ - '0'));
        break;
    case 'g':
        write_line(e);
        break;
    case 'u':
        to = argument(e, *e->word++);
        put_u8(TRACE_REWRITE);
        put(&to, TRACE_ADDRESS);
        break;
    default: /* the blank between words */
        break;
    }
}

/* An input call that stored nothing returned what it read. */
static void
finish_input(const char *words, Effects *e)
{
    if (e->input < 0)
        return;
    if (e->consumed == 0 && !holds(words, ' ') && (int32_t)e->result >= 0)
        e->consumed = 1; /* a character from what has no offsets */
    if (!holds(words, ' '))
        put_input(e, 0, e->consumed);
    if (e->input < 64)
        consumed_of[e->input] = input_offset + e->consumed;
}

static void
put_effects(const char *words, Effects *e)
{
    int saved = errno;

    __culprit_trace_room();
    put_u32((uint32_t)TRACE_RETURNED);
    while (*e->word)
        run_word(e);
    finish_input(words, e);
    put_u8(TRACE_END);
    errno = saved;
}

void
__culprit_trace_after(const char *words, const uint64_t *args, uint32_t nargs,
                      uint64_t result)
{
    Effects e = {.word = words,
                 .args = args,
                 .nargs = nargs,
                 .result = result,
                 .input = -1};

    put_effects(words, &e);
}

/* The format with %n before and after every conversion that stores; blanks
 * that the conversion would skip itself are skipped before the first. Gives
 * the number of conversions, -1 if the format is too long or too strange. */
static int
add_spans(const char *from, char *to, size_t size)
{
    int n = 0;
    size_t used = 0;

    while (*from) {
        const char *begin = from++;
        if (*begin == '%' && *from != '%' && *from != '*') {
            while (*from && holds("0123456789hlLqjztm", *from))
                from++;
            char kind = *from;
            if (!kind || kind == '$' || kind == 'n' || n == MAX_SPANS)
                return -1;
            if (*from++ == '[') {
                from += *from == '^';
                from += *from == ']';
                while (*from && *from != ']')
                    from++;
                if (!*from++)
                    return -1;
            }
            if (!holds("c[C", kind))
                used = append_text(to, used, size, " ");
            used = append_text(to, used, size, "%n");
            while (begin < from && used + 1 < size)
                to[used++] = *begin++;
            to[used] = 0;
            used = append_text(to, used, size, "%n");
            n++;
        } else {
            if (*begin == '%' && *from == '%')
                from++;
            while (begin < from && used + 1 < size)
                to[used++] = *begin++;
            to[used] = 0;
        }
        if (used + 8 > size)
            return -1;
    }
    return n;
}

/* A va_list of pointers alone: all of them are in the overflow area. */
typedef struct List List;
struct List {
    uint32_t gp, fp;
    const void *stack, *saved;
};

int __isoc99_vfscanf(FILE *, const char *, List *);
int __isoc99_vsscanf(const char *, const char *, List *);

int
__culprit_trace_scan(const char *words, const uint64_t *args, uint32_t nargs)
{
    char format[1024];
    int spans[2 * MAX_SPANS];
    uint64_t pointers[3 * MAX_SPANS];
    uint32_t k = words[1] == '*' ? 0 : 1; /* the format's number */
    const char *given = k < nargs ? (const char *)args[k] : NULL;
    int n = given ? add_spans(given, format, sizeof format) : -1;
    List list = {.gp = 48, .fp = 304, .stack = args + k + 1};

    if (n >= 0 && k + 1 + (uint32_t)n <= nargs) {
        for (int i = 0; i < n; i++) {
            spans[2 * i] = spans[2 * i + 1] = -1;
            pointers[3 * i] = (uint64_t)&spans[2 * i];
            pointers[3 * i + 1] = args[k + 1 + (uint32_t)i];
            pointers[3 * i + 2] = (uint64_t)&spans[2 * i + 1];
        }
        given = format;
        list.stack = pointers;
    } else {
        n = -1;
    }
    __culprit_trace_before(words, args, nargs);
    FILE *stream = words[0] != 'i'   ? NULL
                   : words[1] == '*' ? stdin
                                     : (FILE *)args[0];
    int result = stream ? __isoc99_vfscanf(stream, given, &list)
                        : __isoc99_vsscanf((const char *)args[0], given, &list);
    Effects e = {.word = words,
                 .args = args,
                 .nargs = nargs,
                 .result = (uint64_t)(int64_t)result,
                 .input = -1,
                 .spans = n >= 0 ? spans : NULL,
                 .text = stream ? 0 : args[0]};
    put_effects(words, &e);
    return result;
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

static int
copy_file(int from, int to, uint64_t n)
{
    while (n > 0) {
        ssize_t got = copy_file_range(from, NULL, to, NULL, n, 0);
        if (got <= 0)
            return 0;
        n -= (uint64_t)got;
    }
    return 1;
}

/* Parent and child share the state until the child has its own, and the
 * parent goes on meanwhile. */
static Page before;

static void
before_fork(void)
{
    before = __culprit_trace_state;
}

/* The child's trace begins with its parent's: the file is copied. */
static void
after_fork(void)
{
    int saved = errno;
    uint64_t next = before.s.offset + (uint64_t)(before.s.at - before.s.window);
    int parent = recording ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    int fd = parent >= 0 ? create_file((unsigned long)getpid()) : -1;

    if (recording) { /* let go of the parent's pages */
        munmap(before.s.window,
               (size_t)(before.s.end - before.s.window) + SLACK);
        mmap(&__culprit_trace_state, TRACE_PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        __culprit_trace_state = before;
        recording = 0;
        state.at = scratch;
        state.end = scratch + SLACK;
    }
    if (fd >= 0 && copy_file(parent, fd, next))
        start_file(fd, next);
    if (fd >= 0)
        close(fd);
    if (parent >= 0)
        close(parent);
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
