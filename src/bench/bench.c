/* bench.c - every technique on every faulty version. */
#include "bench/bench.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/version.h"
#include "bench/key.h"
#include "bench/measure.h"
#include "bench/stage.h"
#include "bench/workers.h"
#include "format/tuning.h"
#include "process/scratch.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    OUTPUT_MB = 16,     /* of output that a test may write */
    MOST_TIMEOUTS = 20, /* of the correct program */
};

/* Where things of a corpus are, in the work directory. */
typedef struct SweepDirs SweepDirs;
struct SweepDirs {
    char *own, *tests, *correct;
};

/* One corpus while its versions are measured. */
typedef struct Sweep Sweep;
struct Sweep {
    const BenchSpec *spec;
    const Corpus *corpus;
    Results *results;
    size_t first; /* its versions are results->at[first ...] */
    size_t nversions;
    const Version **versions;
    BenchProgress *progress;
    SweepDirs dirs;
    Answered given, hidden;
    bool interrupted;
};

static Limits
limits(const BenchSpec *s)
{
    return (Limits){.time_s = s->time_s, .output_mb = OUTPUT_MB};
}

static void
tell(Sweep *s, const char *what)
{
    s->progress->suite = s->corpus->name;
    s->progress->what = what;
    if (s->spec->hooks.progress)
        s->spec->hooks.progress(s->spec->hooks.context, s->progress);
}

static bool
is_wanted(const BenchSpec *s, const Version *v)
{
    for (size_t i = 0; i < s->versions.n; i++)
        if (strcmp(s->versions.at[i], v->id) == 0)
            return true;
    return s->versions.n == 0;
}

static char *
result_file(const Sweep *s, const Version *v)
{
    return mem_printf("%s/results/%s.json", s->dirs.own, v->id);
}

static bool
has_all(const Measured *m, const Picks *picks)
{
    for (size_t i = 0; i < picks->n; i++)
        if (!result_score(m, picks->at[i].label))
            return false;
    return true;
}

/* Take the version's result from its file if that has the same key. */
static bool
take_result(Sweep *s, size_t i, bool whole)
{
    Measured *m = &s->results->at[s->first + i], found;
    char *file = result_file(s, s->versions[i]);
    bool ok = result_load(file, &s->results->arena, &found) &&
              strcmp(found.key, m->key) == 0;

    free(file);
    if (!ok || (whole && !*found.reason && !has_all(&found, s->spec->picks)))
        return false;
    found.suite = m->suite;
    *m = found;
    return true;
}

/* A place in the results for every version, with its key. */
static bool
list_versions(Sweep *s, Diag *d)
{
    const Corpus *c = s->corpus;
    Arena *a = &s->results->arena;
    Digest base;

    s->versions = ARENA_ARRAY(a, const Version *, c->nversions);
    s->first = s->results->n;
    if (!key_corpus(c, s->spec, &base, d))
        return false;
    for (size_t i = 0; i < c->nversions; i++) {
        const Version *v = &c->versions[i];
        Digest key;
        if (!is_wanted(s->spec, v))
            continue;
        if (!key_version(v, &base, &key, d))
            return diag_context(d, "version %s", v->id);
        s->versions[s->nversions++] = v;
        *results_add(s->results) = (Measured){
            .suite = arena_strdup(a, c->name),
            .id = arena_strdup(a, v->id),
            .key = arena_strdup(a, key.hex),
            .symptom = "",
            .note = "",
            .reason = "not measured",
        };
    }
    return true;
}

/* Inputs may be named as if the tests ran among them. */
static bool
link_inputs(const char *inputs, const char *cwd, Diag *d)
{
    DIR *open = opendir(inputs);
    struct dirent *e;
    bool ok = open || diag_errno(d, "cannot list %s", inputs);

    while (ok && open && (e = readdir(open))) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        char *from = io_join(inputs, e->d_name), *to = io_join(cwd, e->d_name);
        if (symlink(from, to) != 0)
            ok = diag_errno(d, "cannot make %s", to);
        free(from);
        free(to);
    }
    if (open)
        closedir(open);
    return ok;
}

static void
set_tree(Suite *s, const char *tree)
{
    for (size_t i = 0; i < s->n; i++)
        s->tests[i].tree = tree;
}

static bool
read_tests(Sweep *s, const char *cwd, Diag *d)
{
    const Corpus *c = s->corpus;

    bool ok =
        corpus_tests(c, c->tests, cwd, &s->given.suite, d) &&
        (!c->hidden || corpus_tests(c, c->hidden, cwd, &s->hidden.suite, d));
    set_tree(&s->given.suite, s->dirs.tests);
    set_tree(&s->hidden.suite, s->dirs.tests);
    return ok;
}

/* The tests' working directory: a copy, so that nothing is written into the
 * suite. SIR's tests expect to run in a sibling of inputs/. */
static bool
make_tests(Sweep *s, Diag *d)
{
    const Corpus *c = s->corpus;

    io_remove_tree(s->dirs.tests);
    if (!c->sir)
        return io_copy_tree(c->dir, s->dirs.tests, d) &&
               read_tests(s, s->dirs.tests, d);
    char *cwd = io_join(s->dirs.tests, "source");
    char *inputs = io_join(s->dirs.tests, "inputs");
    char *outputs = io_join(s->dirs.tests, "outputs");
    bool ok = io_mkdirs(cwd, d) && io_mkdirs(outputs, d);
    if (ok && c->inputs && symlink(c->inputs, inputs) != 0)
        ok = diag_errno(d, "cannot make %s", inputs);
    ok = ok && (!c->inputs || link_inputs(c->inputs, cwd, d)) &&
         read_tests(s, cwd, d);
    free(cwd);
    free(inputs);
    free(outputs);
    return ok;
}

static bool
ask_about(Sweep *s, const Subject *subject, Answered *tests, Diag *d)
{
    const FullRunSpec spec = {
        .subject = subject,
        .executable = subject->path,
        .suite = &tests->suite,
        .files = tests->files,
        .limits = limits(s->spec),
        .jobs = s->spec->jobs,
        .most_timeouts = MOST_TIMEOUTS,
    };

    return tests->suite.n == 0 || s->interrupted ||
           full_run_goldens(&spec, &tests->answers, &s->interrupted, d);
}

static bool
ask_all(Sweep *s, const Subject *subject, Diag *d)
{
    return ask_about(s, subject, &s->given, d) &&
           ask_about(s, subject, &s->hidden, d);
}

/* Where the correct program writes files, they are answers, too: every test
 * then gets a directory of its own. */
static bool
ask_again(Sweep *s, const Subject *subject, Diag *d)
{
    answered_done(&s->given);
    answered_done(&s->hidden);
    s->given = s->hidden = (Answered){.files = true};
    return make_tests(s, d) && ask_all(s, subject, d);
}

static bool
ask_subject(Sweep *s, const Subject *subject, Diag *d)
{
    struct timespec start;

    tell(s, "running the correct program");
    clock_gettime(CLOCK_REALTIME_COARSE, &start);
    return ask_all(s, subject, d) &&
           (s->interrupted || !scratch_changed(s->dirs.tests, NULL, start) ||
            ask_again(s, subject, d));
}

/* Build the correct program and keep its answers. */
static bool
ask_correct(Sweep *s, Diag *d)
{
    const BenchSpec *b = s->spec;
    char *program = io_join(s->dirs.correct, "program");
    char *cache = io_join(s->dirs.correct, "cache");
    Subject subject = {0};

    tell(s, "building");
    bool ok = make_tests(s, d) &&
              stage_make(s->corpus, NULL, s->dirs.correct, d) &&
              stage_build(s->corpus, NULL, &b->cflags, &b->ldflags,
                          s->dirs.correct, d) &&
              subject_open(program, cache, &subject, d) &&
              ask_subject(s, &subject, d);
    subject_done(&subject);
    free(program);
    free(cache);
    return ok;
}

/* In a process of its own: measure version i and write its file. */
static bool
work(void *context, size_t i, unsigned jobs, Diag *d)
{
    Sweep *s = context;
    const Version *v = s->versions[i];
    Arena a = {0};
    Picks picks = *s->spec->picks;
    Measured m = {0};
    char *dir = io_join(s->dirs.own, v->id);
    char *file = result_file(s, v);
    bool interrupted;

    if (take_result(s, i, false)) { /* other techniques: keep them */
        const Measured *old = &s->results->at[s->first + i];
        for (size_t k = 0; k < old->nscores; k++)
            if (pick_is_known(old->scores[k].technique))
                pick_parse(&a, old->scores[k].technique, &picks, d);
    }
    const MeasureSpec spec = {
        .corpus = s->corpus,
        .given = &s->given,
        .hidden = s->corpus->hidden ? &s->hidden : NULL,
        .correct = s->dirs.correct,
        .dir = dir,
        .cflags = &s->spec->cflags,
        .ldflags = &s->spec->ldflags,
        .picks = &picks,
        .limits = limits(s->spec),
        .find_s = s->spec->find_s,
        .trials = s->spec->trials
                      ? arena_printf(&a, "%s/%s-%s.tsv", s->spec->trials,
                                     s->corpus->name, v->id)
                      : NULL,
        .jobs = jobs,
    };
    bool ok = measure_version(&spec, v, &a, &m, &interrupted, d);
    m.suite = s->corpus->name;
    m.key = s->results->at[s->first + i].key;
    ok = ok && result_save(&m, file, d);
    if (ok && !*m.reason)
        io_remove_tree(dir);
    free(dir);
    free(file);
    arena_done(&a);
    return ok;
}

static void
ended(void *context, size_t i, const char *trouble)
{
    Sweep *s = context;
    Measured *m = &s->results->at[s->first + i];

    if (!take_result(s, i, true))
        m->reason =
            arena_strdup(&s->results->arena,
                         trouble ? trouble : "its result has disappeared");
    s->progress->done++;
    tell(s, "measuring");
}

static void
blame_all(Sweep *s, const size_t *todo, size_t n, const char *why)
{
    for (size_t i = 0; i < n; i++)
        s->results->at[s->first + todo[i]].reason =
            arena_strdup(&s->results->arena, why);
    s->progress->done += n;
}

static bool
measure_all(Sweep *s, const size_t *todo, size_t n, Diag *d)
{
    const WorkersHooks hooks = {.context = s, .work = work, .ended = ended};
    Diag why;

    diag_init(&why);
    bool ok = ask_correct(s, &why);
    for (size_t i = 0; i < why.nwarnings; i++)
        diag_warn(d, "%s: %s", s->corpus->name, why.warnings[i]);
    if (!ok) {
        diag_context(&why, "the correct version");
        blame_all(s, todo, n, why.error);
        diag_done(&why);
        return true;
    }
    diag_done(&why);
    tell(s, "measuring");
    return s->interrupted ||
           workers_run(&hooks, todo, n, s->spec->jobs, &s->interrupted, d);
}

static bool
sweep(Sweep *s, Diag *d)
{
    char *results = io_join(s->dirs.own, "results");
    size_t *todo = mem_zalloc(s->nversions + 1, sizeof *todo), n = 0;

    for (size_t i = 0; i < s->nversions; i++) {
        if (!s->spec->rerun && take_result(s, i, true))
            s->progress->done++;
        else
            todo[n++] = i;
    }
    bool ok = io_mkdirs(results, d) && (n == 0 || measure_all(s, todo, n, d));
    free(results);
    free(todo);
    return ok;
}

static void
sweep_done(Sweep *s)
{
    answered_done(&s->given);
    answered_done(&s->hidden);
    free(s->dirs.own);
    free(s->dirs.tests);
    free(s->dirs.correct);
}

static void
set_techniques(const BenchSpec *spec, Results *out)
{
    Texts *t = &out->techniques;

    t->at = ARENA_ARRAY(&out->arena, const char *, spec->picks->n);
    for (size_t i = 0; i < spec->picks->n; i++)
        t->at[t->n++] = arena_strdup(&out->arena, spec->picks->at[i].label);
}

static void
set_provenance(Results *out)
{
    Str changes = {0};
    char date[32];
    const time_t now = time(NULL);
    struct tm day;

    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    tuning_changes(&changes);
    out->from = (Provenance){
        .date = arena_strdup(&out->arena, date),
        .commit = version_commit(),
        .command = "",
        .tuning = arena_strdup(&out->arena, str_text(&changes)),
    };
    str_done(&changes);
}

static bool
check_names(const Corpora *c, Diag *d)
{
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(c->at[i].name, c->at[k].name) == 0)
                return diag_fail(d, "two suites are called %s", c->at[i].name);
    return true;
}

bool
bench_run(const BenchSpec *spec, Results *out, Diag *d)
{
    BenchProgress progress = {0};
    const double start = clock_now();
    size_t n = spec->corpora->n;
    Sweep *sweeps = mem_zalloc(n + 1, sizeof *sweeps);

    *out = (Results){0};
    set_techniques(spec, out);
    set_provenance(out);
    bool ok = check_names(spec->corpora, d);
    for (size_t i = 0; ok && i < n; i++) {
        Sweep *s = &sweeps[i];
        *s = (Sweep){.spec = spec,
                     .corpus = &spec->corpora->at[i],
                     .results = out,
                     .progress = &progress};
        s->dirs.own = io_join(spec->work, s->corpus->name);
        s->dirs.tests = io_join(s->dirs.own, "tests");
        s->dirs.correct = io_join(s->dirs.own, "correct");
        ok = list_versions(s, d) || diag_context(d, "%s", s->corpus->name);
        progress.total += s->nversions;
    }
    if (ok && progress.total == 0)
        ok = diag_fail(d, "there is no such version");
    for (size_t i = 0; ok && i < n && !out->interrupted; i++) {
        ok = sweep(&sweeps[i], d);
        out->interrupted = sweeps[i].interrupted;
    }
    for (size_t i = 0; i < n; i++)
        sweep_done(&sweeps[i]);
    free(sweeps);
    out->wall_s = clock_now() - start;
    return ok;
}
