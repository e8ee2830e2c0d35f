/* worth.c - is a successful run worth telling? */
#include "path/worth.h"

#include "base/mem.h"
#include "cause/symptom.h"
#include "format/tuning.h"
#include "path/path.h"

#include <assert.h>
#include <stdlib.h>

static const char *const words[WORTHS] = {
    [WORTH_USEFUL] = "",
    [WORTH_PARTIAL] = "a success that leaves out a part of what the failing "
                      "run does",
    [WORTH_UNRELATED] = "perhaps an unrelated success: it does not come to "
                        "where the failing run fails",
    [WORTH_TRIVIAL] = "perhaps a trivial success, such as an error of usage: "
                      "it prints nothing or ends otherwise",
};

const char *
worth_words(Worth w)
{
    return words[w];
}

Worth
worth_guess(WorthEnd failing, const WorthEnd *wanted, WorthEnd other, bool away,
            bool partial)
{
    const bool fails = other.status != 0 && other.status != failing.status;
    const bool silent = other.nout == 0 && failing.nout > 0;

    if ((fails && !(wanted && wanted->status == other.status)) ||
        (silent && !(wanted && wanted->nout == 0)))
        return WORTH_TRIVIAL;
    return away ? WORTH_UNRELATED : partial ? WORTH_PARTIAL : WORTH_USEFUL;
}

void
worth_find_home(PathScout *s, const Bytes *expected, int status)
{
    Graph *g = &s->failing.graph;
    const SymptomSpec spec = {.run = &s->runs.at[0].run,
                              .graph = g,
                              .expected = expected,
                              .status = status};
    Symptom symptom;
    Diag d;

    free(s->place.home);
    s->place.home = NULL;
    diag_init(&d);
    /* Without an expected output, it is the last one that is wrong; where
     * nothing is known of the failure, all runs are related. */
    if (symptom_find(&spec, &symptom, &d) &&
        (!symptom.passes || criterion_default(g, 0, &symptom.criterion, &d)) &&
        symptom.criterion.n) {
        s->place.home = mem_zalloc(g->script->nfunctions + (size_t)1, 1);
        for (uint32_t n = symptom.criterion.nodes[0]; n;
             n = g->nodes[n].control)
            s->place.home[g->steps[g->nodes[n].step].function] = 1;
        s->place.failure = s->failing.course.of[symptom.criterion.nodes[0]];
    }
    symptom_done(&symptom);
    diag_done(&d);
}

uint32_t
worth_lost(const uint32_t *partner, uint32_t n)
{
    uint32_t lost = 0;

    for (uint32_t i = 0; i < n; i++)
        lost += partner[i] == ALIGN_NONE;
    return lost;
}

uint32_t
worth_only(uint32_t lost, uint32_t n, uint32_t other)
{
    assert(lost <= n && n - lost <= other);
    return lost + (other - (n - lost));
}

bool
worth_is_partial(uint32_t lost, uint32_t n)
{
    return lost > tuning_count(TUNE_path_partial_lost) &&
           lost > n / tuning_count(TUNE_path_partial_part);
}

int
worth_compare(const PathRun *x, const PathRun *y)
{
    if (x->like.comes != y->like.comes)
        return x->like.comes ? -1 : 1;
    if (x->like.only != y->like.only)
        return x->like.only < y->like.only ? -1 : 1;
    return path_compare(x->differs, x->ndiffers, y->differs, y->ndiffers);
}

bool
worth_is_within(const PathRun *x, const PathRun *y)
{
    uint32_t k = 0;

    for (uint32_t i = 0; i < x->ndiffers; i++) {
        while (k < y->ndiffers && y->differs[k] < x->differs[i])
            k++;
        if (k == y->ndiffers || y->differs[k] != x->differs[i])
            return false;
    }
    return x->ndiffers < y->ndiffers;
}

bool
worth_is_away(const uint8_t *home, const uint8_t *entered, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (home[i] && !entered[i])
            return true;
    return false;
}
