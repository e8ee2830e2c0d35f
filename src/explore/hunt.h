/* hunt.h - explore a program within a budget: inputs that reach something new,
 * and crashes.
 */
#ifndef CULPRIT_EXPLORE_HUNT_H
#define CULPRIT_EXPLORE_HUNT_H

#include "base/map.h"
#include "explore/crash.h"
#include "explore/crawl.h"
#include "explore/explorer.h"

/* What had been seen when so many processor seconds were used. */
typedef struct HuntMark HuntMark;
struct HuntMark {
    double cpu_s;
    uint32_t runs;
    uint64_t outcomes;
};

typedef struct HuntSpec HuntSpec;
struct HuntSpec {
    Engine *engine;
    LabSpec lab; /* where crashes are told apart: of a variant with counters */
    const Input *seeds;
    size_t nseeds;
    struct {
        uint64_t runs;        /* 0: no limit */
        double time_s, cpu_s; /* likewise; cpu: of all processes together */
    } most;
    bool once;          /* only solve for what the seeds lead to: run none */
    bool crawl;         /* follow links and forms of pages */
    bool smallest;      /* crashes are told with as few arguments as do */
    bool marks;         /* note how far it is, at every doubling of the time */
    const char *output; /* directory to write the inputs to, or NULL */
    void (*progress)(void *context, const Explorer *x, size_t ncrashes);
    void *context;
};

typedef struct HuntResult HuntResult;
struct HuntResult {
    Explorer *explorer;
    Crashes crashes;
    uint64_t ncrashed, nhung; /* runs */
    uint64_t nsolved;         /* inputs, with `once` */
    unsigned nwritten;        /* inputs, to the output */
    Map outputs;              /* different ones */
    Crawl crawl;
    VEC(HuntMark) marks;
    double wall_s;
};

/* Crashes are findings, no failures. The spec must outlive the result; release
 * it even if this fails. */
bool hunt_run(const HuntSpec *spec, HuntResult *out, Diag *d);
void hunt_done(HuntResult *r);

#endif
