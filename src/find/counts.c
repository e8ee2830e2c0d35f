/* counts.c - what can be said where nothing can be altered: the spectrum of
 * what gcov counts.
 */
#include "find/ask.h"

#include "spectrum/gcov_suite.h"
#include "spectrum/technique.h"

static void
warn_of_lost(const Runs *runs, Diag *d)
{
    uint32_t lost = 0;

    for (uint32_t i = 0; i < runs->nruns; i++)
        lost += runs->runs[i].lost;
    if (lost)
        diag_warn(d,
                  "%u of %u tests left no counts and are ignored: gcov's are "
                  "lost when a program crashes or is killed",
                  lost, runs->nruns);
}

bool
find_by_counts(Session *s, Runs *runs, Findings *out, Diag *d)
{
    const RankOptions o = {.entity = ENTITY_OWN, .filter = &(Filter){0}};

    if (!session_tests(s, d))
        return false;
    const RunnerSpec spec = {.setup = s->setup, .suite = &s->suite};
    if (!gcov_suite_run(&spec, s->paths.program, runs, d))
        return false;
    if (runs->nfailed == 0)
        return diag_nothing(d, "no test fails: there is nothing to find");
    warn_of_lost(runs, d);
    return technique_run(technique_by_name("ochiai"), &o, runs, out, d);
}
