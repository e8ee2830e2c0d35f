/* tally.c - the scores of many versions as one row of figures. */
#include "bench/tally.h"

#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

#define SEVERAL "several faults"

const double tally_points[TALLY_POINTS] = {1,  2,  5,  10, 15, 20, 30,
                                           40, 50, 60, 70, 80, 100};
const unsigned tally_tops[TALLY_TOPS] = {1, 3, 5, 10};

const struct TallyFigure tally_figures[TALLY_FIGURES] = {
    {"exam", "exam"},           {"exam_median", "median"},
    {"exam_best", "best"},      {"exam_average", "average"},
    {"top1", "top-1"},          {"top3", "top-3"},
    {"top5", "top-5"},          {"top10", "top-10"},
    {"well_localized", "well"}, {"t_score", "t-score"},
    {"report", "report"},
};

double
tally_figure(const Tally *t, size_t figure)
{
    const double values[TALLY_FIGURES] = {
        t->exam,   t->median, t->exam_best, t->exam_average,
        t->top[0], t->top[1], t->top[2],    t->top[3],
        t->well,   t->tscore, t->report,
    };

    return values[figure];
}

static int
by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static bool
is_in(const Measured *m, TallyGroup by, const char *group)
{
    switch (by) {
    case TALLY_ALL:
        return true;
    case TALLY_BY_SUITE:
        return strcmp(m->suite, group) == 0;
    case TALLY_BY_KIND:
        break;
    }
    for (size_t i = 0; i < m->kinds.n; i++)
        if (strcmp(m->kinds.at[i], group) == 0)
            return true;
    return m->code.nfaults > 1 && strcmp(group, SEVERAL) == 0;
}

static void
count(Tally *t, const Measured *m, const Score *s, double exam)
{
    t->n++;
    t->exam += 100 * exam;
    t->exam_best += 100.0 * s->statements.best / m->code.statements;
    t->exam_average += 100 * s->statements.average / m->code.statements;
    t->well += 100.0 * metric_is_well_localized(s, m->code.executed);
    t->tscore += 100 * s->tscore;
    t->report += s->report;
    for (size_t i = 0; i < TALLY_TOPS; i++)
        t->top[i] +=
            100.0 * (s->lines.listed && s->lines.listed <= tally_tops[i]);
    for (size_t i = 0; i < TALLY_POINTS; i++)
        t->curve[i] += 100.0 * (100 * exam <= tally_points[i] + 1e-9);
    for (unsigned i = 0; i < GROWTH_POINTS; i++)
        t->growth[i] += 100.0 * (s->growth >> i & 1);
}

static void
divide(Tally *t)
{
    double *sums[] = {&t->exam, &t->exam_best, &t->exam_average,
                      &t->well, &t->tscore,    &t->report};
    double n = (double)t->n;

    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        *sums[i] /= n;
    for (size_t i = 0; i < TALLY_TOPS; i++)
        t->top[i] /= n;
    for (size_t i = 0; i < TALLY_POINTS; i++)
        t->curve[i] /= n;
    for (size_t i = 0; i < GROWTH_POINTS; i++)
        t->growth[i] /= n;
}

void
tally_make(const Results *r, const char *technique, TallyGroup by,
           const char *group, Tally *out)
{
    double *exams = mem_zalloc(r->n + 1, sizeof *exams);

    *out = (Tally){0};
    for (size_t i = 0; i < r->n; i++) {
        const Measured *m = &r->at[i];
        const Score *s = result_score(m, technique);
        if (*m->reason || !m->code.statements || !s || *s->error ||
            !is_in(m, by, group))
            continue;
        exams[out->n] = result_exam(m, s);
        count(out, m, s, exams[out->n]);
    }
    if (out->n) {
        size_t n = out->n;
        divide(out);
        qsort(exams, n, sizeof *exams, by_value);
        out->median = 50 * (exams[(n - 1) / 2] + exams[n / 2]);
    }
    free(exams);
}

static void
add_once(Texts *list, const char *text)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i], text) == 0)
            return;
    list->at[list->n++] = text;
}

static int
by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

Texts
tally_groups(const Results *r, TallyGroup by, Arena *a)
{
    size_t most = 1, before;
    Texts out = {0};

    for (size_t i = 0; i < r->n; i++)
        most += 1 + r->at[i].kinds.n;
    out.at = ARENA_ARRAY(a, const char *, most);
    bool several = false;
    for (size_t i = 0; i < r->n; i++) {
        const Measured *m = &r->at[i];
        if (by == TALLY_BY_SUITE)
            add_once(&out, m->suite);
        for (size_t k = 0; by == TALLY_BY_KIND && k < m->kinds.n; k++)
            add_once(&out, m->kinds.at[k]);
        several |= by == TALLY_BY_KIND && m->code.nfaults > 1;
    }
    before = out.n;
    if (by == TALLY_BY_KIND && before)
        qsort(out.at, before, sizeof *out.at, by_text);
    if (several)
        add_once(&out, SEVERAL);
    return out;
}

/* A technique with its mean, for sorting without a global. */
typedef struct Ranked Ranked;
struct Ranked {
    double exam;
    size_t technique;
};

static int
by_exam(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;

    if (x->exam != y->exam)
        return x->exam > y->exam ? 1 : -1;
    return (x->technique > y->technique) - (x->technique < y->technique);
}

void
tally_order(const Results *r, size_t *order)
{
    size_t n = r->techniques.n;
    Ranked *ranked = mem_zalloc(n + 1, sizeof *ranked);

    for (size_t i = 0; i < n; i++) {
        Tally t;
        tally_make(r, r->techniques.at[i], TALLY_ALL, NULL, &t);
        ranked[i] = (Ranked){t.n ? t.exam : 1000, i};
    }
    qsort(ranked, n, sizeof *ranked, by_exam);
    for (size_t i = 0; i < n; i++)
        order[i] = ranked[i].technique;
    free(ranked);
}
