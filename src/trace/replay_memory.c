/* replay_memory.c - records, nodes, and who wrote which byte of memory. */
#include "trace/replay.h"

#include "format/trace.h"

#include <string.h>

bool
replay_misfit(Replay *r, const char *what)
{
    return diag_fail(r->d, "the trace does not fit the program: %s at byte %zu",
                     what, records_offset(&r->records) + TRACE_PAGE);
}

size_t
records_offset(const Records *in)
{
    return (size_t)(in->at - in->start);
}

void
records_set_end(Records *in)
{
    const Trace *t = in->trace;
    size_t end = in->ncuts < t->ncuts ? t->cuts[in->ncuts].begin : t->nrecords;

    in->end = in->start + (end < in->loaded ? end : in->loaded);
}

const Cut *
records_cut(const Records *in)
{
    if (in->at != in->end || in->ncuts == in->trace->ncuts)
        return NULL;
    const Cut *c = &in->trace->cuts[in->ncuts];
    return records_offset(in) == c->begin ? c : NULL;
}

static bool
load_some(Records *in, Diag *d)
{
    in->broken = !trace_load(in->trace, records_offset(in), &in->loaded, d);
    return !in->broken;
}

/* A handler interrupted the instruction at hand: it is put off. */
static bool
skip_handler(Replay *r)
{
    Records *in = &r->records;
    const Cut *c = records_cut(in);

    if (!c || !c->end)
        return false;
    vec_push(&r->signals.put_off, in->ncuts);
    while (in->ncuts < in->trace->ncuts &&
           in->trace->cuts[in->ncuts].begin < c->end)
        in->ncuts++;
    if (c->begin == c->end)
        in->ncuts++;
    while (in->loaded < c->end)
        if (!load_some(in, r->d))
            return false;
    in->at = in->start + c->end;
    records_set_end(in);
    return true;
}

/* Are there n bytes once more of the trace is loaded? */
static bool
load_more(Replay *r, unsigned n)
{
    Records *in = &r->records;

    while (skip_handler(r))
        ;
    if (in->broken)
        return false;
    while ((size_t)(in->end - in->at) < n &&
           in->end == in->start + in->loaded &&
           in->loaded < in->trace->nrecords) {
        if (!load_some(in, r->d))
            return false;
        records_set_end(in);
    }
    return (size_t)(in->end - in->at) >= n;
}

/* A number of n bytes; 0 at the end of the records. */
uint64_t
replay_take(Replay *r, unsigned n)
{
    uint64_t v = 0;

    if (n == 0)
        return 0;
    if ((size_t)(r->records.end - r->records.at) < n && !load_more(r, n)) {
        r->records.ended = true;
        return 0;
    }
    memcpy(&v, r->records.at, n);
    r->records.at += n;
    r->graph.run.nrecords++;
    r->sure.lines.n = 0;
    return v;
}

uint32_t
replay_take_u32(Replay *r)
{
    return (uint32_t)replay_take(r, 4);
}

uint64_t
replay_take_address(Replay *r)
{
    return (uint64_t)((int64_t)(replay_take(r, TRACE_ADDRESS) << 16) >> 16);
}

Activation *
replay_top(Replay *r)
{
    return &r->machine.acts.at[r->machine.acts.n - 1];
}

static uint32_t
step_of(Replay *r)
{
    if (r->machine.acts.n == 0)
        return 0;
    Activation *a = replay_top(r);
    if (a->instance.step == 0) {
        a->instance.step = (uint32_t)r->graph.steps.n;
        vec_push(&r->graph.steps,
                 (GraphStep){.line = a->instance.line,
                             .instance = a->instance.number,
                             .function = a->function,
                             .depth = (uint32_t)r->machine.acts.n});
    }
    return a->instance.step;
}

void
replay_gather(Replay *r, uint32_t node)
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
    uint32_t number = (uint32_t)r->graph.nodes.n;

    vec_push(&r->graph.nodes,
             (GraphNode){.inst = inst,
                         .step = step_of(r),
                         .control = r->machine.acts.n
                                        ? replay_top(r)->where.control
                                        : 0,
                         .dep = (uint32_t)r->graph.deps.n,
                         .value = value});
    for (size_t i = first; i < r->gathered.n; i++)
        vec_push(&r->graph.deps, r->gathered.at[i]);
    r->gathered.n = first;
    return number;
}

uint32_t
replay_make_node(Replay *r, uint32_t inst, uint64_t value)
{
    return make_node_from(r, 0, inst, value);
}

uint32_t
replay_make_site(Replay *r, uint32_t inst, uint64_t value)
{
    uint32_t node = replay_make_node(r, inst, value);

    if (r->s->insts[inst].site && !r->signals.nhandlers)
        vec_push(&r->graph.sites, node);
    return node;
}

static uint32_t
leaf_source(Replay *r, uint32_t leaf)
{
    const Activation *a = replay_top(r);

    if (leaf & SCRIPT_PARAM) {
        uint32_t k = leaf & ~SCRIPT_PARAM;
        return k < a->nparams ? r->machine.params.at[a->bottom.params + k]
                              : a->call;
    }
    return r->machine.slots.at[a->bottom.slots + r->plan.slot[leaf]];
}

/* What an operand was computed from. */
void
replay_gather_value(Replay *r, uint32_t v)
{
    if (v == SCRIPT_NONE)
        return;
    if (!(v & SCRIPT_PARAM) && r->s->insts[v].op == SCRIPT_PURE) {
        const uint32_t *leaf = r->plan.leaves + r->plan.leaf[v];
        for (uint32_t i = 0; i < r->plan.nleaves[v]; i++)
            replay_gather(r, leaf_source(r, leaf[i]));
    } else if (v & SCRIPT_PARAM || r->s->insts[v].op != SCRIPT_ALLOCA) {
        replay_gather(r, leaf_source(r, v));
    }
}

uint32_t
replay_operand(const Replay *r, const ScriptInst *i, uint32_t k)
{
    return r->s->operands[i->operands.first + k].value;
}

static const InputOrigin *
origin_of(const Replay *r, uint32_t node, uint64_t address)
{
    size_t low = 0, high = r->machine.origins.all.n;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (r->machine.origins.all.at[mid].node < node)
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < r->machine.origins.all.n &&
           r->machine.origins.all.at[low].node == node;
         low++)
        if (address - r->machine.origins.all.at[low].address <
            r->machine.origins.all.at[low].length)
            return &r->machine.origins.all.at[low];
    return NULL;
}

/* The node for "these bytes of input were used here". */
uint32_t
replay_make_input(Replay *r, const InputOrigin *o, uint64_t address, uint64_t n,
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
    vec_push(&r->graph.inputs, row);
    return make_node_from(r, first, (uint32_t)GRAPH_INPUT,
                          r->graph.inputs.n - 1);
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
        const uint32_t *w = shadow_find(&r->machine.memory, a, &room);
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
    const InputOrigin *o = writer ? origin_of(r, writer, at) : NULL;

    if (o)
        writer = replay_make_input(r, o, at, n, *(const uint32_t *)inst);
    replay_gather(r, writer);
}

void
replay_gather_memory(Replay *r, uint64_t address, uint64_t n, uint32_t inst)
{
    each_run(r, address, n < MAX_RANGE ? n : MAX_RANGE, gather_run, &inst);
}

static void
find_oldest(Replay *r, uint32_t writer, uint64_t at, uint64_t n, void *oldest)
{
    uint32_t *least = oldest;

    (void)r, (void)at, (void)n;
    *least = writer < *least ? writer : *least;
}

uint32_t
replay_oldest(Replay *r, uint64_t address, uint64_t n)
{
    uint32_t oldest = UINT32_MAX;

    each_run(r, address, n < MAX_RANGE ? n : MAX_RANGE, find_oldest, &oldest);
    return oldest == UINT32_MAX ? 0 : oldest;
}

uint32_t
replay_oldest_gathered(const Replay *r)
{
    uint32_t oldest = r->gathered.n ? UINT32_MAX : 0;

    for (size_t i = 0; i < r->gathered.n; i++)
        oldest = r->gathered.at[i] < oldest ? r->gathered.at[i] : oldest;
    return oldest;
}

typedef struct MemoryWrite MemoryWrite;
struct MemoryWrite {
    uint64_t to, n;
    uint32_t node;
};

typedef struct Copying Copying;
struct Copying {
    uint64_t from, to, value;
    uint32_t inst;
    size_t shared;           /* gathered: what every run depends on besides */
    VEC(MemoryWrite) writes; /* done last: the ranges may overlap */
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
    const InputOrigin *o = writer ? origin_of(r, writer, at) : NULL;
    uint32_t node = make_node_from(r, c->shared, c->inst, c->value);
    if (o) {
        InputOrigin copy = *o;
        uint64_t skip = at - o->address;
        copy.node = node;
        copy.address = to;
        copy.length = n;
        copy.offset += o->consumed ? 0 : skip;
        copy.head = skip < 8 ? o->head >> 8 * skip : 0;
        vec_push(&r->machine.origins.all, copy);
    }
    vec_push(&c->writes, (MemoryWrite){.to = to, .n = n, .node = node});
}

static void
count_run(Replay *r, uint32_t writer, uint64_t at, uint64_t n, void *context)
{
    (void)r, (void)writer, (void)at, (void)n;
    ++*(unsigned *)context;
}

/* Copy who wrote what, through a node per run of one writer. What is gathered
 * is common to all. Gives the last node, 0 if nothing was copied. */
uint32_t
replay_copy_memory(Replay *r, uint64_t to, uint64_t from, uint64_t n,
                   uint32_t inst, uint64_t value)
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
        replay_gather_memory(r, from, n, inst);
        node = replay_make_node(r, inst, value);
        shadow_write(&r->machine.memory, to, n, node);
        return node;
    }
    each_run(r, from, n, copy_run, &c);
    for (size_t i = 0; i < c.writes.n; i++) {
        node = c.writes.at[i].node;
        shadow_write(&r->machine.memory, c.writes.at[i].to, c.writes.at[i].n,
                     node);
    }
    vec_done(&c.writes);
    r->gathered.n = 0;
    return node;
}

uint64_t
replay_place_address(Replay *r, uint32_t number, bool *known)
{
    const ScriptPlace *p = &r->s->places[number];

    *known = true;
    if (p->global != SCRIPT_NONE)
        return r->machine.globals[p->global] + p->offset;
    if (p->alloca != SCRIPT_NONE)
        return r->machine.addresses.at[replay_top(r)->bottom.addresses +
                                       r->plan.slot[p->alloca]] +
               p->offset;
    *known = false;
    if (p->value && !r->records.trace->all)
        return replay_value(r, &(ScriptOperand){.value = p->value - 1});
    return replay_take_address(r);
}

/* The variable that is a register, if the place is one. */
uint32_t *
replay_place_register(Replay *r, uint32_t number)
{
    const ScriptPlace *p = &r->s->places[number];

    if (p->alloca == SCRIPT_NONE ||
        !(r->s->insts[p->alloca].flags & SCRIPT_REGISTER))
        return NULL;
    return &r->machine.slots
                .at[replay_top(r)->bottom.slots + r->plan.slot[p->alloca]];
}
