/* bisect_text.c - since which commit tests fail, for a person. */
#include "report/bisect_text.h"

#include <string.h>

enum { TESTS = 3 }; /* that are named */

static void
show_tests(const FirstBad *b, const char *does, const char *do_, FILE *out)
{
    if (b->tests.n == 1) {
        fprintf(out, "\"%.60s\" %s", b->tests.at[0], does);
        return;
    }
    fprintf(out, "%zu tests (", b->tests.n);
    for (size_t i = 0; i < b->tests.n && i < TESTS; i++)
        fprintf(out, "%s\"%.40s\"", i ? ", " : "", b->tests.at[i]);
    fprintf(out, "%s) %s", b->tests.n > TESTS ? ", ..." : "", do_);
}

static void
show_commit(const Commit *c, const char *indent, FILE *out)
{
    fprintf(out, "%s%s  %s  %s: %s\n", indent, c->brief, c->date, c->author,
            c->subject);
}

static void
show_diff(const char *diff, FILE *out)
{
    while (*diff) {
        const size_t n = strcspn(diff, "\n");
        fprintf(out, "    %.*s\n", (int)n, diff);
        diff += n + (diff[n] == '\n');
    }
}

static void
show_left_out(const FirstBad *b, FILE *out)
{
    if (b->left_out && *b->diff)
        fprintf(out,
                "    and %zu more place%s of the commit that no failing test "
                "runs\n",
                b->left_out, b->left_out == 1 ? "" : "s");
    else if (b->left_out)
        fprintf(out,
                "    Of what it changed, failing tests run no line any more; "
                "see git show %s\n",
                b->commits.at[0].brief);
}

static void
show_found(const FirstBads *f, const FirstBad *b, FILE *out)
{
    show_commit(&b->commits.at[0], "", out);
    fputs("    is the first bad commit: since then ", out);
    show_tests(b, "fails", "fail", out);
    fputc('\n', out);
    show_diff(b->diff, out);
    show_left_out(b, out);
    fprintf(out, "    go on with: culprit find --%s %s~ ...\n",
            f->by_good ? "good" : "since", b->commits.at[0].brief);
}

static void
show_unclear(const FirstBad *b, FILE *out)
{
    fputs("One of these is the first bad commit, but some do not build or say "
          "nothing: since then ",
          out);
    show_tests(b, "fails", "fail", out);
    fputc('\n', out);
    for (size_t i = 0; i < b->commits.n; i++)
        show_commit(&b->commits.at[i], "    ", out);
}

static void
show_others(const FirstBads *f, const FirstBad *b, FILE *out)
{
    show_tests(b, "", "", out);
    if (b->kind == FIRST_BEFORE)
        fprintf(out, "%s in %s, too: name an older good revision\n",
                b->tests.n == 1 ? "fails" : "fail", f->good.brief);
    else if (b->kind == FIRST_UNCOMMITTED)
        fprintf(out,
                "%s in %s: what is not committed yet is to blame\n"
                "    go on with: culprit find --%s HEAD ...\n",
                b->tests.n == 1 ? "passes" : "pass", f->bad.brief,
                f->by_good ? "good" : "since");
    else
        fprintf(out,
                "%s not different in %s and %s, or one of them says "
                "nothing\n",
                b->tests.n == 1 ? "is" : "are", f->good.brief, f->bad.brief);
}

void
bisect_text(const FirstBads *f, FILE *out)
{
    for (size_t i = 0; i < f->at.n; i++) {
        const FirstBad *b = &f->at.at[i];
        if (b->kind == FIRST_FOUND)
            show_found(f, b, out);
        else if (b->kind == FIRST_UNCLEAR)
            show_unclear(b, out);
        else
            show_others(f, b, out);
    }
    fprintf(out, "%zu commit%s between %s and %s: %zu built", f->nbetween,
            f->nbetween == 1 ? "" : "s", f->good.brief, f->bad.brief,
            f->nbuilt);
    if (f->nbroken)
        fprintf(out, ", %zu did not build", f->nbroken);
    if (f->nkept)
        fprintf(out, ", %zu verdict%s known from before", f->nkept,
                f->nkept == 1 ? "" : "s");
    fputc('\n', out);
    if (f->why)
        fprintf(out, "The first that did not: %s\n", f->why);
}
