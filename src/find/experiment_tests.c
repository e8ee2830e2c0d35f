/* experiment_tests.c - which tests an experiment uses, and in which order. */
#include "find/experiment_parts.h"

#include "base/mem.h"
#include "base/vec.h"
#include "format/tuning.h"

#include <stdlib.h>

void
tests_cover(Experiment *e)
{
    const Runs *r = e->spec.runs;
    const Program *p = r->program;

    e->tests.covers = ARENA_ARRAY(&e->arena, Bitset, r->nruns);
    for (uint32_t i = 0; i < r->nruns; i++) {
        e->tests.covers[i] = bitset_new(p->n.blocks);
        for (uint64_t k = r->edges.start[i]; k < r->edges.start[i + 1]; k++) {
            uint32_t to = p->edges[r->edges.index[k]].to;
            if (to != PROGRAM_NONE)
                bitset_add(&e->tests.covers[i], to);
        }
    }
}

typedef struct Near Near;
struct Near {
    uint32_t test;
    double key;
};

static int
smaller_key(const void *a, const void *b)
{
    const Near *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->test < y->test ? -1 : x->test > y->test;
}

static double
likeness(const Bitset *a, const Bitset *b)
{
    size_t both = bitset_count_and(a, b);
    size_t all = bitset_count(a) + bitset_count(b) - both;

    return all ? (double)both / (double)all : 1;
}

static uint32_t
scramble(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

typedef VEC(Near) Nears;

/* Failing tests, those first that are most like the others: a few odd ones
 * should not decide what is looked for. */
static void
list_typical(const Experiment *e, Nears *out)
{
    const Runs *r = e->spec.runs;
    const size_t most = tuning_count(TUNE_find_likened);
    Nears any = {0};

    for (uint32_t i = 0; i < r->nruns; i++)
        if (r->runs[i].verdict == VERDICT_FAIL && !r->runs[i].lost)
            vec_push(&any, (Near){i, scramble(i)});
    if (any.n)
        qsort(any.at, any.n, sizeof *any.at, smaller_key);
    for (size_t i = 0; i < any.n; i++) {
        double sum = 0;
        for (size_t k = 0; k < any.n && k < most; k++)
            sum += likeness(&e->tests.covers[any.at[i].test],
                            &e->tests.covers[any.at[k].test]);
        vec_push(out, (Near){any.at[i].test, -sum});
    }
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, smaller_key);
    vec_done(&any);
}

/* The one least like those chosen already. */
static size_t
find_odd(const Nears *all, const double *nearest)
{
    size_t best = SIZE_MAX;

    for (size_t i = 0; i < all->n; i++)
        if (nearest[i] >= 0 && (best == SIZE_MAX || nearest[i] < nearest[best]))
            best = i;
    return best;
}

/* Any that is not chosen yet. */
static size_t
find_any(const Nears *all, const double *nearest)
{
    size_t best = SIZE_MAX;

    for (size_t i = 0; i < all->n; i++)
        if (nearest[i] >= 0 &&
            (best == SIZE_MAX ||
             scramble(all->at[i].test) < scramble(all->at[best].test)))
            best = i;
    return best;
}

/* First typical ones, then any, and every third time one unlike those chosen
 * already: kinds that are rare are there, those that are frequent count for
 * more. */
static void
choose_failing(Experiment *e)
{
    const uint32_t typical = tuning_count(TUNE_find_screen_candidates);
    const uint32_t odd = tuning_count(TUNE_find_odd_every);
    Nears all = {0};

    list_typical(e, &all);
    double *nearest = mem_zalloc(all.n + 1, sizeof *nearest);
    e->tests.nfailing = 0;
    e->tests.nfailed = (uint32_t)all.n;
    e->tests.failing = ARENA_ARRAY(&e->arena, uint32_t, EXPERIMENT_FAILING);
    while (e->tests.nfailing < EXPERIMENT_FAILING &&
           e->tests.nfailing < all.n) {
        const uint32_t n = e->tests.nfailing;
        size_t at = n < typical          ? n
                    : n % odd == odd - 1 ? find_odd(&all, nearest)
                                         : find_any(&all, nearest);
        const uint32_t chosen = all.at[at].test;
        e->tests.failing[e->tests.nfailing++] = chosen;
        nearest[at] = -1;
        for (size_t i = 0; i < all.n; i++) {
            double l = likeness(&e->tests.covers[chosen],
                                &e->tests.covers[all.at[i].test]);
            if (nearest[i] >= 0 && l > nearest[i])
                nearest[i] = l;
        }
    }
    free(nearest);
    vec_done(&all);
}

/* Of the passing tests those most like the failing ones, and in between any
 * others. */
static void
choose_passing(Experiment *e)
{
    const Runs *r = e->spec.runs;
    VEC(Near) near = {0};
    VEC(Near) any = {0};
    bool *taken = mem_zalloc(r->nruns + 1, 1);
    const uint32_t like = tuning_count(TUNE_find_passing_like);

    for (uint32_t i = 0; i < r->nruns; i++) {
        if (r->runs[i].verdict != VERDICT_PASS || r->runs[i].lost)
            continue;
        double most = 0;
        for (uint32_t k = 0; k < e->tests.nfailing && k < like; k++) {
            double l = likeness(&e->tests.covers[i],
                                &e->tests.covers[e->tests.failing[k]]);
            most = l > most ? l : most;
        }
        vec_push(&near, (Near){i, -most});
        vec_push(&any, (Near){i, scramble(i)});
    }
    if (near.n) {
        qsort(near.at, near.n, sizeof *near.at, smaller_key);
        qsort(any.at, any.n, sizeof *any.at, smaller_key);
    }
    e->tests.npassing = 0;
    e->tests.passing = ARENA_ARRAY(&e->arena, uint32_t, near.n + 1);
    for (size_t i = 0; i < near.n; i++) {
        const uint32_t both[] = {near.at[i].test, any.at[i].test};
        for (int k = 0; k < 2; k++)
            if (!taken[both[k]]) {
                taken[both[k]] = true;
                e->tests.passing[e->tests.npassing++] = both[k];
            }
    }
    free(taken);
    vec_done(&near);
    vec_done(&any);
}

void
tests_choose(Experiment *e)
{
    choose_failing(e);
    choose_passing(e);
}

static int
fewer_steps(const void *a, const void *b)
{
    const Near *x = a, *y = b;

    return x->key < y->key ? -1 : x->key > y->key;
}

/* The cheapest of the first few failing tests screens. */
void
tests_choose_screen(Experiment *e)
{
    Near first[TUNE_MOST_find_screen_candidates];
    const uint32_t most = tuning_count(TUNE_find_screen_candidates);
    uint32_t n = e->tests.nfailing < most ? e->tests.nfailing : most;

    for (uint32_t i = 0; i < n; i++)
        first[i] = (Near){e->tests.failing[i],
                          (double)e->unaltered.steps[e->tests.failing[i]]};
    qsort(first, n, sizeof *first, fewer_steps);
    for (uint32_t i = 0; i < n; i++)
        e->tests.failing[i] = first[i].test;
}

static int
compare_u64(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static int
compare_real(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

void
tests_find_usual(Experiment *e, uint32_t n, const uint8_t *seen)
{
    uint64_t *steps = mem_zalloc(n + 1, sizeof *steps);
    double *wall = mem_zalloc(n + 1, sizeof *wall);
    uint32_t k = 0;

    for (uint32_t i = 0; i < n; i++)
        if (seen[e->tests.passing[i]] == SEEN_SAME) {
            steps[k] = e->unaltered.steps[e->tests.passing[i]];
            wall[k++] = e->unaltered.wall_s[e->tests.passing[i]];
        }
    if (k) {
        qsort(steps, k, sizeof *steps, compare_u64);
        qsort(wall, k, sizeof *wall, compare_real);
        e->unaltered.usual_steps = steps[(size_t)(k - 1) * 19 / 20];
        e->unaltered.usual_wall_s = wall[(size_t)(k - 1) * 19 / 20];
    }
    free(steps);
    free(wall);
}
