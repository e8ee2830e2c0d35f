/* text.c - ctype, strings and memory against glibc. */
#include "models.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

uint16_t MODEL(ctype_b)(int);
int32_t MODEL(ctype_tolower)(int);
int32_t MODEL(ctype_toupper)(int);

#define CTYPE(X)                                                           \
    X(isalnum)                                                             \
    X(isalpha)                                                             \
    X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint)      \
        X(ispunct) X(isspace) X(isupper) X(isxdigit) X(tolower) X(toupper) \
            X(isascii) X(toascii)
#define DECLARE(name) int MODEL(name)(int);
CTYPE(DECLARE)

void
test_ctype(void)
{
    for (int c = -128; c < 256; c++) {
        check(MODEL(ctype_b)(c) == (*__ctype_b_loc())[c], "ctype_b %d", c);
        check(MODEL(ctype_tolower)(c) == (*__ctype_tolower_loc())[c],
              "ctype_tolower %d: %d", c, (*__ctype_tolower_loc())[c]);
        check(MODEL(ctype_toupper)(c) == (*__ctype_toupper_loc())[c],
              "ctype_toupper %d", c);
#define COMPARE(name) \
    check(MODEL(name)(c) == (name)(c), #name " %d: %d", c, (name)(c));
        CTYPE(COMPARE)
    }
    for (int c = -2000; c < 2000; c++) {
        check(MODEL(tolower)(c) == (tolower)(c), "tolower %d", c);
        check(MODEL(toupper)(c) == (toupper)(c), "toupper %d", c);
    }
}

size_t MODEL(strlen)(const char *);
size_t MODEL(strnlen)(const char *, size_t);
int MODEL(strcmp)(const char *, const char *);
int MODEL(strcoll)(const char *, const char *);
int MODEL(strncmp)(const char *, const char *, size_t);
int MODEL(strcasecmp)(const char *, const char *);
int MODEL(strncasecmp)(const char *, const char *, size_t);
int MODEL(memcmp)(const void *, const void *, size_t);
int MODEL(bcmp)(const void *, const void *, size_t);
char *MODEL(strchr)(const char *, int);
char *MODEL(strrchr)(const char *, int);
char *MODEL(strchrnul)(const char *, int);
char *MODEL(strstr)(const char *, const char *);
char *MODEL(strcasestr)(const char *, const char *);
size_t MODEL(strspn)(const char *, const char *);
size_t MODEL(strcspn)(const char *, const char *);
char *MODEL(strpbrk)(const char *, const char *);
char *MODEL(strtok)(char *, const char *);
char *MODEL(strtok_r)(char *, const char *, char **);
char *MODEL(strsep)(char **, const char *);
char *MODEL(strdup)(const char *);
char *MODEL(strndup)(const char *, size_t);
void *MODEL(memchr)(const void *, int, size_t);
void *MODEL(memrchr)(const void *, int, size_t);
void *MODEL(rawmemchr)(const void *, int);
void *MODEL(memmem)(const void *, size_t, const void *, size_t);
void *MODEL(memcpy)(void *, const void *, size_t);
void *MODEL(memmove)(void *, const void *, size_t);
void *MODEL(mempcpy)(void *, const void *, size_t);
void *MODEL(memccpy)(void *, const void *, int, size_t);
void *MODEL(memset)(void *, int, size_t);
char *MODEL(strcpy)(char *, const char *);
char *MODEL(strncpy)(char *, const char *, size_t);
char *MODEL(stpcpy)(char *, const char *);
char *MODEL(stpncpy)(char *, const char *, size_t);
char *MODEL(strcat)(char *, const char *);
char *MODEL(strncat)(char *, const char *, size_t);
size_t MODEL(strxfrm)(char *, const char *, size_t);

#define SAME(name, ...)                                  \
    check(MODEL(name)(__VA_ARGS__) == name(__VA_ARGS__), \
          #name " of '%s', '%s'", a, b)

static void
look(const char *a, const char *b, size_t n, int c)
{
    size_t la = strlen(a), lb = strlen(b), least = la < lb ? la : lb;
    size_t m = n < least + 1 ? n : least + 1;
    SAME(strlen, a);
    SAME(strnlen, a, n);
    SAME(strcmp, a, b);
    SAME(strcmp, a, a);
    SAME(strcoll, a, b);
    SAME(strncmp, a, b, n);
    SAME(strcasecmp, a, b);
    SAME(strncasecmp, a, b, n);
    SAME(memcmp, a, b, m);
    SAME(bcmp, a, b, m);
    SAME(strchr, a, c);
    SAME(strchr, a, 0);
    SAME(strrchr, a, c);
    SAME(strrchr, a, 0);
    SAME(strchrnul, a, c);
    SAME(strstr, a, b);
    SAME(strcasestr, a, b);
    SAME(strspn, a, b);
    SAME(strcspn, a, b);
    SAME(strpbrk, a, b);
    SAME(memchr, a, c, la + 1);
    SAME(memrchr, a, c, la + 1);
    SAME(rawmemchr, a, a[la / 2]);
    SAME(memmem, a, la, b, lb);
    SAME(memmem, a, la, b, 0);
}

/* Two copies of the same memory, one for each. */
static char one[512], two[512];

static void
fill(const char *a)
{
    memset(one, '#', sizeof one);
    memcpy(one + 4, a, strlen(a) + 1);
    memcpy(two, one, sizeof one);
}

#define CHANGE(name, ...)                                                 \
    do {                                                                  \
        fill(a);                                                          \
        char *to = one + 4;                                               \
        char *x = name(__VA_ARGS__);                                      \
        to = two + 4;                                                     \
        char *y = MODEL(name)(__VA_ARGS__);                               \
        check((x == NULL) == (y == NULL) && (!x || x - one == y - two) && \
                  memcmp(one, two, sizeof one) == 0,                      \
              #name " of '%s', '%s', %zu", a, b, n);                      \
    } while (0)

static void
change(const char *a, const char *b, size_t n, int c)
{
    size_t la = strlen(a), lb = strlen(b);
    CHANGE(strcpy, to, b);
    CHANGE(strncpy, to, b, n);
    CHANGE(stpcpy, to, b);
    CHANGE(stpncpy, to, b, n);
    CHANGE(strcat, to, b);
    CHANGE(strncat, to, b, n);
    CHANGE(memcpy, to, b, lb);
    CHANGE(mempcpy, to, b, lb);
    CHANGE(memmove, to + 1, to, la);
    CHANGE(memccpy, to, b, c, lb);
    CHANGE(memset, to, c, n);
    fill(a);
    check(strxfrm(one, b, n) == MODEL(strxfrm)(two, b, n) &&
              memcmp(one, two, sizeof one) == 0,
          "strxfrm of '%s', %zu", b, n);
    char *x = MODEL(strdup)(a), *y = MODEL(strndup)(a, n);
    char *z = strndup(a, n);
    check(strcmp(x, a) == 0 && strcmp(y, z) == 0, "strdup of '%s'", a);
    free(x);
    free(y);
    free(z);
}

static void
cut(const char *a, const char *b)
{
    char *s1 = NULL, *s2 = NULL, *x, *y;
    fill(a);
    x = strtok_r(one + 4, b, &s1);
    y = MODEL(strtok_r)(two + 4, b, &s2);
    for (int i = 0; i < 50; i++) {
        check((x == NULL) == (y == NULL) && (!x || x - one == y - two) &&
                  s1 - one == s2 - two && memcmp(one, two, sizeof one) == 0,
              "strtok_r of '%s', '%s'", a, b);
        if (!x || !y)
            break;
        x = strtok_r(NULL, b, &s1);
        y = MODEL(strtok_r)(NULL, b, &s2);
    }
    fill(a);
    for (x = strtok(one + 4, b), y = MODEL(strtok)(two + 4, b); x && y;
         x = strtok(NULL, b), y = MODEL(strtok)(NULL, b))
        check(x - one == y - two, "strtok of '%s', '%s'", a, b);
    check(!x && !y, "strtok ends");
    fill(a);
    s1 = one + 4;
    s2 = two + 4;
    while (s1) {
        x = strsep(&s1, b);
        y = MODEL(strsep)(&s2, b);
        check(x - one == y - two && (s1 == NULL) == (s2 == NULL) &&
                  (!s1 || s1 - one == s2 - two),
              "strsep of '%s', '%s'", a, b);
        if ((s1 == NULL) != (s2 == NULL))
            break;
    }
}

void
test_text(void)
{
    static const char *const of[] = {"ab", "aAbB,;", "abc\xe4\xc4\xff x", "a"};
    char a[260], b[260];
    for (int i = 0; i < 6000; i++) {
        const char *set = of[pick(4)];
        size_t most = pick(20) ? 12 : 200;
        fake_symbolic = pick(8) != 0;
        make_text(a, most, set);
        make_text(b, pick(3) ? 3 : most, set);
        if (pick(4) == 0) { /* nearly the same */
            strcpy(b, a);
            if (a[0])
                b[pick((unsigned)strlen(a))] ^= 32;
        }
        size_t n = pick(most < 20 ? 14 : 210);
        int c = pick(8) ? set[pick((unsigned)strlen(set))] : (int)pick(256);
        look(a, b, n, c);
        change(a, b, n, c);
        cut(a, b);
    }
    fake_symbolic = 1;
}
