/* truth.c - which states were misjudged, as the right version tells. */
#include "cause/truth.h"

#include "cause/values.h"

#include "base/mem.h"
#include "format/tuning.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) Insts;

static void
list_sites(const Script *s, const ScriptFunction *f, Insts *out)
{
    out->n = 0;
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
        if (s->insts[i].site)
            vec_push(out, i);
}

static bool
is_like(const Script *s, uint32_t a, const Script *t, uint32_t b)
{
    const ScriptInst *x = &s->insts[a], *y = &t->insts[b];

    return x->op == y->op && x->width == y->width &&
           strcmp(script_text(s, x->text), script_text(t, y->text)) == 0;
}

/* The longest common sequence. */
static void
pair(const Script *s, const Insts *a, const Script *t, const Insts *b,
     uint32_t *out)
{
    const size_t w = b->n + 1;
    uint32_t *best = mem_zalloc((a->n + 1) * w, sizeof *best);
    size_t i = 0, k = 0;

    for (i = a->n; i-- > 0;)
        for (k = b->n; k-- > 0;) {
            const uint32_t down = best[(i + 1) * w + k],
                           across = best[i * w + k + 1];
            best[i * w + k] = is_like(s, a->at[i], t, b->at[k])
                                  ? best[(i + 1) * w + k + 1] + 1
                              : down > across ? down
                                              : across;
        }
    for (i = k = 0; i < a->n && k < b->n;)
        if (is_like(s, a->at[i], t, b->at[k]))
            out[a->at[i++]] = b->at[k++];
        else if (best[(i + 1) * w + k] >= best[i * w + k + 1])
            i++;
        else
            k++;
    free(best);
}

/* Of each instruction with a site: the one that stands for it in the other
 * script, or SCRIPT_NONE. Functions are paired by name, instructions as the
 * longest common sequence of what they do to what. The caller frees. */
static uint32_t *
pair_instructions(const Script *of, const Script *in)
{
    const size_t most = tuning_count(TUNE_cause_paired_insts);
    uint32_t *out = mem_alloc(((size_t)of->ninsts + 1) * sizeof *out);
    Insts a = {0}, b = {0};

    for (uint32_t i = 0; i <= of->ninsts; i++)
        out[i] = SCRIPT_NONE;
    for (uint32_t f = 0; f < of->nfunctions; f++)
        for (uint32_t g = 0; g < in->nfunctions; g++) {
            if (strcmp(script_text(of, of->functions[f].name),
                       script_text(in, in->functions[g].name)) != 0)
                continue;
            list_sites(of, &of->functions[f], &a);
            list_sites(in, &in->functions[g], &b);
            if (a.n && b.n && a.n <= most / b.n)
                pair(of, &a, in, &b, out);
            break;
        }
    vec_done(&a);
    vec_done(&b);
    return out;
}

/* Executions of each instruction of a run, in order: nodes at[first[i] ..
 * first[i + 1] - 1]; and of each node, which time it was. */
typedef struct Times Times;
struct Times {
    uint32_t *first, *at, *time;
};

static void
times_init(Times *t, const Graph *g)
{
    const size_t n = g->script->ninsts;
    uint32_t *next = mem_zalloc(n + 1, sizeof *next);

    t->first = mem_zalloc(n + 2, sizeof *t->first);
    t->at = mem_zalloc((size_t)g->nnodes + 1, sizeof *t->at);
    t->time = mem_zalloc((size_t)g->nnodes + 1, sizeof *t->time);
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (g->nodes[i].inst < n)
            t->first[g->nodes[i].inst + 1]++;
    for (size_t i = 0; i < n; i++) {
        t->first[i + 1] += t->first[i];
        next[i] = t->first[i];
    }
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (g->nodes[i].inst < n) {
            const uint32_t inst = g->nodes[i].inst;
            t->time[i] = next[inst] - t->first[inst];
            t->at[next[inst]++] = i;
        }
    free(next);
}

static void
times_done(Times *t)
{
    free(t->first);
    free(t->at);
    free(t->time);
}

CauseTruth
cause_truth(const CauseResult *r, const Graph *wrong, const Graph *right)
{
    uint32_t *like = pair_instructions(wrong->script, right->script);
    CauseTruth out = {0};
    Times mine, theirs;

    times_init(&mine, wrong);
    times_init(&theirs, right);
    for (size_t i = 0; i < r->verdicts.n; i++) {
        const CauseVerdict *v = &r->verdicts.at[i];
        const uint32_t node = r->lineage.nodes[v->lineage].node;
        const uint32_t inst = like[wrong->nodes[node].inst];
        if (cause_is_pointer(wrong, node)) {
            out.pointers++;
            continue;
        }
        bool same = false;
        if (inst != SCRIPT_NONE) {
            const uint32_t at = theirs.first[inst] + mine.time[node];
            same =
                at < theirs.first[inst + 1] &&
                right->nodes[theirs.at[at]].value == wrong->nodes[node].value;
        }
        out.states++;
        out.right += same;
        out.accused += same && v->polluted;
        out.excused += !same && !v->polluted;
    }
    times_done(&mine);
    times_done(&theirs);
    free(like);
    return out;
}
