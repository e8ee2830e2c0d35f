/* reach.c - reaching definitions of one function's memory.
 *
 * For each class on its own: versions (entry, phis, writes) in dominator order;
 * those that uses can see become edges. Summary control dependences are
 * Algorithm 2 of the MDFS paper: a phi is related to every branch from which a
 * chain of control dependences leads to one of the definitions it merges;
 * whatever uses the phi depends on these branches, but for those it is control
 * dependent on by a chain of its own.
 */
#include "program/reach.h"

#include "program/frontier.h"

#include <string.h>

typedef enum { VERSION_ENTRY, VERSION_PHI, VERSION_DEF, VERSION_KILL } Kind;

typedef struct ReachVersion ReachVersion;
struct ReachVersion {
    uint8_t kind;    /* Kind */
    uint32_t block;  /* node; of a phi or a write */
    uint32_t inst;   /* of a write */
    uint32_t before; /* version a write replaces */
    uint32_t merge;  /* its number, PROGRAM_NONE until a use sees it */
};

typedef struct Use Use;
struct Use {
    uint32_t inst, version;
};

typedef struct ReachWork ReachWork; /* of one function */
struct ReachWork {
    const Effects *e;
    const Control *control;
    const Events *ev;
    bool summary;
    struct {
        Flow g;
        DomTree dom;
        Frontier frontier;
    } flow;
    struct {              /* per block */
        uint32_t *phi;    /* version of the current class */
        uint32_t *end;    /* version at its end */
        uint32_t *joins;  /* room for blocks */
        uint64_t *closed; /* branches it is control dependent on */
        size_t row;       /* words of such a set */
    } blocks;
    uint64_t *chosen; /* instruction -> branches behind what it uses */
    VEC(ReachVersion) versions;
    VEC(Use) uses;
    VEC(uint64_t) branches; /* of versions */
    VEC(uint32_t) waiting;  /* versions whose sources are not yet edges */
    Reach *out;
};

/* ---- the function ---- */

/* setjmp may return again from any call made after it. */
static void
link_returns(ReachWork *w)
{
    const Code *c = w->e->points->code;
    const CodeFunction *f = &c->functions[w->ev->function];
    VEC(uint32_t) calls = {0}, again = {0};
    uint32_t n = 0;

    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++) {
        uint32_t b = c->insts[i].block - w->flow.g.block;
        if (c->insts[i].op != CODE_CALL)
            continue;
        if (calls.n == 0 || calls.at[calls.n - 1] != b)
            vec_push(&calls, b);
        if (effects_twice(w->e, i))
            vec_push(&again, b);
    }
    uint32_t(*pairs)[2] = mem_zalloc(calls.n * again.n + 1, sizeof *pairs);
    for (size_t i = 0; i < calls.n; i++)
        for (size_t k = 0; k < again.n; k++) {
            pairs[n][0] = calls.at[i];
            pairs[n++][1] = again.at[k];
        }
    flow_link(&w->flow.g, (const uint32_t(*)[2])pairs, n);
    free(pairs);
    vec_done(&calls);
    vec_done(&again);
}

/* fills: closed, the transitive control dependences of blocks. */
static void
close_control(ReachWork *w)
{
    const Control *c = w->control;
    bool again = true;

    w->blocks.row = (w->flow.g.n + 63) / 64;
    w->blocks.closed = mem_zalloc((size_t)w->flow.g.n * w->blocks.row + 1,
                                  sizeof *w->blocks.closed);
    w->chosen = mem_zalloc(
        w->e->points->code->functions[w->ev->function].ninsts * w->blocks.row +
            1,
        sizeof *w->chosen);
    while (again) {
        again = false;
        for (uint32_t b = 0; b < w->flow.g.n; b++) {
            uint64_t *mine = &w->blocks.closed[b * w->blocks.row];
            uint32_t block = w->flow.g.block + b;
            for (uint32_t k = c->first[block]; k < c->first[block + 1]; k++) {
                uint32_t a = c->deps[k].branch - w->flow.g.block;
                const uint64_t *up = &w->blocks.closed[a * w->blocks.row];
                uint64_t news = ~mine[a / 64] & (uint64_t)1 << (a % 64);
                mine[a / 64] |= news;
                for (size_t i = 0; i < w->blocks.row; i++) {
                    news |= up[i] & ~mine[i];
                    mine[i] |= up[i];
                }
                again |= news != 0;
            }
        }
    }
}

static void
work_init(ReachWork *w)
{
    flow_init(w->e->points->program, w->ev->function, &w->flow.g);
    if (w->ev->twice)
        link_returns(w);
    dominate(&w->flow.g, false, &w->flow.dom);
    frontier_init(&w->flow.g, &w->flow.dom, &w->flow.frontier);
    w->blocks.phi = mem_alloc((w->flow.g.n + 1) * sizeof *w->blocks.phi);
    w->blocks.end = mem_alloc((w->flow.g.n + 1) * sizeof *w->blocks.end);
    w->blocks.joins = mem_alloc((w->flow.g.n + 1) * sizeof *w->blocks.joins);
    if (w->summary)
        close_control(w);
}

static void
work_done(ReachWork *w)
{
    flow_done(&w->flow.g);
    dominate_done(&w->flow.dom);
    frontier_done(&w->flow.frontier);
    free(w->blocks.phi), free(w->blocks.end), free(w->blocks.joins),
        free(w->blocks.closed);
    free(w->chosen);
    vec_done(&w->versions);
    vec_done(&w->uses);
    vec_done(&w->waiting);
    vec_done(&w->branches);
}

/* ---- one class ---- */

static const Event *
event_at(const ReachWork *w, const EventClass *c, uint32_t k)
{
    return &w->ev->events.at[c->event + k];
}

static uint32_t
node_of(const ReachWork *w, uint32_t inst)
{
    return w->e->points->code->insts[inst].block - w->flow.g.block;
}

/* fills: the blocks that need a phi. */
static void
place_phis(ReachWork *w, const EventClass *c)
{
    VEC(uint32_t) blocks = {0};

    memset(w->blocks.phi, 0xff, (w->flow.g.n + 1) * sizeof *w->blocks.phi);
    for (uint32_t k = 0; k < c->nevents; k++) {
        const Event *e = event_at(w, c, k);
        uint32_t b = node_of(w, e->inst);
        if (e->kind == EVENT_USE)
            continue;
        if (blocks.n == 0 || blocks.at[blocks.n - 1] != b)
            vec_push(&blocks, b);
    }
    uint32_t n = frontier_iterate(&w->flow.frontier, blocks.at,
                                  (uint32_t)blocks.n, w->blocks.joins);
    for (uint32_t i = 0; i < n; i++)
        w->blocks.phi[w->blocks.joins[i]] = 0; /* numbered when met */
    vec_done(&blocks);
}

/* Follow one block's events from the version at its start. */
static uint32_t
rename_block(ReachWork *w, const EventClass *c, uint32_t from, uint32_t to,
             uint32_t version)
{
    for (uint32_t k = from; k < to; k++) {
        const Event *e = event_at(w, c, k);
        if (e->kind == EVENT_USE) {
            vec_push(&w->uses, (Use){e->inst, version});
            continue;
        }
        vec_push(&w->versions,
                 (ReachVersion){.kind = e->kind == EVENT_KILL ? VERSION_KILL
                                                              : VERSION_DEF,
                                .block = node_of(w, e->inst),
                                .inst = e->inst,
                                .before = version,
                                .merge = PROGRAM_NONE});
        version = (uint32_t)w->versions.n - 1;
    }
    return version;
}

/* fills: versions and uses of the class. Events of a block are a run of the
 * class's, found by bisection as blocks come in dominator order. */
static void
rename_class(ReachWork *w, const EventClass *c)
{
    w->versions.n = w->uses.n = 0;
    vec_push(&w->versions,
             (ReachVersion){.kind = VERSION_ENTRY, .merge = PROGRAM_NONE});
    for (uint32_t i = 0; i < w->flow.dom.norder; i++) {
        uint32_t b = w->flow.dom.order[i], low = 0, high = c->nevents;
        uint32_t version = 0;
        if (b == w->flow.g.n)
            continue;
        if (w->blocks.phi[b] != PROGRAM_NONE) {
            version = w->blocks.phi[b] = (uint32_t)w->versions.n;
            vec_push(&w->versions, (ReachVersion){.kind = VERSION_PHI,
                                                  .block = b,
                                                  .merge = PROGRAM_NONE});
        } else if (b != w->flow.dom.root) {
            version = w->blocks.end[w->flow.dom.parent[b]];
        }
        while (low < high) {
            uint32_t mid = (low + high) / 2;
            if (node_of(w, event_at(w, c, mid)->inst) < b)
                low = mid + 1;
            else
                high = mid;
        }
        while (high < c->nevents && node_of(w, event_at(w, c, high)->inst) == b)
            high++;
        w->blocks.end[b] = rename_block(w, c, low, high, version);
    }
}

static bool
absorb(uint64_t *into, const uint64_t *from, size_t words)
{
    uint64_t news = 0;

    for (size_t i = 0; i < words; i++) {
        news |= from[i] & ~into[i];
        into[i] |= from[i];
    }
    return news != 0;
}

/* Branches of one version become those of another; true if these grew. */
static bool
flow_from(ReachWork *w, uint32_t to, uint32_t from)
{
    return absorb(&w->branches.at[to * w->blocks.row],
                  &w->branches.at[from * w->blocks.row], w->blocks.row);
}

static bool
update(ReachWork *w, uint32_t v)
{
    const ReachVersion *row = &w->versions.at[v];
    bool grew = false;

    if (row->kind == VERSION_DEF)
        grew |= flow_from(w, v, row->before);
    if (row->kind != VERSION_PHI)
        return grew;
    for (uint32_t k = w->flow.g.first_in[row->block];
         k < w->flow.g.first_in[row->block + 1]; k++) {
        uint32_t from = w->flow.g.in[k].node;
        if (w->flow.dom.parent[from] != PROGRAM_NONE)
            grew |= flow_from(w, v, w->blocks.end[from]);
    }
    return grew;
}

/* needs: versions. fills: branches, to a fixed point over their graph. */
static void
find_branches(ReachWork *w)
{
    size_t n = w->versions.n;
    bool again = true;

    vec_reserve(&w->branches, n * w->blocks.row + 1);
    memset(w->branches.at, 0, n * w->blocks.row * sizeof *w->branches.at);
    for (uint32_t v = 1; v < n; v++)
        if (w->versions.at[v].kind != VERSION_PHI)
            absorb(&w->branches.at[v * w->blocks.row],
                   &w->blocks.closed[w->versions.at[v].block * w->blocks.row],
                   w->blocks.row);
    while (again) {
        again = false;
        for (uint32_t v = 1; v < n; v++)
            again |= update(w, v);
    }
}

/* An edge from a version: from what defines it, or from its merge, whose own
 * sources then follow. */
static void
push_edge(ReachWork *w, uint32_t class_index, uint32_t v, uint32_t use)
{
    bool visible = w->ev->classes.at[class_index].visible;
    ReachVersion *row = &w->versions.at[v];
    uint32_t def = row->inst;

    if (row->kind == VERSION_ENTRY) {
        if (!visible)
            return; /* a variable before its first value */
        def = REACH_ENTRY;
    } else if (row->kind == VERSION_PHI ||
               (row->kind == VERSION_DEF && (row->before != 0 || visible))) {
        if (row->merge == PROGRAM_NONE) {
            row->merge = (uint32_t)w->out->merges.n;
            vec_push(&w->out->merges, class_index);
            vec_push(&w->waiting, v);
        }
        def = REACH_MERGE | row->merge;
    }
    vec_push(&w->out->edges, (ReachEdge){class_index, def, use});
}

static void
push_sources(ReachWork *w, uint32_t class_index, uint32_t v)
{
    const ReachVersion row = w->versions.at[v];
    uint32_t merge = REACH_MERGE | row.merge;

    if (row.kind == VERSION_DEF) {
        vec_push(&w->out->edges, (ReachEdge){class_index, row.inst, merge});
        push_edge(w, class_index, row.before, merge);
        return;
    }
    for (uint32_t k = w->flow.g.first_in[row.block];
         k < w->flow.g.first_in[row.block + 1]; k++) {
        uint32_t from = w->flow.g.in[k].node;
        if (w->flow.dom.parent[from] != PROGRAM_NONE)
            push_edge(w, class_index, w->blocks.end[from], merge);
    }
    if (row.block == w->flow.dom.root) /* a loop back to the first block */
        push_edge(w, class_index, 0, merge);
}

/* Branches behind the phi this use sees, if it sees one. */
static void
find_summary(ReachWork *w, uint32_t version, uint32_t use)
{
    uint32_t first = w->e->points->code->functions[w->ev->function].inst;

    while (w->versions.at[version].kind == VERSION_DEF)
        version = w->versions.at[version].before;
    if (w->versions.at[version].kind == VERSION_PHI)
        absorb(&w->chosen[(use - first) * w->blocks.row],
               &w->branches.at[version * w->blocks.row], w->blocks.row);
}

static void
solve_class(ReachWork *w, uint32_t class_index)
{
    const EventClass *c = &w->ev->classes.at[class_index];

    place_phis(w, c);
    rename_class(w, c);
    if (w->summary)
        find_branches(w);
    for (size_t i = 0; i < w->uses.n; i++) {
        const Use *u = &w->uses.at[i];
        push_edge(w, class_index, u->version, u->inst);
        if (w->summary)
            find_summary(w, u->version, u->inst);
    }
    while (w->waiting.n > 0)
        push_sources(w, class_index, vec_pop(&w->waiting));
}

/* needs: chosen. What the use is control dependent on is no summary by the
 * paper's definition; but in a loop another round's may be. */
static void
push_summaries(ReachWork *w)
{
    const CodeFunction *f = &w->e->points->code->functions[w->ev->function];

    for (uint32_t use = f->inst; use < f->inst + f->ninsts; use++) {
        const uint64_t *own =
            &w->blocks.closed[node_of(w, use) * w->blocks.row];
        const uint64_t *chosen = &w->chosen[(use - f->inst) * w->blocks.row];
        for (size_t i = 0; i < w->blocks.row; i++)
            for (uint64_t left = chosen[i]; left; left &= left - 1) {
                unsigned bit = (unsigned)__builtin_ctzll(left);
                uint32_t b = (uint32_t)(i * 64) + bit;
                vec_push(&w->out->summaries,
                         (ReachSummary){.branch = w->flow.g.block + b,
                                        .use = use,
                                        .carried = own[i] >> bit & 1});
            }
    }
}

void
reach_build(const Effects *e, const Control *c, const Events *ev, bool summary,
            Reach *out)
{
    ReachWork w = {
        .e = e, .control = c, .ev = ev, .summary = summary, .out = out};

    *out = (Reach){0};
    work_init(&w);
    for (uint32_t i = 0; i < ev->classes.n; i++)
        solve_class(&w, i);
    if (summary)
        push_summaries(&w);
    work_done(&w);
}

void
reach_done(Reach *r)
{
    vec_done(&r->edges);
    vec_done(&r->merges);
    vec_done(&r->summaries);
}
