/* verify.c - does a change that find shows pass tests that find has not seen?
 */
#include "bench/verify.h"

#include "base/io.h"
#include "base/str.h"
#include "bench/stage.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TIMEOUTS = 20 };

/* Where line `number` (from 1) begins, or the end. */
static const char *
start_of(const char *at, const char *end, uint32_t number)
{
    for (; number > 1 && at < end; number--) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    return at;
}

static bool
edit(const char *file, const Fix *x, Diag *d)
{
    Bytes b;
    Str out = {0};

    if (!io_read(file, &b, d))
        return false;
    const char *text = (const char *)b.at, *end = text + b.n;
    const char *from = start_of(text, end, x->line);
    const char *to = start_of(from, end, x->nremoved + 1);
    str_add(&out, text, (size_t)(from - text));
    str_puts(&out, x->text);
    if (*x->text && x->text[strlen(x->text) - 1] != '\n')
        str_putc(&out, '\n');
    str_add(&out, to, (size_t)(end - to));
    bool ok = io_write(file, str_text(&out), out.n, d);
    io_bytes_done(&b);
    str_done(&out);
    return ok;
}

/* The version with the change, built in `dir`. */
static bool
build(const MeasureSpec *s, const Version *v, const Finding *f, const char *dir,
      Diag *d)
{
    const size_t n = strlen(s->dir);

    if (strncmp(f->place.file, s->dir, n) != 0 || f->place.file[n] != '/')
        return diag_fail(d, "%s is not of this program", f->place.file);
    char *file = io_join(dir, f->place.file + n + 1);
    bool ok = stage_make(s->corpus, v, dir, d) && edit(file, f->fix, d) &&
              stage_build(s->corpus, v, s->cflags, s->ldflags, dir, d);
    free(file);
    return ok;
}

/* How many of the tests fail; all of them if they cannot be run. */
static uint32_t
count_failed(const MeasureSpec *s, const char *program, const Subject *subject,
             const Answered *tests)
{
    const FullRunSpec spec = {
        .subject = subject,
        .executable = program,
        .suite = &tests->suite,
        .files = tests->files,
        .limits = s->limits,
        .jobs = s->jobs,
        .most_timeouts = MOST_TIMEOUTS,
    };
    Goldens got;
    bool interrupted;
    Diag d;

    diag_init(&d);
    bool ok = full_run_goldens(&spec, &got, &interrupted, &d) && !interrupted;
    size_t n = ok ? goldens_differ(&tests->answers, &got) : tests->suite.n;
    goldens_done(&got);
    diag_done(&d);
    return (uint32_t)n;
}

void
verify_fix(const MeasureSpec *s, const Version *v, const Findings *f,
           ScoreFix *out)
{
    if (!s->hidden || f->n == 0 || !f->at[0].fix)
        return;
    char *dir = io_join(s->dir, "changed");
    char *program = io_join(dir, "program"), *cache = io_join(dir, "cache");
    Subject subject = {0};
    Diag d;

    diag_init(&d);
    *out = (ScoreFix){.shown = true};
    out->builds = build(s, v, &f->at[0], dir, &d) &&
                  subject_open(program, cache, &subject, &d);
    if (out->builds) {
        out->failed = count_failed(s, program, &subject, s->given);
        out->hidden_failed = count_failed(s, program, &subject, s->hidden);
    }
    subject_done(&subject);
    diag_done(&d);
    free(dir);
    free(program);
    free(cache);
}
