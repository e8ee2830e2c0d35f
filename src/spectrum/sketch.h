/* sketch.h - small programs and runs made by hand, for this room's tests.
 *
 *   sketch_init(&k);
 *   sketch_function(&k, "main", 2, (unsigned[]){1, 3});  blocks, statements
 *   sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");            blocks by number
 *   sketch_run(&k, VERDICT_FAIL, counts);                dense, per edge
 *   sketch_finish(&k);                                   k.runs is ready
 */
#ifndef CULPRIT_SPECTRUM_SKETCH_H
#define CULPRIT_SPECTRUM_SKETCH_H

#include "base/vec.h"
#include "run/runs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NONE PROGRAM_NONE

/* Counts of one kind, run after run. */
typedef struct SketchCounts SketchCounts;
struct SketchCounts {
    VEC(uint64_t) start;
    VEC(uint32_t) index, count;
};

typedef struct Sketch Sketch;
struct Sketch {
    Program p;
    Runs runs;
    VEC(ProgramFunction) functions;
    VEC(ProgramBlock) blocks;
    VEC(ProgramEdge) edges;
    VEC(ProgramStatement) statements;
    VEC(ProgramSite) sites;
    VEC(Run) run;
    SketchCounts edge_counts, value_counts;
    ProgramFile file;
};

static inline void
sketch_init(Sketch *k)
{
    *k = (Sketch){.file = {.path = "/src/a.c"}};
}

/* Lines are numbered on from 1 over the whole program, a statement each. */
static inline void
sketch_function(Sketch *k, const char *name, unsigned nblocks,
                const unsigned *nstatements)
{
    uint32_t f = (uint32_t)k->functions.n;

    vec_push(&k->functions, (ProgramFunction){
                                .name = name,
                                .line = (uint32_t)k->statements.n + 1,
                                .block = (uint32_t)k->blocks.n,
                                .nblocks = nblocks,
                                .edge = (uint32_t)k->edges.n,
                            });
    for (unsigned b = 0; b < nblocks; b++) {
        uint32_t first = (uint32_t)k->statements.n;
        unsigned n = nstatements ? nstatements[b] : 1;
        for (unsigned i = 0; i < n; i++)
            vec_push(&k->statements,
                     (ProgramStatement){.block = (uint32_t)k->blocks.n,
                                        .line = first + i + 1,
                                        .column = 1});
        vec_push(&k->blocks, (ProgramBlock){.function = f,
                                            .statement = first,
                                            .nstatements = n,
                                            .nreached = n});
    }
}

/* From and to count from the last function's first block. */
static inline void
sketch_edge(Sketch *k, uint32_t from, uint32_t to, EdgeKind kind,
            const char *label)
{
    ProgramFunction *f = &k->functions.at[k->functions.n - 1];

    vec_push(&k->edges, (ProgramEdge){
                            .from = from == NONE ? NONE : f->block + from,
                            .to = to == NONE ? NONE : f->block + to,
                            .kind = (uint8_t)kind,
                            .label = label,
                        });
    f->nedges++;
}

/* Pairs after all others. */
static inline void
sketch_site(Sketch *k, SiteKind kind, uint32_t block, uint32_t line,
            const char *name)
{
    bool branch = kind == SITE_BRANCH;

    vec_push(&k->sites, (ProgramSite){
                            .kind = (uint8_t)kind,
                            .block = block,
                            .statement = NONE,
                            .line = line,
                            .column = 5,
                            .counter = branch ? NONE : k->p.n.values,
                            .name = name,
                            .other = kind == SITE_PAIR ? "limit" : "",
                        });
    k->p.n.values += branch ? 0 : SITE_CLASSES;
    k->p.n.returns += branch || kind == SITE_PAIR ? 0 : SITE_CLASSES;
}

/* Counts per edge; with `returns`, per value counter too. */
static inline void
sketch_run_returns(Sketch *k, Verdict v, const uint32_t *counts,
                   const uint32_t *returns)
{
    vec_push(&k->run, (Run){.name = "t", .verdict = v, .reason = ""});
    vec_push(&k->edge_counts.start, k->edge_counts.index.n);
    vec_push(&k->value_counts.start, k->value_counts.index.n);
    for (uint32_t e = 0; e < k->edges.n; e++)
        if (counts[e]) {
            vec_push(&k->edge_counts.index, e);
            vec_push(&k->edge_counts.count, counts[e]);
        }
    for (uint32_t i = 0; returns && i < k->p.n.values; i++)
        if (returns[i]) {
            vec_push(&k->value_counts.index, i);
            vec_push(&k->value_counts.count, returns[i]);
        }
    k->runs.has_returns |= returns != NULL;
    k->runs.has_pairs |= returns && k->p.n.values > k->p.n.returns;
    k->runs.nfailed += v == VERDICT_FAIL;
    k->runs.npassed += v == VERDICT_PASS;
}

static inline void
sketch_run(Sketch *k, Verdict v, const uint32_t *counts)
{
    sketch_run_returns(k, v, counts, NULL);
}

static inline void
sketch_finish(Sketch *k)
{
    Program *p = &k->p;

    p->id = "sketch";
    p->files = &k->file, p->n.files = 1;
    p->functions = k->functions.at, p->n.functions = (uint32_t)k->functions.n;
    p->blocks = k->blocks.at, p->n.blocks = (uint32_t)k->blocks.n;
    p->edges = k->edges.at, p->n.edges = (uint32_t)k->edges.n;
    p->statements = k->statements.at;
    p->n.statements = (uint32_t)k->statements.n;
    p->sites = k->sites.at, p->n.sites = (uint32_t)k->sites.n;
    vec_push(&k->edge_counts.start, k->edge_counts.index.n);
    vec_push(&k->value_counts.start, k->value_counts.index.n);
    k->runs.program = p;
    k->runs.runs = k->run.at, k->runs.nruns = (uint32_t)k->run.n;
    k->runs.edges = (Counted){k->edge_counts.start.at, k->edge_counts.index.at,
                              k->edge_counts.count.at};
    k->runs.returns =
        (Counted){k->value_counts.start.at, k->value_counts.index.at,
                  k->value_counts.count.at};
}

static inline void
sketch_done(Sketch *k)
{
    vec_done(&k->functions);
    vec_done(&k->blocks);
    vec_done(&k->edges);
    vec_done(&k->statements);
    vec_done(&k->sites);
    vec_done(&k->run);
    vec_done(&k->edge_counts.start);
    vec_done(&k->value_counts.start);
    vec_done(&k->edge_counts.index);
    vec_done(&k->edge_counts.count);
    vec_done(&k->value_counts.index);
    vec_done(&k->value_counts.count);
}

/* The excerpt of `schedule` in the CP paper, Figure 1: nine statements in
 * four blocks, two failing and five passing runs. Edges e1..e6 are 0..5; the
 * return edge of b4 is 6. */
static inline void
sketch_schedule(Sketch *k)
{
    static const uint32_t through[3][7] = {
        {1, 1, 0, 0, 1, 0, 1}, /* e1 e2 e5 */
        {1, 0, 1, 0, 0, 0, 1}, /* e1 e3 */
        {1, 1, 0, 1, 0, 1, 1}, /* e1 e2 e4 e6 */
    };

    sketch_init(k);
    sketch_function(k, "schedule", 4, (unsigned[]){1, 4, 3, 1});
    sketch_edge(k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(k, 0, 1, EDGE_TRUE, "true");
    sketch_edge(k, 0, 3, EDGE_FALSE, "false");
    sketch_edge(k, 1, 2, EDGE_TRUE, "true");
    sketch_edge(k, 1, 3, EDGE_FALSE, "false");
    sketch_edge(k, 2, 3, EDGE_NEXT, "");
    sketch_edge(k, 3, NONE, EDGE_EXIT, "");
    sketch_site(k, SITE_BRANCH, 0, 1, "");
    sketch_site(k, SITE_BRANCH, 1, 5, "");
    sketch_run(k, VERDICT_PASS, through[0]);
    sketch_run(k, VERDICT_PASS, through[1]);
    sketch_run(k, VERDICT_FAIL, through[2]);
    sketch_run(k, VERDICT_PASS, through[1]);
    sketch_run(k, VERDICT_PASS, through[0]);
    sketch_run(k, VERDICT_FAIL, through[0]);
    sketch_run(k, VERDICT_PASS, through[1]);
    sketch_finish(k);
}

#endif
