/* blame.c - the cause technique, its variants and its peers, on one failing
 * test of a version.
 */
#include "bench/blame.h"

#include "cause/case.h"

#include <string.h>

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

bool
blame_run(const BlameSpec *spec, Findings *out, Diag *d)
{
    const CauseCaseSpec what = {.subject = spec->subject,
                                .test = spec->test,
                                .expected = spec->expected,
                                .status = spec->status,
                                .run_s = spec->limits.time_s,
                                .no_summary = spec->blame->no_summary};
    const CauseSearch how = {.technique =
                                 cause_technique(spec->blame->technique),
                             .chooser = narrow_chooser(spec->blame->chooser),
                             .time_s = spec->time_s,
                             .cpu = true};
    CauseCase c;
    bool ok = cause_case_open(&what, &c, d);

    if (ok && c.symptom.passes)
        ok = diag_fail(d, "the test passes when its state can be altered");
    ok = ok && cause_case_search(&c, &how, out, d);
    cause_case_close(&c);
    return ok;
}
