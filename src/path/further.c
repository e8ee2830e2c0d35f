/* further.c - further successful runs that part from the failing one at other
 * branches than the closest one does.
 *
 * The closest success may be one that has nothing to do with the fault. Runs
 * that were made on the way to it cost nothing but a verdict each, so the next
 * closest ones are named as well.
 */
#include "path/searching.h"

#include "format/tuning.h"

/* The next run without a verdict, by its distance. */
static uint32_t
next_unjudged(const Search *s)
{
    const PathRun *runs = s->scout->runs.at;
    uint32_t next = PATH_NONE;

    for (uint32_t i = 1; i < s->scout->runs.n; i++)
        if (!search_is_judged(s, i) && runs[i].ndiffers > 0 &&
            !(s->r->failing.endless && runs[i].endless) &&
            (next == PATH_NONE ||
             search_compare(s, runs[i].differs, runs[i].ndiffers,
                            runs[next].differs, runs[next].ndiffers) < 0))
            next = i;
    return next;
}

static uint32_t
statement_of(const Search *s, uint32_t branch)
{
    return s->scout->failing.course
        .events[s->scout->decisions.branches[branch].event]
        .statement;
}

/* Does the run first part from the failing one where the other one does, too?
 * What follows from that may well be alike. */
static bool
parts_alike(const Search *s, uint32_t run, uint32_t other)
{
    const PathRun *a = &s->scout->runs.at[run], *b = &s->scout->runs.at[other];

    for (uint32_t i = 0; i < b->ndiffers; i++)
        if (statement_of(s, a->differs[0]) == statement_of(s, b->differs[i]))
            return true;
    return false;
}

/* The best success that parts from the failing run elsewhere than all that
 * are answers: by worth, which is not less than that of the first, then
 * distance. */
static uint32_t
next_answer(const Search *s)
{
    const PathRun *runs = s->scout->runs.at;
    const Worth least = s->r->verdicts.at[s->r->found].worth;
    uint32_t best = PATH_NONE;

    for (uint32_t i = 1; i < s->r->verdicts.n; i++) {
        const PathVerdict *v = &s->r->verdicts.at[i];
        bool alike = false;
        if (!v->judged || v->verdict != VERDICT_PASS || v->worth > least ||
            !runs[i].ndiffers || search_is_needless(s, i))
            continue;
        for (size_t k = 0; k < s->r->answers.n && !alike; k++)
            alike = parts_alike(s, i, s->r->answers.at[k]);
        if (alike)
            continue;
        const PathVerdict *than =
            best == PATH_NONE ? NULL : &s->r->verdicts.at[best];
        if (!than || v->worth < than->worth ||
            (v->worth == than->worth && search_prefer(s, i, best) < 0))
            best = i;
    }
    return best;
}

bool
search_find_more(Search *s, Diag *d)
{
    uint32_t next;

    vec_push(&s->r->answers, s->r->found);
    if (s->spec->bounds.answers < 2)
        return true;
    /* A person is not asked about these. */
    for (uint32_t i = 0;
         !s->spec->bounds.questions && i < tuning_count(TUNE_path_other_runs) &&
         !search_is_late(s) && (next = next_unjudged(s)) != PATH_NONE;
         i++)
        if (!search_judge(s, next, d))
            return false;
    while (s->r->answers.n < s->spec->bounds.answers &&
           (next = next_answer(s)) != PATH_NONE)
        vec_push(&s->r->answers, next);
    return true;
}
