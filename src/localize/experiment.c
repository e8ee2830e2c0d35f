/* experiment.c - change the program a little, run tests, see what becomes of
 * them.
 *
 * Each slot of the pool follows one trial from test to test, so what happens
 * in a trial does not depend on the others. The run directory of a slot stays;
 * its request is mapped and rewritten for each run.
 */
#include "localize/experiment.h"

#include "base/mem.h"
#include "run/compare.h"
#include "run/pool.h"
#include "run/work.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
    PASSING_SAMPLE = 40, /* passing tests of a trial that is not confirmed */
    BROKEN_ENOUGH = 6,   /* of these, then it is given up */
    MUTANT_PASSING = 12,
    STEPS_FACTOR = 10,
    STEPS_LEAST = 20000,
    UNALTERED_STEPS = 100, /* times what passing tests need, of failing ones */
    LOG_SIZE = 1 << 16,
};

typedef enum { STAGE_FAILING, STAGE_PASSING, STAGE_END } Stage;

/* What a slot is about. */
typedef struct Bout Bout;
struct Bout {
    Work work;
    MutateRequest *request; /* mapped */
    size_t map_size;
    Trial *trial; /* NULL: none */
    Stage stage;
    uint32_t next, test; /* in the list of the stage; the one that runs */
    uint32_t chosen;     /* of failing[] */
};

typedef struct Series Series; /* of experiment_run, or of the unaltered runs */
struct Series {
    Experiment *e;
    Trial *trials;
    size_t n, next;
    TrialDepth depth;
    uint32_t screen;
    /* Unaltered runs: */
    const uint32_t *tests;
    bool *like;
};

double
experiment_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

bool
experiment_is_over(const Experiment *e)
{
    return e->interrupted ||
           (e->spec.deadline > 0 && experiment_now() > e->spec.deadline) ||
           (e->spec.max_runs && e->runs >= e->spec.max_runs);
}

bool
experiment_reaches(const Experiment *e, uint32_t test, const MutateSite *site)
{
    return site->block == MUTATE_NONE ||
           bitset_has(&e->covers[test], site->block);
}

/* Slots */

static bool
open_bout(Experiment *e, Bout *b, Diag *d)
{
    const bool wanted[PHASE_COUNT] = {[PHASE_RUN] = true};

    if (!work_begin(&b->work, &e->root, &e->spec.run.suite->tests[0], 0, wanted,
                    d))
        return false;
    char *path = io_join(b->work.dir, MUTATE_FILE);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(path);
    b->map_size = MUTATE_PAGE + LOG_SIZE;
    void *at = MAP_FAILED;
    if (fd >= 0 && ftruncate(fd, (off_t)b->map_size) == 0)
        at = mmap(NULL, b->map_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    if (at == MAP_FAILED)
        return diag_errno(d, "cannot make a file in %s", b->work.dir);
    b->request = at;
    return true;
}

static void
close_bout(Bout *b)
{
    if (b->request)
        munmap(b->request, b->map_size);
    work_end(&b->work);
    b->request = NULL;
}

/* Verdicts */

static bool
judge(Experiment *e, Bout *b, Verdict *out, Diag *d)
{
    Work *w = &b->work;
    const Observed *o = &w->seen[PHASE_RUN];
    const Wanted *want = e->spec.wanted ? &e->spec.wanted[w->index] : NULL;
    Judgement j;

    if (b->request->stopped) {
        *out = VERDICT_FAIL;
        return true;
    }
    if (e->spec.run.oracle == ORACLE_SCRIPT) {
        j = (Judgement){.verdict = VERDICT_FAIL};
        if (o->ended.started &&
            !oracle_script(&w->arena, e->spec.run.script,
                           &w->seen[PHASE_ORACLE], &j, d))
            return diag_context(d, "test \"%s\"", w->test->key);
    } else {
        j = oracle_judge(&w->arena, w->test, o, want);
    }
    *out = j.verdict;
    return true;
}

/* The next test of the trial; false if it is over. */
static bool
advance(const Series *s, Bout *b)
{
    const Experiment *e = s->e;
    const MutateSite *site = &e->spec.sites->at[b->trial->a.site];
    const Trial *t = b->trial;

    if (b->stage == STAGE_FAILING) {
        while (b->next < e->nfailing) {
            /* The screening test, then the others in order. */
            uint32_t i = b->next++;
            i = i == 0 ? s->screen : i <= s->screen ? i - 1 : i;
            if (!experiment_reaches(e, e->failing[i], site))
                continue;
            if (t->failing > 0 && t->repaired == 0 && s->depth == TRIAL_SCREEN)
                return false;
            b->chosen = i;
            b->test = e->failing[i];
            return true;
        }
        b->stage = STAGE_PASSING;
        b->next = 0;
    }
    if (t->repaired == 0 && s->depth != TRIAL_MUTANT)
        return false;
    uint32_t most = s->depth == TRIAL_CONFIRM  ? UINT32_MAX
                    : s->depth == TRIAL_MUTANT ? MUTANT_PASSING
                                               : PASSING_SAMPLE;
    uint32_t enough = s->depth == TRIAL_CONFIRM ? 4 * BROKEN_ENOUGH
                                                : BROKEN_ENOUGH;
    while (b->next < e->npassing && t->passing < most && t->broken < enough) {
        b->test = e->passing[b->next++];
        if (experiment_reaches(e, b->test, site))
            return true;
    }
    return false;
}

static void
make_request(const Series *s, Bout *b)
{
    const Experiment *e = s->e;
    MutateRequest *r = b->request;

    if (b->trial) {
        alteration_request(e->spec.sites, &b->trial->a, r);
        r->limit = (e->steps[b->test] > e->most_steps ? e->steps[b->test]
                                                      : e->most_steps) *
                       STEPS_FACTOR +
                   STEPS_LEAST;
        /* A passing test needs about what it needed. */
        if (b->stage == STAGE_PASSING)
            r->limit = e->steps[b->test] * STEPS_FACTOR + STEPS_LEAST;
    } else {
        memset(r, 0, sizeof *r);
        memcpy(r->magic, MUTATE_MAGIC, sizeof MUTATE_MAGIC);
        r->version = MUTATE_VERSION;
        r->site = r->function = MUTATE_NONE;
        bool fails = e->spec.runs->runs[b->test].verdict == VERDICT_FAIL;
        r->limit = fails && e->most_steps
                       ? e->most_steps * UNALTERED_STEPS + STEPS_LEAST
                       : UINT64_MAX;
    }
}

static bool
begin_task(Series *s, Bout *b, Task *task, Diag *d)
{
    Experiment *e = s->e;
    const bool wanted[PHASE_COUNT] = {
        [PHASE_RUN] = true,
        [PHASE_ORACLE] = e->spec.run.oracle == ORACLE_SCRIPT,
    };

    make_request(s, b);
    work_again(&b->work, &e->spec.run.suite->tests[b->test], b->test, wanted);
    if (!work_advance(&b->work) ||
        !work_task(&b->work, &e->spec.run, task, d))
        return false;
    if (b->trial) {
        double usual = b->stage == STAGE_PASSING ? e->wall_s[b->test]
                                                 : e->most_wall_s;
        double limit = 10 * usual + 1;
        if (task->limits.time_s <= 0 || limit < task->limits.time_s)
            task->limits.time_s = limit;
    }
    return true;
}

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Series *s = context;
    Experiment *e = s->e;
    Bout *b = &e->bouts[slot];

    *has = true;
    if (b->work.phase == PHASE_ORACLE && b->work.test) /* of the run before */
        return work_task(&b->work, &e->spec.run, task, d);
    if (s->tests) {
        *has = s->next < s->n;
        if (!*has)
            return true;
        b->test = s->tests[s->next++];
        return begin_task(s, b, task, d);
    }
    while (!b->trial || !advance(s, b)) {
        if (b->trial)
            b->trial->done = true;
        b->trial = NULL;
        if (s->next >= s->n || experiment_is_over(e)) {
            *has = false;
            return true;
        }
        b->trial = &s->trials[s->next++];
        b->stage = STAGE_FAILING;
        b->next = 0;
    }
    return begin_task(s, b, task, d);
}

static void
keep_unaltered(Series *s, Bout *b, Verdict v)
{
    Experiment *e = s->e;
    const Run *run = &e->spec.runs->runs[b->test];
    uint64_t limit = b->request->limit;

    s->like[b->test] = v == run->verdict;
    e->wall_s[b->test] = b->work.seen[PHASE_RUN].ended.wall_s;
    e->steps[b->test] = b->request->steps && b->request->steps <= limit
                            ? limit - b->request->steps
                            : 0;
    if (run->verdict != VERDICT_PASS || !s->like[b->test])
        return;
    if (e->steps[b->test] > e->most_steps)
        e->most_steps = e->steps[b->test];
    if (e->wall_s[b->test] > e->most_wall_s)
        e->most_wall_s = e->wall_s[b->test];
}

static void
keep(Series *s, Bout *b, Verdict v)
{
    Trial *t = b->trial;
    bool pass = v == VERDICT_PASS;

    if (b->stage == STAGE_FAILING) {
        if (t->failing++ == 0)
            t->inert = b->request->changed == 0 &&
                       t->a.op != MUTATE_INIT && b->request->started > 0;
        t->repaired += pass;
        if (pass && b->chosen < 64)
            t->repaired_set |= (uint64_t)1 << b->chosen;
    } else {
        t->passing++;
        t->broken += !pass;
    }
    (void)s;
}

static bool
task_ended(void *context, unsigned slot, const Ended *ended, Diag *d)
{
    Series *s = context;
    Bout *b = &s->e->bouts[slot];
    Verdict v = VERDICT_UNKNOWN;

    if (!work_observe(&b->work, &s->e->spec.run, ended, d))
        return false;
    if (b->work.phase == PHASE_RUN && !ended->started)
        b->work.wanted[PHASE_ORACLE] = false;
    b->work.phase++;
    if (work_advance(&b->work))
        return true;
    s->e->runs++;
    if (!judge(s->e, b, &v, d))
        return false;
    if (b->trial)
        keep(s, b, v);
    else
        keep_unaltered(s, b, v);
    return true;
}

static double
no_patience(void *context)
{
    (void)context;
    return -1;
}

static bool
no_pause(void *context, Diag *d)
{
    (void)context;
    (void)d;
    return true;
}

static bool
run_series(Series *s, Diag *d)
{
    Experiment *e = s->e;
    const PoolHooks hooks = {
        .context = s,
        .next = next_task,
        .ended = task_ended,
        .patience = no_patience,
        .pause = no_pause,
    };

    for (unsigned i = 0; i < e->spec.run.jobs; i++)
        e->bouts[i].trial = NULL;
    return pool_run(&hooks, e->spec.run.jobs, &e->interrupted, d);
}

bool
experiment_run(Experiment *e, Trial *trials, size_t n, TrialDepth depth,
               uint32_t screen, Diag *d)
{
    Series s = {.e = e,
                .trials = trials,
                .n = n,
                .depth = depth,
                .screen = screen};

    return run_series(&s, d);
}

/* Which tests */

static void
find_coverage(Experiment *e)
{
    const Runs *r = e->spec.runs;
    const Program *p = r->program;

    e->covers = ARENA_ARRAY(&e->arena, Bitset, r->nruns);
    for (uint32_t i = 0; i < r->nruns; i++) {
        e->covers[i] = bitset_new(p->nblocks);
        for (uint64_t k = r->edges.start[i]; k < r->edges.start[i + 1]; k++) {
            uint32_t to = p->edges[r->edges.index[k]].to;
            if (to != PROGRAM_NONE)
                bitset_add(&e->covers[i], to);
        }
    }
}

typedef struct Near Near;
struct Near {
    uint32_t test;
    double key;
};

static int
smaller_key(const void *a, const void *b)
{
    const Near *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->test < y->test ? -1 : x->test > y->test;
}

static double
likeness(const Bitset *a, const Bitset *b)
{
    size_t both = bitset_count_and(a, b);
    size_t all = bitset_count(a) + bitset_count(b) - both;

    return all ? (double)both / (double)all : 1;
}

static uint32_t
scramble(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

/* Of the failing tests the cheapest, then each time the one least like those
 * chosen already. */
static void
choose_failing(Experiment *e, const bool *like)
{
    const Runs *r = e->spec.runs;
    VEC(uint32_t) all = {0};
    double *nearest = mem_zalloc(r->nruns + 1, sizeof *nearest);

    for (uint32_t i = 0; i < r->nruns; i++)
        if (r->runs[i].verdict == VERDICT_FAIL && like[i] && !r->runs[i].lost)
            vec_push(&all, i);
    e->nfailed = (uint32_t)all.n;
    e->failing = ARENA_ARRAY(&e->arena, uint32_t, EXPERIMENT_FAILING);
    while (e->nfailing < EXPERIMENT_FAILING && e->nfailing < all.n) {
        size_t best = SIZE_MAX;
        for (size_t i = 0; i < all.n; i++) {
            uint32_t t = all.at[i];
            if (nearest[t] < 0)
                continue;
            if (best == SIZE_MAX || nearest[t] < nearest[all.at[best]] ||
                (nearest[t] == nearest[all.at[best]] &&
                 e->steps[t] < e->steps[all.at[best]]))
                best = i;
        }
        if (best == SIZE_MAX)
            break;
        uint32_t chosen = all.at[best];
        e->failing[e->nfailing++] = chosen;
        nearest[chosen] = -1;
        for (size_t i = 0; i < all.n; i++) {
            double l = likeness(&e->covers[chosen], &e->covers[all.at[i]]);
            if (nearest[all.at[i]] >= 0 && l > nearest[all.at[i]])
                nearest[all.at[i]] = l;
        }
    }
    free(nearest);
    vec_done(&all);
}

/* Of the passing tests those most like the failing ones, and in between any
 * others. */
static void
choose_passing(Experiment *e, const bool *like)
{
    const Runs *r = e->spec.runs;
    VEC(Near) near = {0};
    VEC(Near) any = {0};
    bool *taken = mem_zalloc(r->nruns + 1, 1);

    for (uint32_t i = 0; i < r->nruns; i++) {
        if (r->runs[i].verdict != VERDICT_PASS || !like[i] || r->runs[i].lost)
            continue;
        double most = 0;
        for (uint32_t k = 0; k < e->nfailing && k < 8; k++) {
            double l = likeness(&e->covers[i], &e->covers[e->failing[k]]);
            most = l > most ? l : most;
        }
        vec_push(&near, (Near){i, -most});
        vec_push(&any, (Near){i, scramble(i)});
    }
    if (near.n) {
        qsort(near.at, near.n, sizeof *near.at, smaller_key);
        qsort(any.at, any.n, sizeof *any.at, smaller_key);
    }
    e->passing = ARENA_ARRAY(&e->arena, uint32_t, near.n + 1);
    for (size_t i = 0; i < near.n; i++) {
        const uint32_t both[] = {near.at[i].test, any.at[i].test};
        for (int k = 0; k < 2; k++)
            if (!taken[both[k]]) {
                taken[both[k]] = true;
                e->passing[e->npassing++] = both[k];
            }
    }
    free(taken);
    vec_done(&near);
    vec_done(&any);
}

/* Run all tests unaltered: passing ones first, they say how many steps are
 * usual. */
static bool
run_unaltered(Experiment *e, bool *like, Diag *d)
{
    const Runs *r = e->spec.runs;
    VEC(uint32_t) tests = {0};
    bool ok = true;

    for (int fails = 0; fails < 2 && ok && !e->interrupted; fails++) {
        tests.n = 0;
        for (uint32_t i = 0; i < r->nruns; i++)
            if (r->runs[i].verdict == (fails ? VERDICT_FAIL : VERDICT_PASS))
                vec_push(&tests, i);
        Series s = {.e = e, .tests = tests.at, .n = tests.n, .like = like};
        if (tests.n)
            ok = run_series(&s, d);
    }
    for (uint32_t i = 0; i < r->nruns; i++)
        e->nunlike += r->runs[i].verdict != VERDICT_UNKNOWN && !like[i];
    vec_done(&tests);
    return ok;
}

bool
experiment_open(const ExperimentSpec *spec, Experiment *e, Diag *d)
{
    uint32_t n = spec->runs->nruns;
    bool *like = mem_zalloc(n + 1, 1);

    *e = (Experiment){.spec = *spec, .root = {.lock = -1}};
    e->steps = ARENA_ARRAY(&e->arena, uint64_t, n + 1);
    e->wall_s = ARENA_ARRAY(&e->arena, double, n + 1);
    e->bouts = mem_zalloc(spec->run.jobs, sizeof *e->bouts);
    bool ok = rundir_open(spec->run.scratch, &e->root, d);
    for (unsigned i = 0; ok && i < spec->run.jobs; i++)
        ok = open_bout(e, &e->bouts[i], d);
    find_coverage(e);
    ok = ok && run_unaltered(e, like, d);
    if (ok) {
        choose_failing(e, like);
        choose_passing(e, like);
    }
    free(like);
    if (ok && e->nfailing == 0 && !e->interrupted)
        ok = diag_fail(d, "no failing test fails in the altered program's "
                          "unaltered form: is the failure steady?");
    if (!ok)
        experiment_done(e);
    return ok;
}

void
experiment_done(Experiment *e)
{
    for (unsigned i = 0; e->bouts && i < e->spec.run.jobs; i++)
        close_bout(&e->bouts[i]);
    free(e->bouts);
    for (uint32_t i = 0; e->covers && i < e->spec.runs->nruns; i++)
        bitset_free(&e->covers[i]);
    rundir_close(&e->root);
    arena_done(&e->arena);
    *e = (Experiment){.root = {.lock = -1}};
}
