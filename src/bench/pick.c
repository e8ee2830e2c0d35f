/* pick.c - techniques by name. */
#include "bench/pick.h"

#include <string.h>

static void
add(Arena *a, Picks *p, Pick pick)
{
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->at[i].label, pick.label) == 0)
            return;
    Pick *grown = ARENA_ARRAY(a, Pick, p->n + 1);
    if (p->n)
        memcpy(grown, p->at, p->n * sizeof *grown);
    grown[p->n++] = pick;
    p->at = grown;
}

/* Those that run the program again. */
static const Pick experiments[] = {
#define FIND(id, name, reference, description) \
    {.label = (name), .kind = PICK_FIND, .find = FIND_##id},
#define ALONE(id, name, reference, description) \
    {.label = (name), .kind = PICK_ALONE, .find = FIND_##id},
#define CAUSE(search, chooser, summary, name, reference, description) \
    {.label = (name), .kind = PICK_CAUSE},
#define PATH(strict, name, reference, description) \
    {.label = (name), .kind = PICK_PATH, .paper = (strict)},
#include "format/techniques.def"
};

static const Pick *
experiment_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof experiments / sizeof experiments[0]; i++)
        if (strcmp(experiments[i].label, name) == 0)
            return &experiments[i];
    return NULL;
}

bool
pick_is_known(const char *name)
{
    return experiment_by_name(name) || technique_by_name(name);
}

static bool
add_named(Arena *a, const char *name, Picks *out, Diag *d)
{
    Pick p = {.label = name, .entity = ENTITY_OWN};
    size_t n = strcspn(name, ":");
    const Pick *experiment = experiment_by_name(name);

    if (experiment) {
        add(a, out, *experiment);
        return true;
    }
    p.technique = technique_by_name(arena_strndup(a, name, n));
    if (!p.technique)
        return diag_fail(d,
                         "there is no technique \"%.*s\" (culprit rank --help "
                         "lists them)",
                         (int)n, name);
    if (name[n] && !entity_kind_by_name(name + n + 1, &p.entity))
        return diag_fail(d, "\"%s\" is no kind of entity", name + n + 1);
    add(a, out, p);
    return true;
}

bool
pick_parse(Arena *a, const char *list, Picks *out, Diag *d)
{
    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ",");
        const char *name = arena_strndup(a, at, n);
        if (strcmp(name, "all") == 0) {
            for (const Technique *t = techniques; t->name; t++)
                add(a, out,
                    (Pick){.label = t->name,
                           .technique = t,
                           .entity = ENTITY_OWN});
        } else if (n && !add_named(a, name, out, d)) {
            return false;
        }
        at += n + (at[n] == ',');
    }
    return out->n > 0 || diag_fail(d, "no technique was named");
}

bool
pick_wants_returns(const Picks *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].technique &&
            (p->at[i].technique->ranks == RANKS_PREDICATES ||
             p->at[i].entity == ENTITY_TUPLE ||
             p->at[i].entity == ENTITY_PREDICATE))
            return true;
    return false;
}
