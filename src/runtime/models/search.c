/* search.c - models that look for something in strings and memory.
 *
 * Lengths and places are concrete afterwards: one branch for each byte passed.
 */
#include "text.h"

#include <string.h>

/* one branch a byte */
size_t
MODEL(strlen)(const char *s)
{
    size_t n = strlen(s), i = 0;
    if (!__culprit_sym_any(s, n + 1))
        return n;
    while (s[i] != 0)
        i++;
    return i;
}

/* one branch a byte */
size_t
MODEL(strnlen)(const char *s, size_t n)
{
    n = __culprit_sym_concrete(n);
    size_t m = strnlen(s, n), i = 0;
    if (!__culprit_sym_any(s, m + (m < n)))
        return m;
    while (i < n && s[i] != 0)
        i++;
    return i;
}

/* Is `c` one of the n bytes? */
static bool
has(const Byte *set, size_t n, Byte c)
{
    bool in = false;
    for (size_t i = 0; i < n; i++)
        in |= set[i] == c;
    return in;
}

/* The first place of c, or of the end. Where only c is symbolic, first one
 * branch: is it anywhere? If asked for, *found is whether it is c. */
static char *
place(const char *s, int c, bool *found)
{
    size_t n = strlen(s), i = 0;
    const Byte *p = (const Byte *)s;
    Byte b = (Byte)c;
    if (__culprit_sym_any(s, n + 1) || !__culprit_sym_is(b)) {
        while ((p[i] != b) & (p[i] != 0))
            i++;
        if (found)
            *found = decide(p[i] == b);
    } else {
        bool in = decide(has(p, n + 1, b));
        if (!in)
            i = n;
        else
            while (p[i] != b)
                i++;
        if (found)
            *found = in;
    }
    return (char *)(uintptr_t)(s + i);
}

/* one branch a byte; of a symbolic c in a concrete string first one */
char *
MODEL(strchr)(const char *s, int c)
{
    bool found;
    char *p = place(s, c, &found);
    return found ? p : NULL;
}

/* strchr */
char *
MODEL(index)(const char *s, int c)
{
    return MODEL(strchr)(s, c);
}

/* as strchr */
char *
MODEL(strchrnul)(const char *s, int c)
{
    return place(s, c, NULL);
}

/* one branch a byte */
void *
MODEL(memchr)(const void *s, int c, size_t n)
{
    n = __culprit_sym_concrete(n);
    const Byte *p = s;
    Byte b = (Byte)c;
    if (!__culprit_sym_is(b)) {
        const Byte *at = memchr(s, b, n);
        if (!__culprit_sym_any(s, at ? (size_t)(at - p) + 1 : n))
            return (void *)(uintptr_t)at;
    }
    for (size_t i = 0; i < n; i++)
        if (p[i] == b)
            return (void *)(uintptr_t)(p + i);
    return NULL;
}

/* one branch a byte */
void *
MODEL(rawmemchr)(const void *s, int c)
{
    const Byte *p = s;
    while (*p != (Byte)c)
        p++;
    return (void *)(uintptr_t)p;
}

/* one branch a byte */
void *
MODEL(memrchr)(const void *s, int c, size_t n)
{
    n = __culprit_sym_concrete(n);
    const Byte *p = s;
    for (size_t i = n; i-- > 0;)
        if (p[i] == (Byte)c)
            return (void *)(uintptr_t)(p + i);
    return NULL;
}

/* the length, then one branch a byte from the end */
char *
MODEL(strrchr)(const char *s, int c)
{
    return MODEL(memrchr)(s, c, MODEL(strlen)(s) + 1);
}

/* strrchr */
char *
MODEL(rindex)(const char *s, int c)
{
    return MODEL(strrchr)(s, c);
}

/* one branch a byte; the length of the set is concrete */
size_t
MODEL(strspn)(const char *s, const char *set)
{
    size_t n = MODEL(strlen)(set), real = strspn(s, set), i = 0;
    if (!__culprit_sym_any(s, real + 1) && !__culprit_sym_any(set, n))
        return real;
    while (has((const Byte *)set, n, (Byte)s[i]))
        i++;
    return i;
}

/* one branch a byte; the length of the set is concrete */
size_t
MODEL(strcspn)(const char *s, const char *set)
{
    size_t n = MODEL(strlen)(set), real = strcspn(s, set), i = 0;
    if (!__culprit_sym_any(s, real + 1) && !__culprit_sym_any(set, n))
        return real;
    while (!has((const Byte *)set, n + 1, (Byte)s[i]))
        i++;
    return i;
}

/* strcspn, and whether that is the end */
char *
MODEL(strpbrk)(const char *s, const char *set)
{
    const char *p = s + MODEL(strcspn)(s, set);
    return decide(*p != 0) ? (char *)(uintptr_t)p : NULL;
}

/* Does the needle stand here? One expression. */
static inline bool
stands(const Byte *p, const Byte *needle, size_t n, bool fold)
{
    bool equal = true;
    for (size_t i = 0; i < n; i++)
        equal &= fold ? lower(p[i]) == lower(needle[i]) : p[i] == needle[i];
    return equal;
}

static void *
find(const void *s, size_t n, const void *needle, size_t m, bool fold)
{
    const Byte *p = s;
    for (size_t i = 0; n - i >= m && i <= n; i++)
        if (stands(p + i, needle, m, fold))
            return (void *)(uintptr_t)(p + i);
    return NULL;
}

/* one branch a place; lengths are concrete */
void *
MODEL(memmem)(const void *s, size_t n, const void *needle, size_t m)
{
    n = __culprit_sym_concrete(n);
    m = __culprit_sym_concrete(m);
    if (!__culprit_sym_any(s, n) && !__culprit_sym_any(needle, m))
        return memmem(s, n, needle, m);
    return find(s, n, needle, m, false);
}

/* both lengths, then one branch a place */
char *
MODEL(strstr)(const char *s, const char *needle)
{
    size_t n = strlen(s), m = strlen(needle);
    if (!__culprit_sym_any(s, n + 1) && !__culprit_sym_any(needle, m + 1))
        return strstr(s, needle);
    n = MODEL(strlen)(s);
    m = MODEL(strlen)(needle);
    return find(s, n, needle, m, false);
}

/* both lengths, then one branch a place */
char *
MODEL(strcasestr)(const char *s, const char *needle)
{
    size_t n = strlen(s), m = strlen(needle);
    if (!__culprit_sym_any(s, n + 1) && !__culprit_sym_any(needle, m + 1))
        return strcasestr(s, needle);
    n = MODEL(strlen)(s);
    m = MODEL(strlen)(needle);
    return find(s, n, needle, m, true);
}

/* strspn and strcspn */
char *
MODEL(strtok_r)(char *s, const char *set, char **save)
{
    if (s == NULL)
        s = *save;
    if (*s != 0)
        s += MODEL(strspn)(s, set);
    if (*s == 0) {
        *save = s;
        return NULL;
    }
    char *end = s + MODEL(strcspn)(s, set);
    if (decide(*end != 0))
        *end++ = 0;
    *save = end;
    return s;
}

/* strtok_r */
char *
MODEL(__strtok_r)(char *s, const char *set, char **save)
{
    return MODEL(strtok_r)(s, set, save);
}

/* strtok_r, with a place of its own */
char *
MODEL(strtok)(char *s, const char *set)
{
    static char *save;
    return MODEL(strtok_r)(s, set, &save);
}

/* strcspn */
char *
MODEL(strsep)(char **at, const char *set)
{
    char *s = *at;
    if (s == NULL)
        return NULL;
    char *end = s + MODEL(strcspn)(s, set);
    if (decide(*end != 0)) {
        *end++ = 0;
        *at = end;
    } else {
        *at = NULL;
    }
    return s;
}
