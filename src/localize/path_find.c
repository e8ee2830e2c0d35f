/* path_find.c - the closest successful run of a failing test that is minimised
 * first.
 */
#include "localize/path_find.h"

#include "run/child.h"

/* Of the time: what may go into a smaller test; what is left for the search at
 * least; and what the search that starts from the smallest test may take of
 * that, if there is another test. */
#define SMALLER 0.25
#define LEAST   0.25
#define FIRST   0.7

PathMerit
path_merit(const PathScout *s, const PathResult *r)
{
    if (r->found == PATH_NONE)
        return (PathMerit){0};
    return (PathMerit){.found = true,
                       .worth = r->verdicts.at[r->found].worth,
                       .comes = s->runs.at[r->found].comes};
}

int
path_merit_compare(const PathMerit *x, const PathMerit *y)
{
    if (x->found != y->found)
        return x->found ? -1 : 1;
    if (x->worth != y->worth)
        return x->worth < y->worth ? -1 : 1;
    return (x->comes < y->comes) - (x->comes > y->comes);
}

static double
time_left(const PathFind *f)
{
    const double left = f->time_s - (child_clock(f->path.cpu) - f->start);

    return left > LEAST * f->time_s ? left : LEAST * f->time_s;
}

/* Leaves `lines`, the coarser one, empty if there is none. */
static bool
minimize(PathFind *f, const Input *test, const Input **lines, Diag *d)
{
    f->given = f->inputs[0] = *test;
    if (f->as_given)
        return true;
    f->minimize.time_s = SMALLER * f->time_s;
    f->minimize.cpu = f->path.cpu;
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
    PathTimes *t = &s->times;
    const PathTimes *o = &other->times;

    t->trace += o->trace;
    t->graph += o->graph;
    t->align += o->align;
    t->record += o->record;
    t->solve += o->solve;
    t->core += o->core;
    t->judge += o->judge;
    s->ntraced += other->ntraced;
    r->nquestions += than->nquestions;
    r->nfailing += than->nfailing;
    r->spent_s += than->spent_s;
}

/* The same from the other test, in what is left of the time. There is an answer
 * or none already, so that what goes wrong here does no harm. */
static void
search_again(PathFind *f, const Input *lines, PathScout *scout, PathResult *out)
{
    static const PathMerit best = {true, WORTH_USEFUL, true};
    const PathMerit first = path_merit(scout, out);
    PathScout other = path_scout_like(scout);
    PathResult result;
    Diag d;

    f->path.failing = lines;
    f->path.time_s = f->time_s > 0 ? time_left(f) : 0;
    if (path_merit_compare(&first, &best) <= 0)
        return;
    diag_init(&d);
    const bool ok = path_search(&f->path, &other, &result, &d);
    diag_done(&d);
    const PathMerit second = path_merit(&other, &result);
    if (ok && path_merit_compare(&second, &first) < 0) {
        const PathScout scout_kept = *scout;
        const PathResult kept = *out;
        *scout = other;
        *out = result;
        other = scout_kept;
        result = kept;
        out->lines = true;
    }
    out->interrupted = out->interrupted || result.interrupted;
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
    if (f->path.first)
        lines = NULL;
    f->path.failing = &f->inputs[0];
    f->path.time_s = f->time_s > 0 ? time_left(f) : 0;
    if (lines)
        f->path.time_s *= FIRST;
    if (!path_search(&f->path, scout, out, d))
        return false;
    if (lines && !out->interrupted && !out->original)
        search_again(f, lines, scout, out);
    return true;
}

void
path_find_done(PathFind *f)
{
    minimize_done(&f->small);
    *f = (PathFind){0};
}
