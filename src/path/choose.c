/* choose.c - which of the successful runs is the answer. */
#include "path/searching.h"

static bool
is_success(const Search *s, uint32_t run)
{
    const PathVerdict *v = &s->r->verdicts.at[run];

    return v->judged && v->verdict == VERDICT_PASS &&
           s->scout->runs.at[run].ndiffers > 0;
}

bool
search_is_needless(const Search *s, uint32_t run)
{
    const PathRun *runs = s->scout->runs.at;
    const Worth worth = s->r->verdicts.at[run].worth;

    for (uint32_t i = 1; i < s->r->verdicts.n; i++)
        if (is_success(s, i) && s->r->verdicts.at[i].worth <= worth &&
            worth_is_within(&runs[i], &runs[run]))
            return true;
    return false;
}

/* Is the first one worth more than the other, or preferred to it? */
static bool
is_better(const Search *s, uint32_t run, uint32_t other)
{
    const Worth x = s->r->verdicts.at[run].worth;
    const Worth y = s->r->verdicts.at[other].worth;

    return x != y ? x < y : search_prefer(s, run, other) < 0;
}

uint32_t
search_choose(const Search *s)
{
    uint32_t best = PATH_NONE;

    if (s->spec->bounds.first) {
        for (unsigned w = 0; w < WORTHS && best == PATH_NONE; w++)
            best = s->best[w];
        return best;
    }
    for (uint32_t i = 1; i < s->r->verdicts.n; i++)
        if (is_success(s, i) && (best == PATH_NONE || is_better(s, i, best)) &&
            !search_is_needless(s, i))
            best = i;
    return best;
}
