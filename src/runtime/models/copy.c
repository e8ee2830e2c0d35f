/* copy.c - models that copy and fill memory; expressions go along.
 *
 * Of strings the length is found with one branch a byte; lengths given as
 * arguments are made concrete.
 */
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* moves expressions */
void *
MODEL(memmove)(void *to, const void *from, size_t n)
{
    n = __culprit_sym_concrete(n);
    __culprit_sym_move(to, from, n);
    return to;
}

/* memmove */
void *
MODEL(memcpy)(void *to, const void *from, size_t n)
{
    return MODEL(memmove)(to, from, n);
}

/* memmove */
void *
MODEL(mempcpy)(void *to, const void *from, size_t n)
{
    n = __culprit_sym_concrete(n);
    __culprit_sym_move(to, from, n);
    return (char *)to + n;
}

/* mempcpy */
void *
MODEL(__mempcpy)(void *to, const void *from, size_t n)
{
    return MODEL(mempcpy)(to, from, n);
}

/* memmove */
void
MODEL(bcopy)(const void *from, void *to, size_t n)
{
    MODEL(memmove)(to, from, n);
}

/* one branch a byte */
void *
MODEL(memccpy)(void *to, const void *from, int c, size_t n)
{
    n = __culprit_sym_concrete(n);
    const Byte *p = from;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (Byte)c) {
            __culprit_sym_move(to, from, i + 1);
            return (char *)to + i + 1;
        }
    __culprit_sym_move(to, from, n);
    return NULL;
}

/* a symbolic byte goes to each place */
void *
MODEL(memset)(void *to, int c, size_t n)
{
    n = __culprit_sym_concrete(n);
    if (!__culprit_sym_is((Byte)c)) {
        memset(to, (Byte)c, n);
        __culprit_sym_forget(to, n);
        return to;
    }
    Byte *p = to;
    for (size_t i = 0; i < n; i++)
        p[i] = (Byte)c;
    return to;
}

/* memset */
void
MODEL(bzero)(void *to, size_t n)
{
    MODEL(memset)(to, 0, n);
}

/* memset */
void
MODEL(explicit_bzero)(void *to, size_t n)
{
    MODEL(memset)(to, 0, n);
}

/* the length, then memmove */
char *
MODEL(stpcpy)(char *to, const char *from)
{
    size_t n = MODEL(strlen)(from);
    __culprit_sym_move(to, from, n + 1);
    return to + n;
}

/* stpcpy */
char *
MODEL(__stpcpy)(char *to, const char *from)
{
    return MODEL(stpcpy)(to, from);
}

/* stpcpy */
char *
MODEL(strcpy)(char *to, const char *from)
{
    MODEL(stpcpy)(to, from);
    return to;
}

/* the length, then memmove and zeros */
char *
MODEL(stpncpy)(char *to, const char *from, size_t n)
{
    n = __culprit_sym_concrete(n);
    size_t m = MODEL(strnlen)(from, n);
    __culprit_sym_move(to, from, m);
    memset(to + m, 0, n - m);
    __culprit_sym_forget(to + m, n - m);
    return to + m;
}

/* stpncpy */
char *
MODEL(strncpy)(char *to, const char *from, size_t n)
{
    MODEL(stpncpy)(to, from, n);
    return to;
}

/* both lengths, then memmove */
char *
MODEL(strcat)(char *to, const char *from)
{
    MODEL(stpcpy)(to + MODEL(strlen)(to), from);
    return to;
}

/* both lengths, then memmove */
char *
MODEL(strncat)(char *to, const char *from, size_t n)
{
    char *end = to + MODEL(strlen)(to);
    size_t m = MODEL(strnlen)(from, n);
    __culprit_sym_move(end, from, m);
    end[m] = 0;
    return to;
}

/* the length, malloc, memmove */
char *
MODEL(strndup)(const char *s, size_t n)
{
    size_t m = MODEL(strnlen)(s, n);
    char *p = malloc(m + 1);
    if (p == NULL)
        return NULL;
    __culprit_sym_move(p, s, m);
    p[m] = 0;
    return p;
}

/* the length, malloc, memmove */
char *
MODEL(strdup)(const char *s)
{
    size_t n = MODEL(strlen)(s) + 1;
    char *p = malloc(n);
    if (p != NULL)
        __culprit_sym_move(p, s, n);
    return p;
}

/* strdup */
char *
MODEL(__strdup)(const char *s)
{
    return MODEL(strdup)(s);
}

/* strndup */
char *
MODEL(__strndup)(const char *s, size_t n)
{
    return MODEL(strndup)(s, n);
}

/* in the C locale strncpy without the zeros after the first */
size_t
MODEL(strxfrm)(char *to, const char *from, size_t n)
{
    n = __culprit_sym_concrete(n);
    size_t m = MODEL(strlen)(from);
    if (n != 0)
        __culprit_sym_move(to, from, m + 1 < n ? m + 1 : n);
    return m;
}
