/* formats.c - the table of formats: what each command can write. */
#include "report/formats.h"

#include "base/str.h"

#include <assert.h>
#include <string.h>

const FormatRow formats[] = {
    {"find", {"text", "gcc", "json", "sarif", "html"}},
    {"cause", {"text", "json", "dot", "gcc", "sarif", "html"}},
    {"path", {"text", "gcc", "json", "sarif", "html"}},
    {"rank", {"text", "gcc", "json", "sarif", "html"}},
    {"report", {"text", "gcc", "json", "sarif", "html"}},
    {"generate", {"text", "gcc", "json", "sarif", "html"}},
    {"slice", {"text", "json", "dot", "sarif"}},
    {"diff", {"text", "json"}},
    {"bench", {"text", "json", "markdown", "html", "cause"}},
    {0},
};

static const FormatRow *
row_of(const char *command)
{
    const FormatRow *r = formats;

    while (r->command && strcmp(r->command, command) != 0)
        r++;
    assert(r->command);
    return r;
}

/* "text, json or html" */
static void
list(const FormatRow *r, Str *out)
{
    for (size_t i = 0; r->names[i]; i++)
        str_printf(out, "%s%s",
                   i == 0            ? ""
                   : r->names[i + 1] ? ", "
                                     : " or ",
                   r->names[i]);
}

bool
format_check(const char *command, const char *format, Diag *d)
{
    const FormatRow *r = row_of(command);
    Str names = {0};

    for (size_t i = 0; r->names[i]; i++)
        if (strcmp(r->names[i], format) == 0)
            return true;
    list(r, &names);
    diag_fail(d, "--format %s is not %s", format, str_text(&names));
    str_done(&names);
    return false;
}

size_t
format_top(const char *format, long given, size_t usual)
{
    const bool whole =
        strcmp(format, "json") == 0 || strcmp(format, "html") == 0;

    return given >= 0 ? (size_t)given : whole ? 0 : usual;
}
