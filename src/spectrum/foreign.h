/* foreign.h - gather lines, tests and counts from coverage made elsewhere and
 * turn them into Runs.
 *
 * A zeroed Foreign is ready. Tests and lines are named, and found again by
 * name; counts of one line in one test add up. A test has no verdict until
 * it is given one.
 */
#ifndef CULPRIT_SPECTRUM_FOREIGN_H
#define CULPRIT_SPECTRUM_FOREIGN_H

#include "base/map.h"
#include "base/vec.h"
#include "run/runs.h"

typedef struct ForeignCount ForeignCount;
struct ForeignCount {
    uint32_t test, line;
    uint64_t count;
};

typedef struct Foreign Foreign;
struct Foreign {
    Arena arena;
    Map test_of, line_of;
    VEC(Run) tests;
    VEC(struct RunsLine) lines;
    VEC(ForeignCount) counts;
};

void foreign_done(Foreign *f);

uint32_t foreign_test(Foreign *f, const char *name);
/* Fails on a second, different verdict. */
bool foreign_verdict(Foreign *f, uint32_t test, Verdict v, Diag *d);

/* A line of a file; `function` is kept if none was known. */
uint32_t foreign_line(Foreign *f, const char *file, uint32_t line,
                      const char *function);
bool foreign_has_line(const Foreign *f, const char *file, uint32_t line);
void foreign_cover(Foreign *f, uint32_t test, uint32_t line, uint64_t count);

/* The gathered runs; f is empty afterwards. */
void foreign_finish(Foreign *f, Runs *out);

#endif
