/* find_chain.c - how the first suspect reaches the failure. */
#include "cmd/find_chain.h"

#include "localize/reach.h"
#include "trace/traced.h"

enum { TRACE_MB = 256, MOST_STEPS = 20000000 };

static const double trace_s = 20;

/* A failing test of the suite: it is run as it is, so none that was made. */
static const Test *
choose_test(const Question *q)
{
    const FindResult *r = &q->result;
    const Runs *runs = &q->own.runs;
    uint32_t at = r->example;

    if (at >= runs->nruns) /* the first, then */
        for (at = 0; at < runs->nruns; at++)
            if (runs->runs[at].verdict == VERDICT_FAIL)
                break;
    if (r->findings.n == 0 || at >= runs->nruns ||
        r->example_steps > MOST_STEPS)
        return NULL;
    const Test *t = &q->own.suite.tests[at];
    return t->direct && !t->env ? t : NULL;
}

static void
add_steps(Question *q, const TracedRun *run)
{
    Findings *f = &q->result.findings;
    Finding *first = &f->at[0];
    Criterion c = {0};
    Diag ignored;

    diag_init(&ignored);
    if (reach_failure(&run->graph, run->recorded.signal, &c, &ignored)) {
        first->nsteps = reach_chain(&run->graph, &c, first->file, first->line,
                                    &f->arena, &first->steps);
        criterion_done(&c);
    }
    diag_done(&ignored);
}

void
find_add_chain(Question *q)
{
    const Test *t = choose_test(q);
    TracedProgram program = {0};
    TracedRun run = {0};
    Diag ignored; /* no chain is no failure */

    if (!t)
        return;
    diag_init(&ignored);
    const TracedOptions o = {
        .time_s = trace_s, .trace_mb = TRACE_MB, .process = 1, .of = t};
    if (traced_open(q->session.judging.path, q->session.judging.store_dir,
                    &program, &ignored)) {
        if (traced_run(&program, NULL, &o, &run, &ignored))
            add_steps(q, &run);
        traced_done(&run);
    }
    traced_close(&program);
    diag_done(&ignored);
}
