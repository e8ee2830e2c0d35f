/* assertion.h - what a unit test printed of the assertion that failed. */
#ifndef CULPRIT_SUITE_ASSERTION_H
#define CULPRIT_SUITE_ASSERTION_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The arena's. What is not told is NULL. */
typedef struct Assertion Assertion;
struct Assertion {
    const char *place;             /* FILE:LINE */
    const char *text;              /* what was said there */
    const char *operand;           /* what was looked at, as it is written */
    const char *actual, *expected; /* its value, and what it should have been */
    bool unsure; /* it is not known which of the two values is which */
};

/* The first failed assertion; false if there is none. Safe on any bytes, as all
 * of these are. */
bool assertion_read(Arena *a, const char *text, size_t n, Assertion *out);

/* Does it say that an assertion at this place failed? */
bool assertion_is_at(const char *text, size_t n, const char *place);

/* Learn from the line of the source what was looked at: the macro's arguments
 * are its operands, of which a constant is what was expected. */
void assertion_learn(Arena *a, const char *line, size_t n, Assertion *out);

/* The value as a number: 18, -1, 0x12, 'c'. */
bool assertion_number(const char *value, int64_t *out);

/* Append "FILE:LINE: what was expected"; false if there is no such thing. */
bool assertion_find(const char *text, size_t n, Str *out);

#endif
