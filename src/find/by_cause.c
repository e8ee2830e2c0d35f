/* by_cause.c - what altering state says where altering code has no answer.
 *
 * `cause` follows one failing run back from its symptom. Its list is worth
 * less than a change that makes tests pass, but more than correlation alone:
 * no small change repairs a crash that a missing check let happen, but it
 * is at the head of that list.
 */
#include "find/inside.h"

#include "cause/scene.h"
#include "format/tuning.h"
#include "process/child.h"
#include "suite/compare.h"

#include <assert.h>
#include <math.h>

/* Each statement is as suspect as its line's place in the list says. */
static void
keep(Finder *f, const Findings *list)
{
    Map lines = {0};
    Str key = {0};

    for (size_t i = 0; i < list->n; i++) {
        str_clear(&key);
        str_printf(&key, "%s:%u", list->at[i].place.file,
                   list->at[i].place.line);
        map_put_text(&lines, str_text(&key), list->at[i].rank);
    }
    f->suspects.blame = ARENA_ARRAY(&f->r->arena, double, f->entities->n + 1);
    for (uint32_t i = 0; i < f->entities->n; i++) {
        const Entity *e = &f->entities->at[i];
        str_clear(&key);
        str_printf(&key, "%s:%u", e->file, e->line);
        const uint32_t *rank = map_find_text(&lines, str_text(&key));
        f->suspects.blame[i] = rank ? 1 / sqrt(*rank) : 0;
    }
    str_done(&key);
    map_done(&lines);
}

static double
left(const Finder *f)
{
    return f->start + f->spec->time_s - child_clock(f->e.spec.cpu);
}

static void
search(Finder *f, CauseScene *c, Diag *d)
{
    const CauseSearch how = {
        .technique = cause_techniques, .time_s = left(f), .cpu = f->e.spec.cpu};
    Findings list = {0};

    if (cause_scene_search(c, &how, &list, d) && list.n)
        keep(f, &list);
    findings_done(&list);
}

void
find_cause(Finder *f)
{
    const ExperimentSpec *s = &f->e.spec;
    CauseScene c;
    Diag d;

    assert(f->e.tests.nfailing > 0);
    const uint32_t test = f->e.tests.failing[0];
    const Wanted *want = s->wanted ? &s->wanted[test] : NULL;
    const CauseSceneSpec spec = {
        .subject = s->setup.target.subject,
        .test = &s->suite->tests[test],
        .expected = want && want->known & COMPARE_STDOUT ? &want->out : NULL,
        .status = want && want->known & COMPARE_STATUS ? want->status : -1,
        .run_s = s->setup.limits.time_s > 0 ? s->setup.limits.time_s
                                            : tuning(TUNE_find_cause_run_s),
        .quick = true,
        .deadline = {.at = f->start + f->spec->time_s, .cpu = s->cpu}};
    if (find_has_answer(f) || f->spec->max_runs || !spec.test->direct ||
        spec.subject->programs.n > 1 || f->r->sites.language.context ||
        f->e.unaltered.steps[test] > tuning_count(TUNE_find_cause_steps) ||
        left(f) < tuning(TUNE_find_cause_least_s))
        return;
    diag_init(&d); /* if it fails, find does not */
    if (cause_scene_open(&spec, &c, &d) && !c.symptom.passes && left(f) > 0)
        search(f, &c, &d);
    cause_scene_close(&c);
    diag_done(&d);
}
