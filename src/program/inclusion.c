/* inclusion.c - inclusion constraints over memory: Andersen's analysis.
 *
 * Wave propagation (Pereira & Berlin 2009): each round collapses the cycles of
 * the copy graph (Tarjan), pushes what is new through it in topological order,
 * then lets loads, stores, address computations and calls add edges for what
 * arrived. Objects are field-sensitive by location; pointer arithmetic stays
 * inside the array it starts in (C17 6.5.6), where an ordinary variable is an
 * array of one. If the unit does not fit the layout, the program views the
 * object differently, and the object collapses to one location.
 */
#include "program/inclusion.h"

#include "program/layout.h"
#include "program/scc.h"

#include <assert.h>

enum { UNIT = 8, NO_RULE = -1 };

typedef enum {
    RULE_LOAD,
    RULE_STORE,
    RULE_ADDRESS,
    RULE_CALL,
    RULE_ESCAPE,
} RuleKind;

typedef struct SolverRule SolverRule;
struct SolverRule {
    uint8_t kind;          /* RuleKind */
    uint32_t node, nnodes; /* other side; of RULE_CALL: the call */
    uint32_t step;
    uint64_t size; /* or offset */
    uint32_t next;
};

void
inclusion_init(Inclusion *s, const Code *code)
{
    *s = (Inclusion){.code = code};
}

void
inclusion_done(Inclusion *s)
{
    for (size_t i = 0; i < s->nodes.n; i++) {
        pset_done(&s->nodes.at[i].points);
        pset_done(&s->nodes.at[i].news);
        pset_done(&s->nodes.at[i].work);
        pset_done(&s->nodes.at[i].succ);
    }
    vec_done(&s->nodes);
    vec_done(&s->objects);
    vec_done(&s->location_object);
    vec_done(&s->location_node);
    vec_done(&s->rules);
}

uint32_t
inclusion_node(Inclusion *s)
{
    uint32_t n = (uint32_t)s->nodes.n;

    vec_push(&s->nodes, (InclusionNode){.rep = n, .rules = (uint32_t)NO_RULE});
    return n;
}

uint32_t
inclusion_find(Inclusion *s, uint32_t n)
{
    InclusionNode *nodes = s->nodes.at;

    while (nodes[n].rep != n) {
        nodes[n].rep = nodes[nodes[n].rep].rep; /* halve the path */
        n = nodes[n].rep;
    }
    return n;
}

uint32_t
inclusion_object(Inclusion *s, ObjectKind kind, uint32_t of, uint32_t layout)
{
    uint32_t o = (uint32_t)s->objects.n, n = s->code->layouts[layout].nslots;
    PointsObject object = {.kind = (uint8_t)kind,
                           .of = of,
                           .layout = layout,
                           .location = (uint32_t)s->location_object.n,
                           .nlocations = n};

    vec_push(&s->objects, object);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&s->location_object, o);
        vec_push(&s->location_node, inclusion_node(s));
    }
    return o;
}

uint32_t
inclusion_canonical(const Inclusion *s, uint32_t location)
{
    const PointsObject *o = &s->objects.at[s->location_object.at[location]];

    if (o->collapsed)
        return o->location;
    if (o->stride)
        return o->location + (location - o->location) % o->stride;
    return location;
}

uint32_t
inclusion_content(Inclusion *s, uint32_t location)
{
    return inclusion_find(
        s, s->location_node.at[inclusion_canonical(s, location)]);
}

/* Make b one with a; both are representatives. */
static void
merge(Inclusion *s, uint32_t a, uint32_t b)
{
    InclusionNode *x = &s->nodes.at[a], *y = &s->nodes.at[b];

    if (a == b)
        return;
    y->rep = a;
    pset_or(&x->points, &y->points);
    pset_or(&x->succ, &y->succ);
    pset_or(&x->work, &x->points); /* what came to one is news to the other */
    pset_or(&x->news, &x->points);
    if (y->rules != (uint32_t)NO_RULE) {
        uint32_t last = y->rules;
        while (s->rules.at[last].next != (uint32_t)NO_RULE)
            last = s->rules.at[last].next;
        s->rules.at[last].next = x->rules;
        x->rules = y->rules;
    }
    pset_done(&y->points), pset_done(&y->news);
    pset_done(&y->work), pset_done(&y->succ);
    s->changed = true;
}

/* ---- objects ---- */

/* After the object's locations were redefined: merge contents accordingly. */
static void
refold(Inclusion *s, const PointsObject *o)
{
    for (uint32_t i = 0; i < o->nlocations; i++) {
        uint32_t l = o->location + i;
        merge(s, inclusion_content(s, l),
              inclusion_find(s, s->location_node.at[l]));
    }
}

static void
collapse(Inclusion *s, PointsObject *o)
{
    if (o->collapsed)
        return;
    o->collapsed = true;
    refold(s, o);
}

static uint32_t
gcd(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* Arithmetic in units of `step` bytes at a location of the object. */
static void
walk(Inclusion *s, PointsObject *o, uint32_t location, uint32_t step)
{
    const CodeLayout *l = &s->code->layouts[o->layout];
    const CodeSlot *slot = &s->code->slots[l->slot + location - o->location];

    if (o->collapsed)
        return;
    if (o->layout != LAYOUT_HEAP) {
        if (step % slot->size != 0)
            collapse(s, o);
        return;
    }
    uint32_t words = step / LAYOUT_WORD;
    uint32_t stride = gcd(words, o->stride);
    if (step % LAYOUT_WORD != 0 || stride == 1) {
        collapse(s, o);
    } else if (words < o->nlocations && stride != o->stride) {
        o->stride = stride;
        refold(s, o);
    }
}

/* The location at an offset from another, or `step` units from it. */
static uint32_t
moved(Inclusion *s, uint32_t location, uint64_t offset, uint32_t step)
{
    PointsObject *o = &s->objects.at[s->location_object.at[location]];

    location = inclusion_canonical(s, location);
    if (step)
        walk(s, o, location, step);
    location = inclusion_canonical(s, location);
    if (offset == 0 || o->collapsed)
        return location;
    const CodeLayout *l = &s->code->layouts[o->layout];
    const CodeSlot *slots = &s->code->slots[l->slot];
    uint32_t i = location - o->location;
    uint64_t at = slots[i].offset + offset;
    while (i + 1 < l->nslots && slots[i + 1].offset <= at)
        i++;
    return inclusion_canonical(s, o->location + i);
}

/* ---- constraints ---- */

static void
pass(InclusionNode *to, const PSet *points)
{
    PSet fresh = {0};

    pset_minus(points, &to->points, &fresh);
    if (fresh.n > 0) {
        pset_or(&to->points, &fresh);
        pset_or(&to->news, &fresh);
    }
    pset_done(&fresh);
}

void
inclusion_points(Inclusion *s, uint32_t node, uint32_t location)
{
    node = inclusion_find(s, node);
    location = inclusion_canonical(s, location);
    if (pset_add(&s->nodes.at[node].points, location)) {
        pset_add(&s->nodes.at[node].news, location);
        s->changed = true;
    }
}

void
inclusion_copy(Inclusion *s, uint32_t from, uint32_t to)
{
    from = inclusion_find(s, from);
    to = inclusion_find(s, to);
    if (from == to || !pset_add(&s->nodes.at[from].succ, to))
        return;
    pass(&s->nodes.at[to], &s->nodes.at[from].points);
    s->changed = true;
}

static void
add_rule(Inclusion *s, uint32_t node, SolverRule rule)
{
    node = inclusion_find(s, node);
    rule.next = s->nodes.at[node].rules;
    s->nodes.at[node].rules = (uint32_t)s->rules.n;
    vec_push(&s->rules, rule);
    pset_or(&s->nodes.at[node].work, &s->nodes.at[node].points);
    s->changed = true;
}

void
inclusion_address(Inclusion *s, uint32_t base, uint32_t to, uint64_t offset,
                  uint32_t step)
{
    if (offset == 0 && step == 0)
        inclusion_copy(s, base, to);
    else
        add_rule(s, base,
                 (SolverRule){.kind = RULE_ADDRESS,
                              .node = to,
                              .size = offset,
                              .step = step});
}

void
inclusion_load(Inclusion *s, uint32_t address, uint32_t node, uint32_t nnodes,
               uint64_t size)
{
    add_rule(
        s, address,
        (SolverRule){
            .kind = RULE_LOAD, .node = node, .nnodes = nnodes, .size = size});
}

void
inclusion_store(Inclusion *s, uint32_t address, uint32_t node, uint32_t nnodes,
                uint64_t size)
{
    add_rule(
        s, address,
        (SolverRule){
            .kind = RULE_STORE, .node = node, .nnodes = nnodes, .size = size});
}

void
inclusion_call(Inclusion *s, uint32_t callee, uint32_t call)
{
    add_rule(s, callee, (SolverRule){.kind = RULE_CALL, .node = call});
}

void
inclusion_escape(Inclusion *s, uint32_t node)
{
    add_rule(s, node, (SolverRule){.kind = RULE_ESCAPE, .node = node});
}

/* ---- rounds ---- */

/* Connect a slot, `first` to `end` bytes behind the address, with the nodes
 * that stand for these bytes. */
static void
connect(Inclusion *s, const SolverRule *r, uint32_t location, uint64_t first,
        uint64_t end)
{
    uint32_t content = inclusion_content(s, location);
    uint64_t low = first / UNIT, high = (end - 1) / UNIT;

    low = low < r->nnodes ? low : r->nnodes - 1;
    high = high < r->nnodes ? high : r->nnodes - 1;
    for (uint64_t k = low; k <= high; k++) {
        if (r->kind == RULE_LOAD)
            inclusion_copy(s, content, r->node + (uint32_t)k);
        else
            inclusion_copy(s, r->node + (uint32_t)k, content);
    }
}

static void
access(Inclusion *s, const SolverRule *r, uint32_t location)
{
    const PointsObject o = s->objects.at[s->location_object.at[location]];
    const CodeLayout *l = &s->code->layouts[o.layout];
    const CodeSlot *slots = &s->code->slots[l->slot];
    uint32_t first = location - o.location;
    uint64_t at = slots[first].offset;
    uint64_t size = r->size == CODE_UNKNOWN ? l->size : r->size;

    if (o.kind == OBJECT_FUNCTION || o.kind == OBJECT_STATE)
        return;
    if (o.collapsed) {
        connect(s, r, o.location, 0, size ? size : 1);
        return;
    }
    for (uint32_t i = first; i < l->nslots && slots[i].offset < at + size;
         i++) {
        uint64_t end = slots[i].end - at < size ? slots[i].end - at : size;
        connect(s, r, o.location + i, slots[i].offset - at, end);
    }
}

static void
escape(Inclusion *s, const SolverRule *r, uint32_t location)
{
    const PointsObject o = s->objects.at[s->location_object.at[location]];

    if (o.kind == OBJECT_FUNCTION || o.kind == OBJECT_STATE)
        return;
    for (uint32_t i = 0; i < o.nlocations; i++) {
        uint32_t content = inclusion_content(s, o.location + i);
        inclusion_copy(s, content, r->node);
        inclusion_copy(s, r->node, content);
    }
}

static void
apply(Inclusion *s, const SolverRule *r, uint32_t location)
{
    uint32_t o = s->location_object.at[location];

    switch ((RuleKind)r->kind) {
    case RULE_LOAD:
    case RULE_STORE:
        access(s, r, location);
        break;
    case RULE_ADDRESS:
        if (s->objects.at[o].kind != OBJECT_FUNCTION)
            inclusion_points(s, r->node, moved(s, location, r->size, r->step));
        break;
    case RULE_CALL:
        if (s->objects.at[o].kind == OBJECT_FUNCTION ||
            s->objects.at[o].kind == OBJECT_OUTSIDE)
            s->bind(s->context, r->node, o);
        break;
    case RULE_ESCAPE:
        escape(s, r, location);
        break;
    }
}

typedef VEC(uint32_t) Stack;

/* needs: nodes and copy edges. fills: `order` with representatives, every one
 * before those that flow into it; merges the nodes of each cycle. */
static void
collapse_cycles(Inclusion *s, Stack *order)
{
    uint32_t n = (uint32_t)s->nodes.n;
    uint32_t *first = mem_zalloc(n + 1, sizeof *first);
    uint32_t *component = mem_zalloc(n, sizeof *component);
    Stack to = {0};

    for (uint32_t i = 0; i < n; i++) {
        for (PNext k = {0}; pset_next(&s->nodes.at[i].succ, &k);)
            vec_push(&to, inclusion_find(s, k.member));
        first[i + 1] = (uint32_t)to.n;
    }
    uint32_t ncomponents = scc_find(n, first, to.at, component);
    order->n = 0;
    vec_reserve(order, ncomponents);
    for (uint32_t i = 0; i < ncomponents; i++)
        vec_push(order, UINT32_MAX);
    for (uint32_t i = 0; i < n; i++) {
        assert(order->at && component[i] < order->n);
        uint32_t *root = &order->at[component[i]];
        if (*root == UINT32_MAX)
            *root = i;
        else
            merge(s, *root, i);
    }
    free(first), free(component);
    vec_done(&to);
}

static void
propagate(Inclusion *s, const Stack *order)
{
    for (size_t i = order->n; i-- > 0;) { /* merged nodes have no news */
        InclusionNode *n = &s->nodes.at[order->at[i]];
        PSet news = n->news;
        n->news = (PSet){0};
        if (news.n > 0 && n->rules != (uint32_t)NO_RULE)
            pset_or(&n->work, &news);
        for (PNext k = {0}; news.n > 0 && pset_next(&n->succ, &k);)
            pass(&s->nodes.at[inclusion_find(s, k.member)], &news);
        pset_done(&news);
    }
}

static void
apply_rules(Inclusion *s, const Stack *order)
{
    for (size_t i = 0; i < order->n; i++) {
        uint32_t n = inclusion_find(s, order->at[i]);
        PSet work = s->nodes.at[n].work;
        s->nodes.at[n].work = (PSet){0};
        for (uint32_t r = s->nodes.at[n].rules; r != (uint32_t)NO_RULE;) {
            SolverRule rule = s->rules.at[r]; /* rules may move */
            for (PNext k = {0}; pset_next(&work, &k);)
                apply(s, &rule, inclusion_canonical(s, k.member));
            r = rule.next;
        }
        pset_done(&work);
    }
}

void
inclusion_run(Inclusion *s)
{
    Stack order = {0};

    do {
        s->changed = false;
        collapse_cycles(s, &order);
        propagate(s, &order);
        apply_rules(s, &order);
        s->rounds++;
    } while (s->changed);
    vec_done(&order);
}
