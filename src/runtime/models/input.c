/* input.c - models of the reading half of <stdio.h>.
 *
 * The real functions read; whether there is a next byte is one branch, so a
 * file can grow and shrink. What fread gives is an expression of the file's
 * size, without a branch.
 */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>

#define GETC(type, name)                                      \
    type MODEL(name)(FILE * f)                                \
    {                                                         \
        return PRIVATE(stream_get)(PRIVATE(stream_of)(f), f); \
    }

GETC(int, getc)           /* one branch: is there a byte */
GETC(int, fgetc)          /* getc */
GETC(int, _IO_getc)       /* getc */
GETC(int, getc_unlocked)  /* getc */
GETC(int, fgetc_unlocked) /* getc */

/* getc */
int
MODEL(getchar)(void)
{
    return MODEL(getc)(stdin);
}

/* getc */
int
MODEL(getchar_unlocked)(void)
{
    return MODEL(getc)(stdin);
}

/* the next byte read has the expression of this one */
int
MODEL(ungetc)(int c, FILE *f)
{
    return PRIVATE(stream_unget)(PRIVATE(stream_of)(f), f, c);
}

/* two branches a byte: is there one, does it end the line */
char *
MODEL(fgets)(char *p, int n, FILE *f)
{
    int i = 0, c = 0;
    n = (int)__culprit_sym_concrete((uint64_t)(uint32_t)n);
    if (n <= 0)
        return NULL;
    Stream *s = PRIVATE(stream_of)(f);
    while (i < n - 1) {
        c = PRIVATE(stream_get)(s, f);
        if (c == EOF)
            break;
        p[i++] = (char)c;
        if (decide(c == '\n'))
            break;
    }
    if (c == EOF && (i == 0 || (!feof(f) && errno != EAGAIN)))
        return NULL;
    p[i] = 0;
    return p;
}

/* fgets */
char *
MODEL(fgets_unlocked)(char *p, int n, FILE *f)
{
    return MODEL(fgets)(p, n, f);
}

/* as fgets, without a bound */
char *
MODEL(gets)(char *p)
{
    size_t i = 0;
    int c;
    Stream *s = PRIVATE(stream_of)(stdin);
    while ((c = PRIVATE(stream_get)(s, stdin)) != EOF && c != '\n')
        p[i++] = (char)c;
    if (c == EOF && (i == 0 || !feof(stdin)))
        return NULL;
    p[i] = 0;
    return p;
}

/* The real getdelim gave `got` bytes at p: the branches of it. */
static void
replay_line(Stream *s, Byte *p, uint64_t got, int delim)
{
    uint64_t i = 0;
    for (; s->npushed && i < got; i++) {
        p[i] = s->pushed[--s->npushed];
        if (p[i] == (Byte)delim) {
            PRIVATE(stream_note)(s);
            return;
        }
    }
    if (!PRIVATE(stream_agrees)(s, s->at + got - i)) {
        PRIVATE(stream_lose)(s);
        return;
    }
    __culprit_sym_mark(p + i, got - i, s->file, s->at);
    for (;; i++) {
        if (s->regular && !(s->pos < __culprit_sym_size(s->file, s->size))) {
            if (i < got)
                PRIVATE(stream_lose)(s);
            s->eof = 1;
            break;
        }
        if (i == got) {
            if (s->regular)
                PRIVATE(stream_lose)(s);
            break;
        }
        s->at++;
        s->pos++;
        if (decide(p[i] == (Byte)delim))
            break;
    }
    PRIVATE(stream_note)(s);
}

/* two branches a byte: is there one, does it end the line */
ssize_t
MODEL(getdelim)(char **line, size_t *n, int delim, FILE *f)
{
    delim = (int)__culprit_sym_concrete((uint64_t)(uint32_t)delim);
    Stream *s = PRIVATE(stream_of)(f);
    bool ended = feof(f) != 0;
    ssize_t got = getdelim(line, n, delim, f);
    if (line == NULL || n == NULL)
        return got;
    __culprit_sym_forget(line, sizeof *line);
    __culprit_sym_forget(n, sizeof *n);
    if (got >= 0)
        __culprit_sym_forget(*line, (uint64_t)got + 1);
    if (s && !(ended && got < 0)) {
        if (got < 0 && !feof(f))
            PRIVATE(stream_lose)(s);
        else
            replay_line(s, (Byte *)*line, got < 0 ? 0 : (uint64_t)got, delim);
    }
    return got;
}

/* getdelim */
ssize_t
MODEL(__getdelim)(char **line, size_t *n, int delim, FILE *f)
{
    return MODEL(getdelim)(line, n, delim, f);
}

/* getdelim */
ssize_t
MODEL(getline)(char **line, size_t *n, FILE *f)
{
    return MODEL(getdelim)(line, n, '\n', f);
}

/* no branch: the count is an expression of the file's size */
size_t
MODEL(fread)(void *p, size_t size, size_t n, FILE *f)
{
    size = __culprit_sym_concrete(size);
    n = __culprit_sym_concrete(n);
    size_t want = size * n;
    if (want == 0)
        return 0;
    Stream *s = PRIVATE(stream_of)(f);
    bool ended = feof(f) != 0;
    size_t got = fread(p, 1, want, f);
    if (!s || (ended && got == 0)) {
        if (got == 0 || !PRIVATE(random_device)(fileno(f), p, got))
            __culprit_sym_forget(p, got);
        return got == want ? n : got / size;
    }
    if (got < want && !feof(f)) { /* an error */
        __culprit_sym_forget(p, got);
        PRIVATE(stream_lose)(s);
        return got / size;
    }
    uint64_t count = PRIVATE(stream_block)(s, p, want, got);
    return n == 1 ? count == want : size == 1 ? count : count / size;
}

/* fread */
size_t
MODEL(fread_unlocked)(void *p, size_t size, size_t n, FILE *f)
{
    return MODEL(fread)(p, size, n, f);
}

/* after fread an expression of the file's size */
int
MODEL(feof)(FILE *f)
{
    int real = feof(f);
    Stream *s = PRIVATE(stream_of)(f);
    return s && peek(s->eof) == (uint64_t)real ? (int)s->eof : real;
}

/* feof */
int
MODEL(feof_unlocked)(FILE *f)
{
    return MODEL(feof)(f);
}

/* from the end of a file: an expression of its size */
int
MODEL(fseeko)(FILE *f, off_t offset, int whence)
{
    offset = (off_t)__culprit_sym_concrete((uint64_t)offset);
    int r = fseeko(f, offset, whence);
    if (r == 0) {
        PRIVATE(stream_drop)(f);
        Stream *s = whence == SEEK_END ? PRIVATE(stream_of)(f) : NULL;
        if (s && s->regular && s->size + (uint64_t)offset == s->at)
            s->pos = __culprit_sym_size(s->file, s->size) + (uint64_t)offset;
    }
    return r;
}

/* fseeko */
int
MODEL(fseek)(FILE *f, long offset, int whence)
{
    return MODEL(fseeko)(f, offset, whence);
}

/* fseeko */
int
MODEL(fseeko64)(FILE *f, off_t offset, int whence)
{
    return MODEL(fseeko)(f, offset, whence);
}

/* after fseek from the end, or fread: an expression of the file's size */
off_t
MODEL(ftello)(FILE *f)
{
    off_t real = ftello(f);
    Stream *s = real < 0 ? NULL : PRIVATE(stream_of)(f);
    if (!s || !s->regular)
        return real;
    uint64_t pos = s->pos - s->npushed;
    return peek(pos) == (uint64_t)real ? (off_t)pos : real;
}

/* ftello */
long
MODEL(ftell)(FILE *f)
{
    return MODEL(ftello)(f);
}

/* ftello */
off_t
MODEL(ftello64)(FILE *f)
{
    return MODEL(ftello)(f);
}

/* its place is forgotten */
void
MODEL(rewind)(FILE *f)
{
    PRIVATE(stream_drop)(f);
    rewind(f);
}

/* its place is forgotten */
int
MODEL(fclose)(FILE *f)
{
    PRIVATE(stream_drop)(f);
    return fclose(f);
}

/* its place is forgotten */
FILE *
MODEL(freopen)(const char *path, const char *mode, FILE *f)
{
    PRIVATE(stream_drop)(f);
    return freopen(path, mode, f);
}
