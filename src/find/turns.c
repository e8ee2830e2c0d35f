/* turns.c - which change is tried next.
 *
 * Changes come in groups, those of one kind at one site. A group has a turn and
 * a count; its members are made when their turn comes, so that what is never
 * tried takes no room. Spectrum scores order the work, they do not cut it.
 */
#include "find/inside.h"

#include "find/foretell.h"
#include "format/tuning.h"

#include <stdlib.h>

static int
earlier(const void *a, const void *b)
{
    const TurnGroup *x = a, *y = b;

    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    if (x->site != y->site)
        return x->site < y->site ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Where the site is among the suspects, 0 to 1. */
static double
place_of(const Finder *f, const MutateSite *site)
{
    const uint32_t entity = find_entity(f, site);

    return entity == PROGRAM_NONE
               ? tuning(TUNE_find_placeless)
               : f->suspects.place[entity] / (f->entities->n + 1.0);
}

/* What a tier takes a change back, in places. */
static double
weight_of_tier(const Finder *f, const MutateSite *site)
{
    const uint32_t entity = find_entity(f, site);
    const bool named = entity != PROGRAM_NONE && f->suspects.named[entity];

    return tuning(f->r->sites.language.context ? TUNE_find_text_tier_weight
                                               : TUNE_find_tier_weight) *
           (named ? tuning(TUNE_find_named_weight) : 1);
}

/* The groups of one site, whose changes are these. */
static void
add_groups(Finder *f, uint32_t site, const Alterations *all)
{
    const double place = place_of(f, &f->r->sites.at[site]);
    const double tier_weight = weight_of_tier(f, &f->r->sites.at[site]);
    uint32_t n[ALTERATION_KINDS] = {0}, first[ALTERATION_KINDS];

    for (uint32_t i = 0; i < all->n; i++)
        if (n[all->at[i].kind]++ == 0)
            first[all->at[i].kind] = i;
    for (unsigned k = 0; k < ALTERATION_KINDS; k++)
        if (n[k])
            vec_push(&f->turns.groups,
                     (TurnGroup){.turn = place +
                                         tier_weight *
                                             alteration_tier((AlterationKind)k),
                                 .site = site,
                                 .kind = (uint8_t)k,
                                 .first = first[k]});
    f->turns.nleft += all->n;
}

static void
watch_variable(Watch *w, uint32_t variable)
{
    uint32_t n = 0;

    while (n < w->nvariables && w->variables[n] != variable)
        n++;
    if (variable != MUTATE_NONE && n == w->nvariables && n < MUTATE_WATCHED)
        w->variables[w->nvariables++] = variable;
}

/* Which variables these changes need to be foretold; those that are tried
 * first come first. */
static void
plan_watch(Finder *f, uint32_t site, const Alterations *all)
{
    const uint32_t watched = foretell_watched(&f->r->sites, site);
    const uint32_t fresh = (uint32_t)f->told.watches.n;
    unsigned tiers = 0;

    if (watched == MUTATE_NONE || all->n == 0)
        return;
    const uint32_t at = *map_put(&f->told.of, &watched, sizeof watched, fresh);
    if (at == fresh)
        vec_push(&f->told.watches,
                 (Watch){.site = watched, .test = MUTATE_NONE});
    Watch *w = &f->told.watches.at[at];
    for (unsigned tier = 0; tier <= tiers; tier++)
        for (size_t i = 0; i < all->n; i++) {
            const Alteration *a = &all->at[i];
            const unsigned its = alteration_tier((AlterationKind)a->kind);
            tiers = its > tiers ? its : tiers;
            if (its != tier)
                continue;
            watch_variable(w, a->names.variable);
            watch_variable(w, a->names.other);
        }
}

void
turns_plan(Finder *f)
{
    Alterations all = {0};
    Turns *t = &f->turns;
    uint32_t number = 0;

    for (uint32_t i = 0; i < f->r->sites.n; i++) {
        const bool reached = find_is_reached(f, &f->r->sites.at[i]);
        all.n = 0;
        if (reached || f->spec->log.every)
            alteration_list(&f->r->sites, i, &all);
        if (f->spec->log.every)
            vec_push(&t->site_numbers, number);
        number += (uint32_t)all.n;
        all.n = reached ? all.n : 0;
        add_groups(f, i, &all);
        plan_watch(f, i, &all);
    }
    if (t->groups.n)
        qsort(t->groups.at, t->groups.n, sizeof *t->groups.at, earlier);
    turns_count(f);
    vec_done(&all);
}

void
turns_count(Finder *f)
{
    f->r->search.nlisted = f->r->trials.n + f->turns.nleft;
}

/* Which change of the list of all this new trial is. */
static void
keep_number(Finder *f, uint32_t site, size_t i)
{
    while (f->turns.trial_numbers.n <
           f->r->trials.n) /* others were added meanwhile */
        vec_push(&f->turns.trial_numbers, MUTATE_NONE);
    vec_push(&f->turns.trial_numbers,
             f->turns.site_numbers.at[site] + (uint32_t)i);
}

/* Make the members of a group. */
static void
make_members(Finder *f, const TurnGroup *g, Alterations *room)
{
    room->n = 0;
    alteration_list(&f->r->sites, g->site, room);
    for (size_t i = g->first; i < room->n; i++)
        if (room->at[i].kind == g->kind) {
            if (f->spec->log.every)
                keep_number(f, g->site, i);
            vec_push(&f->r->trials, (Trial){.a = room->at[i]});
            f->turns.nleft--;
        }
}

bool
turns_next(Finder *f, size_t most)
{
    Turns *t = &f->turns;
    Alterations room = {0};
    const size_t from = f->r->trials.n;

    while (t->next < t->groups.n && f->r->trials.n - from < most)
        make_members(f, &t->groups.at[t->next++], &room);
    vec_done(&room);
    return f->r->trials.n > from;
}

void
turns_done(Turns *t)
{
    vec_done(&t->groups);
    vec_done(&t->site_numbers);
    vec_done(&t->trial_numbers);
}
