/* recent.c - lines that have changed since a revision, as evidence.
 *
 * A fault that was not there at the revision is in what changed since, or comes
 * to light by it. How much that says depends on how little has changed: of n
 * statements k have, so one of them stands out by log(n / k) of log(n). Where
 * everything has changed, nothing stands out.
 */
#include "find/inside.h"

#include "format/tuning.h"
#include "history/changes.h"
#include "session/reference.h"
#include "spectrum/rank.h"

#include <math.h>
#include <string.h>

/* A statement that has not changed, in a function that has. */
static const double in_function = .5;

double
find_surprise(size_t changed, size_t all)
{
    return changed && changed < all
               ? log((double)all / (double)changed) / log((double)all)
               : 0;
}

/* The file's path as git has it, asked once. */
typedef struct GitPaths GitPaths;
struct GitPaths {
    const Git *git;
    Map of;
    VEC(const char *) at;
};

static const char *
path_of(GitPaths *p, const char *file)
{
    const uint32_t fresh = (uint32_t)p->at.n;
    const uint32_t number = *map_put_text(&p->of, file, fresh);

    if (number == fresh)
        vec_push(&p->at, git_path(p->git, file));
    return p->at.at[number];
}

static bool
is_changed(const Since *s, GitPaths *p, const char *file, uint32_t line)
{
    const char *path = *file ? path_of(p, file) : NULL;

    return path && changes_has(&s->changes, path, line);
}

static uint32_t *
function_of(Map *functions, const Entity *e, Str *key)
{
    str_clear(key);
    str_printf(key, "%s\n%s", e->file, e->function);
    return map_put_text(functions, str_text(key), 0);
}

/* Those that have changed, then others of their functions. */
static size_t
mark(const Finder *f, GitPaths *paths, double *recent)
{
    Map functions = {0};
    Str key = {0};
    size_t n = 0;

    for (uint32_t i = 0; i < f->entities->n; i++) {
        const Entity *e = &f->entities->at[i];
        if (!is_changed(f->spec->since, paths, e->file, e->line))
            continue;
        recent[i] = 1;
        n++;
        *function_of(&functions, e, &key) = 1;
    }
    for (uint32_t i = 0; i < f->entities->n; i++)
        if (recent[i] < 1 &&
            *function_of(&functions, &f->entities->at[i], &key))
            recent[i] = in_function;
    map_done(&functions);
    str_done(&key);
    return n;
}

void
find_recent(Finder *f)
{
    const Since *s = f->spec->since;
    const uint32_t n = f->entities->n;
    FindResult *r = f->r;

    if (!s)
        return;
    GitPaths paths = {.git = s->git};
    f->suspects.recent = ARENA_ARRAY(&r->arena, double, n + 1);
    const size_t changed = mark(f, &paths, f->suspects.recent);
    f->suspects.surprise = find_surprise(changed, n);
    r->search.recent =
        arena_printf(&r->arena, "%zu of %u statements %s changed since %s",
                     changed, n, changed == 1 ? "has" : "have", s->shown);
    map_done(&paths.of);
    vec_done(&paths.at);
}

static double
weight_of(const Finder *f)
{
    return tuning(TUNE_find_recent_weight) * f->suspects.surprise;
}

double
find_recency(const Finder *f, uint32_t entity)
{
    return f->suspects.recent ? weight_of(f) * f->suspects.recent[entity] : 0;
}

double
find_suspect_recent(const Finder *f, uint32_t entity, double suspicion)
{
    const double weight = tuning(TUNE_find_recent_weak) * f->suspects.surprise;

    return f->suspects.recent
               ? suspicion + weight * (f->suspects.recent[entity] - suspicion)
               : suspicion;
}

double
find_recency_of_line(const Finder *f, const char *file, uint32_t line)
{
    const Since *s = f->spec->since;

    if (!s)
        return 0;
    GitPaths paths = {.git = s->git};
    const bool changed = is_changed(s, &paths, file, line);
    map_done(&paths.of);
    vec_done(&paths.at);
    return changed ? weight_of(f) : 0;
}

void
find_tell_recency(const Finder *f, double recency, Finding *out, Arena *a)
{
    const Since *s = f->spec->since;

    if (!s || recency <= 0)
        return;
    const bool line = recency >= weight_of(f);
    rank_add_evidence(
        out, a,
        (Evidence){.key = FIND_SINCE,
                   .text = arena_printf(a, "%schanged since %s",
                                        line ? "" : "in a function that has ",
                                        s->shown)});
}
