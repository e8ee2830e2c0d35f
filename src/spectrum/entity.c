/* entity.c - what can be ranked, each with the runs that covered it. */
#include "spectrum/entity.h"

#include "base/map.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

static const char *const names[ENTITY_KINDS] = {
    [ENTITY_STATEMENT] = "statement", [ENTITY_BLOCK] = "block",
    [ENTITY_EDGE] = "edge",           [ENTITY_TUPLE] = "tuple",
    [ENTITY_PREDICATE] = "predicate", [ENTITY_FUNCTION] = "function",
};

typedef VEC(Entity) EntityVec;

bool
entity_kind_by_name(const char *name, EntityKind *out)
{
    for (unsigned k = 0; k < ENTITY_KINDS; k++) {
        if (strcmp(names[k], name) == 0) {
            *out = (EntityKind)k;
            return true;
        }
    }
    return false;
}

static const char *
file_path(const Program *p, uint32_t file)
{
    return file == PROGRAM_NONE ? "" : p->files[file].path;
}

/* An entity in block b (its function, no line yet). */
static Entity
in_block(const Program *p, uint32_t b, EntityForm form, uint32_t id)
{
    Entity e = {
        .id = id,
        .site = PROGRAM_NONE,
        .block = b,
        .file = "",
        .function = "",
        .form = (uint8_t)form,
    };

    if (b != PROGRAM_NONE) {
        const ProgramFunction *f = &p->functions[p->blocks[b].function];
        e.function = f->name;
        e.file = file_path(p, f->file);
    }
    return e;
}

/* The first (or last) statement of a block that has a place; the function's
 * head if there is none. */
static void
put_place(Entity *e, const Program *p, uint32_t b, bool last)
{
    const ProgramBlock *block = &p->blocks[b];

    for (uint32_t i = 0; i < block->nstatements; i++) {
        uint32_t k = last ? block->nstatements - 1 - i : i;
        const ProgramStatement *s = &p->statements[block->statement + k];
        if (s->file == PROGRAM_NONE || !s->line)
            continue;
        e->file = file_path(p, s->file);
        e->line = s->line;
        e->column = s->column;
        return;
    }
    e->line = p->functions[block->function].line;
}

/* One entity per place: (file, line, column), or (file, line) with `lines`.
 * `of` gets statement -> entity. */
static void
add_places(EntityVec *v, const Spectrum *s, bool lines, uint32_t *of)
{
    const Program *p = s->runs->program;
    Map seen = {0};

    for (uint32_t i = 0; i < p->n.statements; i++) {
        const ProgramStatement *st = &p->statements[i];
        uint32_t key[3] = {st->file, st->line, lines ? 0 : st->column};
        of[i] = PROGRAM_NONE;
        if (st->file == PROGRAM_NONE || !st->line)
            continue;
        uint32_t *at = map_put(&seen, key, sizeof key, (uint32_t)v->n);
        of[i] = *at;
        if (*at < v->n)
            continue;
        Entity e =
            in_block(p, st->block, lines ? FORM_LINE : FORM_STATEMENT, i);
        e.file = file_path(p, st->file);
        e.line = st->line;
        e.column = lines ? 0 : st->column;
        vec_push(v, e);
    }
    map_done(&seen);
}

/* Edges that tell whether piece i ran: those that enter its block or, behind
 * the last place where control may stop, those that leave it. */
static bool
tells(const Spectrum *s, const ProgramEdge *e, uint32_t i)
{
    uint32_t b = s->runs->program->statements[i].block;

    return (spectrum_is_tail(s, i) ? e->from : e->to) == b;
}

/* Edges to the places that have pieces in several blocks; all is in `a`. */
static Fan
shared_fan(Arena *a, const Spectrum *s, const uint32_t *of, const bool *shared)
{
    const Program *p = s->runs->program;
    uint32_t *begin = ARENA_ARRAY(a, uint32_t, p->n.edges);
    uint32_t *end = ARENA_ARRAY(a, uint32_t, p->n.edges);
    VEC(uint32_t) to = {0};

    for (uint32_t i = 0; i < p->n.edges; i++) {
        const ProgramEdge *e = &p->edges[i];
        uint32_t ends[2] = {e->from, e->to};
        begin[i] = (uint32_t)to.n;
        for (int side = e->from == e->to; side < 2; side++) {
            if (ends[side] == PROGRAM_NONE)
                continue;
            const ProgramBlock *b = &p->blocks[ends[side]];
            for (uint32_t k = b->statement; k < b->statement + b->nstatements;
                 k++)
                if (of[k] != PROGRAM_NONE && shared[of[k]] && tells(s, e, k))
                    vec_push(&to, of[k]);
        }
        end[i] = (uint32_t)to.n;
    }
    uint32_t *copy = arena_dup(a, to.at, to.n * sizeof *to.at);
    vec_done(&to);
    return (Fan){begin, end, copy};
}

/* Most places have one piece and take the hits of its block; the others need
 * a pass over the runs. */
static void
count_places(EntityVec *v, const Spectrum *s, const uint32_t *of)
{
    const Program *p = s->runs->program;
    uint32_t n = (uint32_t)v->n;
    Arena a = {0};
    bool *shared = ARENA_ARRAY(&a, bool, n);
    bool any = false;

    for (uint32_t i = 0; i < p->n.statements; i++) {
        uint32_t b = p->statements[i].block;
        if (of[i] == PROGRAM_NONE || b == PROGRAM_NONE)
            continue;
        if (v->at[of[i]].id != i)
            any = shared[of[i]] = true;
        else
            v->at[of[i]].hits =
                spectrum_is_tail(s, i) ? s->left[b] : s->blocks[b];
    }
    if (any) {
        Hits *hits = ARENA_ARRAY(&a, Hits, n);
        Fan fan = shared_fan(&a, s, of, shared);
        spectrum_fan(s, &s->runs->edges, &fan, n, hits);
        for (uint32_t i = 0; i < n; i++)
            if (shared[i])
                v->at[i].hits = hits[i];
    }
    arena_done(&a);
}

static void
add_blocks(EntityVec *v, const Spectrum *s)
{
    const Program *p = s->runs->program;

    for (uint32_t b = 0; b < p->n.blocks; b++) {
        Entity e = in_block(p, b, FORM_BLOCK, b);
        e.hits = s->blocks[b];
        put_place(&e, p, b, false);
        vec_push(v, e);
    }
}

/* An edge is where the decision for it was taken: at the end of its source. */
static void
add_edges(EntityVec *v, const Spectrum *s)
{
    const Program *p = s->runs->program;

    for (uint32_t i = 0; i < p->n.edges; i++) {
        const ProgramEdge *edge = &p->edges[i];
        bool entry = edge->from == PROGRAM_NONE;
        uint32_t b = entry ? edge->to : edge->from;
        Entity e = in_block(p, b, FORM_EDGE, i);
        e.hits = s->edges[i];
        if (b != PROGRAM_NONE)
            put_place(&e, p, b, !entry);
        vec_push(v, e);
    }
}

static void
add_functions(EntityVec *v, const Spectrum *s)
{
    const Program *p = s->runs->program;

    for (uint32_t i = 0; i < p->n.functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        Entity e =
            in_block(p, f->nblocks ? f->block : PROGRAM_NONE, FORM_FUNCTION, i);
        e.function = f->name;
        e.file = file_path(p, f->file);
        e.line = f->line;
        if (f->nedges)
            e.hits = s->edges[f->edge];
        vec_push(v, e);
    }
}

/* A predicate of site i, at the place of its condition or call. */
static Entity
at_site(const Program *p, uint32_t i, EntityForm form, uint32_t id)
{
    const ProgramSite *site = &p->sites[i];
    Entity e = in_block(p, site->block, form, id);

    e.site = i;
    if (site->statement != PROGRAM_NONE)
        e.file = file_path(p, p->statements[site->statement].file);
    e.line = site->line;
    e.column = site->column;
    return e;
}

static void
add_outcomes(EntityVec *v, const Spectrum *s, uint32_t site)
{
    const Program *p = s->runs->program;
    uint32_t block = p->sites[site].block;
    const ProgramFunction *f = &p->functions[p->blocks[block].function];

    for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
        if (p->edges[i].from != block)
            continue;
        Entity e = at_site(p, site, FORM_OUTCOME, i);
        e.hits = s->edges[i];
        vec_push(v, e);
    }
}

static void
add_classes(EntityVec *v, const Spectrum *s, uint32_t site)
{
    const Program *p = s->runs->program;
    const ProgramSite *at = &p->sites[site];

    for (uint32_t k = 0; k < SITE_CLASSES; k++) {
        if (!program_class_name((SiteKind)at->kind, k))
            continue;
        Entity e = at_site(p, site, FORM_CLASS, at->counter + k);
        e.hits = s->returns[at->counter + k];
        vec_push(v, e);
    }
}

/* Runs that evaluated each site: any outcome, any class. */
static void
count_observed(EntityVec *v, const Spectrum *s)
{
    const Program *p = s->runs->program;
    Arena a = {0};
    uint32_t n = p->n.edges + p->n.values;
    uint32_t *begin = ARENA_ARRAY(&a, uint32_t, n);
    uint32_t *end = ARENA_ARRAY(&a, uint32_t, n);
    uint32_t *to = ARENA_ARRAY(&a, uint32_t, n);
    Hits *branch = ARENA_ARRAY(&a, Hits, p->n.sites);
    Hits *call = ARENA_ARRAY(&a, Hits, p->n.sites);

    for (size_t i = 0; i < v->n; i++) {
        const Entity *e = &v->at[i];
        if (e->form != FORM_OUTCOME && e->form != FORM_CLASS)
            continue;
        uint32_t k = e->form == FORM_CLASS ? p->n.edges + e->id : e->id;
        to[k] = e->site;
        begin[k] = k;
        end[k] = k + 1;
    }
    Fan edges = {begin, end, to};
    Fan returns = {begin + p->n.edges, end + p->n.edges, to};
    spectrum_fan(s, &s->runs->edges, &edges, p->n.sites, branch);
    if (s->returns)
        spectrum_fan(s, &s->runs->returns, &returns, p->n.sites, call);
    for (size_t i = 0; i < v->n; i++) {
        Entity *e = &v->at[i];
        if (e->site != PROGRAM_NONE)
            e->observed =
                e->form == FORM_CLASS ? call[e->site] : branch[e->site];
    }
    arena_done(&a);
}

/* Tuples are without pairs, which the directed paper does not have. */
static void
add_predicates(EntityVec *v, const Spectrum *s, bool pairs)
{
    const Program *p = s->runs->program;
    uint32_t n =
        pairs && s->runs->has_pairs ? p->n.sites : program_first_pair(p);

    for (uint32_t i = 0; i < n; i++) {
        if (p->sites[i].kind == SITE_BRANCH)
            add_outcomes(v, s, i);
        else if (s->returns && p->sites[i].counter != PROGRAM_NONE)
            add_classes(v, s, i);
    }
    count_observed(v, s);
}

static void
add_lines(EntityVec *v, const Spectrum *s)
{
    for (uint32_t i = 0; i < s->runs->foreign.nlines; i++)
        vec_push(v, (Entity){
                        .hits = s->lines[i],
                        .id = i,
                        .site = PROGRAM_NONE,
                        .block = PROGRAM_NONE,
                        .line = s->runs->foreign.line[i].line,
                        .file = s->runs->foreign.line[i].file,
                        .function = s->runs->foreign.line[i].function,
                        .form = FORM_FOREIGN,
                    });
}

/* Functions of foreign coverage: lines with one file and function name. */
static void
add_line_groups(EntityVec *v, const Spectrum *s)
{
    const Runs *r = s->runs;
    Arena a = {0};
    uint32_t *begin = ARENA_ARRAY(&a, uint32_t, r->foreign.nlines);
    uint32_t *end = ARENA_ARRAY(&a, uint32_t, r->foreign.nlines);
    uint32_t *to = ARENA_ARRAY(&a, uint32_t, r->foreign.nlines);
    Hits *hits = ARENA_ARRAY(&a, Hits, r->foreign.nlines);
    Map seen = {0};

    for (uint32_t i = 0; i < r->foreign.nlines; i++) {
        const struct RunsLine *l = &r->foreign.line[i];
        begin[i] = end[i] = i;
        if (!l->function[0])
            continue;
        const char *key = arena_printf(&a, "%s\n%s", l->file, l->function);
        uint32_t *at = map_put_text(&seen, key, (uint32_t)v->n);
        end[i] = i + 1;
        to[i] = *at;
        assert(*at <= v->n);
        if (*at == v->n)
            vec_push(v, (Entity){
                            .id = i,
                            .site = PROGRAM_NONE,
                            .block = PROGRAM_NONE,
                            .line = l->line,
                            .file = l->file,
                            .function = l->function,
                            .form = FORM_FOREIGN,
                        });
        else if (l->line < v->at[*at].line)
            v->at[*at].line = l->line;
    }
    spectrum_fan(s, &r->foreign.lines, &(Fan){begin, end, to}, (uint32_t)v->n,
                 hits);
    for (size_t i = 0; i < v->n; i++)
        v->at[i].hits = hits[i];
    map_done(&seen);
    arena_done(&a);
}

static void
add_statements(EntityVec *v, const Spectrum *s, Entities *out, bool lines)
{
    uint32_t *of =
        ARENA_ARRAY(&out->arena, uint32_t, s->runs->program->n.statements);

    add_places(v, s, lines, of);
    count_places(v, s, of);
    if (!lines)
        out->of_statement = of;
}

static bool
add_foreign(EntityVec *v, const Spectrum *s, Entities *out, Diag *d)
{
    out->unit = "line";
    if (out->kind == ENTITY_STATEMENT) {
        add_lines(v, s);
        return true;
    }
    if (out->kind != ENTITY_FUNCTION)
        return diag_fail(d,
                         "imported coverage has lines and functions only; "
                         "ranking by %s needs runs of a program built with "
                         "culprit-cc",
                         names[out->kind]);
    out->unit = "function";
    add_line_groups(v, s);
    return true;
}

bool
entities_init(Entities *out, EntityKind kind, const Spectrum *s, Diag *d)
{
    EntityVec v = {0};
    bool ok = true;

    *out = (Entities){.kind = kind, .unit = names[kind]};
    if (!s->runs->program)
        ok = add_foreign(&v, s, out, d);
    else if (kind == ENTITY_STATEMENT)
        add_statements(&v, s, out, false);
    else if (kind == ENTITY_BLOCK)
        add_blocks(&v, s);
    else if (kind == ENTITY_EDGE)
        add_edges(&v, s);
    else if (kind == ENTITY_FUNCTION)
        add_functions(&v, s);
    else if (kind == ENTITY_PREDICATE)
        add_predicates(&v, s, true);
    else {
        add_statements(&v, s, out, true);
        add_predicates(&v, s, false);
    }
    out->n = (uint32_t)v.n;
    out->at = arena_dup(&out->arena, v.at, v.n * sizeof *v.at);
    vec_done(&v);
    return ok;
}

void
entities_done(Entities *e)
{
    arena_done(&e->arena);
    *e = (Entities){0};
}

static const char *
edge_text(const Program *p, const ProgramEdge *e, Arena *a)
{
    Entity to = {0};

    if (e->kind == EDGE_ENTRY)
        return "function entry";
    if (e->kind == EDGE_EXIT || e->to == PROGRAM_NONE)
        return "return";
    put_place(&to, p, e->to, false);
    if (e->label[0])
        return arena_printf(a, "%s, to line %u", e->label, to.line);
    return arena_printf(a, "on to line %u", to.line);
}

static const char *
class_text(const Program *p, const Entity *e, Arena *a)
{
    const ProgramSite *site = &p->sites[e->site];
    const char *word =
        program_class_name((SiteKind)site->kind, e->id - site->counter);

    if (site->kind == SITE_PAIR)
        return arena_printf(a, "after the assignment, %s %s %s", site->name,
                            word, site->other);
    if (!site->name[0])
        return arena_printf(a, "call returned %s", word);
    return arena_printf(a, "%s() returned %s", site->name, word);
}

const char *
entity_text(const Entity *e, const Spectrum *s, Arena *a)
{
    const Program *p = s->runs->program;
    const ProgramEdge *edge;

    switch ((EntityForm)e->form) {
    case FORM_BLOCK:
        return arena_printf(a, "block %u",
                            e->id -
                                p->functions[p->blocks[e->id].function].block);
    case FORM_EDGE:
        return edge_text(p, &p->edges[e->id], a);
    case FORM_OUTCOME:
        edge = &p->edges[e->id];
        if (edge->kind == EDGE_TRUE || edge->kind == EDGE_FALSE)
            return arena_printf(a, "line %u is %s", e->line, edge->label);
        return arena_printf(a, "line %u takes %s", e->line, edge->label);
    case FORM_CLASS:
        return class_text(p, e, a);
    case FORM_STATEMENT:
    case FORM_LINE:
    case FORM_FUNCTION:
    case FORM_FOREIGN:
        break;
    }
    return "";
}
