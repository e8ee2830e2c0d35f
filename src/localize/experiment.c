/* experiment.c - change the program a little, run tests, see what becomes of
 * them.
 *
 * Each slot of the pool takes a group of trials from test to test: all that
 * want a test are run on it in one task, by a server that forks for each
 * (format/serve.h), or one by one where there is none. What happens in a trial
 * does not depend on the others. The run directory of a slot stays; requests
 * are mapped and rewritten.
 */
#include "localize/experiment.h"

#include "base/hash.h"
#include "base/mem.h"
#include "run/compare.h"
#include "run/pool.h"
#include "run/work.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
    STEPS_FACTOR = 6,
    STEPS_LEAST = 20000,
    UNALTERED_STEPS = 20, /* times what passing tests need, of failing ones */
    LOG_SIZE = MUTATE_STRIDE - MUTATE_PAGE,
    GROUP = 64, /* trials */
    WATCHED_TIMES = 256,
    UNALTERED = 120,   /* passing tests that are run unaltered */
    SCREENS = 4,       /* failing tests of which the cheapest is the first */
    SLOTS_PER_JOB = 4, /* short runs wait more than they compute */
};

/* How many tests of a kind at most, and how many broken ones are enough. */
static const struct {
    uint32_t failing, passing, broken;
} depths[TRIAL_DEPTHS] = {
    [TRIAL_SCREEN] = {6, 10, 3},
    [TRIAL_SAMPLE] = {24, 40, 6},
    [TRIAL_CONFIRM] = {UINT32_MAX, UINT32_MAX, 24},
    [TRIAL_MUTANT] = {6, 12, UINT32_MAX},
};

typedef enum { STAGE_FAILING, STAGE_PASSING, STAGE_END } Stage;

/* What a slot is about. */
typedef struct Bout Bout;
struct Bout {
    Work work;
    char *map; /* requests, MUTATE_STRIDE apart */
    size_t map_size;
    Trial *group[GROUP];
    uint32_t ngroup;
    Stage stage;
    uint32_t next;        /* in the list of the stage */
    uint32_t test;        /* the one that runs */
    uint32_t chosen;      /* of failing[] */
    uint32_t runs[GROUP]; /* members of the group that run it */
    uint32_t nruns;       /* 0: an unaltered run, or a watch */
    uint32_t at;          /* of these, without a server: the next */
    bool together;        /* all in one task */
    Watch *watches[GROUP];
    uint32_t nwatches;
};

typedef struct Series Series; /* of experiment_run, or of the unaltered runs */
struct Series {
    Experiment *e;
    Trial *trials;
    size_t n, next;
    uint32_t group; /* size of groups */
    TrialDepth depth;
    uint32_t screen;
    /* Unaltered runs: */
    const uint32_t *tests;
    bool *like;
    /* Watching: */
    Watch *watches;
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
    return e->interrupted || (e->spec.stop && *e->spec.stop) ||
           (e->spec.deadline > 0 && experiment_now() > e->spec.deadline);
}

bool
experiment_is_spent(const Experiment *e)
{
    return experiment_is_over(e) ||
           (e->spec.max_runs && e->runs >= e->spec.max_runs);
}

bool
experiment_reaches(const Experiment *e, uint32_t test, const MutateSite *site)
{
    return site->block == MUTATE_NONE ||
           bitset_has(&e->covers[test], site->block);
}

/* Slots */

static MutateRequest *
request_of(const Bout *b, uint32_t i)
{
    void *at = b->map + (size_t)i * MUTATE_STRIDE;

    return at;
}

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
    b->map_size = (size_t)GROUP * MUTATE_STRIDE;
    void *at = MAP_FAILED;
    if (fd >= 0 && ftruncate(fd, (off_t)b->map_size) == 0)
        at = mmap(NULL, b->map_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    if (at == MAP_FAILED)
        return diag_errno(d, "cannot make a file in %s", b->work.dir);
    b->map = at;
    return true;
}

static void
close_bout(Bout *b)
{
    if (b->map)
        munmap(b->map, b->map_size);
    work_end(&b->work);
    b->map = NULL;
}

/* May several runs of the test be one task? */
static bool
can_repeat(const Experiment *e, uint32_t test)
{
    const Test *t = &e->spec.run.suite->tests[test];

    return t->direct && !t->env && !e->spec.run.no_server && !e->alone &&
           !e->spec.run.scratch && e->spec.run.oracle != ORACLE_SCRIPT;
}

/* Which test next */

/* Which failing test is the i-th: the screening one, then the others. */
static uint32_t
in_order(uint32_t screen, uint32_t i)
{
    return i == 0 ? screen : i <= screen ? i - 1 : i;
}

uint32_t
experiment_screen(const Experiment *e, const MutateSite *site, uint32_t screen)
{
    for (uint32_t i = 0; i < e->nfailing; i++) {
        uint32_t test = e->failing[in_order(screen, i)];
        if (experiment_reaches(e, test, site))
            return test;
    }
    return MUTATE_NONE;
}

static bool
wants_failing(const Series *s, const Trial *t)
{
    return t->failing + t->unreached < depths[s->depth].failing &&
           (t->failing == 0 || t->repaired > 0 || s->depth != TRIAL_SCREEN);
}

static bool
wants_passing(const Series *s, const Trial *t)
{
    return (t->repaired > 0 || s->depth == TRIAL_MUTANT) &&
           t->passing < depths[s->depth].passing &&
           t->broken < depths[s->depth].broken;
}

/* The members of the group that want this test. */
static bool
gather(const Series *s, Bout *b, uint32_t test)
{
    const Experiment *e = s->e;

    b->nruns = 0;
    b->at = 0;
    b->test = test;
    for (uint32_t i = 0; i < b->ngroup; i++) {
        Trial *t = b->group[i];
        bool fails = b->stage == STAGE_FAILING;
        if (!(fails ? wants_failing(s, t) : wants_passing(s, t)))
            continue;
        if (experiment_reaches(e, test, &e->spec.sites->at[t->a.site]))
            b->runs[b->nruns++] = i;
        else
            t->unreached += fails && t->failing > 0;
    }
    return b->nruns > 0;
}

/* The next test of the group; false if it is over. */
static bool
advance(const Series *s, Bout *b)
{
    const Experiment *e = s->e;

    if (experiment_is_over(e)) {
        b->stage = STAGE_END;
        for (uint32_t i = 0; i < b->ngroup; i++)
            b->group[i]->cut = true;
        return false;
    }
    if (b->stage == STAGE_FAILING) {
        while (b->next < e->nfailing) {
            b->chosen = in_order(s->screen, b->next++);
            if (gather(s, b, e->failing[b->chosen]))
                return true;
        }
        b->stage = STAGE_PASSING;
        b->next = 0;
        bool any = false;
        for (uint32_t i = 0; i < b->ngroup; i++)
            any |= wants_passing(s, b->group[i]);
        if (!any)
            b->next = e->npassing;
    }
    while (b->next < e->npassing)
        if (gather(s, b, e->passing[b->next++]))
            return true;
    b->stage = STAGE_END;
    return false;
}

/* Requests */

static void
request_watch(const Experiment *e, const Watch *w, MutateRequest *r)
{
    const MutateSite *site = &e->spec.sites->at[w->site];

    memset(r, 0, sizeof *r);
    memcpy(r->magic, MUTATE_MAGIC, sizeof MUTATE_MAGIC);
    r->version = MUTATE_VERSION;
    r->site = w->site;
    r->function = site->function;
    r->op = MUTATE_OBSERVE;
    r->bits = site->bits;
    r->flags = site->flags;
    r->nwatched = w->nvariables;
    for (uint32_t i = 0; i < w->nvariables; i++)
        r->watched[i] = e->spec.sites->variables[w->variables[i]].operand;
    r->room = (uint32_t)(LOG_SIZE / (8 * (w->nvariables + 2)));
    if (r->room > WATCHED_TIMES)
        r->room = WATCHED_TIMES;
    uint64_t usual = e->steps[w->test] ? e->steps[w->test] : e->usual_steps;
    r->limit = usual * STEPS_FACTOR + STEPS_LEAST;
}

static void
request_trial(const Experiment *e, const Bout *b, const Trial *t,
              MutateRequest *r)
{
    uint64_t usual = e->steps[b->test];

    alteration_request(e->spec.sites, &t->a, r);
    /* A failing run may have ended early, or not at all. */
    if (b->stage == STAGE_FAILING && e->usual_steps > usual)
        usual = e->usual_steps;
    r->limit = usual * STEPS_FACTOR + STEPS_LEAST;
}

static void
request_nothing(const Experiment *e, uint32_t test, MutateRequest *r)
{
    bool fails = e->spec.runs->runs[test].verdict == VERDICT_FAIL;

    memset(r, 0, sizeof *r);
    memcpy(r->magic, MUTATE_MAGIC, sizeof MUTATE_MAGIC);
    r->version = MUTATE_VERSION;
    r->site = r->function = MUTATE_NONE;
    r->limit =
        fails && e->usual_steps
            ? e->most_steps + e->usual_steps * UNALTERED_STEPS + STEPS_LEAST
            : UINT64_MAX;
}

/* Seconds for one run of the test. */
static double
patience_of(const Experiment *e, const Bout *b)
{
    double usual =
        b->stage == STAGE_PASSING ? e->wall_s[b->test] : e->usual_wall_s;
    double limit = 10 * usual + 1, theirs = e->spec.run.limits.time_s;

    return theirs > 0 && theirs < limit ? theirs : limit;
}

/* The task for all, or the next, of what the bout is about. */
static bool
begin_task(Series *s, Bout *b, Task *task, Diag *d)
{
    Experiment *e = s->e;
    const bool wanted[PHASE_COUNT] = {
        [PHASE_RUN] = true,
        [PHASE_ORACLE] = e->spec.run.oracle == ORACLE_SCRIPT,
    };
    uint32_t n = s->watches ? b->nwatches : b->nruns;

    b->together = n > 1 && can_repeat(e, b->test);
    uint32_t first = b->together ? 0 : b->at, end = b->together ? n : first + 1;
    if (n == 0)
        request_nothing(e, b->test, request_of(b, 0));
    for (uint32_t i = first; n && i < end; i++)
        if (s->watches)
            request_watch(e, b->watches[i], request_of(b, i - first));
        else
            request_trial(e, b, b->group[b->runs[i]], request_of(b, i - first));
    work_again(&b->work, &e->spec.run.suite->tests[b->test], b->test, wanted);
    if (!work_advance(&b->work) || !work_task(&b->work, &e->spec.run, task, d))
        return false;
    if (n) {
        double patience = patience_of(e, b);
        task->limits.time_s = patience * (end - first);
        if (b->together) {
            task->repeat = n;
            task->patience_ms = (uint32_t)(patience * 1000);
        }
    }
    return true;
}

/* The next group of trials, or of watches with the same test. */
static bool
next_group(Series *s, Bout *b)
{
    b->ngroup = b->nwatches = b->nruns = b->at = 0;
    if (s->next >= s->n || experiment_is_over(s->e))
        return false;
    if (s->watches) {
        b->test = s->watches[s->next].test;
        while (s->next < s->n && b->nwatches < s->group &&
               s->watches[s->next].test == b->test)
            b->watches[b->nwatches++] = &s->watches[s->next++];
        return true;
    }
    b->stage = STAGE_FAILING;
    b->next = 0;
    while (s->next < s->n && b->ngroup < s->group)
        b->group[b->ngroup++] = &s->trials[s->next++];
    for (uint32_t i = 0; i < b->ngroup; i++)
        b->group[i]->depth = (uint8_t)s->depth;
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
        b->nruns = b->nwatches = 0;
        b->test = s->tests[s->next++];
        return begin_task(s, b, task, d);
    }
    uint32_t n = s->watches ? b->nwatches : b->nruns;
    if (n && b->at < n) /* more of the same test */
        return begin_task(s, b, task, d);
    while (s->watches || b->ngroup == 0 || !advance(s, b)) {
        for (uint32_t i = 0; i < b->ngroup; i++)
            b->group[i]->done = b->group[i]->failing > 0 || !b->group[i]->cut;
        if (!next_group(s, b)) {
            *has = false;
            return true;
        }
        if (s->watches)
            break;
    }
    return begin_task(s, b, task, d);
}

/* Verdicts */

static bool
judge(Experiment *e, Bout *b, const Observed *o, const MutateRequest *r,
      Verdict *out, Diag *d)
{
    Work *w = &b->work;
    const Wanted *want = e->spec.wanted ? &e->spec.wanted[w->index] : NULL;
    Judgement j;

    if (r->stopped) {
        *out = VERDICT_FAIL;
        return true;
    }
    if (e->spec.run.oracle == ORACLE_SCRIPT) {
        j = (Judgement){.verdict = VERDICT_FAIL};
        if (o->ended.started && !oracle_script(&w->arena, e->spec.run.script,
                                               &w->seen[PHASE_ORACLE], &j, d))
            return diag_context(d, "test \"%s\"", w->test->key);
    } else if (e->spec.run.oracle == ORACLE_CRASH) {
        j = oracle_crash(&w->arena, w->test, o);
    } else {
        j = oracle_judge(&w->arena, w->test, o, want);
    }
    *out = j.verdict;
    return true;
}

static uint64_t
print_of(const Observed *o)
{
    uint64_t h = hash_bytes(o->out.at, o->out.n);

    return h * 31 + (uint64_t)o->ended.status * 2 + o->ended.timed_out;
}

static void
keep_unaltered(Series *s, Bout *b, const MutateRequest *r, Verdict v)
{
    Experiment *e = s->e;
    const Run *run = &e->spec.runs->runs[b->test];

    s->like[b->test] = v == run->verdict;
    e->prints[b->test] = print_of(&b->work.seen[PHASE_RUN]);
    e->wall_s[b->test] = b->work.seen[PHASE_RUN].ended.wall_s;
    e->steps[b->test] =
        r->steps && r->steps <= r->limit ? r->limit - r->steps : 0;
    if (r->stopped)
        e->steps[b->test] = 0; /* it never ends */
    if (run->verdict != VERDICT_PASS || !s->like[b->test])
        return;
    if (e->steps[b->test] > e->most_steps)
        e->most_steps = e->steps[b->test];
    if (e->wall_s[b->test] > e->most_wall_s)
        e->most_wall_s = e->wall_s[b->test];
}

static void
keep(const Experiment *e, Bout *b, Trial *t, const MutateRequest *r,
     const Observed *o, Verdict v)
{
    bool pass = v == VERDICT_PASS;

    if (b->stage == STAGE_FAILING) {
        if (t->failing++ == 0)
            t->inert =
                r->changed == 0 && t->a.op != MUTATE_INIT && r->started > 0;
        t->repaired += pass;
        t->differs += pass || print_of(o) != e->prints[b->test];
        if (pass && b->chosen < 64)
            t->repaired_set |= (uint64_t)1 << b->chosen;
    } else {
        t->passing++;
        t->broken += !pass;
    }
}

static void
keep_watch(Experiment *e, Watch *w, const MutateRequest *r)
{
    uint32_t n = r->nlogged < r->room ? r->nlogged : r->room;

    w->nentries = n;
    w->full = r->reached > n;
    w->done = r->started > 0;
    w->entries = arena_dup(&e->arena, (const char *)r + MUTATE_PAGE,
                           (size_t)n * (w->nvariables + 2) * sizeof(int64_t));
}

static bool
keep_run(Series *s, Bout *b, uint32_t i, const MutateRequest *r,
         const Observed *o, Diag *d)
{
    Verdict v = VERDICT_UNKNOWN;

    s->e->runs++;
    s->e->late += o->ended.timed_out;
    if (s->watches) {
        keep_watch(s->e, b->watches[i], r);
        return true;
    }
    if (!judge(s->e, b, o, r, &v, d))
        return false;
    if (s->tests)
        keep_unaltered(s, b, r, v);
    else
        keep(s->e, b, b->group[b->runs[i]], r, o, v);
    return true;
}

static bool
read_run(const char *dir, const char *name, uint32_t i, Bytes *out, Diag *d)
{
    char *path = mem_printf("%s/%s.%u", dir, name, i);
    bool ok = io_read(path, out, d);

    free(path);
    return ok;
}

/* The runs of one task. Those that were not made (the server was lost) are
 * made one by one from now on. */
static bool
keep_runs(Series *s, Bout *b, Diag *d)
{
    Experiment *e = s->e;
    uint32_t n = s->watches ? b->nwatches : b->nruns;
    bool err = e->spec.run.compare & COMPARE_STDERR, ok = true;

    for (uint32_t i = 0; ok && i < n; i++) {
        const MutateRequest *r = request_of(b, i);
        Observed o = {.limits = e->spec.run.limits};
        if (!r->ended) {
            e->alone = true;
            b->at = i;
            /* The members left: in front of the list. */
            for (uint32_t k = i; k < n; k++)
                if (s->watches)
                    b->watches[k - i] = b->watches[k];
                else
                    b->runs[k - i] = b->runs[k];
            *(s->watches ? &b->nwatches : &b->nruns) = n - i;
            b->at = 0;
            return true;
        }
        o.ended = (Ended){.started = true,
                          .status = r->signal ? 128 + r->signal : r->status,
                          .signal = r->signal,
                          .timed_out = r->timed_out};
        if (!s->watches && !r->stopped && !r->signal)
            ok = read_run(b->work.dir, "out", i, &o.out, d) &&
                 (!err || read_run(b->work.dir, "err", i, &o.err, d));
        ok = ok && keep_run(s, b, i, r, &o, d);
        io_bytes_done(&o.out);
        io_bytes_done(&o.err);
    }
    b->at = n;
    return ok;
}

static bool
task_ended(void *context, unsigned slot, const Ended *ended, Diag *d)
{
    Series *s = context;
    Bout *b = &s->e->bouts[slot];

    if (b->together)
        return keep_runs(s, b, d);
    if (!work_observe(&b->work, &s->e->spec.run, ended, d))
        return false;
    if (b->work.phase == PHASE_RUN && !ended->started)
        b->work.wanted[PHASE_ORACLE] = false;
    b->work.phase++;
    if (work_advance(&b->work))
        return true;
    return keep_run(s, b, b->at++, request_of(b, 0), &b->work.seen[PHASE_RUN],
                    d);
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
    unsigned slots = e->spec.run.jobs;

    for (unsigned i = 0; i < slots; i++) {
        Bout *b = &e->bouts[i];
        b->ngroup = b->nwatches = b->nruns = b->at = 0;
        b->work.phase = PHASE_COUNT;
    }
    assert(slots > 0);
    size_t share = (s->n + slots - 1) / slots;
    s->group = share < GROUP ? (uint32_t)(share ? share : 1) : GROUP;
    bool interrupted = false;
    bool ok = e->interrupted || pool_run(&hooks, slots, &interrupted, d);
    e->interrupted |= interrupted;
    return ok;
}

bool
experiment_run(Experiment *e, Trial *trials, size_t n, TrialDepth depth,
               uint32_t screen, Diag *d)
{
    Series s = {
        .e = e, .trials = trials, .n = n, .depth = depth, .screen = screen};

    return run_series(&s, d);
}

bool
experiment_watch(Experiment *e, Watch *watches, size_t n, Diag *d)
{
    Series s = {.e = e, .watches = watches, .n = n};

    return n == 0 || run_series(&s, d);
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

/* Of the failing tests the first, then each time the one least like those
 * chosen already. */
static void
choose_failing(Experiment *e)
{
    const Runs *r = e->spec.runs;
    VEC(uint32_t) all = {0};
    double *nearest = mem_zalloc(r->nruns + 1, sizeof *nearest);

    for (uint32_t i = 0; i < r->nruns; i++)
        if (r->runs[i].verdict == VERDICT_FAIL && !r->runs[i].lost)
            vec_push(&all, i);
    e->nfailed = (uint32_t)all.n;
    e->failing = ARENA_ARRAY(&e->arena, uint32_t, EXPERIMENT_FAILING);
    while (e->nfailing < EXPERIMENT_FAILING && e->nfailing < all.n) {
        size_t best = SIZE_MAX;
        for (size_t i = 0; i < all.n; i++) {
            uint32_t t = all.at[i];
            if (nearest[t] < 0)
                continue;
            if (best == SIZE_MAX || nearest[t] < nearest[all.at[best]])
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
choose_passing(Experiment *e)
{
    const Runs *r = e->spec.runs;
    VEC(Near) near = {0};
    VEC(Near) any = {0};
    bool *taken = mem_zalloc(r->nruns + 1, 1);

    for (uint32_t i = 0; i < r->nruns; i++) {
        if (r->runs[i].verdict != VERDICT_PASS || r->runs[i].lost)
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

/* Keep the tests of the list that are alike in the variant. */
static uint32_t
keep_alike(uint32_t *list, uint32_t n, const bool *like)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++)
        if (like[list[i]])
            list[kept++] = list[i];
    return kept;
}

static int
fewer_steps(const void *a, const void *b)
{
    const Near *x = a, *y = b;

    return x->key < y->key ? -1 : x->key > y->key;
}

/* The cheapest of the first few failing tests screens. */
static void
choose_screen(Experiment *e)
{
    Near first[SCREENS];
    uint32_t n = e->nfailing < SCREENS ? e->nfailing : SCREENS;

    for (uint32_t i = 0; i < n; i++)
        first[i] = (Near){e->failing[i], (double)e->steps[e->failing[i]]};
    qsort(first, n, sizeof *first, fewer_steps);
    for (uint32_t i = 0; i < n; i++)
        e->failing[i] = first[i].test;
}

static int
compare_u64(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static int
compare_real(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

/* What 19 of 20 passing tests are content with. */
static void
find_usual(Experiment *e, uint32_t n, const bool *like)
{
    uint64_t *steps = mem_zalloc(n + 1, sizeof *steps);
    double *wall = mem_zalloc(n + 1, sizeof *wall);
    uint32_t k = 0;

    for (uint32_t i = 0; i < n; i++)
        if (like[e->passing[i]]) {
            steps[k] = e->steps[e->passing[i]];
            wall[k++] = e->wall_s[e->passing[i]];
        }
    if (k) {
        qsort(steps, k, sizeof *steps, compare_u64);
        qsort(wall, k, sizeof *wall, compare_real);
        e->usual_steps = steps[(size_t)(k - 1) * 19 / 20];
        e->usual_wall_s = wall[(size_t)(k - 1) * 19 / 20];
    }
    free(steps);
    free(wall);
}

/* Run tests unaltered: the first passing ones say how many steps are usual,
 * then all failing ones that are used. Other passing tests are taken to be as
 * they were. */
static bool
run_unaltered(Experiment *e, bool *like, Diag *d)
{
    uint32_t n = e->npassing < UNALTERED ? e->npassing : UNALTERED;
    Series passing = {.e = e, .tests = e->passing, .n = n, .like = like};
    Series failing = {
        .e = e, .tests = e->failing, .n = e->nfailing, .like = like};
    uint32_t before = e->npassing + e->nfailing;

    for (uint32_t i = n; i < e->npassing; i++)
        like[e->passing[i]] = true;
    bool ok = n == 0 || run_series(&passing, d);
    find_usual(e, n, like);
    ok = ok && (e->interrupted || e->nfailing == 0 || run_series(&failing, d));
    for (uint32_t i = n; i < e->npassing; i++) {
        e->steps[e->passing[i]] = e->most_steps;
        e->wall_s[e->passing[i]] = e->most_wall_s;
    }
    e->npassing = keep_alike(e->passing, e->npassing, like);
    e->nfailing = keep_alike(e->failing, e->nfailing, like);
    e->nunlike = before - e->npassing - e->nfailing;
    if (e->nfailing)
        choose_screen(e);
    return ok;
}

bool
experiment_open(const ExperimentSpec *spec, Experiment *e, Diag *d)
{
    uint32_t n = spec->runs->nruns;
    bool *like = mem_zalloc(n + 1, 1);

    *e = (Experiment){.spec = *spec, .root = {.lock = -1}};
    e->spec.run.jobs *= SLOTS_PER_JOB;
    spec = &e->spec;
    e->prints = ARENA_ARRAY(&e->arena, uint64_t, n + 1);
    e->steps = ARENA_ARRAY(&e->arena, uint64_t, n + 1);
    e->wall_s = ARENA_ARRAY(&e->arena, double, n + 1);
    e->bouts = mem_zalloc(spec->run.jobs, sizeof *e->bouts);
    bool ok = rundir_open(spec->run.scratch, &e->root, d);
    for (unsigned i = 0; ok && i < spec->run.jobs; i++)
        ok = open_bout(e, &e->bouts[i], d);
    find_coverage(e);
    choose_failing(e);
    choose_passing(e);
    ok = ok && run_unaltered(e, like, d);
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
