/* columns.c - several techniques over the same tests, in one table.
 *
 * The places that the techniques rank first get letters and their source is
 * shown once; then each technique has one row with the rank it gives to each.
 * A place is a line here, since techniques rank different things on it. Places
 * are ordered by the sum of 1/rank over the techniques, so one that many put
 * first comes first (reciprocal rank fusion without its constant).
 */
#include "report/columns.h"

#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "report/paint.h"
#include "report/writers.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 12, ROOM = 60 };

typedef struct RankedPlace RankedPlace;
struct RankedPlace {
    const Finding *finding; /* any of its findings */
    double weight;
    uint32_t order; /* of first appearance */
    uint32_t *rank; /* best rank by each list, 0: not listed */
};

typedef struct Comparison Comparison;
struct Comparison {
    Arena arena;
    Map index;
    VEC(RankedPlace) places;
};

static void
gather(Comparison *c, const Findings *lists, size_t n)
{
    Str key = {0};

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < lists[i].n; k++) {
            const Finding *f = &lists[i].at[k];
            str_clear(&key);
            str_printf(&key, "%u %s", f->place.line, f->place.file);
            uint32_t *at =
                map_put_text(&c->index, str_text(&key), (uint32_t)c->places.n);
            if (*at == c->places.n)
                vec_push(
                    &c->places,
                    (RankedPlace){.finding = f,
                                  .order = *at,
                                  .rank = ARENA_ARRAY(&c->arena, uint32_t, n)});
            RankedPlace *p = &c->places.at[*at];
            if (!p->rank[i] && f->rank) {
                p->rank[i] = f->rank; /* findings come best first */
                p->weight += 1.0 / f->rank;
            }
        }
    }
    str_done(&key);
}

static int
by_weight(const void *a, const void *b)
{
    const RankedPlace *p = a, *q = b;

    if (p->weight != q->weight)
        return p->weight > q->weight ? -1 : 1;
    return p->order < q->order ? -1 : p->order > q->order;
}

/* Append the source line without its indentation, if it can be read. */
static void
add_source(Str *s, Sources *sources, const Finding *f)
{
    const char *at;
    size_t n;

    if (!source_line(sources_file(sources, f->place.file), f->place.line, &at,
                     &n))
        return;
    while (n > 0 && (*at == ' ' || *at == '\t'))
        at++, n--;
    SourceView v = source_view(at, n, 0, ROOM);
    source_draw(&v, at, n, s);
}

static void
print_places(const Comparison *c, size_t shown, Sources *sources,
             const Paint *paint, FILE *out)
{
    Str name = {0}, source = {0};
    size_t width = 0;

    for (size_t i = 0; i < shown; i++) {
        const Finding *f = c->places.at[i].finding;
        size_t n = (size_t)snprintf(NULL, 0, "%s:%u",
                                    sources_shown(sources, f->place.file),
                                    f->place.line);
        width = n > width ? n : width;
    }
    for (size_t i = 0; i < shown; i++) {
        const Finding *f = c->places.at[i].finding;
        str_clear(&name);
        str_clear(&source);
        utf8_line(&name, sources_shown(sources, f->place.file));
        str_printf(&name, ":%u", f->place.line);
        add_source(&source, sources, f);
        fprintf(out, "  %s%c%s  %s%-*s%s  %s\n", paint->rank, (int)('A' + i),
                paint->off, paint->bold, (int)width, str_text(&name),
                paint->off, str_text(&source));
    }
    str_done(&name);
    str_done(&source);
}

static void
print_ranks(const Comparison *c, size_t shown, const Findings *lists, size_t n,
            const Paint *paint, FILE *out)
{
    int width = 4;

    for (size_t i = 0; i < n; i++)
        if ((int)strlen(lists[i].technique) > width)
            width = (int)strlen(lists[i].technique);
    fprintf(out, "\n  %s%-*s", paint->dim, width, "rank");
    for (size_t k = 0; k < shown; k++)
        fprintf(out, "%6c", (int)('A' + k));
    fprintf(out, "%s\n", paint->off);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "  %-*s", width, lists[i].technique);
        for (size_t k = 0; k < shown; k++) {
            uint32_t r = c->places.at[k].rank[i];
            if (r)
                fprintf(out, "%6u", r);
            else
                fprintf(out, "%6s", "-");
        }
        fputc('\n', out);
    }
}

void
columns_write(const Findings *lists, size_t n, const ReportOptions *o,
              Sources *sources, FILE *out)
{
    Comparison c = {0};
    Paint paint = paint_with(o->colour);
    size_t want = o->top && o->top < PLACES ? o->top : PLACES;

    gather(&c, lists, n);
    if (c.places.n > 0)
        qsort(c.places.at, c.places.n, sizeof(RankedPlace), by_weight);
    size_t shown = c.places.n < want ? c.places.n : want;
    fprintf(out, "%zu techniques: %u of %u tests fail, ", n, lists->failed,
            lists->failed + lists->passed);
    if (shown == 0) {
        fputs("nothing is suspicious\n", out);
    } else {
        fprintf(out, "%zu lines listed, %zu shown\n\n", c.places.n, shown);
        print_places(&c, shown, sources, &paint, out);
        print_ranks(&c, shown, lists, n, &paint, out);
    }
    vec_done(&c.places);
    map_done(&c.index);
    arena_done(&c.arena);
}
