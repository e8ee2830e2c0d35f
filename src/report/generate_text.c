/* generate_text.c - the tests that were made, for a person. */
#include "report/generate_text.h"

#include "report/explore_text.h"

enum { SHOWN = 70 }; /* bytes of an input */

static void
show_nearest(const GenerateView *v, FILE *out)
{
    const GenerateResult *r = v->result;
    Str text = {0};

    input_show(v->spec->inputs.failing, SHOWN, &text);
    fprintf(out, "failing: %s (%s)\n", str_text(&text), r->tests.at[0].reason);
    if (r->nearest == SIZE_MAX) {
        fprintf(out, "no test passes: there is nothing to compare with\n");
    } else {
        const Generated *t = &r->tests.at[r->nearest];
        str_clear(&text);
        input_show(&t->input, SHOWN, &text);
        fprintf(out, "nearest passing, %s: %s (%.1f %% alike)\n", t->name,
                str_text(&text), t->similarity);
    }
    str_done(&text);
}

static void
show_watched(size_t n, const Generated *t, FILE *out)
{
    const Watched *w = &t->watched;

    fprintf(out,
            "watched after test %zu: %u of %u lines, %u of %u statements, "
            "%.3f s of CPU\n",
            n, w->looked, w->executed, w->statements, w->executed_statements,
            t->cpu_s);
}

static void
show_tests(const GenerateView *v, FILE *out)
{
    static const char *const ends[] = {
        [GENERATE_TESTS] = "the limit on tests was reached",
        [GENERATE_TIME] = "time ran out",
        [GENERATE_STABLE] = "the first places are stable",
        [GENERATE_DONE] = "there is nothing left to try",
        [GENERATE_INTERRUPTED] = "interrupted: these are the tests so far",
    };
    const GenerateResult *r = v->result;

    fprintf(out,
            "%zu tests by %s: %zu passing, %zu failing, %zu unknown; %s (the "
            "first places last changed at test %zu)\n",
            r->tests.n, v->spec->strategy->name, r->n.passed, r->n.failed,
            r->n.unknown, ends[r->end], r->settled);
    for (size_t i = 0; i < r->others.n; i++)
        fprintf(out, "%s (%s%s)\n", r->others.at[i].reason,
                r->others.at[i].name, r->others.at[i].n > 1 ? " and more" : "");
    if (r->n.differ)
        fprintf(out, "%zu tests ended differently when they were recorded\n",
                r->n.differ);
    explore_figures(v->spec->engine, r->explorer, v->statistics, r->wall_s,
                    out);
    if (v->spec->output)
        fprintf(out, "written to %s, with a list of them in %s/tests\n",
                v->spec->output, v->spec->output);
    for (size_t i = 0; v->spec->nwatch && i < r->tests.n; i++)
        show_watched(i + 1, &r->tests.at[i], out);
}

void
generate_text(const GenerateView *v, FILE *out)
{
    show_tests(v, out);
    show_nearest(v, out);
}
