/* differ.c - where two runs part, and the values that differ.
 *
 * Events without a partner are due to the nearest aligned event they depend on;
 * those behind the other run's last event, unless a decision explains them,
 * to its end.
 */
#include "trace/differ.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "trace/say.h"

#include <stdlib.h>

/* What only one run did, per event it is due to. */
typedef struct Only Only;
struct Only {
    uint32_t first; /* event, or ALIGN_NONE */
    uint32_t n;     /* statement instances */
    uint32_t step;  /* the last one */
};

typedef struct DifferenceFinder DifferenceFinder;
struct DifferenceFinder {
    Differences *d;
    Only *a, *b;           /* per event */
    uint32_t end_a, end_b; /* where the other run has ended, or ALIGN_NONE */
    VEC(Difference) found;
    Map inputs; /* bytes of input that were told of */
};

static bool
went_apart(const Differences *d, const DifferSide *s, uint32_t event)
{
    uint32_t a = s == &d->a ? event : s->partner[event];

    return d->a.course.events[a].outcome !=
           d->b.course.events[d->a.partner[a]].outcome;
}

/* Uses of input come and go with the bytes; they do not tell of control. */
static bool
is_control(const DifferSide *s, uint32_t event)
{
    return !(s->course.events[event].statement & SCRIPT_PARAM);
}

static uint32_t
last_aligned(const DifferSide *s)
{
    uint32_t n = s->course.n;

    while (n > 0 && s->partner[n - 1] == ALIGN_NONE)
        n--;
    return n;
}

/* Give each event without partner to the one it is due to. */
static Only *
collect_only(const Differences *d, DifferSide *s, uint32_t *end)
{
    const Course *c = &s->course;
    Only *only = mem_alloc((c->n + (size_t)1) * sizeof *only);
    uint32_t *due = mem_alloc((c->n + (size_t)1) * sizeof *due);
    uint32_t last = 0, common = last_aligned(s), loose = ALIGN_NONE;

    *end = ALIGN_NONE;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t parent = c->events[i].parent;
        uint32_t step = s->graph->nodes[c->nodes[i]].step;
        only[i] = (Only){.first = ALIGN_NONE};
        due[i] = i;
        if (s->partner[i] != ALIGN_NONE || !is_control(s, i))
            continue;
        s->nonly += step != last;
        last = step;
        due[i] = parent == ALIGN_NONE ? i : due[parent];
        bool aligned = s->partner[due[i]] != ALIGN_NONE;
        if (i >= common && !(aligned && went_apart(d, s, due[i]))) {
            *end = *end == ALIGN_NONE ? i : *end;
            due[i] = *end;
        } else if (!aligned) { /* it depends on nothing */
            loose = loose == ALIGN_NONE ? i : loose;
            due[i] = loose;
        }
        Only *o = &only[due[i]];
        o->first = o->first == ALIGN_NONE ? i : o->first;
        o->n += o->step != step;
        o->step = step;
    }
    free(due);
    return only;
}

/* Is it the first use of these bytes? */
static bool
is_news(DifferenceFinder *f, const GraphInput *in)
{
    const uint64_t key[] = {(uint64_t)in->descriptor, in->number, in->offset};
    uint32_t *n = map_put(&f->inputs, key, sizeof key, 0);

    return ++*n == 1;
}

static bool
values_differ(DifferenceFinder *f, uint32_t x, uint32_t y)
{
    const Graph *g = f->d->a.graph, *h = f->d->b.graph;
    const GraphNode *a = &g->nodes[x], *b = &h->nodes[y];

    if (a->inst == (uint32_t)GRAPH_INPUT) {
        const GraphInput *in = &g->io.inputs[a->value];
        const GraphInput *other = &h->io.inputs[b->value];
        return in->width && in->width == other->width &&
               in->value != other->value && is_news(f, in);
    }
    const ScriptInst *i = &g->script->insts[a->inst];
    if (a->value == b->value || i->width == 0)
        return false;
    if (i->flags & SCRIPT_POINTER) /* addresses themselves mean nothing */
        return (i->op == SCRIPT_STORE || i->op == SCRIPT_RETURN) &&
               !a->value != !b->value;
    return i->op == SCRIPT_STORE || i->op == SCRIPT_RETURN ||
           (i->op == SCRIPT_FOREIGN && !say_is_output(g, x));
}

/* A switch may take another value and the same way. */
static bool
is_switch(const DifferSide *s, uint32_t event)
{
    uint32_t statement = s->course.events[event].statement;

    return statement < s->graph->script->ninsts &&
           s->graph->script->insts[statement].op == SCRIPT_SWITCH;
}

static void
compare(DifferenceFinder *f, uint32_t i)
{
    Differences *d = f->d;
    uint32_t k = d->a.partner[i];
    const AlignEvent *x = &d->a.course.events[i], *y = &d->b.course.events[k];
    uint32_t node = d->a.course.nodes[i], other = d->b.course.nodes[k];
    Difference row = {.kind = DIFFER_OUTCOME,
                      .a = i,
                      .b = k,
                      .first_a = f->a[i].first,
                      .first_b = f->b[k].first,
                      .nonly_a = f->a[i].n,
                      .nonly_b = f->b[k].n};

    if (x->outcome != y->outcome)
        d->noutcomes++;
    else if (is_switch(&d->a, i)
                 ? d->a.graph->nodes[node].value !=
                       d->b.graph->nodes[other].value
                 : x->outcome == ALIGN_NONE && values_differ(f, node, other))
        row.kind = DIFFER_VALUE, d->nvalues++;
    else if (row.nonly_a || row.nonly_b)
        row.kind = DIFFER_ONLY;
    else
        return;
    vec_push(&f->found, row);
}

/* An event of one run to which others of it are due. */
static void
add_alone(DifferenceFinder *f, uint32_t a, uint32_t b)
{
    Difference row = {
        .kind = DIFFER_ONLY, .a = a, .b = b, .first_a = a, .first_b = b};

    if (a != ALIGN_NONE) {
        row.nonly_a = f->a[a].n;
        row.kind = a == f->end_a ? DIFFER_END : DIFFER_ONLY;
    } else {
        row.nonly_b = f->b[b].n;
        row.kind = b == f->end_b ? DIFFER_END : DIFFER_ONLY;
    }
    vec_push(&f->found, row);
}

/* What b did alone before its event `end`, from *next on. */
static void
find_before(DifferenceFinder *f, uint32_t *next, uint32_t end)
{
    const DifferSide *b = &f->d->b;

    for (; *next < end; ++*next)
        if (b->partner[*next] == ALIGN_NONE && f->b[*next].first == *next)
            add_alone(f, ALIGN_NONE, *next);
}

/* All differences, in a's order of time. */
static void
find(DifferenceFinder *f)
{
    Differences *d = f->d;
    uint32_t next = 0;

    for (uint32_t i = 0; i < d->a.course.n; i++) {
        uint32_t partner = d->a.partner[i];
        if (partner != ALIGN_NONE) {
            find_before(f, &next, partner);
            compare(f, i);
        } else if (f->a[i].first == i) {
            add_alone(f, i, ALIGN_NONE);
        }
    }
    find_before(f, &next, d->b.course.n);
}

void
differ_find(const Graph *a, const Graph *b, Differences *out)
{
    DifferenceFinder f = {.d = out};

    *out = (Differences){.a.graph = a, .b.graph = b};
    course_build(a, &out->a.course);
    course_build(b, &out->b.course);
    uint32_t n = out->a.course.n, m = out->b.course.n;
    out->a.partner = mem_alloc((n + (size_t)1) * sizeof *out->a.partner);
    out->b.partner = mem_alloc((m + (size_t)1) * sizeof *out->b.partner);
    align_runs(course_run(&out->a.course), course_run(&out->b.course),
               out->a.partner);
    for (uint32_t i = 0; i < m; i++)
        out->b.partner[i] = ALIGN_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (out->a.partner[i] != ALIGN_NONE)
            out->b.partner[out->a.partner[i]] = i;
    f.a = collect_only(out, &out->a, &f.end_a);
    f.b = collect_only(out, &out->b, &f.end_b);
    find(&f);
    out->at = f.found.at;
    out->n = f.found.n;
    free(f.a);
    free(f.b);
    map_done(&f.inputs);
}

void
differ_done(Differences *d)
{
    course_done(&d->a.course);
    course_done(&d->b.course);
    free(d->a.partner);
    free(d->b.partner);
    free(d->at);
    *d = (Differences){0};
}
