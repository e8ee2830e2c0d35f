/* profile_pieces.c - spectra of pieces of runs, which are about a small part of
 * the program each.
 */
#include "run/profile.h"

#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) IndexList;

struct ProfilePieces {
    uint32_t *function;  /* counter -> the function that it is of */
    bool *touched;       /* function: some of its edges may be other than 0 */
    IndexList functions; /* those */
    IndexList counters;  /* that are other than 0 */
    IndexList edges, values; /* likewise, ascending */
};

void
profile_forget_pieces(Profile *p)
{
    struct ProfilePieces *s = p->pieces;

    if (!s)
        return;
    free(s->function);
    free(s->touched);
    vec_done(&s->functions);
    vec_done(&s->counters);
    vec_done(&s->edges);
    vec_done(&s->values);
    free(s);
    p->pieces = NULL;
}

/* The counters of each function: of its edges, and of blocks. */
static void
map_counters(struct ProfilePieces *s, const ProbePlan *plan)
{
    const Program *p = plan->program;

    for (uint32_t i = 0; i < p->n.functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        for (uint32_t e = f->edge; e < f->edge + f->nedges; e++)
            if (plan->edge[e] != PROGRAM_NONE)
                s->function[plan->edge[e]] = i;
        for (uint32_t b = f->block; b < f->block + f->nblocks; b++)
            if (plan->meter[b] != PROGRAM_NONE)
                s->function[plan->meter[b]] = i;
    }
}

static void
touch(struct ProfilePieces *s, uint32_t function)
{
    if (s->touched[function])
        return;
    s->touched[function] = true;
    vec_push(&s->functions, function);
}

/* Set what was touched to 0 again. */
static void
clear(Profile *p, const Program *program)
{
    struct ProfilePieces *s = p->pieces;

    for (size_t i = 0; i < s->functions.n; i++) {
        const ProgramFunction *f = &program->functions[s->functions.at[i]];
        memset(p->edges + f->edge, 0, f->nedges * sizeof *p->edges);
        s->touched[s->functions.at[i]] = false;
    }
    for (size_t i = 0; i < s->counters.n; i++)
        p->counters[s->counters.at[i]] = 0;
    for (size_t i = 0; i < s->values.n; i++)
        p->returns[s->values.at[i]] = 0;
    s->functions.n = s->counters.n = s->edges.n = s->values.n = 0;
}

void
profile_begin_pieces(Profile *p, const ProbePlan *plan)
{
    if (!p->pieces) {
        profile_clear(p, plan);
        memset(p->counters, 0, ((size_t)plan->nprobes + p->nvalues) * 8);
        p->pieces = mem_zalloc(1, sizeof *p->pieces);
        p->pieces->function =
            mem_zalloc((size_t)plan->nprobes + 1, sizeof(uint32_t));
        p->pieces->touched = mem_zalloc(plan->program->n.functions + 1, 1);
        map_counters(p->pieces, plan);
    }
    clear(p, plan->program);
    p->nprocesses = p->ncontradictions = p->nunreadable = p->nbegun = 0;
}

void
profile_add_piece(Profile *p, const ProbePlan *plan, uint32_t counter,
                  uint64_t count)
{
    struct ProfilePieces *s = p->pieces;
    uint64_t *to = &p->counters[counter];

    if (!*to)
        vec_push(&s->counters, counter);
    if (__builtin_add_overflow(*to, count, to))
        *to = UINT64_MAX;
    if (counter < plan->nprobes)
        touch(s, s->function[counter]);
}

/* A piece may begin and end anywhere: what contradicts itself is taken as it
 * is. What copies of a function did counts as the first one's. */
static void
derive(Profile *p, const ProbePlan *plan)
{
    struct ProfilePieces *s = p->pieces;
    const ProgramFunction *functions = plan->program->functions;
    const size_t n = s->functions.n;

    for (size_t i = 0; i < n; i++)
        probe_derive_function(plan, s->functions.at[i], p->counters, p->edges);
    for (size_t i = 0; i < n; i++) {
        const ProgramFunction *f = &functions[s->functions.at[i]];
        if (!f->copy_of)
            continue;
        touch(s, f->copy_of - 1);
        for (uint32_t e = 0; e < f->nedges; e++) {
            p->edges[functions[f->copy_of - 1].edge + e] +=
                p->edges[f->edge + e];
            p->edges[f->edge + e] = 0;
        }
    }
}

static int
ascending(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static void
sort(IndexList *l)
{
    if (l->n)
        qsort(l->at, l->n, sizeof *l->at, ascending);
}

void
profile_end_pieces(Profile *p, const ProbePlan *plan)
{
    struct ProfilePieces *s = p->pieces;

    derive(p, plan);
    for (size_t i = 0; i < s->functions.n; i++) {
        const ProgramFunction *f =
            &plan->program->functions[s->functions.at[i]];
        for (uint32_t e = f->edge; e < f->edge + f->nedges; e++)
            if (p->edges[e])
                vec_push(&s->edges, e);
    }
    for (size_t i = 0; p->returns && i < s->counters.n; i++) {
        const uint32_t c = s->counters.at[i];
        if (c < plan->nprobes || c >= plan->nprobes + p->nvalues)
            continue;
        p->returns[c - plan->nprobes] = p->counters[c];
        vec_push(&s->values, c - plan->nprobes);
    }
    sort(&s->edges);
    sort(&s->values);
    p->nprocesses = 1;
}

/* An empty list is a list. */
static BlobList
list_of(const IndexList *l)
{
    static const uint32_t none[1];

    return (BlobList){l->at ? l->at : none, (uint32_t)l->n};
}

BlobList
profile_some_edges(const Profile *p)
{
    return p->pieces ? list_of(&p->pieces->edges) : (BlobList){0};
}

BlobList
profile_some_returns(const Profile *p)
{
    return p->pieces ? list_of(&p->pieces->values) : (BlobList){0};
}
