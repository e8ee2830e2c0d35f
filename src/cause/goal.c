/* goal.c - what should have happened where a failure showed. */
#include "cause/goal.h"

#include "base/mem.h"
#include "solve/expr.h"
#include "suite/assertion.h"
#include "suite/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STDOUT = 1 };

ConcolicOutput *
goal_outputs(const EngineRun *run, size_t *n)
{
    const Recording *r = &run->recording;
    ConcolicOutput *out = mem_zalloc((size_t)r->n.outputs + 1, sizeof *out);

    *n = 0;
    for (uint32_t i = 0; i < r->n.outputs; i++)
        if (r->outputs[i].descriptor == STDOUT)
            out[(*n)++] = r->outputs[i];
    return out;
}

static bool
ended_well(const EngineRun *run)
{
    Str why = {0};
    bool bad = run->ended.signal || run->ended.timed_out ||
               run->ended.status == ALTER_STOPPED ||
               oracle_sanitizer(&run->err, &why);

    str_done(&why);
    return !bad;
}

/* Does the test say that this assertion failed? */
static bool
is_said(const Bytes *b, const char *place)
{
    return b->n && assertion_is_at((const char *)b->at, b->n, place);
}

/* Did it come past the assertion? Where another one fails, that must be later.
 */
static bool
is_past(const Goal *g, const EngineRun *run)
{
    const char *place = g->assertion.place;
    const Recording *r = &run->recording;
    Arena a = {0};
    Assertion other;

    if (run->ended.timed_out || run->ended.status == ALTER_STOPPED ||
        is_said(&run->out, place) || is_said(&run->err, place))
        return false;
    if (goal_ended(g, run))
        return true;
    const bool failed =
        assertion_read(&a, (const char *)run->out.at, run->out.n, &other) ||
        assertion_read(&a, (const char *)run->err.at, run->err.n, &other);
    arena_done(&a);
    return failed && r->header && r->header->answer.sites > g->assertion.site;
}

bool
goal_ended(const Goal *g, const EngineRun *run)
{
    return ended_well(run) && (g->status < 0 || run->ended.status == g->status);
}

static bool
is_whole(const Goal *g, const EngineRun *run)
{
    if (!goal_ended(g, run))
        return false;
    return !g->expected || (run->out.n == g->nexpected &&
                            (run->out.n == 0 || memcmp(run->out.at, g->expected,
                                                       run->out.n) == 0));
}

bool
goal_holds(const Goal *g, const EngineRun *run)
{
    size_t n;

    if (g->kind == GOAL_STATUS)
        return !run->ended.timed_out && run->ended.status == g->status;
    if (g->kind == GOAL_ENDS)
        return ended_well(run);
    if (g->kind == GOAL_AT)
        return false;
    if (g->kind == GOAL_ASSERTION)
        return is_past(g, run);
    ConcolicOutput *outputs = goal_outputs(run, &n);
    bool holds =
        property_holds(&g->property, outputs, n, (const char *)run->out.at,
                       run->out.n, g->expected, g->nexpected);
    free(outputs);
    return holds;
}

uint64_t
goal_merit(const Goal *g, const EngineRun *run)
{
    uint64_t right = 0;
    bool whole = false; /* the line that was wrong */

    if (!goal_holds(g, run))
        return 0;
    if (is_whole(g, run))
        return GOAL_WHOLE;
    while (!whole && g->expected && right < run->out.n &&
           right < g->nexpected &&
           run->out.at[right] == (unsigned char)g->expected[right]) {
        whole = g->kind == GOAL_OUTPUT && right >= g->property.offset &&
                g->expected[right] == '\n';
        right++;
    }
    return right + 1;
}

/* The output before the piece is right; nothing else is at its place. */
static bool
is_right_before(const Goal *g, const EngineRun *run)
{
    size_t n = g->property.output == PROPERTY_NONE ? g->property.offset
                                                   : (size_t)g->piece.offset;

    return run->out.n >= n && n <= g->nexpected &&
           (n == 0 || memcmp(run->out.at, g->expected, n) == 0);
}

static const ConcolicOutput *
find_piece(const Goal *g, const EngineRun *run)
{
    const Recording *r = &run->recording;

    if (g->kind != GOAL_OUTPUT || g->property.output == PROPERTY_NONE ||
        !is_right_before(g, run))
        return NULL;
    for (uint32_t i = 0; i < r->n.outputs; i++)
        if (r->outputs[i].descriptor == STDOUT &&
            r->outputs[i].offset == g->piece.offset && r->outputs[i].length)
            return &r->outputs[i];
    return NULL;
}

bool
goal_reached(const Goal *g, const EngineRun *run)
{
    if (g->kind != GOAL_OUTPUT)
        return !run->ended.signal && !run->ended.timed_out &&
               run->ended.status != ALTER_STOPPED;
    return find_piece(g, run) != NULL;
}

static bool
ask_bytes(const Property *want, const EngineRun *run, const ConcolicOutput *o,
          Problem *p)
{
    const Recording *r = &run->recording;

    if (o->length != want->ntext || o->offset + o->length > run->out.n)
        return false;
    for (uint32_t i = 0; i < o->length; i++) {
        uint64_t byte = (unsigned char)want->text[i];
        uint32_t node = r->tables[o->node + i];
        if (!node && run->out.at[o->offset + i] != byte)
            return false;
        if (node)
            problem_want(p, problem_import(p, node), &byte, 1, false);
    }
    return true;
}

static bool
ask_real(const Property *want, const ConcolicOutput *o, Problem *p)
{
    uint64_t low, high, one = 1;

    if (o->width != 64)
        return false;
    memcpy(&low, &want->low, sizeof low);
    memcpy(&high, &want->high, sizeof high);
    uint32_t x = problem_import(p, o->node);
    uint32_t a =
        problem_make(p, CONCOLIC_FLE, 1, problem_const(p, 64, low), x, 0);
    problem_want(p, a, &one, 1, false);
    uint32_t b =
        problem_make(p, CONCOLIC_FLE, 1, x, problem_const(p, 64, high), 0);
    problem_want(p, b, &one, 1, false);
    return true;
}

/* What the output call itself decides is no part of the way there. */
static uint32_t
steps_before(const Recording *r, const ConcolicOutput *o)
{
    uint32_t i = 0;

    while (i < r->n.steps &&
           (r->steps[i].at < o->at ||
            (r->steps[i].at == o->at && !(r->steps[i].block & CONCOLIC_MODEL))))
        i++;
    return i;
}

/* Values of the run that give the piece the property. */
static bool
ask_piece(const Property *want, const EngineRun *run, const ConcolicOutput *o,
          Problem *p)
{
    uint64_t value;

    switch (want->kind) {
    case PROPERTY_INTEGER:
        if (o->conversion == 's' || o->width == 0 || o->width > 64)
            return false;
        value = want->value & expr_mask(o->width);
        problem_want(p, problem_import(p, o->node), &value, 1, false);
        return true;
    case PROPERTY_REAL:
        return o->conversion != 's' && ask_real(want, o, p);
    case PROPERTY_BYTES:
        return (o->conversion == 's' || o->conversion == 'c') &&
               ask_bytes(want, run, o, p);
    case PROPERTY_HOLDS:
    case PROPERTY_PATH:
    case PROPERTY_MISSING:
    case PROPERTY_EXTRA:
        break;
    }
    return false;
}

bool
goal_ask(const Goal *g, const EngineRun *run, Problem *p, uint32_t *upto)
{
    const ConcolicOutput *o = find_piece(g, run);

    if (!o || !o->node)
        return false;
    *upto = steps_before(&run->recording, o);
    return ask_piece(&g->property, run, o, p);
}

bool
goal_distance(const Goal *g, const EngineRun *run, double *out)
{
    const ConcolicOutput *o = find_piece(g, run);
    double x;

    if (!o || g->property.kind != PROPERTY_REAL || o->width != 64 ||
        o->conversion == 's')
        return false;
    memcpy(&x, &o->value, sizeof x);
    *out = (g->property.low + g->property.high) / 2 - x;
    return isfinite(x);
}

static bool
is_same_text(const EngineRun *run, const ConcolicOutput *o, const Goal *g,
             size_t at, size_t next)
{
    return next - at == o->length && next <= g->nexpected &&
           memcmp(run->out.at + o->offset, g->expected + at, o->length) == 0;
}

bool
goal_ask_whole(const Goal *g, const EngineRun *run, Problem *p, uint32_t *upto)
{
    const Recording *r = &run->recording;
    const char *actual = (const char *)run->out.at;
    size_t at = 0, next;
    bool wrong = false; /* until a piece differs from what it should be */

    if (!g->expected)
        return false;
    *upto = r->n.steps;
    for (uint32_t i = 0; i < r->n.outputs; i++, at = next) {
        const ConcolicOutput *o = &r->outputs[i];
        next = at;
        if (o->descriptor != STDOUT || o->length == 0)
            continue;
        if (o->offset + o->length > run->out.n)
            return false;
        const Property want =
            property_of_piece(o, actual, g->expected, g->nexpected, at, &next);
        const bool same = is_same_text(run, o, g, at, next);
        if (same && (!o->node || want.kind == PROPERTY_HOLDS))
            continue;
        if (!o->node || !ask_piece(&want, run, o, p))
            return false;
        if (!same && !wrong)
            *upto = steps_before(r, o);
        wrong = wrong || !same;
    }
    return wrong && at == g->nexpected;
}
