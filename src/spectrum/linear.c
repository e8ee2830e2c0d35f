/* linear.c - sparse linear systems by KLU, with a condition estimate and
 * refinement in extended precision.
 */
#include "spectrum/linear.h"

#include "base/mem.h"

#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORST_CONDITION 1e12
#define WORST_RESIDUAL  1e-9
#define REGULARISATION  1e-8

/* A square matrix in compressed columns, and a right side. */
typedef struct SparseMatrix SparseMatrix;
struct SparseMatrix {
    int n;
    int *start, *row;
    double *value, *b;
};

static void
sparse_matrix_done(SparseMatrix *m)
{
    free(m->start);
    free(m->row);
    free(m->value);
    free(m->b);
}

/* Add up entries of equal row in each column, in place. */
static void
merge_equal(SparseMatrix *m)
{
    int *last = mem_alloc(((size_t)m->n + 1) * sizeof *last);
    int out = 0;

    for (int i = 0; i < m->n; i++)
        last[i] = -1;
    for (int j = 0; j < m->n; j++) {
        int from = m->start[j], column = out;
        m->start[j] = out;
        for (int i = from; i < m->start[j + 1]; i++) {
            int r = m->row[i];
            if (last[r] >= column) {
                m->value[last[r]] += m->value[i];
                continue;
            }
            last[r] = out;
            m->row[out] = r;
            m->value[out++] = m->value[i];
        }
    }
    m->start[m->n] = out;
    free(last);
}

static void
sparse_matrix_init(SparseMatrix *m, uint32_t n, const LinearEntry *e,
                   uint32_t nentries, const double *b)
{
    *m = (SparseMatrix){
        .n = (int)n,
        .start = mem_zalloc((size_t)n + 2, sizeof *m->start),
        .row = mem_zalloc((size_t)nentries + 1, sizeof *m->row),
        .value = mem_zalloc((size_t)nentries + 1, sizeof *m->value),
        .b = mem_zalloc((size_t)n + 1, sizeof *m->b),
    };
    for (uint32_t i = 0; i < nentries; i++)
        m->start[e[i].column + 2]++;
    for (uint32_t j = 2; j <= n + 1; j++)
        m->start[j] += m->start[j - 1];
    for (uint32_t i = 0; i < nentries; i++) {
        int at = m->start[e[i].column + 1]++;
        m->row[at] = (int)e[i].row;
        m->value[at] = e[i].value;
    }
    memcpy(m->b, b, n * sizeof *b);
    merge_equal(m);
}

/* Scale each row (and its right side) to largest entry 1. */
static void
scale_rows(SparseMatrix *m)
{
    double *most = mem_zalloc((size_t)m->n + 1, sizeof *most);

    for (int i = 0; i < m->start[m->n]; i++)
        most[m->row[i]] = fmax(most[m->row[i]], fabs(m->value[i]));
    for (int i = 0; i < m->start[m->n]; i++)
        if (most[m->row[i]] > 0)
            m->value[i] /= most[m->row[i]];
    for (int r = 0; r < m->n; r++)
        if (most[r] > 0)
            m->b[r] /= most[r];
    free(most);
}

/* r = b - Ax in extended precision; gives the largest entry relative to what
 * was added up for it, or to `noise` if that is more. */
static double
residual(const SparseMatrix *m, const double *x, double noise, double *r)
{
    long double *exact = mem_zalloc((size_t)m->n + 1, sizeof *exact);
    double *size = mem_zalloc((size_t)m->n + 1, sizeof *size);
    double worst = 0;

    for (int i = 0; i < m->n; i++) {
        exact[i] = m->b[i];
        size[i] = fabs(m->b[i]);
    }
    for (int j = 0; j < m->n; j++)
        for (int i = m->start[j]; i < m->start[j + 1]; i++) {
            long double term = (long double)m->value[i] * x[j];
            exact[m->row[i]] -= term;
            size[m->row[i]] += fabs((double)term);
        }
    for (int i = 0; i < m->n; i++) {
        r[i] = (double)exact[i];
        double relative = fabs(r[i]) / fmax(size[i], noise);
        worst = relative > worst || isnan(relative) ? relative : worst;
    }
    free(exact);
    free(size);
    return worst;
}

static bool
all_finite(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* Solve with the factors, then correct twice by the residual. */
static bool
refine(const SparseMatrix *m, klu_symbolic *symbolic, klu_numeric *numeric,
       klu_common *common, double noise, double *x)
{
    double *r = mem_zalloc((size_t)m->n + 1, sizeof *r);
    double worst = 0;

    memset(x, 0, (size_t)m->n * sizeof *x);
    for (int round = 0; round < 3; round++) {
        residual(m, x, noise, r);
        if (!klu_solve(symbolic, numeric, m->n, 1, r, common) ||
            !all_finite(r, m->n)) {
            free(r);
            return false;
        }
        for (int i = 0; i < m->n; i++)
            x[i] += r[i];
    }
    worst = residual(m, x, noise, r);
    free(r);
    return worst <= WORST_RESIDUAL && all_finite(x, m->n);
}

/* Factor, refuse a condition above `limit` (0: any), solve. */
static bool
factor_and_solve(SparseMatrix *m, double limit, double noise, double *x)
{
    klu_common common;
    klu_numeric *numeric = NULL;
    bool ok = false;

    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(m->n, m->start, m->row, &common);
    if (symbolic)
        numeric = klu_factor(m->start, m->row, m->value, symbolic, &common);
    if (numeric && common.status == KLU_OK) {
        ok = limit == 0 ||
             (klu_condest(m->start, m->value, symbolic, numeric, &common) &&
              common.condest <= limit);
        ok = ok && refine(m, symbolic, numeric, &common, noise, x);
    }
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
    return ok;
}

bool
linear_solve(uint32_t n, const LinearEntry *entries, uint32_t nentries,
             const double *b, double *x)
{
    SparseMatrix m;

    sparse_matrix_init(&m, n, entries, nentries, b);
    scale_rows(&m);
    bool ok = factor_and_solve(&m, WORST_CONDITION, 1e-12, x);
    sparse_matrix_done(&m);
    return ok;
}

/* The normal equations without forming them: [I A; A' -lambda I][r x] =
 * [b 0], which is quasi-definite and so never singular (Vanderbei 1995). */
bool
linear_least_squares(uint32_t n, const LinearEntry *entries, uint32_t nentries,
                     const double *b, double *x)
{
    SparseMatrix a, m;
    uint32_t count = 0;

    sparse_matrix_init(&a, n, entries, nentries, b);
    scale_rows(&a);
    uint32_t all = 2 * (uint32_t)a.start[n] + 2 * n;
    LinearEntry *e = mem_zalloc(all, sizeof *e);
    double *right = mem_zalloc(2 * (size_t)n, sizeof *right);
    double *both = mem_zalloc(2 * (size_t)n, sizeof *both);
    for (uint32_t j = 0; j < n; j++) {
        e[count++] = (LinearEntry){j, j, 1};
        e[count++] = (LinearEntry){n + j, n + j, -REGULARISATION};
        right[j] = a.b[j];
        for (int i = a.start[j]; i < a.start[j + 1]; i++) {
            uint32_t r = (uint32_t)a.row[i];
            e[count++] = (LinearEntry){r, n + j, a.value[i]};
            e[count++] = (LinearEntry){n + j, r, a.value[i]};
        }
    }
    sparse_matrix_init(&m, 2 * n, e, count, right);
    bool ok = factor_and_solve(&m, 0, 1e-3, both);
    memcpy(x, both + n, n * sizeof *x);
    sparse_matrix_done(&m);
    sparse_matrix_done(&a);
    free(e);
    free(right);
    free(both);
    return ok;
}
