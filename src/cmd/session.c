/* session.c - what the commands that run a suite share. */
#include "cmd/session.h"

#include "base/io.h"
#include "suite/expected.h"

#include <stdlib.h>

void
session_init(Session *s)
{
    *s = (Session){0};
    judging_init(&s->judging);
}

void
session_close(Session *s)
{
    store_close(s->store);
    subject_done(&s->subject);
    suite_done(&s->suite);
    cmd_list_done(&s->commands);
    judging_done(&s->judging);
    free(s->cases_dir);
    free(s->variant);
}

static bool
open_suite(Session *s, Diag *d)
{
    const SuiteSpec suite = {
        .program = s->judging.path,
        .tests = s->tests,
        .line = s->failing,
        .ctest = s->ctest,
        .cases = s->cases,
        .commands = s->commands.at,
        .ncommands = s->commands.n,
        .scripts = s->scripts,
        .tap = s->tap,
    };

    return suite_open(&suite, &s->suite, d);
}

/* Cases carry what they expect. */
static void
expect_of_cases(Session *s, Diag *d)
{
    bool any = false;

    if (!s->cases || s->spec.oracle != ORACLE_STATUS)
        return;
    s->cases_dir = io_absolute(s->cases);
    s->spec.oracle = ORACLE_EXPECTED;
    s->spec.expected = s->cases_dir;
    s->spec.expected_optional = true;
    for (size_t i = 0; i < s->suite.n; i++)
        any |= expected_has_output(s->cases_dir, &s->suite.tests[i]);
    if (!any)
        diag_warn(d,
                  "no case in %s says what should be printed (NAME.out, .ans "
                  "or .expected): verdicts by exit status only",
                  s->cases);
}

/* In the order in which mistakes are likely. */
bool
session_prepare(Session *s, Diag *d)
{
    const Judging *j = &s->judging;

    if (s->suite.n)
        return true;
    judging_resolve(&s->judging);
    if (!judging_check(j, d) || !judging_spec(j, &s->spec, d) ||
        !open_suite(s, d))
        return false;
    expect_of_cases(s, d);
    s->spec.suite = &s->suite;
    return true;
}

bool
session_open(Session *s, VariantKind kind, Diag *d)
{
    const Judging *j = &s->judging;
    const bool plain = kind == VARIANT_PLAIN;

    if (!session_prepare(s, d))
        return false;
    if ((!plain && !store_open(j->store_dir, true, &s->store, d)) ||
        !subject_open(j->path, j->cache, &s->subject, d))
        return false;
    s->spec.subject = &s->subject;
    s->spec.store = s->store;
    if (plain)
        return true;
    if (!variant_get(&s->subject, kind, &s->variant, d) ||
        !store_set_program(s->store, &s->subject.program, j->path, d))
        return false;
    s->spec.variant = s->variant;
    s->spec.nvalues = variant_nvalues(&s->subject.program, kind);
    return true;
}
