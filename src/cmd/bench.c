/* bench.c - `culprit bench`: techniques on faulty versions, measured. */
#include "cmd/commands.h"

#include "base/io.h"
#include "bench/bench.h"
#include "bench/contest.h"
#include "bench/write.h"
#include "cmd/output.h"
#include "cmd/uses.h"
#include "format/tuning.h"
#include "process/pool.h"
#include "report/progress.h"
#include "suite/words.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings Settings;
struct Settings {
    const char *technique, *versions, *cflags, *ldflags, *against;
    const char *store, *trials, *format, *output;
    long jobs;
    double test_s, cpu_s;
    Texts tuning;
    bool rerun, list_tuning;
};

static const Settings defaults = {
    .technique = "all",
    .versions = "",
    .cflags = "",
    .ldflags = "",
    .against = "",
    .store = ".culprit",
    .format = "text",
    .test_s = 2,
    .cpu_s = 60,
};

static const OptionUse uses[] = {
    USE_WITH(TECHNIQUE, Settings, technique, .arg = "LIST",
             .note = "several with commas, such as cp,ochiai,ochiai:edge"),
    USE(VERSIONS, Settings, versions),
    USE(CFLAGS, Settings, cflags),
    USE(LDFLAGS, Settings, ldflags),
    USE(TEST_TIME, Settings, test_s),
    USE_WITH(CPU_TIME, Settings, cpu_s,
             .note = "that is, of each technique on each version"),
    USE(JOBS, Settings, jobs),
    USE(SET, Settings, tuning),
    USE(LIST_TUNING, Settings, list_tuning),
    USE(RERUN, Settings, rerun),
    USE(AGAINST, Settings, against),
    USE_WITH(FORMAT, Settings, format,
             .choices = "text json markdown html cause"),
    USE_WITH(OUTPUT, Settings, output, .arg = "FILE",
             .normally = "standard output"),
    USE_WITH(TRIALS, Settings, trials, .arg = "DIR"),
    USE_WITH(STORE, Settings, store, .note = "the results are in STORE/bench"),
};

/* What the options amount to. */
typedef struct Work Work;
struct Work {
    const Settings *set;
    Arena arena;
    Corpora corpora;
    Picks picks;
    BenchSpec spec;
    Results results;
    Progress progress;
    bool differ; /* from an older result */
};

static bool
split(Arena *a, const char *option, const char *text, Texts *out, Diag *d)
{
    Words w;

    if (!words_split(a, text, strlen(text), &w, d))
        return diag_context(d, "--%s", option);
    *out = (Texts){.at = ARENA_ARRAY(a, const char *, w.n), .n = w.n};
    for (size_t i = 0; i < w.n; i++)
        out->at[i] = w.at[i];
    return true;
}

static Texts
split_commas(Arena *a, const char *text)
{
    Texts out = {.at = ARENA_ARRAY(a, const char *, strlen(text) + 1)};

    for (const char *at = text; *at;) {
        size_t n = strcspn(at, ",");
        if (n)
            out.at[out.n++] = arena_strndup(a, at, n);
        at += n + (at[n] == ',');
    }
    return out;
}

/* The directory of results without symbolic links, as the compiler records
 * it. */
static bool
open_store(Work *w, Diag *d)
{
    char *dir = io_join(w->set->store, "bench");
    char *real = io_mkdirs(dir, d) ? realpath(dir, NULL) : NULL;

    if (real)
        w->spec.work = arena_strdup(&w->arena, real);
    else if (!d->error)
        diag_errno(d, "cannot use %s", dir);
    free(real);
    free(dir);
    return w->spec.work != NULL;
}

static bool
choose(Work *w, Diag *d)
{
    const Settings *set = w->set;
    BenchSpec *b = &w->spec;

    b->versions = split_commas(&w->arena, set->versions);
    b->corpora = &w->corpora;
    b->picks = &w->picks;
    b->jobs = pool_jobs(set->jobs);
    b->time_s = set->test_s;
    b->find_s = set->cpu_s;
    b->trials = set->trials;
    b->rerun = set->rerun;
    return contest_picks(&w->arena, set->against, &w->picks, d) &&
           pick_parse(&w->arena, set->technique, &w->picks, d) &&
           split(&w->arena, "cflags", set->cflags, &b->cflags, d) &&
           split(&w->arena, "ldflags", set->ldflags, &b->ldflags, d);
}

static bool
prepare(Work *w, Operands suites, Diag *d)
{
    if (contest_kind(w->set->against) == CONTEST_FILES)
        return suites.n == 0 ||
               diag_fail(d, "--against with two files measures nothing: name "
                            "no suite");
    if (suites.n == 0)
        return diag_fail(d, "name a suite of faulty versions, such as "
                            "bench/lexer");
    for (size_t i = 0; i < suites.n; i++)
        if (!corpus_open(suites.at[i], &w->corpora, d))
            return false;
    return choose(w, d) && (!w->set->trials || io_mkdirs(w->set->trials, d)) &&
           open_store(w, d);
}

static bool
write_results(Work *w, FILE *out, Diag *d)
{
    static const struct {
        const char *name;
        void (*write)(const Results *r, FILE *out);
    } writers[] = {{"text", write_text},
                   {"markdown", write_markdown},
                   {"html", write_html},
                   {"cause", write_cause}};

    if (*w->set->against)
        return contest_write(&w->results, w->set->against, out, &w->differ, d);
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++)
        if (strcmp(writers[i].name, w->set->format) == 0) {
            writers[i].write(&w->results, out);
            return true;
        }
    return results_dump(&w->results, out, d);
}

static void
show_progress(void *context, const BenchProgress *p)
{
    progress_say(context, p->what, "%zu of %zu versions, %s", p->done, p->total,
                 p->suite);
}

static bool
measure(Work *w, Io *io, Diag *d)
{
    w->progress = progress_to(io->err, io->progress);
    w->spec.hooks.progress = show_progress;
    w->spec.hooks.context = &w->progress;
    bool ok = bench_run(&w->spec, &w->results, d);
    w->results.from.command = io->command;
    progress_clear(&w->progress);
    return ok;
}

static bool
execute(Work *w, Io *io, Diag *d)
{
    const char *against = w->set->against;
    Output o;

    return (contest_kind(against) == CONTEST_FILES
                ? contest_read_newer(against, &w->results, d)
                : measure(w, io, d)) &&
           output_open(&o, w->set->output, io->out, d) &&
           output_close(&o, write_results(w, o.to, d), d);
}

/* An answer if anything was measured, and is as it was before. */
static int
status(const Work *w)
{
    const Results *r = &w->results;

    for (size_t i = 0; i < r->n; i++)
        if (!*r->at[i].reason)
            return r->interrupted ? CMD_ERROR
                   : w->differ    ? CMD_NOTHING
                                  : CMD_ANSWER;
    return CMD_NOTHING;
}

static int
bench(const void *settings, Operands suites, Io *io, Diag *d)
{
    const Settings *s = settings;
    Work w = {.set = s};

    if (!cmd_set_tuning(&s->tuning, d))
        return CMD_ERROR;
    if (s->list_tuning) {
        tuning_list(io->out);
        return CMD_ANSWER;
    }
    const int code =
        prepare(&w, suites, d) && execute(&w, io, d) ? status(&w) : CMD_ERROR;
    results_done(&w.results);
    corpora_done(&w.corpora);
    arena_done(&w.arena);
    return code;
}

const CommandSpec command_bench = {
    .name = "bench",
    .synopsis = "SUITE...",
    .description =
        "Build every faulty version of the suites, run its tests, rank with "
        "every\n"
        "technique, and say how far one reads to the fault. A SUITE is a "
        "directory\n"
        "with suite.json, or laid out as SIR's objects are; see "
        "docs/man/culprit-bench.md.",
    .examples = "  culprit bench bench/lexer bench/glob -t cp,ochiai\n"
                "  culprit bench bench/* --format html -o bench.html\n"
                "  culprit bench bench/* -t find --set find.weak=0.3\n"
                "  culprit bench bench/* --against old.json\n"
                "  culprit bench --against old.json,new.json\n"
                "  culprit bench tcas\n",
    .operands = {.max = SIZE_MAX},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = bench,
};
