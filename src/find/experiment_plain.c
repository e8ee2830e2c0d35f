/* experiment_plain.c - what confinement changes for a test that is run as it
 * is.
 *
 * A test that fails may fail for another reason when it may not write: then no
 * change could ever repair it. So its output and its end must be those of a
 * plain run; and where a verdict depends on files, the test must not write any
 * where it is not allowed to. What a program prints that reads uninitialized
 * memory differs between two plain runs already, if one of them is served:
 * confinement is not to blame for that.
 */
#include "find/experiment_parts.h"

#include "base/vec.h"
#include "process/scratch.h"
#include "suite/compare.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) Tests;

bool
plain_differs(const Experiment *e, uint32_t test)
{
    const Manner *c = &e->unaltered.confined[test],
                 *p = &e->unaltered.plain[test];

    return c->known && p->known &&
           (c->status != p->status || c->print != p->print);
}

/* Those that people gave us, and whose end is awaited. */
static void
choose_plain(const Experiment *e, const uint32_t *tests, uint32_t n, Tests *out)
{
    for (uint32_t i = 0; i < n; i++)
        if (tests[i] < e->spec.ngiven && !e->unaltered.plain[tests[i]].known &&
            !e->spec.runs->runs[tests[i]].timed_out)
            vec_push(out, tests[i]);
}

static bool
run_plain(Experiment *e, const Tests *tests, bool served, uint8_t *seen,
          Diag *d)
{
    Series s = {.e = e,
                .tests = tests->at,
                .n = tests->n,
                .seen = seen,
                .manner = served ? SERIES_SERVED : SERIES_PLAIN};

    return tests->n == 0 || e->interrupted || series_run(&s, d);
}

/* Do files matter to the verdict on the test? */
static bool
needs_files(const Experiment *e, uint32_t test)
{
    return !e->spec.setup.scratch &&
           (!e->spec.suite->tests[test].direct ||
            e->spec.setup.judge.oracle == ORACLE_SCRIPT ||
            e->spec.setup.judge.compare & COMPARE_FILES);
}

/* Those tests of a directory that write into it: all, if any does. */
static void
mark_writers(const Experiment *e, const Tests *tests, struct timespec since,
             uint8_t *seen)
{
    const char *known = NULL;
    bool changed = false;

    for (size_t i = 0; i < tests->n; i++) {
        const uint32_t test = tests->at[i];
        const char *dir = e->spec.suite->tests[test].dir;
        if (!needs_files(e, test))
            continue;
        if (!known || strcmp(known, dir) != 0)
            changed = scratch_changed(dir, e->spec.setup.store_dir, since);
        known = dir;
        seen[test] |= changed ? SEEN_UNLIKE : 0;
    }
}

bool
plain_compare(Experiment *e, const uint32_t *tests, uint32_t n, uint8_t *seen,
              Diag *d)
{
    Tests fresh = {0}, again = {0};
    struct timespec start;

    if (e->spec.unconfined)
        return true;
    clock_gettime(CLOCK_REALTIME_COARSE, &start);
    choose_plain(e, tests, n, &fresh);
    bool ok = run_plain(e, &fresh, false, seen, d);
    mark_writers(e, &fresh, start, seen);
    for (size_t i = 0; i < fresh.n; i++) /* or is it never the same? */
        if (plain_differs(e, fresh.at[i]))
            vec_push(&again, fresh.at[i]);
    ok = ok && run_plain(e, &again, true, seen, d);
    for (uint32_t i = 0; i < n; i++)
        if (plain_differs(e, tests[i]))
            seen[tests[i]] |= SEEN_UNLIKE;
    vec_done(&fresh);
    vec_done(&again);
    return ok && layers_give(e, tests, n, seen, d);
}

const char *
experiment_why(const Experiment *e, uint32_t test, Arena *a)
{
    const Manner *c = &e->unaltered.confined[test],
                 *p = &e->unaltered.plain[test];

    if (!plain_differs(e, test))
        return "its verdict is another";
    return c->status != p->status
               ? arena_printf(a, "it ends with status %d instead of %d",
                              c->status, p->status)
               : "its output is another";
}
