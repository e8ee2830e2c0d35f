/* failures.c - what went wrong in this run.
 *
 * Every failure is a line on standard error; the last line names the first of
 * them, by which culprit knows two failures as the same.
 */
#include "php/host/host.h"
#include "php/host/recorder.h"

#include <string.h>
#include <unistd.h>

static Str first; /* "LEVEL: MESSAGE at FILE:LINE" */
static bool fatal;

/* A path below the root, from there. */
static const char *
short_path(const char *file)
{
    const size_t n = strlen(host_launch.root);

    return strncmp(file, host_launch.root, n) == 0 && file[n] == '/'
               ? file + n + 1
               : file;
}

/* One line: a message goes to its first line's end, but for the place that
 * PHP puts there. */
static size_t
line_length(const char *message, size_t n)
{
    const char *end = memchr(message, '\n', n);

    return end ? (size_t)(end - message) : n;
}

void
failure_add(const char *level, const char *file, uint32_t line,
            const char *message, size_t length)
{
    Str text = {0};
    const size_t n = line_length(message, length);

    str_printf(&text, "%s: %.*s at %s:%u", level, (int)(n < 300 ? n : 300),
               message, short_path(file), (unsigned)line);
    recorder_failed();
    fatal |= strcmp(level, "Fatal error") == 0;
    if (!first.n)
        str_add(&first, text.at, text.n);
    str_done(&text);
}

int
failure_report(void)
{
    Str text = {0};

    if (!first.n)
        return 0;
    str_printf(&text, "SUMMARY: PHP: %s\n", str_text(&first));
    const bool said = write(2, text.at, text.n) == (ssize_t)text.n;
    str_done(&text);
    return fatal || !said ? 255 : 1;
}
