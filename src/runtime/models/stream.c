/* stream.c - where symbolic streams stand: stream.h. */
#include "stream.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STREAMS = 32, DESCRIPTORS = 256, IN_BACKUP = 0x100 };

static Stream table[STREAMS];
static unsigned used, victim;
static Byte claims[DESCRIPTORS]; /* 1: by stdio, 2: by read() */

bool
PRIVATE(stream_claim)(int descriptor, bool stdio)
{
    if (descriptor < 0 || descriptor >= DESCRIPTORS)
        return false;
    Byte mine = stdio ? 1 : 2;
    claims[descriptor] |= mine;
    return claims[descriptor] == mine;
}

void
PRIVATE(stream_note)(Stream *s)
{
    s->seen.ptr = s->f->_IO_read_ptr;
    s->seen.end = s->f->_IO_read_end;
    s->seen.raw = s->f->_offset;
}

void
PRIVATE(stream_lose)(Stream *s)
{
    s->file = -1;
}

void
PRIVATE(stream_drop)(FILE *f)
{
    for (unsigned i = 0; i < used; i++)
        if (table[i].f == f) {
            table[i] = table[--used];
            return;
        }
}

/* The place of the next byte in a regular file. What a FILE remembers of it is
 * not asked where it will read anew: others may have moved the descriptor. */
static int64_t
place_of(const Stream *s)
{
    if (s->f->_flags & IN_BACKUP)
        return -1;
    if (s->f->_IO_read_ptr == s->f->_IO_read_end)
        return lseek(s->descriptor, 0, SEEK_CUR);
    return ftello(s->f);
}

/* A FILE that is new to us, was moved behind our back, or reads anew. */
static void
find_place(Stream *s, bool known)
{
    int saved = errno;
    struct stat st = {0};
    bool fresh = s->f->_IO_read_end == NULL;
    int descriptor = fileno(s->f);
    int32_t file = descriptor < 0 ? -1 : __culprit_sym_file(descriptor);
    if (file >= 0 && fstat(descriptor, &st) != 0)
        file = -1;
    __culprit_sym_forget(&st, sizeof st);
    bool same = known && s->file == file && s->descriptor == descriptor &&
                (!s->regular || s->size == (uint64_t)st.st_size);
    int64_t at = 0;
    s->file = file;
    s->descriptor = descriptor;
    s->regular = S_ISREG(st.st_mode) ? true : false;
    if (file >= 0 && s->regular) {
        at = place_of(s);
        same &= (int64_t)s->at == at;
        if (at < 0)
            s->file = -1;
    } else if (file >= 0) {
        same &= s->seen.ptr == s->f->_IO_read_ptr &&
                s->seen.end == s->f->_IO_read_end;
        if (known ? !same
                  : !fresh || !PRIVATE(stream_claim)(s->descriptor, true))
            s->file = -1;
    }
    if (!same) {
        s->size = (uint64_t)st.st_size;
        s->pos = s->at = (uint64_t)at;
        s->npushed = 0;
        s->eof = feof(s->f) != 0;
    }
    PRIVATE(stream_note)(s);
    errno = saved;
}

static void
follow(Stream *s)
{
    const FILE *f = s->f;
    bool moved = s->seen.ptr != f->_IO_read_ptr ||
                 s->seen.end != f->_IO_read_end || s->seen.raw != f->_offset;
    if (moved)
        s->npushed = 0;
    bool anew = s->seen.ptr == s->seen.end && !(f->_flags & IN_BACKUP);
    if (moved || anew)
        find_place(s, true);
}

Stream *
PRIVATE(stream_of)(FILE *f)
{
    Stream *s = NULL;
    for (unsigned i = 0; i < used && !s; i++)
        if (table[i].f == f)
            s = &table[i];
    if (s) {
        if (s->file < 0)
            return NULL;
        follow(s);
    } else {
        if (used < STREAMS)
            s = &table[used++];
        else
            s = &table[victim++ % STREAMS];
        *s = (Stream){.f = f};
        find_place(s, false);
    }
    return s->file < 0 ? NULL : s;
}

/* Of a regular file. What is symbolic comes last: what is done before it costs
 * next to nothing. */
static int
file_byte(Stream *s, int c)
{
    const int32_t file = s->file;
    const uint64_t at = s->at, pos = s->pos, size = s->size;
    const bool is_byte = c != EOF;

    s->at = at + is_byte;
    s->pos = pos + is_byte;
    PRIVATE(stream_note)(s);
    if (pos < __culprit_sym_size(file, size)) {
        if (is_byte)
            return __culprit_sym_byte(file, at, (Byte)c);
    } else {
        s->eof = 1;
        if (!is_byte)
            return c;
    }
    PRIVATE(stream_lose)(s);
    return c;
}

static int
next_byte(Stream *s, int c)
{
    if (s->npushed && c != EOF) {
        PRIVATE(stream_note)(s);
        return s->pushed[--s->npushed];
    }
    if (s->regular)
        return file_byte(s, c);
    PRIVATE(stream_note)(s);
    if (c == EOF)
        return c;
    s->pos++;
    return __culprit_sym_byte(s->file, s->at++, (Byte)c);
}

int
PRIVATE(stream_get)(Stream *s, FILE *f)
{
    if (s && s->seen.ptr == s->seen.end)
        follow(s);
    bool ended = feof_unlocked(f);
    int c = getc_unlocked(f);
    if (!s || s->file < 0 || (ended && c == EOF))
        return c;
    return next_byte(s, c);
}

bool
PRIVATE(stream_agrees)(const Stream *s, uint64_t at)
{
    if (!s->regular)
        return true;
    int saved = errno;
    int64_t left = s->f->_IO_read_end - s->f->_IO_read_ptr;
    int64_t raw = lseek(s->descriptor, 0, SEEK_CUR);
    errno = saved;
    return (s->f->_flags & IN_BACKUP) || raw - left == (int64_t)at;
}

int
PRIVATE(stream_unget)(Stream *s, FILE *f, int c)
{
    if (ungetc((int)peek((uint64_t)(uint32_t)c), f) == EOF)
        return EOF;
    if (s && s->file >= 0) {
        if (s->npushed == STREAM_PUSHED)
            PRIVATE(stream_lose)(s);
        else
            s->pushed[s->npushed++] = (Byte)c;
        s->eof = 0;
        PRIVATE(stream_note)(s);
    }
    return (Byte)c;
}

int64_t
PRIVATE(stream_count)(int32_t file, uint64_t size, uint64_t pos, uint64_t want,
                      uint64_t got, uint64_t *short_)
{
    uint64_t all = __culprit_sym_size(file, size);
    uint64_t left = pos < all ? all - pos : 0;
    uint64_t n = left < want ? left : want;
    *short_ = left < want;
    return peek(n) == got ? (int64_t)n : -1;
}

uint64_t
PRIVATE(stream_block)(Stream *s, Byte *p, uint64_t want, uint64_t got)
{
    uint64_t k = 0, rest = got;
    for (; k < got && s->npushed; k++)
        p[k] = s->pushed[--s->npushed];
    rest -= k;
    if (!PRIVATE(stream_agrees)(s, s->at + rest)) {
        __culprit_sym_forget(p, got);
        PRIVATE(stream_lose)(s);
        return got;
    }
    __culprit_sym_mark(p + k, rest, s->file, s->at);
    uint64_t n = rest;
    if (s->regular) {
        int64_t m = PRIVATE(stream_count)(s->file, s->size, s->pos, want - k,
                                          rest, &s->eof);
        if ((int64_t)peek((uint64_t)m) < 0)
            PRIVATE(stream_lose)(s);
        else
            n = (uint64_t)m;
    }
    s->at += rest;
    s->pos += n;
    PRIVATE(stream_note)(s);
    return k + n;
}
