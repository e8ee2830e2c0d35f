/* explain.c - how the first finding reaches the failure. */
#include "find/ask.h"

#include "find/chain.h"
#include "find/inside.h"
#include "session/twin.h"
#include "trace/traced.h"

#include <math.h>

enum { TRACE_MB = 256, MOST_STEPS = 2000000 };

static const double trace_s = 20;

/* The first failing test that starts its program itself; if there is none, the
 * first. */
static uint32_t
first_failing(const Stock *s)
{
    const uint32_t n = s->runs.nruns;
    uint32_t first = n;

    for (uint32_t i = 0; i < n; i++) {
        if (s->runs.runs[i].verdict != VERDICT_FAIL)
            continue;
        if (s->suite.tests[i].direct)
            return i;
        first = first < n ? first : i;
    }
    return first;
}

const Test *
find_failing_test(const Case *c, const FindResult *r, const char **why)
{
    const Runs *runs = &c->stock->runs;
    const Test *tests = c->stock->suite.tests;
    uint32_t at = r->example.run;

    if (at >= runs->nruns || !tests[at].direct)
        at = first_failing(c->stock);
    if (r->findings.n == 0 || at >= runs->nruns)
        return NULL;
    if (r->example.steps > MOST_STEPS) {
        *why = "the failing test runs too long to be traced";
        return NULL;
    }
    if (r->example.endless) {
        *why = "the failing test does not end";
        return NULL;
    }
    if (tests[at].direct)
        return &tests[at];
    *why = "a test that is a command is not traced";
    return NULL;
}

static void
add_steps(FindResult *r, const TracedRun *run, Diag *d)
{
    Findings *f = &r->findings;
    Finding *first = &f->at[0];
    Criterion c = {0};

    if (!chain_failure(&run->graph, run->recorded.signal, &c, d))
        return;
    first->nsteps = chain_steps(&run->graph, &c, first->place.file,
                                first->place.line, &f->arena, &first->steps);
    if (first->nsteps < 2)
        diag_fail(d, "in the failing run that was traced no dependence leads "
                     "from this line to the failure");
    criterion_done(&c);
}

void
find_add_chain(const Case *c, const Deadline *end, FindResult *r)
{
    const Subject *all = c->setup.target.subject;
    const Test *t = find_failing_test(c, r, &r->first.no_chain);
    Subject s = {0}; /* of several programs the one that fails */
    TracedProgram program = {0};
    TracedRun run = {0};
    Diag d; /* no chain is no failure */

    if (t && r->sites.language.context) {
        r->first.no_chain = "programs that an interpreter reads are not traced";
        return;
    }
    if (!t)
        return;
    diag_init(&d);
    const TracedOptions o = {.time_s = fmin(trace_s, deadline_left(end)),
                             .trace_mb = TRACE_MB,
                             .process = 1,
                             .of = t,
                             .deadline = end};
    bool late = false;
    if (subject_open(all->programs.at[t->entry], all->cache, &s, &d) &&
        twin_build(&s, VARIANT_TRACE, end, &late, &d) &&
        traced_open(&s, &program, &d)) {
        if (traced_run(&program, NULL, &o, &run, &d))
            add_steps(r, &run, &d);
        traced_done(&run);
    }
    traced_close(&program);
    subject_done(&s);
    if (deadline_is_over(end) && d.error)
        r->first.no_chain = "the time was over before that was traced";
    else if (d.error)
        r->first.no_chain = arena_strdup(&r->arena, d.error);
    diag_done(&d);
}
