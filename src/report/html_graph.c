/* html_graph.c - pictures of the control flow, laid out by Graphviz.
 *
 * One `dot` draws all of them. Edges carry how many failing and passing tests
 * took them and the weight that CP gives them, (f - p) / (f + p) for the
 * shares f and p of failing and passing tests. Colours are classes, so that
 * the page can follow its theme, and nodes have ids b0, b1, ... in the order
 * of the function's blocks, so that it can colour them by score.
 */
#include "report/html_graph.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "report/html_text.h"

#include <stdlib.h>
#include <string.h>

/* dot takes seconds for big functions; nobody reads those anyway. */
enum { MAX_GRAPHS = 8, MAX_BLOCKS = 120, MAX_TOTAL = 400, MAX_LINES = 4 };

typedef struct FunctionGraph FunctionGraph;
struct FunctionGraph {
    uint32_t function;
    bool drawn;      /* small enough to be given to dot */
    const char *svg; /* into the output of dot */
    size_t nsvg;
};

typedef struct Graphs Graphs;
struct Graphs {
    const Program *program;
    const Cover *cover;
    Sources *sources;
    uint32_t nfailed, npassed;
    VEC(FunctionGraph) at;
};

/* The function a finding is in, or PROGRAM_NONE. Statics may share a name, so
 * the file decides. */
static uint32_t
function_of(const Program *p, const Finding *f)
{
    uint32_t found = PROGRAM_NONE;

    if (!f->place.function || !*f->place.function)
        return found;
    for (uint32_t i = 0; i < p->n.functions; i++) {
        const ProgramFunction *g = &p->functions[i];
        if (strcmp(g->name, f->place.function) != 0 || g->nblocks == 0)
            continue;
        if (g->file != PROGRAM_NONE &&
            strcmp(p->files[g->file].path, f->place.file) == 0)
            return i;
        found = i;
    }
    return found;
}

static void
choose(Graphs *g, const Finding *f, uint32_t *total)
{
    uint32_t function = function_of(g->program, f);

    if (function == PROGRAM_NONE)
        return;
    for (size_t i = 0; i < g->at.n; i++)
        if (g->at.at[i].function == function)
            return;
    uint32_t size = g->program->functions[function].nblocks;
    bool drawn = size <= MAX_BLOCKS && *total + size <= MAX_TOTAL;
    *total += drawn ? size : 0;
    vec_push(&g->at, (FunctionGraph){.function = function, .drawn = drawn});
}

/* The first functions of all lists, the first of each list first. Looking
 * only at the head of long lists keeps this linear. */
static void
choose_all(Graphs *g, const Findings *lists, size_t n)
{
    uint32_t total = 0;

    for (size_t k = 0; k < 100 && g->at.n < MAX_GRAPHS; k++)
        for (size_t i = 0; i < n && g->at.n < MAX_GRAPHS; i++)
            if (k < lists[i].n)
                choose(g, &lists[i].at[k], &total);
}

/* Append a quoted label part; what dot would take for an escape is not. */
static void
put_label(Str *s, const char *at, size_t n)
{
    const char *end = at + n;

    while (at < end) {
        uint32_t c = utf8_next(&at, end);
        if (c == '"' || c == '\\')
            str_putc(s, '\\');
        utf8_put(s, c < ' ' || c == 0x7f ? ' ' : c);
    }
}

/* "12  if (x < y)", left-aligned, cut. */
static void
put_source_line(Graphs *g, Str *dot, const ProgramStatement *st)
{
    const char *at;
    size_t n;
    Str shown = {0};

    str_printf(dot, "%u", st->line);
    const SourceFile *f =
        sources_file(g->sources, g->program->files[st->file].path);
    if (source_line(f, st->line, &at, &n)) {
        while (n > 0 && (*at == ' ' || *at == '\t'))
            at++, n--;
        SourceView v = source_view(at, n, 0, 44);
        source_draw(&v, at, n, &shown);
        str_puts(dot, "  ");
        put_label(dot, str_text(&shown), shown.n);
    }
    str_puts(dot, "\\l");
    str_done(&shown);
}

static void
put_node(Graphs *g, Str *dot, const ProgramFunction *f, uint32_t b)
{
    const ProgramBlock *block = &g->program->blocks[f->block + b];
    uint32_t last = 0, nlines = 0;

    str_printf(dot, "b%u [id=\"b%u\" label=\"", b, b);
    for (uint32_t i = 0; i < block->nstatements; i++) {
        const ProgramStatement *st =
            &g->program->statements[block->statement + i];
        if (st->file == PROGRAM_NONE || st->line == last)
            continue;
        last = st->line;
        if (nlines++ == MAX_LINES) {
            str_puts(dot, "...\\l");
            break;
        }
        put_source_line(g, dot, st);
    }
    if (nlines == 0)
        str_puts(dot, "(no source)");
    str_puts(dot, "\"]\n");
}

/* The class and label of an edge: how often, and the weight of CP. */
static void
put_weight(Graphs *g, Str *dot, const ProgramEdge *e, uint32_t index)
{
    double f = 0, p = 0, weight = 0;
    const char *class = "dead";

    str_puts(dot, "label=\"");
    if (e->label && *e->label && e->kind != EDGE_ENTRY &&
        e->kind != EDGE_EXIT) {
        str_puts(dot, "  ");
        put_label(dot, e->label, strlen(e->label));
        str_puts(dot, "\\l");
    }
    if (index < g->cover->nentities) {
        uint32_t ef = g->cover->ef[index], ep = g->cover->ep[index];
        f = g->nfailed ? (double)ef / g->nfailed : 0;
        p = g->npassed ? (double)ep / g->npassed : 0;
        if (f + p > 0) {
            weight = (f - p) / (f + p);
            class = weight > 0.1 ? "hot" : weight < -0.1 ? "cold" : "even";
            str_printf(dot, "  %+.2f\\l  %u fail, %u pass\\l", weight, ef, ep);
        } else {
            str_puts(dot, "  never taken\\l");
        }
    } else {
        class = "even";
    }
    str_printf(dot, "\" class=\"%s\" penwidth=%.1f", class, 1 + 2 * f);
}

static void
put_edge(Graphs *g, Str *dot, const ProgramFunction *f, uint32_t i)
{
    uint32_t index = f->edge + i;
    const ProgramEdge *e = &g->program->edges[index];

    if (e->from == PROGRAM_NONE)
        str_printf(dot, "start -> b%u [", e->to - f->block);
    else if (e->to == PROGRAM_NONE)
        str_printf(dot, "b%u -> end [", e->from - f->block);
    else
        str_printf(dot, "b%u -> b%u [", e->from - f->block, e->to - f->block);
    put_weight(g, dot, e, index);
    str_puts(dot, "]\n");
}

static void
put_graph(Graphs *g, Str *dot, const ProgramFunction *f)
{
    bool entered = false, left = false;

    str_puts(dot, "digraph {\nbgcolor=transparent\n"
                  "node [shape=box style=rounded fontname=monospace "
                  "fontsize=10 margin=\"0.12,0.06\"]\n"
                  "edge [fontname=\"sans-serif\" fontsize=9]\n");
    for (uint32_t b = 0; b < f->nblocks; b++)
        put_node(g, dot, f, b);
    for (uint32_t i = 0; i < f->nedges; i++) {
        const ProgramEdge *e = &g->program->edges[f->edge + i];
        entered |= e->from == PROGRAM_NONE;
        left |= e->to == PROGRAM_NONE;
        put_edge(g, dot, f, i);
    }
    if (entered)
        str_puts(dot, "start [shape=plain label=entry id=start]\n");
    if (left)
        str_puts(dot, "end [shape=plain label=return id=end]\n");
    str_puts(dot, "}\n");
}

/* What dot printed for the file, or NULL. */
static char *
run_dot(const char *path)
{
    char program[] = "dot", format[] = "-Tsvg";
    char *file = mem_strdup(path), *svg = NULL;
    char *argv[] = {program, format, file, NULL};
    Diag ignored; /* the page says that there are no pictures */

    diag_init(&ignored);
    if (spawn_capture(argv, true, &svg, &ignored) != 0) {
        free(svg);
        svg = NULL;
    }
    diag_done(&ignored);
    free(file);
    return svg;
}

/* All SVGs in a row, or NULL if dot is missing or failed. */
static char *
layout(const Str *dot)
{
    char *dir, *svg = NULL;
    Diag ignored;

    diag_init(&ignored);
    if (io_temp_dir("culprit-graph", &dir, &ignored)) {
        char *path = io_join(dir, "graphs.dot");
        if (io_write(path, dot->at, dot->n, &ignored))
            svg = run_dot(path);
        free(path);
        io_remove_tree(dir);
        free(dir);
    }
    diag_done(&ignored);
    return svg;
}

/* Give each drawn graph its part of the output. */
static void
split(Graphs *g, const char *svg)
{
    for (size_t i = 0; i < g->at.n && svg; i++) {
        if (!g->at.at[i].drawn)
            continue;
        const char *from = strstr(svg, "<svg");
        const char *end = from ? strstr(from, "</svg>") : NULL;
        if (!end)
            return;
        svg = end + strlen("</svg>");
        g->at.at[i].svg = from;
        g->at.at[i].nsvg = (size_t)(svg - from);
    }
}

static void
write_graph(Graphs *g, const FunctionGraph *at, Str *out)
{
    const Program *p = g->program;
    const ProgramFunction *f = &p->functions[at->function];

    str_puts(out, "{\"function\":");
    html_text(out, f->name);
    if (f->file != PROGRAM_NONE)
        str_printf(out, ",\"file\":%u,\"line\":%u",
                   sources_index(g->sources, p->files[f->file].path), f->line);
    str_printf(out, ",\"nblocks\":%u,\"blocks\":[", f->nblocks);
    for (uint32_t b = 0; at->drawn && b < f->nblocks; b++) {
        const ProgramBlock *block = &p->blocks[f->block + b];
        str_puts(out, b ? ",[" : "[");
        for (uint32_t i = 0; i < block->nstatements; i++)
            str_printf(out, "%s%u", i ? "," : "",
                       p->statements[block->statement + i].line);
        str_puts(out, "]");
    }
    str_puts(out, "]");
    if (at->svg) {
        str_puts(out, ",\"svg\":");
        html_string(out, at->svg, at->nsvg);
    } else {
        str_puts(out, ",\"note\":");
        html_text(out, at->drawn
                           ? "Graphviz (dot) could not be run, so there is no "
                             "picture. Install graphviz and write the report "
                             "again."
                           : "This function is too large to be drawn well.");
    }
    str_puts(out, "}");
}

void
graph_write(const Findings *lists, size_t n, const Program *program,
            const Cover *cover, Sources *sources, Str *out)
{
    Graphs g = {.program = program, .cover = cover, .sources = sources};
    Str dot = {0};
    char *svg = NULL;

    str_puts(out, "[");
    if (program) {
        g.nfailed = n ? lists->failed : 0;
        g.npassed = n ? lists->passed : 0;
        choose_all(&g, lists, n);
    }
    for (size_t i = 0; i < g.at.n; i++)
        if (g.at.at[i].drawn)
            put_graph(&g, &dot, &program->functions[g.at.at[i].function]);
    if (dot.n > 0)
        svg = layout(&dot);
    split(&g, svg);
    for (size_t i = 0; i < g.at.n; i++) {
        str_puts(out, i ? ",\n" : "\n");
        write_graph(&g, &g.at.at[i], out);
    }
    str_puts(out, "]");
    free(svg);
    str_done(&dot);
    vec_done(&g.at);
}
