/* report.c - `culprit report`: rank the stored runs and write it all down. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/ranking.h"
#include "report/formats.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings Settings;
struct Settings {
    const char *format, *out;
    long top; /* -1: as the format has it */
};

typedef struct Work Work;
struct Work {
    Settings set;
    const Reporter *reporter;
    Ranking ranking;
};

static ArgsResult
parse(Work *w, int argc, char **argv, Io *io)
{
    Settings *s = &w->set;
    RankingOptions *r = &w->ranking.set;
    const Option options[] = {
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (by the name of -o, else text)", 0, 0},
        {"technique", 't', OPTION_LIST, &r->techniques, "NAME",
         "repeatable; all: every one that fits (ochiai; all for html)", 0, 0},
        {"output", 'o', OPTION_TEXT, &s->out, "FILE",
         "write there instead of standard output", 0, 0},
        {"top", 'n', OPTION_NUMBER, &s->top, "N",
         "findings of each list, 0: all (10; json and html: all)", 0,
         INT32_MAX},
        RANKING_OPTIONS(r),
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

    return cmd_parse(&usage, argc, argv, NULL, io);
}

/* By --format, else by the ending of the output's name. */
static bool
choose_reporter(Work *w, Diag *d)
{
    const char *dot = w->set.out ? strrchr(w->set.out, '.') : NULL;

    if (w->set.format) {
        w->reporter = report_find(w->set.format);
        return format_check("report", w->set.format, d);
    }
    w->reporter = dot ? report_find(dot + 1) : NULL;
    if (!w->reporter)
        w->reporter = report_find("text");
    return true;
}

/* A file appears at once and complete, or not at all. */
static bool
write_report(const Work *w, Io *io, Diag *d)
{
    const Ranking *r = &w->ranking;
    ReportOptions o = {
        .top = format_top(w->reporter->name, w->set.top, 10),
        .colour = io->colour && !w->set.out,
        .root = r->set.root,
        .program = r->loaded.runs.program,
        .runs = &r->loaded.runs,
    };
    char *text = NULL;
    size_t n = 0;

    if (!w->set.out)
        return w->reporter->write(r->lists.at, r->lists.n, &o, io->out, d);
    FILE *memory = open_memstream(&text, &n);
    if (!memory)
        return diag_errno(d, "cannot gather the report");
    bool ok = w->reporter->write(r->lists.at, r->lists.n, &o, memory, d);
    fclose(memory);
    ok = ok && io_write(w->set.out, text, n, d);
    free(text);
    return ok;
}

int
cmd_report(int argc, char **argv, Io *io)
{
    Work w = {.set.top = -1, .ranking.set.load.store = ".culprit"};
    Ranking *r = &w.ranking;
    Diag d;

    ArgsResult parsed = parse(&w, argc, argv, io);
    if (parsed != ARGS_OK) {
        ranking_done(r);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = choose_reporter(&w, &d) && ranking_check(r, &d) &&
              ranking_make(r, 0, strcmp(w.reporter->name, "html") == 0, &d) &&
              write_report(&w, io, &d);
    size_t found = ranking_found(r);
    ranking_done(r);
    if (!ok)
        return cmd_fail(io, "report", &d);
    cmd_warnings(io, "report", &d);
    diag_done(&d);
    return found > 0 ? 0 : 1;
}
