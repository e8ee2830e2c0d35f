/* export.c - `culprit export`: runs for other tools. */
#include "cmd/commands.h"

#include "cmd/load.h"
#include "spectrum/exporter.h"

typedef struct Settings Settings;
struct Settings {
    LoadOptions load;
    const char *format, *output;
};

static const Settings defaults = {.load = {.store = ".culprit"}};

static const OptionUse uses[] = {
    USE_WITH(FORMAT, Settings, format, .required = true,
             .choices = "gzoltar tcm lcov runs"),
    USE_WITH(OUTPUT, Settings, output, .required = true,
             .note = "for gzoltar a directory, else a file"),
    USE(STORE, Settings, load.store),
    USE(IMPORT, Settings, load.import),
    USE(VERDICTS, Settings, load.verdicts),
};

static int
export_runs(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *s = settings;
    const Exporter *e = exporter_by_name(s->format);
    Loaded l;
    Runs lines = {0};

    (void)operands, (void)io;
    bool ok = load_runs(&s->load, &l, d);
    if (ok && l.runs.program) {
        exporter_lines(&l.runs, &lines);
        ok = e->write(&lines, s->output, d);
        runs_done(&lines);
    } else if (ok) {
        ok = e->write(&l.runs, s->output, d);
    }
    loaded_done(&l);
    return ok ? CMD_ANSWER : CMD_ERROR;
}

const CommandSpec command_export = {
    .name = "export",
    .synopsis = "--format NAME --output PATH",
    .description = "Write the line coverage and verdict of every test for "
                   "another tool.",
    .examples = "  culprit export --format tcm --output all.tcm\n",
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = export_runs,
};
