/* path_view.c - the closest successful run, for people and tools. */
#include "report/path_view.h"

#include "report/writers.h"

#include <string.h>

/* For tools; what people read is in path_text.c. */
static void
gather(const PathView *v, Findings *out)
{
    const PathScout *s = v->scout;
    const PathResult *r = v->result;

    path_findings(s, r, v->answers, v->nanswers, out);
    path_samples(s, r, v->output, out);
    if (r->found != PATH_NONE && !s->view.brief)
        path_beside(s, v->other, out);
    out->cost = (Cost){
        .runs = engine_stats(s->engine)->runs + s->cost.ntraced + r->nquestions,
        .solver_calls = solver_stats(engine_solver(s->engine))->queries,
        .wall_s = r->spent_s,
    };
}

bool
path_show(const PathView *v, const char *format, FILE *out, Diag *d)
{
    const ReportOptions o = {.colour = v->colour,
                             .program = v->scout->code.program};
    Findings f = {0};

    if (strcmp(format, "text") == 0) {
        path_text(v, out);
        return report_flush(out, d);
    }
    gather(v, &f);
    bool ok = report_find(format)->write(&f, 1, &o, out, d);
    findings_done(&f);
    return ok;
}
