/* print.c - printf: results, bytes, and the record of output. */
#include "models.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int MODEL(fprintf)(FILE *, const char *, ...);
int MODEL(sprintf)(char *, const char *, ...);
int MODEL(snprintf)(char *, size_t, const char *, ...);
int MODEL(asprintf)(char **, const char *, ...);
int MODEL(fputs)(const char *, FILE *);
int MODEL(putc)(int, FILE *);
size_t MODEL(fwrite)(const void *, size_t, size_t, FILE *);
ssize_t MODEL(write)(int, const void *, size_t);

static char one[4096], two[4096];

/* One argument of each kind, by the letter that ends the conversion. */
#define EACH(call, ...)                                                \
    (strchr("diouxXc", *end)                                           \
         ? (wide ? call(__VA_ARGS__, l) : call(__VA_ARGS__, i))        \
     : *end == 's' ? call(__VA_ARGS__, s)                              \
     : *end == 'p' ? call(__VA_ARGS__, (void *)(uintptr_t)(unsigned)i) \
     : *end == 'n' ? call(__VA_ARGS__, n)                              \
     : *end == 'm' || *end == '%' ? call(__VA_ARGS__)                  \
     : wide                       ? call(__VA_ARGS__, (long double)d)  \
                                  : call(__VA_ARGS__, d))

static void
compare(FILE *f, const char *format, const char *end, bool wide)
{
    static const long edges[] = {0,       1,   -1,       9,        10,
                                 99,      100, LONG_MAX, LONG_MIN, INT_MAX,
                                 INT_MIN, 255, 256,      -128,     1000000000};
    long l =
        pick(2) ? edges[pick(15)] : (long)pick(1u << 31) * (int)(pick(5) - 2);
    int i = (int)l;
    double d =
        pick(3) ? (double)l / 8 : (double[]){0.0, -0.0, 1e300, 1e-9}[pick(4)];
    char text[40], back[4096];
    make_text(text, 30, "ab %");
    const char *s = pick(20) ? text : NULL;
    long n_[2] = {0, 0}, *n = n_;
    size_t room = pick(3) ? 4000 : pick(20);
    memset(one, '#', sizeof one);
    memset(two, '#', sizeof two);
    errno = ENOENT;
    int a = EACH(snprintf, one, room, format);
    errno = ENOENT;
    int b = EACH(MODEL(snprintf), two, room, format);
    check(a == b && memcmp(one, two, sizeof one) == 0,
          "snprintf '%s': '%s', not '%s'", format, two, one);
    if (a < 0 || a > 3000)
        return;
    errno = ENOENT;
    b = EACH(MODEL(sprintf), two, format);
    errno = ENOENT;
    a = EACH(sprintf, one, format);
    check(a == b && strcmp(one, two) == 0, "sprintf '%s'", format);
    char *p = NULL;
    errno = ENOENT;
    b = EACH(MODEL(asprintf), &p, format);
    check(a == b && memcmp(one, p, (size_t)a + 1) == 0, "asprintf '%s'",
          format);
    free(p);
    rewind(f);
    fake_length = 0;
    errno = ENOENT;
    b = EACH(MODEL(fprintf), f, format);
    fflush(f);
    ssize_t got = pread(fileno(f), back, (size_t)a, 0);
    check(a == b && got == a && memcmp(one, back, (size_t)a) == 0,
          "fprintf '%s'", format);
    bool same = fake_length == (size_t)a;
    for (int k = 0; same && k < a; k++)
        same = fake_output[k] == '?' || fake_output[k] == one[k];
    check(same, "record of '%s': %zu, not %d", format, fake_length, a);
}

static void
test_conversions(FILE *f)
{
    for (int i = 0; i < 20000; i++) {
        char format[100] = "";
        size_t n = 0;
        static const char kinds[] = "ddddiouxXcsssseEfFgGaApnm%";
        make_text(format, 6, "ab ");
        n = strlen(format);
        format[n++] = '%';
        while (pick(3) == 0)
            format[n++] = "-+ #0"[pick(5)];
        if (pick(3) == 0)
            n += (size_t)sprintf(format + n, "%u", pick(pick(3) ? 12 : 90));
        if (pick(4) == 0)
            n += (size_t)sprintf(format + n, ".%u", pick(12));
        char kind = kinds[pick(sizeof kinds - 1)];
        bool wide = false;
        if (strchr("diouxX", kind) && pick(2)) {
            static const char *const lengths[] = {"l", "ll", "j", "z",
                                                  "t", "h",  "hh"};
            unsigned k = pick(7);
            wide = k < 5;
            strcpy(format + n, lengths[k]);
            n += strlen(format + n);
        } else if (strchr("eEfFgGaA", kind) && pick(4) == 0) {
            format[n++] = 'L';
            wide = true;
        }
        format[n++] = kind;
        size_t end = n - 1;
        if (kind == '%') { /* no flags between */
            strcpy(format, "x%%");
            end = n = 2, n++;
        }
        make_text(format + n, 4, "yz\n");
        compare(f, format, format + end, wide);
    }
}

/* Several arguments, with stars, and through numbers of arguments. */
static void
test_lists(FILE *f)
{
    static const struct {
        const char *format;
        int w, p;
    } rows[] = {{"%*.*f|%s|%d\n", 10, 3},
                {"%-*.*f%5s%05d", 7, 0},
                {"%*.*f %.2s %+d %%", -12, -1}};
    for (size_t i = 0; i < 3; i++) {
        char back[256];
        int a = sprintf(one, rows[i].format, rows[i].w, rows[i].p, 3.25, "abc",
                        -42);
        int b = MODEL(sprintf)(two, rows[i].format, rows[i].w, rows[i].p, 3.25,
                               "abc", -42);
        check(a == b && strcmp(one, two) == 0, "stars in '%s'", rows[i].format);
        rewind(f);
        fake_length = 0;
        b = MODEL(fprintf)(f, rows[i].format, rows[i].w, rows[i].p, 3.25, "abc",
                           -42);
        fflush(f);
        check(pread(fileno(f), back, (size_t)a, 0) == a && b == a &&
                  memcmp(one, back, (size_t)a) == 0 && fake_length == (size_t)a,
              "fprintf with stars");
    }
    int a = sprintf(one, "%2$s-%1$d", 7, "seven");
    int b = MODEL(sprintf)(two, "%2$s-%1$d", 7, "seven");
    check(a == b && strcmp(one, two) == 0, "numbered arguments");
    fake_length = 0;
    b = MODEL(fprintf)(f, "%2$s-%1$d", 7, "seven");
    check(a == b && fake_length == (size_t)a, "numbered arguments' record");
    strcpy(one, "self ");
    strcpy(two, "self ");
    a = sprintf(one, "%s%d", one, 5);
    b = MODEL(sprintf)(two, "%s%d", two, 5);
    check(a == b && strcmp(one, two) == 0, "into itself: '%s', not '%s'", two,
          one);
}

void
test_print(void)
{
    FILE *f = tmpfile();
    test_conversions(f);
    test_lists(f);
    char back[64];
    rewind(f);
    fake_length = 0;
    check(MODEL(fputs)("some ", f) >= 0, "fputs");
    check(MODEL(putc)('a', f) == 'a' && MODEL(putc)(-1, f) == 255, "putc");
    check(MODEL(fwrite)("xyzxyz", 3, 2, f) == 2, "fwrite");
    fflush(f);
    check(pread(fileno(f), back, 13, 0) == 13 &&
              memcmp(back, "some a\xffxyzxyz", 13) == 0,
          "what was written");
    check(fake_length == 13 && memcmp(back, fake_output, 13) == 0,
          "its record");
    fake_length = 0;
    check(MODEL(write)(fileno(f), "end", 3) == 3 && fake_length == 3, "write");
    check(MODEL(write)(-1, "end", 3) == -1 && fake_length == 3,
          "write to none");
    fclose(f);
}
