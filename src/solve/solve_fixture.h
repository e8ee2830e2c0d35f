/* solve_fixture.h - what tests of the solver begin with: recordings made by
 * hand, and a solver.
 */
#ifndef CULPRIT_SOLVE_SOLVE_FIXTURE_H
#define CULPRIT_SOLVE_SOLVE_FIXTURE_H

#include "solve/handmade.h"
#include "solve/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static inline Recording
parse(HandmadeRecording *s)
{
    Str bytes = {0};
    Recording r;
    Diag d;

    diag_init(&d);
    sample_write(s, &bytes);
    if (!recording_parse((const uint8_t *)bytes.at, bytes.n, "sample", &r, &d))
        fail_msg("%s", d.error);
    str_done(&bytes);
    diag_done(&d);
    return r;
}

static inline Solver *
new_solver(SolverOptions o)
{
    Solver *s = NULL;
    Diag d;

    diag_init(&d);
    assert_true(solver_new(&o, &s, &d));
    diag_done(&d);
    return s;
}

#endif
