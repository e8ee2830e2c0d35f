/* diff_text.c - where two runs part, for a person.
 *
 * Differences of one statement instance are one row; rows stand below the
 * calls they are in.
 */
#include "report/diff_writers.h"

#include <string.h>

/* FILE:LINE#K, and #K|#M where the instances differ. */
static void
put_place(DiffView *v, uint32_t a, uint32_t b, FILE *out)
{
    const GraphStep *s = diff_step_here(v->d, a, b);

    if (s->line == SCRIPT_NONE) {
        fputs(diff_function(v, s), out);
        return;
    }
    fprintf(out, "%s:%u#%u", diff_path(v, s), diff_line(v, s), s->instance);
    if (a != ALIGN_NONE && b != ALIGN_NONE &&
        diff_step(&v->d->b, b)->instance != s->instance)
        fprintf(out, "|#%u", diff_step(&v->d->b, b)->instance);
}

static bool
is_both(const Difference *x)
{
    return x->a != ALIGN_NONE && x->b != ALIGN_NONE;
}

/* Differences of one instance in both runs: rows at[i .. next). */
static size_t
next_row(const Differences *d, size_t i)
{
    const Difference *x = &d->at[i];
    size_t k = i + 1;

    while (is_both(x) && k < d->n && is_both(&d->at[k]) &&
           diff_step(&d->a, d->at[k].a) == diff_step(&d->a, x->a) &&
           diff_step(&d->b, d->at[k].b) == diff_step(&d->b, x->b))
        k++;
    return k;
}

static void
put_line(DiffView *v, uint32_t a, uint32_t b, size_t depth, FILE *out)
{
    const char *text;
    size_t n;

    fprintf(out, "%*s", (int)(2 * (depth < 40 ? depth : 40)), "");
    put_place(v, a, b, out);
    diff_source(v, diff_step_here(v->d, a, b), &text, &n);
    fprintf(out, "  %.*s", (int)n, text);
}

/* The calls around a row that the row before it was neither in nor was. */
static void
put_calls(DiffView *v, const DiffCalls *calls, const DiffCalls *before,
          const GraphStep *last, FILE *out)
{
    size_t same = 0;

    while (same < calls->n && same < before->n &&
           calls->at[same].a == before->at[same].a &&
           calls->at[same].b == before->at[same].b)
        same++;
    if (same < calls->n && last &&
        diff_step_here(v->d, calls->at[same].a, calls->at[same].b) == last)
        same++;
    for (size_t i = same; i < calls->n; i++) {
        put_line(v, calls->at[i].a, calls->at[i].b, i, out);
        fputc('\n', out);
    }
}

static void
put_only(DiffView *v, const char *which, uint32_t a, uint32_t b, uint32_t n,
         size_t depth, FILE *out)
{
    if (n == 0)
        return;
    fprintf(out, "%*sonly %s: %u instance%s, from ",
            (int)(2 * (depth < 40 ? depth : 40) + 4), "", which, n,
            n == 1 ? "" : "s");
    put_place(v, a, b, out);
    fputc('\n', out);
}

static void
say_end(const DiffRun *r, Str *out)
{
    if (r->timed_out)
        str_puts(out, "was stopped: it took too long");
    else if (r->signal)
        str_printf(out, "ended by signal %d (%s)", r->signal,
                   strsignal(r->signal));
    else
        str_printf(out, "ended with status %d", r->status);
}

/* The statement a run ended in, NULL if it did nothing. */
static const GraphStep *
last_step(const DifferSide *s, const DiffRun *r)
{
    if (r->signal && s->graph->run.last)
        return &s->graph->steps[s->graph->nodes[s->graph->run.last].step];
    return s->course.n ? diff_step(s, s->course.n - 1) : NULL;
}

static void
put_end(DiffView *v, bool second, size_t depth, FILE *out)
{
    const DiffRun *r = second ? &v->b : &v->a;
    const GraphStep *s = last_step(second ? &v->d->b : &v->d->a, r);
    Str how = {0};

    say_end(r, &how);
    fprintf(out, "%*sthe %s run %s", (int)(2 * (depth < 40 ? depth : 40) + 4),
            "", second ? "second" : "first", str_text(&how));
    if (s && s->line != SCRIPT_NONE)
        fprintf(out, " at %s:%u#%u", diff_path(v, s), diff_line(v, s),
                s->instance);
    fputc('\n', out);
    str_done(&how);
}

static void
put_row(DiffView *v, size_t from, size_t to, size_t depth, FILE *out)
{
    const Difference *x = &v->d->at[from];
    Str label = {0}, first = {0}, second = {0};
    size_t shown = 0;

    put_line(v, x->a, x->b, depth, out);
    for (size_t i = from; i < to; i++) {
        str_clear(&label);
        str_clear(&first);
        str_clear(&second);
        if (!diff_say(v->d, &v->d->at[i], &label, &first, &second))
            continue;
        fprintf(out, "%s%s%s | %s", shown++ ? ", " : "   [", str_text(&label),
                str_text(&first), str_text(&second));
    }
    fputs(shown ? "]\n" : "\n", out);
    if (x->kind == DIFFER_END)
        put_end(v, x->a != ALIGN_NONE, depth, out);
    for (size_t i = from; i < to; i++) {
        x = &v->d->at[i];
        put_only(v, "first", x->first_a, ALIGN_NONE, x->nonly_a, depth, out);
        put_only(v, "second", ALIGN_NONE, x->first_b, x->nonly_b, depth, out);
    }
    str_done(&label);
    str_done(&first);
    str_done(&second);
}

static void
put_summary(DiffView *v, size_t shown, FILE *out)
{
    const Differences *d = v->d;
    Str a = {0}, b = {0};

    if (d->n == 0)
        fputs("no difference: the runs go the same way with the same values",
              out);
    else
        fprintf(out, "the runs part %zu time%s, %zu value%s differ%s",
                d->noutcomes, d->noutcomes == 1 ? "" : "s", d->nvalues,
                d->nvalues == 1 ? "" : "s", d->nvalues == 1 ? "s" : "");
    if (shown < d->n)
        fprintf(out, "; the first %zu differences are shown%s", shown,
                v->option ? v->option : "");
    say_end(&v->a, &a);
    say_end(&v->b, &b);
    fprintf(out,
            "\nfirst run: %u statement instances, %u of them its own; %s\n",
            d->a.graph->nsteps - 1, d->a.nonly, str_text(&a));
    fprintf(out, "second run: %u statement instances, %u of them its own; %s\n",
            d->b.graph->nsteps - 1, d->b.nonly, str_text(&b));
    str_done(&a);
    str_done(&b);
}

void
diff_text(DiffView *v, FILE *out)
{
    const Differences *d = v->d;
    DiffCalls calls = {0}, before = {0};
    const GraphStep *last = NULL;
    size_t i = 0, next;

    for (; i < d->n && i < v->most; i = next) {
        next = next_row(d, i);
        diff_calls(d, &d->at[i], &calls);
        put_calls(v, &calls, &before, last, out);
        put_row(v, i, next, calls.n, out);
        last = diff_step_here(d, d->at[i].a, d->at[i].b);
        DiffCalls swap = calls;
        calls = before;
        before = swap;
    }
    put_summary(v, i, out);
    vec_done(&calls);
    vec_done(&before);
}
