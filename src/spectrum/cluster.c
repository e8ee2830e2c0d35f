/* cluster.c - groups of failing tests that seem to fail for one reason each.
 *
 * Runs over the same blocks are one leaf. Merging follows nearest-neighbour
 * chains (Murtagh 1983), so it takes n^2 time and n^2/2 floats for n leaves.
 */
#include "spectrum/cluster.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "format/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEAVES = 8000, SHOWN_NAMES = 5 };

typedef struct Leaf Leaf;
struct Leaf {
    uint32_t *unit; /* ascending */
    uint32_t n;
    double weight; /* of all its units */
};

typedef struct Tree Tree;
struct Tree {
    Leaf *leaves;
    uint32_t n;
    uint32_t *of_run; /* failing run (in order) -> leaf */
    uint32_t *run;    /* ... -> its number */
    uint32_t nruns;
    float *distance; /* of i > j at i*(i-1)/2 + j */
    uint32_t *size;  /* tests of a live cluster, 0: merged away */
    uint32_t *into;  /* leaf -> cluster it was merged into, or itself */
};

static double *
weigh_units(const Spectrum *s, Arena *a)
{
    uint32_t n = spectrum_nunits(s);
    const Hits *hits = s->runs->program ? s->blocks : s->lines;
    double *weight = ARENA_ARRAY(a, double, n);

    for (uint32_t i = 0; i < n; i++)
        weight[i] = s->npassed ? log((s->npassed + 1.0) / (hits[i].ep + 1.0)) /
                                     log(s->npassed + 1.0)
                               : 1;
    return weight;
}

static void
collect_leaves(Tree *t, const Spectrum *s, const double *weight, Arena *a)
{
    uint32_t all = spectrum_nunits(s);
    uint32_t *index = ARENA_ARRAY(a, uint32_t, (size_t)all + 1);
    uint64_t *count = ARENA_ARRAY(a, uint64_t, (size_t)all + 1);
    Map seen = {0};

    t->leaves = ARENA_ARRAY(a, Leaf, s->nfailed);
    t->of_run = ARENA_ARRAY(a, uint32_t, s->nfailed);
    t->run = ARENA_ARRAY(a, uint32_t, s->nfailed);
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] != VERDICT_FAIL)
            continue;
        uint32_t n = spectrum_units(s, r, index, count);
        uint32_t *k = map_put(&seen, index, n * sizeof *index, t->n);
        if (*k == t->n) {
            Leaf *l = &t->leaves[t->n++];
            *l = (Leaf){arena_dup(a, index, n * sizeof *index), n, 0};
            for (uint32_t i = 0; i < n; i++)
                l->weight += weight[index[i]];
        }
        t->run[t->nruns] = r;
        t->of_run[t->nruns++] = *k;
    }
    map_done(&seen);
}

/* 1 - weight of what both run / weight of what either runs. */
static float
leaf_distance(const Leaf *x, const Leaf *y, const double *weight)
{
    double both = 0;

    for (uint32_t i = 0, j = 0; i < x->n && j < y->n;) {
        if (x->unit[i] == y->unit[j]) {
            both += weight[x->unit[i]];
            i++, j++;
        } else if (x->unit[i] < y->unit[j]) {
            i++;
        } else {
            j++;
        }
    }
    double either = x->weight + y->weight - both;
    return either > 0 ? (float)(1 - both / either) : 0;
}

static float *
between(const Tree *t, uint32_t i, uint32_t j)
{
    size_t high = i > j ? i : j, low = i > j ? j : i;

    return &t->distance[high * (high - 1) / 2 + low];
}

static void
measure(Tree *t, const double *weight, Arena *a)
{
    t->distance = mem_alloc(((size_t)t->n * t->n / 2 + 1) * sizeof(float));
    t->size = ARENA_ARRAY(a, uint32_t, t->n);
    t->into = ARENA_ARRAY(a, uint32_t, t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        t->into[i] = i;
        for (uint32_t j = 0; j < i; j++)
            *between(t, i, j) =
                leaf_distance(&t->leaves[i], &t->leaves[j], weight);
    }
    for (uint32_t i = 0; i < t->nruns; i++)
        t->size[t->of_run[i]]++;
}

/* The live cluster nearest to c, `prefer` among equals; t->n if alone. */
static uint32_t
nearest(const Tree *t, uint32_t c, uint32_t prefer)
{
    uint32_t best = prefer;

    for (uint32_t i = 0; i < t->n; i++)
        if (i != c && t->size[i] &&
            (best == t->n || *between(t, c, i) < *between(t, c, best)))
            best = i;
    return best;
}

/* y into x, distances by average linkage (Lance & Williams). */
static void
merge(Tree *t, uint32_t x, uint32_t y)
{
    double nx = t->size[x], ny = t->size[y];

    for (uint32_t i = 0; i < t->n; i++)
        if (t->size[i] && i != x && i != y)
            *between(t, x, i) =
                (float)((nx * *between(t, x, i) + ny * *between(t, y, i)) /
                        (nx + ny));
    t->size[x] += t->size[y];
    t->size[y] = 0;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->into[i] == y)
            t->into[i] = x;
}

/* Average linkage never merges at a smaller distance than before along a
 * chain, so stopping each chain at the cut gives the same clusters. */
static void
merge_all(Tree *t, Arena *a)
{
    uint32_t *chain = ARENA_ARRAY(a, uint32_t, (size_t)t->n + 1);
    bool *done = ARENA_ARRAY(a, bool, t->n);
    const double cut = tuning(TUNE_spectrum_cluster_cut);

    for (uint32_t start = 0; start < t->n; start++) {
        uint32_t length = 0;
        if (t->size[start] && !done[start])
            chain[length++] = start;
        while (length) {
            uint32_t c = chain[length - 1];
            uint32_t before = length > 1 ? chain[length - 2] : t->n;
            uint32_t next = nearest(t, c, before);
            if (next == t->n || (double)*between(t, c, next) > cut) {
                done[c] = true; /* nobody will come nearer to it */
                length--;
            } else if (next == before) {
                merge(t, before, c);
                length -= 2;
                if (!length)
                    chain[length++] = before;
            } else {
                chain[length++] = next;
            }
        }
    }
}

static int
by_size(const void *a, const void *b)
{
    const Cluster *x = a, *y = b;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->run[0] < y->run[0] ? -1 : 1;
}

static void
write_clusters(const Tree *t, Clusters *out)
{
    uint32_t *number = mem_zalloc((size_t)t->n + 1, sizeof *number);

    out->at = ARENA_ARRAY(&out->arena, Cluster, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        if (t->size[i]) {
            number[i] = (uint32_t)out->n;
            out->at[out->n++].run =
                ARENA_ARRAY(&out->arena, uint32_t, t->size[i]);
        }
    for (uint32_t i = 0; i < t->nruns; i++) {
        Cluster *c = &out->at[number[t->into[t->of_run[i]]]];
        c->run[c->n++] = t->run[i];
    }
    qsort(out->at, out->n, sizeof *out->at, by_size);
    free(number);
}

bool
clusters_init(Clusters *out, const Spectrum *s, Diag *d)
{
    Arena a = {0};
    Tree t = {0};

    *out = (Clusters){0};
    double *weight = weigh_units(s, &a);
    collect_leaves(&t, s, weight, &a);
    if (t.n > MOST_LEAVES) {
        arena_done(&a);
        return diag_fail(d,
                         "%u failing tests run different code, too many to "
                         "cluster (at most %d)",
                         t.n, MOST_LEAVES);
    }
    measure(&t, weight, &a);
    merge_all(&t, &a);
    write_clusters(&t, out);
    free(t.distance);
    arena_done(&a);
    return true;
}

void
clusters_done(Clusters *c)
{
    arena_done(&c->arena);
    *c = (Clusters){0};
}

const char *
cluster_text(const Cluster *c, const Runs *runs, Arena *a)
{
    Str s = {0};

    str_printf(&s, "%zu test%s: ", c->n, c->n == 1 ? "" : "s");
    for (size_t i = 0; i < c->n && i < SHOWN_NAMES; i++)
        str_printf(&s, "%s%s", i ? ", " : "", runs->runs[c->run[i]].name);
    if (c->n > SHOWN_NAMES)
        str_puts(&s, ", ...");
    const char *text = arena_strdup(a, str_text(&s));
    str_done(&s);
    return text;
}
