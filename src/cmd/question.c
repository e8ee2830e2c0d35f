/* question.c - what `culprit find` and `culprit rank --technique muse` ask. */
#include "cmd/question.h"

#include "base/io.h"
#include "base/mem.h"
#include "image/elf.h"
#include "spectrum/gcov_suite.h"
#include "spectrum/technique.h"
#include "suite/compare.h"
#include "suite/expected.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Ctrl-C while we compute; while tests run the pool sees it. Signal handlers
 * reach nothing but globals. */
static volatile sig_atomic_t stopped;

static void
stop(int signal)
{
    (void)signal;
    stopped = 1;
}

bool
question_technique(const char *name, FindTechnique *out)
{
    static const char *const names[] = {[FIND_BEST] = "find",
                                        [FIND_MUSE] = "muse",
                                        [FIND_METALLAXIS] = "metallaxis"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (FindTechnique)i;
            return true;
        }
    return false;
}

void
question_init(Question *q)
{
    *q = (Question){.time = 120, .root = {.lock = -1}};
    session_init(&q->session);
}

void
question_done(Question *q)
{
    find_done(&q->result);
    stock_done(&q->joined);
    supply_done(&q->supply);
    rundir_close(&q->root);
    schedule_done(&q->schedule);
    stock_done(&q->own);
    session_close(&q->session);
    arena_done(&q->arena);
}

/* The suite's tests in the order of the runs that the store has. */
static void
align(Question *q)
{
    const Suite *all = &q->session.suite;
    Runs *r = &q->own.runs;

    q->own.suite.tests = mem_zalloc(r->nruns + 1, sizeof(Test));
    q->own.suite.n = r->nruns;
    for (uint32_t i = 0; i < r->nruns; i++) {
        const Test *found = NULL;
        if (i < all->n && strcmp(all->tests[i].key, r->runs[i].name) == 0)
            found = &all->tests[i];
        for (size_t k = 0; !found && k < all->n; k++)
            if (strcmp(all->tests[k].key, r->runs[i].name) == 0)
                found = &all->tests[k];
        if (!found)
            r->runs[i].verdict = VERDICT_UNKNOWN; /* of another suite */
        q->own.suite.tests[i] = found ? *found : all->tests[0];
    }
}

/* What each run should have done, as the oracle has it. */
static bool
collect_wanted(Question *q, Diag *d)
{
    Arena *a = &q->arena;
    RunnerSpec spec = q->session.spec;
    bool ok = true;

    if (spec.oracle != ORACLE_EXPECTED && spec.oracle != ORACLE_REFERENCE)
        return true;
    spec.suite = &q->own.suite;
    q->own.wanted = ARENA_ARRAY(a, Wanted, q->own.suite.n + 1);
    if (spec.oracle == ORACLE_REFERENCE) {
        Outcome *ignored = ARENA_ARRAY(a, Outcome, q->own.suite.n + 1);
        ok = schedule_make(&spec, &q->schedule, ignored, d);
    }
    for (size_t i = 0; ok && i < q->own.suite.n; i++) {
        Wanted *w = &q->own.wanted[i];
        StoredOutput o = {0};
        bool has = false;
        if (spec.oracle == ORACLE_EXPECTED) {
            ok = expected_load(a, spec.expected, &q->own.suite.tests[i],
                               spec.compare, spec.expected_optional, w, d);
            continue;
        }
        ok = store_find_output(spec.store, q->schedule.references[i], &o, &has,
                               d);
        if (!has)
            w->missing = "the reference's output is gone";
        w->known = spec.compare;
        w->status = o.status;
        w->timed_out = o.timed_out;
        w->out = (Bytes){arena_dup(a, str_text(&o.out), o.out.n + 1), o.out.n};
        w->err = (Bytes){arena_dup(a, str_text(&o.err), o.err.n + 1), o.err.n};
        w->files = arena_strdup(a, str_text(&o.files));
        store_output_done(&o);
    }
    return ok;
}

/* Verdicts and spectra of the suite. */
static bool
run_suite(Question *q, Diag *d)
{
    Session *s = &q->session;
    RunnerResult result;

    s->spec.hasty = true;
    bool ok = runner_run(&s->spec, &result, d);
    if (ok && result.interrupted)
        ok = diag_fail(d, "interrupted while the suite ran: run again to "
                          "continue");
    if (ok && result.nfailed == 0) {
        q->nothing = true;
        ok = diag_fail(d, "no test fails: there is nothing to find");
    }
    runner_done(&result);
    return ok && store_load(s->store, &s->subject.program, &q->own.runs, d);
}

static void
show_progress(void *context, const FindProgress *p)
{
    Io *io = context;

    fprintf(io->err, "\rsmall changes tried: %.0f %%", 100 * p->share);
    if (p->line)
        fprintf(io->err, "; best so far %s:%u", p->file, p->line);
    fputs("\033[K", io->err);
    fflush(io->err);
}

static void
show_made(void *context, const GenerateResult *r)
{
    Io *io = context;

    fprintf(io->err, "\rmaking tests: %zu passing, %zu failing\033[K",
            r->npassed, r->nfailed);
    fflush(io->err);
}

/* Should tests be made, and can they? */
static const Test *
begin_with(const Question *q)
{
    const OracleKind oracle = q->session.spec.oracle;
    const Runs *r = &q->own.runs;
    uint32_t npassed = 0;
    const Test *failing = NULL;

    for (uint32_t i = 0; i < r->nruns; i++) {
        const Test *t = &q->own.suite.tests[i];
        npassed += r->runs[i].verdict == VERDICT_PASS;
        if (!failing && r->runs[i].verdict == VERDICT_FAIL && t->direct)
            failing = t;
    }
    if (q->technique != FIND_BEST || !supply_is_short(npassed) ||
        oracle == ORACLE_EXPECTED || q->session.spec.scratch)
        return NULL;
    return failing;
}

/* Few passing tests: make more, since they decide. That it cannot be done is
 * no failure. */
static bool
make_tests(Question *q, Io *io, Diag *d)
{
    const Test *failing = begin_with(q);
    Diag why;

    q->stock = &q->own;
    if (!failing)
        return true;
    if (!rundir_open(true, &q->root, d))
        return false;
    const SupplySpec spec = {
        .subject = &q->session.subject,
        .run = q->session.spec,
        .failing = failing,
        .dir = q->root.path,
        .time_s = q->time,
        .by_work = q->runs > 0,
        .quiet = true,
        .progress = io->progress ? show_made : NULL,
        .context = io,
    };
    diag_init(&why);
    if (!supply_make(&spec, &q->supply, &why))
        diag_warn(d, "no tests like the failing one were made: %s", why.error);
    diag_done(&why);
    if (q->supply.tests.n == 0)
        return true;
    supply_join(&q->supply, &q->session.subject.program, &q->own, &q->joined);
    q->stock = &q->joined;
    return true;
}

bool
question_again(Question *q, Io *io, Diag *d)
{
    Session *s = &q->session;
    char *variant = NULL;
    struct sigaction ours = {.sa_handler = stop}, before;

    if (!variant_get(&s->subject, VARIANT_MUTATE, &variant, d))
        return false;
    FindSpec spec = {
        .technique = q->technique,
        .time_s = q->time - q->supply.wall_s,
        .max_runs = (uint64_t)q->runs,
        .log = q->log,
        .experiment = {.run = s->spec,
                       .wanted = q->stock->wanted,
                       .runs = &q->stock->runs,
                       .stop = &stopped,
                       .unconfined = q->unconfined},
        .progress = io->progress ? show_progress : NULL,
        .context = io,
    };
    spec.experiment.run.suite = &q->stock->suite;
    spec.experiment.run.variant = variant;
    spec.experiment.run.nvalues = 0;
    stopped = 0;
    sigaction(SIGINT, &ours, &before);
    bool ok = find_run(&spec, &q->result, d);
    sigaction(SIGINT, &before, NULL);
    if (io->progress)
        fputs("\r\033[K", io->err);
    free(variant);
    return ok;
}

/* Does an argument name a file that is not there? */
static const char *
find_missing(const Test *t)
{
    const char *missing = NULL;

    for (char *const *word = t->argv + 1; t->direct && *word; word++) {
        const char *equals = strchr(*word, '='), *name = *word;
        if (**word == '-' && !equals)
            continue;
        name = equals ? equals + 1 : name;
        const char *dot = strrchr(name, '.');
        bool looks = strchr(name, '/') || (dot && dot > name && dot[1]);
        if (!looks || name[strspn(name, "0123456789.")] == 0)
            continue;
        char *path = *name == '/' ? mem_strdup(name) : io_join(t->dir, name);
        char *dir = io_dirname(path); /* s/a/b/ is no file */
        if (io_is_dir(dir) && !io_exists(path))
            missing = name;
        free(dir);
        free(path);
    }
    return missing;
}

/* A failure outside the program: every failing test wants a file that is not
 * there, and no passing one does. */
static void
warn_of_missing(const Question *q, Diag *d)
{
    const Runs *r = &q->own.runs;
    const char *missing = NULL;

    for (uint32_t i = 0; i < r->nruns; i++) {
        const char *name = find_missing(&q->own.suite.tests[i]);
        bool fails = r->runs[i].verdict == VERDICT_FAIL;
        if (r->runs[i].verdict == VERDICT_UNKNOWN)
            continue;
        if (fails != (name != NULL))
            return;
        missing = fails && !missing ? name : missing;
    }
    if (missing)
        diag_warn(d,
                  "the failing tests, and only these, name a file that is not "
                  "there, such as %s: the failure may be outside the program",
                  missing);
}

/* Is it an executable that was not built with culprit-cc? */
static bool
is_foreign(const char *path)
{
    Arena a = {0};
    ElfFile elf;
    Diag ignored;

    diag_init(&ignored);
    bool foreign = elf_read(path, &a, &elf, &ignored) && !elf.section.at;
    diag_done(&ignored);
    arena_done(&a);
    return foreign;
}

/* What can be done where nothing can be altered: the spectrum of what gcov
 * counts. */
static bool
ask_counts(Question *q, Diag *d)
{
    const RankOptions o = {.entity = ENTITY_OWN, .filter = &(Filter){0}};
    Runs *runs = &q->own.runs;
    uint32_t lost = 0;

    q->counted = true;
    q->stock = &q->own;
    if (!gcov_suite_run(&q->session.spec, q->session.judging.path, runs, d))
        return false;
    if (runs->nfailed == 0) {
        q->nothing = true;
        return diag_fail(d, "no test fails: there is nothing to find");
    }
    for (uint32_t i = 0; i < runs->nruns; i++)
        lost += runs->runs[i].lost;
    if (lost)
        diag_warn(d,
                  "%u of %u tests left no counts and are ignored: gcov's are "
                  "lost when a program crashes or is killed",
                  lost, runs->nruns);
    return technique_run(technique_by_name("ochiai"), &o, runs,
                         &q->result.findings, d);
}

bool
question_ask(Question *q, Io *io, Diag *d)
{
    Session *s = &q->session;

    if (!session_prepare(s, d))
        return false;
    if (q->technique == FIND_BEST && is_foreign(s->judging.path))
        return ask_counts(q, d);
    if (!session_open(s, VARIANT_RETURNS, d) || !run_suite(q, d))
        return false;
    align(q);
    warn_of_missing(q, d);
    return collect_wanted(q, d) && make_tests(q, io, d) &&
           question_again(q, io, d);
}
