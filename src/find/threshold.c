/* threshold.c - constants of comparisons that no pool holds. */
#include "find/threshold.h"

#include "format/mutate_value.h"
#include "format/tuning.h"

#include <stdlib.h>

#define VALUE_MOST (INT64_MAX / 4)

static void
add(const MutateSites *s, uint32_t site, const MutateSite *comparison,
    int64_t value, Alterations *out)
{
    const MutateSite *at = &s->at[site];
    const bool equality =
        comparison->op == MUTATE_EQ || comparison->op == MUTATE_NE;

    value = mutate_normalise((uint64_t)value, at->of.bits, at->of.flags);
    if (value == at->value ||
        out->n >= tuning_count(TUNE_find_literal_constants))
        return;
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i].site == site && out->at[i].x.value == value)
            return;
    vec_push(out, (Alteration){
                      .site = site,
                      .kind = equality ? ALTERATION_FITTED : ALTERATION_LITERAL,
                      .op = MUTATE_SET,
                      .of = {.bits = at->of.bits, .flags = at->of.flags},
                      .x = {.base = MUTATE_NONE, .value = value},
                      .names = {.variable = MUTATE_NONE, .other = MUTATE_NONE},
                      .guard = {.names.variable = MUTATE_NONE,
                                .names.other = MUTATE_NONE},
                      .call.callee = MUTATE_NONE});
}

bool
threshold_fits(const MutateSites *s, uint32_t site)
{
    const MutateSite *at = &s->at[site];

    return at->kind == MSITE_LITERAL &&
           !(at->of.flags & (MUTATE_FLOAT | MUTATE_POINTER)) &&
           at->user.consumer != MUTATE_NONE &&
           s->at[at->user.consumer].kind == MSITE_COMPARE;
}

typedef VEC(int64_t) Values;

static int
by_size(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

/* What the comparison took beside the literal, each value once. */
static void
list_seen(const MutateSite *literal, const Watch *w, size_t n, Values *out)
{
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; w[i].done && w[i].site == literal->user.consumer &&
                             k < w[i].nentries;
             k++) {
            const int64_t seen =
                w[i].entries[(size_t)k * (w[i].nvariables + 2) +
                             (1 - literal->user.position)];
            if (seen > -VALUE_MOST && seen < VALUE_MOST)
                vec_push(out, seen);
        }
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, by_size);
    size_t kept = 0;
    for (size_t i = 0; i < out->n; i++)
        if (i == 0 || out->at[i] != out->at[i - 1])
            out->at[kept++] = out->at[i];
    out->n = kept;
}

/* The number in between that has most zeros at its end, and how many digits are
 * left of it. */
static int
round_by(int64_t base, int64_t low, int64_t high, int64_t *out)
{
    int64_t power = 1;
    int digits = 0;

    while (power < VALUE_MOST / base)
        power *= base;
    for (;; power /= base) {
        int64_t many = high / power - (high % power < 0);
        *out = many * power;
        if (*out < low)
            continue; /* power 1 fits */
        for (; many; many /= base)
            digits++;
        return digits;
    }
}

/* The number in between that a person would have written. */
static int64_t
roundest(int64_t low, int64_t high)
{
    int64_t decimal, hex;
    const int digits = round_by(10, low, high, &decimal);

    return round_by(16, low, high, &hex) + 1 < digits ? hex : decimal;
}

/* Between two neighbours of those that were seen, all constants do the same.
 * The relation is that of what was seen to the literal. */
static void
list_between(const Values *seen, bool ends, Values *out)
{
    const int64_t up = ends ? 0 : 1; /* x < L changes above a value, x <= L at
                                        it */

    vec_push(out, seen->at[0] + up - 1);
    for (size_t i = 0; i + 1 < seen->n; i++)
        vec_push(out, roundest(seen->at[i] + up, seen->at[i + 1] + up - 1));
    vec_push(out, seen->at[seen->n - 1] + up);
}

/* Those next to the literal first. */
static void
add_nearest(const MutateSites *s, uint32_t site, const Values *values,
            Alterations *out)
{
    const int64_t was = s->at[site].value;
    size_t above = 0;

    while (above < values->n && values->at[above] <= was)
        above++;
    for (size_t below = above; below > 0 || above < values->n;) {
        const bool down =
            above == values->n || (below > 0 && was - values->at[below - 1] <=
                                                    values->at[above] - was);
        add(s, site, &s->at[s->at[site].user.consumer],
            down ? values->at[--below] : values->at[above++], out);
    }
}

void
threshold_list(const MutateSites *s, uint32_t site, const Watch *w, size_t n,
               Alterations *out)
{
    const MutateSite *at = &s->at[site];
    Values seen = {0}, values = {0};

    if (!threshold_fits(s, site))
        return;
    const uint32_t op = s->at[at->user.consumer].op;
    list_seen(at, w, n, &seen);
    if (op == MUTATE_EQ || op == MUTATE_NE) {
        add_nearest(s, site, &seen, out);
    } else if (seen.n) {
        const bool ends = op == MUTATE_LE || op == MUTATE_GT;
        list_between(&seen, at->user.position == 1 ? ends : !ends, &values);
        add_nearest(s, site, &values, out);
    }
    vec_done(&seen);
    vec_done(&values);
}

bool
threshold_fits_far(const MutateSites *s, uint32_t site)
{
    const MutateSite *at = &s->at[site];

    return at->kind == MSITE_LITERAL &&
           !(at->of.flags & (MUTATE_FLOAT | MUTATE_POINTER)) &&
           !threshold_fits(s, site) &&
           (at->value < -1 || at->value > 1); /* too many are that */
}

void
threshold_list_far(const MutateSites *s, uint32_t site, const Watch *w,
                   Alterations *out)
{
    const MutateSite *at = &s->at[site];

    if (!threshold_fits_far(s, site) || !w->done ||
        s->at[w->site].kind != MSITE_COMPARE)
        return;
    for (uint32_t i = 0; i < w->nentries; i++) {
        const int64_t *entry = w->entries + (size_t)i * (w->nvariables + 2);
        for (int k = 0; k < 2; k++)
            if (entry[k] == at->value && entry[1 - k] != WATCH_NOTHING &&
                entry[1 - k] < INT64_MAX) {
                add(s, site, &s->at[w->site], entry[1 - k], out);
                add(s, site, &s->at[w->site], entry[1 - k] + 1, out);
            }
    }
}
