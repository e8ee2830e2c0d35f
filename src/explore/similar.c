/* similar.c - how alike two runs are, from 0 to 100 (Artzi et al. 2010). */
#include "explore/similar.h"

#include "base/map.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Paths */

typedef struct Occurrence Occurrence;
struct Occurrence {
    uint64_t branch;
    uint64_t occurrence;
};

void
pattern_init(Pattern *p, const Decisions *path)
{
    *p = (Pattern){.path = path, .places = mem_zalloc(1, sizeof(Map))};
    for (uint32_t i = 0; i < path->n; i++) {
        const Occurrence key = {path->at[i].branch, path->at[i].occurrence};
        map_put(p->places, &key, sizeof key, i);
    }
}

void
pattern_done(Pattern *p)
{
    if (p->places)
        map_done(p->places);
    free(p->places);
    *p = (Pattern){0};
}

/* Compared step by step with the pattern. */
typedef struct Likeness Likeness;
struct Likeness {
    uint32_t n;       /* conditions seen */
    uint32_t matched; /* that the pattern has */
    uint32_t alike;   /* with the same outcome */
    uint32_t stretch, longest;
    uint32_t expected; /* where in the pattern the stretch goes on */
};

static void
tally(Likeness *t, const Pattern *p, const Decision *c, uint32_t outcome)
{
    const Occurrence key = {c->branch, c->occurrence};
    const uint32_t *at = map_find(p->places, &key, sizeof key);
    const bool alike = at && p->path->at[*at].outcome == outcome;

    t->n++;
    t->matched += at != NULL;
    t->alike += alike;
    if (alike && (t->stretch == 0 || *at == t->expected))
        t->stretch++;
    else
        t->stretch = alike;
    if (alike)
        t->expected = *at + 1;
    if (t->stretch > t->longest)
        t->longest = t->stretch;
}

static double
share(const Likeness *t, const Pattern *p, bool subset)
{
    uint32_t all = t->n + p->path->n - t->matched;

    return all ? 100.0 * (subset ? t->alike : t->longest) / all : 100;
}

static double
compare(const Pattern *p, const Decisions *path, bool subset)
{
    Likeness t = {0};

    for (uint32_t i = 0; i < path->n; i++)
        tally(&t, p, &path->at[i], path->at[i].outcome);
    return share(&t, p, subset);
}

double
similar_subset(const Pattern *p, const Decisions *path)
{
    return compare(p, path, true);
}

double
similar_subsequence(const Pattern *p, const Decisions *path)
{
    return compare(p, path, false);
}

/* What one condition of a path adds. */
typedef struct Mark Mark;
struct Mark {
    uint32_t place; /* in the pattern, NOWHERE */
    bool alike;
    uint32_t ends, begins; /* length of the stretch that does so here */
    uint32_t left, right;  /* the longest stretch before and behind */
};

#define NOWHERE UINT32_MAX

/* Does a stretch go on from one condition to the next? */
static bool
goes_on(const Mark *m)
{
    return m[0].place != NOWHERE && m[1].place == m[0].place + 1;
}

static uint32_t
larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* With room for one before the first and one behind the last. */
static Mark *
mark_path(const Pattern *p, const Decisions *path)
{
    Mark *marks = mem_zalloc((size_t)path->n + 2, sizeof *marks), *m;

    marks[0].place = marks[path->n + 1].place = NOWHERE;
    for (uint32_t i = 0; i < path->n; i++) {
        const Decision *c = &path->at[i];
        const Occurrence key = {c->branch, c->occurrence};
        const uint32_t *at = map_find(p->places, &key, sizeof key);
        m = &marks[i + 1];
        m->place = at ? *at : NOWHERE;
        m->alike = at && p->path->at[*at].outcome == c->outcome;
        m->ends = !m->alike ? 0 : goes_on(m - 1) ? m[-1].ends + 1 : 1;
        m->left = larger(m[-1].left, m[-1].ends);
    }
    for (uint32_t i = path->n; i-- > 0;) {
        m = &marks[i + 1];
        m->begins = !m->alike ? 0 : goes_on(m) ? m[1].begins + 1 : 1;
        m->right = larger(m[1].right, m[1].begins);
    }
    return marks;
}

/* The longest stretch if this condition goes the other way. */
static uint32_t
longest_then(const Mark *m, bool alike)
{
    const uint32_t through = !alike ? 0
                                    : 1 + (goes_on(m - 1) ? m[-1].ends : 0) +
                                          (goes_on(m) ? m[1].begins : 0);

    return larger(through, larger(m->left, m->right));
}

void
similar_flips(const Pattern *p, const Decisions *path, bool subset,
              const uint32_t *at, const uint32_t *out, size_t n, double *most)
{
    Mark *marks = mark_path(p, path);
    Likeness whole = {.n = path->n};

    for (uint32_t i = 1; i <= path->n; i++) {
        whole.matched += marks[i].place != NOWHERE;
        whole.alike += marks[i].alike;
    }
    for (size_t k = 0; k < n; k++) {
        assert(at[k] < path->n);
        const Mark *m = &marks[at[k] + 1];
        const bool alike =
            m->place != NOWHERE && p->path->at[m->place].outcome == out[k];
        Likeness other = whole;
        other.alike = whole.alike - m->alike + alike;
        other.longest = subset ? 0 : longest_then(m, alike);
        const double s = share(&other, p, subset);
        if (s > most[k])
            most[k] = s;
    }
    free(marks);
}

/* Inputs */

typedef struct Overlap Overlap;
struct Overlap {
    size_t alike, x, y;
};

static void
compare_bytes(InputBytes a, InputBytes b, Overlap *u)
{
    const size_t n = a.n < b.n ? a.n : b.n;

    u->x += a.n;
    u->y += b.n;
    for (size_t i = 0; i < n; i++)
        u->alike += a.at[i] == b.at[i];
}

static bool
same(InputBytes a, InputBytes b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

static bool
has_variable(const Input *x, InputBytes v)
{
    for (size_t i = 0; i < x->nenv; i++)
        if (same(x->env[i], v))
            return true;
    return false;
}

static const InputFile *
find_file(const Input *x, const char *name)
{
    for (size_t i = 0; i < x->nfiles; i++)
        if (strcmp(x->files[i].name, name) == 0)
            return &x->files[i];
    return NULL;
}

size_t
similar_input_units(const Input *x)
{
    size_t n = x->nargs + x->nenv + (x->has_stdin ? x->in.n : 0);

    for (size_t i = 0; i < x->nfiles; i++)
        n += x->files[i].bytes.n;
    return n;
}

double
similar_input(const Input *x, const Input *y)
{
    Overlap u = {.x = x->nargs + x->nenv, .y = y->nargs + y->nenv};

    for (size_t i = 0; i < x->nargs && i < y->nargs; i++)
        u.alike += same(x->args[i], y->args[i]);
    for (size_t i = 0; i < x->nenv; i++)
        u.alike += has_variable(y, x->env[i]);
    compare_bytes(x->has_stdin ? x->in : (InputBytes){0},
                  y->has_stdin ? y->in : (InputBytes){0}, &u);
    for (size_t i = 0; i < x->nfiles; i++) {
        const InputFile *f = find_file(y, x->files[i].name);
        compare_bytes(x->files[i].bytes, f ? f->bytes : (InputBytes){0}, &u);
    }
    for (size_t i = 0; i < y->nfiles; i++)
        if (!find_file(x, y->files[i].name))
            u.y += y->files[i].bytes.n;
    /* Bytes at one place in both are one unit of the union. */
    const size_t all = u.x > u.y ? u.x : u.y;
    return all ? 100.0 * (double)u.alike / (double)all : 100;
}
