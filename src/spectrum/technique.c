/* technique.c - all spectrum techniques behind one interface. */
#include "spectrum/technique.h"

#include "base/clock.h"
#include "spectrum/branch.h"
#include "spectrum/cbi.h"
#include "spectrum/cp.h"
#include "spectrum/neighbour.h"
#include "spectrum/sober.h"

#include <math.h>
#include <string.h>

#define SPECTRUM(run, name, needs, ranks, reference, description)       \
    static bool run(const Technique *t, const RankOptions *o, Study *s, \
                    Findings *out, Diag *d);
#include "format/techniques.def"
static bool run_formula(const Technique *t, const RankOptions *o, Study *s,
                        Findings *out, Diag *d);

const Technique techniques[] = {
#define FORMULA(id, name, law, ref, expr)               \
    {name,       "similarity of being run and failing", \
     ref,        NEEDS_ANYTHING,                        \
     RANKS_ALL,  FORMULA_##id,                          \
     run_formula},
#include "spectrum/formula.def"
#undef FORMULA
#define SPECTRUM(run, name, needs, ranks, reference, description) \
    {name,          description,   reference, NEEDS_##needs,      \
     RANKS_##ranks, FORMULA_COUNT, run},
#include "format/techniques.def"
    {0},
};

void
study_init(Study *s, const Runs *runs, const uint32_t *failing, size_t nfailing,
           const Filter *filter)
{
    *s = (Study){.filter = filter};
    spectrum_init(&s->spectrum, runs, failing, nfailing);
}

void
study_done(Study *s)
{
    for (unsigned k = 0; k < ENTITY_KINDS; k++)
        if (s->have[k])
            entities_done(&s->entities[k]);
    spectrum_done(&s->spectrum);
}

const Entities *
study_entities(Study *s, EntityKind kind, Diag *d)
{
    if (!s->have[kind]) {
        if (!entities_init(&s->entities[kind], kind, &s->spectrum, d)) {
            entities_done(&s->entities[kind]);
            return NULL;
        }
        if (s->filter)
            filter_apply(s->filter, &s->entities[kind], d);
        s->have[kind] = true;
    }
    return &s->entities[kind];
}

const Technique *
technique_by_name(const char *name)
{
    for (const Technique *t = techniques; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

static EntityKind
own_kind(const Technique *t, EntityKind wanted)
{
    if (wanted != ENTITY_OWN)
        return wanted;
    return t->ranks == RANKS_PREDICATES ? ENTITY_PREDICATE : ENTITY_STATEMENT;
}

static bool
has_passing(const Runs *runs)
{
    for (uint32_t i = 0; i < runs->nruns; i++)
        if (runs->runs[i].verdict == VERDICT_PASS && !runs->runs[i].lost)
            return true;
    return false;
}

bool
technique_fits(const Technique *t, const Runs *runs, EntityKind wanted)
{
    EntityKind kind = own_kind(t, wanted);

    if (t->needs == NEEDS_PASSING && !has_passing(runs))
        return false;
    if (!runs->program &&
        (t->needs == NEEDS_PROGRAM ||
         (kind != ENTITY_STATEMENT && kind != ENTITY_FUNCTION)))
        return false;
    switch (t->ranks) {
    case RANKS_BLOCKS:
        return kind == ENTITY_STATEMENT || kind == ENTITY_BLOCK;
    case RANKS_PREDICATES:
        return kind == ENTITY_PREDICATE;
    case RANKS_ALL:
        break;
    }
    return true;
}

static bool
explain_misfit(const Technique *t, const Runs *runs, Diag *d)
{
    if (!runs->program && t->needs == NEEDS_PROGRAM)
        return diag_fail(d,
                         "%s needs control flow, which imported coverage "
                         "does not have; build with culprit-cc and use "
                         "culprit run",
                         t->name);
    if (t->needs == NEEDS_PASSING && !has_passing(runs))
        return diag_fail(d, "%s needs a passing test to compare with", t->name);
    return diag_fail(d, "%s ranks %s", t->name,
                     t->ranks == RANKS_PREDICATES ? "predicates only"
                     : runs->program              ? "statements or blocks only"
                                     : "lines (statement) or functions only");
}

bool
technique_run_on(const Technique *t, const RankOptions *o, Study *s,
                 Findings *out, Diag *d)
{
    const Runs *runs = s->spectrum.runs;
    double start = clock_now();

    *out = (Findings){
        .technique = t->name,
        .description = t->description,
        .cluster = "",
    };
    if (!s->spectrum.nfailed)
        return diag_nothing(d,
                            "no failing test: nothing to explain (%u passing, "
                            "%u without a verdict or coverage)",
                            s->spectrum.npassed,
                            runs->nruns - s->spectrum.npassed);
    if (!technique_fits(t, runs, o->entity))
        return explain_misfit(t, runs, d);
    bool ok = t->run(t, o, s, out, d);
    out->cost.wall_s = clock_now() - start;
    return ok;
}

bool
technique_run(const Technique *t, const RankOptions *o, const Runs *runs,
              Findings *out, Diag *d)
{
    Study s;

    study_init(&s, runs, NULL, 0, o->filter);
    bool ok = technique_run_on(t, o, &s, out, d);
    study_done(&s);
    return ok;
}

static bool
run_formula(const Technique *t, const RankOptions *o, Study *s, Findings *out,
            Diag *d)
{
    const Spectrum *sp = &s->spectrum;
    const Entities *e = study_entities(s, own_kind(t, o->entity), d);
    Arena a = {0};

    if (!e)
        return false;
    double *scores = ARENA_ARRAY(&a, double, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        Hits h = e->at[i].hits;
        scores[i] = formula_score(t->formula, (Counts){
                                                  .ef = h.ef,
                                                  .nf = sp->nfailed - h.ef,
                                                  .ep = h.ep,
                                                  .np = sp->npassed - h.ep,
                                              });
    }
    rank_findings(sp, e, scores, o, NULL, out);
    arena_done(&a);
    return true;
}

/* A statement takes the score of the block where it begins: the first
 * executed one that it has a piece in; of several functions (from a header),
 * the largest. Entities in no block come after all others. */
static double *
spread_blocks(const Study *s, const Entities *e, const double *blocks, Arena *a)
{
    const Program *p = s->spectrum.runs->program;
    double *scores = ARENA_ARRAY(a, double, e->n);
    uint32_t *seen = ARENA_ARRAY(a, uint32_t, e->n); /* function, plus 1 */

    for (uint32_t i = 0; i < e->n; i++)
        scores[i] = -INFINITY;
    if (!e->of_statement) { /* blocks; or foreign lines, their own units */
        memcpy(scores, blocks, e->n * sizeof *scores);
        return scores;
    }
    for (uint32_t i = 0; i < p->n.statements; i++) {
        uint32_t b = p->statements[i].block, k = e->of_statement[i];
        if (k == PROGRAM_NONE || b == PROGRAM_NONE)
            continue;
        Hits h = s->spectrum.blocks[b];
        if (h.ef + h.ep == 0 || seen[k] == p->blocks[b].function + 1)
            continue;
        seen[k] = p->blocks[b].function + 1;
        scores[k] = fmax(scores[k], blocks[b]);
    }
    return scores;
}

static bool
run_branch(const Technique *t, const RankOptions *o, Study *s, Findings *out,
           Diag *d)
{
    const Entities *e = study_entities(s, own_kind(t, o->entity), d);
    Arena a = {0};

    if (!e)
        return false;
    double *blocks =
        ARENA_ARRAY(&a, double, s->spectrum.runs->program->n.blocks);
    branch_scores(&s->spectrum, blocks);
    rank_findings(&s->spectrum, e, spread_blocks(s, e, blocks, &a), o, NULL,
                  out);
    arena_done(&a);
    return true;
}

typedef struct CpNote CpNote;
struct CpNote {
    const Cp *cp;
    const Program *program;
    const Entities *entities;
};

static void
note_cp(const void *context, uint32_t entity, Finding *f, Arena *a)
{
    static const char *const words[] = {
        [CP_UNCOVERED] = "uncovered", [CP_EXACT] = "exact",
        [CP_LIMIT] = "limit",         [CP_REGULARISED] = "regularised",
        [CP_LOCAL] = "local",
    };
    const CpNote *n = context;
    uint32_t b = n->entities->at[entity].block;
    CpSystem how = (CpSystem)n->cp->system[n->program->blocks[b].function];

    rank_add_evidence(f, a, (Evidence){.key = "system", .text = words[how]});
}

/* Say which functions' equations had no (trustworthy) solution. */
static void
warn_systems(const Cp *cp, const Program *p, Diag *d)
{
    uint32_t n = cp->nregularised + cp->nlocal, first = 0;

    if (!n)
        return;
    while (cp->system[first] != CP_REGULARISED && cp->system[first] != CP_LOCAL)
        first++;
    diag_warn(d,
              "cp: the equations of %u of %u functions (such as %s) are nearly "
              "dependent; their scores are the smallest that fit best",
              n, p->n.functions, p->functions[first].name);
}

static bool
propagate(CpRule rule, const Technique *t, const RankOptions *o, Study *s,
          Findings *out, Diag *d)
{
    const Entities *e = study_entities(s, own_kind(t, o->entity), d);
    const Program *p = s->spectrum.runs->program;
    Arena a = {0};
    Cp cp;

    if (!e)
        return false;
    cp_solve(&s->spectrum, rule, &a, &cp);
    warn_systems(&cp, p, d);
    for (uint32_t b = 0; b < p->n.blocks; b++)
        if (fabs(cp.block[b]) < 1e-9) /* a stand-in for 0, see cp.c */
            cp.block[b] = 0;
    CpNote context = {&cp, p, e};
    rank_findings(&s->spectrum, e, spread_blocks(s, e, cp.block, &a), o,
                  &(RankNote){note_cp, &context}, out);
    arena_done(&a);
    return true;
}

static bool
run_cp(const Technique *t, const RankOptions *o, Study *s, Findings *out,
       Diag *d)
{
    return propagate(CP_PUBLISHED, t, o, s, out, d);
}

static bool
run_damped(const Technique *t, const RankOptions *o, Study *s, Findings *out,
           Diag *d)
{
    return propagate(CP_DAMPED, t, o, s, out, d);
}

static void
note_cbi(const void *context, uint32_t entity, Finding *f, Arena *a)
{
    const Cbi *c = (const Cbi *)context + entity;

    f->message = arena_printf(
        a,
        "%.0f %% of runs where it held failed, %.0f %% of those that got "
        "there; %s",
        100 * c->failure, 100 * c->context, f->message);
    rank_add_evidence(f, a, (Evidence){.key = "failure", .number = c->failure});
    rank_add_evidence(f, a, (Evidence){.key = "context", .number = c->context});
    rank_add_evidence(f, a,
                      (Evidence){.key = "increase", .number = c->increase});
    rank_add_evidence(f, a, (Evidence){.key = "error", .number = c->error});
}

static bool
run_cbi(const Technique *t, const RankOptions *o, Study *s, Findings *out,
        Diag *d)
{
    const Entities *e = study_entities(s, own_kind(t, o->entity), d);
    Arena a = {0};

    if (!e)
        return false;
    Cbi *c = ARENA_ARRAY(&a, Cbi, e->n);
    double *scores = ARENA_ARRAY(&a, double, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        c[i] = cbi_predicate(e->at[i].hits, e->at[i].observed,
                             s->spectrum.nfailed);
        scores[i] = c[i].dropped ? -INFINITY : c[i].importance;
    }
    rank_findings(&s->spectrum, e, scores, o, &(RankNote){note_cbi, c}, out);
    arena_done(&a);
    return true;
}

static void
note_sober(const void *context, uint32_t entity, Finding *f, Arena *a)
{
    const Sober *b = (const Sober *)context + entity;

    f->message = arena_printf(a,
                              "holds %.0f %% of the time in failing runs, "
                              "%.0f %% in passing ones",
                              100 * b->fail, 100 * b->pass);
    rank_add_evidence(f, a, (Evidence){.key = "fail", .number = b->fail});
    rank_add_evidence(f, a, (Evidence){.key = "pass", .number = b->pass});
    rank_add_evidence(f, a, (Evidence){.key = "sigma", .number = b->sigma});
}

/* The two outcomes of a condition mirror each other: keep the one that holds
 * more often in failing runs. */
static bool
is_mirror(const Program *p, const Entity *e, const Sober *b)
{
    if (e->form != FORM_OUTCOME)
        return false;
    if (p->edges[e->id].kind == EDGE_TRUE)
        return b->fail < b->pass;
    return p->edges[e->id].kind == EDGE_FALSE && b->fail <= b->pass;
}

static bool
run_sober(const Technique *t, const RankOptions *o, Study *s, Findings *out,
          Diag *d)
{
    const Entities *e = study_entities(s, own_kind(t, o->entity), d);
    Arena a = {0};

    if (!e)
        return false;
    Sober *b = ARENA_ARRAY(&a, Sober, e->n);
    double *scores = ARENA_ARRAY(&a, double, e->n);
    sober_predicates(&s->spectrum, e, b);
    for (uint32_t i = 0; i < e->n; i++)
        scores[i] = is_mirror(s->spectrum.runs->program, &e->at[i], &b[i])
                        ? NAN
                        : b[i].score;
    rank_findings(&s->spectrum, e, scores, o, &(RankNote){note_sober, b}, out);
    arena_done(&a);
    return true;
}

static void
note_neighbour(const void *context, uint32_t entity, Finding *f, Arena *a)
{
    const char *nearest = context; /* name of the run, or NULL */

    (void)entity;
    if (nearest)
        f->message =
            arena_printf(a, "not run by the nearest passing test, %s", nearest);
}

static bool
run_neighbour(NeighbourKind kind, const Technique *t, const RankOptions *o,
              Study *s, Findings *out, Diag *d)
{
    const Spectrum *sp = &s->spectrum;
    const Entities *e = study_entities(s, own_kind(t, o->entity), d);
    const char *nearest = NULL;
    Arena a = {0};
    Neighbour n;

    if (!e || !neighbour_report(kind, sp, &a, &n, d)) {
        arena_done(&a);
        return false;
    }
    for (uint32_t r = 0; sp->nfailed == 1 && r < sp->runs->nruns; r++)
        if (n.nearest[r] != PROGRAM_NONE)
            nearest = sp->runs->runs[n.nearest[r]].name;
    double *scores = spread_blocks(s, e, n.unit, &a);
    for (uint32_t i = 0; i < e->n; i++)
        if (scores[i] <= 0) /* not reported */
            scores[i] = -INFINITY;
    rank_findings(sp, e, scores, o, &(RankNote){note_neighbour, nearest}, out);
    arena_done(&a);
    return true;
}

static bool
run_union(const Technique *t, const RankOptions *o, Study *s, Findings *out,
          Diag *d)
{
    return run_neighbour(NEIGHBOUR_UNION, t, o, s, out, d);
}

static bool
run_intersection(const Technique *t, const RankOptions *o, Study *s,
                 Findings *out, Diag *d)
{
    return run_neighbour(NEIGHBOUR_INTERSECTION, t, o, s, out, d);
}

static bool
run_binary(const Technique *t, const RankOptions *o, Study *s, Findings *out,
           Diag *d)
{
    return run_neighbour(NEIGHBOUR_BINARY, t, o, s, out, d);
}

static bool
run_permutation(const Technique *t, const RankOptions *o, Study *s,
                Findings *out, Diag *d)
{
    return run_neighbour(NEIGHBOUR_PERMUTATION, t, o, s, out, d);
}
