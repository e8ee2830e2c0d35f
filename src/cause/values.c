/* values.c - values to try in place of one that a run had.
 *
 * Of a number: 0, 1, -1, its neighbours, and what the instruction had at other
 * times. Of a pointer: none, those that it could have been as far as the run
 * tells (pointers that the same instructions handed on, the latest first), and
 * the next elements if the instruction goes through an array.
 */
#include "cause/values.h"

#include "base/mem.h"
#include "base/real.h"
#include "format/tuning.h"

#include <stdlib.h>

bool
cause_is_pointer(const Graph *g, uint32_t node)
{
    const ScriptInst *i = graph_inst(g, node);

    return i && i->flags & SCRIPT_POINTER && i->width &&
           (i->op == SCRIPT_STORE || i->op == SCRIPT_RETURN);
}

bool
cause_is_real(const Graph *g, uint32_t node)
{
    const ScriptInst *i = graph_inst(g, node);

    return i && i->flags & SCRIPT_FLOAT && i->width == 8;
}

static uint32_t
first_of(uint32_t *kin, uint32_t i)
{
    while (kin[i] != i)
        i = kin[i] = kin[kin[i]];
    return i;
}

typedef struct Had Had;
struct Had {
    uint64_t value;
    uint32_t inst;
};

static int
by_value(const void *x, const void *y)
{
    const Had *a = x, *b = y;

    return (a->value > b->value) - (a->value < b->value);
}

void
cause_pointers_init(CausePointers *p, const Graph *g)
{
    const uint32_t n = g->script->ninsts;
    VEC(Had) all = {0};

    p->kin = mem_alloc(((size_t)n + 1) * sizeof *p->kin);
    for (uint32_t i = 0; i <= n; i++)
        p->kin[i] = i;
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (cause_is_pointer(g, i) && g->nodes[i].value)
            vec_push(&all, (Had){g->nodes[i].value, g->nodes[i].inst});
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_value);
    for (size_t i = 1; i < all.n; i++)
        if (all.at[i].value == all.at[i - 1].value)
            p->kin[first_of(p->kin, all.at[i].inst)] =
                first_of(p->kin, all.at[i - 1].inst);
    vec_done(&all);
}

void
cause_pointers_done(CausePointers *p)
{
    free(p->kin);
    *p = (CausePointers){0};
}

static bool
is_listed(const SparseGuess *at, size_t n, uint64_t value)
{
    for (size_t i = 0; i < n; i++)
        if (at[i].value == value)
            return true;
    return false;
}

/* How far apart the instruction's pointers were, one after the other. */
static size_t
add_strides(const Graph *g, uint32_t node, SparseGuess *out, size_t n)
{
    enum { STRIDES = 2 };
    const uint32_t far = tuning_count(TUNE_cause_stride_most);
    uint64_t last = 0, known[STRIDES];
    size_t nknown = 0;

    for (uint32_t i = 1; i < g->nnodes && nknown < STRIDES; i++) {
        if (g->nodes[i].inst != g->nodes[node].inst || !g->nodes[i].value)
            continue;
        const uint64_t by = g->nodes[i].value > last ? g->nodes[i].value - last
                                                     : last - g->nodes[i].value;
        const bool is_new =
            last && by && by <= far && !(nknown && known[0] == by);
        last = g->nodes[i].value;
        if (!is_new)
            continue;
        known[nknown++] = by;
        const uint64_t was = g->nodes[node].value;
        if (was && !is_listed(out, n, was + by))
            out[n++] = (SparseGuess){.value = was + by, .add = true};
        if (was && !is_listed(out, n, was - by))
            out[n++] = (SparseGuess){.value = was - by, .add = true};
    }
    return n;
}

/* Earlier pointers of its kin; or else of the same function. */
static size_t
add_earlier(const Graph *g, const CausePointers *p, uint32_t node, bool is_kin,
            size_t most, SparseGuess *out, size_t n)
{
    const GraphNode *at = &g->nodes[node];
    const uint32_t kin = first_of(p->kin, at->inst);
    const uint32_t function = g->steps[at->step].function;

    for (uint32_t i = node; i-- > 1 && n < most;) {
        const GraphNode *o = &g->nodes[i];
        if (o->value == at->value || !o->value || !cause_is_pointer(g, i) ||
            (is_kin ? first_of(p->kin, o->inst) != kin
                    : g->steps[o->step].function != function) ||
            is_listed(out, n, o->value))
            continue;
        const uint64_t site = graph_site(g, i);
        if (site)
            out[n++] =
                (SparseGuess){.value = o->value, .site = site, .inst = o->inst};
    }
    return n;
}

static size_t
guess_pointer(const Graph *g, const CausePointers *p, uint32_t node,
              SparseGuess *out)
{
    size_t n = 0;

    if (g->nodes[node].value)
        out[n++] = (SparseGuess){0};
    n = add_earlier(g, p, node, true, tuning_count(TUNE_cause_pointer_kin), out,
                    n);
    n = add_earlier(g, p, node, false, tuning_count(TUNE_cause_pointer_others),
                    out, n);
    return add_strides(g, node, out, n);
}

static size_t
guess_number(const Graph *g, uint32_t node, SparseGuess *out)
{
    enum { KNOWN = 5 };
    const size_t most = tuning_count(TUNE_cause_number_values);
    const uint64_t v = g->nodes[node].value;
    const double x = cause_is_real(g, node) ? real_of_bits(v) : 0;
    const uint64_t integers[KNOWN] = {0, 1, UINT64_MAX, v + 1, v - 1};
    const uint64_t reals[KNOWN] = {0, real_bits(1), real_bits(-1),
                                   real_bits(x + 1), real_bits(-x)};
    size_t n = 0;

    for (; n < KNOWN; n++)
        out[n] = (SparseGuess){.value = cause_is_real(g, node) ? reals[n]
                                                               : integers[n]};
    for (uint32_t i = 1; i < g->nnodes && n < most; i++)
        if (g->nodes[i].inst == g->nodes[node].inst && g->nodes[i].value != v &&
            !is_listed(out, n, g->nodes[i].value))
            out[n++] = (SparseGuess){.value = g->nodes[i].value};
    return n;
}

size_t
cause_guess(const Graph *g, const CausePointers *p, uint32_t node,
            SparseGuess out[CAUSE_GUESSES])
{
    return cause_is_pointer(g, node) ? guess_pointer(g, p, node, out)
                                     : guess_number(g, node, out);
}
