/* minimize_text.c - the smallest input that still fails, for a person. */
#include "report/minimize_text.h"

enum { SHOWN = 500 }; /* bytes of the smallest input */

static void
show_sizes(const char *what, const Input *in, FILE *out)
{
    fprintf(out, "%s %zu argument%s", what, in->nargs,
            in->nargs == 1 ? "" : "s");
    if (in->has_stdin)
        fprintf(out, ", %zu bytes of input", in->in.n);
    if (in->nfiles) {
        size_t n = 0;
        for (size_t i = 0; i < in->nfiles; i++)
            n += in->files[i].bytes.n;
        fprintf(out, ", %zu file%s of %zu bytes", in->nfiles,
                in->nfiles == 1 ? "" : "s", n);
    }
    fprintf(out, ": %zu bytes in all\n", input_size(in));
}

/* Printable as it is, or left to the file. */
static bool
is_text(InputBytes b)
{
    for (size_t i = 0; i < b.n; i++) {
        unsigned char c = (unsigned char)b.at[i];
        if ((c < ' ' && c != '\n' && c != '\t') || c == 127)
            return false;
    }
    return b.n > 0 && b.n <= SHOWN;
}

static void
show_text(const char *what, InputBytes b, FILE *out)
{
    if (!is_text(b))
        return;
    fprintf(out, "--- %s\n%.*s%s", what, (int)b.n, b.at,
            b.at[b.n - 1] == '\n' ? "" : "\n(no newline at the end)\n");
}

void
minimize_text(const MinimizeView *v, FILE *out)
{
    static const char *const ends[] = {
        [MINIMIZE_DONE] = "no part of it can be left out",
        [MINIMIZE_INTERRUPTED] = "interrupted: it may not be the smallest",
        [MINIMIZE_TIME] = "time ran out: it may not be the smallest",
        [MINIMIZE_TESTS] =
            "the limit on runs was reached: it may not be the smallest",
    };
    const MinimizeResult *r = v->result;
    Str line = {0}, failure = {0};

    failure_tell(&r->failure, v->program, &failure);
    fprintf(out, "fails:  %s%s\n", str_text(&failure),
            v->any_failure ? " (or in any other way)" : "");
    show_sizes("before:", v->given, out);
    show_sizes("after: ", &r->input, out);
    fprintf(out, "%s\n", ends[r->end]);
    fprintf(out, "%zu runs, %zu known already, %.1f s, %.0f runs a second\n",
            r->nruns, r->nknown, r->wall_s,
            r->wall_s > 0 ? (double)r->nruns / r->wall_s : 0.0);
    input_show(&r->input, SHOWN, &line);
    fprintf(out, "%s %s\n", v->path, str_text(&line));
    show_text("input", r->input.in, out);
    for (size_t i = 0; i < r->input.nfiles; i++)
        show_text(r->input.files[i].name, r->input.files[i].bytes, out);
    fprintf(out, "written to %s/%s/cmd, and to %s/tests for culprit run\n",
            v->output, v->name, v->output);
    str_done(&line);
    str_done(&failure);
}
