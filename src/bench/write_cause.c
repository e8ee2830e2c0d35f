/* write_cause.c - how near to the fault causes are: docs/results/cause.md.
 *
 * Dependence distance and statements to read, as tables 2, 5 and 7 of the
 * cause paper have them. A version whose technique gave up or named nothing on
 * the way counts as missed.
 */
#include "bench/write.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

typedef struct Figures Figures;
struct Figures {
    size_t n, failed;      /* versions; those on which it could not start */
    size_t at, near, miss; /* distance 0, at most 1; nothing on the list */
    size_t used, by;       /* the same to the use of what was omitted */
    size_t two;            /* at most two statements to read */
    double read, altered, wall_s; /* medians */
};

static int
by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

static double
median(double *at, size_t n)
{
    if (n == 0)
        return 0;
    qsort(at, n, sizeof *at, by_size);
    return n % 2 ? at[n / 2] : (at[n / 2 - 1] + at[n / 2]) / 2;
}

static bool
has_distance(const Score *s)
{
    return s && (*s->error || s->distance.to_fault != METRIC_NONE);
}

static Figures
figures(const Results *r, const char *technique)
{
    double *read = mem_zalloc(r->n + 1, sizeof *read);
    double *altered = mem_zalloc(r->n + 1, sizeof *altered);
    double *wall = mem_zalloc(r->n + 1, sizeof *wall);
    Figures f = {0};
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++) {
        const Score *s = result_score(&r->at[i], technique);
        if (*r->at[i].reason || !has_distance(s))
            continue;
        f.n++;
        if (*s->error) {
            f.failed++;
            f.miss++;
            continue;
        }
        f.at += s->distance.to_fault == 0;
        f.near += s->distance.to_fault <= 1;
        f.used += s->distance.to_use == 0;
        f.by += s->distance.to_use <= 1;
        f.miss += s->lines.listed == 0;
        f.two += s->lines.listed > 0 && s->lines.listed <= 2;
        read[n] = s->lines.listed ? s->lines.listed : r->at[i].code.statements;
        altered[n] = s->cost.altered;
        wall[n++] = s->cost.wall_s;
    }
    f.read = median(read, n);
    f.altered = median(altered, n);
    f.wall_s = median(wall, n);
    free(read);
    free(altered);
    free(wall);
    return f;
}

static double
share(size_t part, size_t all)
{
    return all ? 100 * (double)part / (double)all : 0;
}

static void
write_techniques(const Results *r, FILE *out)
{
    fputs("\n## All versions\n\nDistance is counted in dynamic dependences "
          "between the suspects and the faulty\nstatement; statements are "
          "lines read down the list until the fault. Per cent of\nthe "
          "versions, and medians. \"Use\": where a statement was omitted, "
          "what uses the value\nthat it should have set counts as faulty, "
          "too, as in the paper (definition 2.2).\n\n"
          "| technique | versions | distance 0 | <= 1 | 0, use | <= 1, use | "
          "<= 2 statements | statements | states altered | seconds | missed | "
          "not started |\n"
          "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
          out);
    for (size_t i = 0; i < r->techniques.n; i++) {
        Figures f = figures(r, r->techniques.at[i]);
        if (f.n)
            fprintf(out,
                    "| %s | %zu | %.0f | %.0f | %.0f | %.0f | %.0f | %.1f | "
                    "%.0f | %.1f | %.0f | %zu |\n",
                    r->techniques.at[i], f.n, share(f.at, f.n),
                    share(f.near, f.n), share(f.used, f.n), share(f.by, f.n),
                    share(f.two, f.n), f.read, f.altered, f.wall_s,
                    share(f.miss, f.n), f.failed);
    }
    fputs("| *paper, mdfs* | 16 | | | 44 | 88 | 63 | | | 31 to 378 | 0 | |\n"
          "| *paper, predicate switching* | 16 | | | | | | | | | 56 | |\n"
          "| *paper, value replacement* | 16 | | | | | | | | | 100 | |\n",
          out);
}

static void
write_score(const Score *s, bool all, FILE *out)
{
    if (!has_distance(s))
        fputs(all ? "| | | | | " : "| ", out);
    else if (*s->error)
        fputs(all ? "| ! | | | | " : "| ! ", out);
    else if (!s->lines.listed)
        fputs("| - ", out);
    else
        fprintf(out, "| %u ", s->distance.to_fault);
    if (all && has_distance(s) && !*s->error) {
        if (s->distance.to_use < METRIC_FAR)
            fprintf(out, "| %u ", s->distance.to_use);
        else
            fputs("| - ", out);
        if (s->lines.listed)
            fprintf(out, "| %u ", s->lines.listed);
        else
            fputs("| - ", out);
        fprintf(out, "| %u | %.1f ", s->cost.altered, s->cost.wall_s);
    }
}

static void
write_version(const Results *r, const Measured *m, FILE *out)
{
    fprintf(out, "| %s %s | ", m->suite, m->id);
    for (size_t i = 0; i < m->kinds.n; i++)
        fprintf(out, "%s%s", i ? ", " : "", m->kinds.at[i]);
    fprintf(out, " | %s ", m->symptom);
    for (size_t i = 0; i < r->techniques.n; i++)
        write_score(result_score(m, r->techniques.at[i]), i == 0, out);
    fputs("|\n", out);
}

static void
write_errors(const Results *r, FILE *out)
{
    bool any = false;

    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->at[i].nscores; k++) {
            const Score *s = &r->at[i].scores[k];
            if (!*s->error)
                continue;
            if (!any)
                fputs("\n## Not started\n\n", out);
            any = true;
            fprintf(out, "- %s %s, %s: %s\n", r->at[i].suite, r->at[i].id,
                    s->technique, s->error);
        }
}

void
write_cause(const Results *r, FILE *out)
{
    fputs(
        "# Results of cause\n\nWritten by `culprit bench SUITE... -t LIST "
        "--format cause`; do not edit.\n[cause.md](../design/cause.md) has the "
        "method. The test is the failing one that executes\nthe least; what "
        "it should write is what the correct version does.\n",
        out);
    write_provenance(r, out);
    write_techniques(r, out);
    fputs("\n## Every version\n\nOf the first technique: distance, the same to "
          "uses, statements to read, states altered, seconds; of\nthe others "
          "the distance. -: "
          "not on the list; !: not started.\n\n| version | kinds | symptom ",
          out);
    for (size_t i = 0; i < r->techniques.n; i++)
        fprintf(out, i == 0 ? "| %s | use | read | altered | s " : "| %s ",
                r->techniques.at[i]);
    fputs("|\n|---|---|---|", out);
    for (size_t i = 0; i < r->techniques.n + 4; i++)
        fputs("---:|", out);
    fputc('\n', out);
    for (size_t i = 0; i < r->n; i++)
        if (!*r->at[i].reason)
            write_version(r, &r->at[i], out);
    write_errors(r, out);
}
