/* input.c - streams and descriptors: sequences of calls on two of them. */
#include "models.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int MODEL(getc)(FILE *);
int MODEL(fgetc)(FILE *);
int MODEL(getc_unlocked)(FILE *);
int MODEL(ungetc)(int, FILE *);
char *MODEL(fgets)(char *, int, FILE *);
ssize_t MODEL(getdelim)(char **, size_t *, int, FILE *);
ssize_t MODEL(getline)(char **, size_t *, FILE *);
size_t MODEL(fread)(void *, size_t, size_t, FILE *);
int MODEL(feof)(FILE *);
int MODEL(fseek)(FILE *, long, int);
long MODEL(ftell)(FILE *);
void MODEL(rewind)(FILE *);
int MODEL(fclose)(FILE *);
ssize_t MODEL(read)(int, void *, size_t);
ssize_t MODEL(pread)(int, void *, size_t, off_t);
off_t MODEL(lseek)(int, off_t, int);
int MODEL(close)(int);
int MODEL(fstat)(int, struct stat *);
void *MODEL(mmap)(void *, size_t, int, int, int, off_t);
int MODEL(munmap)(void *, size_t);

typedef struct Pair Pair;
struct Pair {
    FILE *real, *model;
    char *line[2];
    size_t n[2];
    char small[2][16]; /* buffers of setvbuf */
};

static FILE *
open_text(const char *text, size_t n, bool pipes)
{
    FILE *f;
    if (pipes) {
        int ends[2];
        if (pipe(ends) != 0)
            abort();
        if (write(ends[1], text, n) != (ssize_t)n)
            abort();
        close(ends[1]);
        f = fdopen(ends[0], "r");
    } else {
        f = tmpfile();
        if (fwrite(text, 1, n, f) != n)
            abort();
        fflush(f);
        rewind(f);
    }
    return f;
}

static int
step(Pair *p, int last, bool pipes)
{
    FILE *f = p->real, *g = p->model;
    char x[64], y[64];
    int c = 0, d = 0;
    memset(x, '#', sizeof x);
    memset(y, '#', sizeof y);
    switch (pick(pipes ? 9 : 14)) {
    case 0:
    case 1:
        c = getc(f);
        d = MODEL(getc)(g);
        check(c == d, "getc: %d, not %d", d, c);
        return c;
    case 2:
        c = last >= 0 && pick(4) ? last : (int)pick(256);
        d = ungetc(c, f);
        c = MODEL(ungetc)(c, g);
        check(c == d, "ungetc: %d, not %d", c, d);
        break;
    case 3:
    case 4: {
        int n = (int)pick(12);
        char *a = fgets(x, n, f), *b = MODEL(fgets)(y, n, g);
        check((a == x) == (b == y) && memcmp(x, y, sizeof x) == 0,
              "fgets of %d", n);
        break;
    }
    case 5: {
        int delim = pick(3) ? '\n' : 'a';
        ssize_t a = getdelim(&p->line[0], &p->n[0], delim, f);
        ssize_t b = MODEL(getdelim)(&p->line[1], &p->n[1], delim, g);
        check(a == b && p->n[0] == p->n[1] &&
                  (a < 0 || memcmp(p->line[0], p->line[1], (size_t)a + 1) == 0),
              "getdelim: %zd, not %zd", b, a);
        break;
    }
    case 6: {
        size_t size = 1 + pick(4), n = pick(12);
        size_t a = fread(x, size, n, f), b = MODEL(fread)(y, size, n, g);
        check(a == b && memcmp(x, y, sizeof x) == 0, "fread %zu of %zu", n,
              size);
        break;
    }
    case 7:
        check(feof(f) == MODEL(feof)(g), "feof");
        break;
    case 8:
        if (!pipes) { /* behind the model's back */
            c = getc(f);
            d = getc(g);
            check(c == d, "real getc after models");
        }
        break;
    case 9: {
        int whence = (int)pick(3);
        long to = (long)pick(40) - (whence == SEEK_SET ? 0 : 20);
        c = fseek(f, to, whence);
        d = MODEL(fseek)(g, to, whence);
        check(c == d, "fseek %ld %d", to, whence);
        break;
    }
    case 10: {
        long a = ftell(f), b = MODEL(ftell)(g);
        check(a == b, "ftell: %ld, not %ld", b, a);
        break;
    }
    case 11:
        if (pick(4))
            break;
        rewind(f);
        MODEL(rewind)(g);
        break;
    case 12:
        if (pick(2)) {
            c = fseek(f, 0, SEEK_SET);
            d = fseek(g, 0, SEEK_SET);
        } else {
            c = (int)fread(x, 1, 30, f);
            d = (int)fread(y, 1, 30, g);
        }
        check(c == d, "real fseek or fread");
        break;
    case 13:
        clearerr(f);
        clearerr(g);
        break;
    }
    return -1;
}

static void
test_streams(void)
{
    char text[400];
    for (int i = 0; i < 1500; i++) {
        bool pipes = i % 5 == 0;
        make_text(text, pick(3) ? 60 : 399, "abc\n\n ");
        size_t n = strlen(text);
        if (n && pick(3) == 0)
            text[pick((unsigned)n)] = 0;
        Pair p = {.real = open_text(text, n, pipes),
                  .model = open_text(text, n, pipes)};
        unsigned buffer = pick(3);
        if (buffer == 1) {
            setvbuf(p.real, p.small[0], _IOFBF, sizeof p.small[0]);
            setvbuf(p.model, p.small[1], _IOFBF, sizeof p.small[1]);
        } else if (buffer == 2) {
            setvbuf(p.real, NULL, _IONBF, 0);
            setvbuf(p.model, NULL, _IONBF, 0);
        }
        int last = -1;
        for (int k = 0; k < 40; k++) {
            last = step(&p, last, pipes);
            check(ferror(p.real) == ferror(p.model) &&
                      feof(p.real) == feof(p.model),
                  "flags of the stream");
            if (!pipes)
                check(ftell(p.real) == ftell(p.model), "place of the stream");
        }
        fclose(p.real);
        MODEL(fclose)(p.model);
        free(p.line[0]);
        free(p.line[1]);
    }
}

static void
test_descriptors(void)
{
    char text[200], x[64], y[64];
    for (int i = 0; i < 400; i++) {
        make_text(text, 199, "abc\n");
        size_t n = strlen(text);
        FILE *f = open_text(text, n, false), *g = open_text(text, n, false);
        int a = dup(fileno(f)), b = dup(fileno(g));
        struct stat st, su;
        check(fstat(a, &st) == MODEL(fstat)(b, &su) &&
                  st.st_size == su.st_size && st.st_mode == su.st_mode,
              "fstat");
        for (int k = 0; k < 12; k++) {
            size_t want = pick(60);
            off_t at = pick(100);
            int whence = (int)pick(3);
            memset(x, '#', sizeof x);
            memset(y, '#', sizeof y);
            switch (pick(3)) {
            case 0:
                check(read(a, x, want) == MODEL(read)(b, y, want), "read");
                break;
            case 1:
                check(pread(a, x, want, at) == MODEL(pread)(b, y, want, at),
                      "pread");
                break;
            case 2:
                at -= whence == SEEK_SET ? 0 : 50;
                check(lseek(a, at, whence) == MODEL(lseek)(b, at, whence),
                      "lseek");
                break;
            }
            check(memcmp(x, y, sizeof x) == 0, "bytes of read");
            check(lseek(a, 0, SEEK_CUR) == MODEL(lseek)(b, 0, SEEK_CUR),
                  "place of read");
            if (pick(6) == 0)
                check(getc(f) == MODEL(getc)(g), "read, then getc");
        }
        if (n > 0) {
            char *p = MODEL(mmap)(NULL, 4096, PROT_READ, MAP_PRIVATE, b, 0);
            check(memcmp(p, text, n) == 0, "mmap");
            check(MODEL(munmap)(p, 4096) == 0, "munmap");
        }
        close(a);
        MODEL(close)(b);
        fclose(f);
        MODEL(fclose)(g);
    }
}

void
test_input(void)
{
    test_streams();
    test_descriptors();
}
