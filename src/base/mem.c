/* mem.c - heap allocation that ends the tool when memory is exhausted. */
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *
checked(void *p)
{
    if (!p) {
        fputs("culprit: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

void *
mem_alloc(size_t size)
{
    return checked(malloc(size ? size : 1));
}

void *
mem_zalloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *
mem_resize(void *old, size_t count, size_t size)
{
    return checked(reallocarray(old, count ? count : 1, size ? size : 1));
}

char *
mem_strdup(const char *s)
{
    return checked(strdup(s));
}

char *
mem_strndup(const char *s, size_t n)
{
    return checked(strndup(s, n));
}

char *
mem_vprintf(const char *fmt, va_list ap)
{
    char *s = NULL;

    if (vasprintf(&s, fmt, ap) < 0)
        checked(NULL);
    return s;
}

char *
mem_printf(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    char *s = mem_vprintf(fmt, ap);
    va_end(ap);
    return s;
}
