/* course.c - the events of a traced run. */
#include "trace/course.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>

typedef struct CourseBuilder CourseBuilder;
struct CourseBuilder {
    const Graph *g;
    const Conditions *c;
    VEC(AlignEvent) events;
    VEC(uint32_t) nodes;
    VEC(uint32_t) ending;
    uint32_t *event_of; /* per node: its event, or that of its parent */
    uint32_t *step_of;  /* per instruction: step of its last foreign call */
    uint8_t *nth;       /* per instruction: nodes of it in that step */
};

/* A call makes further nodes for arguments; its own comes first. */
static bool
is_first(const Graph *g, uint32_t node)
{
    const GraphNode *n = &g->nodes[node];

    return n[-1].inst != n->inst || n[-1].step != n->step;
}

/* A foreign call begins with one node, its result is the next one; others
 * are bytes it copied, or before it calls back: those depend on it. */
static bool
is_foreign_event(CourseBuilder *b, uint32_t node)
{
    const GraphNode *n = &b->g->nodes[node];
    const GraphNode *parent = &b->g->nodes[n->control];

    if (parent->inst == n->inst && parent->step == n->step)
        return false;
    if (b->step_of[n->inst] != n->step) {
        b->step_of[n->inst] = n->step;
        b->nth[n->inst] = 0;
    }
    if (b->nth[n->inst] < 2)
        return ++b->nth[n->inst] <= 2;
    return false;
}

static bool
is_event(CourseBuilder *b, uint32_t node)
{
    const Graph *g = b->g;
    uint32_t inst = g->nodes[node].inst;

    if (inst == (uint32_t)GRAPH_INPUT)
        return g->io.inputs[g->nodes[node].value].inst != SCRIPT_NONE;
    if (inst >= g->script->ninsts)
        return false;
    switch ((ScriptOp)g->script->insts[inst].op) {
    case SCRIPT_STORE:
    case SCRIPT_ATOMIC:
    case SCRIPT_BRANCH:
    case SCRIPT_SWITCH:
    case SCRIPT_GOTO:
    case SCRIPT_RETURN:
        return true;
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
        return is_first(g, node);
    case SCRIPT_FOREIGN:
        return is_foreign_event(b, node);
    case SCRIPT_PURE:
    case SCRIPT_ALLOCA:
    case SCRIPT_LOAD:
    case SCRIPT_MOVE:
    case SCRIPT_FILL:
    case SCRIPT_PHI:
    case SCRIPT_SELECT:
    case SCRIPT_VASTART:
    case SCRIPT_JUMP:
    case SCRIPT_STOP:
    case SCRIPT_OPS:
        break;
    }
    return false;
}

static uint32_t
outcome_of(const Graph *g, uint32_t node)
{
    const GraphNode *n = &g->nodes[node];

    if (n->inst >= g->script->ninsts)
        return ALIGN_NONE;
    if (g->script->insts[n->inst].op == SCRIPT_GOTO)
        return (uint32_t)n->value;
    return condition_target(g->script, n->inst, n->value);
}

/* Is the branch a later part of the condition that its parent began? */
static bool
goes_on(const CourseBuilder *b, uint32_t node, uint32_t parent)
{
    const GraphNode *n = &b->g->nodes[node];

    if (parent == ALIGN_NONE || n->inst >= b->g->script->ninsts ||
        b->g->script->insts[n->inst].op != SCRIPT_BRANCH)
        return false;
    assert(parent < b->events.n && b->events.at);
    uint32_t leader = b->c->leader[b->c->block[n->inst]];
    const ScriptBlock *begin = &b->g->script->blocks[leader];
    return leader != b->c->block[n->inst] &&
           b->events.at[parent].statement == begin->inst + begin->ninsts - 1;
}

/* The first event of a function that was called through a pointer. */
static void
note_callee(CourseBuilder *b, uint32_t node, uint32_t parent)
{
    const Graph *g = b->g;

    if (parent == ALIGN_NONE)
        return;
    assert(parent < b->events.n && b->events.at);
    AlignEvent *e = &b->events.at[parent];
    if (e->outcome == ALIGN_NONE && e->statement < g->script->ninsts &&
        g->script->insts[e->statement].op == SCRIPT_INDIRECT)
        e->outcome = g->steps[g->nodes[node].step].function;
}

static void
add_event(CourseBuilder *b, uint32_t node, uint32_t parent)
{
    const GraphNode *n = &b->g->nodes[node];
    uint32_t statement = n->inst;

    if (statement == (uint32_t)GRAPH_INPUT)
        statement = b->g->io.inputs[n->value].inst | SCRIPT_PARAM;
    vec_push(&b->events, (AlignEvent){.statement = statement,
                                      .parent = parent,
                                      .outcome = outcome_of(b->g, node)});
    vec_push(&b->nodes, node);
    vec_push(&b->ending, node);
}

void
course_build(const Graph *g, Course *out)
{
    CourseBuilder b = {.g = g, .c = &g->conditions};

    b.event_of = mem_alloc((g->nnodes + (size_t)1) * sizeof *b.event_of);
    b.step_of = mem_zalloc(g->script->ninsts + 1, sizeof *b.step_of);
    b.nth = mem_zalloc(g->script->ninsts + 1, sizeof *b.nth);
    b.event_of[0] = ALIGN_NONE;
    for (uint32_t i = 1; i < g->nnodes; i++) {
        uint32_t parent = b.event_of[g->nodes[i].control];
        b.event_of[i] = parent;
        if (!is_event(&b, i))
            continue;
        if (goes_on(&b, i, parent)) {
            b.events.at[parent].outcome = outcome_of(g, i);
            b.ending.at[parent] = i;
            continue;
        }
        note_callee(&b, i, parent);
        b.event_of[i] = (uint32_t)b.events.n;
        add_event(&b, i, parent);
    }
    free(b.step_of);
    free(b.nth);
    *out = (Course){.events = b.events.at,
                    .nodes = b.nodes.at,
                    .ending = b.ending.at,
                    .of = b.event_of,
                    .n = (uint32_t)b.events.n};
}

void
course_done(Course *c)
{
    free(c->events);
    free(c->nodes);
    free(c->ending);
    free(c->of);
    *c = (Course){0};
}
