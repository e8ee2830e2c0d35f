/* foretell.c - what an alteration would do to a run that was watched. */
#include "find/foretell.h"

#include "format/mutate_value.h"

#include <string.h>

uint32_t
foretell_watched(const MutateSites *s, uint32_t number)
{
    const MutateSite *site = &s->at[number];

    switch ((MutateSiteKind)site->kind) {
    case MSITE_LITERAL:
    case MSITE_USE:
    case MSITE_RESULT:
        return site->user.consumer != MUTATE_NONE &&
                       s->at[site->user.consumer].kind == MSITE_COMPARE
                   ? site->user.consumer
                   : number;
    case MSITE_COMPARE:
    case MSITE_BINARY:
    case MSITE_BRANCH:
    case MSITE_STORE:
    case MSITE_SWITCH:
    case MSITE_REFERENCE:
    case MSITE_STATEMENT:
        return number;
    case MSITE_ADDRESS:
    case MSITE_CALL:
    case MSITE_JUNCTION:
    case MSITE_WIDE:
    case MSITE_INIT:
    case MSITE_TEXT:
    case MSITE_KINDS:
        break;
    }
    return MUTATE_NONE;
}

/* The operand's value in this entry; false if it was not watched. */
static bool
value_of(const Watch *w, const int64_t *entry, const MutateOperand *o,
         uint32_t variable, int64_t *out)
{
    if (o->base == MUTATE_NONE) {
        *out = o->value;
        return true;
    }
    for (uint32_t i = 0; i < w->nvariables; i++)
        if (w->variables[i] == variable) {
            *out = entry[2 + i];
            return true;
        }
    return false;
}

typedef enum { UNKNOWN, KEPT, ALTERED } Change;

static bool
clause(const Watch *w, const int64_t *entry, const MutateOperand *x,
       uint32_t variable, unsigned relation, const MutateOperand *y,
       uint32_t other, bool *holds)
{
    int64_t p, q;

    if (!value_of(w, entry, x, variable, &p) ||
        !value_of(w, entry, y, other, &q))
        return false;
    *holds = p != WATCH_NOTHING && q != WATCH_NOTHING &&
             mutate_relate(relation, p, q, x->flags);
    return true;
}

/* What becomes of the single value v. */
static Change
alter_value(const Watch *w, const int64_t *entry, const Alteration *a,
            int64_t v, int64_t *out)
{
    int64_t x = 0;
    bool holds;

    switch ((MutateOp)a->op) {
    case MUTATE_SET:
        if (!value_of(w, entry, &a->x, a->names.variable, &x))
            return UNKNOWN;
        *out = x == WATCH_NOTHING ? v : x;
        break;
    case MUTATE_ADD:
        *out =
            mutate_compute(MUTATE_PLUS, v, a->x.value, a->of.bits, a->of.flags);
        break;
    case MUTATE_APPLY:
        *out = mutate_compute(a->how.arithmetic, v, a->x.value, a->of.bits,
                              a->of.flags);
        break;
    case MUTATE_NEGATE:
        if (a->of.flags & MUTATE_FLOAT) {
            union MutateNumber n = {.u = (uint64_t)v};
            n.d = -n.d;
            *out = (int64_t)n.u;
        } else {
            *out = (int64_t)(0 - (uint64_t)v);
        }
        break;
    case MUTATE_INVERT:
        *out = ~v;
        break;
    case MUTATE_NOT:
        *out = !v;
        break;
    case MUTATE_RELABEL:
        *out = v == a->x.value ? a->y.value : v == a->y.value ? a->z.value : v;
        break;
    case MUTATE_AND_CLAUSE:
    case MUTATE_OR_CLAUSE:
        if (!clause(w, entry, &a->x, a->names.variable, a->how.relation, &a->y,
                    a->names.other, &holds))
            return UNKNOWN;
        *out = a->op == MUTATE_AND_CLAUSE ? v && holds : v || holds;
        break;
    case MUTATE_KEEP:
    case MUTATE_SCRATCH:
    case MUTATE_COMBINE:
    case MUTATE_COMPUTE:
    case MUTATE_COMPARE:
    case MUTATE_SWAP:
    case MUTATE_ACT:
    case MUTATE_ASSIGN:
    case MUTATE_INCREASE:
    case MUTATE_FILL:
    case MUTATE_CALL:
    case MUTATE_INIT:
    case MUTATE_EDIT:
    case MUTATE_OBSERVE:
    case MUTATE_OPS:
        return UNKNOWN;
    }
    *out = mutate_normalise((uint64_t)*out, a->of.bits, a->of.flags);
    v = mutate_normalise((uint64_t)v, a->of.bits, a->of.flags);
    return *out == v ? KEPT : ALTERED;
}

/* An operand of a comparison is altered: what becomes of the outcome. */
static Change
alter_operand(const MutateSites *s, const Watch *w, const int64_t *entry,
              const Alteration *a, int64_t *out)
{
    const MutateSite *site = &s->at[a->site], *taker = &s->at[w->site];
    int64_t p[2] = {entry[0], entry[1]}, v;
    bool was = mutate_relate(taker->op, p[0], p[1], taker->of.flags);
    Change c = alter_value(w, entry, a, p[site->user.position], &v);

    if (c == UNKNOWN)
        return c;
    unsigned flags = site->of.flags & MUTATE_FLOAT ? MUTATE_FLOAT
                     : site->user.extends          ? MUTATE_SIGNED
                                                   : 0;
    v = mutate_normalise((uint64_t)v, site->of.bits, flags);
    p[site->user.position] =
        mutate_normalise((uint64_t)v, taker->of.bits, taker->of.flags);
    *out = mutate_relate(taker->op, p[0], p[1], taker->of.flags);
    return *out == was ? KEPT : ALTERED;
}

static Change
alter_binary(const MutateSite *site, const int64_t *entry, const Alteration *a,
             int64_t *out)
{
    int64_t p = entry[0], q = entry[1], was;

    if (site->kind == MSITE_COMPARE) {
        was = mutate_relate(site->op, p, q, site->of.flags);
        *out = mutate_relate(
            a->how.relation,
            mutate_normalise((uint64_t)p, a->of.bits, a->of.flags),
            mutate_normalise((uint64_t)q, a->of.bits, a->of.flags),
            a->of.flags);
    } else {
        bool swap = a->op == MUTATE_SWAP;
        was = mutate_compute(site->op, p, q, site->of.bits, site->of.flags);
        *out = mutate_compute(a->how.arithmetic, swap ? q : p, swap ? p : q,
                              a->of.bits, a->of.flags);
        was = mutate_normalise((uint64_t)was, site->of.bits, site->of.flags);
        *out = mutate_normalise((uint64_t)*out, site->of.bits, site->of.flags);
    }
    return *out == was ? KEPT : ALTERED;
}

static Change
alter_before(const Watch *w, const int64_t *entry, const Alteration *a,
             int64_t *out)
{
    int64_t x, old;

    if (a->op != MUTATE_ASSIGN && a->op != MUTATE_INCREASE)
        return UNKNOWN;
    if (!value_of(w, entry, &a->to, a->names.variable, &old) ||
        !value_of(w, entry, &a->x, a->names.other, &x))
        return UNKNOWN;
    if (old == WATCH_NOTHING || x == WATCH_NOTHING) {
        *out = 0;
        return KEPT;
    }
    *out = a->op == MUTATE_ASSIGN
               ? x
               : mutate_compute(MUTATE_PLUS, old, x, a->to.bits, a->to.flags);
    *out = mutate_normalise((uint64_t)*out, a->to.bits, a->to.flags);
    return *out == old ? KEPT : ALTERED;
}

static uint64_t
mix(uint64_t h, uint64_t v)
{
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    return h ^ h >> 33;
}

/* Where the changed value goes: alterations that end there are alike. */
static uint64_t
destination(const MutateSites *s, const Alteration *a)
{
    uint32_t at = a->site;

    if (s->at[at].kind == MSITE_STATEMENT)
        return mix(
            mix(at, a->to.base),
            mix(a->to.offset + ((uint64_t)a->to.index << 32), a->to.deref));
    for (int i = 0; i < 3 && s->at[at].user.consumer != MUTATE_NONE; i++)
        at = s->at[at].user.consumer;
    return at;
}

Foretold
foretell(const MutateSites *s, const Alteration *a, const Watch *w)
{
    const MutateSite *site = &s->at[a->site];
    Foretold f = {.inert = true, .key = mix(1, destination(s, a))};

    if (!w || !w->done)
        return f;
    for (uint32_t i = 0; i < w->nentries; i++) {
        const int64_t *entry = w->entries + (size_t)i * (w->nvariables + 2);
        int64_t out = 0;
        Change c;
        bool holds = true;
        if (w->site != a->site)
            c = alter_operand(s, w, entry, a, &out);
        else if (site->kind == MSITE_COMPARE || site->kind == MSITE_BINARY)
            c = alter_binary(site, entry, a, &out);
        else if (site->kind == MSITE_STATEMENT)
            c = alter_before(w, entry, a, &out);
        else
            c = alter_value(w, entry, a, entry[0], &out);
        if (c == UNKNOWN ||
            (a->guard.given &&
             !clause(w, entry, &a->guard.x, a->guard.names.variable,
                     a->guard.relation, &a->guard.y, a->guard.names.other,
                     &holds)))
            return f;
        if (!holds)
            c = KEPT;
        if (f.inert && c != KEPT)
            f.first = i + 1;
        f.inert &= c == KEPT;
        f.key = mix(f.key, c == KEPT ? 7 : (uint64_t)out);
    }
    f.known = !(w->full && f.inert); /* what comes later is not known */
    return f;
}
