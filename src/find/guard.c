/* guard.c - a condition that tells the runs an alteration repairs from those
 * that it breaks.
 */
#include "find/guard.h"

#include "base/map.h"
#include "base/mem.h"
#include "format/mutate_value.h"
#include "format/tuning.h"

#include <stdlib.h>
#include <string.h>

bool
guard_fits(const MutateSites *s, const Alteration *a)
{
    switch ((MutateSiteKind)s->at[a->site].kind) {
    case MSITE_BRANCH:
        return a->op == MUTATE_SET;
    case MSITE_STATEMENT:
        return a->op == MUTATE_ACT;
    case MSITE_STORE:
        return a->op == MUTATE_SCRATCH || a->op == MUTATE_SET ||
               a->op == MUTATE_ADD;
    case MSITE_USE:
    case MSITE_LITERAL:
    case MSITE_RESULT:
        return a->op == MUTATE_ADD || a->op == MUTATE_SET;
    case MSITE_COMPARE:
    case MSITE_BINARY:
    case MSITE_REFERENCE:
    case MSITE_ADDRESS:
    case MSITE_CALL:
    case MSITE_JUNCTION:
    case MSITE_WIDE:
    case MSITE_SWITCH:
    case MSITE_INIT:
    case MSITE_TEXT:
    case MSITE_KINDS:
        break;
    }
    return false;
}

bool
guard_is_usual(const MutateSites *s, const Alteration *a)
{
    const MutateSiteKind kind = (MutateSiteKind)s->at[a->site].kind;

    return kind == MSITE_BRANCH || kind == MSITE_STATEMENT ||
           a->op == MUTATE_SCRATCH;
}

void
guard_watch(const MutateSites *s, uint32_t site, Watch *out)
{
    const MutateSite *at = &s->at[site];
    const MutateFunction *f = &s->functions[at->where.function];

    *out = (Watch){.site = site};
    for (int members = 0; members < 2; members++)
        for (uint32_t i = f->variable; i < f->variable + f->nvariables; i++) {
            const MutateVariable *v = &s->variables[i];
            if (!v->is_address && !v->is_array && !v->operand.index &&
                v->is_member == (members == 1) && mutate_sees(s, at, v) &&
                out->nvariables < MUTATE_WATCHED)
                out->variables[out->nvariables++] = i;
        }
}

static int64_t
value_at(const Watch *w, uint32_t entry, uint32_t x)
{
    return w->entries[(size_t)entry * (w->nvariables + 2) + 2 + x];
}

static bool
holds(const Guard *g, const Watch *w, uint32_t entry, unsigned flags)
{
    int64_t x = value_at(w, entry, g->x);
    int64_t y = g->y == MUTATE_NONE ? g->constant : value_at(w, entry, g->y);

    return x != WATCH_NOTHING && y != WATCH_NOTHING &&
           mutate_relate(g->relation, x, y, flags);
}

static bool
holds_somewhere(const Guard *g, const Watch *w, unsigned flags)
{
    for (uint32_t k = 0; k < w->nentries; k++)
        if (holds(g, w, k, flags))
            return true;
    return false;
}

static bool
holds_everywhere(const Guard *g, const Watch *w, unsigned flags)
{
    for (uint32_t k = 0; k < w->nentries; k++)
        if (!holds(g, w, k, flags))
            return false;
    return true;
}

/* Values of the variable in failing runs, each once. */
static size_t
values_of(const Watch *failing, size_t nfailing, uint32_t x, int64_t *out)
{
    const size_t most = tuning_count(TUNE_find_guard_constants);
    size_t n = 0;

    for (size_t i = 0; i < nfailing; i++)
        for (uint32_t k = 0; k < failing[i].nentries && n < most; k++) {
            int64_t v = value_at(&failing[i], k, x);
            size_t at = 0;
            while (at < n && out[at] != v)
                at++;
            if (at == n && v != WATCH_NOTHING)
                out[n++] = v;
        }
    return n;
}

/* What the guards are made for. */
typedef struct GuardSearch GuardSearch;
struct GuardSearch {
    const MutateSites *s;
    const Watch *failing, *passing;
    size_t nfailing, npassing;
    bool moments; /* some executions in the one failing run, not all */
    Map alike;    /* key of executions -> how many guards were found */
    Moments found;
};

static const MutateVariable *
variable_of(const GuardSearch *q, uint32_t x)
{
    return &q->s->variables[q->failing[0].variables[x]];
}

/* At which executions the guard holds; 0: at none, or at all. */
static uint64_t
key_of(const Guard *g, const Watch *w, unsigned flags)
{
    uint64_t key = 0xcbf29ce484222325; /* FNV-1a */
    uint32_t n = 0;

    for (uint32_t k = 0; k < w->nentries; k++)
        if (holds(g, w, k, flags)) {
            key = (key ^ k) * 0x100000001b3;
            n++;
        }
    return n == 0 || n == w->nentries ? 0 : key;
}

static void
consider_moments(GuardSearch *q, Guard g, unsigned flags)
{
    const uint64_t key = key_of(&g, q->failing, flags);
    size_t nheld = 0;

    if (key == 0)
        return;
    uint32_t *n = map_put(&q->alike, &key, sizeof key, 0);
    if (*n >= tuning_count(TUNE_find_guards_alike))
        return;
    for (size_t i = 0; i < q->npassing; i++)
        nheld += holds_somewhere(&g, &q->passing[i], flags);
    ++*n;
    vec_push(&q->found, (Moment){g, key, nheld});
}

/* A guard must let the alteration happen in each failing run, and keep it from
 * happening somewhere else. */
static void
consider(GuardSearch *q, Guard g)
{
    const unsigned flags = variable_of(q, g.x)->operand.flags;
    size_t nheld = 0;
    bool keeps_off = q->npassing == 0;

    if (q->moments) {
        consider_moments(q, g, flags);
        return;
    }
    for (size_t i = 0; i < q->nfailing; i++)
        if (!holds_somewhere(&g, &q->failing[i], flags))
            return;
    for (size_t i = 0; i < q->npassing; i++) {
        keeps_off |= !holds_everywhere(&g, &q->passing[i], flags);
        nheld += holds_somewhere(&g, &q->passing[i], flags);
    }
    if (keeps_off)
        vec_push(&q->found, (Moment){g, 0, nheld});
}

static void
against_constants(GuardSearch *q, uint32_t x, bool only_zero)
{
    const MutateVariable *v = variable_of(q, x);
    int64_t values[TUNE_MOST_find_guard_constants] = {0};
    size_t n = values_of(q->failing, q->nfailing, x, values);

    if (only_zero) {
        consider(q, (Guard){x, MUTATE_NONE, MUTATE_EQ, 0});
        consider(q, (Guard){x, MUTATE_NONE, MUTATE_NE, 0});
        return;
    }
    if (v->operand.flags & MUTATE_POINTER)
        return;
    for (size_t i = 0; i < n; i++)
        for (unsigned r = 0; r < MUTATE_RELATIONS; r++)
            if (r != MUTATE_NE && r != MUTATE_LT && r != MUTATE_GT)
                consider(q, (Guard){x, MUTATE_NONE, r, values[i]});
}

/* Into the greatest `most` ones; 1 says nothing. */
static size_t
insert_falling(int64_t *at, size_t n, size_t most, int64_t v)
{
    size_t i = 0, last = n < most ? n : most - 1;

    while (i < n && at[i] > v)
        i++;
    if (v <= 1 || i == most || (i < n && at[i] == v))
        return n;
    memmove(at + i + 1, at + i, (last - i) * sizeof *at);
    at[i] = v;
    return last + 1;
}

static int64_t
gcd(int64_t a, int64_t b)
{
    while (a) {
        int64_t rest = b % a;
        b = a;
        a = rest;
    }
    return b;
}

/* The greatest numbers above 1 that divide a value of x in each of the runs,
 * in falling order. */
static size_t
common_divisors(const Watch *w, size_t n, uint32_t x, int64_t *out)
{
    const size_t most = tuning_count(TUNE_find_guard_divisors);
    int64_t now[TUNE_MOST_find_guard_divisors] = {0}; /* 0: any divides it */
    size_t nnow = 1;

    for (size_t i = 0; i < n && nnow; i++) {
        int64_t next[TUNE_MOST_find_guard_divisors];
        size_t nnext = 0;
        for (uint32_t k = 0; k < w[i].nentries; k++)
            for (size_t m = 0; m < nnow; m++) {
                const int64_t v = value_at(&w[i], k, x);
                if (v > 0 && v != WATCH_NOTHING)
                    nnext = insert_falling(next, nnext, most, gcd(v, now[m]));
            }
        memcpy(now, next, nnext * sizeof *next);
        nnow = nnext;
    }
    nnow = nnow && now[0] ? nnow : 0;
    memcpy(out, now, nnow * sizeof *now);
    return nnow;
}

static void
by_divisor(GuardSearch *q, uint32_t x)
{
    const MutateVariable *v = variable_of(q, x);
    int64_t g[TUNE_MOST_find_guard_divisors];

    if (v->operand.flags & (MUTATE_POINTER | MUTATE_FLOAT))
        return;
    size_t n = common_divisors(q->failing, q->nfailing, x, g);
    for (size_t i = 0; i < n; i++)
        consider(q, (Guard){x, MUTATE_NONE, MUTATE_MULTIPLE, g[i]});
    n = common_divisors(q->passing, q->npassing, x, g);
    for (size_t i = 0; i < n; i++)
        consider(q, (Guard){x, MUTATE_NONE, MUTATE_NO_MULTIPLE, g[i]});
}

Alteration
guard_apply(const MutateSites *s, const Alteration *plain, const Watch *like,
            const Guard *g)
{
    Alteration a = *plain;
    const MutateVariable *x = &s->variables[like->variables[g->x]];

    a.guard.given = true;
    a.kind = ALTERATION_GUARD;
    a.guard.relation = (uint8_t)g->relation;
    a.guard.x = x->operand;
    a.guard.names.variable = like->variables[g->x];
    a.guard.names.other = MUTATE_NONE;
    a.guard.y = (MutateOperand){.base = MUTATE_NONE, .value = g->constant};
    if (g->y != MUTATE_NONE) {
        a.guard.names.other = like->variables[g->y];
        a.guard.y = s->variables[a.guard.names.other].operand;
    }
    return a;
}

static void
search(GuardSearch *q)
{
    const uint32_t n = q->failing[0].nvariables;

    for (uint32_t x = 0; x < n; x++)
        against_constants(q, x, true);
    for (uint32_t x = 0; x < n; x++)
        for (uint32_t y = 0; y < n; y++) {
            const MutateVariable *v = variable_of(q, x), *w = variable_of(q, y);
            bool mixed =
                v->type != w->type && ((v->operand.flags | w->operand.flags) &
                                       (MUTATE_POINTER | MUTATE_FLOAT));
            if (x == y || mixed)
                continue;
            for (unsigned r = 0; r < MUTATE_RELATIONS; r++)
                if (x < y || (r != MUTATE_EQ && r != MUTATE_NE))
                    if (!(r == MUTATE_GT || r == MUTATE_GE) || x < y)
                        consider(q, (Guard){x, y, r, 0});
        }
    for (uint32_t x = 0; x < n; x++)
        by_divisor(q, x);
    for (uint32_t x = 0; x < n; x++)
        against_constants(q, x, false);
}

/* Those that never hold in a passing run come first; where it holds in some,
 * the alteration may do no harm there, which only running it tells. */
void
guard_propose(const MutateSites *s, const Alteration *a, const Watch *failing,
              size_t nfailing, const Watch *passing, size_t npassing,
              size_t most, Trials *out)
{
    GuardSearch q = {.s = s,
                     .failing = failing,
                     .passing = passing,
                     .nfailing = nfailing,
                     .npassing = npassing};
    size_t left = most, loose = tuning_count(TUNE_find_guards_loose);

    if (nfailing == 0)
        return;
    search(&q);
    for (size_t held = 0; held <= npassing && left; held++)
        for (size_t i = 0; i < q.found.n && left; i++) {
            const Moment *c = &q.found.at[i];
            if (c->nheld != held || (held && loose == 0))
                continue;
            loose -= held > 0;
            left--;
            vec_push(out, (Trial){.a = guard_apply(s, a, failing, &c->guard)});
        }
    vec_done(&q.found);
}

typedef struct Rank Rank; /* of a set of executions */
struct Rank {
    uint64_t key;
    size_t nheld, first;
};

static int
held_less(const void *a, const void *b)
{
    const Rank *x = a, *y = b;

    if (x->nheld != y->nheld)
        return x->nheld < y->nheld ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* The sets, by the guard of each that holds in the fewest passing runs. */
static size_t
rank_sets(const Moments *found, Rank *out)
{
    Map of = {0};
    size_t n = 0;

    for (size_t i = 0; i < found->n; i++) {
        const Moment *m = &found->at[i];
        uint32_t at = *map_put(&of, &m->key, sizeof m->key, (uint32_t)n);
        if (at == n)
            out[n++] = (Rank){m->key, m->nheld, i};
        else if (m->nheld < out[at].nheld)
            out[at].nheld = m->nheld;
    }
    map_done(&of);
    if (n)
        qsort(out, n, sizeof *out, held_less);
    return n;
}

void
guard_moments(const MutateSites *s, const Watch *failing, const Watch *passing,
              size_t npassing, size_t most, Moments *out)
{
    GuardSearch q = {.s = s,
                     .failing = failing,
                     .passing = passing,
                     .nfailing = 1,
                     .npassing = npassing,
                     .moments = true};

    search(&q);
    Rank *sets = mem_zalloc(q.found.n + 1, sizeof *sets);
    const size_t n = rank_sets(&q.found, sets);
    for (size_t i = 0; i < n && i < most; i++)
        for (size_t held = sets[i].nheld; held <= npassing; held++)
            for (size_t k = 0; k < q.found.n; k++)
                if (q.found.at[k].key == sets[i].key &&
                    q.found.at[k].nheld == held)
                    vec_push(out, q.found.at[k]);
    free(sets);
    map_done(&q.alike);
    vec_done(&q.found);
}
