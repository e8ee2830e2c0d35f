/* supply_vary.c - passing tests with other values than those that there are.
 *
 * Few tests let many changes pass. Other values in the same tests are cheap to
 * make and need no solver; what they should print, the oracle knows. Only those
 * that pass are kept: a value that the program was not made for may well make
 * it fail, in a way that no right change mends.
 */
#include "session/supply_place.h"

#include "base/map.h"
#include "base/mem.h"
#include "explore/vary.h"
#include "format/tuning.h"
#include "process/child.h"
#include "run/lab.h"
#include "variant/variant.h"

#include <stdlib.h>

enum { SEED = 20100712 };

typedef struct Varier Varier;
struct Varier {
    Placer place;
    Lab *lab;
    Profile profile;
    VEC(Input) bases;
    Map seen; /* digests of inputs */
    Arena arena;
};

/* Tests to begin with: the failing ones first, then any. */
static bool
list_bases(Varier *v, const Suite *suite, const Runs *runs, Diag *d)
{
    const size_t most = tuning_count(TUNE_session_varied_bases);
    const Verdict order[] = {VERDICT_FAIL, VERDICT_PASS};

    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < suite->n && v->bases.n < most; i++) {
            const Test *t = &suite->tests[i];
            Input in;
            if (runs->runs[i].verdict != order[k] || !t->direct ||
                t->check.function || (k == 0 && v->bases.n >= most / 2))
                continue;
            if (!input_of_test(&v->arena, t, &in, d))
                return false;
            vec_push(&v->bases, in);
        }
    return true;
}

static bool
keep(Varier *v, const char *name, const LabRun *run, Diag *d)
{
    const Generated t = {.name = name,
                         .input = *run->input,
                         .verdict = run->judgement.verdict,
                         .reason = run->judgement.reason,
                         .timed_out = run->judgement.timed_out};
    Store *store = v->place.spec->store;
    const GeneratedRow row = {.origin = "varied",
                              .way = "values",
                              .place = v->place.s->tests.n,
                              .test = &t,
                              .run = run,
                              .counts = &v->profile};

    return lab_profile(v->lab, run, &v->profile, d) &&
           (!store || t.verdict != VERDICT_PASS ||
            generate_store(store, &row, d)) &&
           supply_keep(&v->place, &t, run, &v->profile, d);
}

static bool
see_failing(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    (void)slot;
    return run->judgement.verdict == VERDICT_FAIL
               ? keep(context, "failing", run, d)
               : diag_fail(d, "the failing test does not fail again");
}

static bool
see(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    Varier *v = context;

    (void)slot;
    return run->judgement.verdict != VERDICT_PASS ||
           keep(v, arena_printf(&v->arena, "varied%zu", v->place.s->tests.n),
                run, d);
}

/* Is it new? */
static bool
is_new(Varier *v, const Input *in)
{
    const Digest digest = input_digest(in);

    return (*map_put_text(&v->seen, digest.hex, 0))++ == 0;
}

static bool
vary(Varier *v, double until, Diag *d)
{
    enum { TRIES = 20 }; /* for each test that is wanted */
    const size_t most = tuning_count(TUNE_session_varied_tests);
    Random r = {SEED};
    bool ok = true;

    for (size_t i = 0;
         ok && v->bases.n > 0 && i < TRIES * most &&
         v->place.s->tests.n <= most &&
         (until <= 0 || child_clock(false) < until) && !lab_interrupted(v->lab);
         i++) {
        Input in;
        if (vary_input(&v->arena, &v->bases.at[i % v->bases.n], &r, &in) &&
            is_new(v, &in))
            ok = lab_one(v->lab, &in, v, see, d);
    }
    return ok;
}

static bool
open_lab(Varier *v, char **variant, Diag *d)
{
    const SupplySpec *spec = v->place.spec;
    LabSpec lab = {.setup = spec->setup, .quiet = spec->quiet};
    const Subject *subject = spec->setup.target.subject;

    if (!variant_get(subject, VARIANT_PROFILE, variant, d))
        return false;
    lab.setup.target = (Target){.subject = subject, .variant = *variant};
    lab.setup.limits = v->place.limits;
    lab.setup.jobs = 1;
    return lab_open(&lab, &v->lab, d);
}

bool
supply_vary(const SupplySpec *spec, const Suite *suite, const Runs *runs,
            Supply *out, Diag *d)
{
    const double share = tuning(TUNE_session_varied_share) * spec->time_s;
    Varier v = {.place = {.spec = spec, .s = out}};
    char *variant = NULL;
    Input failing;

    *out = (Supply){0};
    supply_narrow(&v.place);
    profile_init(&v.profile, &spec->setup.target.subject->plan, 0);
    const double until = spec->by_work ? 0 : child_clock(false) + share;
    bool ok = (!spec->store || store_forget(spec->store, "varied", d)) &&
              input_of_test(&v.arena, spec->failing, &failing, d) &&
              list_bases(&v, suite, runs, d) && open_lab(&v, &variant, d) &&
              lab_one(v.lab, &failing, &v, see_failing, d);
    for (size_t i = 0; i < v.bases.n; i++)
        is_new(&v, &v.bases.at[i]);
    ok = ok && vary(&v, until, d);
    lab_close(v.lab);
    profile_done(&v.profile);
    free(variant);
    vec_done(&v.bases);
    map_done(&v.seen);
    arena_done(&v.arena);
    return ok;
}
