/* scan.c - scanf: formats and texts made at random; values, counts and what is
 * left of the input. */
#include "models.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int MODEL(sscanf)(const char *, const char *, ...);
int MODEL(fscanf)(FILE *, const char *, ...);
int MODEL(__isoc99_sscanf)(const char *, const char *, ...);
int MODEL(__isoc99_fscanf)(FILE *, const char *, ...);
/* The headers choose one of these for the plain names. */
int real_sscanf(const char *, const char *, ...) __asm__("__isoc99_sscanf");
int real_fscanf(FILE *, const char *, ...) __asm__("__isoc99_fscanf");
int gnu_sscanf(const char *, const char *, ...) __asm__("sscanf");

enum { ARGS = 5, ROOM = 128 };

/* Places for the values, and pointers that %m makes. */
typedef struct Values Values;
struct Values {
    _Alignas(16) char at[ARGS][ROOM];
};

static size_t
make_conversion(char *to, bool *allocates, bool gnu)
{
    static const char *const kinds[] = {
        "d",    "i",      "u",      "o",    "x",    "X",     "ld",   "lld",
        "hd",   "hhd",    "hu",     "zu",   "jd",   "Lf",    "lf",   "f",
        "le",   "g",      "a",      "s",    "c",    "n",     "hhn",  "ln",
        "p",    "%",      "[a-c]",  "[^ ]", "[]a]", "[^]x]", "[-1]", "[0-9]",
        "[a-]", "ms",     "m[abc]", "mc",   "lu",   "lx",    "li",   "hx",
        "q",    "[z-a1]", "[",      "y",    "qd",   "G",     "hi",   "s",
        "d",    "lf",     "d",      "c",
    };
    const char *kind = kinds[pick(sizeof kinds / sizeof *kinds)];
    size_t n = 0;
    to[n++] = '%';
    bool suppress = pick(6) == 0;
    if (suppress)
        to[n++] = '*';
    if (pick(4) == 0)
        n += (size_t)sprintf(to + n, "%u", pick(9));
    if (gnu && pick(6) == 0)
        kind = pick(2) ? "as" : "a[ab]";
    *allocates =
        !suppress && (kind[0] == 'm' || (gnu && kind[0] == 'a' && kind[1]));
    strcpy(to + n, kind);
    return n + strlen(kind);
}

static void
make_format(char *to, bool allocates[ARGS], bool gnu)
{
    size_t n = 0;
    unsigned args = 0;
    memset(allocates, 0, ARGS * sizeof *allocates);
    for (unsigned k = 1 + pick(4); k > 0; k--) {
        while (pick(3) == 0)
            to[n++] = " \n,a1-"[pick(6)];
        bool m;
        size_t was = n;
        n += make_conversion(to + n, &m, gnu);
        if (to[was + 1] != '*' && to[n - 1] != '%')
            allocates[args++] = m;
        if (to[n - 1] == '[') /* a set without an end: nothing behind */
            break;
    }
    while (to[n - 1] != '[' && pick(4) == 0)
        to[n++] = " ,a\xe4"[pick(4)];
    to[n] = 0;
}

static void
make_input(char *to)
{
    static const char *const words[] = {
        "12",
        "-7",
        "0x1f",
        "0x",
        "0xg",
        "077",
        "abc",
        "1.5",
        "-2e3",
        "1e",
        ".5",
        "inf",
        "nan",
        "infinity",
        "infinx",
        "+",
        "-",
        "(nil)",
        "(nix",
        "99999999999999999999",
        "0",
        "a",
        "]",
        "1,2",
        "-0x8",
        "00",
        "0x1p3",
        "0x.8",
        "1e+5",
        "5.",
        "--1",
        "%",
        "08",
        "\xe4",
        "9223372036854775808",
        "123456789012345678901234567890.5",
        "4294967296",
        "300",
        "bca",
        "1.e2",
    };
    size_t n = 0;
    for (unsigned k = pick(5); k > 0; k--) {
        const char *w = words[pick(sizeof words / sizeof *words)];
        strcpy(to + n, w);
        n += strlen(w);
        while (pick(3))
            to[n++] = " \n\t,"[pick(pick(4) ? 3 : 4)];
    }
    to[n] = 0;
}

#define ARGUMENTS(v) (v)->at[0], (v)->at[1], (v)->at[2], (v)->at[3], (v)->at[4]

static void
clear(Values *v)
{
    memset(v, '#', sizeof *v);
}

static bool
agree(Values *x, Values *y, const bool allocates[ARGS])
{
    bool ok = true;
    for (int i = 0; i < ARGS; i++) {
        char *p, *q;
        memcpy(&p, x->at[i], sizeof p);
        memcpy(&q, y->at[i], sizeof q);
        if (!allocates[i]) {
            ok &= memcmp(x->at[i], y->at[i], ROOM) == 0;
            continue;
        }
        char untouched[8];
        memset(untouched, '#', 8);
        bool px = memcmp(&p, untouched, 8) == 0;
        bool py = memcmp(&q, untouched, 8) == 0;
        ok &= px == py && (p == NULL) == (q == NULL);
        if (ok && !px && p) {
            ok &= p[0] == q[0];
            free(p);
            free(q);
        }
    }
    return ok;
}

static void
compare_strings(const char *text, const char *format, const bool m[ARGS],
                bool gnu)
{
    static Values x, y;
    clear(&x);
    clear(&y);
    errno = 0;
    int a = gnu ? gnu_sscanf(text, format, ARGUMENTS(&x))
                : real_sscanf(text, format, ARGUMENTS(&x));
    int ea = errno;
    errno = 0;
    int b = gnu ? MODEL(sscanf)(text, format, ARGUMENTS(&y))
                : MODEL(__isoc99_sscanf)(text, format, ARGUMENTS(&y));
    bool e = ea == errno;
    check(a == b && e && agree(&x, &y, m),
          "sscanf of '%s' by '%s': %d, not %d; errno %d, not %d", text, format,
          b, a, errno, ea);
}

static void
compare_streams(const char *text, const char *format, const bool m[ARGS])
{
    static Values x, y;
    FILE *f = tmpfile(), *g = tmpfile();
    fputs(text, f);
    fputs(text, g);
    rewind(f);
    rewind(g);
    for (int k = 0; k < 3; k++) {
        clear(&x);
        clear(&y);
        int a = real_fscanf(f, format, ARGUMENTS(&x));
        int b = MODEL(__isoc99_fscanf)(g, format, ARGUMENTS(&y));
        long p = ftell(f), q = ftell(g);
        check(a == b && p == q && feof(f) == feof(g) && agree(&x, &y, m),
              "fscanf of '%s' by '%s': %d, not %d; then at %ld, not %ld", text,
              format, b, a, q, p);
        if (a <= 0)
            break;
    }
    fclose(f);
    fclose(g);
}

void
test_scan(void)
{
    char text[256], format[128];
    bool m[ARGS];
    for (int i = 0; i < 60000; i++) {
        bool gnu = i % 4 == 1;
        make_format(format, m, gnu);
        make_input(text);
        compare_strings(text, format, m, gnu);
        if (i % 4 == 0)
            compare_streams(text, format, m);
    }
}
