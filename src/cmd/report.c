/* report.c - `culprit report`: rank the stored runs and write it all down. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/report.h"
#include "run/store.h"
#include "spectrum/technique.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings Settings;
struct Settings {
    const char *format, *out, *store, *root;
    OptionList techniques;
    long top; /* -1: as the format has it */
};

/* Everything that is loaded and made, released together. */
typedef struct Work Work;
struct Work {
    Settings set;
    const Reporter *reporter;
    Program program;
    Runs runs;
    VEC(Findings) lists;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    const Option options[] = {
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (by the name of -o, else text)", 0, 0},
        {"technique", 't', OPTION_LIST, &s->techniques, "NAME",
         "repeatable; all: every one that fits (ochiai; all for html)", 0, 0},
        {"output", 'o', OPTION_TEXT, &s->out, "FILE",
         "write there instead of standard output", 0, 0},
        {"top", 'n', OPTION_NUMBER, &s->top, "N",
         "findings of each list, 0: all (10; json and html: all)", 0,
         INT32_MAX},
        {"root", 0, OPTION_TEXT, &s->root, "DIR",
         "show paths relative to it (the current directory)", 0, 0},
        {"store", 0, OPTION_TEXT, &s->store, "DIR",
         "where culprit run kept the runs (.culprit)", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "report",
        .synopsis = "[--format NAME] [--technique NAME]... [-o FILE]",
        .description = "Rank the stored runs and write the result for people, "
                       "editors or tools.",
        .options = options,
        .examples = "  culprit report -o report.html\n"
                    "  culprit report --format sarif --technique cp "
                    "-o culprit.sarif\n",
    };
    int noperands;
    ArgsResult r = cmd_parse(&usage, argc, argv, &noperands, io);

    if (r == ARGS_OK && noperands > 0) {
        fprintf(io->err,
                "culprit report: what is %s? (see culprit report --help)\n",
                argv[1]);
        return ARGS_BAD;
    }
    return r;
}

/* By --format, else by the ending of the output's name. */
static bool
choose_reporter(Work *w, Diag *d)
{
    const char *dot = w->set.out ? strrchr(w->set.out, '.') : NULL;

    if (w->set.format) {
        w->reporter = report_find(w->set.format);
        if (w->reporter)
            return true;
        Str names = {0};
        for (const Reporter *r = reporters; r->name; r++)
            str_printf(&names, " %s", r->name);
        diag_fail(d, "no format %s; there are%s", w->set.format,
                  str_text(&names));
        str_done(&names);
        return false;
    }
    w->reporter = dot ? report_find(dot + 1) : NULL;
    if (!w->reporter)
        w->reporter = report_find("text");
    return true;
}

static bool
load(Work *w, Diag *d)
{
    Store *store = NULL;
    bool ok = store_open(w->set.store, false, &store, d) &&
              store_load_program(store, &w->program, d) &&
              store_load(store, &w->program, &w->runs, d);

    store_close(store);
    return ok;
}

static bool
is_listed(const Work *w, const char *technique)
{
    for (size_t i = 0; i < w->lists.n; i++)
        if (strcmp(w->lists.at[i].technique, technique) == 0)
            return true;
    return false;
}

static const Filter marks; /* as culprit rank has it without options */

static bool
run_one(Work *w, const Technique *t, Study *study, Diag *d)
{
    RankOptions o = {.entity = ENTITY_OWN, .filter = &marks};
    Findings f = {0};

    if (!technique_run_on(t, &o, study, &f, d)) {
        findings_done(&f);
        return false;
    }
    vec_push(&w->lists, f);
    return true;
}

/* "all" adds those that are not there yet. */
static bool
run_named(Work *w, const char *name, Study *study, Diag *d)
{
    bool ok = true;

    if (strcmp(name, "all") != 0) {
        const Technique *t = technique_by_name(name);
        return t ? run_one(w, t, study, d)
                 : diag_fail(d, "no technique %s (see culprit rank --help)",
                             name);
    }
    for (const Technique *t = techniques; t->name && ok; t++)
        if (technique_fits(t, &w->runs, ENTITY_OWN) && !is_listed(w, t->name))
            ok = run_one(w, t, study, d);
    return ok;
}

static bool
is_format(const Work *w, const char *name)
{
    return strcmp(w->reporter->name, name) == 0;
}

static bool
rank(Work *w, Diag *d)
{
    const OptionList *names = &w->set.techniques;
    Study study;
    bool ok = true;

    study_init(&study, &w->runs, NULL, 0, &marks);
    for (size_t i = 0; ok && i < names->n; i++)
        ok = run_named(w, names->at[i], &study, d);
    if (names->n == 0)
        ok = run_named(w, "ochiai", &study, d);
    if (ok && names->n == 0 && is_format(w, "html"))
        ok = run_named(w, "all", &study, d);
    study_done(&study);
    return ok;
}

/* A file appears at once and complete, or not at all. */
static bool
write_report(const Work *w, Io *io, Diag *d)
{
    bool whole = is_format(w, "json") || is_format(w, "html");
    ReportOptions o = {
        .top = w->set.top >= 0 ? (size_t)w->set.top
               : whole         ? 0
                               : 10,
        .colour = io->colour && !w->set.out,
        .root = w->set.root,
        .program = &w->program,
        .runs = &w->runs,
    };
    char *text = NULL;
    size_t n = 0;

    if (!w->set.out)
        return w->reporter->write(w->lists.at, w->lists.n, &o, io->out, d);
    FILE *memory = open_memstream(&text, &n);
    if (!memory)
        return diag_errno(d, "cannot gather the report");
    bool ok = w->reporter->write(w->lists.at, w->lists.n, &o, memory, d);
    fclose(memory);
    ok = ok && io_write(w->set.out, text, n, d);
    free(text);
    return ok;
}

static void
release(Work *w)
{
    for (size_t i = 0; i < w->lists.n; i++)
        findings_done(&w->lists.at[i]);
    vec_done(&w->lists);
    runs_done(&w->runs);
    program_done(&w->program);
    cmd_list_done(&w->set.techniques);
}

int
cmd_report(int argc, char **argv, Io *io)
{
    Work w = {.set = {.store = ".culprit", .top = -1}};
    Diag d;
    size_t found = 0;

    ArgsResult parsed = parse(&w.set, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&w.set.techniques);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = choose_reporter(&w, &d) && load(&w, &d) && rank(&w, &d) &&
              write_report(&w, io, &d);
    for (size_t i = 0; i < w.lists.n; i++)
        found += w.lists.at[i].n;
    release(&w);
    if (!ok)
        return cmd_fail(io, "report", &d);
    cmd_warnings(io, "report", &d);
    diag_done(&d);
    return found > 0 ? 0 : 1;
}
