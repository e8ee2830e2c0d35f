/* find_gdb.c - a gdb script that stops at the first suspects. */
#include "cmd/find_gdb.h"

#include "base/io.h"
#include "cmd/find_chain.h"
#include "suite/words.h"

enum { SUSPECTS = 3 };

/* Of the first suspect the execution is known that the failure comes from. */
static void
add_breakpoint(const Finding *f, Str *out)
{
    str_printf(out, "# %s\nbreak %s:%u\n", f->message, f->place.file,
               f->place.line);
    if (f->nsteps > 1 && f->steps[0].line == f->place.line &&
        f->steps[0].instance > 1)
        str_printf(out, "ignore $bpnum %u\n", f->steps[0].instance - 1);
}

static void
add_run(const Test *t, Str *out)
{
    str_printf(out, "cd %s\nrun", t->dir);
    for (char *const *word = t->argv + 1; *word; word++) {
        str_puts(out, " ");
        words_quote(out, *word);
    }
    str_puts(out, " < ");
    words_quote(out, t->input ? t->input : "/dev/null");
    str_puts(out, "\n");
}

bool
find_write_gdb(const Question *q, const char *path, Diag *d)
{
    const Findings *f = &q->result.findings;
    const char *why;
    const Test *t = find_failing_test(q, &why);
    Str text = {0};

    str_printf(&text, "# gdb -x FILE\nfile %s\n", q->session.judging.path);
    for (size_t i = 0; i < f->n && i < SUSPECTS; i++)
        add_breakpoint(&f->at[i], &text);
    if (t)
        add_run(t, &text);
    else
        str_puts(&text, "# now run the failing test\n");
    bool ok = io_write(path, str_text(&text), text.n, d);
    str_done(&text);
    return ok;
}
