/* rank.c - from scores of entities to a list of findings. */
#include "spectrum/rank.h"

#include "base/map.h"
#include "base/mem.h"
#include "spectrum/named.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Scores nearer than this, relative to the larger of 1 and their size, are
 * the same number computed in two ways. */
#define EQUAL 1e-9

typedef struct Item Item;
struct Item {
    double score;
    uint32_t entity;
    uint32_t rank, group;
    uint32_t named; /* failing runs whose reason names its line */
    uint32_t ended; /* failing runs that ended in its block */
    const Entity *of;
};

static int
by_score(const void *a, const void *b)
{
    const Item *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->entity > y->entity) - (x->entity < y->entity);
}

static int
by_place(const Entity *x, const Entity *y)
{
    int files = strcmp(x->file, y->file);

    if (files)
        return files;
    if (x->line != y->line)
        return x->line > y->line ? 1 : -1;
    return (x->column > y->column) - (x->column < y->column);
}

/* Inside a group; see rank.h. */
static int
by_tie_order(const void *a, const void *b)
{
    const Item *x = a, *y = b;

    if (x->named != y->named)
        return x->named > y->named ? -1 : 1;
    if (x->ended != y->ended)
        return x->ended > y->ended ? -1 : 1;
    if (x->of->hits.ef != y->of->hits.ef)
        return x->of->hits.ef > y->of->hits.ef ? -1 : 1;
    if (x->of->hits.ep != y->of->hits.ep)
        return x->of->hits.ep < y->of->hits.ep ? -1 : 1;
    int place = by_place(x->of, y->of);
    return place ? place : (x->entity > y->entity) - (x->entity < y->entity);
}

/* Entities to list: those executed and not put last. */
static Item *
collect(const Spectrum *s, const Entities *e, const double *scores, size_t *n,
        size_t *total)
{
    Item *items = mem_zalloc((size_t)e->n + 1, sizeof *items);
    Named named;

    named_init(&named, s);
    *n = *total = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        const Entity *x = &e->at[i];
        if (x->skip || isnan(scores[i]))
            continue;
        ++*total;
        if (x->hits.ef + x->hits.ep == 0 || scores[i] == -INFINITY)
            continue;
        assert(isfinite(scores[i]));
        items[(*n)++] = (Item){
            .score = scores[i],
            .entity = i,
            .of = x,
            .named = named_count(&named, x),
            .ended = x->block == PROGRAM_NONE ? 0 : s->ends[x->block].ef,
        };
    }
    named_done(&named);
    return items;
}

static void
form_groups(Item *items, size_t n)
{
    uint32_t group = 0;

    qsort(items, n, sizeof *items, by_score);
    for (size_t i = 0, end; i < n; i = end) {
        double score = items[i].score;
        double near = EQUAL * fmax(1, fabs(score));
        group++;
        for (end = i + 1; end < n && score - items[end].score <= near;)
            end++;
        for (size_t k = i; k < end; k++) {
            items[k].group = group;
            items[k].rank = (uint32_t)end;
            items[k].score = score;
        }
        qsort(items + i, end - i, sizeof *items, by_tie_order);
    }
}

static const char *
verb(const Entity *e)
{
    switch ((EntityForm)e->form) {
    case FORM_EDGE:
        return "taken by";
    case FORM_OUTCOME:
    case FORM_CLASS:
        return "seen in";
    case FORM_STATEMENT:
    case FORM_BLOCK:
    case FORM_LINE:
    case FORM_FUNCTION:
    case FORM_FOREIGN:
        break;
    }
    return "run by";
}

/* Words and numbers for equal hits are made once. */
typedef struct HitWords HitWords;
struct HitWords {
    Map seen;
    Finding *at; /* message and evidence only */
    uint32_t n;
};

static const char *
name_failures(uint32_t n, Arena *a)
{
    return n == 1 ? "; 1 failure names it"
                  : arena_printf(a, "; %u failures name it", n);
}

static void
put_words(HitWords *w, const Spectrum *s, const Item *item, Finding *f,
          Arena *a)
{
    Hits h = item->of->hits;
    Hits ends = {0};

    if (item->of->block != PROGRAM_NONE)
        ends = s->ends[item->of->block];
    bool ended = ends.ef && !ends.ep;
    uint32_t key[5] = {h.ef, h.ep, item->of->form, ended ? ends.ef : 0,
                       item->named};
    uint32_t *k = map_put(&w->seen, key, sizeof key, w->n);
    if (*k == w->n) {
        Finding *fresh = &w->at[w->n++];
        const char *end =
            ended ? arena_printf(a, "; %u failing ended here", ends.ef) : "";
        const char *named = item->named ? name_failures(item->named, a) : "";
        fresh->message = arena_printf(
            a, "%s %u of %u failing and %u of %u passing tests%s%s",
            verb(item->of), h.ef, s->nfailed, h.ep, s->npassed, named, end);
        Evidence e[] = {
            {.key = "ef", .number = h.ef},
            {.key = "ep", .number = h.ep},
            {.key = "nf", .number = s->nfailed - h.ef},
            {.key = "np", .number = s->npassed - h.ep},
        };
        fresh->evidence = arena_dup(a, e, sizeof e);
        fresh->nevidence = sizeof e / sizeof e[0];
    }
    f->message = w->at[*k].message;
    f->evidence = w->at[*k].evidence;
    f->nevidence = w->at[*k].nevidence;
}

void
rank_add_evidence(Finding *f, Arena *a, Evidence e)
{
    Evidence *grown = ARENA_ARRAY(a, Evidence, f->nevidence + 1);

    if (f->nevidence)
        memcpy(grown, f->evidence, f->nevidence * sizeof *grown);
    grown[f->nevidence++] = e;
    f->evidence = grown;
}

static void
write_findings(const Spectrum *s, const Item *items, const RankNote *note,
               Findings *out)
{
    Arena *a = &out->arena;
    HitWords w = {.at = mem_zalloc(out->n + 1, sizeof *w.at)};

    out->at = ARENA_ARRAY(a, Finding, out->n);
    for (size_t i = 0; i < out->n; i++) {
        const Entity *e = items[i].of;
        Finding *f = &out->at[i];
        *f = (Finding){
            .rank = items[i].rank,
            .group = items[i].group,
            .place.file = arena_strdup(a, e->file),
            .place.line = e->line,
            .place.column = e->column,
            .place.function = arena_strdup(a, e->function),
            .entity = entity_text(e, s, a),
            .score = items[i].score,
            .id = e->id,
        };
        put_words(&w, s, &items[i], f, a);
        if (note)
            note->write(note->context, items[i].entity, f, a);
    }
    map_done(&w.seen);
    free(w.at);
}

void
rank_findings(const Spectrum *s, const Entities *entities, const double *scores,
              const RankOptions *o, const RankNote *note, Findings *out)
{
    size_t n;
    Item *items = collect(s, entities, scores, &n, &out->entities);

    form_groups(items, n);
    out->unit = entities->unit;
    out->passed = s->npassed;
    out->failed = s->nfailed;
    out->n = o->limit && o->limit < n ? o->limit : n;
    write_findings(s, items, note, out);
    free(items);
}
