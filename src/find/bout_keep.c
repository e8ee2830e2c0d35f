/* bout_keep.c - what the runs of an experiment showed: verdicts, kept with the
 * trial, the watch or the unaltered test that was run.
 */
#include "find/bout.h"

#include "base/hash.h"
#include "base/mem.h"
#include "suite/members.h"

#include <string.h>

void
bout_count_failing(const Bout *b, Trial *t, bool pass, bool differs)
{
    t->tests.failing++;
    t->tests.repaired += pass;
    t->tests.differs += differs;
    if (pass && b->turn.chosen < 64)
        t->tests.repaired_set |= (uint64_t)1 << b->turn.chosen;
}

static bool
judge(Experiment *e, Bout *b, const Observed *o, const MutateRequest *r,
      Verdict *out, Diag *d)
{
    TestWork *w = &b->work;
    const Wanted *want = e->spec.wanted ? &e->spec.wanted[w->index] : NULL;
    Judgement j;

    if (r->answer.stopped) {
        *out = VERDICT_FAIL;
        return true;
    }
    if (e->spec.setup.judge.oracle == ORACLE_SCRIPT) {
        j = (Judgement){.verdict = VERDICT_FAIL};
        if (o->ended.started &&
            !oracle_script(&w->arena, e->spec.setup.judge.script,
                           &w->seen[PHASE_ORACLE], &j, d))
            return diag_context(d, "test \"%s\"", w->test->key);
    } else if (e->spec.setup.judge.oracle == ORACLE_CRASH) {
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

static Manner
manner_of(const Observed *o)
{
    return (Manner){.known = true,
                    .status = o->ended.timed_out ? -1 : o->ended.status,
                    .print = hash_bytes(o->out.at, o->out.n) * 31 +
                             hash_bytes(o->err.at, o->err.n)};
}

/* Of one check of many, only what is told about it counts: a script may well
 * print where it is. */
static Manner
manner_of_test(Bout *b, const Test *t)
{
    const Observed *o = &b->work.seen[PHASE_RUN];

    if (!members_is_point(t))
        return manner_of(o);
    const Judgement j = oracle_judge(&b->work.arena, t, o, NULL);
    return (Manner){.known = true,
                    .status = (int)j.verdict,
                    .print = hash_bytes(j.reason, strlen(j.reason))};
}

/* Of several runs of a test. */
static void
keep_manner(Manner *of, Manner now, bool first)
{
    if (first)
        *of = now;
    else
        of->known &= of->status == now.status && of->print == now.print;
}

static void
keep_unaltered(Series *s, Bout *b, const MutateRequest *r, Verdict v)
{
    Experiment *e = s->e;
    const Run *run = &e->spec.runs->runs[b->turn.test];

    bool first = s->seen[b->turn.test] == 0, same = v == run->verdict;
    uint64_t print = print_of(&b->work.seen[PHASE_RUN]);
    s->seen[b->turn.test] |= same ? SEEN_SAME : SEEN_OTHER;
    keep_manner(&e->unaltered.confined[b->turn.test],
                manner_of_test(b, &e->spec.suite->tests[b->turn.test]), first);
    if (!first) {
        if (print != e->unaltered.prints[b->turn.test])
            e->unaltered.prints[b->turn.test] = 0;
        return;
    }
    e->unaltered.prints[b->turn.test] = print;
    e->unaltered.wall_s[b->turn.test] = b->work.seen[PHASE_RUN].ended.wall_s;
    e->unaltered.steps[b->turn.test] =
        r->answer.steps && r->answer.steps <= r->limit
            ? r->limit - r->answer.steps
            : 0;
    e->unaltered.endless[b->turn.test] =
        r->answer.stopped || b->work.seen[PHASE_RUN].ended.timed_out;
    if (e->unaltered.endless[b->turn.test])
        e->unaltered.steps[b->turn.test] = 0;
    if (run->verdict != VERDICT_PASS || !same)
        return;
    if (e->unaltered.steps[b->turn.test] > e->unaltered.most_steps)
        e->unaltered.most_steps = e->unaltered.steps[b->turn.test];
    if (e->unaltered.wall_s[b->turn.test] > e->unaltered.most_wall_s)
        e->unaltered.most_wall_s = e->unaltered.wall_s[b->turn.test];
}

static void
keep_plain(Series *s, Bout *b)
{
    Manner *m = &s->e->unaltered.plain[b->turn.test];
    const Test *t = &s->e->spec.suite->tests[b->turn.test];

    keep_manner(m, manner_of_test(b, t), !m->known);
}

/* Where the oracle does not look at outputs, what passing tests print is taken
 * to be right. */
static bool
is_changed(const Experiment *e, uint32_t test, const Observed *o)
{
    const OracleKind k = e->spec.setup.judge.oracle;

    return (k == ORACLE_CRASH || k == ORACLE_STATUS) &&
           e->unaltered.prints[test] &&
           !members_is_point(&e->spec.suite->tests[test]) &&
           print_of(o) != e->unaltered.prints[test];
}

/* How often the run came to the site, where one process was all of it and
 * nobody stopped it. */
static uint32_t
times_executed(const MutateRequest *r, const Observed *o)
{
    return r->answer.started == 1 && r->answer.forks == 0 &&
                   !o->ended.timed_out && r->answer.reached < UINT32_MAX
               ? (uint32_t)r->answer.reached
               : UINT32_MAX;
}

static void
keep(const Experiment *e, Bout *b, Trial *t, const MutateRequest *r,
     const Observed *o, Verdict v)
{
    bool pass = v == VERDICT_PASS;

    if (b->turn.stage == STAGE_FAILING) {
        if (t->tests.failing == 0)
            t->executed = times_executed(r, o);
        bout_count_failing(b, t, pass,
                           pass || print_of(o) !=
                                       e->unaltered.prints[b->turn.test]);
    } else {
        t->tests.passing++;
        t->tests.broken += !pass || is_changed(e, b->turn.test, o);
    }
}

static void
keep_limit(Series *s, const Bout *b, const MutateRequest *r)
{
    if (!r->answer.stopped)
        s->e->unaltered.steps[b->turn.test] = s->e->unaltered.enough;
}

static void
keep_watch(Experiment *e, Watch *w, const MutateRequest *r)
{
    uint32_t n =
        r->answer.nlogged < r->watch.room ? r->answer.nlogged : r->watch.room;

    w->nentries = n;
    /* Of a run that was stopped it is not known what came later. */
    w->full = r->answer.reached > n ||
              (r->answer.stopped && !e->unaltered.endless[w->test]);
    w->done = r->answer.started > 0;
    e->watched.bytes += (size_t)n * (w->nvariables + 2) * sizeof(int64_t);
    w->entries = arena_dup(&e->watched.arena, (const char *)r + MUTATE_PAGE,
                           (size_t)n * (w->nvariables + 2) * sizeof(int64_t));
}

/* What an unaltered run says about the other tests of the series that are
 * parts of the same. */
static void
keep_unaltered_parts(Series *s, Bout *b, const MutateRequest *r,
                     const MembersTold *told)
{
    const Suite *suite = s->e->spec.suite;
    const uint32_t test = b->turn.test;
    const TestWhole *whole = suite->tests[test].check.whole;

    for (size_t k = 0; k < s->n; k++) {
        const Test *t = &suite->tests[s->tests[k]];
        if (t->check.whole != whole || s->tests[k] == test)
            continue;
        b->turn.test = s->tests[k];
        if (s->manner != SERIES_CONFINED)
            keep_plain(s, b);
        else
            keep_unaltered(s, b, r,
                           r->answer.stopped
                               ? VERDICT_FAIL
                               : members_told(&b->work.arena, t, told).verdict);
    }
    b->turn.test = test;
}

/* One run tells about all tests that are parts of the same. */
static void
keep_parts(Series *s, Bout *b, uint32_t i, const MutateRequest *r,
           const Observed *o)
{
    const Suite *suite = s->e->spec.suite;
    const TestWhole *whole = suite->tests[b->turn.test].check.whole;
    MembersTold told;

    members_hear(&b->work.arena, whole, o, &told);
    if (s->tests) {
        keep_unaltered_parts(s, b, r, &told);
        return;
    }
    uint8_t **to = &b->told[b->task.runs[i]];
    if (!*to)
        *to = mem_zalloc(suite->n + 1, 1);
    for (size_t k = 0; k < suite->n; k++) {
        const Test *t = &suite->tests[k];
        if (t->check.whole != whole)
            continue;
        const bool pass =
            !r->answer.stopped &&
            members_told(&b->work.arena, t, &told).verdict == VERDICT_PASS;
        (*to)[k] = TOLD | (pass ? TOLD_PASS : 0);
    }
}

bool
bout_keep(Series *s, Bout *b, uint32_t i, const MutateRequest *r,
          const Observed *o, Diag *d)
{
    Verdict v = VERDICT_UNKNOWN;

    /* Plain ones are the suite's own, once more. */
    s->e->runs += s->manner == SERIES_CONFINED && !s->e->unaltered.enough;
    s->e->late += o->ended.timed_out;
    if (s->watches) {
        keep_watch(s->e, b->watches[i], r);
        return true;
    }
    if (!judge(s->e, b, o, r, &v, d))
        return false;
    if (s->manner != SERIES_CONFINED)
        keep_plain(s, b);
    else if (s->e->unaltered.enough)
        keep_limit(s, b, r);
    else if (s->tests)
        keep_unaltered(s, b, r, v);
    else
        keep(s->e, b, b->group[b->task.runs[i]], r, o, v);
    if (members_is_point(&s->e->spec.suite->tests[b->turn.test]))
        keep_parts(s, b, i, r, o);
    return true;
}
