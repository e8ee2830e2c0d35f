/* bench.c - `culprit bench`: techniques on faulty versions, measured. */
#include "cmd/commands.h"

#include "base/io.h"
#include "bench/bench.h"
#include "bench/contest.h"
#include "bench/write.h"
#include "format/tuning.h"
#include "report/formats.h"
#include "report/progress.h"
#include "suite/words.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings Settings;
struct Settings {
    const char *technique, *versions, *cflags, *ldflags, *work, *format,
        *output, *compare, *trials;
    long jobs;
    double time, find_time;
    OptionList tuning;
    bool rerun, list_tuning;
};

/* What the options amount to. */
typedef struct Session Session;
struct Session {
    Settings set;
    Arena arena;
    Corpora corpora;
    Picks picks;
    BenchSpec spec;
    Results results;
};

static const struct {
    const char *name;
    void (*write)(const Results *r, FILE *out); /* NULL: JSON */
} writers[] = {
    {"text", write_text}, {"json", NULL},         {"markdown", write_markdown},
    {"html", write_html}, {"cause", write_cause},
};

#define TEXT(name, letter, field, arg, help) \
    {(name), (letter), OPTION_TEXT, &s->field, (arg), (help), 0, 0}

static ArgsResult
parse(Settings *s, int argc, char **argv, int *noperands, Io *io)
{
    const Option options[] = {
        TEXT("technique", 't', technique, "LIST",
             "such as cp,ochiai,ochiai:edge (all)"),
        TEXT("versions", 0, versions, "LIST", "only these, such as v1,v2"),
        TEXT("cflags", 0, cflags, "S", "more options for the compiler"),
        TEXT("ldflags", 0, ldflags, "S", "more options for the linker"),
        {"jobs", 'j', OPTION_NUMBER, &s->jobs, "N",
         "versions at a time (number of cores)", 1, 1024},
        {"time", 0, OPTION_REAL, &s->time, "S", "seconds per test (2)", 0, 0},
        {"find-time", 0, OPTION_REAL, &s->find_time, "S",
         "processor seconds for the experiments of one version (60)", 0, 0},
        TEXT("trials", 0, trials, "DIR",
             "list there the experiments that repaired something"),
        TEXT("work", 0, work, "DIR", "where results are kept (.culprit-bench)"),
        {"set", 0, OPTION_LIST, &s->tuning, "NAME=VALUE",
         "vary a number of a heuristic (repeatable)", 0, 0},
        {"list-tuning", 0, OPTION_FLAG, &s->list_tuning, NULL,
         "list what --set can vary, and do nothing else", 0, 0},
        {"rerun", 0, OPTION_FLAG, &s->rerun, NULL,
         "measure again what is known", 0, 0},
        TEXT("format", 0, format, "F", "text, json, markdown or html (text)"),
        TEXT("output", 'o', output, "FILE", "write there"),
        TEXT("compare", 0, compare, "A,B",
             "two techniques version by version, or an older JSON result"),
        {0},
    };
    const Usage usage = {
        .name = "bench",
        .synopsis = "SUITE... [OPTION]...",
        .description =
            "Build every faulty version of the suites, run its tests, rank "
            "with every\ntechnique, and say how far one reads until the "
            "fault. A SUITE is a directory\nwith suite.json, or laid out as "
            "SIR's objects are; see docs/bench.md.",
        .options = options,
        .examples = "  culprit bench bench/lexer bench/glob -t cp,ochiai\n"
                    "  culprit bench bench/* --format html -o bench.html\n"
                    "  culprit bench bench/* -t find --set find.weak=0.3\n"
                    "  culprit bench tcas\n",
    };

    return cmd_parse(&usage, argc, argv, noperands, io);
}

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

/* The work directory without symbolic links, as the compiler records it. */
static bool
open_work(Session *s, Diag *d)
{
    if (!io_mkdirs(s->set.work, d))
        return false;
    char *real = realpath(s->set.work, NULL);
    if (!real)
        return diag_errno(d, "cannot use %s", s->set.work);
    s->spec.work = arena_strdup(&s->arena, real);
    free(real);
    return true;
}

static bool
set_tuning(const OptionList *assignments, Diag *d)
{
    tuning_reset();
    for (size_t i = 0; i < assignments->n; i++)
        if (!tuning_set(assignments->at[i], d))
            return diag_context(d, "--set");
    return true;
}

static bool
prepare(Session *s, int noperands, char **argv, Diag *d)
{
    const Settings *set = &s->set;

    if (!format_check("bench", set->format, d))
        return false;
    if (noperands == 0)
        return diag_fail(d, "name a suite of faulty versions, such as "
                            "bench/lexer");
    for (int i = 1; i <= noperands; i++)
        if (!corpus_open(argv[i], &s->corpora, d))
            return false;
    s->spec.versions = split_commas(&s->arena, set->versions);
    s->spec.corpora = &s->corpora;
    s->spec.picks = &s->picks;
    s->spec.jobs = (unsigned)set->jobs;
    s->spec.time_s = set->time;
    s->spec.find_s = set->find_time;
    s->spec.trials = set->trials;
    if (set->trials && !io_mkdirs(set->trials, d))
        return false;
    s->spec.rerun = set->rerun;
    return contest_picks(&s->arena, set->compare, &s->picks, d) &&
           pick_parse(&s->arena, set->technique, &s->picks, d) &&
           split(&s->arena, "cflags", set->cflags, &s->spec.cflags, d) &&
           split(&s->arena, "ldflags", set->ldflags, &s->spec.ldflags, d) &&
           open_work(s, d);
}

static void
show_progress(void *context, const BenchProgress *p)
{
    progress_say(context, p->what, "%zu of %zu versions, %s", p->done, p->total,
                 p->suite);
}

static bool
write_results(Session *s, Io *io, Diag *d)
{
    FILE *out = s->set.output ? fopen(s->set.output, "w") : io->out;
    size_t i = 0;
    bool ok = true;

    if (!out)
        return diag_errno(d, "cannot write %s", s->set.output);
    while (strcmp(writers[i].name, s->set.format) != 0)
        i++;
    if (*s->set.compare)
        ok = contest_write(&s->results, s->set.compare, out, d);
    else if (writers[i].write)
        writers[i].write(&s->results, out);
    else
        ok = results_dump(&s->results, out, d);
    bool written = fflush(out) == 0 && !ferror(out);
    if (out != io->out)
        written = fclose(out) == 0 && written;
    return ok && (written || diag_errno(d, "cannot write the results"));
}

static bool
execute(Session *s, Io *io, Diag *d)
{
    Progress progress = progress_to(io->err, io->progress);

    s->spec.hooks.progress = show_progress;
    s->spec.hooks.context = &progress;
    bool ok = bench_run(&s->spec, &s->results, d);
    progress_clear(&progress);
    return ok && write_results(s, io, d);
}

/* 0 if anything was measured. */
static int
status(const Results *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (!*r->at[i].reason)
            return r->interrupted ? 2 : 0;
    return 1;
}

int
cmd_bench(int argc, char **argv, Io *io)
{
    Session s = {.set = {.technique = "all",
                         .versions = "",
                         .cflags = "",
                         .ldflags = "",
                         .work = ".culprit-bench",
                         .format = "text",
                         .compare = "",
                         .jobs = cmd_count_cores(),
                         .time = 2,
                         .find_time = 60}};
    int noperands, code = 2;
    Diag d;

    ArgsResult parsed = parse(&s.set, argc, argv, &noperands, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    bool ok = set_tuning(&s.set.tuning, &d);
    if (ok && s.set.list_tuning) {
        tuning_list(io->out);
        code = 0;
    } else {
        ok = ok && prepare(&s, noperands, argv, &d) && execute(&s, io, &d);
        if (ok)
            code = status(&s.results);
    }
    cmd_list_done(&s.set.tuning);
    results_done(&s.results);
    corpora_done(&s.corpora);
    arena_done(&s.arena);
    if (!ok)
        return cmd_fail(io, "bench", &d);
    cmd_warnings(io, "bench", &d);
    diag_done(&d);
    return code;
}
