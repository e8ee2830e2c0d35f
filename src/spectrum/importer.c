/* importer.c - from paths to runs: formats, tests and verdicts. */
#include "spectrum/importer.h"

#include "base/io.h"
#include "spectrum/gunzip.h"
#include "spectrum/lines.h"

#include <dirent.h>
#include <stdlib.h>
#include <strings.h>

static bool read_gzoltar(const char *dir, Foreign *f, Diag *d);
static bool read_phpunit(const char *dir, Foreign *f, Diag *d);

const Importer importers[] = {
    {"gcov", "gcov --json-format, plain or .gz", gcov_parse, NULL, false},
    {"lcov", "lcov .info, tests by TN: or by file", lcov_parse, NULL, false},
    {"llvm-cov", "llvm-cov export JSON", llvmcov_parse, NULL, false},
    {"phpunit", "directory of phpunit --coverage-xml", NULL, read_phpunit,
     false},
    {"cobertura", "Cobertura XML", cobertura_parse, NULL, false},
    {"clover", "Clover XML", clover_parse, NULL, false},
    {"gzoltar", "directory of matrix.txt, spectra.csv, tests.csv", NULL,
     read_gzoltar, true},
    {"tcm", "FLITSR's test coverage matrix", tcm_parse, NULL, true},
    {"runs", "what culprit import wrote", runs_parse, NULL, true},
    {0},
};

const Importer *
importer_by_name(const char *name)
{
    for (const Importer *i = importers; i->name; i++)
        if (strcmp(i->name, name) == 0)
            return i;
    return NULL;
}

bool
importer_verdict(const char *word, size_t n, Verdict *out)
{
    static const struct {
        const char *word;
        Verdict v;
    } words[] = {
        {"pass", VERDICT_PASS},       {"passed", VERDICT_PASS},
        {"ok", VERDICT_PASS},         {"fail", VERDICT_FAIL},
        {"failed", VERDICT_FAIL},     {"error", VERDICT_FAIL},
        {"xfail", VERDICT_UNKNOWN},   {"xpass", VERDICT_UNKNOWN},
        {"unknown", VERDICT_UNKNOWN}, {"skip", VERDICT_UNKNOWN},
        {"skipped", VERDICT_UNKNOWN}, {"unresolved", VERDICT_UNKNOWN},
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].word) == n &&
            strncasecmp(words[i].word, word, n) == 0) {
            *out = words[i].v;
            return true;
        }
    return false;
}

/* Only tests that have coverage get a verdict; others are not our subject. */
bool
verdicts_parse(const char *path, const uint8_t *bytes, size_t n,
               const char *test, Foreign *f, Diag *d)
{
    Lines l = lines_over(bytes, n);
    Text t;

    if (n && bytes[0] == '<')
        return junit_parse(path, bytes, n, test, f, d);
    while (lines_next(&l, &t)) {
        Text whole = t, word = text_word(&t);
        Verdict v;
        if (!word.n || word.at[0] == '#')
            continue;
        if (word.at[word.n - 1] == ':')
            word.n--;
        while (t.n && (*t.at == ' ' || *t.at == '\t'))
            t.at++, t.n--;
        if (!importer_verdict(word.at, word.n, &v) || !t.n)
            return diag_fail(d,
                             "%s:%u: expected pass or fail and a test's "
                             "name: %.*s",
                             path, l.number, (int)(whole.n < 60 ? whole.n : 60),
                             whole.at);
        char *name = mem_strndup(t.at, t.n);
        uint32_t *at = map_find_text(&f->test_of, name);
        bool ok = !at || foreign_verdict(f, *at, v, d);
        free(name);
        if (!ok)
            return diag_context(d, "%s:%u", path, l.number);
    }
    return true;
}

static bool
read_with(ImportParse *parse, const char *path, const char *test, Foreign *f,
          Diag *d)
{
    Bytes b = {0};

    if (!io_read(path, &b, d))
        return false;
    bool ok = gunzip(path, &b, d) && parse(path, b.at, b.n, test, f, d);
    io_bytes_done(&b);
    return ok;
}

static bool
read_gzoltar(const char *dir, Foreign *f, Diag *d)
{
    static const char *const names[] = {"matrix.txt", "spectra.csv",
                                        "tests.csv"};
    Bytes b[3] = {0};
    bool ok = true;

    for (int i = 0; ok && i < 3; i++) {
        char *path = io_join(dir, names[i]);
        ok = io_read(path, &b[i], d);
        free(path);
    }
    if (ok) {
        GzoltarFiles g = {b[0].at, b[1].at, b[2].at, b[0].n, b[1].n, b[2].n};
        ok = gzoltar_parse(dir, &g, f, d);
    }
    for (int i = 0; i < 3; i++)
        io_bytes_done(&b[i]);
    return ok;
}

static int
not_hidden(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

/* All files of PHPUnit's report but the index. */
static bool
read_report(const char *path, const char *source, Foreign *f, Diag *d)
{
    struct dirent **entries;
    bool ok = true;

    if (!io_is_dir(path))
        return strcmp(io_basename(path), "index.xml") == 0 ||
               read_with(coveragexml_parse, path, source, f, d);
    int n = scandir(path, &entries, not_hidden, alphasort);
    if (n < 0)
        return diag_errno(d, "%s", path);
    for (int i = 0; i < n; i++) {
        char *below = io_join(path, entries[i]->d_name);
        ok = ok && read_report(below, source, f, d);
        free(below);
        free(entries[i]);
    }
    free((void *)entries);
    return ok;
}

static bool
read_phpunit(const char *dir, Foreign *f, Diag *d)
{
    char *path = io_join(dir, "index.xml");
    const char *source;
    Arena a = {0};
    Bytes b = {0};

    if (!io_is_dir(dir)) {
        free(path);
        return diag_fail(
            d, "%s is no directory that phpunit --coverage-xml made", dir);
    }
    bool ok = io_read(path, &b, d) &&
              coveragexml_source(path, b.at, b.n, &a, &source, d) &&
              read_report(dir, source, f, d);
    if (ok && f->tests.n == 0)
        ok = diag_fail(d, "%s does not say which tests ran the lines", dir);
    io_bytes_done(&b);
    arena_done(&a);
    free(path);
    return ok;
}

/* A file's name without what its format adds is its test's name. */
static char *
test_name(const char *path)
{
    static const char *const ends[] = {".gz",  ".json",     ".gcov", ".info",
                                       ".tcm", ".profdata", ".xml"};
    char *name = mem_strdup(io_basename(path));

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t n = strlen(name), m = strlen(ends[i]);
        if (n > m && strcmp(name + n - m, ends[i]) == 0)
            name[n - m] = 0;
    }
    return name;
}

/* What is being read, on the way down the directories. */
typedef struct CoverageReader CoverageReader;
struct CoverageReader {
    const Importer *importer;
    Foreign f;
    Diag *d;
};

/* All files below `path` belong to `test`. */
static bool
read_test(CoverageReader *r, const char *path, const char *test)
{
    struct dirent **entries;
    bool ok = true;

    if (!io_is_dir(path))
        return read_with(r->importer->parse, path, test, &r->f, r->d);
    int n = scandir(path, &entries, not_hidden, alphasort);
    if (n < 0)
        return diag_errno(r->d, "%s", path);
    for (int i = 0; i < n; i++) {
        char *below = io_join(path, entries[i]->d_name);
        ok = ok && read_test(r, below, test);
        free(below);
        free(entries[i]);
    }
    free((void *)entries);
    return ok;
}

/* Tests that came since `first` have the verdict of their directory. */
static bool
judge_from(CoverageReader *r, size_t first, Verdict v)
{
    for (size_t i = first; i < r->f.tests.n; i++)
        if (!foreign_verdict(&r->f, (uint32_t)i, v, r->d))
            return false;
    return true;
}

/* A directory of tests: every entry is one, but pass/ and fail/ hold some. */
static bool
read_tests(CoverageReader *r, const char *path)
{
    struct dirent **entries;
    bool ok = true;
    int n = scandir(path, &entries, not_hidden, alphasort);

    if (n < 0)
        return diag_errno(r->d, "%s", path);
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        char *below = io_join(path, name), *test = test_name(below);
        size_t first = r->f.tests.n;
        Verdict v;
        if (ok && io_is_dir(below) && importer_verdict(name, strlen(name), &v))
            ok = read_tests(r, below) && judge_from(r, first, v);
        else
            ok = ok && read_test(r, below, test);
        free(below);
        free(test);
        free(entries[i]);
    }
    free((void *)entries);
    return ok;
}

static bool
read_path(CoverageReader *r, const char *path)
{
    if (r->importer->read)
        return r->importer->read(path, &r->f, r->d);
    if (io_is_dir(path))
        return read_tests(r, path);
    char *test = test_name(path);
    bool ok = read_test(r, path, test);
    free(test);
    return ok;
}

static bool
check_verdicts(const Runs *r, const char *verdicts, Diag *d)
{
    uint32_t without = r->nruns - r->npassed - r->nfailed;

    if (r->nruns == 0)
        return diag_fail(d, "no test found");
    if (without == r->nruns)
        return diag_fail(d,
                         "none of the %u tests has a verdict%s (see "
                         "docs/man/culprit-import.md)",
                         r->nruns, verdicts ? "" : "; give --verdicts FILE");
    if (without)
        diag_warn(d, "%u of %u tests have no verdict and are ignored", without,
                  r->nruns);
    return true;
}

bool
importer_read(const Importer *i, const char *const *paths, size_t n,
              const char *verdicts, Runs *out, Diag *d)
{
    CoverageReader r = {.importer = i, .d = d};
    bool ok = true;

    for (size_t k = 0; ok && k < n; k++)
        ok = read_path(&r, paths[k]);
    if (ok && i->parse == cobertura_parse && r.f.tests.n == 1)
        ok = diag_fail(d,
                       "%s does not say which test ran a line: make such a "
                       "file for each test, or use PHPUnit's --coverage-xml "
                       "with --log-junit",
                       paths[0]);
    if (ok && verdicts)
        ok = read_with(verdicts_parse, verdicts, "", &r.f, d);
    if (!ok) {
        foreign_done(&r.f);
        return false;
    }
    foreign_finish(&r.f, out);
    if (check_verdicts(out, verdicts, d))
        return true;
    runs_done(out);
    return false;
}
