/* threshold.c - constants of comparisons that no pool holds. */
#include "localize/threshold.h"

#include "format/mutate_value.h"

static void
add(const MutateSites *s, uint32_t site, const MutateSite *comparison,
    int64_t value, Alterations *out)
{
    const MutateSite *at = &s->at[site];
    const bool equality =
        comparison->op == MUTATE_EQ || comparison->op == MUTATE_NE;

    value = mutate_normalise((uint64_t)value, at->bits, at->flags);
    if (value == at->value || out->n >= THRESHOLD_MOST)
        return;
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i].site == site && out->at[i].x.value == value)
            return;
    vec_push(out, (Alteration){.site = site,
                               .kind = equality ? ALTERATION_FITTED
                                                : ALTERATION_LITERAL,
                               .op = MUTATE_SET,
                               .bits = at->bits,
                               .flags = at->flags,
                               .x = {.base = MUTATE_NONE, .value = value},
                               .variable = MUTATE_NONE,
                               .other = MUTATE_NONE,
                               .gvariable = MUTATE_NONE,
                               .gother = MUTATE_NONE,
                               .callee = MUTATE_NONE});
}

bool
threshold_fits(const MutateSites *s, uint32_t site)
{
    const MutateSite *at = &s->at[site];

    return at->kind == MSITE_LITERAL &&
           !(at->flags & (MUTATE_FLOAT | MUTATE_POINTER)) &&
           at->consumer != MUTATE_NONE &&
           s->at[at->consumer].kind == MSITE_COMPARE;
}

void
threshold_list(const MutateSites *s, uint32_t site, const Watch *w,
               Alterations *out)
{
    const MutateSite *at = &s->at[site];

    if (!threshold_fits(s, site) || !w || !w->done || w->site != at->consumer)
        return;
    for (uint32_t i = 0; i < w->nentries; i++) {
        const int64_t *entry = w->entries + (size_t)i * (w->nvariables + 2);
        int64_t seen = entry[1 - at->position];
        if (seen == WATCH_NOTHING)
            continue;
        add(s, site, &s->at[w->site], seen, out);
        if (seen < INT64_MAX)
            add(s, site, &s->at[w->site], seen + 1, out);
    }
}

bool
threshold_fits_far(const MutateSites *s, uint32_t site)
{
    const MutateSite *at = &s->at[site];

    return at->kind == MSITE_LITERAL &&
           !(at->flags & (MUTATE_FLOAT | MUTATE_POINTER)) &&
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
