/* find_gdb.c - a script for gdb, or rr, that stops at the first suspects. */
#include "report/find_gdb.h"

#include "base/str.h"
#include "suite/words.h"

enum { SUSPECTS = 3 };

/* For the first suspect we know which execution the failure comes from. */
static void
put_breakpoint(const Finding *f, FILE *out)
{
    fprintf(out, "# %s\nbreak %s:%u\n", f->message, f->place.file,
            f->place.line);
    if (f->nsteps > 1 && f->steps[0].line == f->place.line &&
        f->steps[0].instance > 1)
        fprintf(out, "ignore $bpnum %u\n", f->steps[0].instance - 1);
}

static void
put_word(const char *word, FILE *out)
{
    Str text = {0};

    words_quote(&text, word);
    fprintf(out, " %s", str_text(&text));
    str_done(&text);
}

static void
put_run(const Test *t, FILE *out)
{
    fprintf(out, "cd %s\nrun", t->dir);
    for (char *const *word = t->argv + 1; *word; word++)
        put_word(*word, out);
    fputs(" <", out);
    put_word(t->input ? t->input : "/dev/null", out);
    fputc('\n', out);
}

void
find_gdb(const FindScript *s, FILE *out)
{
    if (s->rr)
        fputs("# rr replay -- -x FILE\n", out);
    else
        fprintf(out, "# gdb -x FILE\nfile %s\n", s->program);
    for (size_t i = 0; i < s->findings->n && i < SUSPECTS; i++)
        put_breakpoint(&s->findings->at[i], out);
    if (s->rr)
        fputs("continue\n", out);
    else if (s->failing)
        put_run(s->failing, out);
    else
        fputs("# now run the failing test\n", out);
}
