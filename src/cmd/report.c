/* report.c - `culprit report`: rank the stored runs and write it all down. */
#include "cmd/commands.h"

#include "cmd/output.h"
#include "cmd/ranking.h"
#include "cmd/uses.h"
#include "report/formats.h"
#include "report/report.h"

#include <string.h>

typedef struct Settings Settings;
struct Settings {
    RankingOptions ranking;
    const char *format, *output;
    long top; /* -1: as the format has it */
};

static const Settings defaults = {.ranking.load.store = ".culprit", .top = -1};

static const OptionUse uses[] = {
    USE_WITH(FORMAT, Settings, format,
             .normally = "by the name of --output, else text",
             .choices = USES_FORMATS),
    USE_WITH(TECHNIQUE, Settings, ranking.techniques,
             .note = "all: every one that fits",
             .normally = "ochiai; html: all"),
    USE_WITH(OUTPUT, Settings, output, .arg = "FILE",
             .normally = "standard output"),
    USE_WITH(TOP, Settings, top, .note = "that is, findings of each list",
             .normally = "10; json and html: all"),
    USES_RANKING(Settings, ranking),
};

/* By --format, else by the ending of the output's name. */
static const Reporter *
choose_reporter(const Settings *s)
{
    const char *dot = s->output ? strrchr(s->output, '.') : NULL;
    const Reporter *r = s->format ? report_find(s->format)
                        : dot     ? report_find(dot + 1)
                                  : NULL;

    return r ? r : report_find("text");
}

static bool
write_report(const Settings *s, const Reporter *reporter, const Ranking *r,
             Io *io, Diag *d)
{
    const ReportOptions o = {
        .top = format_top(reporter->name, s->top, 10),
        .colour = io->colour && !s->output,
        .root = s->ranking.root,
        .program = r->loaded.runs.program,
        .runs = &r->loaded.runs,
    };
    Output to;

    return output_open(&to, s->output, io->out, d) &&
           output_close(
               &to, reporter->write(r->lists.at, r->lists.n, &o, to.to, d), d);
}

static int
report(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *s = settings;
    const Reporter *reporter = choose_reporter(s);
    Ranking r = {.set = s->ranking};

    (void)operands;
    const bool ok =
        ranking_check(&r, d) &&
        ranking_make(&r, 0, strcmp(reporter->name, "html") == 0, d) &&
        write_report(s, reporter, &r, io, d);
    const size_t found = ranking_found(&r);
    ranking_done(&r);
    return !ok ? CMD_ERROR : found > 0 ? CMD_ANSWER : CMD_NOTHING;
}

const CommandSpec command_report = {
    .name = "report",
    .synopsis = "[--format NAME] [--technique NAME]... [-o FILE]",
    .description = "Rank the stored runs and write the result for people, "
                   "editors or tools.",
    .examples = "  culprit report -o report.html\n"
                "  culprit report --format sarif --technique cp "
                "-o culprit.sarif\n",
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = report,
};
