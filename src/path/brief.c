/* brief.c - runs that are too long to trace: only what the input decides
 * is looked at.
 */
#include "path/brief.h"

#include "base/mem.h"
#include "base/str.h"
#include "solve/expr.h"
#include "trace/condition.h"

#include <inttypes.h>
#include <stdlib.h>

/* The instruction that a condition ends in; SCRIPT_NONE: none that counts. */
static uint32_t
statement_of(const Script *s, const ConcolicStep *step)
{
    if (step->block >= s->nblocks ||
        (step->kind != CONCOLIC_BRANCH && step->kind != CONCOLIC_SWITCH))
        return SCRIPT_NONE; /* a model's blocks are above all others */
    const ScriptBlock *b = &s->blocks[step->block];
    return b->inst + b->ninsts - 1;
}

void
brief_course(const Script *s, const Recording *r, Course *out)
{
    VEC(AlignEvent) events = {0};
    VEC(uint32_t) steps = {0};

    for (uint32_t i = 0; i < r->n.steps; i++) {
        const uint32_t at = statement_of(s, &r->steps[i]);
        if (at == SCRIPT_NONE)
            continue;
        vec_push(&events, (AlignEvent){.statement = at,
                                       .parent = ALIGN_NONE,
                                       .outcome = r->steps[i].taken});
        vec_push(&steps, i);
    }
    *out = (Course){
        .events = events.at, .nodes = steps.at, .n = (uint32_t)events.n};
}

/* In words */

typedef struct Side Side;
struct Side { /* one of both runs */
    const Recording *rec;
    uint64_t *values;
};

static const char *
outcome_of(Arena *a, const Conditions *c, uint32_t inst, uint32_t taken)
{
    const ScriptInst *i = &c->script->insts[inst];

    if (i->op != SCRIPT_SWITCH)
        return condition_truth(c, inst, taken) ? "true" : "false";
    if (taken + 1 >= i->size)
        return "default";
    return arena_printf(a, "case %" PRId64,
                        (int64_t)c->script->cases[i->target + taken].value);
}

/* "5 and 7": what a comparison looked at; "5": what a switch did. */
static const char *
values_of(Arena *a, const Side *s, const ConcolicStep *step)
{
    const ConcolicNode *n = &s->rec->nodes[step->node];
    const bool compares = n->op >= CONCOLIC_EQ && n->op <= CONCOLIC_SLE;
    const unsigned width = compares ? s->rec->nodes[n->a].width : n->width;

    if (step->kind == CONCOLIC_SWITCH)
        return arena_printf(a, "%" PRId64,
                            expr_signed(s->values[step->node], width));
    if (!compares)
        return "";
    return arena_printf(a, "%" PRId64 " and %" PRId64,
                        expr_signed(s->values[n->a], width),
                        expr_signed(s->values[n->b], width));
}

static const char *
function_of(const Script *s, uint32_t inst)
{
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (inst - s->functions[i].inst < s->functions[i].ninsts)
            return script_text(s, s->functions[i].name);
    return "?";
}

/* Which time of how many it is that this branch was decided. */
static void
count_instance(const Course *c, uint32_t event, PathPart *out)
{
    for (uint32_t i = 0; i < c->n; i++) {
        const bool same = c->events[i].statement == c->events[event].statement;
        out->of += same;
        out->instance += same && i <= event;
    }
}

static PathPart
make_part(Arena *a, const Conditions *c, const Course *x, uint32_t event,
          uint32_t taken)
{
    const Script *s = c->script;
    const uint32_t inst = x->events[event].statement;
    const uint32_t line = s->insts[inst].line;
    PathPart p = {.file = "",
                  .function = function_of(s, inst),
                  .column = s->insts[inst].column,
                  .was = outcome_of(a, c, inst, x->events[event].outcome),
                  .is = outcome_of(a, c, inst, taken)};

    if (line != SCRIPT_NONE) {
        p.file = script_text(s, s->lines[line].file);
        p.line = s->lines[line].line;
    }
    count_instance(x, event, &p);
    return p;
}

size_t
brief_parts(const PathScout *s, uint32_t number, const PathTrace *other,
            Arena *a, PathPart **out)
{
    const PathRun *run = &s->runs.at[number];
    const Course *x = &s->failing.course, *y = &other->course;
    const Side sides[] = {
        {.rec = &s->runs.at[0].run.recording,
         .values = recording_values(&s->runs.at[0].run.recording)},
        {.rec = &run->run.recording,
         .values = recording_values(&run->run.recording)}};
    uint32_t *partner = mem_alloc((x->n + (size_t)1) * sizeof *partner);
    PathPart *parts = *out = ARENA_ARRAY(a, PathPart, run->ndiffers + 1);
    Conditions conditions;
    size_t n = 0;

    conditions_build(s->code.script, &conditions);
    align_runs(course_run(x), course_run(y), partner);
    for (uint32_t i = 0; i < run->ndiffers; i++) {
        const uint32_t e = s->decisions.branches[run->differs[i]].event;
        const uint32_t with = partner[e];
        if (with == ALIGN_NONE)
            continue;
        PathPart *p = &parts[n++];
        *p = make_part(a, &conditions, x, e, y->events[with].outcome);
        p->values = values_of(a, &sides[0], &sides[0].rec->steps[x->nodes[e]]);
        p->others =
            values_of(a, &sides[1], &sides[1].rec->steps[y->nodes[with]]);
    }
    conditions_done(&conditions);
    free(partner);
    free(sides[0].values);
    free(sides[1].values);
    return n;
}
