/* roman.c - Roman numbers. */
#include "roman.h"

#include <string.h>

static const struct {
    int value;
    const char *text;
} steps[] = {
    {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
    {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"},
};

static int
letter_value(char letter)
{
    switch (letter) {
    case 'I':
        return 1;
    case 'V':
        return 5;
    case 'X':
        return 10;
    case 'L':
        return 50;
    case 'C':
        return 100;
    case 'D':
        return 500;
    case 'M':
        return 1000;
    default:
        return -1;
    }
}

int
roman_value(const char *text)
{
    int sum = 0;

    for (const char *at = text; *at; at++) {
        const int value = letter_value(*at);
        const int next = at[1] ? letter_value(at[1]) : 0;
        if (value < 0)
            return -1;
        if (value <= next) /* the fault: II is 2, not 0 */
            sum -= value;
        else
            sum += value;
    }
    return sum;
}

void
roman_write(int value, char *out)
{
    *out = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        for (; value >= steps[i].value; value -= steps[i].value)
            strcat(out, steps[i].text);
}
