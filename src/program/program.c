/* program.c - the model's invariants, and words for its classes. */
#include "program/program.h"

#include <assert.h>

void
program_done(Program *p)
{
    arena_done(&p->arena);
    *p = (Program){0};
}

uint32_t
program_first_pair(const Program *p)
{
    return p->n.sites - (p->n.values - p->n.returns) / SITE_CLASSES;
}

const char *
program_class_name(SiteKind kind, unsigned class_index)
{
    static const char *const names[SITE_KINDS][SITE_CLASSES] = {
        [SITE_RETURN_INT] = {"negative", "zero", "positive"},
        [SITE_RETURN_UINT] = {NULL, "zero", "positive"},
        [SITE_RETURN_POINTER] = {"null", "non-null", NULL},
        [SITE_RETURN_STRING] = {"null", "empty", "non-empty"},
        [SITE_RETURN_FLOAT] = {"zero", "non-zero", "NaN"},
        [SITE_PAIR] = {"<", "==", ">"},
        [SITE_RETURN_TRUTH] = {"null", "false", "true"},
        [SITE_RETURN_TEXT] = {"an empty string", "a non-empty string",
                              "a resource"},
        [SITE_RETURN_LIST] = {"an empty array", "a non-empty array",
                              "an object"},
        [SITE_RETURN_SOURCE] = {"a constant", "a computed value", NULL},
    };

    assert(kind < SITE_KINDS && class_index < SITE_CLASSES);
    return names[kind][class_index];
}

static bool
check_function(const Program *p, uint32_t i, uint32_t *block, uint32_t *edge,
               Diag *d)
{
    const ProgramFunction *f = &p->functions[i];

    if (f->block != *block || f->edge != *edge || f->nblocks == 0 ||
        f->nblocks > p->n.blocks - *block || f->nedges > p->n.edges - *edge)
        return diag_fail(d, "function %u has a bad range", i);
    if (f->nedges == 0 || p->edges[f->edge].kind != EDGE_ENTRY)
        return diag_fail(d, "function %u has no entry edge", i);
    if (f->variable > p->n.variables ||
        f->nvariables > p->n.variables - f->variable)
        return diag_fail(d, "function %u has bad variables", i);
    if (f->file != PROGRAM_NONE && f->file >= p->n.files)
        return diag_fail(d, "function %u has a bad file", i);
    if (f->copy_of &&
        (f->copy_of > i || p->functions[f->copy_of - 1].nedges != f->nedges))
        return diag_fail(d, "function %u is no copy of function %u", i,
                         f->copy_of - 1);
    for (uint32_t k = 0; k < f->nblocks; k++)
        if (p->blocks[f->block + k].function != i)
            return diag_fail(d, "block %u is in another function",
                             f->block + k);
    for (uint32_t k = 0; k < f->nedges; k++) {
        const ProgramEdge *e = &p->edges[f->edge + k];
        bool from = e->from == PROGRAM_NONE ? e->kind == EDGE_ENTRY
                                            : e->from - f->block < f->nblocks;
        bool to = e->to == PROGRAM_NONE ? e->kind == EDGE_EXIT
                                        : e->to - f->block < f->nblocks;
        if (!from || !to || e->kind > EDGE_INDIRECT)
            return diag_fail(d, "edge %u leaves its function", f->edge + k);
    }
    *block += f->nblocks;
    *edge += f->nedges;
    return true;
}

static bool
check_blocks(const Program *p, Diag *d)
{
    uint32_t statement = 0;

    for (uint32_t i = 0; i < p->n.blocks; i++) {
        const ProgramBlock *b = &p->blocks[i];
        if (b->statement != statement ||
            b->nstatements > p->n.statements - statement ||
            b->nreached > b->nstatements)
            return diag_fail(d, "block %u has bad statements", i);
        for (uint32_t k = 0; k < b->nstatements; k++) {
            const ProgramStatement *s = &p->statements[statement + k];
            if (s->block != i ||
                (s->file != PROGRAM_NONE && s->file >= p->n.files))
                return diag_fail(d, "statement %u is out of place",
                                 statement + k);
        }
        statement += b->nstatements;
    }
    if (statement != p->n.statements)
        return diag_fail(d, "statements outside of blocks");
    return true;
}

static bool
check_site(const Program *p, uint32_t i, Diag *d)
{
    const ProgramSite *s = &p->sites[i];
    uint32_t first = program_first_pair(p);
    bool counter;

    if (i >= first)
        counter = s->kind == SITE_PAIR &&
                  s->counter == p->n.returns + (i - first) * SITE_CLASSES;
    else if (s->kind == SITE_BRANCH)
        counter = s->counter == PROGRAM_NONE;
    else
        counter = s->kind != SITE_PAIR &&
                  s->counter + (uint64_t)SITE_CLASSES <= p->n.returns;
    if (s->kind >= SITE_KINDS || s->block >= p->n.blocks || !counter ||
        (s->statement != PROGRAM_NONE && s->statement >= p->n.statements))
        return diag_fail(d, "site %u is out of range", i);
    return true;
}

static bool
check_sites(const Program *p, Diag *d)
{
    if (p->n.values < p->n.returns ||
        (p->n.values - p->n.returns) % SITE_CLASSES != 0 ||
        (p->n.values - p->n.returns) / SITE_CLASSES > p->n.sites)
        return diag_fail(d, "the value counters are not those of the sites");
    for (uint32_t i = 0; i < p->n.sites; i++)
        if (!check_site(p, i, d))
            return false;
    return true;
}

bool
program_check(const Program *p, Diag *d)
{
    uint32_t block = 0, edge = 0;

    for (uint32_t i = 0; i < p->n.functions; i++)
        if (!check_function(p, i, &block, &edge, d))
            return false;
    if (block != p->n.blocks || edge != p->n.edges)
        return diag_fail(d, "blocks or edges outside of functions");
    if (!check_blocks(p, d) || !check_sites(p, d))
        return false;
    for (uint32_t i = 0; i < p->n.variables; i++)
        if (p->variables[i].function != PROGRAM_NONE &&
            p->variables[i].function >= p->n.functions)
            return diag_fail(d, "variable %u is out of range", i);
    return true;
}
