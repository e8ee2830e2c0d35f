/* rank.c - `culprit rank`: the spectrum techniques over stored or imported
 * runs. */
#include "cmd/commands.h"

#include "cmd/ranking.h"
#include "report/report.h"

#include <string.h>

enum {
    TOP = 10,        /* shown by default, but for JSON and HTML */
    COMPARED = 1000, /* listed of each technique where several are compared */
};

typedef struct Settings Settings;
struct Settings {
    const char *format;
    long top; /* -1: as the format has it */
    bool list;
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
        {"technique", 't', OPTION_LIST, &r->techniques, "NAME",
         "see --list; all: every one that fits; repeatable (ochiai)", 0, 0},
        {"top", 'n', OPTION_NUMBER, &s->top, "N",
         "findings to show, 0: all (10; json and html: all)", 0, INT32_MAX},
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        RANKING_OPTIONS(r),
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

    return cmd_parse(&usage, argc, argv, NULL, io);
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
    w->reporter = report_find(w->set.format);
    if (!w->reporter)
        return diag_fail(d, "no format %s (see culprit rank --help)",
                         w->set.format);
    return ranking_check(&w->ranking, d);
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
rank_and_write(Work *w, Io *io, Diag *d)
{
    const OptionList *names = &w->ranking.set.techniques;
    const Runs *runs = &w->ranking.loaded.runs;
    size_t limit = shown(w);

    if (names->n > 1 || (names->n && strcmp(names->at[0], "all") == 0))
        limit = limit && limit < COMPARED ? COMPARED : limit;
    if (!ranking_make(&w->ranking, limit, false, d))
        return false;
    ReportOptions o = {
        .top = shown(w),
        .colour = io->colour,
        .root = w->ranking.set.root,
        .program = runs->program,
        .runs = runs,
    };
    return w->reporter->write(w->ranking.lists.at, w->ranking.lists.n, &o,
                              io->out, d);
}

int
cmd_rank(int argc, char **argv, Io *io)
{
    Work w = {.set = {.format = "text", .top = -1},
              .ranking.set.load.store = ".culprit"};
    Diag d;

    ArgsResult parsed = parse(&w, argc, argv, io);
    if (parsed == ARGS_OK && w.set.list)
        print_techniques(io->out);
    if (parsed != ARGS_OK || w.set.list) {
        ranking_done(&w.ranking);
        return parsed == ARGS_BAD ? 2 : 0;
    }
    diag_init(&d);
    bool ok = check(&w, &d) && rank_and_write(&w, io, &d);
    size_t found = ranking_found(&w.ranking);
    ranking_done(&w.ranking);
    if (!ok)
        return cmd_fail(io, "rank", &d);
    cmd_warnings(io, "rank", &d);
    diag_done(&d);
    return found > 0 ? 0 : 1;
}
