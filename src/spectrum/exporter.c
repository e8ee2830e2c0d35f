/* exporter.c - runs written for other tools: GZoltar, FLITSR, lcov. */
#include "spectrum/exporter.h"

#include "base/io.h"
#include "base/mem.h"
#include "spectrum/foreign.h"
#include "spectrum/runsfile.h"
#include "spectrum/spectrum.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool
is_judged(const Run *r)
{
    return !r->lost && r->verdict != VERDICT_UNKNOWN;
}

/* A name without what its format takes for an end (blanks, commas): that is
 * written %XX as in addresses of the web, which matrixcov.c reads back. */
static void
put_name(Str *out, const char *name, const char *not_these)
{
    for (; *name; name++)
        if (isspace((unsigned char)*name) || *name == '%' ||
            strchr(not_these, *name))
            str_printf(out, "%%%02X", (unsigned char)*name);
        else
            str_putc(out, *name);
}

void
exporter_gzoltar(const Runs *r, Str *matrix, Str *spectra, Str *tests)
{
    str_puts(spectra, "name\n");
    for (uint32_t i = 0; i < r->foreign.nlines; i++) {
        put_name(spectra, r->foreign.line[i].file, "#$");
        str_putc(spectra, '#');
        put_name(spectra, r->foreign.line[i].function, "#:");
        str_printf(spectra, ":%u\n", r->foreign.line[i].line);
    }
    str_puts(tests, "name,outcome,runtime,stacktrace\n");
    for (uint32_t t = 0; t < r->nruns; t++) {
        const Counted *c = &r->foreign.lines;
        uint64_t next = c->start[t];
        if (!is_judged(&r->runs[t]))
            continue;
        bool pass = r->runs[t].verdict == VERDICT_PASS;
        for (uint32_t i = 0; i < r->foreign.nlines; i++) {
            bool ran = next < c->start[t + 1] && c->index[next] == i;
            next += ran;
            str_puts(matrix, ran ? "1 " : "0 ");
        }
        str_puts(matrix, pass ? "+\n" : "-\n");
        put_name(tests, r->runs[t].name, ",\"");
        str_puts(tests, pass ? ",PASS,0,\n" : ",FAIL,0,\n");
    }
}

void
exporter_tcm(const Runs *r, Str *out)
{
    str_puts(out, "#tests\n");
    for (uint32_t t = 0; t < r->nruns; t++)
        if (is_judged(&r->runs[t])) {
            put_name(out, r->runs[t].name, "#");
            str_puts(out, r->runs[t].verdict == VERDICT_PASS ? " PASSED\n"
                                                             : " FAILED\n");
        }
    str_puts(out, "\n#uuts\n");
    for (uint32_t i = 0; i < r->foreign.nlines; i++) {
        const char *function = r->foreign.line[i].function;
        put_name(out, r->foreign.line[i].file, "#:|");
        str_putc(out, ':');
        put_name(out, function[0] ? function : "?", ":|");
        str_printf(out, ":%u\n", r->foreign.line[i].line);
    }
    str_puts(out, "\n#matrix\n");
    for (uint32_t t = 0; t < r->nruns; t++) {
        if (!is_judged(&r->runs[t]))
            continue;
        for (uint64_t i = r->foreign.lines.start[t];
             i < r->foreign.lines.start[t + 1]; i++)
            str_printf(out, "%s%u %u", i > r->foreign.lines.start[t] ? " " : "",
                       r->foreign.lines.index[i], r->foreign.lines.count[i]);
        str_putc(out, '\n');
    }
}

/* lcov allows letters, digits and _ only, so the number keeps them apart. */
static void
put_lcov_name(Str *out, const Runs *r, uint32_t t)
{
    str_printf(out, "t%u_", t + 1);
    for (const char *c = r->runs[t].name; *c; c++)
        str_putc(out, isalnum((unsigned char)*c) ? *c : '_');
}

/* Lines by file and number, for the records of lcov. */
static int
by_place(const void *a, const void *b)
{
    const struct RunsLine *x = *(const struct RunsLine *const *)a;
    const struct RunsLine *y = *(const struct RunsLine *const *)b;
    int files = strcmp(x->file, y->file);

    return files ? files : (x->line > y->line) - (x->line < y->line);
}

/* One test's records, a file each; `sorted` are its lines by place. */
static void
put_lcov_test(const Runs *r, uint32_t t, const struct RunsLine *const *sorted,
              const uint32_t *count, Str *out)
{
    for (uint32_t i = 0; i < r->foreign.nlines; i++) {
        const struct RunsLine *l = sorted[i],
                              *before = i ? sorted[i - 1] : NULL;
        bool fresh = !before || strcmp(l->file, before->file) != 0;
        if (fresh) {
            str_puts(out, before ? "end_of_record\nTN:" : "TN:");
            put_lcov_name(out, r, t);
            str_printf(out, "\nSF:%s\n", l->file);
        }
        if (l->function[0] &&
            (fresh || strcmp(l->function, before->function) != 0))
            str_printf(out, "FN:%u,%s\n", l->line, l->function);
        str_printf(out, "DA:%u,%u\n", l->line, count[l - r->foreign.line]);
    }
    str_puts(out, r->foreign.nlines ? "end_of_record\n" : "");
}

void
exporter_lcov(const Runs *r, Str *out)
{
    const Counted *c = &r->foreign.lines;
    const struct RunsLine **sorted = (const struct RunsLine **)mem_zalloc(
        (size_t)r->foreign.nlines + 1, sizeof *sorted);
    uint32_t *count = mem_zalloc((size_t)r->foreign.nlines + 1, sizeof *count);

    for (uint32_t i = 0; i < r->foreign.nlines; i++)
        sorted[i] = &r->foreign.line[i];
    qsort((void *)sorted, r->foreign.nlines, sizeof *sorted, by_place);
    for (uint32_t t = 0; t < r->nruns; t++) {
        if (r->runs[t].lost)
            continue;
        for (uint64_t i = c->start[t]; i < c->start[t + 1]; i++)
            count[c->index[i]] = c->count[i];
        put_lcov_test(r, t, sorted, count, out);
        for (uint64_t i = c->start[t]; i < c->start[t + 1]; i++)
            count[c->index[i]] = 0;
    }
    free((void *)sorted);
    free(count);
}

void
exporter_verdicts(const Runs *r, Str *out)
{
    for (uint32_t t = 0; t < r->nruns; t++) {
        if (r->runs[t].lost)
            continue;
        str_printf(out, "%s ", verdict_name(r->runs[t].verdict));
        put_lcov_name(out, r, t);
        str_putc(out, '\n');
    }
}

static bool
save(const char *path, Str *s, bool ok, Diag *d)
{
    ok = ok && io_write(path, str_text(s), s->n, d);
    str_done(s);
    return ok;
}

static bool
save_in(const char *dir, const char *name, Str *s, bool ok, Diag *d)
{
    char *path = io_join(dir, name);

    ok = save(path, s, ok, d);
    free(path);
    return ok;
}

static bool
write_gzoltar(const Runs *r, const char *path, Diag *d)
{
    Str matrix = {0}, spectra = {0}, tests = {0};
    bool ok = io_mkdirs(path, d);

    exporter_gzoltar(r, &matrix, &spectra, &tests);
    ok = save_in(path, "matrix.txt", &matrix, ok, d);
    ok = save_in(path, "spectra.csv", &spectra, ok, d);
    return save_in(path, "tests.csv", &tests, ok, d);
}

static bool
write_tcm(const Runs *r, const char *path, Diag *d)
{
    Str s = {0};

    exporter_tcm(r, &s);
    return save(path, &s, true, d);
}

static bool
write_lcov(const Runs *r, const char *path, Diag *d)
{
    Str s = {0}, verdicts = {0};
    char *beside = mem_printf("%s.verdicts", path);

    exporter_lcov(r, &s);
    exporter_verdicts(r, &verdicts);
    bool ok = save(path, &s, true, d);
    ok = save(beside, &verdicts, ok, d);
    free(beside);
    return ok;
}

static bool
write_runs(const Runs *r, const char *path, Diag *d)
{
    Str s = {0};

    runsfile_write(r, &s);
    return save(path, &s, true, d);
}

const Exporter exporters[] = {
    {"gzoltar", "directory of matrix.txt, spectra.csv, tests.csv",
     write_gzoltar},
    {"tcm", "FLITSR's test coverage matrix", write_tcm},
    {"lcov", "lcov .info, and FILE.verdicts", write_lcov},
    {"runs", "our own JSON, for culprit rank --import", write_runs},
    {0},
};

const Exporter *
exporter_by_name(const char *name)
{
    for (const Exporter *e = exporters; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e;
    return NULL;
}

/* Statement -> line of f. */
static uint32_t *
name_lines(const Program *p, Foreign *f)
{
    uint32_t *line = mem_alloc(((size_t)p->n.statements + 1) * sizeof *line);

    for (uint32_t i = 0; i < p->n.statements; i++) {
        const ProgramStatement *s = &p->statements[i];
        line[i] = PROGRAM_NONE;
        if (s->file == PROGRAM_NONE || !s->line || s->block == PROGRAM_NONE)
            continue;
        uint32_t function = p->blocks[s->block].function;
        line[i] = foreign_line(f, p->files[s->file].path, s->line,
                               p->functions[function].name);
    }
    return line;
}

/* How often the run left each block. */
static void
count_left(const Runs *r, uint32_t t, uint64_t *left)
{
    const Program *p = r->program;

    memset(left, 0, p->n.blocks * sizeof *left);
    for (uint64_t i = r->edges.start[t]; i < r->edges.start[t + 1]; i++) {
        uint32_t from = p->edges[r->edges.index[i]].from;
        if (from != PROGRAM_NONE)
            left[from] += r->edges.count[i];
    }
}

/* Working memory of exporter_lines(). */
typedef struct Counter Counter;
struct Counter {
    Spectrum s;
    uint32_t *line;  /* statement -> line */
    uint64_t *most;  /* per line */
    uint32_t *index; /* blocks of a run */
    uint64_t *count, *left;
};

static void
count_lines(Counter *c, uint32_t t, Foreign *f)
{
    const Program *p = c->s.runs->program;
    uint32_t n = spectrum_units(&c->s, t, c->index, c->count);

    count_left(c->s.runs, t, c->left);
    for (uint32_t i = 0; i < n; i++) {
        const ProgramBlock *b = &p->blocks[c->index[i]];
        for (uint32_t k = b->statement; k < b->statement + b->nstatements;
             k++) {
            bool tail = spectrum_is_tail(&c->s, k);
            uint64_t times = tail ? c->left[c->index[i]] : c->count[i];
            if (c->line[k] != PROGRAM_NONE && times > c->most[c->line[k]])
                c->most[c->line[k]] = times;
        }
    }
    for (uint32_t i = 0; i < f->lines.n; i++) {
        foreign_cover(f, t, i, c->most[i]);
        c->most[i] = 0;
    }
}

void
exporter_lines(const Runs *r, Runs *out)
{
    size_t n = (size_t)r->program->n.blocks + 1;
    Foreign f = {0};
    Counter c = {
        .line = name_lines(r->program, &f),
        .index = mem_zalloc(n, sizeof *c.index),
        .count = mem_zalloc(n, sizeof *c.count),
        .left = mem_zalloc(n, sizeof *c.left),
        .most = mem_zalloc(f.lines.n + 1, sizeof *c.most),
    };

    spectrum_init(&c.s, r, NULL, 0);
    for (uint32_t t = 0; t < r->nruns; t++) {
        Run run = r->runs[t];
        run.name = arena_strdup(&f.arena, run.name);
        run.reason = arena_strdup(&f.arena, run.reason);
        vec_push(&f.tests, run);
        count_lines(&c, t, &f);
    }
    foreign_finish(&f, out);
    spectrum_done(&c.s);
    free(c.line);
    free(c.most);
    free(c.index);
    free(c.count);
    free(c.left);
}
