/* diag.c - how a room says what went wrong without printing or exiting. */
#include "base/diag.h"

#include "base/mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef diag_fail
#undef diag_nothing
#undef diag_errno
#undef diag_context

void
diag_init(Diag *d)
{
    *d = (Diag){0};
}

void
diag_forget(Diag *d)
{
    free(d->error);
    d->error = NULL;
    d->nothing = false;
}

void
diag_done(Diag *d)
{
    free(d->error);
    for (size_t i = 0; i < d->nwarnings; i++)
        free(d->warnings[i]);
    free(d->warnings);
    *d = (Diag){0};
}

bool
diag_fail(Diag *d, const char *fmt, ...)
{
    va_list ap;

    if (d->error)
        return false;
    va_start(ap, fmt);
    d->error = mem_vprintf(fmt, ap);
    va_end(ap);
    return false;
}

bool
diag_nothing(Diag *d, const char *fmt, ...)
{
    va_list ap;

    if (d->error)
        return false;
    va_start(ap, fmt);
    d->error = mem_vprintf(fmt, ap);
    va_end(ap);
    d->nothing = true;
    return false;
}

bool
diag_errno(Diag *d, const char *fmt, ...)
{
    const char *why = strerror(errno);
    va_list ap;

    if (d->error)
        return false;
    va_start(ap, fmt);
    char *what = mem_vprintf(fmt, ap);
    va_end(ap);
    d->error = mem_printf("%s: %s", what, why);
    free(what);
    return false;
}

bool
diag_context(Diag *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    char *where = mem_vprintf(fmt, ap);
    va_end(ap);
    char *cause = d->error;
    d->error = cause ? mem_printf("%s: %s", where, cause) : mem_strdup(where);
    free(cause);
    free(where);
    return false;
}

void
diag_warn(Diag *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    char *text = mem_vprintf(fmt, ap);
    va_end(ap);
    for (size_t i = 0; i < d->nwarnings; i++)
        if (strcmp(d->warnings[i], text) == 0) {
            free(text);
            return;
        }
    d->warnings =
        mem_resize(d->warnings, d->nwarnings + 1, sizeof *d->warnings);
    d->warnings[d->nwarnings++] = text;
}

_Noreturn void
diag_bug(const char *file, int line, const char *fmt, ...)
{
    va_list ap;

    fprintf(stderr, "culprit: bug at %s:%d: ", file, line);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}
