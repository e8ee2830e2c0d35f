/* hunt.c - explore a program within a budget. */
#include "explore/hunt.h"

#include "base/clock.h"
#include "process/child.h"

#include <stdio.h>

typedef struct Hunt Hunt;
struct Hunt {
    const HuntSpec *spec;
    HuntResult *r;
    double start, cpu_start, next_mark;
};

static bool
keep(Hunt *h, const Input *in, const char *kind, Diag *d)
{
    char name[64];

    if (!h->spec->output)
        return true;
    snprintf(name, sizeof name, "%s%04u", kind, ++h->r->nwritten);
    return input_write(in, engine_spec(h->spec->engine)->subject->path,
                       h->spec->output, name, d);
}

static bool
run_one(Hunt *h, const Input *in, Origin origin, Diag *d)
{
    HuntResult *r = h->r;
    EngineRun run;
    const uint64_t before = explorer_stats(r->explorer)->outcomes;

    if (!engine_run(h->spec->engine, in, NULL, 0, &run, d))
        return false;
    const bool crashed = engine_crashed(&run);
    bool fresh = false;
    map_put(&r->outputs, run.out.at, run.out.n, 0);
    r->ncrashed += crashed;
    r->nhung += run.ended.timed_out;
    if (h->spec->crawl)
        crawl_add(&r->crawl, in, (const char *)run.out.at, run.out.n);
    explorer_add(r->explorer, in, &run, origin);
    if (crashed && !crashes_add(&r->crashes, in, &fresh, d))
        return false;
    if (fresh)
        return keep(h, in, "crash", d);
    if (explorer_stats(r->explorer)->outcomes > before)
        return keep(h, in, "new", d);
    return true;
}

static double
used(const Hunt *h)
{
    return child_clock(true) - h->cpu_start;
}

/* After a sixteenth of a second, an eighth ... one, two ... */
static void
mark(Hunt *h)
{
    const double cpu = h->spec->marks ? used(h) : 0;
    const Explorer *x = h->r->explorer;

    if (!h->spec->marks || cpu < h->next_mark)
        return;
    vec_push(&h->r->marks,
             (HuntMark){cpu, explorer_nruns(x), explorer_stats(x)->outcomes});
    while (h->next_mark <= cpu)
        h->next_mark *= 2;
}

static bool
is_over(const Hunt *h)
{
    const HuntSpec *s = h->spec;
    const uint64_t runs = explorer_nruns(h->r->explorer) + h->r->nsolved;

    return (s->most.runs && runs >= s->most.runs) ||
           (s->most.time_s > 0 && clock_now() - h->start >= s->most.time_s) ||
           (s->most.cpu_s > 0 && used(h) >= s->most.cpu_s);
}

/* What pages lead to comes first. */
static bool
next(Hunt *h, Input *in, Origin *origin)
{
    *origin = (Origin){.run = EXPLORER_NOBODY};
    return crawl_next(&h->r->crawl, in) ||
           explorer_next(h->r->explorer, in, origin);
}

static bool
search(Hunt *h, Diag *d)
{
    const HuntSpec *s = h->spec;
    HuntResult *r = h->r;
    Origin origin = {.run = EXPLORER_NOBODY};
    Input in;

    for (size_t i = 0; i < s->nseeds; i++)
        if (!run_one(h, &s->seeds[i], origin, d))
            return false;
    while (!is_over(h) && next(h, &in, &origin)) {
        if (s->once) {
            r->nsolved++;
            if (!keep(h, &in, "flip", d))
                return false;
            continue;
        }
        if (!run_one(h, &in, origin, d))
            return engine_interrupted(s->engine);
        if (s->progress)
            s->progress(s->context, r->explorer, r->crashes.at.n);
        mark(h);
    }
    return true;
}

bool
hunt_run(const HuntSpec *spec, HuntResult *out, Diag *d)
{
    Hunt h = {.spec = spec,
              .r = out,
              .start = clock_now(),
              .cpu_start = child_clock(true),
              .next_mark = 0.0625};

    *out = (HuntResult){0};
    explorer_new(spec->engine, strategy_by_name("coverage"), &out->explorer);
    crashes_init(&out->crashes, &spec->lab);
    if (spec->most.time_s > 0)
        explorer_until(out->explorer, h.start + spec->most.time_s);
    const bool ok = search(&h, d);
    if (ok && spec->smallest)
        crashes_minimize(&out->crashes, d);
    out->wall_s = clock_now() - h.start;
    return ok;
}

void
hunt_done(HuntResult *r)
{
    explorer_free(r->explorer);
    crashes_done(&r->crashes);
    map_done(&r->outputs);
    crawl_done(&r->crawl);
    vec_done(&r->marks);
    *r = (HuntResult){0};
}
