/* cp.c - capturing propagation: one sparse linear system per function.
 *
 * Unknown j is BR of the j-th covered block of the function:
 *   BR(j) - sum over j->k of W(j,k) BR(k) = theta(j -> out)
 *   BR(j)                                 = sum of theta(* -> j), if exit
 * where W(j,k) = theta(j->k) / sum of theta(* -> k). `theta(j -> out)` is 0 in
 * the paper; it is the contrast of runs that ended in the midst of j, as
 * though there were an edge to an exit block of their own.
 *
 * A loop that all tests reach has entry edges of contrast 0, so its weights
 * multiply to 1 and the system is singular. Then zero contrasts are taken as
 * 1e-10: what passes through such edges is the limit of small contrasts.
 */
#include "spectrum/cp.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "spectrum/formula.h"
#include "spectrum/linear.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define ZERO 1e-10 /* the paper's stand-in for an empty sum */

double
cp_contrast(Hits h, uint32_t nfailed, uint32_t npassed)
{
    double fail = nfailed ? (double)h.ef / nfailed : 0;
    double pass = npassed ? (double)h.ep / npassed : 0;

    if (nfailed && npassed) { /* without dividing, for exact ties */
        fail = (double)h.ef * npassed;
        pass = (double)h.ep * nfailed;
    }
    return fail + pass > 0 ? (fail - pass) / (fail + pass) : 0;
}

static double
edge_score(const Spectrum *s, CpRule rule, Hits h)
{
    Counts c = {.ef = h.ef,
                .nf = s->nfailed - h.ef,
                .ep = h.ep,
                .np = s->npassed - h.ep};

    return rule == CP_DAMPED ? formula_score(FORMULA_OCHIAI, c)
                             : cp_contrast(h, s->nfailed, s->npassed);
}

/* The matrix and the right sides. */
typedef struct Equations Equations;
struct Equations {
    LinearEntry *entries;
    uint32_t nentries;
    double *b;
};

/* One function's system while it is built. */
typedef struct System System;
struct System {
    const Spectrum *s;
    const ProgramFunction *f;
    const double *edge; /* theta of the program's edges */
    uint32_t *number;   /* block - f->block -> unknown, or PROGRAM_NONE */
    uint32_t *into;     /* block - f->block -> the block it is part of */
    uint32_t n;         /* unknowns */
    CpRule rule;
    double own;  /* share of its own edges in a block's score */
    double zero; /* stands for a contrast of 0: 0, or ZERO */
    double *sum; /* per unknown: sum of theta into it */
    bool *exit;  /* per unknown: no covered edge leads on */
    Equations equations;
};

static bool
covered(Hits h)
{
    return h.ef + h.ep > 0;
}

static uint32_t
unknown(const System *y, uint32_t block)
{
    return block == PROGRAM_NONE ? PROGRAM_NONE
                                 : y->number[block - y->f->block];
}

static double
contrast(const System *y, double theta)
{
    return theta == 0 ? y->zero : theta;
}

/* What rounding left of an empty sum is none. An empty sum is ZERO for exit
 * blocks too, so that what they pass on, BR * theta / sum, is theta as it is
 * for every other sum. */
static void
clean_sums(System *y, const double *size)
{
    for (uint32_t j = 0; j < y->n; j++)
        if (fabs(y->sum[j]) <= 1e-13 * size[j])
            y->sum[j] = ZERO;
}

/* Where ways meet only to jump on, as at the end of an if within an if, the
 * paper's graphs have no block: such a block is part of the one it leads to,
 * and what enters it enters that. */
static void
contract_joins(System *y)
{
    const ProgramFunction *f = y->f;
    const Program *p = y->s->runs->program;
    uint32_t *ways = mem_zalloc(f->nblocks + 1, sizeof *ways);

    for (uint32_t i = 0; i < f->nblocks; i++)
        y->into[i] = i;
    for (uint32_t i = f->edge; i < f->edge + f->nedges; i++)
        if (p->edges[i].to != PROGRAM_NONE)
            ways[p->edges[i].to - f->block]++;
    for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
        const ProgramEdge *e = &p->edges[i];
        if (e->kind == EDGE_NEXT && e->from != e->to &&
            (p->blocks[e->from].flags & BLOCK_JUMP) &&
            ways[e->from - f->block] > 1)
            y->into[e->from - f->block] = e->to - f->block;
    }
    for (uint32_t i = 0; i < f->nblocks; i++) {
        uint32_t at = y->into[i];
        for (uint32_t steps = 0; y->into[at] != at && at != i; steps++)
            at = steps < f->nblocks ? y->into[at] : i; /* a ring of jumps */
        y->into[i] = at;
    }
    free(ways);
}

/* Is this edge inside a block of the contracted graph? */
static bool
is_inner(const System *y, const ProgramEdge *e)
{
    return e->from != PROGRAM_NONE &&
           y->into[e->from - y->f->block] != e->from - y->f->block;
}

static void
number_blocks(System *y)
{
    y->n = 0;
    for (uint32_t i = 0; i < y->f->nblocks; i++) {
        bool in = y->into[i] == i && covered(y->s->blocks[y->f->block + i]);
        y->number[i] = in ? y->n : PROGRAM_NONE;
        y->sum[i] = 0;
        y->exit[i] = true;
        y->n += in;
    }
    for (uint32_t i = 0; i < y->f->nblocks; i++)
        y->number[i] = y->number[y->into[i]];
}

/* Number the covered blocks and add up what enters and leaves them. */
static void
survey(System *y)
{
    const Program *p = y->s->runs->program;
    double *size = mem_zalloc(y->f->nblocks + 1, sizeof *size);

    contract_joins(y);
    number_blocks(y);
    for (uint32_t i = y->f->edge; i < y->f->edge + y->f->nedges; i++) {
        uint32_t to = unknown(y, p->edges[i].to);
        uint32_t from = unknown(y, p->edges[i].from);
        if (!covered(y->s->edges[i]) || to == PROGRAM_NONE ||
            is_inner(y, &p->edges[i]))
            continue;
        double theta = contrast(y, y->edge[i]);
        y->sum[to] += theta;
        size[to] += fabs(theta);
        if (from != PROGRAM_NONE)
            y->exit[from] = false;
    }
    clean_sums(y, size);
    free(size);
}

static void
put(System *y, uint32_t row, uint32_t column, double value)
{
    y->equations.entries[y->equations.nentries++] =
        (LinearEntry){row, column, value};
}

/* What block i's runs that ended in it, if any, tell. */
static double
end_contrast(const System *y, uint32_t i)
{
    Hits h = y->s->ends[y->f->block + i];

    if (!covered(h))
        return 0;
    return contrast(y, edge_score(y->s, y->rule, h));
}

static void
write_equations(System *y)
{
    const Program *p = y->s->runs->program;

    y->equations.nentries = 0;
    for (uint32_t i = 0; i < y->f->nblocks; i++) {
        uint32_t j = y->number[i];
        if (j == PROGRAM_NONE || y->into[i] != i)
            continue;
        put(y, j, j, 1);
        y->equations.b[j] =
            y->exit[j] ? y->sum[j] : end_contrast(y, i) + y->own * y->sum[j];
    }
    for (uint32_t i = y->f->edge; i < y->f->edge + y->f->nedges; i++) {
        uint32_t to = unknown(y, p->edges[i].to);
        uint32_t from = unknown(y, p->edges[i].from);
        double theta = contrast(y, y->edge[i]);
        if (covered(y->s->edges[i]) && to != PROGRAM_NONE &&
            from != PROGRAM_NONE && theta != 0 && !is_inner(y, &p->edges[i]))
            put(y, from, to, (y->own - 1) * theta / y->sum[to]);
    }
}

static bool
solve_with(System *y, double zero, double *x)
{
    y->zero = zero;
    survey(y);
    write_equations(y);
    return linear_solve(y->n, y->equations.entries, y->equations.nentries,
                        y->equations.b, x);
}

static CpSystem
solve_function(System *y, double *x)
{
    y->zero = 0;
    survey(y);
    if (!y->n)
        return CP_UNCOVERED;
    if (solve_with(y, 0, x))
        return CP_EXACT;
    if (solve_with(y, ZERO, x))
        return CP_LIMIT;
    y->zero = 0;
    survey(y);
    write_equations(y);
    if (linear_least_squares(y->n, y->equations.entries, y->equations.nentries,
                             y->equations.b, x))
        return CP_REGULARISED;
    for (uint32_t j = 0; j < y->n; j++)
        x[j] = y->sum[j];
    return CP_LOCAL;
}

static void
solve_all(System *y, Cp *out)
{
    const Program *p = y->s->runs->program;
    double *x = mem_zalloc(p->n.blocks + 1, sizeof *x);

    for (uint32_t i = 0; i < p->n.functions; i++) {
        y->f = &p->functions[i];
        out->system[i] = (uint8_t)solve_function(y, x);
        out->nlimit += out->system[i] == CP_LIMIT;
        out->nregularised += out->system[i] == CP_REGULARISED;
        out->nlocal += out->system[i] == CP_LOCAL;
        for (uint32_t k = 0; k < y->f->nblocks; k++)
            if (y->number[k] != PROGRAM_NONE) {
                assert(isfinite(x[y->number[k]]));
                out->block[y->f->block + k] = x[y->number[k]];
            }
    }
    free(x);
}

void
cp_solve(const Spectrum *s, CpRule rule, Arena *a, Cp *out)
{
    const Program *p = s->runs->program;
    size_t n = (size_t)p->n.blocks + 1;

    *out = (Cp){
        .edge = ARENA_ARRAY(a, double, p->n.edges),
        .block = ARENA_ARRAY(a, double, p->n.blocks),
        .system = ARENA_ARRAY(a, uint8_t, p->n.functions),
    };
    for (uint32_t e = 0; e < p->n.edges; e++)
        out->edge[e] = edge_score(s, rule, s->edges[e]);
    System y = {
        .s = s,
        .edge = out->edge,
        .rule = rule,
        .own = rule == CP_DAMPED ? tuning(TUNE_spectrum_cp_damping) : 0,
        .number = mem_zalloc(n, sizeof *y.number),
        .into = mem_zalloc(n, sizeof *y.into),
        .sum = mem_zalloc(n, sizeof *y.sum),
        .exit = mem_zalloc(n, sizeof *y.exit),
        .equations = {.b = mem_zalloc(n, sizeof *y.equations.b),
                      .entries = mem_zalloc(n + p->n.edges,
                                            sizeof *y.equations.entries)},
    };
    solve_all(&y, out);
    free(y.number);
    free(y.into);
    free(y.sum);
    free(y.exit);
    free(y.equations.b);
    free(y.equations.entries);
}
