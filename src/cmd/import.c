/* import.c - `culprit import`: coverage made elsewhere, for culprit rank. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/str.h"
#include "spectrum/importer.h"
#include "spectrum/runsfile.h"

#include <string.h>

typedef struct Settings Settings;
struct Settings {
    const char *format, *verdicts, *output;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, int *noperands, Io *io)
{
    const Option options[] = {
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "gcov, lcov, llvm-cov, gzoltar, tcm or runs", 0, 0},
        {"verdicts", 0, OPTION_TEXT, &s->verdicts, "FILE",
         "lines \"pass NAME\" or \"fail NAME\"", 0, 0},
        {"output", 'o', OPTION_TEXT, &s->output, "FILE",
         "where to (culprit.runs.json)", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "import",
        .synopsis = "--format NAME [--verdicts FILE] PATH...",
        .description =
            "Read coverage of single tests that another tool made, for culprit "
            "rank --runs.\nA PATH is a file, or a directory with a file or "
            "directory for each test, named\nas the test; below pass/ and "
            "fail/ the verdict is known. See docs/import.md.",
        .options = options,
        .examples = "  culprit import --format lcov --verdicts v.txt t1.info "
                    "t2.info\n"
                    "  culprit import --format gcov coverage/\n"
                    "  culprit rank --runs culprit.runs.json\n",
    };

    return cmd_parse(&usage, argc, argv, noperands, io);
}

static bool
import(const Settings *s, const char *const *paths, size_t n, Io *io, Diag *d)
{
    Runs runs = {0};
    Str text = {0};

    if (!s->format)
        return diag_fail(d, "name the format with --format");
    const Importer *i = importer_by_name(s->format);
    if (!i)
        return diag_fail(d, "no format %s (see culprit import --help)",
                         s->format);
    if (n == 0)
        return diag_fail(d, "name the files or directories to read");
    if (!importer_read(i, paths, n, s->verdicts, &runs, d))
        return false;
    runsfile_write(&runs, &text);
    bool ok = io_write(s->output, str_text(&text), text.n, d);
    if (ok)
        fprintf(io->out, "%u tests (%u failing, %u passing), %u lines: %s\n",
                runs.nruns, runs.nfailed, runs.npassed, runs.nlines, s->output);
    str_done(&text);
    runs_done(&runs);
    return ok;
}

int
cmd_import(int argc, char **argv, Io *io)
{
    Settings s = {.output = "culprit.runs.json"};
    int noperands;
    Diag d;

    ArgsResult parsed = parse(&s, argc, argv, &noperands, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    if (!import(&s, (const char *const *)(argv + 1), (size_t)noperands, io, &d))
        return cmd_fail(io, "import", &d);
    cmd_warnings(io, "import", &d);
    diag_done(&d);
    return 0;
}
