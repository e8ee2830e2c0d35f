/* guard.c - a condition that tells the runs an alteration repairs from those
 * that it breaks.
 */
#include "localize/guard.h"

#include "base/mem.h"
#include "format/mutate_value.h"

#include <stdlib.h>
#include <string.h>

enum { CONSTANTS = 24 }; /* values of a variable that are compared with */

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
    case MSITE_SWITCH:
    case MSITE_INIT:
    case MSITE_KINDS:
        break;
    }
    return false;
}

void
guard_watch(const MutateSites *s, uint32_t site, Watch *out)
{
    const MutateSite *at = &s->at[site];
    const MutateFunction *f = &s->functions[at->function];

    *out = (Watch){.site = site};
    for (int members = 0; members < 2; members++)
        for (uint32_t i = f->variable; i < f->variable + f->nvariables; i++) {
            const MutateVariable *v = &s->variables[i];
            if (!v->is_address && v->is_member == (members == 1) &&
                mutate_sees(s, at, v) && out->nvariables < MUTATE_WATCHED)
                out->variables[out->nvariables++] = i;
        }
}

/* A guard: variable number `x` of the watches, relation, and variable `y` or,
 * if that is MUTATE_NONE, a constant. */
typedef struct Guard Guard;
struct Guard {
    uint32_t x, y;
    unsigned relation;
    int64_t constant;
};

static bool
holds(const Guard *g, const Watch *w, uint32_t entry, unsigned flags)
{
    const int64_t *e = w->entries + (size_t)entry * (w->nvariables + 2) + 2;
    int64_t x = e[g->x], y = g->y == MUTATE_NONE ? g->constant : e[g->y];

    return x != WATCH_NOTHING && y != WATCH_NOTHING &&
           mutate_relate(g->relation, x, y, flags);
}

/* Does it hold somewhere in each failing run and nowhere in a passing one? */
static bool
tells(const Guard *g, const Watch *failing, size_t nfailing,
      const Watch *passing, size_t npassing, unsigned flags)
{
    for (size_t i = 0; i < npassing; i++)
        for (uint32_t k = 0; k < passing[i].nentries; k++)
            if (holds(g, &passing[i], k, flags))
                return false;
    for (size_t i = 0; i < nfailing; i++) {
        uint32_t k = 0;
        while (k < failing[i].nentries && !holds(g, &failing[i], k, flags))
            k++;
        if (k == failing[i].nentries)
            return false;
    }
    return true;
}

/* Values of the variable in failing runs, each once. */
static size_t
values_of(const Watch *failing, size_t nfailing, uint32_t x, int64_t *out)
{
    size_t n = 0;

    for (size_t i = 0; i < nfailing; i++)
        for (uint32_t k = 0; k < failing[i].nentries && n < CONSTANTS; k++) {
            int64_t v =
                failing[i]
                    .entries[(size_t)k * (failing[i].nvariables + 2) + 2 + x];
            size_t at = 0;
            while (at < n && out[at] != v)
                at++;
            if (at == n && v != WATCH_NOTHING)
                out[n++] = v;
        }
    return n;
}

/* What the guards are made for. */
typedef struct Search Search;
struct Search {
    const MutateSites *s;
    const Alteration *a;
    const Watch *failing, *passing;
    size_t nfailing, npassing, left;
    Trials *out;
};

static void
consider(Search *q, Guard g)
{
    const MutateVariable *x = &q->s->variables[q->failing[0].variables[g.x]];

    if (q->left == 0 || !tells(&g, q->failing, q->nfailing, q->passing,
                               q->npassing, x->operand.flags))
        return;
    Alteration a = *q->a;
    a.guarded = true;
    a.kind = ALTERATION_GUARD;
    a.grelation = (uint8_t)g.relation;
    a.gx = x->operand;
    a.gvariable = q->failing[0].variables[g.x];
    a.gother = MUTATE_NONE;
    a.gy = (MutateOperand){.base = MUTATE_NONE, .value = g.constant};
    if (g.y != MUTATE_NONE) {
        a.gother = q->failing[0].variables[g.y];
        a.gy = q->s->variables[a.gother].operand;
    }
    vec_push(q->out, (Trial){.a = a});
    q->left--;
}

static void
against_constants(Search *q, uint32_t x, bool only_zero)
{
    const MutateVariable *v = &q->s->variables[q->failing[0].variables[x]];
    int64_t values[CONSTANTS] = {0};
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

void
guard_propose(const MutateSites *s, const Alteration *a, const Watch *failing,
              size_t nfailing, const Watch *passing, size_t npassing,
              size_t most, Trials *out)
{
    Search q = {s, a, failing, passing, nfailing, npassing, most, out};

    if (nfailing == 0)
        return;
    uint32_t n = failing[0].nvariables;
    for (uint32_t x = 0; x < n; x++)
        against_constants(&q, x, true);
    for (uint32_t x = 0; x < n; x++)
        for (uint32_t y = 0; y < n; y++) {
            const MutateVariable *v = &s->variables[failing[0].variables[x]];
            const MutateVariable *w = &s->variables[failing[0].variables[y]];
            bool mixed =
                v->type != w->type && ((v->operand.flags | w->operand.flags) &
                                       (MUTATE_POINTER | MUTATE_FLOAT));
            if (x == y || mixed)
                continue;
            for (unsigned r = 0; r < MUTATE_RELATIONS; r++)
                if (x < y || (r != MUTATE_EQ && r != MUTATE_NE))
                    if (!(r == MUTATE_GT || r == MUTATE_GE) || x < y)
                        consider(&q, (Guard){x, y, r, 0});
        }
    for (uint32_t x = 0; x < n; x++)
        against_constants(&q, x, false);
}
