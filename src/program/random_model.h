/* random_model.h - random models, for tests of what works on any model. */
#ifndef CULPRIT_PROGRAM_RANDOM_MODEL_H
#define CULPRIT_PROGRAM_RANDOM_MODEL_H

#include "base/random.h"
#include "base/vec.h"
#include "program/program.h"

typedef struct Sampler Sampler;
struct Sampler {
    Random *r;
    Program *p;
    VEC(ProgramFunction) functions;
    VEC(ProgramBlock) blocks;
    VEC(ProgramEdge) edges;
    VEC(ProgramStatement) statements;
    VEC(ProgramSite) sites;
};

static inline bool
has_edge(const Sampler *s, uint32_t first, uint32_t from, uint32_t to)
{
    for (size_t i = first; i < s->edges.n; i++)
        if (s->edges.at[i].from == from && s->edges.at[i].to == to)
            return true;
    return false;
}

static inline void
add_blocks(Sampler *s, uint32_t function, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = (uint32_t)s->blocks.n;
        ProgramBlock b = {.function = function,
                          .statement = (uint32_t)s->statements.n,
                          .nstatements = random_below(s->r, 4),
                          .depth = (uint8_t)random_below(s->r, 3)};
        if (random_below(s->r, 3) == 0)
            b.flags |= BLOCK_UNSAFE;
        b.nreached = random_below(s->r, b.nstatements + 1);
        for (uint32_t k = 0; k < b.nstatements; k++)
            vec_push(&s->statements,
                     (ProgramStatement){.block = number,
                                        .file = 0,
                                        .line = 1 + random_below(s->r, 99),
                                        .column = random_below(s->r, 80)});
        if (random_below(s->r, 4) == 0) {
            vec_push(&s->sites, (ProgramSite){.kind = SITE_RETURN_INT,
                                              .block = number,
                                              .statement = PROGRAM_NONE,
                                              .counter = s->p->n.returns,
                                              .name = "callee",
                                              .other = ""});
            s->p->n.returns += SITE_CLASSES;
        }
        vec_push(&s->blocks, b);
    }
}

/* Out of each block: a return, or one to three edges anywhere; from one block
 * at most they are of the kind that no code can be put on. */
static inline void
add_edges(Sampler *s, uint32_t block, uint32_t n)
{
    uint32_t first = (uint32_t)s->edges.n, jumper = random_below(s->r, 4 * n);

    vec_push(&s->edges, (ProgramEdge){.from = PROGRAM_NONE,
                                      .to = block,
                                      .kind = EDGE_ENTRY,
                                      .label = "entry"});
    for (uint32_t i = 0; i < n; i++) {
        uint32_t ways = random_below(s->r, 4);
        if (ways == 0 || i + 1 == n) {
            s->blocks.at[block + i].flags |= BLOCK_EXIT | BLOCK_RETURN;
            vec_push(&s->edges, (ProgramEdge){.from = block + i,
                                              .to = PROGRAM_NONE,
                                              .kind = EDGE_EXIT,
                                              .label = "return"});
            continue;
        }
        for (uint32_t k = 0; k < ways; k++) {
            uint32_t to = block + 1 + random_below(s->r, n - 1);
            EdgeKind kind = i == jumper ? EDGE_INDIRECT
                            : ways == 1 ? EDGE_NEXT
                                        : EDGE_CASE;
            if (has_edge(s, first, block + i, to))
                continue;
            if (kind == EDGE_INDIRECT)
                s->blocks.at[to].flags |= BLOCK_LANDING;
            vec_push(&s->edges, (ProgramEdge){.from = block + i,
                                              .to = to,
                                              .kind = (uint8_t)kind,
                                              .label = "way"});
        }
    }
}

/* Pairs come after all other sites, their counters after all others. */
static inline void
add_pairs(Sampler *s, uint32_t n)
{
    s->p->n.values = s->p->n.returns;
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&s->sites, (ProgramSite){.kind = SITE_PAIR,
                                          .block = random_below(
                                              s->r, (uint32_t)s->blocks.n),
                                          .statement = PROGRAM_NONE,
                                          .counter = s->p->n.values,
                                          .name = "sum",
                                          .other = i % 2 ? "limit" : "i"});
        s->p->n.values += SITE_CLASSES;
    }
}

#define MOVE(s, field)                                                 \
    ((s)->p->n.field = (uint32_t)(s)->field.n,                         \
     (s)->p->field = arena_dup(&(s)->p->arena, (s)->field.at,          \
                               (s)->field.n * sizeof *(s)->field.at)); \
    vec_done(&(s)->field)

/* Some functions with random graphs, flags, statements and sites; passes
 * program_check. */
static inline void
sample_program(Random *r, Program *out)
{
    Sampler s = {.r = r, .p = out};
    uint32_t functions = 1 + random_below(r, 5);

    *out = (Program){.id = "sample"};
    out->files = ARENA_NEW(&out->arena, ProgramFile);
    out->files[0].path = "sample.c";
    out->n.files = 1;
    for (uint32_t i = 0; i < functions; i++) {
        uint32_t n = 2 + random_below(r, 12);
        ProgramFunction f = {.name = "f",
                             .file = 0,
                             .block = (uint32_t)s.blocks.n,
                             .nblocks = n,
                             .edge = (uint32_t)s.edges.n};
        add_blocks(&s, i, n);
        add_edges(&s, f.block, n);
        f.nedges = (uint32_t)s.edges.n - f.edge;
        vec_push(&s.functions, f);
    }
    add_pairs(&s, random_below(r, 5));
    MOVE(&s, functions);
    MOVE(&s, blocks);
    MOVE(&s, edges);
    MOVE(&s, statements);
    MOVE(&s, sites);
}

#undef MOVE

#endif
