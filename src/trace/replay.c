/* replay.c - follow a trace through the code and note every dependence.
 *
 * A machine without values: activations keep, for each register, the node its
 * value comes from; memory is a map from bytes to their last writers. The
 * trace supplies what the code cannot: outcomes, addresses, values to show,
 * and what libc did. Control dependence is Algorithm 1 of the cause paper, per
 * activation: a stack of live branches, popped until the block at hand
 * depends on the one on top.
 *
 * Nothing in a trace is believed: a record that does not fit is an error,
 * running out of records is an end.
 */
#include "trace/graph.h"

#include "base/mem.h"
#include "base/vec.h"
#include "format/trace.h"
#include "trace/plan.h"
#include "trace/shadow.h"

#include <stdlib.h>
#include <string.h>

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { MAX_RANGE = 1 << 16, MAX_PAGES = 1 << 12 };
#else
enum {
    MAX_RANGE = 1 << 26, /* bytes that one effect may touch */
    MAX_PAGES = 1 << 18, /* of memory that the program may write */
};
#endif

#define MAX_NODES (UINT32_MAX - 64)

enum {
    MAX_DEPTH = 1 << 22,
    MAX_REWRITE = 1 << 12, /* that an unknown function is taken to change */
    MAX_RUNS = 1 << 12,    /* of writers that a copy tells apart */
    VISITED = 8,
};

typedef struct Live Live;
struct Live { /* a branch that was executed and not left */
    uint32_t block, node;
};

typedef struct Activation Activation;
struct Activation {
    uint32_t function;
    uint32_t pc;
    uint32_t block, from; /* the block at hand, and the one before it */
    uint32_t call;        /* node that called it, 0: from outside */
    uint32_t caller;      /* instruction of that call, if it was SCRIPT_CALL or
                             SCRIPT_INDIRECT; else SCRIPT_NONE */
    uint32_t control;
    uint32_t decision;             /* what made control come from `from` */
    uint32_t line, instance, step; /* step 0: not made yet */
    uint32_t visited[VISITED], nvisited; /* blocks, in this step */
    uint32_t foreign;                    /* node of the call it waits for */
    bool waiting;
    size_t slots, addresses, params, live; /* its first ones */
    size_t answers;   /* of functions called back, from here on */
    uint32_t nparams; /* arguments given, unnamed ones included */
    uint64_t frame;
};

/* Bytes that a node wrote and that are known to be input. */
typedef struct Origin Origin;
struct Origin {
    uint32_t node;
    uint64_t address, length;
    int32_t descriptor;
    uint32_t number;
    uint64_t offset;
    uint32_t consumed; /* 0: byte by byte; else all of these for each */
    uint64_t head;
};

typedef struct Replay Replay;
struct Replay {
    const Script *s;
    const Control *control;
    Plan plan;
    const Trace *trace;
    const uint8_t *start, *at;
    const uint8_t *end; /* of the records, or where a jump cuts them off */
    size_t ncuts;       /* behind us */
    bool ended;         /* out of records */
    Diag *d;
    Shadow memory;
    uint64_t *globals;
    VEC(Activation) acts;
    VEC(uint32_t) slots;
    VEC(uint32_t) params;
    VEC(uint64_t) addresses;
    VEC(Live) live;
    VEC(uint32_t) answers;  /* what functions that were called back returned */
    VEC(uint32_t) gathered; /* dependences of the node to come */
    VEC(Origin) origins;
    VEC(GraphNode) nodes;
    VEC(uint32_t) deps;
    VEC(GraphStep) steps;
    VEC(GraphInput) inputs;
    VEC(GraphOutput) outputs;
    uint32_t *arrivals;
    VEC(uint32_t) ahead; /* lines arrived at since the last record */
    uint32_t last;
    uint32_t divides; /* division since the last record, or SCRIPT_NONE */
    uint64_t ninstructions, nrecords;
    uint32_t nunknown;
    const char *unknown;
};

static bool
misfit(Replay *r, const char *what)
{
    return diag_fail(r->d, "the trace does not fit the program: %s at byte %zu",
                     what, (size_t)(r->at - r->start) + TRACE_PAGE);
}

/* A number of n bytes; 0 at the end of the records. */
static uint64_t
take(Replay *r, unsigned n)
{
    uint64_t v = 0;

    if ((size_t)(r->end - r->at) < n) {
        r->ended = true;
        return 0;
    }
    memcpy(&v, r->at, n);
    r->at += n;
    r->nrecords++;
    r->divides = SCRIPT_NONE;
    r->ahead.n = 0;
    return v;
}

static uint32_t
take_u32(Replay *r)
{
    return (uint32_t)take(r, 4);
}

static uint64_t
take_address(Replay *r)
{
    return (uint64_t)((int64_t)(take(r, TRACE_ADDRESS) << 16) >> 16);
}

static Activation *
top(Replay *r)
{
    return &r->acts.at[r->acts.n - 1];
}

/* --- nodes ------------------------------------------------------------- */

static uint32_t
step_of(Replay *r)
{
    if (r->acts.n == 0)
        return 0;
    Activation *a = top(r);
    if (a->step == 0) {
        a->step = (uint32_t)r->steps.n;
        vec_push(&r->steps, (GraphStep){.line = a->line,
                                        .instance = a->instance,
                                        .function = a->function,
                                        .depth = (uint32_t)r->acts.n});
    }
    return a->step;
}

static void
gather(Replay *r, uint32_t node)
{
    if (node == 0)
        return;
    size_t from = r->gathered.n > 32 ? r->gathered.n - 32 : 0;
    for (size_t i = from; i < r->gathered.n; i++)
        if (r->gathered.at[i] == node)
            return;
    vec_push(&r->gathered, node);
}

/* A node with the gathered dependences from `first` on; they are used up. */
static uint32_t
make_node_from(Replay *r, size_t first, uint32_t inst, uint64_t value)
{
    uint32_t number = (uint32_t)r->nodes.n;

    vec_push(&r->nodes, (GraphNode){.inst = inst,
                                    .step = step_of(r),
                                    .control = r->acts.n ? top(r)->control : 0,
                                    .dep = (uint32_t)r->deps.n,
                                    .value = value});
    for (size_t i = first; i < r->gathered.n; i++)
        vec_push(&r->deps, r->gathered.at[i]);
    r->gathered.n = first;
    return number;
}

static uint32_t
make_node(Replay *r, uint32_t inst, uint64_t value)
{
    return make_node_from(r, 0, inst, value);
}

static uint32_t
leaf_source(Replay *r, uint32_t leaf)
{
    const Activation *a = top(r);

    if (leaf & SCRIPT_PARAM) {
        uint32_t k = leaf & ~SCRIPT_PARAM;
        return k < a->nparams ? r->params.at[a->params + k] : a->call;
    }
    return r->slots.at[a->slots + r->plan.slot[leaf]];
}

/* What an operand was computed from. */
static void
gather_value(Replay *r, uint32_t v)
{
    if (v == SCRIPT_NONE)
        return;
    if (!(v & SCRIPT_PARAM) && r->s->insts[v].op == SCRIPT_PURE) {
        const uint32_t *leaf = r->plan.leaves + r->plan.leaf[v];
        for (uint32_t i = 0; i < r->plan.nleaves[v]; i++)
            gather(r, leaf_source(r, leaf[i]));
    } else if (v & SCRIPT_PARAM || r->s->insts[v].op != SCRIPT_ALLOCA) {
        gather(r, leaf_source(r, v));
    }
}

static uint32_t
operand(const Replay *r, const ScriptInst *i, uint32_t k)
{
    return r->s->operands[i->operand + k].value;
}

/* --- memory ------------------------------------------------------------ */

static const Origin *
origin_of(const Replay *r, uint32_t node, uint64_t address)
{
    size_t low = 0, high = r->origins.n;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (r->origins.at[mid].node < node)
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < r->origins.n && r->origins.at[low].node == node; low++)
        if (address - r->origins.at[low].address < r->origins.at[low].length)
            return &r->origins.at[low];
    return NULL;
}

/* The node for "these bytes of input were used here". */
static uint32_t
make_input(Replay *r, const Origin *o, uint64_t address, uint64_t n,
           uint32_t inst)
{
    size_t first = r->gathered.n;
    uint64_t skip = address - o->address;
    GraphInput row = {.descriptor = o->descriptor,
                      .number = o->number,
                      .offset = o->offset + (o->consumed ? 0 : skip),
                      .length = o->consumed ? o->consumed : (uint32_t)n,
                      .inst = inst};

    if (skip == 0 && n <= 8) {
        row.width = (uint32_t)n;
        row.value = n < 8 ? o->head & (((uint64_t)1 << 8 * n) - 1) : o->head;
    } else if (skip + n <= 8) {
        row.width = (uint32_t)n;
        row.value = o->head >> 8 * skip & (((uint64_t)1 << 8 * n) - 1);
    }
    vec_push(&r->gathered, o->node);
    vec_push(&r->inputs, row);
    return make_node_from(r, first, (uint32_t)GRAPH_INPUT, r->inputs.n - 1);
}

/* Call `each` for runs of bytes with one writer, 0 included. */
static void
each_run(Replay *r, uint64_t address, uint64_t n,
         void (*each)(Replay *, uint32_t writer, uint64_t at, uint64_t n,
                      void *context),
         void *context)
{
    uint64_t begin = address, end = address + n;
    uint32_t writer = 0;
    size_t room;

    for (uint64_t a = address; a < end;) {
        const uint32_t *w = shadow_find(&r->memory, a, &room);
        uint64_t stop = end - a < room ? end : a + room;
        for (; a < stop; a++) {
            uint32_t here = w ? *w++ : 0;
            if (here == writer)
                continue;
            if (a > begin)
                each(r, writer, begin, a - begin, context);
            writer = here;
            begin = a;
            if (!w)
                a = stop - 1;
        }
    }
    if (end > begin)
        each(r, writer, begin, end - begin, context);
}

static void
gather_run(Replay *r, uint32_t writer, uint64_t at, uint64_t n, void *inst)
{
    const Origin *o = writer ? origin_of(r, writer, at) : NULL;

    if (o)
        writer = make_input(r, o, at, n, *(const uint32_t *)inst);
    gather(r, writer);
}

static void
gather_memory(Replay *r, uint64_t address, uint64_t n, uint32_t inst)
{
    each_run(r, address, n < MAX_RANGE ? n : MAX_RANGE, gather_run, &inst);
}

typedef struct Written Written;
struct Written {
    uint64_t to, n;
    uint32_t node;
};

typedef struct Copying Copying;
struct Copying {
    uint64_t from, to, value;
    uint32_t inst;
    size_t shared;       /* gathered: what every run depends on besides */
    VEC(Written) writes; /* done last: the ranges may overlap */
};

static void
copy_run(Replay *r, uint32_t writer, uint64_t at, uint64_t n, void *context)
{
    Copying *c = context;
    uint64_t to = c->to + (at - c->from);

    for (size_t i = 0; i < c->shared; i++)
        vec_push(&r->gathered, r->gathered.at[i]);
    if (writer)
        vec_push(&r->gathered, writer);
    const Origin *o = writer ? origin_of(r, writer, at) : NULL;
    uint32_t node = make_node_from(r, c->shared, c->inst, c->value);
    if (o) {
        Origin copy = *o;
        uint64_t skip = at - o->address;
        copy.node = node;
        copy.address = to;
        copy.length = n;
        copy.offset += o->consumed ? 0 : skip;
        copy.head = skip < 8 ? o->head >> 8 * skip : 0;
        vec_push(&r->origins, copy);
    }
    vec_push(&c->writes, (Written){.to = to, .n = n, .node = node});
}

static void
count_run(Replay *r, uint32_t writer, uint64_t at, uint64_t n, void *context)
{
    (void)r, (void)writer, (void)at, (void)n;
    ++*(unsigned *)context;
}

/* Copy who wrote what, through a node per run of one writer. What is gathered
 * is common to all. Gives the last node, 0 if nothing was copied. */
static uint32_t
copy_memory(Replay *r, uint64_t to, uint64_t from, uint64_t n, uint32_t inst,
            uint64_t value)
{
    Copying c = {.from = from,
                 .to = to,
                 .value = value,
                 .inst = inst,
                 .shared = r->gathered.n};
    unsigned nruns = 0;
    uint32_t node = 0;

    n = n < MAX_RANGE ? n : MAX_RANGE;
    each_run(r, from, n, count_run, &nruns);
    if (nruns > MAX_RUNS) {
        gather_memory(r, from, n, inst);
        node = make_node(r, inst, value);
        shadow_write(&r->memory, to, n, node);
        return node;
    }
    each_run(r, from, n, copy_run, &c);
    for (size_t i = 0; i < c.writes.n; i++) {
        node = c.writes.at[i].node;
        shadow_write(&r->memory, c.writes.at[i].to, c.writes.at[i].n, node);
    }
    vec_done(&c.writes);
    r->gathered.n = 0;
    return node;
}

static uint64_t
place_address(Replay *r, uint32_t number, bool *known)
{
    const ScriptPlace *p = &r->s->places[number];

    *known = true;
    if (p->global != SCRIPT_NONE)
        return r->globals[p->global] + p->offset;
    if (p->alloca != SCRIPT_NONE)
        return r->addresses.at[top(r)->addresses + r->plan.slot[p->alloca]] +
               p->offset;
    *known = false;
    return take_address(r);
}

/* The variable that is a register, if the place is one. */
static uint32_t *
place_register(Replay *r, uint32_t number)
{
    const ScriptPlace *p = &r->s->places[number];

    if (p->alloca == SCRIPT_NONE ||
        !(r->s->insts[p->alloca].flags & SCRIPT_REGISTER))
        return NULL;
    return &r->slots.at[top(r)->slots + r->plan.slot[p->alloca]];
}

/* --- control ----------------------------------------------------------- */

static bool
depends(const Replay *r, uint32_t block, uint32_t branch)
{
    for (uint32_t i = r->control->first[block];
         i < r->control->first[block + 1]; i++)
        if (r->control->deps[i].branch == branch)
            return true;
    return false;
}

static void
find_control(Replay *r, Activation *a)
{
    while (r->live.n > a->live) {
        const Live *l = &r->live.at[r->live.n - 1];
        if (depends(r, a->block, l->block)) {
            a->control = l->node;
            return;
        }
        r->live.n--;
    }
    a->control = a->call;
}

static void
arrive(Replay *r, Activation *a, uint32_t line)
{
    a->line = line;
    a->instance = line == SCRIPT_NONE ? 1 : ++r->arrivals[line];
    if (line != SCRIPT_NONE)
        vec_push(&r->ahead, line);
    a->step = 0;
    a->visited[0] = a->block;
    a->nvisited = 1;
}

/* A line that is met again in a block of this step is a new instance. */
static void
note_visit(Activation *a, uint32_t block)
{
    for (uint32_t i = 0; i < a->nvisited; i++)
        if (a->visited[i] == block) {
            a->line = SCRIPT_NONE;
            a->step = 0;
            a->nvisited = 0;
            break;
        }
    if (a->nvisited < VISITED)
        a->visited[a->nvisited++] = block;
}

static bool
enter_block(Replay *r, uint32_t block, uint32_t decision)
{
    Activation *a = top(r);

    a->decision = decision ? decision : a->control;
    a->from = a->block;
    a->block = block;
    a->pc = r->s->blocks[block].inst;
    find_control(r, a);
    note_visit(a, block);
    if (r->s->blocks[block].landing && take_u32(r) != block && !r->ended)
        return misfit(r, "another block");
    return true;
}

static void
push_live(Replay *r, uint32_t node)
{
    const Activation *a = top(r);

    if (r->live.n > a->live && r->live.at[r->live.n - 1].block == a->block)
        r->live.at[r->live.n - 1].node = node; /* of the loop's last round */
    else
        vec_push(&r->live, (Live){.block = a->block, .node = node});
}

/* --- calls ------------------------------------------------------------- */

/* An argument that is worth telling apart from the others. */
static uint32_t
argument_source(Replay *r, uint32_t value, uint32_t inst, uint32_t call)
{
    gather_value(r, value);
    if (r->gathered.n > 1)
        return make_node(r, inst, 0);
    uint32_t source = r->gathered.n ? r->gathered.at[0] : call;
    r->gathered.n = 0;
    return source;
}

/* argv, its strings and their number are input. */
static bool
take_arguments(Replay *r, Activation *a)
{
    uint32_t argc = take_u32(r);
    uint64_t argv = take_address(r);

    for (uint32_t i = 0; i <= argc && !r->ended; i++) {
        uint64_t address = i < argc ? take_address(r) : 0;
        uint32_t n = i < argc ? take_u32(r) : 0;
        if (n > MAX_RANGE)
            return misfit(r, "an argument without end");
        GraphInput row = {.descriptor = GRAPH_ARGUMENT,
                          .number = i < argc ? i : UINT32_MAX,
                          .length = n,
                          .inst = SCRIPT_NONE,
                          .width = i < argc ? 0 : 4,
                          .value = argc};
        vec_push(&r->inputs, row);
        uint32_t node = make_node(r, (uint32_t)GRAPH_INPUT, r->inputs.n - 1);
        if (i == argc) {
            r->params.at[a->params] = node;
            break;
        }
        shadow_write(&r->memory, address, n, node);
        shadow_write(&r->memory, argv + 8 * (uint64_t)i, 8, node);
        vec_push(&r->origins, (Origin){.node = node,
                                       .address = address,
                                       .length = n,
                                       .descriptor = GRAPH_ARGUMENT,
                                       .number = i});
    }
    return true;
}

/* What happens on the way in belongs to the function's first line. */
static void
arrive_first(Replay *r, const ScriptFunction *f)
{
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
        if (r->s->insts[i].line != SCRIPT_NONE) {
            arrive(r, top(r), r->s->insts[i].line);
            break;
        }
    top(r)->nvisited = 0; /* the entry is still to come */
}

/* Begin an activation; `byvals` are the addresses its copies come from. */
static bool
enter(Replay *r, uint32_t function, uint32_t call, uint32_t caller,
      size_t params, const uint64_t *byvals, size_t nbyvals)
{
    const ScriptFunction *f = &r->s->functions[function];
    Activation a = {.function = function,
                    .block = f->block,
                    .call = call,
                    .caller = caller,
                    .control = call,
                    .line = SCRIPT_NONE,
                    .slots = r->slots.n,
                    .addresses = r->addresses.n,
                    .params = params,
                    .live = r->live.n};

    if (r->acts.n >= MAX_DEPTH)
        return misfit(r, "too many calls");
    while (r->params.n < params + f->nparams)
        vec_push(&r->params, call);
    a.nparams = (uint32_t)(r->params.n - params);
    for (uint32_t i = 0; i < r->plan.functions[function].nslots; i++)
        vec_push(&r->slots, 0);
    for (uint32_t i = 0; i < r->plan.functions[function].naddresses; i++)
        vec_push(&r->addresses, 0);
    vec_push(&r->acts, a);
    if (f->nbyvals || f->main)
        arrive_first(r, f);
    if (f->frame)
        top(r)->frame = take_address(r);
    for (uint32_t i = 0; i < f->nbyvals; i++) {
        const ScriptByval *b = &r->s->byvals[f->byval + i];
        uint64_t to = take_address(r);
        if (i < nbyvals && !r->ended && caller != SCRIPT_NONE)
            copy_memory(r, to, byvals[i], b->size, caller, 0);
    }
    if (f->main && !r->ended && !take_arguments(r, top(r)))
        return false;
    return r->ended || enter_block(r, f->block, 0);
}

static void
leave(Replay *r)
{
    const Activation *a = top(r);

    r->slots.n = a->slots;
    r->addresses.n = a->addresses;
    r->params.n = a->params;
    r->live.n = a->live;
    if (a->waiting && r->answers.n > a->answers)
        r->answers.n = a->answers;
    r->acts.n--;
}

static void
set_slot(Replay *r, uint32_t inst, uint32_t node)
{
    r->slots.at[top(r)->slots + r->plan.slot[inst]] = node;
}

static bool
call_function(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t nargs = i->noperands - (i->op == SCRIPT_INDIRECT);
    VEC(uint64_t) byvals = {0};
    bool ok = true;

    if (i->op == SCRIPT_INDIRECT)
        gather_value(r, operand(r, i, nargs));
    uint32_t call = make_node(r, number, 0);
    size_t params = r->params.n;
    for (uint32_t k = 0; k < nargs; k++) {
        uint32_t source = argument_source(r, operand(r, i, k), number, call);
        vec_push(&r->params, source);
        if (r->s->operands[i->operand + k].byval)
            vec_push(&byvals, take_address(r));
    }
    top(r)->foreign = call;
    top(r)->waiting = i->op == SCRIPT_INDIRECT;
    uint32_t entered = take_u32(r);
    if (r->ended) {
        r->params.n = params;
    } else if (i->op == SCRIPT_INDIRECT &&
               entered == (uint32_t)TRACE_RETURNED) {
        r->params.n = params; /* of a function without bitcode */
        r->nunknown++;
        r->unknown = "a function called through a pointer";
        uint64_t value = take(r, i->width);
        r->nodes.at[call].value = value;
        top(r)->waiting = false;
        set_slot(r, number, call);
        top(r)->pc++;
    } else if (entered >= r->s->nfunctions ||
               (i->op == SCRIPT_CALL && entered != i->target)) {
        ok = misfit(r, "another function than is called");
    } else {
        ok = enter(r, entered, call, number, params, byvals.at, byvals.n);
    }
    vec_done(&byvals);
    return ok;
}

static bool
return_from(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint64_t value = take(r, i->width);

    if (r->ended)
        return true;
    if (i->noperands)
        gather_value(r, operand(r, i, 0));
    uint32_t node = make_node(r, number, value);
    uint32_t caller = top(r)->caller;
    r->last = node;
    leave(r);
    if (r->acts.n == 0)
        return true;
    Activation *a = top(r);
    if (caller != SCRIPT_NONE)
        set_slot(r, caller, i->noperands ? node : 0);
    else if (i->noperands)
        vec_push(&r->answers, node);
    if (!a->waiting)
        a->pc++; /* past a SCRIPT_CALL */
    return true;
}

/* --- what libc did ------------------------------------------------------ */

static void
rewrite(Replay *r, uint64_t address, uint32_t node, uint32_t inst)
{
    uint64_t n = 8;
    size_t room;

    while (n < MAX_REWRITE) {
        const uint32_t *w = shadow_find(&r->memory, address + n, &room);
        if (!w || !*w)
            break;
        n++;
    }
    if (node == 0)
        gather_memory(r, address, n, inst);
    else
        shadow_write(&r->memory, address, n, node);
}

/* One effect, twice: first reads (node 0), then writes. */
static bool
take_effect(Replay *r, TraceEffect kind, uint32_t node, uint32_t inst)
{
    uint64_t address = kind == TRACE_OUTPUT ? 0 : take_address(r);
    Origin o = {.node = node, .address = address};

    switch (kind) {
    case TRACE_READ:
        o.length = take_u32(r);
        if (node == 0 && !r->ended)
            gather_memory(r, address, o.length, inst);
        break;
    case TRACE_WRITE:
        o.length = take_u32(r);
        take(r, 8);
        if (node)
            shadow_write(&r->memory, address,
                         o.length < MAX_RANGE ? o.length : MAX_RANGE, node);
        break;
    case TRACE_COPY:
        o.address = take_address(r);
        o.length = take_u32(r);
        if (node && !r->ended) {
            gather(r, node);
            copy_memory(r, address, o.address, o.length, inst, 0);
        }
        break;
    case TRACE_INPUT:
        o.length = take_u32(r);
        o.descriptor = (int32_t)take_u32(r);
        o.offset = take(r, 8);
        o.consumed = take_u32(r);
        o.head = take(r, 8);
        if (node == 0 || r->ended)
            break;
        if (o.consumed == o.length || o.consumed + 1 == o.length)
            o.consumed = 0; /* as it was read, perhaps with an end added */
        vec_push(&r->origins, o);
        if (address)
            shadow_write(&r->memory, address,
                         o.length < MAX_RANGE ? o.length : MAX_RANGE, node);
        break;
    case TRACE_OUTPUT:
        o.descriptor = (int32_t)take_u32(r);
        if (node)
            vec_push(&r->outputs,
                     (GraphOutput){.node = node, .descriptor = o.descriptor});
        break;
    case TRACE_DERIVE:
        o.length = take_u32(r);
        o.offset = take_address(r);
        o.consumed = take_u32(r);
        if (node == 0 || r->ended)
            break;
        gather(r, top(r)->foreign);
        gather_memory(r, o.offset, o.consumed, inst);
        o.node = make_node(r, inst, 0);
        shadow_write(&r->memory, address,
                     o.length < MAX_RANGE ? o.length : MAX_RANGE, o.node);
        break;
    case TRACE_REWRITE:
        if (address && !r->ended)
            rewrite(r, address, node, inst);
        break;
    case TRACE_END:
    case TRACE_EFFECTS:
        break;
    }
    return true;
}

static bool
take_effects(Replay *r, uint32_t node, uint32_t inst)
{
    uint8_t kind;

    while ((kind = (uint8_t)take(r, 1)) != TRACE_END && !r->ended) {
        if (kind >= TRACE_EFFECTS)
            return misfit(r, "an unknown effect");
        take_effect(r, (TraceEffect)kind, node, inst);
    }
    return true;
}

/* The bytes that a returned value is, if that is input. */
static uint32_t
returned_input(Replay *r, uint32_t node, uint32_t inst)
{
    const Origin *o = r->origins.n ? &r->origins.at[r->origins.n - 1] : NULL;

    if (!o || o->node != node || o->address != 0)
        return node;
    Origin copy = *o;
    copy.consumed = 0;
    return make_input(r, &copy, 0, o->length, inst);
}

/* The call that the activation waited for is over. */
static bool
finish_foreign(Replay *r)
{
    Activation *a = top(r);
    uint32_t number = a->pc;
    const ScriptInst *i = &r->s->insts[number];
    uint32_t node = a->foreign;

    if (i->op == SCRIPT_INDIRECT) {
        r->nodes.at[node].value = take(r, i->width);
        a->waiting = false;
        a->pc++;
        return true;
    }
    if (i->flags & SCRIPT_SETJMP) {
        if (take_u32(r) != number && !r->ended)
            return misfit(r, "another setjmp");
        take_address(r);
        take_u32(r);
    } else {
        const uint8_t *effects = r->at;
        for (uint32_t k = 0; k < i->noperands; k++)
            gather_value(r, operand(r, i, k));
        if (!take_effects(r, 0, number))
            return false;
        gather(r, node); /* the call itself, and what it was called for */
        while (r->answers.n > a->answers)
            gather(r, vec_pop(&r->answers));
        node = make_node(r, number, 0);
        if (r->ended) /* nothing is sure of the rest */
            return true;
        r->at = effects;
        if (!take_effects(r, node, number))
            return false;
        if (!r->ended)
            r->nodes.at[node].value = take(r, i->width);
        if (!(i->flags & SCRIPT_KNOWN)) {
            r->nunknown++;
            r->unknown = script_text(r->s, i->text);
        }
    }
    if (r->ended)
        return true;
    r->last = node;
    set_slot(r, number, returned_input(r, node, number));
    a = top(r);
    a->waiting = false;
    a->pc++;
    return true;
}

/* longjmp: down to the frame that called setjmp. */
static bool
land(Replay *r)
{
    uint32_t number = take_u32(r);
    uint64_t frame = take_address(r);
    uint32_t value = take_u32(r);

    if (r->ended)
        return true;
    while (r->acts.n > 0) {
        const ScriptFunction *f = &r->s->functions[top(r)->function];
        if (top(r)->frame == frame && f->frame)
            break;
        leave(r);
    }
    if (r->acts.n == 0)
        return misfit(r, "a jump to a frame that is not there");
    Activation *a = top(r);
    const ScriptFunction *f = &r->s->functions[a->function];
    if (number < f->inst || number - f->inst >= f->ninsts ||
        r->s->insts[number].op != SCRIPT_FOREIGN)
        return misfit(r, "a jump to where no setjmp is");
    for (a->block = f->block;
         number - r->s->blocks[a->block].inst >= r->s->blocks[a->block].ninsts;)
        a->block++;
    find_control(r, a);
    arrive(r, a, r->s->insts[number].line);
    gather(r, r->last); /* the longjmp, or what raised the signal */
    uint32_t node = make_node(r, number, value);
    set_slot(r, number, node);
    a = top(r);
    a->waiting = false;
    a->pc = number + 1;
    return true;
}

/* Control is outside: it comes back, or something is called back. */
static bool
wait(Replay *r)
{
    uint32_t what = take_u32(r);

    if (r->ended)
        return true;
    if (what == (uint32_t)TRACE_LANDED)
        return land(r);
    if (what == (uint32_t)TRACE_RETURNED)
        return r->acts.n ? finish_foreign(r) : misfit(r, "a return to nowhere");
    if (what >= r->s->nfunctions)
        return misfit(r, "a function that is not there");
    return enter(r, what, r->acts.n ? top(r)->foreign : 0, SCRIPT_NONE,
                 r->params.n, NULL, 0);
}

/* --- instructions ------------------------------------------------------- */

static void
load(Replay *r, const ScriptInst *i, uint32_t number)
{
    const uint32_t *reg = place_register(r, i->place);
    bool known;

    if (reg) {
        set_slot(r, number, *reg);
        return;
    }
    uint64_t address = place_address(r, i->place, &known);
    if (r->ended)
        return;
    gather_memory(r, address, i->size, number);
    if (known && r->gathered.n <= 1) {
        set_slot(r, number, r->gathered.n ? r->gathered.at[0] : 0);
        r->gathered.n = 0;
        return;
    }
    gather_value(r, operand(r, i, 0));
    uint32_t node = make_node(r, number, address);
    set_slot(r, number, node);
    r->last = known ? r->last : node;
}

static void
store(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t *reg = place_register(r, i->place);
    bool known = true;
    uint64_t address = reg ? 0 : place_address(r, i->place, &known);
    uint64_t value = take(r, i->width);

    if (r->ended)
        return;
    gather_value(r, operand(r, i, 0));
    gather_value(r, operand(r, i, 1));
    uint32_t node = make_node(r, number, value);
    r->last = node;
    if (reg)
        *place_register(r, i->place) = node;
    else
        shadow_write(&r->memory, address, i->size < MAX_RANGE ? i->size : 0,
                     node);
}

static void
update(Replay *r, const ScriptInst *i, uint32_t number)
{
    bool known;
    uint64_t address = place_address(r, i->place, &known);

    if (r->ended)
        return;
    gather_memory(r, address, i->size, number);
    for (uint32_t k = 0; k < i->noperands; k++)
        gather_value(r, operand(r, i, k));
    uint32_t node = make_node(r, number, address);
    r->last = node;
    shadow_write(&r->memory, address, i->size < MAX_RANGE ? i->size : 0, node);
    set_slot(r, number, node);
}

static void
transfer(Replay *r, const ScriptInst *i, uint32_t number)
{
    bool known;
    uint64_t to = place_address(r, i->place, &known);
    uint64_t from =
        i->op == SCRIPT_MOVE ? place_address(r, i->place + 1, &known) : 0;
    uint64_t n = i->flags & SCRIPT_HAS_SIZE ? i->size : take(r, 8);

    if (r->ended)
        return;
    for (uint32_t k = 0; k < 3; k++)
        gather_value(r, operand(r, i, k));
    if (i->op == SCRIPT_MOVE) {
        uint32_t node = copy_memory(r, to, from, n, number, 0);
        r->last = node ? node : r->last;
        return;
    }
    uint32_t node = make_node(r, number, 0);
    r->last = node;
    shadow_write(&r->memory, to, n < MAX_RANGE ? n : MAX_RANGE, node);
}

/* System V: unnamed arguments are where va_arg will look for them. */
static void
start_list(Replay *r, uint32_t number)
{
    uint64_t list = take_address(r);
    uint32_t gp = 0, fp = 0;

    take_u32(r);
    take_u32(r);
    uint64_t stack = take_address(r), saved = take_address(r);
    if (r->ended)
        return;
    const Activation *a = top(r);
    uint32_t named = r->s->functions[a->function].nparams;
    const ScriptInst *call =
        a->caller == SCRIPT_NONE ? NULL : &r->s->insts[a->caller];
    shadow_write(&r->memory, list, 24, make_node(r, number, 0));
    for (uint32_t k = 0; call && k < a->nparams && k < call->noperands; k++) {
        uint32_t travel = r->s->operands[call->operand + k].travel;
        uint32_t source = r->params.at[a->params + k];
        uint64_t to, n = 8;
        if (travel == SCRIPT_GP && gp < 6) {
            to = saved + 8 * (uint64_t)gp++;
        } else if (travel == SCRIPT_FP && fp < 8) {
            to = saved + 48 + 16 * (uint64_t)fp++;
        } else {
            n = travel < SCRIPT_STACK ? 8 : travel;
            to = stack;
            stack += k < named ? 0 : n;
        }
        if (k >= named)
            shadow_write(&r->memory, to, n, source);
    }
}

/* A phi (?:, && and ||) has its value also from the branch that chose. */
static void
choose(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t n = i->noperands / 2;

    for (uint32_t k = 0; k < n; k++)
        if (operand(r, i, n + k) == top(r)->from) {
            gather_value(r, operand(r, i, k));
            break;
        }
    gather(r, top(r)->decision);
    uint32_t source = r->gathered.n ? r->gathered.at[0] : 0;
    if (r->gathered.n > 1)
        source = make_node(r, number, 0);
    r->gathered.n = 0;
    set_slot(r, number, source);
}

static bool
branch(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint64_t value = i->op == SCRIPT_GOTO ? 0 : take(r, i->width);
    uint32_t to;

    if (r->ended)
        return true;
    gather_value(r, operand(r, i, 0));
    uint32_t node = make_node(r, number, value);
    push_live(r, node);
    r->last = node;
    if (i->op == SCRIPT_GOTO) {
        const ScriptFunction *f = &r->s->functions[top(r)->function];
        to = take_u32(r);
        if (r->ended)
            return true;
        if (to - f->block >= f->nblocks || !r->s->blocks[to].landing)
            return misfit(r, "a jump out of the function");
        r->at -= 4; /* the block takes it */
    } else if (i->op == SCRIPT_BRANCH) {
        if (value > 1)
            return misfit(r, "neither true nor false");
        to = r->s->cases[i->target + (value ? 0 : 1)].block;
    } else {
        uint32_t k = i->target, last = i->target + (uint32_t)i->size - 1;
        while (k < last && r->s->cases[k].value != value)
            k++;
        to = r->s->cases[k].block;
    }
    return enter_block(r, to, node);
}

static bool
execute(Replay *r)
{
    Activation *a = top(r);
    uint32_t number = a->pc;
    const ScriptInst *i = &r->s->insts[number];

    r->ninstructions++;
    if (i->line != a->line && i->line != SCRIPT_NONE)
        arrive(r, a, i->line);
    switch ((ScriptOp)i->op) {
    case SCRIPT_PURE:
        if (i->flags & SCRIPT_DIVIDES)
            r->divides = number;
        break;
    case SCRIPT_ALLOCA:
        if (i->flags & SCRIPT_REGISTER) {
            set_slot(r, number, 0);
        } else {
            uint64_t address = take_address(r);
            r->addresses.at[a->addresses + r->plan.slot[number]] = address;
            if (!r->ended) /* what other calls left there is not ours */
                shadow_write(&r->memory, address,
                             i->size < MAX_RANGE ? i->size : 0, 0);
        }
        break;
    case SCRIPT_LOAD:
        load(r, i, number);
        break;
    case SCRIPT_STORE:
        store(r, i, number);
        break;
    case SCRIPT_ATOMIC:
        update(r, i, number);
        break;
    case SCRIPT_MOVE:
    case SCRIPT_FILL:
        transfer(r, i, number);
        break;
    case SCRIPT_VASTART:
        start_list(r, number);
        break;
    case SCRIPT_PHI:
        choose(r, i, number);
        break;
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
        return call_function(r, i, number);
    case SCRIPT_FOREIGN:
        for (uint32_t k = 0; k < i->noperands; k++)
            gather_value(r, operand(r, i, k));
        a->foreign = make_node(r, number, 0);
        top(r)->waiting = true;
        top(r)->answers = r->answers.n;
        r->last = top(r)->foreign;
        return true;
    case SCRIPT_JUMP:
        return enter_block(r, i->target, 0);
    case SCRIPT_BRANCH:
    case SCRIPT_SWITCH:
    case SCRIPT_GOTO:
        return branch(r, i, number);
    case SCRIPT_RETURN:
        return return_from(r, i, number);
    case SCRIPT_STOP:
        r->ended = true;
        return true;
    case SCRIPT_OPS:
        break;
    }
    top(r)->pc++;
    return true;
}

/* Division by zero records nothing: it is the last one before the end. */
static void
finish(Replay *r)
{
    if (r->acts.n == 0)
        return;
    gather_value(r, r->divides);
    r->last = make_node(r, r->divides, 0);
}

/* Behind the last record nothing is sure to have happened. */
static void
forget_ahead(Replay *r)
{
    while (r->ahead.n)
        r->arrivals[vec_pop(&r->ahead)]--;
}

static void
set_end(Replay *r)
{
    r->end = r->start + (r->ncuts < r->trace->ncuts ? r->trace->cuts[r->ncuts]
                                                    : r->trace->nrecords);
}

/* Where the records end a signal handler may have jumped away: what was begun
 * is dropped, and the landing follows. */
static bool
pass_cut(Replay *r)
{
    while (r->ended && r->ncuts < r->trace->ncuts) {
        forget_ahead(r);
        r->ended = false;
        r->gathered.n = 0;
        r->at = r->end;
        r->ncuts++;
        set_end(r);
        if (take_u32(r) != (uint32_t)TRACE_LANDED && !r->ended)
            return misfit(r, "no landing after a jump");
        if (!r->ended && !land(r))
            return false;
    }
    return true;
}

static bool
replay(Replay *r)
{
    for (uint32_t i = 0; i < r->s->nglobals; i++)
        r->globals[i] = take_address(r);
    while (!r->ended) {
        if (r->nodes.n >= MAX_NODES || r->deps.n >= MAX_NODES)
            return diag_fail(r->d, "the run is too long for one graph");
        if (r->memory.n > MAX_PAGES)
            return diag_fail(r->d,
                             "the run writes more memory than a graph "
                             "can hold, %u MB",
                             MAX_PAGES / 256);
        if (r->acts.n == 0 || top(r)->waiting ? !wait(r) : !execute(r))
            return false;
        r->gathered.n = 0;
        if (r->ended && !pass_cut(r))
            return false;
    }
    if (r->divides == SCRIPT_NONE)
        forget_ahead(r);
    else
        finish(r);
    return true;
}

static void
move_to_graph(Replay *r, Graph *g)
{
    uint32_t nnodes = (uint32_t)r->nodes.n;

    vec_push(&r->nodes, (GraphNode){.dep = (uint32_t)r->deps.n});
    *g = (Graph){.script = r->s,
                 .nodes = r->nodes.at,
                 .deps = r->deps.at,
                 .steps = r->steps.at,
                 .inputs = r->inputs.at,
                 .outputs = r->outputs.at,
                 .arrivals = r->arrivals,
                 .nnodes = nnodes,
                 .ndeps = (uint32_t)r->deps.n,
                 .nsteps = (uint32_t)r->steps.n,
                 .ninputs = (uint32_t)r->inputs.n,
                 .noutputs = (uint32_t)r->outputs.n,
                 .last = r->last,
                 .ninstructions = r->ninstructions,
                 .nrecords = r->nrecords,
                 .nunknown = r->nunknown,
                 .unknown = r->unknown};
}

bool
graph_build(const Script *script, const Control *control, const Trace *t,
            Graph *out, Diag *d)
{
    Replay r = {.s = script,
                .control = control,
                .trace = t,
                .start = t->records,
                .at = t->records,
                .d = d,
                .divides = SCRIPT_NONE};

    *out = (Graph){0};
    set_end(&r);
    if (control->nblocks != script->nblocks)
        return diag_fail(d, "the script is of another program");
    plan_build(script, &r.plan);
    r.globals = mem_zalloc(script->nglobals + 1, sizeof *r.globals);
    r.arrivals = mem_zalloc(script->nlines + 1, sizeof *r.arrivals);
    vec_push(&r.nodes, (GraphNode){.inst = (uint32_t)GRAPH_OUTSIDE});
    vec_push(&r.steps, (GraphStep){.line = SCRIPT_NONE});
    bool ok = replay(&r);
    move_to_graph(&r, out);
    if (!ok)
        graph_done(out);
    plan_done(&r.plan);
    free(r.globals);
    shadow_done(&r.memory);
    vec_done(&r.acts);
    vec_done(&r.slots);
    vec_done(&r.params);
    vec_done(&r.addresses);
    vec_done(&r.live);
    vec_done(&r.answers);
    vec_done(&r.ahead);
    vec_done(&r.gathered);
    vec_done(&r.origins);
    return ok;
}
