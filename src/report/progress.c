/* progress.c - how far a long computation is, on one line of a terminal. */
#include "report/progress.h"

#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80 };

Progress
progress_to(FILE *out, bool terminal)
{
    return (Progress){.out = terminal ? out : NULL, .every_s = 0.1};
}

/* Columns of the terminal: a line that is wrapped cannot be written over. */
static size_t
width_of(FILE *out)
{
    struct winsize size;
    const int fd = fileno(out);

    return fd >= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
               ? size.ws_col
               : USUAL_WIDTH;
}

/* As many bytes of the line as fit; the last column stays free. */
static size_t
fitting(const Str *line, size_t width)
{
    const char *at = str_text(line), *end = at + line->n;
    size_t columns = 0;

    while (at < end) {
        const char *next = at;
        columns += utf8_width(utf8_next(&next, end));
        if (columns >= width)
            break;
        at = next;
    }
    return (size_t)(at - str_text(line));
}

static bool
is_due(Progress *p, const char *stage)
{
    const double now = clock_now();

    if (p->stage && strcmp(p->stage, stage) == 0 && now - p->shown < p->every_s)
        return false;
    p->stage = stage;
    p->shown = now;
    return true;
}

void
progress_say(Progress *p, const char *stage, const char *format, ...)
{
    Str text = {0}, line = {0};
    va_list args;

    if (!p->out || !is_due(p, stage))
        return;
    str_printf(&text, "%s: ", stage);
    va_start(args, format);
    str_vprintf(&text, format, args);
    va_end(args);
    utf8_line(&line, str_text(&text));
    fprintf(p->out, "\r%.*s\033[K", (int)fitting(&line, width_of(p->out)),
            str_text(&line));
    fflush(p->out);
    str_done(&text);
    str_done(&line);
}

void
progress_clear(Progress *p)
{
    if (!p->out || !p->stage)
        return;
    fputs("\r\033[K", p->out);
    fflush(p->out);
    p->stage = NULL;
}

void
progress_of_run(void *p, size_t done, size_t total, size_t failed)
{
    progress_say(p, "running tests", "%zu of %zu, %zu failed", done, total,
                 failed);
}

void
progress_of_revision(void *p, const char *what, size_t done, size_t total)
{
    if (total)
        progress_say(p, "building", "%s, %zu of %zu files", what, done, total);
    else
        progress_say(p, "building", "%s", what);
}

void
progress_of_find(void *p, const FindProgress *f)
{
    if (f->line)
        progress_say(p, "small changes tried", "%.0f %%; best so far %s:%u",
                     100 * f->share, f->file, f->line);
    else if (f->suspects && f->share <= 0)
        progress_say(p, "most suspicious so far", "%s", f->suspects);
    else if (f->suspects)
        progress_say(p, "small changes tried", "%.0f %%; most suspicious %s",
                     100 * f->share, f->suspects);
    else
        progress_say(p, "small changes tried", "%.0f %%", 100 * f->share);
}

void
progress_of_generate(void *p, const GenerateResult *r)
{
    progress_say(p, "making tests", "%zu so far, %zu passing, %zu failing",
                 r->tests.n, r->n.passed, r->n.failed);
}

void
progress_of_cause(void *p, const CauseProgress *c)
{
    const char *file = c->file ? strrchr(c->file, '/') : NULL;

    file = file ? file + 1 : c->file;
    if (file && c->helps)
        progress_say(p, "states altered", "%llu; best so far %s:%u",
                     (unsigned long long)c->judged, file, c->line);
    else if (file)
        progress_say(p, "altering states",
                     "%llu so far; the failure shows at %s:%u",
                     (unsigned long long)c->judged, file, c->line);
}

void
progress_of_minimize(void *p, size_t nruns, size_t size)
{
    progress_say(p, "minimizing", "%zu runs, %zu bytes", nruns, size);
}

void
progress_of_path(void *p, uint64_t tried, size_t runs)
{
    progress_say(p, "looking for the closest success",
                 "%llu sets of branches, %zu runs", (unsigned long long)tried,
                 runs);
}

void
progress_of_explore(void *p, const Explorer *x, size_t ncrashes)
{
    progress_say(p, "exploring", "%u runs, %llu branch outcomes, %zu crashes",
                 explorer_nruns(x),
                 (unsigned long long)explorer_stats(x)->outcomes, ncrashes);
}
