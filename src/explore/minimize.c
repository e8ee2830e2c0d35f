/* minimize.c - the smallest input that still fails in the same way. */
#include "explore/minimize.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "explore/ddmin.h"
#include "explore/units.h"
#include "format/tuning.h"
#include "process/child.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    NOTES_KEPT = 1000000, /* verdicts in the store */
    BATCH = 500,          /* of these in a transaction */
    FEW = TUNE_MOST_explore_few_units,
};
static const char kind[] = "failure";

/* A candidate in a slot. */
typedef struct SlotTry SlotTry;
struct SlotTry {
    Arena arena;
    Input input;
    size_t index;
    Digest key;
};

/* Two units, or a range of them. */
typedef struct Hole Hole;
struct Hole {
    uint32_t first, last;
    bool range;
};

/* Failures known, by digest of the input. */
typedef struct MinimizerNotes MinimizerNotes;
struct MinimizerNotes {
    Map known;
    VEC(Failure) failures;
    size_t batched;
};

/* The smallest input so far; two arenas take turns. */
typedef struct MinimizerSmallest MinimizerSmallest;
struct MinimizerSmallest {
    Arena arenas[2];
    unsigned turn;
    Input current;
};

/* The search at hand: candidate i is the kept units without those of its
 * chunk, or, if there are holes, without those two or that range. */
typedef struct MinimizerSearch MinimizerSearch;
struct MinimizerSearch {
    Units units;
    const uint32_t *kept;
    size_t nkept, chunk;
    const Hole *holes;
    size_t next, end, best;
    SlotTry *tries;
};

typedef struct Minimizer Minimizer;
struct Minimizer {
    const MinimizeSpec *spec;
    MinimizeResult *result;
    Lab *lab;
    Calls calls;
    Profile profile;
    Digest setup;
    Failure target;
    double start;
    bool stopped; /* result->end says why */
    MinimizerNotes notes;
    MinimizerSmallest smallest;
    MinimizerSearch search;
};

/* What is known */

/* All that a failure depends on beside the input. */
static bool
fingerprint(Minimizer *m, bool processes, Diag *d)
{
    const LabSpec *lab = &m->spec->lab;
    const Setup *r = &lab->setup;
    Str s = {0};
    Digest file = {""};
    bool ok = true;

    if (r->judge.oracle == ORACLE_SCRIPT)
        ok = hash_file(r->judge.script, &file, d);
    else if (r->judge.oracle == ORACLE_REFERENCE)
        ok = hash_file(r->judge.reference, &file, d);
    str_printf(&s, "minimize 1 %s %s %d %s %u %g %ld %ld %ld %d %d %d %d",
               r->target.subject->program.id, r->target.subject->path,
               (int)r->judge.oracle, file.hex, r->judge.compare,
               r->limits.time_s, r->limits.memory_mb, r->limits.output_mb,
               r->limits.processes, r->scratch, lab->unconfined, processes,
               lab->fixed);
    m->setup = hash_digest(s.at, s.n);
    str_done(&s);
    return ok;
}

static Digest
key_of(const Minimizer *m, const Input *in)
{
    Digest input = input_digest(in);
    char both[80];

    memcpy(both, m->setup.hex, 32);
    memcpy(both + 32, input.hex, 32);
    return hash_digest(both, 64);
}

static bool
commit(Minimizer *m, Diag *d)
{
    bool open = m->notes.batched > 0;

    m->notes.batched = 0;
    return !open || store_commit(m->spec->store, d);
}

static void
learn(Minimizer *m, const Digest *key, const Failure *f)
{
    map_put(&m->notes.known, key->hex, 32, (uint32_t)m->notes.failures.n);
    vec_push(&m->notes.failures, *f);
}

/* Keep it for the next time, too; what was stopped for its time may do better
 * then, and a person's answers are kept already. */
static bool
remember(Minimizer *m, const Digest *key, const Failure *f, Diag *d)
{
    Store *store = m->spec->store;

    learn(m, key, f);
    if (!store || f->timed_out || m->spec->lab.setup.judge.oracle == ORACLE_ASK)
        return true;
    if (m->notes.batched == 0 && !store_begin(store, d))
        return false;
    m->notes.batched++;
    return store_put_note(store, kind, key->hex, f, sizeof *f, d) &&
           (m->notes.batched < BATCH || commit(m, d));
}

static bool
recall(Minimizer *m, const Digest *key, Failure *out, bool *has, Diag *d)
{
    const uint32_t *known = map_find(&m->notes.known, key->hex, 32);
    Str bytes = {0};
    bool ok = true;

    *has = known != NULL;
    if (known) {
        *out = m->notes.failures.at[*known];
        return true;
    }
    if (m->spec->store && m->spec->lab.setup.judge.oracle != ORACLE_ASK)
        ok = store_find_note(m->spec->store, kind, key->hex, &bytes, has, d);
    if (ok && *has) {
        *has = bytes.n == sizeof *out;
        if (*has) {
            memcpy(out, bytes.at, sizeof *out);
            learn(m, key, out);
        }
    }
    str_done(&bytes);
    return ok;
}

/* Runs */

static bool
see(Minimizer *m, const LabRun *r, Failure *out, Diag *d)
{
    const Setup *setup = &m->spec->lab.setup;
    bool place = r->judgement.verdict == VERDICT_FAIL &&
                 r->seen->ended.status != 0 && !r->seen->ended.timed_out;

    if (!r->seen->ended.started)
        return diag_fail(d, "%s", r->judgement.reason);
    if (place && !lab_profile(m->lab, r, &m->profile, d))
        return false;
    *out = failure_of(r->seen, r->want, r->judgement.verdict,
                      &setup->target.subject->program, place ? &m->calls : NULL,
                      place ? &m->profile : NULL);
    return true;
}

static bool
is_wanted(const Minimizer *m, const Failure *f)
{
    return m->spec->any_failure ? f->verdict == VERDICT_FAIL
                                : failure_same(f, &m->target);
}

static void
stop(Minimizer *m, MinimizeEnd why)
{
    m->stopped = true;
    m->result->end = why;
}

static bool
is_over(Minimizer *m)
{
    const MinimizeSpec *s = m->spec;

    if (m->stopped)
        return true;
    if (s->tests && m->result->nruns >= s->tests)
        stop(m, MINIMIZE_TESTS);
    else if (s->time_s > 0 && child_clock(s->cpu) - m->start > s->time_s)
        stop(m, MINIMIZE_TIME);
    else if (lab_interrupted(m->lab))
        stop(m, MINIMIZE_INTERRUPTED);
    return m->stopped;
}

static Input
without_hole(Arena *a, const Minimizer *m, const Hole *h)
{
    uint32_t left[FEW];
    size_t n = 0;

    assert(m->search.nkept <= FEW);
    if (h->range)
        return units_without(a, &m->search.units, m->search.kept,
                             m->search.nkept, h->first, h->last + 1);
    for (size_t i = 0; i < m->search.nkept; i++)
        if (i != h->first && i != h->last)
            left[n++] = m->search.kept[i];
    return units_without(a, &m->search.units, left, n, 0, 0);
}

static Input
candidate(Arena *a, const Minimizer *m, size_t i)
{
    return m->search.holes ? without_hole(a, m, &m->search.holes[i])
                           : units_without(a, &m->search.units, m->search.kept,
                                           m->search.nkept, i * m->search.chunk,
                                           (i + 1) * m->search.chunk);
}

/* Make candidates until one is not known; what is known may settle it. */
static bool
next_try(void *context, unsigned slot, const Input **in, Diag *d)
{
    Minimizer *m = context;
    SlotTry *t = &m->search.tries[slot];

    *in = NULL;
    while (m->search.next < m->search.end && m->search.next < m->search.best &&
           !is_over(m)) {
        Failure f;
        bool has;
        arena_done(&t->arena);
        t->index = m->search.next++;
        t->input = candidate(&t->arena, m, t->index);
        t->key = key_of(m, &t->input);
        if (!recall(m, &t->key, &f, &has, d))
            return false;
        if (!has) {
            m->result->nruns++;
            *in = &t->input;
            return true;
        }
        m->result->nknown++;
        if (is_wanted(m, &f))
            m->search.best = t->index;
    }
    return true;
}

static bool
seen_try(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    Minimizer *m = context;
    const SlotTry *t = &m->search.tries[slot];
    Failure f;

    if (!see(m, run, &f, d) || !remember(m, &t->key, &f, d))
        return false;
    if (is_wanted(m, &f) && t->index < m->search.best)
        m->search.best = t->index;
    if (m->spec->progress)
        m->spec->progress(m->spec->context, m->result->nruns,
                          input_size(&m->smallest.current));
    return true;
}

static bool
is_unwanted(void *context, unsigned slot)
{
    const Minimizer *m = context;

    return m->search.tries[slot].index > m->search.best || m->stopped;
}

/* The person who is asked may have left, which is an end like any other. */
static bool
run_batch(Minimizer *m, Diag *d)
{
    const LabHooks hooks = {.context = m,
                            .next = next_try,
                            .seen = seen_try,
                            .unwanted = is_unwanted};
    Diag local;

    diag_init(&local);
    bool ok = lab_run(m->lab, &hooks, &local);
    if (!ok && m->spec->lab.ask && m->spec->lab.ask->ended) {
        stop(m, MINIMIZE_INTERRUPTED);
        ok = true;
    }
    if (!ok)
        diag_fail(d, "%s", local.error);
    diag_done(&local);
    return ok;
}

/* Hooks of ddmin */

static bool
find(void *context, const uint32_t *kept, size_t n, size_t size, size_t from,
     size_t *hit, Diag *d)
{
    Minimizer *m = context;

    m->search.kept = kept;
    m->search.nkept = n;
    m->search.chunk = size;
    m->search.next = from;
    m->search.end = m->search.best = (n + size - 1) / size;
    bool ok = run_batch(m, d);
    *hit = m->search.best;
    return ok;
}

static void
set_current(Minimizer *m, const Input *in)
{
    m->smallest.turn = !m->smallest.turn;
    arena_done(&m->smallest.arenas[m->smallest.turn]);
    m->smallest.current = input_copy(&m->smallest.arenas[m->smallest.turn], in);
}

static void
keep(void *context, const uint32_t *kept, size_t n)
{
    Minimizer *m = context;
    Arena a = {0};
    Input in = units_without(&a, &m->search.units, kept, n, 0, 0);

    set_current(m, &in);
    arena_done(&a);
}

static bool
should_stop(void *context)
{
    return is_over(context);
}

/* The units point into an input of their own: the current one moves on. */
static bool
minimize_level(Minimizer *m, UnitsLevel level, bool *gained, Diag *d)
{
    const DdminHooks hooks = {m, find, keep, should_stop};
    Arena a = {0};
    Input base = input_copy(&a, &m->smallest.current);
    size_t n;

    units_make(&base, level, &m->search.units);
    uint32_t *kept = mem_zalloc(m->search.units.n + 1, sizeof *kept);
    bool ok = ddmin_run(m->search.units.n, &hooks, kept, &n, d);
    *gained = *gained || n < m->search.units.n;
    free(kept);
    units_done(&m->search.units);
    arena_done(&a);
    return ok;
}

/* Does it fail without the other files of its directory, too? A search with
 * one candidate, which is the input but for that. */
static bool
minimize_around(Minimizer *m, Diag *d)
{
    Input bare = m->smallest.current;
    uint32_t none;

    if (!bare.around)
        return true;
    bare.around = NULL;
    m->search.units = (Units){.level = UNITS_BYTES, .input = &bare}; /* none */
    m->search.kept = &none;
    m->search.nkept = 0;
    m->search.chunk = 1;
    m->search.next = 0;
    m->search.end = m->search.best = 1;
    bool ok = run_batch(m, d);
    if (ok && m->search.best == 0)
        set_current(m, &bare);
    return ok;
}

/* All ranges, the longest first, then all two that are no neighbours. */
static size_t
list_holes(uint32_t n, Hole *out)
{
    size_t count = 0;

    for (uint32_t length = n; length >= 2; length--)
        for (uint32_t i = 0; i + length <= n; i++)
            out[count++] = (Hole){i, i + length - 1, true};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 2; k < n; k++)
            out[count++] = (Hole){i, k, false};
    return count;
}

/* Where few units are left, not only single ones are tried: a pair of
 * brackets, or a range that no chunk began with. */
static bool
minimize_few(Minimizer *m, UnitsLevel level, bool *gained, Diag *d)
{
    Hole holes[FEW * FEW];
    uint32_t kept[FEW];
    Arena a = {0};
    Input base = input_copy(&a, &m->smallest.current);
    bool ok = true;

    units_make(&base, level, &m->search.units);
    if (m->search.units.n >= 2 &&
        m->search.units.n <= tuning_count(TUNE_explore_few_units)) {
        for (uint32_t i = 0; i < m->search.units.n; i++)
            kept[i] = i;
        m->search.kept = kept;
        m->search.nkept = m->search.units.n;
        m->search.next = 0;
        m->search.end = m->search.best =
            list_holes((uint32_t)m->search.nkept, holes);
        m->search.holes = holes;
        ok = run_batch(m, d);
        m->search.holes = NULL;
        if (ok && m->search.best < m->search.end) {
            Arena b = {0};
            Input in = without_hole(&b, m, &holes[m->search.best]);
            set_current(m, &in);
            arena_done(&b);
            *gained = true;
        }
    }
    units_done(&m->search.units);
    arena_done(&a);
    return ok;
}

static bool
minimize_all(Minimizer *m, Diag *d)
{
    const int levels = m->spec->coarse ? UNITS_LINES + 1 : UNITS_LEVELS;
    bool gained = true, first = true;

    if (!minimize_around(m, d))
        return false;
    while (gained && !is_over(m)) {
        gained = false;
        for (int level = 0; level < levels; level++) {
            if (!minimize_level(m, (UnitsLevel)level, &gained, d))
                return false;
            if (first && level == UNITS_LINES)
                m->result->lines =
                    input_copy(&m->result->arena, &m->smallest.current);
        }
        first = false;
        if (!gained && !m->spec->coarse &&
            (!minimize_few(m, UNITS_BYTES, &gained, d) ||
             !minimize_few(m, UNITS_ARG_BYTES, &gained, d)))
            return false;
    }
    return true;
}

/* The input as it was given */

typedef struct First First;
struct First {
    Minimizer *m;
    Failure failure;
    char *reason;
    double wall_s;
    bool seen;
};

static bool
see_first(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    First *f = context;

    (void)slot;
    f->seen = true;
    f->wall_s = run->seen->ended.wall_s;
    free(f->reason);
    f->reason = mem_strdup(run->judgement.reason);
    return see(f->m, run, &f->failure, d);
}

static bool
run_first(Minimizer *m, LabSpec *spec, const Input *in, First *f, Diag *d)
{
    f->seen = false;
    f->m = m;
    lab_close(m->lab);
    m->lab = NULL;
    return lab_open(spec, &m->lab, d) && lab_one(m->lab, in, f, see_first, d) &&
           (f->seen || diag_fail(d, "interrupted"));
}

static bool
refuse_pass(const First *f, Diag *d)
{
    if (f->failure.verdict == VERDICT_PASS)
        return diag_nothing(d, "the test passes, but it should fail");
    return diag_fail(d, "the test cannot be judged: %s", f->reason);
}

static bool
refuse_confined(Minimizer *m, const First *free_run, const First *confined,
                Diag *d)
{
    const Program *p = &m->spec->lab.setup.target.subject->program;
    Str x = {0}, y = {0};

    failure_tell(&free_run->failure, p, &x);
    failure_tell(&confined->failure, p, &y);
    diag_fail(d,
              "confined, the test does something else: %s instead of %s; if "
              "the program may do on this machine whatever altered inputs "
              "make it do, use --unconfined",
              str_text(&y), str_text(&x));
    str_done(&x);
    str_done(&y);
    return false;
}

/* Twice the same? Different output alone is worth a warning. */
static bool
check_repeats(Minimizer *m, const First *x, const First *y, Diag *d)
{
    const Program *p = &m->spec->lab.setup.target.subject->program;
    Str a = {0}, b = {0};
    bool ok = true;

    if (m->spec->lab.setup.judge.oracle == ORACLE_SCRIPT &&
        x->failure.verdict != y->failure.verdict &&
        x->failure.output == y->failure.output) {
        ok = diag_fail(d,
                       "the oracle answers differently on the same output: "
                       "first \"%s\", then \"%s\"",
                       x->reason, y->reason);
    } else if (x->failure.verdict != y->failure.verdict ||
               (!m->spec->any_failure &&
                !failure_same(&x->failure, &y->failure))) {
        failure_tell(&x->failure, p, &a);
        failure_tell(&y->failure, p, &b);
        ok = diag_fail(d,
                       "the program is not deterministic: run twice, it "
                       "first %s%s, then %s%s; nothing can be concluded from "
                       "one run of an input",
                       x->failure.verdict == VERDICT_FAIL ? "fails with " : "",
                       str_text(&a),
                       y->failure.verdict == VERDICT_FAIL ? "fails with " : "",
                       str_text(&b));
    } else if (x->failure.output != y->failure.output) {
        diag_warn(d, "the program is not deterministic: its output differs "
                     "from run to run, though it fails alike");
    }
    str_done(&a);
    str_done(&b);
    return ok;
}

/* How it fails, and what it must be allowed for that. */
static bool
find_target(Minimizer *m, const Input *start, Diag *d)
{
    LabSpec spec = m->spec->lab;
    First plain = {0}, held = {0}, again = {0};
    bool any = m->spec->any_failure;
    bool ok;

    spec.setup.jobs = 1;
    spec.unconfined = spec.quiet = true;
    ok = run_first(m, &spec, start, &plain, d) &&
         (plain.failure.verdict == VERDICT_FAIL || refuse_pass(&plain, d));
    spec.unconfined = m->spec->lab.unconfined;
    for (int processes = 0; ok && processes < 2; processes++) {
        spec.processes = processes || spec.unconfined;
        ok = run_first(m, &spec, start, &held, d);
        if (ok && (any ? held.failure.verdict == VERDICT_FAIL
                       : failure_same(&plain.failure, &held.failure)))
            break;
        if (ok && processes)
            ok = spec.unconfined ? check_repeats(m, &plain, &held, d)
                                 : refuse_confined(m, &plain, &held, d);
    }
    ok = ok && run_first(m, &spec, start, &again, d) &&
         check_repeats(m, &held, &again, d);
    m->target = held.failure;
    m->result->failure = held.failure;
    m->result->processes = spec.processes;
    /* A candidate that takes much longer than the test fails in another way. */
    double most = held.wall_s * tuning(TUNE_explore_candidate_times) +
                  tuning(TUNE_explore_candidate_s);
    if (ok && !held.failure.timed_out &&
        (spec.setup.limits.time_s <= 0 || spec.setup.limits.time_s > most))
        spec.setup.limits.time_s = most;
    spec.setup.jobs = m->spec->lab.setup.jobs;
    spec.quiet = m->spec->lab.quiet;
    lab_close(m->lab);
    m->lab = NULL;
    ok = ok && lab_open(&spec, &m->lab, d);
    free(plain.reason);
    free(held.reason);
    free(again.reason);
    return ok;
}

bool
minimize_run(const MinimizeSpec *spec, const Input *start, MinimizeResult *out,
             Diag *d)
{
    const Setup *run = &spec->lab.setup;
    Minimizer m = {
        .spec = spec, .result = out, .start = child_clock(spec->cpu)};

    *out = (MinimizeResult){0};
    out->lines = input_copy(&out->arena, start);
    set_current(&m, start);
    m.search.tries = mem_zalloc(run->jobs, sizeof *m.search.tries);
    profile_init(&m.profile, &run->target.subject->plan, run->target.nvalues);
    bool ok = input_check(start, d) &&
              variant_calls(run->target.subject, &m.calls, d) &&
              find_target(&m, start, d) && fingerprint(&m, out->processes, d) &&
              minimize_all(&m, d);
    Diag late;
    diag_init(&late);
    if (spec->store &&
        (!commit(&m, &late) ||
         !store_trim_notes(spec->store, kind, NOTES_KEPT, &late)) &&
        ok)
        ok = diag_fail(d, "%s", late.error);
    diag_done(&late);
    out->input = input_copy(&out->arena, &m.smallest.current);
    out->wall_s = child_clock(spec->cpu) - m.start;
    lab_close(m.lab);
    calls_done(&m.calls);
    profile_done(&m.profile);
    map_done(&m.notes.known);
    vec_done(&m.notes.failures);
    for (unsigned i = 0; i < run->jobs; i++)
        arena_done(&m.search.tries[i].arena);
    free(m.search.tries);
    arena_done(&m.smallest.arenas[0]);
    arena_done(&m.smallest.arenas[1]);
    return ok;
}

void
minimize_done(MinimizeResult *r)
{
    arena_done(&r->arena);
    *r = (MinimizeResult){0};
}
