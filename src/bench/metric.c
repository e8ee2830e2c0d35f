/* metric.c - how far down a technique's list a person reads to the fault. */
#include "bench/metric.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A key of the map of lines, in a buffer that holds any path. */
typedef struct LineKey LineKey;
struct LineKey {
    char at[4200];
    size_t n;
};

static void
make_key(LineKey *k, const char *file, uint32_t line)
{
    size_t n = strlen(file);

    if (n > sizeof k->at - sizeof line)
        n = sizeof k->at - sizeof line;
    memcpy(k->at, &line, sizeof line);
    memcpy(k->at + sizeof line, file, n);
    k->n = n + sizeof line;
}

void
ground_init(Ground *g, const Program *p, const Entities *statements,
            const bool *faulty)
{
    LineKey k;

    *g = (Ground){.program = p, .statements = statements, .faulty = faulty};
    g->next = mem_zalloc((size_t)statements->n + 1, sizeof *g->next);
    for (uint32_t i = statements->n; i-- > 0;) {
        const Entity *e = &statements->at[i];
        g->next[i] = PROGRAM_NONE;
        if (e->skip)
            continue;
        g->total++;
        g->executed += e->hits.ef + e->hits.ep > 0;
        g->nfaulty += faulty[i];
        make_key(&k, e->file, e->line);
        uint32_t *head = map_put(&g->lines, k.at, k.n, PROGRAM_NONE);
        g->next[i] = *head;
        *head = i;
    }
}

void
ground_done(Ground *g)
{
    map_done(&g->lines);
    free(g->next);
    *g = (Ground){0};
}

enum { T_SCORE_TOP = 5 };

/* Reading: which statements were met, and what was new in this group. */
typedef struct Reading Reading;
struct Reading {
    const Ground *ground;
    bool *seen;
    uint32_t fresh, faulty; /* of the group */
};

static void
meet(Reading *r, uint32_t entity)
{
    if (r->seen[entity] || r->ground->statements->at[entity].skip)
        return;
    r->seen[entity] = true;
    r->fresh++;
    r->faulty += r->ground->faulty[entity];
}

static uint32_t
first_of_line(const Ground *g, const Finding *f)
{
    LineKey k;

    make_key(&k, f->place.file, f->place.line);
    uint32_t *head = map_find(&g->lines, k.at, k.n);
    return head ? *head : PROGRAM_NONE;
}

/* Meet what the finding stands for; is a faulty statement among it? */
static bool
read_finding(Reading *r, const char *unit, const Finding *f)
{
    const Ground *g = r->ground;
    const Entities *s = g->statements;
    bool faulty = false;

    if (strcmp(unit, "function") == 0) {
        for (uint32_t i = 0; i < s->n; i++)
            if (strcmp(s->at[i].function, f->place.function) == 0 &&
                strcmp(s->at[i].file, f->place.file) == 0)
                meet(r, i), faulty |= g->faulty[i];
        return faulty;
    }
    if (strcmp(unit, "block") == 0 && f->id < g->program->n.blocks) {
        const ProgramBlock *b = &g->program->blocks[f->id];
        for (uint32_t i = 0; i < b->nstatements; i++) {
            uint32_t e = s->of_statement[b->statement + i];
            if (e != PROGRAM_NONE)
                meet(r, e), faulty |= g->faulty[e];
        }
        return faulty;
    }
    bool whole = strcmp(unit, "statement") != 0;
    for (uint32_t i = first_of_line(g, f); i != PROGRAM_NONE; i = g->next[i]) {
        if (whole || s->at[i].column == f->place.column)
            meet(r, i);
        faulty |= g->faulty[i]; /* of the line: for counting lines */
    }
    return faulty;
}

static void
set_found(Score *out, uint32_t before, const Reading *r)
{
    out->statements.best = before + 1;
    out->statements.worst = before + r->fresh;
    out->statements.average = before + (r->fresh + 1.0) / (r->faulty + 1.0);
}

/* Lines of the list so far. */
typedef struct ListedLines ListedLines;
struct ListedLines {
    Map seen;
    uint32_t found; /* position of the first faulty one, 0: not yet */
};

static void
read_line(ListedLines *l, const char *unit, const Finding *f, bool faulty)
{
    LineKey k;

    /* A function is one place wherever its lines are. */
    make_key(&k,
             strcmp(unit, "function") == 0 ? f->place.function : f->place.file,
             f->place.line);
    map_put(&l->seen, k.at, k.n, 0);
    if (faulty && !l->found)
        l->found = (uint32_t)l->seen.n;
}

void
metric_score(const Findings *f, const Ground *g, Score *out)
{
    Reading r = {.ground = g,
                 .seen = mem_zalloc((size_t)g->statements->n + 1, 1)};
    ListedLines lines = {0};
    uint32_t before = 0;

    assert(g->nfaulty > 0);
    out->report = (uint32_t)f->n;
    for (size_t i = 0, end;
         i < f->n && !(out->statements.worst && out->lines.listed); i = end) {
        r.fresh = r.faulty = 0;
        for (end = i; end < f->n && f->at[end].group == f->at[i].group; end++)
            read_line(&lines, f->unit, &f->at[end],
                      read_finding(&r, f->unit, &f->at[end]));
        if (r.faulty && !out->statements.worst)
            set_found(out, before, &r);
        if (lines.found && !out->lines.listed) {
            out->lines.listed = lines.found;
            out->lines.worst = (uint32_t)lines.seen.n;
        }
        before += r.fresh;
    }
    if (!out->statements.worst) { /* among the rest, which comes last */
        r.fresh = g->total - before;
        r.faulty = g->nfaulty;
        set_found(out, before, &r);
    }
    map_done(&lines.seen);
    free(r.seen);
}

double
metric_first_right(const Findings *f, const Ground *g)
{
    Reading r = {.ground = g,
                 .seen = mem_zalloc((size_t)g->statements->n + 1, 1)};
    Map good = {0}, all = {0};
    LineKey k;

    for (size_t i = 0; i < f->n && f->at[i].group == f->at[0].group; i++) {
        const FindingPlace *p = &f->at[i].place;
        make_key(&k, p->file, p->line);
        map_put(&all, k.at, k.n, 0);
        if (read_finding(&r, f->unit, &f->at[i]))
            map_put(&good, k.at, k.n, 0);
    }
    double right = all.n ? (double)good.n / (double)all.n : 0;
    map_done(&good);
    map_done(&all);
    free(r.seen);
    return right;
}

static const Evidence *
find_evidence(const Finding *f, const char *key)
{
    for (size_t i = 0; i < f->nevidence; i++)
        if (strcmp(f->evidence[i].key, key) == 0)
            return &f->evidence[i];
    return NULL;
}

uint32_t
metric_distance(const Findings *f, const Ground *g)
{
    Reading r = {.ground = g,
                 .seen = mem_zalloc((size_t)g->statements->n + 1, 1)};
    uint32_t distance = f->n ? METRIC_FAR : METRIC_NONE;

    for (size_t i = 0; i < f->n; i++) {
        const Evidence *e = find_evidence(&f->at[i], "distance");
        if (!e) {
            distance = METRIC_NONE;
            break;
        }
        if (read_finding(&r, f->unit, &f->at[i]) && e->number < distance)
            distance = (uint32_t)e->number;
    }
    free(r.seen);
    return distance;
}

double
metric_tscore(const Findings *f, const Ground *g, const Pdg *pdg)
{
    uint32_t n = g->program->n.statements;
    uint32_t *blamed = mem_zalloc((size_t)n + 1, sizeof *blamed);
    uint32_t *faulty = mem_zalloc((size_t)n + 1, sizeof *faulty);
    size_t nblamed = 0, nfaulty = 0;
    Reading r = {.ground = g,
                 .seen = mem_zalloc((size_t)g->statements->n + 1, 1)};

    for (size_t i = 0; i < f->n && i < T_SCORE_TOP; i++)
        read_finding(&r, f->unit, &f->at[i]);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = g->statements->of_statement[i];
        if (e != PROGRAM_NONE && r.seen[e])
            blamed[nblamed++] = i;
        if (e != PROGRAM_NONE && g->faulty[e])
            faulty[nfaulty++] = i;
    }
    double score = pdg_score(pdg, blamed, nblamed, faulty, nfaulty);
    free(blamed);
    free(faulty);
    free(r.seen);
    return 1 - score;
}

bool
metric_is_well_localized(const Score *s, uint32_t executed)
{
    return s->statements.worst == 1 ||
           (double)s->statements.worst <= executed / 100.0;
}
