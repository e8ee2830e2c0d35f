/* columns.c - the fields of a line that commas separate. */
#include "columns.h"

#include <string.h>

/* The end of the field that begins here. */
static const char *
field_end(const char *at)
{
    if (*at == '"') {
        const char *quote = strchr(at + 1, '"');
        return quote ? quote + 1 : at + strlen(at);
    }
    return at + strcspn(at, ",");
}

int
columns_count(const char *line)
{
    int n = 1;

    for (const char *end = field_end(line); *end; end = field_end(end + 1))
        n++;
    return n;
}

int
columns_field(const char *line, int i, char *out, size_t room)
{
    const char *at = line;
    const char *end = field_end(at);

    for (; i > 0; i--) {
        if (!*end)
            return -1;
        at = end + 1;
        end = field_end(at);
    }
    size_t n = (size_t)(end - at);
    if (*at == '"') {
        at++;
        n -= 1; /* the fault: there are two quotes */
    }
    if (n >= room)
        return -1;
    memcpy(out, at, n);
    out[n] = 0;
    return (int)n;
}
