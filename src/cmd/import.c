/* import.c - `culprit import`: coverage made elsewhere, for culprit rank. */
#include "cmd/commands.h"

#include "base/io.h"
#include "spectrum/importer.h"
#include "spectrum/runsfile.h"

#include <stdlib.h>

typedef struct Settings Settings;
struct Settings {
    const char *format, *verdicts, *output;
};

static const Settings defaults = {.output = ".culprit/runs.json"};

static const OptionUse uses[] = {
    USE_WITH(FORMAT, Settings, format, .required = true,
             .choices = "gcov lcov llvm-cov phpunit cobertura clover gzoltar "
                        "tcm runs"),
    USE(VERDICTS, Settings, verdicts),
    USE_WITH(OUTPUT, Settings, output, .arg = "FILE"),
};

static bool
write_runs(const Runs *runs, const char *path, Diag *d)
{
    Str text = {0};
    char *dir = io_dirname(path);

    runsfile_write(runs, &text);
    bool ok = io_mkdirs(dir, d) && io_write(path, str_text(&text), text.n, d);
    free(dir);
    str_done(&text);
    return ok;
}

static int
import(const void *settings, Operands paths, Io *io, Diag *d)
{
    const Settings *s = settings;
    Runs runs = {0};

    if (!importer_read(importer_by_name(s->format), paths.at, paths.n,
                       s->verdicts, &runs, d))
        return CMD_ERROR;
    const bool ok = write_runs(&runs, s->output, d);
    if (ok)
        fprintf(io->out, "%u tests (%u failing, %u passing), %u lines: %s\n",
                runs.nruns, runs.nfailed, runs.npassed, runs.foreign.nlines,
                s->output);
    runs_done(&runs);
    return ok ? CMD_ANSWER : CMD_ERROR;
}

const CommandSpec command_import = {
    .name = "import",
    .synopsis = "--format NAME [--verdicts FILE] PATH...",
    .description =
        "Read coverage per test that another tool made, for culprit "
        "rank --import\n"
        "runs:FILE. A PATH is a file, or a directory with a file or directory "
        "for each\n"
        "test, named as the test; below pass/ and fail/ the verdict is known. "
        "See\n"
        "docs/man/culprit-import.md.",
    .examples = "  culprit import --format lcov --verdicts v.txt t1.info "
                "t2.info\n"
                "  culprit import --format gcov coverage/\n"
                "  culprit import --format phpunit --verdicts junit.xml "
                "coverage-xml/\n"
                "  culprit rank --import runs:.culprit/runs.json\n",
    .operands = {.min = 1,
                 .max = SIZE_MAX,
                 .what = "the files or directories to read"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = import,
};
