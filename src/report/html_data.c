/* html_data.c - everything a page knows, as one JSON value.
 *
 *   strings  texts that are used by number below
 *   places   columns: file, line, column, function, entity
 *   lists    per technique: groups as (size, rank, score) triples; per finding
 *            its place and message; steps by finding; two runs side by side
 *   tests    columns: name, verdict letter, reason; failing ones first
 *   rows     base64, sets of tests (html_cover.c)
 *   graphs   html_graph.c
 *   files    path, text or null, lines as (distance, n, row...)
 *
 * Columns and numbers instead of objects: a list of every technique over a
 * large program stays a few megabytes and is parsed in tens of milliseconds.
 */
#include "report/html_data.h"

#include "base/map.h"
#include "base/source.h"
#include "base/vec.h"
#include "report/html_cover.h"
#include "report/html_graph.h"
#include "report/html_text.h"
#include "report/writers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A page of more is of no use in a browser. */
enum { MAX_SOURCE = 64 << 20, MAX_ROWS = 64 << 20 };

typedef struct Placed Placed; /* the key of a place */
struct Placed {
    uint32_t file, line, column, function, entity;
};

typedef struct Lined Lined; /* one row that tells about a line */
struct Lined {
    uint32_t file, line, row;
};

typedef struct Data Data;
struct Data {
    Str *out;
    Sources sources;
    Cover cover;
    Map strings;
    VEC(const char *) text;
    Map places;
    VEC(Placed) place;
    VEC(Lined) lined;
};

static uint32_t
string_number(Data *d, const char *s)
{
    s = s ? s : "";
    uint32_t *at = map_put_text(&d->strings, s, (uint32_t)d->text.n);
    if (*at == d->text.n)
        vec_push(&d->text, s);
    return *at;
}

static uint32_t
place_number(Data *d, const Finding *f)
{
    Placed key = {sources_index(&d->sources, f->place.file), f->place.line,
                  f->place.column, string_number(d, f->place.function),
                  string_number(d, f->entity)};
    uint32_t *at = map_put(&d->places, &key, sizeof key, (uint32_t)d->place.n);

    if (*at == d->place.n)
        vec_push(&d->place, key);
    return *at;
}

static void
key(Data *d, const char *name)
{
    str_printf(d->out, ",\n\"%s\":", name);
}

static void
write_steps(Data *d, const Finding *f)
{
    for (size_t i = 0; i < f->nsteps; i++) {
        const Step *s = &f->steps[i];
        str_printf(d->out, "%s[%u,%u,%u,%u,%u]", i ? "," : "",
                   sources_index(&d->sources, s->file), s->line, s->column,
                   string_number(d, s->function), string_number(d, s->message));
    }
}

static void
write_groups(Data *d, const Findings *f, size_t shown)
{
    str_puts(d->out, "\"groups\":[");
    for (size_t i = 0, n; i < shown; i += n) {
        for (n = 1; i + n < shown && f->at[i + n].group == f->at[i].group;)
            n++;
        str_printf(d->out, "%s%zu,%u,", i ? "," : "", n, f->at[i].rank);
        html_number(d->out, f->at[i].score);
    }
    str_puts(d->out, "]");
}

/* The tests of both runs, and what they do: (kind, file, line, function,
 * first, second). */
static void
write_beside(Data *d, const Findings *f)
{
    Str *s = d->out;

    if (f->pair.nbeside == 0)
        return;
    str_puts(s, ",\n\"samples\":[");
    for (size_t i = 0; i < f->pair.nsamples; i++) {
        str_puts(s, i ? ",[" : "[");
        html_text(s, f->pair.samples[i].role);
        str_puts(s, ",");
        html_text(s, f->pair.samples[i].shown);
        str_puts(s, "]");
    }
    str_puts(s, "],\"difference\":");
    html_text(s, f->pair.difference ? f->pair.difference : "");
    str_puts(s, ",\"beside\":[");
    for (size_t i = 0; i < f->pair.nbeside; i++) {
        const BesideRow *r = &f->pair.beside[i];
        str_printf(s, "%s[%u,%u,%u,%u,%u,%u]", i ? "," : "", r->kind,
                   sources_index(&d->sources, r->file), r->line,
                   string_number(d, r->function), string_number(d, r->first),
                   string_number(d, r->second));
    }
    str_puts(s, "]");
}

static void
write_list(Data *d, const Findings *f, size_t shown)
{
    Str *s = d->out;
    bool first = true;

    str_puts(s, "{\"technique\":");
    html_text(s, f->technique);
    str_puts(s, ",\"description\":");
    html_text(s, f->description);
    str_puts(s, ",\"unit\":");
    html_text(s, f->unit);
    str_puts(s, ",\"cluster\":");
    html_text(s, f->cluster);
    str_printf(s, ",\"passed\":%u,\"failed\":%u,\"entities\":%zu,", f->passed,
               f->failed, f->entities);
    write_groups(d, f, shown);
    str_puts(s, ",\n\"place\":[");
    for (size_t i = 0; i < shown; i++)
        str_printf(s, "%s%u", i ? "," : "", place_number(d, &f->at[i]));
    str_puts(s, "],\n\"message\":[");
    for (size_t i = 0; i < shown; i++)
        str_printf(s, "%s%u", i ? "," : "", string_number(d, f->at[i].message));
    str_puts(s, "],\n\"steps\":{");
    for (size_t i = 0; i < shown; i++) {
        if (f->at[i].nsteps == 0)
            continue;
        str_printf(s, "%s\"%zu\":[", first ? "" : ",", i);
        write_steps(d, &f->at[i]);
        str_puts(s, "]");
        first = false;
    }
    str_puts(s, "}");
    write_beside(d, f);
    str_puts(s, "}");
}

static void
write_places(Data *d)
{
    static const char *const names[] = {"file", "line", "column", "function",
                                        "entity"};

    key(d, "places");
    str_puts(d->out, "{");
    for (size_t k = 0; k < 5; k++) {
        str_printf(d->out, "%s\"%s\":[", k ? "," : "", names[k]);
        for (size_t i = 0; i < d->place.n; i++) {
            const Placed *p = &d->place.at[i];
            const uint32_t column[] = {p->file, p->line, p->column, p->function,
                                       p->entity};
            str_printf(d->out, "%s%u", i ? "," : "", column[k]);
        }
        str_puts(d->out, "]");
    }
    str_puts(d->out, "}");
}

static void
write_tests(Data *d, const Runs *runs)
{
    Str *s = d->out;
    uint32_t n = d->cover.ntests;

    assert(runs || n == 0);
    key(d, "tests");
    str_puts(s, "{\"name\":[");
    for (uint32_t i = 0; i < n; i++) {
        str_puts(s, i ? "," : "");
        html_text(s, runs->runs[d->cover.test[i]].name);
    }
    str_puts(s, "],\n\"reason\":[");
    for (uint32_t i = 0; i < n; i++)
        str_printf(s, "%s%u", i ? "," : "",
                   string_number(d, runs->runs[d->cover.test[i]].reason));
    str_puts(s, "],\n\"lost\":[");
    for (uint32_t i = 0, first = 1; i < n; i++) {
        if (!runs->runs[d->cover.test[i]].lost)
            continue;
        str_printf(s, "%s%u", first ? "" : ",", i);
        first = 0;
    }
    str_puts(s, "],\n\"verdict\":\"");
    for (uint32_t i = 0; i < n; i++)
        str_putc(s, "pfu"[runs->runs[d->cover.test[i]].verdict]);
    str_puts(s, "\"}");
}

static void
add_row(Data *d, uint32_t file, uint32_t line, uint32_t entity)
{
    uint32_t row =
        entity < d->cover.nentities ? d->cover.row[entity] : COVER_NONE;

    if (row != COVER_NONE)
        vec_push(&d->lined, (Lined){file, line, row});
}

/* A statement ran when an edge into its block did. */
static void
gather_program_lines(Data *d, const Program *p)
{
    VEC(uint32_t) file = {0};

    for (uint32_t i = 0; i < p->n.files; i++)
        vec_push(&file, UINT32_MAX);
    for (uint32_t i = 0; i < p->n.functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        for (uint32_t e = f->edge; e < f->edge + f->nedges; e++) {
            if (p->edges[e].to == PROGRAM_NONE)
                continue;
            const ProgramBlock *b = &p->blocks[p->edges[e].to];
            for (uint32_t s = b->statement; s < b->statement + b->nstatements;
                 s++) {
                const ProgramStatement *st = &p->statements[s];
                if (st->file == PROGRAM_NONE || st->line == 0)
                    continue;
                assert(st->file < file.n);
                if (file.at[st->file] == UINT32_MAX)
                    file.at[st->file] =
                        sources_index(&d->sources, p->files[st->file].path);
                add_row(d, file.at[st->file], st->line, e);
            }
        }
    }
    vec_done(&file);
}

static void
gather_foreign_lines(Data *d, const Runs *runs)
{
    assert(runs); /* nothing else counts entities */
    for (uint32_t i = 0; i < runs->foreign.nlines; i++)
        if (runs->foreign.line[i].line > 0)
            add_row(d, sources_index(&d->sources, runs->foreign.line[i].file),
                    runs->foreign.line[i].line, i);
}

static int
by_place(const void *a, const void *b)
{
    const Lined *x = a, *y = b;

    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* Sort and drop what is there twice. */
static void
order_lines(Data *d)
{
    size_t n = 0;

    if (d->lined.n == 0)
        return;
    qsort(d->lined.at, d->lined.n, sizeof(Lined), by_place);
    for (size_t i = 1; i < d->lined.n; i++)
        if (by_place(&d->lined.at[n], &d->lined.at[i]) != 0)
            d->lined.at[++n] = d->lined.at[i];
    d->lined.n = n + 1;
}

/* The lines of `file` from lined[*at] on. */
static void
write_lines(Data *d, uint32_t file, size_t *at)
{
    uint32_t last = 0;
    bool first = true;

    str_puts(d->out, ",\"lines\":[");
    while (*at < d->lined.n && d->lined.at[*at].file == file) {
        const Lined *l = &d->lined.at[*at];
        size_t n = 1;
        while (*at + n < d->lined.n && l[n].file == file &&
               l[n].line == l->line)
            n++;
        str_printf(d->out, "%s%u,%zu", first ? "" : ",", l->line - last, n);
        for (size_t i = 0; i < n; i++)
            str_printf(d->out, ",%u", l[i].row);
        last = l->line;
        first = false;
        *at += n;
    }
    str_puts(d->out, "]");
}

static void
write_files(Data *d)
{
    size_t at = 0, room = MAX_SOURCE;

    key(d, "files");
    str_puts(d->out, "[");
    for (uint32_t i = 0; i < d->sources.n; i++) {
        const SourceFile *f = sources_load(&d->sources, i);
        str_puts(d->out, i ? ",\n{\"path\":" : "\n{\"path\":");
        html_text(d->out, f->shown);
        str_puts(d->out, ",\"text\":");
        if (f->readable && f->bytes.n <= room) {
            html_string(d->out, (const char *)f->bytes.at, f->bytes.n);
            room -= f->bytes.n;
        } else {
            str_puts(d->out, "null");
        }
        write_lines(d, i, &at);
        str_puts(d->out, "}");
    }
    str_puts(d->out, "]");
}

/* Last, because the other parts add to them. */
static void
write_strings(Data *d)
{
    key(d, "strings");
    str_puts(d->out, "[");
    for (size_t i = 0; i < d->text.n; i++) {
        str_puts(d->out, i ? "," : "");
        html_text(d->out, d->text.at[i]);
    }
    str_puts(d->out, "]");
}

void
html_data(const Findings *lists, size_t n, const ReportOptions *o, Str *out)
{
    Data d = {.out = out};
    const Program *program = o->program        ? o->program
                             : o->runs != NULL ? o->runs->program
                                               : NULL;

    sources_init(&d.sources, o->root);
    cover_init(&d.cover, o->runs, MAX_ROWS);
    str_puts(out, "{\"schema\":\"culprit.page/1\"");
    key(&d, "lists");
    str_puts(out, "[");
    for (size_t i = 0; i < n; i++) {
        str_puts(out, i ? ",\n" : "\n");
        write_list(&d, &lists[i], report_shown(&lists[i], o));
    }
    str_puts(out, "]");
    write_places(&d);
    write_tests(&d, o->runs);
    key(&d, "rows");
    html_base64(out, d.cover.rows.at, d.cover.rows.n);
    str_printf(out, ",\n\"dropped\":%u", d.cover.dropped);
    key(&d, "graphs");
    graph_write(lists, n, program, &d.cover, &d.sources, out);
    if (d.cover.nentities > 0 && program)
        gather_program_lines(&d, program);
    else if (d.cover.nentities > 0)
        gather_foreign_lines(&d, o->runs);
    order_lines(&d);
    write_files(&d);
    write_strings(&d);
    str_puts(out, "}");
    vec_done(&d.text);
    vec_done(&d.place);
    vec_done(&d.lined);
    map_done(&d.strings);
    map_done(&d.places);
    cover_done(&d.cover);
    sources_done(&d.sources);
}
