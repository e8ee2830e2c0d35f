/* beside.c - the failing and the successful run side by side, statement by
 * statement, around where they differ.
 */
#include "path/parting.h"

#include "base/mem.h"
#include "base/str.h"
#include "trace/say.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONTEXT = 3, /* rows that are alike, kept around others */
    MOST = 400,  /* rows */
};

/* Events of one statement instance, in one run or both. */
typedef struct EventRow EventRow;
struct EventRow {
    uint8_t kind;
    uint32_t a, na, b, nb; /* events; these of the row follow each other */
};

typedef struct Beside Beside;
struct Beside {
    const PathTrace *x, *y;
    uint32_t *partner;
    VEC(EventRow) rows;
};

static uint32_t
node_of(const PathTrace *t, uint32_t event)
{
    return t->course.events[event].outcome == ALIGN_NONE
               ? t->course.nodes[event]
               : t->course.ending[event];
}

static uint32_t
step_of(const PathTrace *t, uint32_t event)
{
    return t->graph.nodes[t->course.nodes[event]].step;
}

static void
say_event(const PathTrace *t, uint32_t event, Str *out)
{
    const size_t before = out->n;
    Str one = {0};

    say_node(&t->graph, node_of(t, event), &one);
    if (one.n)
        str_printf(out, "%s%s", before ? ", " : "", str_text(&one));
    str_done(&one);
}

/* Do aligned events differ, as far as a person can see? */
static bool
differ(const Beside *s, uint32_t a, uint32_t b)
{
    Str one = {0}, two = {0};

    if (s->x->course.events[a].outcome != s->y->course.events[b].outcome)
        return true;
    if (s->x->graph.nodes[node_of(s->x, a)].value ==
        s->y->graph.nodes[node_of(s->y, b)].value)
        return false;
    say_event(s->x, a, &one);
    say_event(s->y, b, &two);
    const bool is = strcmp(str_text(&one), str_text(&two)) != 0;
    str_done(&one);
    str_done(&two);
    return is;
}

/* A row of its own, or more of the one before. */
static void
add(Beside *s, uint8_t kind, uint32_t a, uint32_t b)
{
    EventRow *last = s->rows.n ? &s->rows.at[s->rows.n - 1] : NULL;
    const bool first = kind != BESIDE_SECOND, second = kind != BESIDE_FIRST;
    const bool both = first && second;

    if (last && both == (last->na && last->nb) && first == (last->na > 0) &&
        (!first || step_of(s->x, last->a) == step_of(s->x, a)) &&
        (!second || step_of(s->y, last->b) == step_of(s->y, b))) {
        last->na += first;
        last->nb += second;
        if (kind == BESIDE_DIFFERS)
            last->kind = kind;
        return;
    }
    vec_push(
        &s->rows,
        (EventRow){.kind = kind, .a = a, .na = first, .b = b, .nb = second});
}

static void
merge(Beside *s)
{
    const uint32_t na = s->x->course.n, nb = s->y->course.n;
    uint32_t i = 0, k = 0;

    while (i < na || k < nb) {
        if (i < na && (s->partner[i] == ALIGN_NONE || s->partner[i] < k))
            add(s, BESIDE_FIRST, i++, 0);
        else if (k < nb && (i == na || s->partner[i] != k))
            add(s, BESIDE_SECOND, 0, k++);
        else {
            const bool other = differ(s, i, k);
            add(s, other ? BESIDE_DIFFERS : BESIDE_SAME, i++, k++);
        }
    }
}

static const char *
say_row(const PathTrace *t, uint32_t from, uint32_t n, Arena *a)
{
    Str s = {0};

    for (uint32_t i = from; i < from + n; i++)
        say_event(t, i, &s);
    const char *text = arena_strdup(a, str_text(&s));
    str_done(&s);
    return text;
}

static BesideRow
tell(const Beside *s, const EventRow *r, Arena *a)
{
    const PathTrace *t = r->na ? s->x : s->y;
    const GraphStep *step = &t->graph.steps[step_of(t, r->na ? r->a : r->b)];
    const Script *script = t->graph.script;
    const bool known = step->line != SCRIPT_NONE;

    return (BesideRow){
        .kind = r->kind,
        .file =
            known ? arena_strdup(
                        a, script_text(script, script->lines[step->line].file))
                  : "",
        .line = known ? script->lines[step->line].line : 0,
        .function = arena_strdup(
            a, script_text(script, script->functions[step->function].name)),
        .first = say_row(s->x, r->a, r->na, a),
        .second = say_row(s->y, r->b, r->nb, a),
    };
}

static void
leave_out(Arena *a, const char *what, size_t n, Findings *out)
{
    if (n == 0)
        return;
    out->pair.beside[out->pair.nbeside++] =
        (BesideRow){.kind = BESIDE_GAP,
                    .file = "",
                    .function = "",
                    .first = arena_printf(a, "%zu statement%s %s", n,
                                          n == 1 ? "" : "s", what),
                    .second = ""};
}

/* Rows near one that is not alike. */
static bool *
choose(const Beside *s)
{
    bool *keep = mem_zalloc(s->rows.n + 1, sizeof *keep);

    for (size_t i = 0; i < s->rows.n; i++) {
        if (s->rows.at[i].kind == BESIDE_SAME)
            continue;
        const size_t from = i > CONTEXT ? i - CONTEXT : 0;
        for (size_t k = from; k <= i + CONTEXT && k < s->rows.n; k++)
            keep[k] = true;
    }
    return keep;
}

void
path_beside(const PathScout *s, const PathTrace *other, Findings *out)
{
    const AlignRun x = course_run(&s->failing.course);
    const AlignRun y = course_run(&other->course);
    Beside b = {.x = &s->failing,
                .y = other,
                .partner = mem_alloc((x.n + (size_t)1) * sizeof *b.partner)};
    size_t gap = 0, i = 0;

    assert(!s->view.brief); /* there is nothing to show */
    align_runs(x, y, b.partner);
    merge(&b);
    bool *keep = choose(&b);
    out->pair.beside = ARENA_ARRAY(&out->arena, BesideRow, 2 * MOST + 2);
    for (; i < b.rows.n && out->pair.nbeside < MOST; i++) {
        gap += !keep[i];
        if (!keep[i])
            continue;
        leave_out(&out->arena, "alike", gap, out);
        gap = 0;
        out->pair.beside[out->pair.nbeside++] =
            tell(&b, &b.rows.at[i], &out->arena);
    }
    leave_out(&out->arena, i < b.rows.n ? "more" : "alike", gap + b.rows.n - i,
              out);
    free(keep);
    free(b.partner);
    vec_done(&b.rows);
}
