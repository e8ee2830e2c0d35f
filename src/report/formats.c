/* formats.c - what the formats have in common. */
#include "report/formats.h"

#include <stdbool.h>
#include <string.h>

size_t
format_top(const char *format, long given, size_t usual)
{
    const bool whole =
        strcmp(format, "json") == 0 || strcmp(format, "html") == 0;

    return given >= 0 ? (size_t)given : whole ? 0 : usual;
}
