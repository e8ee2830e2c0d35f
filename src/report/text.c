/* text.c - findings for a terminal, made to be read in five seconds.
 *
 *   ochiai: 2 of 7 tests fail, 9 statements ranked, 1 shown
 *
 *   #1  1.00  schedule.c:12:5  in upgrade
 *       12 |     n = (int)(count * ratio);
 *          |     ^
 *       run by 2 of 2 failing and 0 of 5 passing tests
 *
 * Places of equal score are one entry. Several techniques over the same
 * tests are compared in one table (columns.c); each cluster of failing tests
 * has a part of its own.
 */
#include "report/writers.h"

#include "base/source.h"
#include "base/utf8.h"
#include "report/columns.h"
#include "report/paint.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 100 }; /* columns of source shown */

typedef struct TextReport TextReport;
struct TextReport {
    FILE *out;
    Paint paint;
    Sources sources;
    const ReportOptions *o;
    Str buffer;
};

/* One line of text from elsewhere, harmless for a terminal. */
static void
print_words(TextReport *t, const char *words)
{
    str_clear(&t->buffer);
    utf8_line(&t->buffer, words ? words : "");
    fputs(str_text(&t->buffer), t->out);
}

static void
print_place(TextReport *t, const char *file, uint32_t line, uint32_t column,
            const char *function)
{
    fputs(t->paint.bold, t->out);
    print_words(t, *file ? sources_shown(&t->sources, file) : "unknown file");
    if (line)
        fprintf(t->out, ":%u", line);
    if (line && column)
        fprintf(t->out, ":%u", column);
    fputs(t->paint.off, t->out);
    if (function && *function) {
        fputs("  in ", t->out);
        print_words(t, function);
    }
}

/* Carets under the columns of findings from .. from+n-1, all on one line. */
static void
print_carets(TextReport *t, const SourceView *v, const char *at, size_t length,
             const Finding *from, size_t n, int margin)
{
    char marks[ROOM + 1];
    size_t end = 0;

    memset(marks, ' ', sizeof marks);
    for (size_t i = 0; i < n; i++) {
        size_t x = source_caret(v, at, length, from[i].place.column);
        x = x < ROOM ? x : ROOM;
        if (from[i].place.column) {
            marks[x] = '^';
            end = x + 1 > end ? x + 1 : end;
        }
    }
    if (end > 0)
        fprintf(t->out, "    %*s %s| %s%.*s%s\n", margin, "", t->paint.dim,
                t->paint.mark, (int)end, marks, t->paint.off);
}

/* The source line of findings from .. from+n-1, or why it is not there. */
static void
print_line(TextReport *t, const Finding *from, size_t n, int margin)
{
    const char *at;
    size_t length;
    const SourceFile *f = sources_file(&t->sources, from->place.file);

    if (from->place.line == 0)
        return;
    if (!source_line(f, from->place.line, &at, &length)) {
        if (!f->readable)
            fprintf(t->out, "    %s(the source cannot be read)%s\n",
                    t->paint.dim, t->paint.off);
        else
            fprintf(t->out,
                    "    %s(the file has only %u lines: has it changed?)%s\n",
                    t->paint.dim, f->nlines, t->paint.off);
        return;
    }
    SourceView v = source_view(at, length, from->place.column, ROOM);
    str_clear(&t->buffer);
    source_draw(&v, at, length, &t->buffer);
    fprintf(t->out, "    %*u %s|%s %s\n", margin, from->place.line,
            t->paint.dim, t->paint.off, str_text(&t->buffer));
    print_carets(t, &v, at, length, from, n, margin);
}

static void
print_chain(TextReport *t, const Finding *f)
{
    for (size_t i = 0; i < f->nsteps; i++) {
        const Step *s = &f->steps[i];
        fputs("    -> ", t->out);
        print_place(t, s->file, s->line, s->column, s->function);
        fputs(": ", t->out);
        print_words(t, s->message);
        fputc('\n', t->out);
    }
}

static bool
same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool
same_line(const Finding *a, const Finding *b)
{
    return a->place.line == b->place.line &&
           same_text(a->place.file, b->place.file) &&
           same_text(a->place.function, b->place.function);
}

/* How many of at[0 .. n-1] are on the line of the first and say the same, so
 * that one picture does for all. */
static size_t
run_of_line(const Finding *at, size_t n)
{
    size_t k = 1;

    while (k < n && same_line(&at[0], &at[k]) && at[k].nsteps == 0 &&
           at[k - 1].nsteps == 0 && !*at[0].entity && !*at[k].entity &&
           same_text(at[0].message, at[k].message))
        k++;
    return k;
}

static void
print_entity(TextReport *t, const Finding *f)
{
    if (!f->entity || !*f->entity)
        return;
    fputs("  ", t->out);
    print_words(t, f->entity);
}

static void
print_message(TextReport *t, const char *message)
{
    if (!message || !*message)
        return;
    fprintf(t->out, "    %s", t->paint.dim);
    print_words(t, message);
    fprintf(t->out, "%s\n", t->paint.off);
}

static int
digits(const Finding *at, size_t n)
{
    uint32_t most = 0;
    int width = 1;

    for (size_t i = 0; i < n; i++)
        most = at[i].place.line > most ? at[i].place.line : most;
    while (most >= 10)
        most /= 10, width++;
    return width;
}

/* Whether all members of a group have the same evidence. */
static bool
agree(const Finding *at, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (!same_text(at[0].message, at[i].message))
            return false;
    return true;
}

static void
print_members(TextReport *t, const Finding *at, size_t n, bool each_says)
{
    int margin = digits(at, n);

    for (size_t i = 0, k; i < n; i += k) {
        k = run_of_line(at + i, n - i);
        bool moved =
            i == 0 || !same_text(at[i].place.file, at[i - 1].place.file) ||
            !same_text(at[i].place.function, at[i - 1].place.function) ||
            at[i].place.line == 0 || *at[i].entity;
        if (moved) {
            fputs("    ", t->out);
            print_place(t, at[i].place.file, at[i].place.line,
                        at[i].place.column, at[i].place.function);
            print_entity(t, &at[i]);
            fputc('\n', t->out);
        }
        print_line(t, at + i, k, margin);
        if (each_says)
            print_message(t, at[i].message);
        print_chain(t, &at[i]);
    }
}

/* One group: n members are shown of `size`; `first` is its best position. */
static void
print_group(TextReport *t, const Finding *at, size_t n, size_t size,
            uint32_t first)
{
    ScoreText score = report_score(at->score);

    if (size == 1) {
        fprintf(t->out, "%s#%u%s  %s%s%s  ", t->paint.rank, first, t->paint.off,
                t->paint.score, score.at, t->paint.off);
        print_place(t, at->place.file, at->place.line, at->place.column,
                    at->place.function);
        print_entity(t, at);
        fputc('\n', t->out);
        print_line(t, at, 1, digits(at, 1));
        print_message(t, at->message);
        print_chain(t, at);
        return;
    }
    bool alike = agree(at, n);
    fprintf(t->out, "%s#%u-%u%s  %s%s%s  these %zu tie", t->paint.rank, first,
            at->rank, t->paint.off, t->paint.score, score.at, t->paint.off,
            size);
    if (alike && at->message && *at->message) {
        fputs(": ", t->out);
        print_words(t, at->message);
    }
    fputc('\n', t->out);
    print_members(t, at, n, !alike);
    if (n < size)
        fprintf(t->out, "    and %zu more of this score\n", size - n);
}

static void
print_heading(TextReport *t, const Findings *f)
{
    size_t shown = report_shown(f, t->o);

    print_words(t, f->technique);
    fprintf(t->out, ": %u of %u tests fail", f->failed, f->failed + f->passed);
    if (f->n == 0) {
        fputs(", nothing is suspicious\n", t->out);
        return;
    }
    fprintf(t->out, ", %zu %s%s ranked", f->entities, f->unit,
            f->entities == 1 ? "" : "s");
    if (shown < f->entities)
        fprintf(t->out, ", %zu shown", shown);
    fputs("\n", t->out);
}

static void
print_list(TextReport *t, const Findings *f)
{
    size_t shown = report_shown(f, t->o);

    print_heading(t, f);
    for (size_t i = 0, n; i < shown; i += n) {
        const Finding *at = &f->at[i];
        size_t size = 1;
        while (i + size < f->n && f->at[i + size].group == at->group)
            size++;
        n = i + size > shown ? shown - i : size;
        /* the list may have been cut: the rank knows the group's true end */
        uint32_t first = (uint32_t)i + 1;
        size = at->rank > i ? at->rank - i : size;
        fputc('\n', t->out);
        print_group(t, at, n, size, first);
    }
}

/* Lists [0 .. n-1] are of one cluster. */
static void
print_cluster(TextReport *t, const Findings *lists, size_t n)
{
    if (lists->cluster && *lists->cluster) {
        fprintf(t->out, "%sfailing tests: ", t->paint.bold);
        print_words(t, lists->cluster);
        fprintf(t->out, "%s\n\n", t->paint.off);
    }
    if (n == 1)
        print_list(t, &lists[0]);
    else
        columns_write(lists, n, t->o, &t->sources, t->out);
}

bool
text_write(const Findings *lists, size_t n, const ReportOptions *o, FILE *out,
           Diag *d)
{
    TextReport t = {.out = out, .paint = paint_with(o->colour), .o = o};

    sources_init(&t.sources, o->root);
    for (size_t i = 0, k; i < n; i += k) {
        for (k = 1; i + k < n; k++)
            if (!same_text(lists[i].cluster, lists[i + k].cluster))
                break;
        if (i > 0)
            fputs("\n\n", out);
        print_cluster(&t, lists + i, k);
    }
    str_done(&t.buffer);
    sources_done(&t.sources);
    return report_flush(out, d);
}
