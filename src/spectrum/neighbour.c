/* neighbour.c - Renieris & Reiss 2003: set differences and the passing run
 * most like the failing one. */
#include "spectrum/neighbour.h"

#include "base/bitset.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The first of the ascending n that is not below v, or n. The comparison adds
 * to a place instead of choosing a branch, which would be guessed wrongly every
 * other time. */
static uint32_t
find_place(const uint32_t *ascending, uint32_t n, uint32_t v)
{
    uint32_t low = 0;

    while (n > 0) {
        uint32_t half = (n + 1) / 2;
        low += half * (ascending[low + half - 1] < v);
        n -= half;
    }
    return low;
}

/* n minus the longest ascending subsequence, by patience sorting. Units come
 * in ascending runs (of those not run, and of equal counts), so the place is
 * most often right behind the one before. */
uint32_t
neighbour_ulam(const uint32_t *permutation, uint32_t n, uint32_t limit)
{
    uint32_t *tails = mem_alloc(((size_t)n + 1) * sizeof *tails);
    uint32_t length = 0, distance = limit, place = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = permutation[i];
        if (i - length >= limit)
            goto done;
        bool before = place == 0 || tails[place - 1] < v;
        if (!before || (place < length && tails[place] < v))
            place = find_place(tails, length, v);
        tails[place] = v;
        length += place == length;
        place++;
    }
    if (n - length < limit)
        distance = n - length;
done:
    free(tails);
    return distance;
}

/* Working memory for one run's units. */
typedef struct RunUnits RunUnits;
struct RunUnits {
    uint32_t *index;
    uint64_t *count;
    uint32_t n;
};

static void
run_units_init(RunUnits *u, const Spectrum *s)
{
    size_t n = (size_t)spectrum_nunits(s) + 1;

    *u = (RunUnits){mem_alloc(n * sizeof *u->index),
                    mem_alloc(n * sizeof *u->count), 0};
}

static void
run_units_done(RunUnits *u)
{
    free(u->index);
    free(u->count);
}

static void
run_units_of(RunUnits *u, const Spectrum *s, uint32_t run)
{
    u->n = spectrum_units(s, run, u->index, u->count);
}

static Bitset
set_of(const Spectrum *s, uint32_t run, RunUnits *u)
{
    Bitset b = bitset_new(spectrum_nunits(s));

    run_units_of(u, s, run);
    for (uint32_t i = 0; i < u->n; i++)
        bitset_add(&b, u->index[i]);
    return b;
}

/* Score what is in `with` but not in `without`. */
static void
report(const Spectrum *s, const Bitset *with, const Bitset *without,
       double *unit)
{
    for (size_t i = 0; i < with->n; i++)
        if (bitset_has(with, i) && !bitset_has(without, i))
            unit[i] += 1.0 / s->nfailed;
}

static void
report_sets(const Spectrum *s, bool intersection, double *unit)
{
    RunUnits u;
    Bitset all = bitset_new(spectrum_nunits(s));
    bool first = true;

    run_units_init(&u, s);
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] != VERDICT_PASS)
            continue;
        Bitset b = set_of(s, r, &u);
        if (intersection && !first)
            bitset_and(&all, &b);
        else
            bitset_or(&all, &b);
        first = false;
        bitset_free(&b);
    }
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] != VERDICT_FAIL)
            continue;
        Bitset b = set_of(s, r, &u);
        if (intersection)
            report(s, &all, &b, unit);
        else
            report(s, &b, &all, unit);
        bitset_free(&b);
    }
    bitset_free(&all);
    run_units_done(&u);
}

static void
report_nearest(const Spectrum *s, const uint32_t *nearest, double *unit)
{
    RunUnits u;

    run_units_init(&u, s);
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] != VERDICT_FAIL)
            continue;
        Bitset fail = set_of(s, r, &u), pass = set_of(s, nearest[r], &u);
        report(s, &fail, &pass, unit);
        bitset_free(&fail);
        bitset_free(&pass);
    }
    run_units_done(&u);
}

/* One failing run in the search for its neighbour. */
typedef struct Seeker Seeker;
struct Seeker {
    uint32_t run;
    uint32_t nearest, distance;
    uint32_t reported; /* units it runs and the nearest does not */
    Bitset set;
    uint32_t *position; /* permutation: unit -> place in its order */
};

/* Of equally near runs the one that leaves less to report, then the first. */
static void
offer(Seeker *k, uint32_t run, uint32_t distance, const Bitset *pass)
{
    if (k->nearest != PROGRAM_NONE && distance > k->distance)
        return;
    uint32_t reported =
        (uint32_t)(bitset_count(&k->set) - bitset_count_and(&k->set, pass));
    if (k->nearest == PROGRAM_NONE || distance < k->distance ||
        reported < k->reported) {
        k->nearest = run;
        k->distance = distance;
        k->reported = reported;
    }
}

static void
seek_binary(const Spectrum *s, Seeker *seekers, size_t n)
{
    RunUnits u;

    run_units_init(&u, s);
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] != VERDICT_PASS)
            continue;
        Bitset pass = set_of(s, r, &u);
        size_t size = bitset_count(&pass);
        for (size_t i = 0; i < n; i++) {
            size_t both = bitset_count_and(&seekers[i].set, &pass);
            size_t own = bitset_count(&seekers[i].set);
            offer(&seekers[i], r, (uint32_t)(own + size - 2 * both), &pass);
        }
        bitset_free(&pass);
    }
    run_units_done(&u);
}

typedef struct Ordered Ordered;
struct Ordered {
    uint64_t count;
    uint32_t unit;
};

static int
by_count(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? 1 : -1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

/* All units ordered by the run's counts: first those it did not run. */
static void
order_of(const Spectrum *s, uint32_t run, RunUnits *u, Ordered *sorted,
         uint32_t *order)
{
    uint32_t all = spectrum_nunits(s), n = 0, next = 0;

    run_units_of(u, s, run);
    for (uint32_t i = 0; i < all; i++) {
        if (next < u->n && u->index[next] == i)
            next++;
        else
            order[n++] = i;
    }
    for (uint32_t i = 0; i < u->n; i++)
        sorted[i] = (Ordered){u->count[i], u->index[i]};
    qsort(sorted, u->n, sizeof *sorted, by_count);
    for (uint32_t i = 0; i < u->n; i++)
        order[n++] = sorted[i].unit;
}

/* A bound: what one ran and the other did not has changed sides with the
 * opposite, and two such cannot both keep their place. */
static uint32_t
least_ulam(const Bitset *a, const Bitset *b)
{
    size_t both = bitset_count_and(a, b);
    size_t only_a = bitset_count(a) - both, only_b = bitset_count(b) - both;

    return (uint32_t)(only_a < only_b ? only_a : only_b);
}

static void
seek_permutation(const Spectrum *s, Seeker *seekers, size_t n)
{
    uint32_t all = spectrum_nunits(s);
    Ordered *sorted = mem_alloc(((size_t)all + 1) * sizeof *sorted);
    uint32_t *order = mem_alloc(((size_t)all + 1) * sizeof *order);
    uint32_t *moved = mem_alloc(((size_t)all + 1) * sizeof *moved);
    RunUnits u;

    run_units_init(&u, s);
    for (size_t i = 0; i < n; i++) {
        seekers[i].position = mem_alloc(((size_t)all + 1) * sizeof *order);
        order_of(s, seekers[i].run, &u, sorted, order);
        for (uint32_t k = 0; k < all; k++)
            seekers[i].position[order[k]] = k;
    }
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] != VERDICT_PASS)
            continue;
        order_of(s, r, &u, sorted, order);
        Bitset pass = set_of(s, r, &u);
        for (size_t i = 0; i < n; i++) {
            Seeker *k = &seekers[i];
            uint32_t limit =
                k->nearest == PROGRAM_NONE ? all + 1 : k->distance + 1;
            if (least_ulam(&k->set, &pass) >= limit)
                continue;
            /* Both turned round: runs differ most in what they run most, and
             * those too far away are then noticed soon. */
            for (uint32_t j = 0; j < all; j++)
                moved[j] = all - 1 - k->position[order[all - 1 - j]];
            offer(k, r, neighbour_ulam(moved, all, limit), &pass);
        }
        bitset_free(&pass);
    }
    for (size_t i = 0; i < n; i++)
        free(seekers[i].position);
    run_units_done(&u);
    free(sorted);
    free(order);
    free(moved);
}

bool
neighbour_report(NeighbourKind kind, const Spectrum *s, Arena *a,
                 Neighbour *out, Diag *d)
{
    size_t n = 0;
    RunUnits u;

    if (!s->npassed)
        return diag_fail(d, "no passing test to compare the failing ones with");
    Seeker *seekers = mem_zalloc((size_t)s->nfailed + 1, sizeof *seekers);
    run_units_init(&u, s);
    *out = (Neighbour){ARENA_ARRAY(a, double, spectrum_nunits(s)),
                       ARENA_ARRAY(a, uint32_t, s->runs->nruns)};
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        out->nearest[r] = PROGRAM_NONE;
        if (s->use[r] == VERDICT_FAIL)
            seekers[n++] = (Seeker){
                .run = r, .nearest = PROGRAM_NONE, .set = set_of(s, r, &u)};
    }
    if (kind == NEIGHBOUR_BINARY)
        seek_binary(s, seekers, n);
    else if (kind == NEIGHBOUR_PERMUTATION)
        seek_permutation(s, seekers, n);
    for (size_t i = 0; i < n; i++) {
        out->nearest[seekers[i].run] = seekers[i].nearest;
        bitset_free(&seekers[i].set);
    }
    run_units_done(&u);
    if (kind == NEIGHBOUR_UNION || kind == NEIGHBOUR_INTERSECTION)
        report_sets(s, kind == NEIGHBOUR_INTERSECTION, out->unit);
    else
        report_nearest(s, out->nearest, out->unit);
    free(seekers);
    return true;
}
