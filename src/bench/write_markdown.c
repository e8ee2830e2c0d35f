/* write_markdown.c - the results of a bench as a page: docs/results/rank.md.
 *
 * No times and no date: the same suites and the same culprit give the same
 * page.
 */
#include "bench/write.h"

#include "base/mem.h"
#include "bench/calibration.h"
#include "bench/tally.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void
write_head(const Results *r, FILE *out)
{
    Arena a = {0};
    uint64_t runs = 0;
    size_t broken = 0, failing = 0;

    for (size_t i = 0; i < r->n; i++) {
        runs += r->at[i].runs.tests;
        failing += r->at[i].runs.failed;
        broken += *r->at[i].reason != 0;
    }
    fprintf(out,
            "# Results\n\n"
            "Written by `culprit bench --format markdown`; do not edit. "
            "[culprit-bench](../man/culprit-bench.md#metrics)\ndefines the "
            "metrics, [cases.md]"
            "(cases.md) says what the cases show.\n\n"
            "%zu programs, %zu faulty versions (%zu left out), %" PRIu64
            " test runs of which %zu\nfailed. All figures are per cent of the "
            "versions, exam of the statements;\nlower exam is better, higher "
            "top-N is better.\n",
            tally_groups(r, TALLY_BY_SUITE, &a).n, r->n - broken, broken, runs,
            failing);
    arena_done(&a);
}

static void
write_row_end(size_t columns, FILE *out)
{
    fputs("|\n|---|", out);
    for (size_t i = 0; i < columns; i++)
        fputs("---:|", out);
    fputc('\n', out);
}

static void
write_techniques(const Results *r, const size_t *order, FILE *out)
{
    fputs("\n## All versions\n\n| technique ", out);
    for (size_t i = 0; i < TALLY_FIGURES; i++)
        fprintf(out, "| %s ", tally_figures[i].title);
    write_row_end(TALLY_FIGURES, out);
    for (size_t i = 0; i < r->techniques.n; i++) {
        const char *name = r->techniques.at[order[i]];
        Tally t;
        tally_make(r, name, TALLY_ALL, NULL, &t);
        if (t.n == 0)
            continue;
        fprintf(out, "| %s ", name);
        for (size_t k = 0; k < TALLY_FIGURES; k++)
            fprintf(out, k < 4 ? "| %.2f " : "| %.1f ", tally_figure(&t, k));
        fputs("|\n", out);
    }
}

static void
write_curves(const Results *r, const size_t *order, FILE *out)
{
    fputs("\n## Faults located against code examined\n\nShare of the faults "
          "that are found within the first x % of the statements.\n\n"
          "| technique ",
          out);
    for (size_t i = 0; i < TALLY_POINTS; i++)
        fprintf(out, "| %g %% ", tally_points[i]);
    write_row_end(TALLY_POINTS, out);
    for (size_t i = 0; i < r->techniques.n; i++) {
        const char *name = r->techniques.at[order[i]];
        Tally t;
        tally_make(r, name, TALLY_ALL, NULL, &t);
        fprintf(out, "| %s ", name);
        for (size_t k = 0; k < TALLY_POINTS; k++)
            fprintf(out, "| %.0f ", t.curve[k]);
        fputs("|\n", out);
    }
}

static void
write_growth(const Results *r, const size_t *order, FILE *out)
{
    fputs("\n## Well-localized against tests\n\nShare of the versions whose "
          "fault is well-localized with the first n tests of\nthe suite in a "
          "fixed random order that begins with a failing test, and with\nall "
          "of them.\n\n| technique ",
          out);
    for (size_t i = 0; i < GROWTH_POINTS; i++)
        fprintf(out, "| %u ", growth_points[i]);
    fputs("| all ", out);
    write_row_end(GROWTH_POINTS + 1, out);
    for (size_t i = 0; i < r->techniques.n; i++) {
        const char *name = r->techniques.at[order[i]];
        Tally t;
        tally_make(r, name, TALLY_ALL, NULL, &t);
        fprintf(out, "| %s ", name);
        for (size_t k = 0; k < GROWTH_POINTS; k++)
            fprintf(out, "| %.0f ", t.growth[k]);
        fprintf(out, "| %.0f |\n", t.well);
    }
}

static void
write_groups(const Results *r, const size_t *order, TallyGroup by,
             const char *title, FILE *out)
{
    Arena a = {0};
    Texts groups = tally_groups(r, by, &a);

    if (groups.n > 1 && groups.n <= TALLY_MOST_GROUPS) {
        fprintf(out, "\n## Mean exam by %s\n\n| technique ", title);
        for (size_t g = 0; g < groups.n; g++) {
            Tally t;
            tally_make(r, r->techniques.at[order[0]], by, groups.at[g], &t);
            fprintf(out, "| %s (%zu) ", groups.at[g], t.n);
        }
        write_row_end(groups.n, out);
        for (size_t i = 0; i < r->techniques.n; i++) {
            const char *name = r->techniques.at[order[i]];
            fprintf(out, "| %s ", name);
            for (size_t g = 0; g < groups.n; g++) {
                Tally t;
                tally_make(r, name, by, groups.at[g], &t);
                fprintf(out, t.n ? "| %.1f " : "| ", t.exam);
            }
            fputs("|\n", out);
        }
    }
    arena_done(&a);
}

/* The techniques that every version's row shows, if they were measured. */
static const char *const columns[] = {"cp",     "branch", "tarantula",
                                      "ochiai", "cbi",    "sober"};
enum { NCOLUMNS = sizeof columns / sizeof columns[0] };

/* The smallest exam of all techniques. */
static double
best_exam(const Measured *m)
{
    double best = 1;

    for (size_t i = 0; i < m->nscores; i++)
        if (!*m->scores[i].error && result_exam(m, &m->scores[i]) < best)
            best = result_exam(m, &m->scores[i]);
    return best;
}

static void
write_version(const Measured *m, FILE *out)
{
    fprintf(out, "| %s %s | ", m->suite, m->id);
    for (size_t i = 0; i < m->kinds.n; i++)
        fprintf(out, "%s%s", i ? ", " : "", m->kinds.at[i]);
    fprintf(out, " | %s | %u of %u | %u ", m->symptom, m->runs.failed,
            m->runs.tests, m->code.statements);
    for (size_t i = 0; i < NCOLUMNS; i++) {
        const Score *s = result_score(m, columns[i]);
        if (s && !*s->error)
            fprintf(out, "| %.1f ", 100 * result_exam(m, s));
        else
            fputs("| ", out);
    }
    fprintf(out, "| %.1f |\n", 100 * best_exam(m));
}

static void
write_versions(const Results *r, FILE *out)
{
    fputs("\n## Every version\n\nExam of some techniques, and the smallest of "
          "all.\n\n| version | kinds | symptom | failing | statements ",
          out);
    for (size_t i = 0; i < NCOLUMNS; i++)
        fprintf(out, "| %s ", columns[i]);
    fputs("| best |\n|---|---|---|---:|---:|", out);
    for (size_t i = 0; i <= NCOLUMNS; i++)
        fputs("---:|", out);
    fputc('\n', out);
    for (size_t i = 0; i < r->n; i++)
        if (!*r->at[i].reason)
            write_version(&r->at[i], out);
}

static void
write_broken(const Results *r, FILE *out)
{
    bool any = false;

    for (size_t i = 0; i < r->n; i++) {
        if (!*r->at[i].reason)
            continue;
        if (!any)
            fputs("\n## Left out\n\n", out);
        any = true;
        fprintf(out, "- %s %s: %s\n", r->at[i].suite, r->at[i].id,
                r->at[i].reason);
    }
}

void
write_provenance(const Results *r, FILE *out)
{
    fprintf(out, "\nMeasured on %s with commit %s", r->from.date,
            r->from.commit);
    if (*r->from.command)
        fprintf(out, ":\n\n    %s\n", r->from.command);
    else
        fputs(".\n", out);
    if (*r->from.tuning)
        fprintf(out, "\nWith `--set` of %s.\n", r->from.tuning);
}

void
write_markdown(const Results *r, FILE *out)
{
    size_t *order = mem_zalloc(r->techniques.n + 1, sizeof *order);

    tally_order(r, order);
    write_head(r, out);
    write_provenance(r, out);
    write_techniques(r, order, out);
    write_curves(r, order, out);
    write_growth(r, order, out);
    calibration_markdown(r, out);
    write_groups(r, order, TALLY_BY_SUITE, "program", out);
    write_groups(r, order, TALLY_BY_KIND, "kind of fault", out);
    write_versions(r, out);
    write_broken(r, out);
    free(order);
}
