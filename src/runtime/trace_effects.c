/* trace_effects.c - linked into the trace variant: what functions without
 * bitcode did to memory, recorded when they return.
 *
 * Effects are words of format/effects.def. Calls of the scanf family are made
 * from here, with a %n around every conversion, to tell what each consumed.
 * Uses no libc function that a program is likely to define itself.
 */
#include "runtime/text.h"
#include "runtime/trace_put.h"

#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

enum { MAX_SPANS = 16 };

void __culprit_trace_before(const char *words, const uint64_t *args,
                            uint32_t nargs);
void __culprit_trace_after(const char *words, const uint64_t *args,
                           uint32_t nargs, uint64_t result);
int __culprit_trace_scan(const char *words, const uint64_t *args,
                         uint32_t nargs);
void __culprit_trace_before_character(const char *words, FILE *f);
void __culprit_trace_after_character(const char *words, FILE *f,
                                     int32_t result);

Between crt_trace_between;
#define input_offset (crt_trace_between.input_offset)
#define old_size     (crt_trace_between.old_size)
#define old_length   (crt_trace_between.old_length)
#define old_list     (crt_trace_between.old_list)
#define buffered     (crt_trace_between.buffered)
#define quick        (crt_trace_between.quick)

static uint64_t consumed_of[64]; /* by descriptor, where there is no offset */

/* strchr, which a program may define itself. */
static int
holds(const char *set, char c)
{
    while (*set && *set != c)
        set++;
    return *set != 0;
}

/* One call at hand: its effects' words, evaluated from left to right. */
typedef struct CallEffects CallEffects;
struct CallEffects {
    const char *word;
    const uint64_t *args;
    uint32_t nargs;
    uint64_t result;
    int input;          /* descriptor, -1: none */
    uint64_t consumed;  /* bytes of it */
    const FILE *stream; /* that has the descriptor, or NULL */
    const int *spans;   /* scanf: begin and end of each conversion, or NULL */
    uint64_t text;      /* sscanf: what they are in */
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
put_input(CallEffects *e, uint64_t address, uint64_t n)
{
    struct __attribute__((packed)) {
        uint32_t descriptor;
        uint64_t offset;
        uint32_t consumed;
        uint64_t head;
    } rest = {(uint32_t)e->input, input_offset, (uint32_t)e->consumed,
              address ? head_of(address, n) : 0};

    put_effect(TRACE_INPUT, address, n);
    put(&rest, sizeof rest);
}

static void
put_write(CallEffects *e, uint64_t address, uint64_t n)
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
argument(const CallEffects *e, char which)
{
    uint32_t k = (uint32_t)(which - '0');

    if (which == 'R')
        return e->result;
    return k < e->nargs ? e->args[k] : 0;
}

/* The number of bytes at the place, as the word goes on to say. */
static uint64_t
length(CallEffects *e, uint64_t place)
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
    return stream ? ((FILE *)stream)->_fileno : -1;
}

/* The descriptor the word names: of a stream, or as it is. */
static int
descriptor(const CallEffects *e, char kind, char which)
{
    if (which == '*')
        return kind == 'i' ? 0 : 1;
    if (kind == 'I' || kind == 'O')
        return (int)argument(e, which);
    return stream_descriptor(argument(e, which));
}

/* Streams read ahead, and asking them how far the program has come is a system
 * call each time. What is known of one holds while its buffer has not moved. */
typedef struct StreamReading StreamReading;
struct StreamReading {
    const FILE *stream;
    const char *at, *end; /* of the buffer */
    uint64_t offset;
};
static StreamReading readings[64]; /* by descriptor */

static FILE *
stream_of(const CallEffects *e, char which)
{
    return which == '*' ? stdin : (FILE *)argument(e, which);
}

static int
is_known(const FILE *f, int fd)
{
    return fd < 64 && readings[fd].stream == f &&
           readings[fd].at == f->_IO_read_ptr &&
           readings[fd].end == f->_IO_read_end;
}

static void
remember(const FILE *f, int fd, uint64_t offset)
{
    if (fd < 64)
        readings[fd] = (StreamReading){.stream = f,
                                       .at = f->_IO_read_ptr,
                                       .end = f->_IO_read_end,
                                       .offset = offset};
}

/* The stream that a single character was taken from last, and how far that
 * is; of several characters in a row only this is kept up to date. */
static StreamReading latest;

static void
remember_latest(void)
{
    if (!latest.stream)
        return;
    int fd = latest.stream->_fileno;
    if (fd >= 0 && fd < 64) {
        consumed_of[fd] = latest.offset;
        readings[fd] = latest;
    }
    latest.stream = NULL;
}

/* How far the program has read. */
static uint64_t
offset_now(const CallEffects *e, char kind, char which)
{
    int fd = descriptor(e, kind, which), saved = errno;
    off_t at = -1;

    if (fd < 0)
        return 0;
    if (kind == 'I')
        at = kernel_seek(fd, 0, SEEK_CUR);
    else
        at = ftello(stream_of(e, which));
    errno = saved;
    if (at >= 0)
        return (uint64_t)at;
    return fd < 64 ? consumed_of[fd] : 0;
}

static void
before_input(const CallEffects *e)
{
    remember_latest();
    const FILE *f = *e->word == 'i' ? stream_of(e, e->word[1]) : NULL;
    int fd = f ? descriptor(e, 'i', e->word[1]) : -1;

    input_offset = fd >= 0 && is_known(f, fd)
                       ? readings[fd].offset
                       : offset_now(e, e->word[0], e->word[1]);
    buffered = f && !e->word[2] && f->_IO_read_ptr < f->_IO_read_end;
}

/* The arguments of a printf: those of the call, or a va_list's. */
typedef struct Arguments Arguments;
struct Arguments {
    const uint64_t *at; /* NULL: the list */
    uint32_t n, next;
    ArgumentList list;
};

/* The next one's first eight bytes; 0 if there is none. What is in a list's
 * memory is read there. */
static uint64_t
next_argument(Arguments *a, int is_double, int is_long_double)
{
    ArgumentList *l = &a->list;
    uint64_t place, n = is_long_double ? 16 : 8;

    if (a->at)
        return a->next < a->n ? a->at[a->next++] : 0;
    if (!is_double && l->gp < 48) {
        place = l->saved + l->gp;
        l->gp += 8;
    } else if (is_double && !is_long_double && l->fp < 176) {
        place = l->saved + l->fp;
        l->fp += 16;
    } else {
        l->stack += is_long_double ? l->stack & 8 : 0;
        place = l->stack;
        l->stack += n;
    }
    put_read(place, n);
    return *(const uint64_t *)place;
}

/* A printf format: strings among its arguments are read. */
static void
read_format(const char *p, Arguments *a)
{
    if (!p)
        return;
    put_read((uint64_t)p, (uint64_t)length_of(p, UINT32_MAX) + 1);
    for (; *p && (!a->at || a->next < a->n); p++) {
        uint64_t precision = UINT32_MAX;
        int is_long = 0;
        if (*p != '%')
            continue;
        for (p++; *p && holds("-+ #0123456789.*hlLqjzt'", *p); p++) {
            is_long |= *p == 'L';
            if (*p == '*') {
                uint64_t v = next_argument(a, 0, 0);
                precision = p[-1] == '.' ? v & UINT32_MAX : precision;
            } else if (*p == '.' && p[1] != '*') {
                precision = 0;
                for (const char *q = p + 1; *q >= '0' && *q <= '9'; q++)
                    precision = precision * 10 + (uint64_t)(*q - '0');
            }
        }
        if (!*p)
            return;
        if (*p == '%' || *p == 'm')
            continue;
        int is_double = holds("aefgAEFG", *p);
        uint64_t v = next_argument(a, is_double, is_double && is_long);
        if (*p == 's' && v)
            put_read(v, (uint64_t)length_of((const char *)v, precision) + 1);
    }
}

static void
read_arguments(const CallEffects *e, char which)
{
    uint32_t k = (uint32_t)(which - '0');
    Arguments a = {.at = e->args, .n = e->nargs, .next = k + 1};

    read_format((const char *)argument(e, which), &a);
}

static void
read_list(const CallEffects *e, char which)
{
    Arguments a = {.list = old_list};

    put_read(argument(e, (char)(which + 1)), sizeof old_list);
    read_format((const char *)argument(e, which), &a);
}

/* What a conversion of scanf stored. */
static void
put_scanned(CallEffects *e, unsigned conversion, uint64_t to, uint64_t n)
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
write_scanned(CallEffects *e, uint32_t k)
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
write_line(CallEffects *e)
{
    char **line = (char **)argument(e, '0');
    int64_t n = (int64_t)e->result;

    if (n > 0 && line)
        put_write(e, (uint64_t)*line, (uint64_t)n + 1);
    e->input = -1;
}

static void
run_word(CallEffects *e)
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
        n = buffered && (int32_t)e->result >= 0 ? input_offset + 1
                                                : offset_now(e, kind, *e->word);
        e->consumed = n > input_offset ? n - input_offset : 0;
        e->stream = kind == 'i' ? stream_of(e, *e->word) : NULL;
        e->word++;
        buffered = 0;
        break;
    case 'o':
    case 'O':
        n = (uint64_t)(int64_t)descriptor(e, kind, *e->word++);
        put_u8(TRACE_OUTPUT);
        put_u32((uint32_t)n);
        break;
    case 'f':
        read_arguments(e, *e->word++);
        break;
    case 'l':
        read_list(e, *e->word++);
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

/* Only what is read. */
static void
read_word(CallEffects *e)
{
    if (*e->word == 'r') {
        run_word(e);
        return;
    }
    while (*e->word && *e->word++ != ' ')
        ;
}

void
__culprit_trace_before(const char *words, const uint64_t *args, uint32_t nargs)
{
    CallEffects e = {.word = words, .args = args, .nargs = nargs};

    switch (*words) {
    case 'i':
    case 'I':
        before_input(&e);
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
    case 'l':
        old_list = *(const ArgumentList *)argument(&e, (char)(words[1] + 1));
        break;
    case 'b':
        __culprit_trace_room();
        crt_trace_busy = 1;
        put_u32((uint32_t)TRACE_CALLING);
        while (*e.word)
            read_word(&e);
        put_u8(TRACE_END);
        crt_trace_busy = 0;
        break;
    default:
        break;
    }
}

/* An input call that stored nothing returned what it read. */
static void
finish_input(const char *words, CallEffects *e)
{
    int stores = holds(words, ' ');

    if (e->consumed == 0 && !stores && (int32_t)e->result >= 0)
        e->consumed = 1; /* a character from what has no offsets */
    if (!stores)
        put_input(e, 0, e->consumed);
    if (e->input < 64)
        consumed_of[e->input] = input_offset + e->consumed;
    if (e->stream)
        remember(e->stream, e->input, input_offset + e->consumed);
}

static void
put_effects(const char *words, CallEffects *e)
{
    __culprit_trace_room();
    crt_trace_busy = 1;
    put_u32((uint32_t)TRACE_RETURNED);
    while (*e->word)
        run_word(e);
    if (e->input >= 0)
        finish_input(words, e);
    put_u8(TRACE_END);
    crt_trace_busy = 0;
}

/* getc and the like from a stream's buffer, which programs do most: the same
 * records, all at once. */
static void
put_character(FILE *f)
{
    struct __attribute__((packed)) {
        uint32_t returned;
        uint8_t kind;
        uint8_t address[TRACE_ADDRESS];
        uint32_t length, descriptor;
        uint64_t offset;
        uint32_t consumed;
        uint64_t head;
        uint8_t end;
    } all = {.returned = (uint32_t)TRACE_RETURNED,
             .kind = TRACE_INPUT,
             .length = 1,
             .descriptor = (uint32_t)f->_fileno,
             .offset = input_offset,
             .consumed = 1,
             .end = TRACE_END};

    buffered = 0;
    __culprit_trace_room();
    put(&all, sizeof all);
    if (f->_fileno < 64)
        consumed_of[f->_fileno] = input_offset + 1;
    remember(f, f->_fileno, input_offset + 1);
}

void
__culprit_trace_after(const char *words, const uint64_t *args, uint32_t nargs,
                      uint64_t result)
{
    if (buffered && words[0] == 'i' && !words[2] && (int32_t)result >= 0) {
        put_character(words[1] == '*' ? stdin : (FILE *)args[words[1] - '0']);
        return;
    }
    CallEffects e = {.word = words,
                     .args = args,
                     .nargs = nargs,
                     .result = result,
                     .input = -1};

    put_effects(words, &e);
}

/* getchar and its like: most programs that use them take one character after
 * the other out of a stream's buffer. */
void
__culprit_trace_before_character(const char *words, FILE *f)
{
    if (!f)
        f = stdin;
    quick = f == latest.stream && f->_IO_read_ptr == latest.at &&
            f->_IO_read_end == latest.end && latest.at < latest.end;
    if (!quick) {
        uint64_t args[] = {(uint64_t)f};
        __culprit_trace_before(words, args, 1);
    }
}

void
__culprit_trace_after_character(const char *words, FILE *f, int32_t result)
{
    if (!f)
        f = stdin;
    if (quick) {
        latest.at = f->_IO_read_ptr;
        latest.offset++;
        __culprit_trace_room();
        put_u32((uint32_t)TRACE_CHARACTER);
        return;
    }
    uint64_t args[] = {(uint64_t)f};
    __culprit_trace_after(words, args, 1, (uint64_t)(int64_t)result);
    if (f->_fileno >= 0 && f->_fileno < 64 && result >= 0)
        latest = readings[f->_fileno];
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

int __isoc99_vfscanf(FILE *, const char *, ArgumentList *);
int __isoc99_vsscanf(const char *, const char *, ArgumentList *);

int
__culprit_trace_scan(const char *words, const uint64_t *args, uint32_t nargs)
{
    char format[1024];
    int spans[2 * MAX_SPANS];
    uint64_t pointers[3 * MAX_SPANS];
    uint32_t k = words[1] == '*' ? 0 : 1; /* the format's number */
    const char *given = k < nargs ? (const char *)args[k] : NULL;
    int n = given ? add_spans(given, format, sizeof format) : -1;
    /* All of them are pointers, in the overflow area. */
    ArgumentList list = {
        .gp = 48, .fp = 304, .stack = (uint64_t)(args + k + 1)};

    if (n >= 0 && k + 1 + (uint32_t)n <= nargs) {
        for (int i = 0; i < n; i++) {
            spans[2 * i] = spans[2 * i + 1] = -1;
            pointers[3 * i] = (uint64_t)&spans[2 * i];
            pointers[3 * i + 1] = args[k + 1 + (uint32_t)i];
            pointers[3 * i + 2] = (uint64_t)&spans[2 * i + 1];
        }
        given = format;
        list.stack = (uint64_t)pointers;
    } else {
        n = -1;
    }
    __culprit_trace_before(words, args, nargs);
    FILE *stream = words[0] != 'i'   ? NULL
                   : words[1] == '*' ? stdin
                                     : (FILE *)args[0];
    int result = stream ? __isoc99_vfscanf(stream, given, &list)
                        : __isoc99_vsscanf((const char *)args[0], given, &list);
    CallEffects e = {.word = words,
                     .args = args,
                     .nargs = nargs,
                     .result = (uint64_t)(int64_t)result,
                     .input = -1,
                     .spans = n >= 0 ? spans : NULL,
                     .text = stream ? 0 : args[0]};
    put_effects(words, &e);
    return result;
}
