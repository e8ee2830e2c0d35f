/* shorten.c - the closest successful run of a failing test that is minimised
 * first.
 */
#include "path/shorten.h"

#include "format/tuning.h"
#include "process/child.h"

/* What the answer is worth; WORTHS if there is none. */
static unsigned
answer_worth(const PathResult *r)
{
    return r->found == PATH_NONE ? WORTHS : r->verdicts.at[r->found].worth;
}

static double
time_left(const PathFind *f)
{
    const double left =
        f->time_s - (child_clock(f->path.bounds.cpu) - f->start);

    const double least = tuning(TUNE_path_least_share) * f->time_s;

    return left > least ? left : least;
}

/* Leaves `lines`, the coarser one, empty if there is none. */
static bool
minimize(PathFind *f, const Input *test, const Input **lines, Diag *d)
{
    f->given = f->inputs[0] = *test;
    if (f->as_given)
        return true;
    f->minimize.time_s = tuning(TUNE_path_smaller_share) * f->time_s;
    f->minimize.cpu = f->path.bounds.cpu;
    if (!minimize_run(&f->minimize, test, &f->small, d))
        return false;
    f->path.original = &f->given;
    f->inputs[0] = f->small.input;
    f->inputs[1] = f->small.lines;
    for (unsigned i = 0; i < 2; i++)
        f->inputs[i].around = f->given.around; /* compared by address */
    if (!input_equal(&f->inputs[0], &f->inputs[1]))
        *lines = &f->inputs[1];
    return true;
}

static void
add_costs(PathScout *s, PathResult *r, const PathScout *other,
          const PathResult *than)
{
    PathTimes *t = &s->cost.times;
    const PathTimes *o = &other->cost.times;

    t->trace += o->trace;
    t->graph += o->graph;
    t->align += o->align;
    t->record += o->record;
    t->solve += o->solve;
    t->core += o->core;
    t->judge += o->judge;
    s->cost.ntraced += other->cost.ntraced;
    r->nquestions += than->nquestions;
    r->nfailing += than->nfailing;
    r->spent_s += than->spent_s;
}

/* The same from the other test, in what is left of the time. The first search
 * is over, so what goes wrong here does no harm. */
static void
search_again(PathFind *f, const Input *lines, PathScout *scout, PathResult *out)
{
    PathScout other = path_scout_like(scout);
    PathResult result;
    Diag d;

    f->path.failing = lines;
    f->path.bounds.time_s = f->time_s > 0 ? time_left(f) : 0;
    f->path.yields = false;
    diag_init(&d);
    const bool ok = path_search(&f->path, &other, &result, &d);
    diag_done(&d);
    if (ok && answer_worth(&result) < answer_worth(out)) {
        const PathScout scout_kept = *scout;
        const PathResult kept = *out;
        *scout = other;
        *out = result;
        other = scout_kept;
        result = kept;
        out->failing.lines = true;
    }
    out->end.interrupted = out->end.interrupted || result.end.interrupted;
    add_costs(scout, out, &other, &result);
    path_scout_close(&other);
    path_result_done(&result);
}

bool
path_find(PathFind *f, const Input *test, PathScout *scout, PathResult *out,
          Diag *d)
{
    const Input *lines = NULL;

    *out = (PathResult){.found = PATH_NONE, .data = PATH_NONE};
    if (!minimize(f, test, &lines, d))
        return false;
    /* A person is asked about one test, and the paper has the smallest. */
    if (f->path.bounds.first)
        lines = NULL;
    f->path.failing = &f->inputs[0];
    f->path.bounds.time_s = f->time_s > 0 ? time_left(f) : 0;
    f->path.yields = lines != NULL;
    if (!path_search(&f->path, scout, out, d))
        return false;
    if (lines && !out->end.interrupted && !out->failing.original &&
        answer_worth(out) > WORTH_PARTIAL)
        search_again(f, lines, scout, out);
    return true;
}

void
path_find_done(PathFind *f)
{
    minimize_done(&f->small);
    *f = (PathFind){0};
}
