/* rank.c - `culprit rank`: the spectrum techniques over stored or imported
 * runs. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/str.h"
#include "base/vec.h"
#include "cmd/load.h"
#include "report/report.h"
#include "spectrum/cluster.h"
#include "spectrum/technique.h"

#include <stdlib.h>
#include <string.h>

enum {
    TOP = 10,        /* shown by default, but for JSON and HTML */
    COMPARED = 1000, /* listed of each technique where several are compared */
};

typedef struct Settings Settings;
struct Settings {
    LoadOptions load;
    OptionList techniques, include, exclude;
    const char *entity, *format, *root;
    long top; /* -1: as the format has it */
    bool cluster, no_marks, list;
};

/* Everything that is loaded and made, released together. */
typedef struct Work Work;
struct Work {
    Settings set;
    const Reporter *reporter;
    EntityKind entity;
    Filter filter;
    Loaded loaded;
    Clusters clusters;
    VEC(Findings) lists;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    const Option options[] = {
        {"technique", 't', OPTION_LIST, &s->techniques, "NAME",
         "see --list; all: every one that fits; repeatable (ochiai)", 0, 0},
        {"entity", 'e', OPTION_TEXT, &s->entity, "KIND",
         "statement, block, edge, tuple, predicate or function", 0, 0},
        {"top", 'n', OPTION_NUMBER, &s->top, "N",
         "findings to show, 0: all (10; json and html: all)", 0, INT32_MAX},
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        {"cluster", 0, OPTION_FLAG, &s->cluster, NULL,
         "group failing tests by what they share, a list for each group", 0, 0},
        {"include", 0, OPTION_LIST, &s->include, "PATTERN",
         "only files or functions that match (repeatable)", 0, 0},
        {"exclude", 0, OPTION_LIST, &s->exclude, "PATTERN",
         "not those that match (repeatable)", 0, 0},
        {"no-marks", 0, OPTION_FLAG, &s->no_marks, NULL,
         "do not heed LCOV_EXCL_ marks in sources", 0, 0},
        {"store", 0, OPTION_TEXT, &s->load.store, "DIR",
         "where culprit run kept the runs (.culprit)", 0, 0},
        {"runs", 0, OPTION_TEXT, &s->load.runs, "FILE",
         "rank what culprit import wrote", 0, 0},
        {"import", 0, OPTION_TEXT, &s->load.import, "FORMAT:PATH",
         "rank coverage made elsewhere, see culprit import --help", 0, 0},
        {"verdicts", 0, OPTION_TEXT, &s->load.verdicts, "FILE",
         "verdicts for --import: lines \"pass NAME\", \"fail NAME\"", 0, 0},
        {"root", 0, OPTION_TEXT, &s->root, "DIR",
         "show paths relative to it (the current directory)", 0, 0},
        {"list", 0, OPTION_FLAG, &s->list, NULL, "list the techniques", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "rank",
        .synopsis = "[--technique NAME]... [OPTION]...",
        .description =
            "Rank statements (or other parts of the program) by how much "
            "running them goes\nwith failing. Runs come from culprit run, or "
            "from coverage made elsewhere.",
        .options = options,
        .examples = "  culprit rank --technique cp --top 5\n"
                    "  culprit rank --technique all\n"
                    "  culprit rank --entity tuple --exclude '*_test.c'\n"
                    "  culprit rank --import lcov:all.info --verdicts v.txt\n",
    };
    int noperands;
    ArgsResult r = cmd_parse(&usage, argc, argv, &noperands, io);

    if (r == ARGS_OK && noperands > 0) {
        fprintf(io->err,
                "culprit rank: what is %s? (see culprit rank --help)\n",
                argv[1]);
        return ARGS_BAD;
    }
    return r;
}

static void
print_techniques(FILE *out)
{
    for (const Technique *t = techniques; t->name; t++)
        fprintf(out, "%-18s %s%s (%s)\n", t->name, t->description,
                t->needs == NEEDS_PROGRAM ? "; not for imported coverage" : "",
                t->reference);
}

static bool
check(Work *w, Diag *d)
{
    const Settings *s = &w->set;

    w->reporter = report_find(s->format);
    if (!w->reporter)
        return diag_fail(d, "no format %s (see culprit rank --help)",
                         s->format);
    w->entity = ENTITY_OWN;
    if (s->entity && !entity_kind_by_name(s->entity, &w->entity))
        return diag_fail(d,
                         "no entity %s; there are statement, block, edge, "
                         "tuple, predicate and function",
                         s->entity);
    for (size_t i = 0; i < s->techniques.n; i++)
        if (strcmp(s->techniques.at[i], "all") != 0 &&
            !technique_by_name(s->techniques.at[i]))
            return diag_fail(d, "no technique %s (see culprit rank --list)",
                             s->techniques.at[i]);
    w->filter = (Filter){
        .include = s->include.at,
        .ninclude = s->include.n,
        .exclude = s->exclude.at,
        .nexclude = s->exclude.n,
        .ignore_marks = s->no_marks,
    };
    return true;
}

static bool
is_format(const Work *w, const char *name)
{
    return strcmp(w->reporter->name, name) == 0;
}

static size_t
shown(const Work *w)
{
    if (w->set.top >= 0)
        return (size_t)w->set.top;
    return is_format(w, "json") || is_format(w, "html") ? 0 : TOP;
}

static bool
run_one(Work *w, const Technique *t, Study *study, size_t limit,
        const char *cluster, Diag *d)
{
    RankOptions o = {.entity = w->entity, .limit = limit, .filter = &w->filter};
    Findings f = {0};

    if (!technique_run_on(t, &o, study, &f, d)) {
        findings_done(&f);
        return false;
    }
    f.cluster = arena_strdup(&f.arena, cluster);
    vec_push(&w->lists, f);
    return true;
}

static bool
run_all(Work *w, Study *study, size_t limit, const char *cluster, Diag *d)
{
    for (const Technique *t = techniques; t->name; t++)
        if (technique_fits(t, &w->loaded.runs, w->entity) &&
            !run_one(w, t, study, limit, cluster, d))
            return false;
    return true;
}

/* All asked-for techniques over the failing runs given, or all. */
static bool
rank(Work *w, const Cluster *c, const char *text, Diag *d)
{
    const OptionList *names = &w->set.techniques;
    size_t limit = shown(w);
    Study study;
    bool ok = true;

    if (names->n > 1 || (names->n && strcmp(names->at[0], "all") == 0))
        limit = limit && limit < COMPARED ? COMPARED : limit;
    study_init(&study, &w->loaded.runs, c ? c->run : NULL, c ? c->n : 0,
               &w->filter);
    if (names->n == 0)
        ok = run_one(w, technique_by_name("ochiai"), &study, limit, text, d);
    for (size_t i = 0; ok && i < names->n; i++)
        ok = strcmp(names->at[i], "all") == 0
                 ? run_all(w, &study, limit, text, d)
                 : run_one(w, technique_by_name(names->at[i]), &study, limit,
                           text, d);
    study_done(&study);
    return ok;
}

static bool
rank_clusters(Work *w, Diag *d)
{
    Clusters *c = &w->clusters;
    Spectrum s;
    Arena a = {0};

    spectrum_init(&s, &w->loaded.runs, NULL, 0);
    bool ok = s.nfailed ? clusters_init(c, &s, d) : rank(w, NULL, "", d);
    for (size_t i = 0; ok && i < c->n; i++) {
        const char *text =
            arena_printf(&a, "cluster %zu of %zu, %s", i + 1, c->n,
                         cluster_text(&c->at[i], &w->loaded.runs, &a));
        ok = rank(w, &c->at[i], text, d);
    }
    spectrum_done(&s);
    arena_done(&a);
    return ok;
}

/* What makes the answer worth less is said beside it. */
static void
warn_of_runs(const Runs *r, Diag *d)
{
    uint32_t passed = 0, lost = 0;

    for (uint32_t i = 0; i < r->nruns; i++) {
        passed += r->runs[i].verdict == VERDICT_PASS && !r->runs[i].lost;
        lost += r->runs[i].lost;
    }
    if (passed == 0)
        diag_warn(d, "no passing test: nothing tells what failing tests run "
                     "from what they run wrongly");
    if (lost)
        diag_warn(d, "%u of %u tests left no coverage and are ignored", lost,
                  r->nruns);
}

static bool
rank_and_write(Work *w, Io *io, Diag *d)
{
    if (!load_runs(&w->set.load, &w->loaded, d))
        return false;
    if (w->set.cluster ? !rank_clusters(w, d) : !rank(w, NULL, "", d))
        return false;
    warn_of_runs(&w->loaded.runs, d);
    ReportOptions o = {
        .top = shown(w),
        .colour = io->colour,
        .root = w->set.root,
        .program = w->loaded.runs.program,
        .runs = &w->loaded.runs,
    };
    return w->reporter->write(w->lists.at, w->lists.n, &o, io->out, d);
}

static void
release(Work *w)
{
    for (size_t i = 0; i < w->lists.n; i++)
        findings_done(&w->lists.at[i]);
    vec_done(&w->lists);
    clusters_done(&w->clusters);
    loaded_done(&w->loaded);
    cmd_list_done(&w->set.techniques);
    cmd_list_done(&w->set.include);
    cmd_list_done(&w->set.exclude);
}

int
cmd_rank(int argc, char **argv, Io *io)
{
    Work w = {
        .set = {.load = {.store = ".culprit"}, .format = "text", .top = -1}};
    Diag d;
    size_t found = 0;

    ArgsResult parsed = parse(&w.set, argc, argv, io);
    if (parsed == ARGS_OK && w.set.list)
        print_techniques(io->out);
    if (parsed != ARGS_OK || w.set.list) {
        release(&w);
        return parsed == ARGS_BAD ? 2 : 0;
    }
    diag_init(&d);
    bool ok = check(&w, &d) && rank_and_write(&w, io, &d);
    for (size_t i = 0; i < w.lists.n; i++)
        found += w.lists.at[i].n;
    release(&w);
    if (!ok)
        return cmd_fail(io, "rank", &d);
    cmd_warnings(io, "rank", &d);
    diag_done(&d);
    return found > 0 ? 0 : 1;
}
