/* ranking.c - what `culprit rank` and `culprit report` share: which runs, which
 * techniques over what, and the lists of findings that come of it.
 */
#include "cmd/ranking.h"

#include <string.h>

bool
ranking_check(Ranking *r, Diag *d)
{
    const RankingOptions *s = &r->set;

    r->entity = ENTITY_OWN;
    if (s->entity && !entity_kind_by_name(s->entity, &r->entity))
        return diag_fail(d,
                         "no entity %s; there are statement, block, edge, "
                         "tuple, predicate and function",
                         s->entity);
    for (size_t i = 0; i < s->techniques.n; i++)
        if (strcmp(s->techniques.at[i], "all") != 0 &&
            !technique_by_name(s->techniques.at[i]))
            return diag_fail(d, "no technique %s (see culprit rank --list)",
                             s->techniques.at[i]);
    r->filter = (Filter){
        .include = s->include.at,
        .ninclude = s->include.n,
        .exclude = s->exclude.at,
        .nexclude = s->exclude.n,
        .ignore_marks = s->no_marks,
        .own = true,
    };
    return true;
}

/* One pass over the techniques: lists from `first` on are its own. */
typedef struct Pass Pass;
struct Pass {
    Study study;
    size_t limit, first;
    const char *cluster;
};

static bool
is_listed(const Ranking *r, const Pass *p, const char *technique)
{
    for (size_t i = p->first; i < r->lists.n; i++)
        if (strcmp(r->lists.at[i].technique, technique) == 0)
            return true;
    return false;
}

static bool
run_one(Ranking *r, const Technique *t, Pass *p, Diag *d)
{
    RankOptions o = {
        .entity = r->entity, .limit = p->limit, .filter = &r->filter};
    Findings f = {0};

    if (!technique_run_on(t, &o, &p->study, &f, d)) {
        findings_done(&f);
        return false;
    }
    f.cluster = arena_strdup(&f.arena, p->cluster);
    vec_push(&r->lists, f);
    return true;
}

/* "all" adds those that are not there yet. */
static bool
run_named(Ranking *r, const char *name, Pass *p, Diag *d)
{
    bool ok = true;

    if (strcmp(name, "all") != 0)
        return run_one(r, technique_by_name(name), p, d);
    for (const Technique *t = techniques; t->name && ok; t++)
        if (technique_fits(t, &r->loaded.runs, r->entity) &&
            !is_listed(r, p, t->name))
            ok = run_one(r, t, p, d);
    return ok;
}

/* All asked-for techniques over the failing runs given, or all. */
static bool
rank(Ranking *r, const Cluster *c, const char *text, size_t limit, bool whole,
     Diag *d)
{
    const Texts *names = &r->set.techniques;
    Pass p = {.limit = limit, .first = r->lists.n, .cluster = text};
    bool ok = true;

    study_init(&p.study, &r->loaded.runs, c ? c->run : NULL, c ? c->n : 0,
               &r->filter);
    for (size_t i = 0; ok && i < names->n; i++)
        ok = run_named(r, names->at[i], &p, d);
    if (names->n == 0)
        ok = run_named(r, "ochiai", &p, d) &&
             (!whole || run_named(r, "all", &p, d));
    study_done(&p.study);
    return ok;
}

static bool
rank_clusters(Ranking *r, size_t limit, bool whole, Diag *d)
{
    Clusters *c = &r->clusters;
    Spectrum s;
    Arena a = {0};

    spectrum_init(&s, &r->loaded.runs, NULL, 0);
    bool ok = s.nfailed ? clusters_init(c, &s, d)
                        : rank(r, NULL, "", limit, whole, d);
    for (size_t i = 0; ok && i < c->n; i++) {
        const char *text =
            arena_printf(&a, "cluster %zu of %zu, %s", i + 1, c->n,
                         cluster_text(&c->at[i], &r->loaded.runs, &a));
        ok = rank(r, &c->at[i], text, limit, whole, d);
    }
    spectrum_done(&s);
    arena_done(&a);
    return ok;
}

/* What makes the answer worth less is said beside it. */
static void
warn_of_runs(const Runs *r, Diag *d)
{
    uint32_t passed = 0, lost = 0;

    for (uint32_t i = 0; i < r->nruns; i++) {
        passed += r->runs[i].verdict == VERDICT_PASS && !r->runs[i].lost;
        lost += r->runs[i].lost;
    }
    if (passed == 0)
        diag_warn(d, "no passing test: nothing tells what failing tests run "
                     "from what they run wrongly");
    if (lost)
        diag_warn(d, "%u of %u tests left no coverage and are ignored", lost,
                  r->nruns);
}

bool
ranking_make(Ranking *r, size_t limit, bool whole, Diag *d)
{
    if (!load_runs(&r->set.load, &r->loaded, d))
        return false;
    bool ok = r->set.cluster ? rank_clusters(r, limit, whole, d)
                             : rank(r, NULL, "", limit, whole, d);
    if (ok)
        warn_of_runs(&r->loaded.runs, d);
    return ok;
}

size_t
ranking_found(const Ranking *r)
{
    size_t found = 0;

    for (size_t i = 0; i < r->lists.n; i++)
        found += r->lists.at[i].n;
    return found;
}

void
ranking_done(Ranking *r)
{
    for (size_t i = 0; i < r->lists.n; i++)
        findings_done(&r->lists.at[i]);
    vec_done(&r->lists);
    clusters_done(&r->clusters);
    loaded_done(&r->loaded);
}
