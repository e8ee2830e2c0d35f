/* watch.c - where given lines stand in a ranking. */
#include "explore/watch.h"

#include "base/map.h"

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
        if (f->line == places[i].line && ends_with(f->file, places[i].file))
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

static void
put_line(Map *lines, const Finding *f)
{
    struct {
        const char *file;
        uint64_t line;
    } key = {f->file, f->line};

    map_put(lines, &key, sizeof key, 0);
}

Watched
watch_find(const Findings *f, const WatchPlace *places, size_t n)
{
    Map looked = {0}, executed = {0};
    Watched w = {0};
    bool found = false;

    for (size_t i = 0; i < f->n; i++) {
        const Finding *x = &f->at[i];
        if (found && x->group != f->at[i - 1].group && !w.looked)
            w.looked = (uint32_t)looked.n;
        put_line(&looked, x);
        found |= is_watched(x, places, n);
        if (is_executed(x))
            put_line(&executed, x);
    }
    if (found && !w.looked)
        w.looked = (uint32_t)looked.n;
    w.executed = (uint32_t)executed.n;
    map_done(&looked);
    map_done(&executed);
    return w;
}
