/* expect.c - what all tests use. */
#include "expect.h"

#include "roman.h"

#include <stdio.h>
#include <string.h>

static int failures;

void
expect_value(const char *text, int value)
{
    const int got = roman_value(text);

    if (got != value) {
        printf("%s: expected %d, got %d\n", text, value, got);
        failures++;
    }
}

void
expect_text(int value, const char *text)
{
    char got[16];

    roman_write(value, got);
    if (strcmp(got, text) != 0) {
        printf("%d: expected %s, got %s\n", value, text, got);
        failures++;
    }
}

int
expect_failures(void)
{
    return failures > 0;
}
