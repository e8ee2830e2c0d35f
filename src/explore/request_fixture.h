/* request_fixture.h - inputs of tests, as they are typed. */
#ifndef CULPRIT_EXPLORE_REQUEST_FIXTURE_H
#define CULPRIT_EXPLORE_REQUEST_FIXTURE_H

#include "suite/input.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static inline Input
request_of(Arena *a, const char *line)
{
    Input in;
    Diag d;

    diag_init(&d);
    assert_true(input_parse(a, line, ".", &in, &d));
    return in;
}

#endif
