/* blame.c - the cause technique, its variants and its peers, on one failing
 * test of a version.
 */
#include "bench/blame.h"

#include "localize/cause_case.h"

#include <string.h>

enum { COMBINATION = 2, PATHS = 40 }; /* as culprit cause has them */

static const Blame blames[] = {
    {"cause", "frontier", "mdfs", false},
    {"cause-single-step", "frontier", "single-step", false},
    {"cause-bisection", "frontier", "bisection", false},
    {"cause-no-summary", "frontier", "mdfs", true},
    {"predicate-switching", "predicate-switching", "mdfs", false},
    {"value-replacement", "value-replacement", "mdfs", false},
};

const Blame *
blame_find(const char *name)
{
    for (size_t i = 0; i < sizeof blames / sizeof blames[0]; i++)
        if (strcmp(blames[i].name, name) == 0)
            return &blames[i];
    return NULL;
}

static bool
search(const BlameSpec *spec, CauseCase *c, Findings *out, Diag *d)
{
    CauseSpec s = cause_case_spec(c);
    CauseResult r;

    s.technique = cause_technique(spec->blame->technique);
    s.chooser = narrow_chooser(spec->blame->chooser);
    s.combination = COMBINATION;
    s.paths = PATHS;
    s.time_s = spec->time_s;
    s.cpu = true;
    bool ok = cause_run(&s, &r, d);
    if (ok)
        cause_findings(&s, &r, out);
    cause_done(&r);
    return ok;
}

bool
blame_run(const BlameSpec *spec, Findings *out, Diag *d)
{
    const CauseCaseSpec what = {.subject = spec->subject,
                                .test = spec->test,
                                .expected = spec->expected,
                                .status = spec->status,
                                .run_s = spec->limits.time_s,
                                .no_summary = spec->blame->no_summary};
    CauseCase c;
    bool ok = cause_case_open(&what, &c, d);

    if (ok && c.symptom.passes)
        ok = diag_fail(d, "the test passes when its state can be altered");
    ok = ok && search(spec, &c, out, d);
    cause_case_close(&c);
    return ok;
}
