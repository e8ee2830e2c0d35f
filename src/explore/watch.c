/* watch.c - where given lines stand in a ranking. */
#include "explore/watch.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool
watch_parse(Arena *a, const char *text, WatchPlace *out, Diag *d)
{
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;

    if (!colon || colon == text || end == colon + 1 || *end || line == 0 ||
        line > UINT32_MAX)
        return diag_fail(d, "\"%s\" is not FILE:LINE", text);
    *out = (WatchPlace){arena_strndup(a, text, (size_t)(colon - text)),
                        (uint32_t)line};
    return true;
}

static bool
ends_with(const char *path, const char *file)
{
    const size_t n = strlen(path), m = strlen(file);

    return n >= m && strcmp(path + n - m, file) == 0 &&
           (n == m || path[n - m - 1] == '/' || file[0] == '/');
}

static bool
is_watched(const Finding *f, const WatchPlace *places, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (f->place.line == places[i].line &&
            ends_with(f->place.file, places[i].file))
            return true;
    return false;
}

static bool
is_executed(const Finding *f)
{
    for (size_t i = 0; i < f->nevidence; i++)
        if ((strcmp(f->evidence[i].key, "ef") == 0 ||
             strcmp(f->evidence[i].key, "ep") == 0) &&
            f->evidence[i].number > 0)
            return true;
    return false;
}

/* The number of a line; UINT32_MAX without `put` if it has none yet. */
static uint32_t
line_of(Map *lines, const char *file, uint32_t line, bool put)
{
    const struct {
        uint64_t file, line;
    } key = {hash_bytes(file, strlen(file)), line};
    const uint32_t *at = map_find(lines, &key, sizeof key);

    if (at || !put)
        return at ? *at : UINT32_MAX;
    return *map_put(lines, &key, sizeof key, (uint32_t)lines->n);
}

/* Lines, with how many statements each has. */
typedef struct LineCounts LineCounts;
struct LineCounts {
    Map at;
    VEC(uint32_t) counts;
};

static void
count_statements(LineCounts *l, const Entities *statements, Watched *w)
{
    for (uint32_t i = 0; i < statements->n; i++) {
        const Entity *e = &statements->at[i];
        if (e->skip)
            continue;
        w->executed_statements += e->hits.ef + e->hits.ep > 0;
        const uint32_t line = line_of(&l->at, e->file, e->line, true);
        while (l->counts.n <= line)
            vec_push(&l->counts, 0);
        l->counts.at[line]++;
    }
}

Watched
watch_find(const Findings *f, const Entities *statements,
           const WatchPlace *places, size_t n)
{
    Map looked = {0}, executed = {0};
    LineCounts all = {0};
    Watched w = {0};
    bool found = false, done = false;

    count_statements(&all, statements, &w);
    for (size_t i = 0; i < f->n; i++) {
        const Finding *x = &f->at[i];
        if (is_executed(x))
            line_of(&executed, x->place.file, x->place.line, true);
        done |= found && x->group != f->at[i - 1].group;
        if (done)
            continue;
        found |= is_watched(x, places, n);
        const size_t before = looked.n;
        line_of(&looked, x->place.file, x->place.line, true);
        const uint32_t line =
            line_of(&all.at, x->place.file, x->place.line, false);
        if (looked.n > before && line != UINT32_MAX) {
            assert(all.counts.at);
            w.statements += all.counts.at[line];
        }
    }
    w.looked = found ? (uint32_t)looked.n : 0;
    if (!found)
        w.statements = 0;
    w.executed = (uint32_t)executed.n;
    map_done(&looked);
    map_done(&executed);
    map_done(&all.at);
    vec_done(&all.counts);
    return w;
}
