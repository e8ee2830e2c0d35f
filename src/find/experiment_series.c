/* experiment_series.c - trials, watches and unaltered runs in the slots of a
 * pool.
 *
 * Each slot takes a group of trials from test to test: all that want a test
 * are run on it in one task, by a server that forks for each (format/serve.h),
 * or one by one where there is none. What happens in a trial does not depend
 * on the others. The run directory of a slot stays; requests are mapped and
 * rewritten. An altered program may do anything: it is confined to a directory
 * of its slot.
 */
#include "find/bout.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "process/pool.h"
#include "run/work.h"
#include "suite/compare.h"
#include "suite/members.h"

#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LOG_SIZE = MUTATE_STRIDE - MUTATE_PAGE,
    PROCESSES = 200, /* of a test that needs some, unless told otherwise */
};

/* How many tests of a kind at most, and how many broken ones are enough. */
typedef struct Depth Depth;
struct Depth {
    uint32_t failing, passing, broken;
};

static Depth
depth_of(const Series *s)
{
    switch (s->depth) {
    case TRIAL_SCREEN:
        return (Depth){tuning_count(TUNE_find_screen_failing),
                       tuning_count(TUNE_find_screen_passing),
                       tuning_count(TUNE_find_screen_broken)};
    case TRIAL_SAMPLE:
        return (Depth){tuning_count(TUNE_find_sample_failing),
                       tuning_count(TUNE_find_sample_passing),
                       tuning_count(TUNE_find_sample_broken)};
    case TRIAL_CONFIRM:
        return (Depth){UINT32_MAX, UINT32_MAX,
                       tuning_count(TUNE_find_confirm_broken)};
    case TRIAL_MUTANT:
        return (Depth){tuning_count(TUNE_find_mutant_failing),
                       tuning_count(TUNE_find_mutant_passing), UINT32_MAX};
    case TRIAL_BESIDE:
        return (Depth){UINT32_MAX, tuning_count(TUNE_find_beside_passing), 1};
    case TRIAL_DEPTHS:
        break;
    }
    bug("depth %d", (int)s->depth);
}

uint64_t
series_most_runs(const Series *s)
{
    const Depth most = depth_of(s);
    const ExperimentTests *t = &s->e->tests;

    return (uint64_t)(most.failing < t->nfailing ? most.failing : t->nfailing) +
           (most.passing < t->npassing ? most.passing : t->npassing);
}

/* Slots */

static MutateRequest *
request_of(const Bout *b, uint32_t i)
{
    void *at = b->map + (size_t)i * MUTATE_STRIDE;

    return at;
}

static bool
open_bout(Experiment *e, Bout *b, const ConfineMeans *m, Diag *d)
{
    const bool wanted[PHASE_COUNT] = {[PHASE_RUN] = true};

    b->root.lock = -1;
    if (!rundir_make(&e->root, &b->root.path, d) ||
        !(e->spec.unconfined ||
          confine_open(&b->confine.usual, m,
                       &(ConfineFiles){.writable = b->root.path},
                       e->spec.processes, d)) ||
        !work_begin(&b->work, &b->root, &e->spec.suite->tests[0], 0, wanted, d))
        return false;
    char *path = io_join(b->work.dir, MUTATE_FILE);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(path);
    b->map_size = (size_t)BOUT_GROUP * MUTATE_STRIDE;
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
forget_told(Bout *b)
{
    for (uint32_t i = 0; i < BOUT_GROUP; i++) {
        free(b->told[i]);
        b->told[i] = NULL;
    }
}

static void
close_bout(Bout *b)
{
    forget_told(b);
    if (b->map)
        munmap(b->map, b->map_size);
    work_done(&b->work);
    confine_close(&b->confine.usual);
    confine_close(&b->confine.layered);
    free(b->root.path);
    b->map = NULL;
}

/* Warn of what the machine cannot hold. */
static void
warn_of_gaps(const Experiment *e, const ConfineMeans *m, Diag *d)
{
    Str gaps = {0};

    confine_gaps(m, e->spec.processes, &gaps);
    if (gaps.n)
        diag_warn(d, "altered runs are not kept from %s (see culprit doctor)",
                  str_text(&gaps));
    str_done(&gaps);
}

bool
slots_open(Experiment *e, Diag *d)
{
    const unsigned n = e->spec.setup.jobs;
    ConfineMeans means = {0};

    e->bouts = mem_zalloc(n, sizeof *e->bouts);
    for (unsigned i = 0; i < n; i++)
        e->bouts[i].confine.usual = e->bouts[i].confine.layered =
            (Confine){.ruleset = -1, .spaces = {-1, -1, -1, -1}};
    if (!e->spec.unconfined) {
        confine_probe(&means);
        warn_of_gaps(e, &means, d);
    }
    bool ok = e->root.path || rundir_open(true, &e->root, d);
    for (unsigned i = 0; ok && i < n; i++)
        ok = open_bout(e, &e->bouts[i], &means, d);
    /* An interpreter takes longer to start than many runs. */
    ok = ok &&
         (!e->spec.sites->language.context || pool_open(n, &e->kept.pool, d));
    e->alone = ok && !e->spec.unconfined &&
               !confine_can_serve(&e->bouts[0].confine.usual);
    return ok;
}

void
slots_close(Experiment *e)
{
    pool_close(e->kept.pool);
    e->kept.pool = NULL;
    for (unsigned i = 0; e->bouts && i < e->spec.setup.jobs; i++)
        close_bout(&e->bouts[i]);
    free(e->bouts);
    e->bouts = NULL;
}

/* May several runs of the test be one task? */
static bool
can_repeat(const Experiment *e, uint32_t test)
{
    const Test *t = &e->spec.suite->tests[test];

    return t->direct && !t->env && !e->spec.setup.no_server && !e->alone &&
           !e->unaltered.layered[test] && !e->spec.setup.scratch &&
           e->spec.setup.judge.oracle != ORACLE_SCRIPT;
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
    for (uint32_t i = 0; i < e->tests.nfailing; i++) {
        uint32_t test = e->tests.failing[in_order(screen, i)];
        if (experiment_reaches(e, test, site))
            return test;
    }
    return MUTATE_NONE;
}

static bool
wants_failing(const Series *s, const Trial *t)
{
    return t->tests.failing + t->tests.unreached < depth_of(s).failing &&
           (t->tests.failing == 0 || t->tests.repaired > 0 ||
            s->depth != TRIAL_SCREEN);
}

static bool
wants_passing(const Series *s, const Trial *t)
{
    const Depth most = depth_of(s);

    return (t->tests.repaired > 0 || s->depth >= TRIAL_MUTANT) &&
           t->tests.passing < most.passing && t->tests.broken < most.broken;
}

static bool
concerns(const Series *s, const Trial *t, uint32_t test)
{
    const MutateSite *site = &s->e->spec.sites->at[t->a.site];
    const bool reaches = experiment_reaches(s->e, test, site);

    return s->depth == TRIAL_BESIDE
               ? !reaches && experiment_enters(s->e, test, site)
               : reaches;
}

/* Is it known already what becomes of the test in this trial, by a run of
 * others that are parts of the same? Then it counts. */
static bool
is_told(Bout *b, uint32_t i, uint32_t test)
{
    Trial *t = b->group[i];
    const uint8_t told = b->told[i] ? b->told[i][test] : 0;
    const bool pass = told & TOLD_PASS;

    if (!told)
        return false;
    if (b->turn.stage == STAGE_FAILING) {
        bout_count_failing(b, t, pass, pass);
    } else {
        t->tests.passing++;
        t->tests.broken += !pass;
    }
    return true;
}

/* The members of the group that want this test. */
static bool
gather(const Series *s, Bout *b, uint32_t test)
{
    b->task.nruns = 0;
    b->task.at = 0;
    b->turn.test = test;
    for (uint32_t i = 0; i < b->ngroup; i++) {
        Trial *t = b->group[i];
        bool fails = b->turn.stage == STAGE_FAILING;
        if (!(fails ? wants_failing(s, t) : wants_passing(s, t)))
            continue;
        if (concerns(s, t, test)) {
            if (!is_told(b, i, test))
                b->task.runs[b->task.nruns++] = i;
        } else {
            *(t->tests.failing ? &t->tests.unreached : &t->tests.skipped) +=
                fails;
        }
    }
    return b->task.nruns > 0;
}

/* The next test of the group; false if it is over. */
static bool
advance(const Series *s, Bout *b)
{
    const Experiment *e = s->e;

    if (experiment_is_over(e)) {
        b->turn.stage = STAGE_END;
        for (uint32_t i = 0; i < b->ngroup; i++)
            b->group[i]->cut = true;
        return false;
    }
    if (b->turn.stage == STAGE_FAILING) {
        while (b->turn.next < e->tests.nfailing) {
            b->turn.chosen = in_order(s->screen, b->turn.next++);
            if (gather(s, b, e->tests.failing[b->turn.chosen]))
                return true;
        }
        b->turn.stage = STAGE_PASSING;
        b->turn.next = 0;
        for (uint32_t i = 0; i < b->ngroup; i++) {
            Trial *t = b->group[i];
            t->tests.unreached += t->tests.failing ? t->tests.skipped : 0;
            t->tests.skipped = 0;
        }
        bool any = false;
        for (uint32_t i = 0; i < b->ngroup; i++)
            any |= wants_passing(s, b->group[i]);
        if (!any)
            b->turn.next = e->tests.npassing;
    }
    while (b->turn.next < e->tests.npassing)
        if (gather(s, b, e->tests.passing[b->turn.next++]))
            return true;
    b->turn.stage = STAGE_END;
    return false;
}

/* Requests */

/* Steps that an altered run may take where so many are usual. */
static uint64_t
steps_for(uint64_t usual)
{
    return usual * tuning_count(TUNE_find_steps_factor) +
           tuning_count(TUNE_find_steps_least);
}

static void
request_watch(const Experiment *e, const Watch *w, MutateRequest *r)
{
    const MutateSite *site = &e->spec.sites->at[w->site];

    memset(r, 0, sizeof *r);
    memcpy(r->magic, MUTATE_MAGIC, sizeof MUTATE_MAGIC);
    r->version = MUTATE_VERSION;
    r->change.site = w->site;
    r->change.function = site->where.function;
    r->change.op = MUTATE_OBSERVE;
    r->change.bits = site->of.bits;
    r->change.flags = site->of.flags;
    r->watch.n = w->nvariables;
    for (uint32_t i = 0; i < w->nvariables; i++)
        r->watch.at[i] = e->spec.sites->variables[w->variables[i]].operand;
    r->watch.room = (uint32_t)(LOG_SIZE / (8 * (w->nvariables + 2)));
    if (r->watch.room > tuning_count(TUNE_find_watched_times))
        r->watch.room = tuning_count(TUNE_find_watched_times);
    uint64_t usual = e->unaltered.steps[w->test] ? e->unaltered.steps[w->test]
                                                 : e->unaltered.usual_steps;
    r->limit = steps_for(usual);
}

static void
request_trial(const Experiment *e, const Bout *b, const Trial *t,
              MutateRequest *r)
{
    uint64_t usual = e->unaltered.steps[b->turn.test];

    alteration_request(e->spec.sites, &t->a, r);
    /* A failing run may have ended early, or not at all. */
    if (b->turn.stage == STAGE_FAILING && e->unaltered.usual_steps > usual)
        usual = e->unaltered.usual_steps;
    r->limit = steps_for(usual);
}

static void
request_nothing(const Experiment *e, uint32_t test, MutateRequest *r)
{
    const Run *run = &e->spec.runs->runs[test];

    memset(r, 0, sizeof *r);
    memcpy(r->magic, MUTATE_MAGIC, sizeof MUTATE_MAGIC);
    r->version = MUTATE_VERSION;
    r->change.site = r->change.function = MUTATE_NONE;
    r->limit = e->unaltered.enough ? e->unaltered.enough
               : run->timed_out && e->unaltered.usual_steps
                   ? e->unaltered.most_steps +
                         e->unaltered.usual_steps *
                             tuning_count(TUNE_find_endless_steps) +
                         tuning_count(TUNE_find_steps_least)
                   : UINT64_MAX;
}

/* Seconds for one run of the test. */
static double
patience_of(const Experiment *e, const Bout *b)
{
    double usual = b->turn.stage == STAGE_PASSING
                       ? e->unaltered.wall_s[b->turn.test]
                       : e->unaltered.usual_wall_s;
    if (!e->unaltered.endless[b->turn.test] &&
        e->unaltered.wall_s[b->turn.test] > usual)
        usual =
            e->unaltered
                .wall_s[b->turn.test]; /* larger inputs may fail than pass */
    double limit =
        tuning(TUNE_find_patience_times) * usual + tuning(TUNE_find_patience_s);
    double theirs = e->spec.setup.limits.time_s;

    return theirs > 0 && theirs < limit ? theirs : limit;
}

/* Scripts make temporary files, where they may. */
static char *const *
with_temporary(Bout *b, char *const *env)
{
    static const char name[] = "TMPDIR=";
    size_t n = 0, k = 0;

    while (env[n])
        n++;
    char **out = ARENA_ARRAY(&b->work.arena, char *, n + 2);
    out[k++] = arena_printf(&b->work.arena, "%s%s", name, b->work.dir);
    for (size_t i = 0; i < n; i++)
        if (strncmp(env[i], name, sizeof name - 1) != 0)
            out[k++] = env[i];
    return out;
}

/* The task for everything that the bout is about, or for the next part. */
static bool
begin_task(Series *s, Bout *b, Task *task, Diag *d)
{
    Experiment *e = s->e;
    const bool wanted[PHASE_COUNT] = {
        [PHASE_RUN] = true,
        [PHASE_ORACLE] = e->spec.setup.judge.oracle == ORACLE_SCRIPT,
    };
    uint32_t n = s->watches ? b->nwatches : b->task.nruns;

    b->task.together = n > 1 && can_repeat(e, b->turn.test);
    uint32_t first = b->task.together ? 0 : b->task.at,
             end = b->task.together ? n : first + 1;
    if (n == 0)
        request_nothing(e, b->turn.test, request_of(b, 0));
    for (uint32_t i = first; n && i < end; i++)
        if (s->watches)
            request_watch(e, b->watches[i], request_of(b, i - first));
        else
            request_trial(e, b, b->group[b->task.runs[i]],
                          request_of(b, i - first));
    work_again(&b->work, &e->spec.suite->tests[b->turn.test], b->turn.test,
               wanted);
    if (!work_advance(&b->work) ||
        !work_task(&b->work, &e->spec.setup, task, d))
        return false;
    task->fixed = true; /* garbage that is read is the same each time */
    if (s->manner != SERIES_CONFINED) {
        task->serve.allowed = task->serve.allowed && s->manner == SERIES_SERVED;
    } else if (!e->spec.unconfined) {
        const bool layered = e->unaltered.layered[b->turn.test];
        if (layered && !layers_renew(e, b, d))
            return false;
        task->confine = layered ? &b->confine.layered : &b->confine.usual;
        if (!b->work.test->direct)
            task->env = with_temporary(b, task->env);
        task->serve.allowed = task->serve.allowed && !layered &&
                              confine_can_serve(&b->confine.usual);
        if (e->spec.processes && !task->limits.processes)
            task->limits.processes = PROCESSES;
    }
    if (n) {
        double patience = patience_of(e, b);
        task->limits.time_s = patience * (end - first);
        if (b->task.together) {
            task->serve.repeat = n;
            task->serve.patience_ms = (uint32_t)(patience * 1000);
        }
    }
    return true;
}

/* The next group of trials, or of watches with the same test. */
static bool
next_group(Series *s, Bout *b)
{
    b->ngroup = b->nwatches = b->task.nruns = b->task.at = 0;
    forget_told(b);
    if (s->next >= s->n || experiment_is_over(s->e))
        return false;
    if (s->watches) {
        b->turn.test = s->watches[s->next].test;
        while (s->next < s->n && b->nwatches < s->group &&
               s->watches[s->next].test == b->turn.test)
            b->watches[b->nwatches++] = &s->watches[s->next++];
        return true;
    }
    b->turn.stage = STAGE_FAILING;
    b->turn.next = 0;
    while (s->next < s->n && b->ngroup < s->group)
        b->group[b->ngroup++] = &s->trials[s->next++];
    for (uint32_t i = 0; i < b->ngroup; i++)
        b->group[i]->depth = (uint8_t)s->depth;
    return true;
}

static void
end_trial(Trial *t)
{
    t->done = t->tests.failing > 0 || !t->cut;
    t->outcome = t->tests.failing > 0 ? TRIAL_RAN
                 : t->done            ? TRIAL_UNREACHED
                                      : TRIAL_UNTRIED;
}

/* Does a run of another test of the series tell about the next one? */
static bool
is_part_of_earlier(const Series *s)
{
    const Test *tests = s->e->spec.suite->tests;
    const Test *t = &tests[s->tests[s->next]];

    for (size_t i = 0; members_is_point(t) && i < s->next; i++)
        if (tests[s->tests[i]].check.whole == t->check.whole)
            return true;
    return false;
}

static bool
is_late(const Series *s)
{
    return s->until > 0 && s->next > 0 &&
           child_clock(s->e->spec.cpu) > s->until;
}

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Series *s = context;
    Experiment *e = s->e;
    Bout *b = &e->bouts[slot];

    *has = true;
    if (b->work.phase == PHASE_ORACLE && b->work.test) /* of the run before */
        return work_task(&b->work, &e->spec.setup, task, d);
    if (s->tests) {
        while (s->next < s->n && is_part_of_earlier(s))
            s->next++;
        *has = s->next < s->n && !experiment_is_over(e) && !is_late(s);
        if (!*has)
            return true;
        b->task.nruns = b->nwatches = 0;
        b->turn.test = s->tests[s->next++];
        return begin_task(s, b, task, d);
    }
    uint32_t n = s->watches ? b->nwatches : b->task.nruns;
    if (n && b->task.at < n) /* more of the same test */
        return begin_task(s, b, task, d);
    while (s->watches || b->ngroup == 0 || !advance(s, b)) {
        for (uint32_t i = 0; i < b->ngroup; i++)
            end_trial(b->group[i]);
        if (!next_group(s, b)) {
            *has = false;
            return true;
        }
        if (s->watches)
            break;
    }
    return begin_task(s, b, task, d);
}

/* Ends of tasks */

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
    uint32_t n = s->watches ? b->nwatches : b->task.nruns;
    bool ok = true, err = e->spec.setup.judge.compare & COMPARE_STDERR ||
                          e->spec.setup.judge.oracle == ORACLE_CRASH;

    for (uint32_t i = 0; ok && i < n; i++) {
        const MutateRequest *r = request_of(b, i);
        Observed o = {.limits = e->spec.setup.limits};
        if (!r->end.ended) {
            e->alone = true;
            b->task.at = i;
            /* The members left: in front of the list. */
            for (uint32_t k = i; k < n; k++)
                if (s->watches)
                    b->watches[k - i] = b->watches[k];
                else
                    b->task.runs[k - i] = b->task.runs[k];
            *(s->watches ? &b->nwatches : &b->task.nruns) = n - i;
            b->task.at = 0;
            return true;
        }
        o.ended = (Ended){.started = true,
                          .status = r->end.signal ? 128 + r->end.signal
                                                  : r->end.status,
                          .signal = r->end.signal,
                          .timed_out = r->end.timed_out};
        if (!s->watches && !r->answer.stopped && !r->end.signal)
            ok = read_run(b->work.dir, "out", i, &o.out, d) &&
                 (!err || read_run(b->work.dir, "err", i, &o.err, d));
        ok = ok && bout_keep(s, b, i, r, &o, d);
        io_bytes_done(&o.out);
        io_bytes_done(&o.err);
    }
    b->task.at = n;
    return ok;
}

static bool
task_ended(void *context, unsigned slot, const Ended *ended, Diag *d)
{
    Series *s = context;
    Bout *b = &s->e->bouts[slot];

    if (ended->dropped) { /* the time is over */
        b->work.phase = PHASE_COUNT;
        b->task.at = s->watches ? b->nwatches : b->task.nruns;
        return true;
    }
    if (b->task.together)
        return keep_runs(s, b, d);
    if (!work_observe(&b->work, &s->e->spec.setup, ended, d))
        return false;
    if (b->work.phase == PHASE_RUN && !ended->started)
        b->work.wanted[PHASE_ORACLE] = false;
    b->work.phase++;
    if (work_advance(&b->work))
        return true;
    return bout_keep(s, b, b->task.at++, request_of(b, 0),
                     &b->work.seen[PHASE_RUN], d);
}

/* Seconds until somebody has to look whether the time is over. */
static double
time_left(void *context)
{
    const ExperimentSpec *e = &((const Series *)context)->e->spec;
    const double glance_s = .2; /* processor time does not pass steadily */

    if (e->deadline <= 0)
        return -1;
    const double left = e->deadline - child_clock(e->cpu);
    return left < 0 ? 0 : e->cpu ? fmin(left, glance_s) : left;
}

static bool
is_unwanted(void *context, unsigned slot)
{
    (void)slot;
    return experiment_is_over(((const Series *)context)->e);
}

static bool
work(Experiment *e, const PoolHooks *hooks, Diag *d)
{
    bool interrupted = false;
    bool ok = e->kept.pool
                  ? pool_work(e->kept.pool, hooks, d)
                  : pool_run(hooks, e->spec.setup.jobs, &interrupted, d);

    e->interrupted |=
        interrupted || (e->kept.pool && pool_interrupted(e->kept.pool));
    return ok;
}

bool
series_run(Series *s, Diag *d)
{
    Experiment *e = s->e;
    const PoolHooks hooks = {
        .context = s,
        .next = next_task,
        .ended = task_ended,
        .patience = time_left,
        .unwanted = is_unwanted,
    };
    unsigned slots = e->spec.setup.jobs;

    for (unsigned i = 0; i < slots; i++) {
        Bout *b = &e->bouts[i];
        b->ngroup = b->nwatches = b->task.nruns = b->task.at = 0;
        b->work.phase = PHASE_COUNT;
    }
    assert(slots > 0);
    size_t share = (s->n + slots - 1) / slots;
    s->group = share < BOUT_GROUP ? (uint32_t)(share ? share : 1) : BOUT_GROUP;
    return e->interrupted || work(e, &hooks, d);
}
