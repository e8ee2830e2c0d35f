/* explain.c - what is said of the first findings: a change of the source, and
 * how the place reaches the failure.
 */
#include "find/ask.h"

#include "base/mem.h"
#include "base/source.h"
#include "find/chain.h"
#include "find/inside.h"
#include "find/patch.h"
#include "trace/traced.h"

#include <stdlib.h>

enum { TRACE_MB = 256, MOST_STEPS = 2000000 };

static const double trace_s = 20;

/* Changes of the source */

/* The line as a string of its own; "" if there is none. */
static char *
line_text(const SourceFile *f, uint32_t line)
{
    const char *at;
    size_t n;

    return line && source_line(f, line, &at, &n) ? mem_strndup(at, n)
                                                 : mem_strdup("");
}

static void
add_fix(FindResult *r, size_t i, Sources *sources)
{
    Finding *f = &r->findings.at[i];
    const SourceFile *file = sources_file(sources, f->place.file);
    Arena *a = &r->findings.arena;
    uint32_t trial = r->of[i].trial;
    Str diff = {0};
    Patch p;

    if (trial == MUTATE_NONE || !file->readable)
        return;
    const Alteration *alteration = &r->trials.at[trial].a;
    uint32_t number = r->sites.at[alteration->site].where.line;
    char *line = line_text(file, number);
    char *before = line_text(file, number - 1);
    if (patch_make(&r->sites, alteration, line, before, &p)) {
        Fix *fix = ARENA_NEW(a, Fix);
        patch_diff(&p, file->shown, line, &diff);
        *fix = (Fix){.line = p.line,
                     .nremoved = p.nremoved,
                     .text = arena_strdup(a, str_text(&p.text)),
                     .diff = arena_strdup(a, str_text(&diff))};
        f->fix = fix;
        str_done(&p.text);
        str_done(&diff);
    }
    free(line);
    free(before);
}

void
find_add_fixes(FindResult *r, size_t first)
{
    Sources sources;

    sources_init(&sources, NULL);
    for (size_t i = 0; i < r->findings.n && i < first; i++)
        add_fix(r, i, &sources);
    sources_done(&sources);
}

/* The chain */

const Test *
find_failing_test(const Case *c, const FindResult *r, const char **why)
{
    const Runs *runs = &c->stock->runs;
    uint32_t at = r->example.run;

    if (at >= runs->nruns) /* the first, then */
        for (at = 0; at < runs->nruns; at++)
            if (runs->runs[at].verdict == VERDICT_FAIL)
                break;
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
    const Test *t = &c->stock->suite.tests[at];
    if (t->direct && !t->env)
        return t;
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
find_add_chain(const Case *c, FindResult *r)
{
    const Test *t = find_failing_test(c, r, &r->first.no_chain);
    TracedProgram program = {0};
    TracedRun run = {0};
    Diag d; /* no chain is no failure */

    if (!t)
        return;
    diag_init(&d);
    const TracedOptions o = {
        .time_s = trace_s, .trace_mb = TRACE_MB, .process = 1, .of = t};
    if (traced_open(c->setup.target.subject, &program, &d)) {
        if (traced_run(&program, NULL, &o, &run, &d))
            add_steps(r, &run, &d);
        traced_done(&run);
    }
    traced_close(&program);
    if (d.error)
        r->first.no_chain = arena_strdup(&r->arena, d.error);
    diag_done(&d);
}
