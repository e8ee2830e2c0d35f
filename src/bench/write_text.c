/* write_text.c - the results of a bench for a terminal. */
#include "bench/write.h"

#include "base/mem.h"
#include "bench/calibration.h"
#include "bench/tally.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Points of the curve that fit into the table. */
static const double shown[] = {1, 5, 10, 20, 50};
enum { NSHOWN = sizeof shown / sizeof shown[0] };

static double
at_point(const Tally *t, double point)
{
    for (size_t i = 0; i < TALLY_POINTS; i++)
        if (tally_points[i] == point)
            return t->curve[i];
    return 0;
}

static int
name_width(const Texts *names, int least)
{
    for (size_t i = 0; i < names->n; i++)
        if ((int)strlen(names->at[i]) > least)
            least = (int)strlen(names->at[i]);
    return least;
}

static void
write_summary(const Results *r, FILE *out)
{
    Arena a = {0};
    uint64_t runs = 0;
    size_t broken = 0;

    for (size_t i = 0; i < r->n; i++) {
        runs += r->at[i].runs.tests;
        broken += *r->at[i].reason != 0;
    }
    fprintf(out,
            "%zu programs, %zu versions measured, %zu left out, %" PRIu64
            " test runs%s\n",
            tally_groups(r, TALLY_BY_SUITE, &a).n, r->n - broken, broken, runs,
            r->interrupted ? "; interrupted" : "");
    arena_done(&a);
}

static void
write_techniques(const Results *r, const size_t *order, int width, FILE *out)
{
    fprintf(out, "\n%-*s", width, "technique");
    for (size_t i = 0; i < TALLY_FIGURES; i++)
        fprintf(out, " %7s", tally_figures[i].title);
    fputs("  located at", out);
    for (size_t i = 0; i < NSHOWN; i++)
        fprintf(out, " %3g%%", shown[i]);
    fputc('\n', out);
    for (size_t i = 0; i < r->techniques.n; i++) {
        const char *name = r->techniques.at[order[i]];
        Tally t;
        tally_make(r, name, TALLY_ALL, NULL, &t);
        if (t.n == 0)
            continue;
        fprintf(out, "%-*s", width, name);
        for (size_t k = 0; k < TALLY_FIGURES; k++)
            fprintf(out, k < 4 ? " %7.2f" : " %7.1f", tally_figure(&t, k));
        fputs("            ", out);
        for (size_t k = 0; k < NSHOWN; k++)
            fprintf(out, " %4.0f", at_point(&t, shown[k]));
        fputc('\n', out);
    }
}

/* Mean exam of each technique in each group; groups are the columns. */
static void
write_groups(const Results *r, const size_t *order, TallyGroup by,
             const char *title, int width, FILE *out)
{
    Arena a = {0};
    Texts groups = tally_groups(r, by, &a);

    if (groups.n > 1 && groups.n <= TALLY_MOST_GROUPS) {
        fprintf(out, "\nmean exam %%, by %s (versions)\n", title);
        for (size_t g = 0; g < groups.n; g++) {
            Tally t;
            fprintf(out, "  %c %s", (int)('a' + g % 26), groups.at[g]);
            tally_make(r, r->techniques.at[order[0]], by, groups.at[g], &t);
            fprintf(out, " (%zu)\n", t.n);
        }
        fprintf(out, "%-*s", width, "technique");
        for (size_t g = 0; g < groups.n; g++)
            fprintf(out, " %5c", (int)('a' + g % 26));
        fputc('\n', out);
        for (size_t i = 0; i < r->techniques.n; i++) {
            const char *name = r->techniques.at[order[i]];
            fprintf(out, "%-*s", width, name);
            for (size_t g = 0; g < groups.n; g++) {
                Tally t;
                tally_make(r, name, by, groups.at[g], &t);
                fprintf(out, t.n ? " %5.1f" : "     -", t.exam);
            }
            fputc('\n', out);
        }
    }
    arena_done(&a);
}

static void
write_broken(const Results *r, FILE *out)
{
    bool any = false;

    for (size_t i = 0; i < r->n; i++) {
        const Measured *m = &r->at[i];
        if (!*m->reason)
            continue;
        if (!any)
            fputs("\nleft out\n", out);
        any = true;
        fprintf(out, "  %s %s: %s\n", m->suite, m->id, m->reason);
    }
    for (size_t k = 0; k < r->techniques.n; k++)
        for (size_t i = 0; i < r->n; i++) {
            const Score *s = result_score(&r->at[i], r->techniques.at[k]);
            if (s && *s->error)
                fprintf(out, "  %s %s, %s: %s\n", r->at[i].suite, r->at[i].id,
                        s->technique, s->error);
        }
}

void
write_text(const Results *r, FILE *out)
{
    size_t *order = mem_zalloc(r->techniques.n + 1, sizeof *order);
    int width = name_width(&r->techniques, 9);

    tally_order(r, order);
    if (*r->from.tuning)
        fprintf(out, "with %s\n\n", r->from.tuning);
    write_summary(r, out);
    write_techniques(r, order, width, out);
    calibration_text(r, out);
    write_groups(r, order, TALLY_BY_SUITE, "program", width, out);
    write_groups(r, order, TALLY_BY_KIND, "kind of fault", width, out);
    write_broken(r, out);
    free(order);
}
