/* bisect.c - the first bad commit between a good and a bad one. */
#include "history/bisect.h"

#include <stdlib.h>
#include <string.h>

typedef struct BisectState BisectState;
struct BisectState {
    const BisectSpec *spec;
    Arena *arena;
    VEC(const char *) good; /* as git excludes them: "^ID" */
    const char *bad;
    Map skipped;
};

/* All that are left, those that halve the rest best first, one a line. */
static bool
list_left(const BisectState *s, Str *out, Diag *d)
{
    VEC(const char *) words = {0};

    vec_push(&words, "rev-list");
    vec_push(&words, "--bisect-all");
    vec_push(&words, s->bad);
    for (size_t i = 0; i < s->good.n; i++)
        vec_push(&words, s->good.at[i]);
    vec_push(&words, "--");
    vec_push(&words, NULL);
    bool ok = git_run(s->spec->git, words.at, out, d);
    vec_done(&words);
    return ok;
}

/* The first that was not tried yet; NULL if there is none. Those that were in
 * vain are counted. */
static const char *
choose(const BisectState *s, const Str *left, BisectFirst *in_vain)
{
    const char *chosen = NULL;

    for (const char *at = str_text(left); *at;) {
        const size_t n = strcspn(at, " \n"), line = strcspn(at, "\n");
        const char *id = arena_strndup(s->arena, at, n);
        if (map_find_text(&s->skipped, id))
            vec_push(in_vain, id);
        else if (!chosen && strcmp(id, s->bad) != 0)
            chosen = id;
        at += line + (at[line] == '\n');
    }
    return chosen;
}

static bool
try(BisectState *s, const char *commit, Diag *d)
{
    BisectVerdict v;

    if (!s->spec->judge(s->spec->context, commit, &v, d))
        return false;
    switch (v) {
    case BISECT_GOOD:
        vec_push(&s->good, arena_printf(s->arena, "^%s", commit));
        break;
    case BISECT_BAD:
        s->bad = commit;
        break;
    case BISECT_SKIP:
        map_put_text(&s->skipped, commit, 1);
        break;
    }
    return true;
}

bool
bisect_run(const BisectSpec *spec, Arena *a, BisectFirst *out, Diag *d)
{
    BisectState s = {.spec = spec, .arena = a, .bad = spec->bad};
    const char *next = NULL;
    bool ok;

    *out = (BisectFirst){0};
    vec_push(&s.good, arena_printf(a, "^%s", spec->good));
    do {
        Str left = {0};
        vec_done(out);
        ok = list_left(&s, &left, d);
        next = ok ? choose(&s, &left, out) : NULL;
        str_done(&left);
        ok = ok && (!next || try(&s, next, d));
    } while (ok && next);
    vec_push(out, s.bad);
    vec_done(&s.good);
    map_done(&s.skipped);
    return ok;
}

bool
bisect_check(const Git *g, const Commit *good, const Commit *bad, Diag *d)
{
    Str base = {0};
    Diag why;

    diag_init(&why);
    (void)!git_ask(g, &base, &why, "merge-base", good->id, bad->id);
    diag_done(&why);
    const bool is = strncmp(str_text(&base), good->id, strlen(good->id)) == 0;
    if (strcmp(good->id, bad->id) == 0)
        diag_fail(d, "the good and the bad revision are the same, %s",
                  good->brief);
    else if (!is && base.n)
        diag_fail(d,
                  "%s is not an ancestor of %s: is %.*s good, where they "
                  "part?",
                  good->brief, bad->brief, (int)strlen(good->brief), base.at);
    else if (!is)
        diag_fail(d, "%s is not an ancestor of %s", good->brief, bad->brief);
    str_done(&base);
    return !d->error;
}

bool
bisect_count(const Git *g, const char *good, const char *bad, size_t *out,
             Diag *d)
{
    Str text = {0};
    Arena a = {0};
    bool ok = git_ask(g, &text, d, "rev-list", "--count", bad,
                      arena_printf(&a, "^%s", good), "--");

    *out = ok ? strtoul(str_text(&text), NULL, 10) : 0;
    arena_done(&a);
    str_done(&text);
    return ok;
}
