/* decide.c - a run's path as decisions: which branch, which time, which way. */
#include "explore/decide.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

static uint64_t
mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 31;
}

uint64_t
decision_hash(const Decision *d, uint32_t outcome)
{
    return mix(mix(d->prefix, d->branch), (uint64_t)outcome + 1);
}

void
decisions_number(Decisions *d)
{
    Map counts = {0};

    d->hash = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        Decision *c = &d->at[i];
        uint32_t *n = map_put(&counts, &c->branch, sizeof c->branch, 0);
        c->occurrence = (*n)++;
        c->prefix = d->hash;
        d->hash = decision_hash(c, c->outcome);
    }
    map_done(&counts);
}

void
decisions_init(Decisions *d, const Recording *r)
{
    *d = (Decisions){.at = mem_zalloc((size_t)r->nsteps + 1, sizeof *d->at)};
    for (uint32_t i = 0; i < r->nsteps; i++) {
        const ConcolicStep *s = &r->steps[i];
        if (s->kind == CONCOLIC_ASSUME)
            continue;
        d->at[d->n++] = (Decision){
            .branch = (uint64_t)s->caller << 32 | s->block,
            .outcome = s->taken,
            .step = i,
            .others = s->kind == CONCOLIC_SWITCH ? s->ncases : 1,
        };
    }
    decisions_number(d);
}

void
decisions_done(Decisions *d)
{
    free(d->at);
    *d = (Decisions){0};
}
