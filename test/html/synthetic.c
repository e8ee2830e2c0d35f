/* synthetic.c - a made-up program with runs and findings, written as a page.
 *
 * usage: synthetic DIRECTORY FUNCTIONS LINES TESTS LISTS
 *
 * Writes sources and report.html into DIRECTORY. Every function has the same
 * shape, a loop with an if inside, padded to LINES lines; the fault is in one
 * of them. Prints what the page cost: "bytes seconds kilobytes before, at the
 * peak".
 */
#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { BLOCKS = 6, EDGES = 9, FILES = 20 };

/* Ends of the edges of the shape, -1 outside, and the outcome in words. */
static const struct {
    int from, to;
    EdgeKind kind;
    const char *label;
} shape[EDGES] = {
    {-1, 0, EDGE_ENTRY, ""},   {0, 1, EDGE_NEXT, ""},
    {1, 2, EDGE_TRUE, "true"}, {1, 5, EDGE_FALSE, "false"},
    {2, 3, EDGE_TRUE, "true"}, {2, 4, EDGE_FALSE, "false"},
    {3, 1, EDGE_NEXT, ""},     {4, 1, EDGE_NEXT, ""},
    {5, -1, EDGE_EXIT, ""},
};

/* Where each block starts in its function, as a share of its lines. */
static const double starts[BLOCKS + 1] = {0, 0.2, 0.25, 0.3, 0.6, 0.85, 1};

static uint64_t seed = 1;

static uint32_t
chance(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

typedef struct World World;
struct World {
    uint32_t nfunctions, lines, ntests, nlists;
    Program program;
    Runs runs;
    Arena arena;
    Findings *lists;
};

/* The line, from 0 in its function, as text. */
static void
put_line(Str *s, uint32_t function, uint32_t i, uint32_t block, bool first)
{
    static const char *const heads[BLOCKS] = {
        "    int total = 0, i = 0; /* start */",
        "    while (i < n) {",
        "        if (data[i] > limit) {",
        "            total += data[i] / 2;",
        "            total -= i * 3;",
        "    return total; // done"};

    if (i == 0)
        str_printf(s, "int function_%u(const int *data, int n, int limit) {\n",
                   function);
    else if (first)
        str_printf(s, "%s\n", heads[block]);
    else
        str_printf(s, "%*svalue_%u = step(\"</script>\", value_%u + %u);\n",
                   block == 3 || block == 4 ? 12 : 4, "", i, i - 1, i);
}

static void
make_function(World *w, uint32_t f, uint32_t file, uint32_t line, Str *text)
{
    Program *p = &w->program;
    ProgramFunction *g = &p->functions[f];

    *g = (ProgramFunction){.name = arena_printf(&w->arena, "function_%u", f),
                           .file = file,
                           .line = line,
                           .block = f * BLOCKS,
                           .nblocks = BLOCKS,
                           .edge = f * EDGES,
                           .nedges = EDGES};
    for (uint32_t b = 0; b < BLOCKS; b++) {
        uint32_t from = (uint32_t)(starts[b] * w->lines);
        uint32_t to = (uint32_t)(starts[b + 1] * w->lines);
        p->blocks[g->block + b] = (ProgramBlock){.function = f,
                                                 .statement = p->n.statements,
                                                 .nstatements = to - from};
        for (uint32_t i = from; i < to; i++) {
            p->statements[p->n.statements++] =
                (ProgramStatement){.block = g->block + b,
                                   .file = file,
                                   .line = line + i,
                                   .column = 5};
            put_line(text, f, i, b, i == from + (b == 0));
        }
    }
    for (uint32_t e = 0; e < EDGES; e++)
        p->edges[g->edge + e] = (ProgramEdge){
            .from = shape[e].from < 0 ? PROGRAM_NONE
                                      : g->block + (uint32_t)shape[e].from,
            .to = shape[e].to < 0 ? PROGRAM_NONE
                                  : g->block + (uint32_t)shape[e].to,
            .kind = (uint8_t)shape[e].kind,
            .label = shape[e].label};
}

static bool
make_program(World *w, const char *dir, Diag *d)
{
    Program *p = &w->program;
    uint32_t each = (w->nfunctions + FILES - 1) / FILES, f = 0;
    bool ok = true;

    p->id = "synthetic";
    p->n.files = FILES;
    p->n.functions = w->nfunctions;
    p->n.blocks = w->nfunctions * BLOCKS;
    p->n.edges = w->nfunctions * EDGES;
    p->files = ARENA_ARRAY(&w->arena, ProgramFile, FILES);
    p->functions = ARENA_ARRAY(&w->arena, ProgramFunction, p->n.functions);
    p->blocks = ARENA_ARRAY(&w->arena, ProgramBlock, p->n.blocks);
    p->edges = ARENA_ARRAY(&w->arena, ProgramEdge, p->n.edges);
    p->statements = ARENA_ARRAY(&w->arena, ProgramStatement,
                                (size_t)w->nfunctions * w->lines);
    for (uint32_t i = 0; i < FILES; i++) {
        Str text = {0};
        char *path = arena_printf(&w->arena, "%s/part_%02u.c", dir, i);
        uint32_t line = 1;
        p->files[i].path = path;
        for (; f < w->nfunctions && f < (i + 1) * each; f++) {
            make_function(w, f, i, line, &text);
            str_puts(&text, "}\n\n");
            line += w->lines + 2;
        }
        ok = ok && io_write(path, str_text(&text), text.n, d);
        str_done(&text);
    }
    return ok;
}

/* Which edges of a function a run takes: it may return at once, skip either
 * branch, or do all. Failing runs take the true branch of the faulty one. */
static unsigned
take(World *w, uint32_t f, bool fails)
{
    bool faulty = f == w->nfunctions / 3;
    unsigned once = 1u << 0 | 1u << 1 | 1u << 3 | 1u << 8;
    unsigned yes = once | 1u << 2 | 1u << 4 | 1u << 6;
    unsigned no = once | 1u << 2 | 1u << 5 | 1u << 7;

    if (faulty && fails)
        return chance(2) ? yes : yes | no;
    switch (chance(faulty ? 40 : 5)) {
    case 0:
        return yes | no;
    case 1:
        return no;
    case 2:
        return once;
    default:
        return chance(3) || faulty ? 0 : yes | no;
    }
}

static void
make_runs(World *w)
{
    Runs *r = &w->runs;
    VEC(uint32_t) index = {0};
    uint32_t nfailed = w->ntests / 200 + 2;

    r->program = &w->program;
    r->nruns = w->ntests;
    r->nfailed = nfailed;
    r->npassed = w->ntests - nfailed;
    r->runs = ARENA_ARRAY(&w->arena, Run, w->ntests);
    r->edges.start = ARENA_ARRAY(&w->arena, uint64_t, w->ntests + 1);
    for (uint32_t t = 0; t < w->ntests; t++) {
        bool fails = t % (w->ntests / nfailed) == 1 &&
                     t / (w->ntests / nfailed) < nfailed;
        r->runs[t] =
            (Run){.name = arena_printf(&w->arena, "suite/case-%04u <b>", t),
                  .verdict = fails ? VERDICT_FAIL : VERDICT_PASS,
                  .reason = fails ? "exit status 1, expected 0" : ""};
        for (uint32_t f = 0; f < w->nfunctions; f++) {
            unsigned taken = take(w, f, fails);
            for (uint32_t e = 0; e < EDGES; e++)
                if (taken >> e & 1)
                    vec_push(&index, f * EDGES + e);
        }
        r->edges.start[t + 1] = index.n;
    }
    r->edges.index = index.at;
}

static double
score(uint32_t list, double ef, double ep, double nfailed, double npassed)
{
    double f = ef / nfailed, p = ep / npassed;

    switch (list % 3) {
    case 0:
        return ef > 0 ? ef / sqrt(nfailed * (ef + ep)) : 0;
    case 1:
        return f + p > 0 ? f / (f + p) : 0;
    default:
        return ef > 0 ? ef / (nfailed + ep) : 0;
    }
}

static int
by_score(const void *a, const void *b)
{
    const Finding *f = a, *g = b;

    if (f->score != g->score)
        return f->score > g->score ? -1 : 1;
    return f->id < g->id ? -1 : f->id > g->id;
}

/* How many failing (verdict VERDICT_FAIL) or passing runs ran each block. */
static uint32_t *
count_blocks(World *w, Verdict verdict)
{
    const Program *p = &w->program;
    uint32_t *n = ARENA_ARRAY(&w->arena, uint32_t, p->n.blocks);
    uint32_t *last = ARENA_ARRAY(&w->arena, uint32_t, p->n.blocks);

    for (uint32_t t = 0; t < w->ntests; t++) {
        if (w->runs.runs[t].verdict != verdict)
            continue;
        for (uint64_t i = w->runs.edges.start[t];
             i < w->runs.edges.start[t + 1]; i++) {
            uint32_t b = p->edges[w->runs.edges.index[i]].to;
            if (b != PROGRAM_NONE && last[b] != t + 1) {
                last[b] = t + 1;
                n[b]++;
            }
        }
    }
    return n;
}

static void
rank(Findings *f)
{
    qsort(f->at, f->n, sizeof *f->at, by_score);
    for (size_t i = 0, n, group = 1; i < f->n; i += n, group++) {
        for (n = 1; i + n < f->n && f->at[i + n].score == f->at[i].score;)
            n++;
        for (size_t k = 0; k < n; k++) {
            f->at[i + k].rank = (uint32_t)(i + n);
            f->at[i + k].group = (uint32_t)group;
        }
    }
}

static void
make_lists(World *w)
{
    static const char *const names[] = {"ochiai", "tarantula", "jaccard"};
    const Program *p = &w->program;
    uint32_t *ef = count_blocks(w, VERDICT_FAIL);
    uint32_t *ep = count_blocks(w, VERDICT_PASS);

    w->lists = ARENA_ARRAY(&w->arena, Findings, w->nlists);
    for (uint32_t l = 0; l < w->nlists; l++) {
        Findings *f = &w->lists[l];
        *f = (Findings){.technique =
                            l < 3 ? names[l]
                                  : arena_printf(&w->arena, "technique-%u", l),
                        .description = "a formula",
                        .unit = "statement",
                        .cluster = "",
                        .passed = w->runs.npassed,
                        .failed = w->runs.nfailed,
                        .n = p->n.statements,
                        .entities = p->n.statements};
        f->at = ARENA_ARRAY(&w->arena, Finding, p->n.statements);
        for (uint32_t s = 0; s < p->n.statements; s++) {
            const ProgramStatement *st = &p->statements[s];
            f->at[s] = (Finding){
                .place.file = p->files[st->file].path,
                .place.line = st->line,
                .place.column = st->column,
                .place.function =
                    p->functions[p->blocks[st->block].function].name,
                .entity = "",
                .id = s,
                .score = score(l, ef[st->block], ep[st->block], w->runs.nfailed,
                               w->runs.npassed),
                .message = arena_printf(
                    &w->arena,
                    "run by %u of %u failing and %u of %u passing tests",
                    ef[st->block], w->runs.nfailed, ep[st->block],
                    w->runs.npassed)};
        }
        rank(f);
    }
}

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long
peak(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* Write the page; its bytes, or -1. */
static long
write_page(const World *w, const char *dir, Diag *d)
{
    ReportOptions o = {.root = dir, .program = &w->program, .runs = &w->runs};
    char *path = io_join(dir, "report.html");
    FILE *out = fopen(path, "w");
    long bytes = -1;

    if (!out)
        diag_errno(d, "cannot write %s", path);
    else if (report_find("html")->write(w->lists, w->nlists, &o, out, d))
        bytes = ftell(out);
    if (out)
        fclose(out);
    free(path);
    return bytes;
}

int
main(int argc, char **argv)
{
    World w = {0};
    Diag d;

    diag_init(&d);
    if (argc != 6) {
        fputs("usage: synthetic DIRECTORY FUNCTIONS LINES TESTS LISTS\n",
              stderr);
        return 2;
    }
    w.nfunctions = (uint32_t)strtoul(argv[2], NULL, 10);
    w.lines = (uint32_t)strtoul(argv[3], NULL, 10);
    w.ntests = (uint32_t)strtoul(argv[4], NULL, 10);
    w.nlists = (uint32_t)strtoul(argv[5], NULL, 10);
    if (!io_mkdirs(argv[1], &d) || !make_program(&w, argv[1], &d)) {
        fprintf(stderr, "synthetic: %s\n", d.error);
        return 2;
    }
    make_runs(&w);
    make_lists(&w);
    long before = peak();
    double start = now();
    long bytes = write_page(&w, argv[1], &d);
    if (bytes < 0) {
        fprintf(stderr, "synthetic: %s\n", d.error);
        return 2;
    }
    printf("%ld %.3f %ld %ld\n", bytes, now() - start, before, peak());
    free(w.runs.edges.index);
    arena_done(&w.arena);
    diag_done(&d);
    return 0;
}
