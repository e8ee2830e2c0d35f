/* export.c - `culprit export`: runs for other tools. */
#include "cmd/commands.h"

#include "cmd/load.h"
#include "spectrum/exporter.h"

typedef struct Settings Settings;
struct Settings {
    LoadOptions load;
    const char *format, *output;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    const Option options[] = {
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "gzoltar (a directory), tcm, lcov or runs", 0, 0},
        {"output", 'o', OPTION_TEXT, &s->output, "PATH", "where to", 0, 0},
        {"store", 0, OPTION_TEXT, &s->load.store, "DIR",
         "where culprit run kept the runs (.culprit)", 0, 0},
        {"runs", 0, OPTION_TEXT, &s->load.runs, "FILE",
         "what culprit import wrote, instead", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "export",
        .synopsis = "--format NAME --output PATH",
        .description = "Write the line coverage and verdict of every test for "
                       "another tool.",
        .options = options,
        .examples = "  culprit export --format tcm --output all.tcm\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
export_runs(const Settings *s, const Exporter *e, Diag *d)
{
    Loaded l;
    Runs lines = {0};
    bool ok = load_runs(&s->load, &l, d);

    if (ok && l.runs.program) {
        exporter_lines(&l.runs, &lines);
        ok = e->write(&lines, s->output, d);
        runs_done(&lines);
    } else if (ok) {
        ok = e->write(&l.runs, s->output, d);
    }
    loaded_done(&l);
    return ok;
}

static bool
check_and_export(const Settings *s, Diag *d)
{
    if (!s->format || !s->output)
        return diag_fail(d, "give --format and --output");
    const Exporter *e = exporter_by_name(s->format);
    if (!e)
        return diag_fail(d, "no format %s (see culprit export --help)",
                         s->format);
    return export_runs(s, e, d);
}

int
cmd_export(int argc, char **argv, Io *io)
{
    Settings s = {.load = {.store = ".culprit"}};
    Diag d;

    ArgsResult parsed = parse(&s, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    if (!check_and_export(&s, &d))
        return cmd_fail(io, "export", &d);
    cmd_warnings(io, "export", &d);
    diag_done(&d);
    return 0;
}
