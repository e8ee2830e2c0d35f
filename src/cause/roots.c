/* roots.c - from polluted states back to the first of their chains.
 *
 * Frontiers leave out most of what lies between them. What a polluted state
 * depends on is altered, too, step by step, the earliest states first, until
 * nothing more is polluted. A loop's instances are not all tried: when some of
 * an instruction were polluted, the others on the way are taken to be. A
 * decision whose other way does not help may still have had wrong operands: it
 * is passed. A root is a polluted state that depends on no polluted one; of
 * several, the one comes first that the most polluted lines depend on, since a
 * fault infects all that follows it. Two lists are made: one without what is
 * right in most of its instances, such as a function that reads numbers.
 */
#include "cause/search.h"

#include "base/mem.h"
#include "format/tuning.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_KNOWN, CLEAN, PASSED, POLLUTED, ASSUMED };

typedef struct Roots Roots;
struct Roots {
    Cause *c;
    const NarrowGraph *g;
    uint32_t *into, *from; /* edges backwards */
    uint8_t *state;        /* of a node */
    uint8_t *expanded, *reached;
    uint8_t *tried, *helped; /* of an instruction: instances */
    uint32_t nclean;         /* expanded though they are clean */
};

static uint32_t
inst_of(const Roots *r, uint32_t v)
{
    const CauseResult *result = r->c->r;

    return result->lineage.nodes[result->domain.node[v]].inst;
}

static uint32_t
line_of(const Roots *r, uint32_t v)
{
    const CauseResult *result = r->c->r;
    const Graph *g = r->c->spec->run.graph;

    return g->steps[result->lineage.nodes[result->domain.node[v]].step].line;
}

/* What was judged so far, singly; by the best merit that is known now. */
static void
recall(Roots *r)
{
    const Cause *c = r->c;

    memset(r->state, NOT_KNOWN, r->g->n);
    memset(r->helped, 0, c->spec->run.graph->script->ninsts);
    for (uint32_t v = 1; v < r->g->n; v++) {
        if (!c->nodes.tried[v] && c->nodes.assumed[v])
            r->state[v] = ASSUMED;
        if (!c->nodes.tried[v])
            continue;
        const bool bad = c->best > 0 && c->nodes.outcome[v].merit == c->best;
        r->state[v] = bad                              ? POLLUTED
                      : r->g->kind[v] == NARROW_BRANCH ? PASSED
                                                       : CLEAN;
        r->helped[inst_of(r, v)] |= bad;
    }
    for (uint32_t v = 1; v < r->g->n; v++)
        if (r->g->kind[v] == NARROW_FIXED)
            r->state[v] = PASSED;
}

static void
roots_open(Roots *r, Cause *c)
{
    const size_t insts = (size_t)c->spec->run.graph->script->ninsts + 1;

    *r = (Roots){.c = c, .g = &c->r->domain.graph};
    narrow_reverse(r->g, &r->into, &r->from);
    r->state = mem_zalloc((size_t)r->g->n + 1, 1);
    r->expanded = mem_zalloc((size_t)r->g->n + 1, 1);
    r->reached = mem_zalloc((size_t)r->g->n + 1, 1);
    r->tried = mem_zalloc(insts, 1);
    r->helped = mem_zalloc(insts, 1);
    recall(r);
    const uint32_t most = tuning_count(TUNE_cause_roots_clean);
    for (uint32_t v = 1; v < r->g->n; v++)
        if (c->nodes.tried[v] && r->tried[inst_of(r, v)] < most)
            r->tried[inst_of(r, v)]++;
}

static void
roots_close(Roots *r)
{
    free(r->into);
    free(r->from);
    free(r->state);
    free(r->expanded);
    free(r->reached);
    free(r->tried);
    free(r->helped);
}

/* Were enough of its instances altered? */
static bool
is_enough(const Roots *r, uint32_t inst)
{
    return r->tried[inst] >= tuning_count(r->helped[inst]
                                              ? TUNE_cause_roots_polluted
                                              : TUNE_cause_roots_clean);
}

static bool
try_state(Roots *r, uint32_t v, Diag *d)
{
    Cause *c = r->c;
    NarrowNodes one = {.at = &v, .n = 1};
    NarrowOutcome outcome = {.verdict = NARROW_UNKNOWN};
    const uint32_t inst = inst_of(r, v);
    const uint64_t best = c->best;

    if (is_enough(r, inst)) {
        r->state[v] = r->helped[inst]                  ? ASSUMED
                      : r->g->kind[v] == NARROW_BRANCH ? PASSED
                                                       : CLEAN;
        return true;
    }
    r->tried[inst]++;
    if (!cause_judge(c, &one, &outcome, d))
        return false;
    r->state[v] = r->g->kind[v] == NARROW_BRANCH ? PASSED : CLEAN;
    if (c->best > best)
        recall(r); /* what was polluted until now is no more */
    else if (outcome.merit > 0 && outcome.merit == c->best) {
        r->state[v] = POLLUTED;
        r->helped[inst] = 1;
    }
    return true;
}

static bool
is_bad(const Roots *r, uint32_t v)
{
    return r->state[v] == POLLUTED || r->state[v] == ASSUMED;
}

static uint32_t
last_reached(const Roots *r, uint8_t state)
{
    for (uint32_t v = r->g->n; v-- > 1;)
        if (r->state[v] == state && r->reached[v] && !r->expanded[v])
            return v;
    return 0;
}

/* One whose sources have not been looked at: the earliest and the last one by
 * turns, since neither may lead anywhere before the time is over; or else the
 * last one to pass on the way to one. In the end some that are clean: what is
 * used twice can be wrong though neither use is. */
static uint32_t
next_of(const Roots *r, bool last)
{
    for (uint32_t i = 1; i < r->g->n; i++) {
        const uint32_t v = last ? r->g->n - i : i;
        if (is_bad(r, v) && !r->expanded[v])
            return v;
    }
    const uint32_t passed = last_reached(r, PASSED);
    return passed || r->nclean >= tuning_count(TUNE_cause_roots_past_clean)
               ? passed
               : last_reached(r, CLEAN);
}

static bool
try_sources(Roots *r, uint32_t v, Diag *d)
{
    for (uint32_t e = r->into[v]; e < r->into[v + 1]; e++) {
        const uint32_t u = r->from[e];
        r->reached[u] = 1;
        if (u && r->state[u] == NOT_KNOWN && !cause_is_out_of_time(r->c) &&
            !try_state(r, u, d))
            return false;
    }
    return true;
}

static void
prepare_sources(Roots *r, uint32_t v)
{
    NarrowNodes all = {0};

    for (uint32_t e = r->into[v]; e < r->into[v + 1]; e++)
        if (r->from[e] && r->state[r->from[e]] == NOT_KNOWN &&
            !is_enough(r, inst_of(r, r->from[e])))
            vec_push(&all, r->from[e]);
    cause_prepare(r->c, &all);
    vec_done(&all);
}

/* Where another pointer helps, what was read through this one is wrong: it may
 * be that itself. */
static bool
try_contents(Roots *r, uint32_t v, Diag *d)
{
    const CauseResult *result = r->c->r;
    const uint32_t node = result->lineage.nodes[result->domain.node[v]].node;

    if (!is_bad(r, v) || !cause_is_pointer(r->c->spec->run.graph, node))
        return true;
    for (uint32_t e = r->g->first[v]; e < r->g->first[v + 1]; e++)
        if (!try_sources(r, r->g->to[e], d))
            return false;
    return true;
}

bool
cause_step_back(Cause *c, Diag *d)
{
    Roots r;
    uint32_t v;
    bool ok = true, last = false;

    roots_open(&r, c);
    while (ok && (v = next_of(&r, last)) && !cause_is_out_of_time(c)) {
        last = !last;
        r.nclean += r.state[v] == CLEAN;
        r.expanded[v] = 1;
        cause_move(c, is_bad(&r, v) ? v : 0);
        prepare_sources(&r, v);
        ok = try_sources(&r, v, d) && try_contents(&r, v, d);
    }
    cause_move(c, 0);
    c->r->narrow.stopped = c->r->narrow.stopped || (ok && v);
    for (v = 1; v < r.g->n; v++)
        c->nodes.assumed[v] = r.state[v] == ASSUMED;
    roots_close(&r);
    return ok;
}

/* Polluted lines that depend on it through polluted states. */
static uint32_t
count_infected(const Roots *r, uint32_t root, uint32_t *seen, uint32_t *lines,
               uint32_t now)
{
    VEC(uint32_t) todo = {0};
    uint32_t n = 0;

    vec_push(&todo, root);
    seen[root] = now;
    while (todo.n) {
        const uint32_t v = todo.at[--todo.n], line = line_of(r, v);
        if (is_bad(r, v) && line != SCRIPT_NONE && lines[line] != now) {
            lines[line] = now;
            n++;
        }
        for (uint32_t e = r->g->first[v]; e < r->g->first[v + 1]; e++) {
            const uint32_t u = r->g->to[e];
            if (r->state[u] < PASSED || seen[u] == now)
                continue;
            seen[u] = now;
            vec_push(&todo, u);
        }
    }
    vec_done(&todo);
    return n;
}

/* Of each node: does it depend on a polluted one, perhaps by what is passed? */
static uint8_t *
find_infected(const Roots *r)
{
    uint8_t *infected = mem_zalloc((size_t)r->g->n + 1, 1);

    for (uint32_t v = 1; v < r->g->n; v++)
        for (uint32_t e = r->into[v]; e < r->into[v + 1]; e++) {
            const uint32_t u = r->from[e];
            if (is_bad(r, u) || (r->state[u] == PASSED && infected[u]))
                infected[v] = 1;
        }
    return infected;
}

/* Statements that are right most of the time are not at fault themselves: what
 * is polluted in fewer than half of an instruction's instances is passed. */
static void
pass_shared(Roots *r)
{
    const Graph *g = r->c->spec->run.graph;
    const size_t n = (size_t)g->script->ninsts + 1;
    uint32_t *all = mem_zalloc(n, sizeof *all);
    uint32_t *bad = mem_zalloc(n, sizeof *bad);
    const double least = tuning(TUNE_cause_right_share);

    for (uint32_t i = 1; i < g->nnodes; i++)
        if (g->nodes[i].inst < n)
            all[g->nodes[i].inst]++;
    for (uint32_t v = 1; v < r->g->n; v++)
        if (is_bad(r, v))
            bad[inst_of(r, v)]++;
    for (uint32_t v = 1; v < r->g->n; v++)
        if (is_bad(r, v) && bad[inst_of(r, v)] < least * all[inst_of(r, v)])
            r->state[v] = PASSED;
    free(all);
    free(bad);
}

typedef struct Root Root;
struct Root {
    uint32_t node, infected;
};

static int
by_infected(const void *x, const void *y)
{
    const Root *a = x, *b = y;

    if (a->infected != b->infected)
        return a->infected > b->infected ? -1 : 1;
    return (a->node < b->node) - (a->node > b->node);
}

static void
list_roots(const Roots *r, size_t most, NarrowNodes *out)
{
    VEC(Root) found = {0};
    const size_t nlines = (size_t)r->c->spec->run.graph->script->nlines + 1;
    uint32_t *seen = mem_zalloc((size_t)r->g->n + 1, sizeof *seen);
    uint32_t *lines = mem_zalloc(nlines, sizeof *lines);
    uint8_t *infected = find_infected(r);

    for (uint32_t v = 1, now = 0; v < r->g->n; v++)
        if (r->state[v] == POLLUTED && !infected[v]) {
            const Root root = {v, count_infected(r, v, seen, lines, ++now)};
            vec_push(&found, root);
        }
    if (found.n)
        qsort(found.at, found.n, sizeof *found.at, by_infected);
    for (size_t i = 0; i < found.n && i < most; i++)
        vec_push(out, found.at[i].node);
    vec_done(&found);
    free(infected);
    free(seen);
    free(lines);
}

void
cause_list_roots(Cause *c, NarrowNodes *out)
{
    const size_t each = tuning_count(TUNE_cause_roots_each);
    Roots shared, own;

    roots_open(&shared, c);
    roots_open(&own, c);
    pass_shared(&own);
    list_roots(&own, each, out);
    list_roots(&shared, each, out);
    roots_close(&shared);
    roots_close(&own);
}
