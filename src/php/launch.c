/* launch.c - a PHP application as an executable file. */
#include "php/launch.h"

#include <string.h>

static const char mark[] = "# culprit-php 1\n";
static const char shell[] = "#!/bin/sh\n";

/* One word for the shell. */
static void
put_quoted(Str *out, const char *text)
{
    str_putc(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            str_puts(out, "'\\''");
        else
            str_putc(out, *text);
    }
    str_putc(out, '\'');
}

static void
put_setting(Str *out, const char *name, const char *value)
{
    if (value && *value)
        str_printf(out, "# %s %s\n", name, value);
}

void
launch_write(const Launch *l, const char *host, Str *out)
{
    str_puts(out, shell);
    str_puts(out, mark);
    str_puts(out, "exec ");
    put_quoted(out, host);
    str_puts(out, " \"$0\" \"$@\"\n");
#define SETTING(name, meaning) put_setting(out, #name, l->name);
#include "php/launch.def"
}

bool
launch_is(const uint8_t *bytes, size_t n)
{
    const size_t first = sizeof shell - 1, second = sizeof mark - 1;

    return n >= first + second && memcmp(bytes, shell, first) == 0 &&
           memcmp(bytes + first, mark, second) == 0;
}

/* The rest of a line that begins with "# NAME ", or NULL. */
static const char *
value_of(Arena *a, const char *line, size_t n, const char *name)
{
    const size_t length = strlen(name);

    if (n < length + 3 || memcmp(line, "# ", 2) != 0 ||
        memcmp(line + 2, name, length) != 0 || line[length + 2] != ' ')
        return NULL;
    return arena_strndup(a, line + length + 3, n - length - 3);
}

static void
take_line(Arena *a, const char *line, size_t n, Launch *out)
{
    const char *value;

#define SETTING(name, meaning)                 \
    if ((value = value_of(a, line, n, #name))) \
        out->name = value;
#include "php/launch.def"
}

bool
launch_parse(Arena *a, const uint8_t *bytes, size_t n, Launch *out, Diag *d)
{
    *out = (Launch){
#define SETTING(name, meaning) .name = "",
#include "php/launch.def"
    };
    if (!launch_is(bytes, n))
        return diag_fail(d, "this is no launch file of a PHP application");
    const char *at = (const char *)bytes, *end = at + n;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((stop ? stop : end) - at);
        if (!memchr(at, 0, length))
            take_line(a, at, length, out);
        at += length + 1;
    }
    return out->root[0] == '/' ||
           diag_fail(d, "this launch file names no document root");
}
