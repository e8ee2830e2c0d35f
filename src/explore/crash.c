/* crash.c - crashes that exploring found, one of each place. */
#include "explore/crash.h"

#include "explore/minimize.h"

void
crashes_init(Crashes *c, const LabSpec *spec)
{
    *c = (Crashes){.spec = spec};
}

void
crashes_done(Crashes *c)
{
    if (c->lab) {
        lab_close(c->lab);
        calls_done(&c->calls);
        profile_done(&c->profile);
    }
    vec_done(&c->at);
    arena_done(&c->arena);
    *c = (Crashes){0};
}

static bool
open_lab(Crashes *c, Diag *d)
{
    const Target *target = &c->spec->setup.target;

    if (c->lab)
        return true;
    if (!variant_calls(target->subject, &c->calls, d))
        return false;
    if (!lab_open(c->spec, &c->lab, d)) {
        calls_done(&c->calls);
        return false;
    }
    profile_init(&c->profile, &target->subject->plan, target->nvalues);
    return true;
}

typedef struct Seen Seen;
struct Seen {
    Crashes *c;
    bool failed;
    Failure failure;
    const char *reason; /* the collection's */
};

static bool
see(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    Seen *s = context;
    const Subject *subject = s->c->spec->setup.target.subject;

    (void)slot;
    s->failed = run->judgement.verdict == VERDICT_FAIL;
    if (!lab_profile(s->c->lab, run, &s->c->profile, d))
        return false;
    s->failure = failure_of(run->seen, NULL, run->judgement.verdict,
                            &subject->program, &s->c->calls, &s->c->profile);
    s->reason = arena_strdup(&s->c->arena, run->judgement.reason);
    return true;
}

/* What PHP says is a failure by itself; the page may go on, or fail again. */
static bool
is_same(const Crashes *c, const Failure *x, const Failure *y)
{
    return failure_same(x, y) ||
           (subject_is_php(c->spec->setup.target.subject) && x->sanitizer &&
            x->sanitizer == y->sanitizer);
}

bool
crashes_add(Crashes *c, const Input *in, bool *fresh, Diag *d)
{
    Seen s = {.c = c};

    *fresh = false;
    if (!open_lab(c, d) || !lab_one(c->lab, in, &s, see, d))
        return false;
    if (!s.failed)
        return true;
    for (size_t i = 0; i < c->at.n; i++)
        if (is_same(c, &c->at.at[i].failure, &s.failure)) {
            c->at.at[i].n++;
            return true;
        }
    *fresh = true;
    vec_push(&c->at, (Crash){.failure = s.failure,
                             .reason = s.reason,
                             .input = input_copy(&c->arena, in),
                             .n = 1});
    c->at.at[c->at.n - 1].input.around = in->around;
    return true;
}

void
crashes_minimize(Crashes *c, Diag *d)
{
    enum { TESTS = 100 }; /* of each */

    for (size_t i = 0; i < c->at.n; i++) {
        const MinimizeSpec spec = {
            .lab = *c->spec, .coarse = true, .tests = TESTS};
        const char *around = c->at.at[i].input.around;
        MinimizeResult r = {0};
        Diag own;
        diag_init(&own);
        if (minimize_run(&spec, &c->at.at[i].input, &r, &own)) {
            c->at.at[i].input = input_copy(&c->arena, &r.input);
            c->at.at[i].input.around = around;
        } else {
            diag_warn(d,
                      "a failure is told with the request that it was found "
                      "by: %s",
                      own.error);
        }
        diag_done(&own);
        minimize_done(&r);
    }
}
