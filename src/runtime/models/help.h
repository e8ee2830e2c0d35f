/* help.h - what several models share.
 *
 * Models are instrumented: a branch on symbolic data is a step of the path.
 * So conditions are joined with & and | where a short cut decides nothing, and
 * what only guards our own bookkeeping looks at peek().
 *
 * Models call the real libc by its plain name. What a real function writes
 * must be forgotten or marked; an argument with an expression would be
 * assumed, so values go to real functions through memory or peek().
 */
#ifndef CULPRIT_RUNTIME_MODELS_HELP_H
#define CULPRIT_RUNTIME_MODELS_HELP_H

#include "format/model.h"

#include <stdbool.h>

/* Names shared by files here: they must not meet a name of the program, and
 * are models of nothing. */
#define PRIVATE(name) __culprit_model_0_##name

typedef unsigned char Byte;

/* The value in this run, without its expression and without assuming it. */
static inline uint64_t
peek(uint64_t value)
{
    __culprit_sym_forget(&value, sizeof value);
    return value;
}

/* A branch here and now, even where the compiler would rather compute; what it
 * gives is concrete. */
static inline bool
decide(bool condition)
{
    volatile bool yes = false;
    if (condition)
        yes = true;
    return yes;
}

/* All of the bytes are assumed to be what they are; counted. */
static inline void
pin(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (__culprit_sym_any(p + i, 1))
            (void)__culprit_sym_concrete((Byte)p[i]);
}

static inline bool
is_space(unsigned c)
{
    return (c == ' ') | (c - 9 < 5);
}

static inline bool
is_digit(unsigned c)
{
    return c - '0' < 10;
}

static inline bool
is_alpha(unsigned c)
{
    return (c | 32) - 'a' < 26;
}

static inline bool
is_hex(unsigned c)
{
    return is_digit(c) | ((c | 32) - 'a' < 6);
}

static inline int
lower(int c)
{
    return c + ((unsigned)c - 'A' < 26) * 32;
}

#endif
