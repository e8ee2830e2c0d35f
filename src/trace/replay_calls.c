/* replay_calls.c - follow control: branches, calls, jumps, and what libc did.
 *
 * Control dependence is Algorithm 1 of the cause paper, per activation: a stack
 * of live branches, popped until the block at hand depends on the one on top.
 */
#include "trace/replay.h"

#include "base/mem.h"
#include "format/trace.h"

#include <stdlib.h>
#include <string.h>

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
    while (r->machine.live.n > a->bottom.live) {
        const Live *l = &r->machine.live.at[r->machine.live.n - 1];
        if (depends(r, a->where.block, l->block)) {
            a->where.control = l->node;
            return;
        }
        r->machine.live.n--;
    }
    a->where.control = a->call;
}

/* Is the instance to stop behind over, or is it this one? */
static void
check_until(Replay *r, const Activation *a)
{
    if (r->stop.until && r->machine.acts.n <= r->stop.until)
        r->stop.done = true;
    if (!r->stop.until && a->instance.line == r->stop.bounds.line &&
        a->instance.number == r->stop.bounds.instance)
        r->stop.until = r->machine.acts.n;
}

void
replay_arrive(Replay *r, Activation *a, uint32_t line)
{
    a->instance.line = line;
    a->instance.number =
        line == SCRIPT_NONE ? 1 : ++r->graph.run.arrivals[line];
    if (line != SCRIPT_NONE)
        vec_push(&r->sure.lines, line);
    a->instance.step = 0;
    a->instance.visited[0] = a->where.block;
    a->instance.nvisited = 1;
    if (r->stop.bounds.instance)
        check_until(r, a);
}

/* A line that is met again in a block of this step is a new instance. */
static void
note_visit(Activation *a, uint32_t block)
{
    for (uint32_t i = 0; i < a->instance.nvisited; i++)
        if (a->instance.visited[i] == block) {
            a->instance.line = SCRIPT_NONE;
            a->instance.step = 0;
            a->instance.nvisited = 0;
            break;
        }
    if (a->instance.nvisited < VISITED)
        a->instance.visited[a->instance.nvisited++] = block;
}

bool
replay_enter_block(Replay *r, uint32_t block, uint32_t decision)
{
    Activation *a = replay_top(r);

    a->where.decision = decision ? decision : a->where.control;
    a->where.from = a->where.block;
    a->where.block = block;
    a->pc = r->s->blocks[block].inst;
    find_control(r, a);
    note_visit(a, block);
    if (r->s->blocks[block].landing && replay_take_u32(r) != block &&
        !r->records.ended)
        return replay_misfit(r, "another block");
    return true;
}

void
replay_push_live(Replay *r, uint32_t node)
{
    const Activation *a = replay_top(r);

    if (r->machine.live.n > a->bottom.live &&
        r->machine.live.at[r->machine.live.n - 1].block == a->where.block)
        r->machine.live.at[r->machine.live.n - 1].node =
            node; /* of the loop's last round */
    else
        vec_push(&r->machine.live,
                 (Live){.block = a->where.block, .node = node});
}

/* An argument that is worth telling apart from the others. */
static uint32_t
argument_source(Replay *r, uint32_t value, uint32_t inst, uint32_t call)
{
    replay_gather_value(r, value);
    if (r->gathered.n > 1)
        return replay_make_node(r, inst, 0);
    uint32_t source = r->gathered.n ? r->gathered.at[0] : call;
    r->gathered.n = 0;
    return source;
}

/* argv, its strings and their number are input. */
static bool
take_arguments(Replay *r, Activation *a)
{
    uint32_t argc = replay_take_u32(r);

    if (argc == (uint32_t)TRACE_AGAIN)
        return true;
    uint64_t argv = replay_take_address(r);
    for (uint32_t i = 0; i <= argc && !r->records.ended; i++) {
        uint64_t address = i < argc ? replay_take_address(r) : 0;
        uint32_t n = i < argc ? replay_take_u32(r) : 0;
        if (n > MAX_RANGE)
            return replay_misfit(r, "an argument without end");
        GraphInput row = {.descriptor = GRAPH_ARGUMENT,
                          .number = i < argc ? i : UINT32_MAX,
                          .length = n,
                          .inst = SCRIPT_NONE,
                          .width = i < argc ? 0 : 4,
                          .value = argc};
        vec_push(&r->graph.inputs, row);
        uint32_t node =
            replay_make_node(r, (uint32_t)GRAPH_INPUT, r->graph.inputs.n - 1);
        if (i == argc) {
            r->machine.params.at[a->bottom.params] = node;
            break;
        }
        shadow_write(&r->machine.memory, address, n, node);
        shadow_write(&r->machine.memory, argv + 8 * (uint64_t)i, 8, node);
        vec_push(&r->machine.origins.all,
                 (InputOrigin){.node = node,
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
            replay_arrive(r, replay_top(r), r->s->insts[i].line);
            break;
        }
    replay_top(r)->instance.nvisited = 0; /* the entry is still to come */
}

/* Begin an activation; `byvals` are the addresses its copies come from. */
static bool
enter(Replay *r, uint32_t function, uint32_t call, uint32_t caller,
      size_t params, const uint64_t *byvals, size_t nbyvals)
{
    const ScriptFunction *f = &r->s->functions[function];
    Activation a = {.function = function,
                    .where.block = f->block,
                    .call = call,
                    .caller = caller,
                    .where.control = call,
                    .instance.line = SCRIPT_NONE,
                    .bottom.slots = r->machine.slots.n,
                    .bottom.values = r->machine.values.n,
                    .bottom.addresses = r->machine.addresses.n,
                    .bottom.params = params,
                    .bottom.byvals = r->machine.byvals.n,
                    .bottom.live = r->machine.live.n};

    if (r->machine.acts.n >= MAX_DEPTH)
        return replay_misfit(r, "too many calls");
    if (f->closed && caller == SCRIPT_NONE && !r->records.trace->all)
        return diag_fail(r->d,
                         "%s was called from outside the program: its "
                         "arguments are not in the trace",
                         script_text(r->s, f->name));
    while (r->machine.params.n < params + f->nparams)
        vec_push(&r->machine.params, call);
    while (r->machine.arguments.n < r->machine.params.n)
        vec_push(&r->machine.arguments, 0);
    a.nparams = (uint32_t)(r->machine.params.n - params);
    for (size_t i = 0; i < nbyvals; i++)
        vec_push(&r->machine.byvals, byvals[i]);
    for (uint32_t i = 0; i < r->plan.functions[function].nslots; i++)
        vec_push(&r->machine.slots, 0);
    for (uint32_t i = 0; i < r->plan.functions[function].nvalues; i++)
        vec_push(&r->machine.values, 0);
    for (uint32_t i = 0; i < r->plan.functions[function].naddresses; i++)
        vec_push(&r->machine.addresses, 0);
    summary_enter(&r->summary, &a);
    vec_push(&r->machine.acts, a);
    if (f->nbyvals || f->main)
        arrive_first(r, f);
    if (f->frame)
        replay_top(r)->frame = replay_take_address(r);
    for (uint32_t i = 0; i < f->nbyvals; i++) {
        const ScriptByval *b = &r->s->byvals[f->byval + i];
        uint64_t to = replay_take_address(r);
        if (i < nbyvals && !r->records.ended && caller != SCRIPT_NONE)
            replay_copy_memory(r, to, byvals[i], b->size, caller, 0);
    }
    if (f->main && !r->records.ended && !take_arguments(r, replay_top(r)))
        return false;
    return r->records.ended || replay_enter_block(r, f->block, 0);
}

static void
leave(Replay *r)
{
    const Activation *a = replay_top(r);

    r->machine.slots.n = a->bottom.slots;
    r->machine.values.n = a->bottom.values;
    r->machine.addresses.n = a->bottom.addresses;
    r->machine.params.n = r->machine.arguments.n = a->bottom.params;
    r->machine.byvals.n = a->bottom.byvals;
    r->machine.live.n = a->bottom.live;
    r->summary.inside.heads.n = a->bottom.heads;
    r->summary.inside.passed.n = a->bottom.passed;
    if (a->foreign.waiting && r->machine.answers.n > a->bottom.answers)
        r->machine.answers.n = a->bottom.answers;
    r->signals.nhandlers -= a->signal.handler;
    r->machine.acts.n--;
}

void
replay_set_slot(Replay *r, uint32_t inst, uint32_t node)
{
    r->machine.slots.at[replay_top(r)->bottom.slots + r->plan.slot[inst]] =
        node;
}

/* The argument's value, as far as it is wanted. */
static uint64_t
take_argument(Replay *r, const ScriptInst *i, uint32_t k)
{
    const ScriptOperand *o = &r->s->operands[i->operands.first + k];

    if (o->byval)
        return replay_take_address(r);
    if (o->record && !r->records.trace->all)
        return replay_widen(replay_take(r, o->record), o->record);
    return i->op == SCRIPT_CALL && r->s->functions[i->target].closed
               ? replay_value(r, o)
               : 0;
}

bool
replay_call_function(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t nargs = i->operands.n - (i->op == SCRIPT_INDIRECT);
    VEC(uint64_t) byvals = {0};
    bool ok = true;

    if (i->op == SCRIPT_INDIRECT)
        replay_gather_value(r, replay_operand(r, i, nargs));
    uint32_t call = replay_make_node(r, number, 0);
    size_t params = r->machine.params.n;
    for (uint32_t k = 0; k < nargs; k++) {
        uint32_t source =
            argument_source(r, replay_operand(r, i, k), number, call);
        vec_push(&r->machine.params, source);
        vec_push(&r->machine.arguments, take_argument(r, i, k));
        if (r->s->operands[i->operands.first + k].byval)
            vec_push(&byvals,
                     r->machine.arguments.at[r->machine.arguments.n - 1]);
    }
    replay_top(r)->foreign.node = call;
    replay_top(r)->foreign.waiting = i->op == SCRIPT_INDIRECT;
    replay_top(r)->bottom.answers = r->machine.answers.n;
    uint32_t entered = replay_take_u32(r);
    if (r->records.ended) {
        r->machine.params.n = r->machine.arguments.n = params;
    } else if (i->op == SCRIPT_CALL && entered == (uint32_t)TRACE_RETURNED) {
        r->machine.params.n = r->machine.arguments.n =
            params; /* a check that is not wanted, for which 0 is returned */
        replay_set_slot(r, number, call);
        replay_set_value(r, number, 0);
        replay_top(r)->pc++;
    } else if (i->op == SCRIPT_INDIRECT &&
               entered == (uint32_t)TRACE_RETURNED) {
        r->machine.params.n = r->machine.arguments.n =
            params; /* it has no bitcode */
        r->graph.run.nunknown++;
        r->graph.run.unknown = "a function called through a pointer";
        uint64_t value = replay_take(r, i->width);
        r->graph.nodes.at[call].value = value;
        replay_top(r)->foreign.waiting = false;
        replay_set_slot(r, number, call);
        replay_set_value(r, number, replay_widen(value, i->width));
        replay_top(r)->pc++;
    } else if (entered >= r->s->nfunctions ||
               (i->op == SCRIPT_CALL && entered != i->target)) {
        ok = replay_misfit(r, "another function than is called");
    } else {
        ok = enter(r, entered, call, number, params, byvals.at, byvals.n);
    }
    vec_done(&byvals);
    return ok;
}

/* A signal's handler is over. */
static bool
go_back(Replay *r, size_t resume)
{
    if (!resume)
        return true;
    r->records.at = r->records.start + resume;
    r->records.ncuts = 0;
    while (r->records.ncuts < r->records.trace->ncuts &&
           r->records.trace->cuts[r->records.ncuts].begin < resume)
        r->records.ncuts++;
    records_set_end(&r->records);
    return true;
}

bool
replay_return_from(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint64_t all = 0, value = i->operands.n ? replay_take_value(r, i, &all) : 0;

    if (r->records.ended)
        return true;
    if (i->operands.n)
        replay_gather_value(r, replay_operand(r, i, 0));
    uint32_t node = replay_make_site(r, number, value);
    uint32_t caller = replay_top(r)->caller;
    bool handler = replay_top(r)->signal.handler;
    size_t resume = replay_top(r)->signal.resume;
    r->graph.run.last = node;
    leave(r);
    if (handler)
        return go_back(r, resume);
    if (r->machine.acts.n == 0)
        return true;
    Activation *a = replay_top(r);
    if (caller != SCRIPT_NONE) {
        replay_set_slot(r, caller, i->operands.n ? node : 0);
        replay_set_value(r, caller, all);
    } else if (i->operands.n) {
        vec_push(&r->machine.answers, node);
    }
    if (!a->foreign.waiting)
        a->pc++; /* past a SCRIPT_CALL */
    return true;
}

static void
rewrite(Replay *r, uint64_t address, uint32_t node, uint32_t inst)
{
    uint64_t n = 8;
    size_t room;

    while (n < MAX_REWRITE) {
        const uint32_t *w = shadow_find(&r->machine.memory, address + n, &room);
        if (!w || !*w)
            break;
        n++;
    }
    if (node == 0)
        replay_gather_memory(r, address, n, inst);
    else
        shadow_write(&r->machine.memory, address, n, node);
}

/* One effect, twice: first reads (node 0), then writes. */
static bool
take_effect(Replay *r, TraceEffect kind, uint32_t node, uint32_t inst)
{
    uint64_t address = kind == TRACE_OUTPUT ? 0 : replay_take_address(r);
    InputOrigin o = {.node = node, .address = address};

    switch (kind) {
    case TRACE_READ:
        o.length = replay_take_u32(r);
        if (node == 0 && !r->records.ended)
            replay_gather_memory(r, address, o.length, inst);
        break;
    case TRACE_WRITE:
        o.length = replay_take_u32(r);
        replay_take(r, 8);
        if (node)
            shadow_write(&r->machine.memory, address,
                         o.length < MAX_RANGE ? o.length : MAX_RANGE, node);
        break;
    case TRACE_COPY:
        o.address = replay_take_address(r);
        o.length = replay_take_u32(r);
        if (node && !r->records.ended) {
            replay_gather(r, node);
            replay_copy_memory(r, address, o.address, o.length, inst, 0);
        }
        break;
    case TRACE_INPUT:
        o.length = replay_take_u32(r);
        o.descriptor = (int32_t)replay_take_u32(r);
        o.offset = replay_take(r, 8);
        o.consumed = replay_take_u32(r);
        o.head = replay_take(r, 8);
        if (node == 0 || r->records.ended)
            break;
        if (o.consumed == o.length || o.consumed + 1 == o.length)
            o.consumed = 0; /* as it was read, perhaps with an end added */
        vec_push(&r->machine.origins.all, o);
        if (!address)
            r->machine.origins.character = o;
        if (address)
            shadow_write(&r->machine.memory, address,
                         o.length < MAX_RANGE ? o.length : MAX_RANGE, node);
        break;
    case TRACE_OUTPUT:
        o.descriptor = (int32_t)replay_take_u32(r);
        if (node)
            vec_push(&r->graph.outputs,
                     (GraphOutput){.node = node, .descriptor = o.descriptor});
        break;
    case TRACE_DERIVE:
        o.length = replay_take_u32(r);
        o.offset = replay_take_address(r);
        o.consumed = replay_take_u32(r);
        if (node == 0 || r->records.ended)
            break;
        replay_gather(r, replay_top(r)->foreign.node);
        replay_gather_memory(r, o.offset, o.consumed, inst);
        o.node = replay_make_node(r, inst, 0);
        shadow_write(&r->machine.memory, address,
                     o.length < MAX_RANGE ? o.length : MAX_RANGE, o.node);
        break;
    case TRACE_REWRITE:
        if (address && !r->records.ended)
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

    while ((kind = (uint8_t)replay_take(r, 1)) != TRACE_END &&
           !r->records.ended) {
        if (kind >= TRACE_EFFECTS)
            return replay_misfit(r, "an unknown effect");
        take_effect(r, (TraceEffect)kind, node, inst);
    }
    return true;
}

/* The bytes that a returned value is, if that is input. */
static uint32_t
returned_input(Replay *r, uint32_t node, uint32_t inst)
{
    const InputOrigin *o =
        r->machine.origins.all.n
            ? &r->machine.origins.all.at[r->machine.origins.all.n - 1]
            : NULL;

    if (!o || o->node != node || o->address != 0)
        return node;
    InputOrigin copy = *o;
    copy.consumed = 0;
    return replay_make_input(r, &copy, 0, o->length, inst);
}

/* What a call that took the next character of a stream did. */
static void
take_character(Replay *r, uint32_t node)
{
    InputOrigin o = r->machine.origins.character;

    o.node = node;
    o.offset += o.length;
    o.length = 1;
    vec_push(&r->machine.origins.all, o);
    r->machine.origins.character = o;
}

/* Which of an output call's dependences came from which argument. */
static void
note_arguments(Replay *r, uint32_t node, const GraphOutput *known)
{
    for (size_t k = r->graph.outputs.n;
         k-- > 0 && r->graph.outputs.at[k].node == node;) {
        GraphOutput *o = &r->graph.outputs.at[k];
        o->narguments = known->narguments;
        memcpy(o->upto, known->upto, sizeof o->upto);
    }
}

/* The call that the activation waited for is over; `is_character` if all it
 * did was to take a character. */
static bool
finish_foreign(Replay *r, bool is_character)
{
    GraphOutput output = {0};
    Activation *a = replay_top(r);
    uint32_t number = a->pc;
    const ScriptInst *i = &r->s->insts[number];
    uint32_t node = a->foreign.node;

    if (i->op == SCRIPT_INDIRECT) {
        r->graph.nodes.at[node].value = replay_take(r, i->width);
        replay_set_value(r, number,
                         replay_widen(r->graph.nodes.at[node].value, i->width));
        a->foreign.waiting = false;
        a->pc++;
        return true;
    }
    if (i->flags & SCRIPT_SETJMP) {
        if (replay_take_u32(r) != number && !r->records.ended)
            return replay_misfit(r, "another setjmp");
        replay_take_address(r);
        replay_take_u32(r);
    } else {
        const uint8_t *effects = r->records.at;
        for (uint32_t k = 0; k < i->operands.n; k++) {
            replay_gather_value(r, replay_operand(r, i, k));
            if (k < GRAPH_ARGUMENTS && r->gathered.n <= UINT8_MAX) {
                output.narguments = (uint8_t)(k + 1);
                output.upto[k] = (uint8_t)r->gathered.n;
            }
        }
        if (!is_character && !take_effects(r, 0, number))
            return false;
        replay_summary_choose(r, number, replay_oldest_gathered(r));
        replay_gather(r,
                      node); /* the call itself, and what it was called for */
        while (r->machine.answers.n > a->bottom.answers)
            replay_gather(r, vec_pop(&r->machine.answers));
        node = replay_make_node(r, number, 0);
        summary_add(&r->summary, node);
        if (r->records.ended) /* nothing is sure of the rest */
            return true;
        r->records.at = effects;
        if (is_character)
            take_character(r, node);
        else if (!take_effects(r, node, number))
            return false;
        note_arguments(r, node, &output);
        if (!r->records.ended)
            r->graph.nodes.at[node].value = replay_take(r, i->width);
        if (!r->records.ended && i->site && !r->signals.nhandlers)
            vec_push(&r->graph.sites, node);
        if (!(i->flags & SCRIPT_KNOWN)) {
            r->graph.run.nunknown++;
            r->graph.run.unknown = script_text(r->s, i->text);
        }
    }
    if (r->records.ended)
        return true;
    r->graph.run.last = node;
    replay_set_slot(r, number, returned_input(r, node, number));
    replay_set_value(r, number,
                     replay_widen(r->graph.nodes.at[node].value, i->width));
    a = replay_top(r);
    a->foreign.waiting = false;
    a->pc++;
    return true;
}

/* longjmp: down to the frame that called setjmp. */
static bool
land(Replay *r)
{
    uint32_t number = replay_take_u32(r);
    uint64_t frame = replay_take_address(r);
    uint32_t value = replay_take_u32(r);

    if (r->records.ended)
        return true;
    while (r->machine.acts.n > 0) {
        const ScriptFunction *f = &r->s->functions[replay_top(r)->function];
        if (replay_top(r)->frame == frame && f->frame)
            break;
        leave(r);
    }
    if (r->machine.acts.n == 0)
        return replay_misfit(r, "a jump to a frame that is not there");
    Activation *a = replay_top(r);
    const ScriptFunction *f = &r->s->functions[a->function];
    if (number < f->inst || number - f->inst >= f->ninsts ||
        r->s->insts[number].op != SCRIPT_FOREIGN)
        return replay_misfit(r, "a jump to where no setjmp is");
    for (a->where.block = f->block;
         number - r->s->blocks[a->where.block].inst >=
         r->s->blocks[a->where.block].ninsts;)
        a->where.block++;
    find_control(r, a);
    replay_arrive(r, a, r->s->insts[number].line);
    replay_gather(
        r, r->graph.run.last); /* the longjmp, or what raised the signal */
    uint32_t node = replay_make_node(r, number, value);
    replay_set_slot(r, number, node);
    a = replay_top(r);
    a->foreign.waiting = false;
    a->pc = number + 1;
    return true;
}

/* The function outside goes on to call back: that depends on what is gathered,
 * and on what it did before. */
static uint32_t
go_on(Replay *r)
{
    Activation *a = replay_top(r);
    uint32_t before = a->foreign.node;

    replay_gather(r, before);
    uint32_t node = replay_make_node(r, a->pc, 0);
    r->graph.nodes.at[node].control = before;
    replay_top(r)->foreign.node = node;
    return node;
}

/* A function is called back, knowing what those before it answered. */
static uint32_t
call_back(Replay *r)
{
    const Activation *a = replay_top(r);

    if (r->machine.answers.n <= a->bottom.answers)
        return a->foreign.node;
    while (r->machine.answers.n > a->bottom.answers)
        replay_gather(r, vec_pop(&r->machine.answers));
    return go_on(r);
}

static bool
begin_calling(Replay *r)
{
    if (r->machine.acts.n == 0 || !replay_top(r)->foreign.waiting ||
        r->s->insts[replay_top(r)->pc].op != SCRIPT_FOREIGN)
        return replay_misfit(r, "a call that is not there");
    if (!take_effects(r, 0, replay_top(r)->pc))
        return false;
    if (!r->records.ended)
        go_on(r);
    return true;
}

/* Control is outside: it comes back, or something is called back. */
bool
replay_wait(Replay *r)
{
    uint32_t what = replay_take_u32(r);

    if (r->records.ended)
        return true;
    if (what == (uint32_t)TRACE_LANDED)
        return land(r);
    bool is_character = what == (uint32_t)TRACE_CHARACTER;
    if (what == (uint32_t)TRACE_RETURNED || is_character)
        return r->machine.acts.n ? finish_foreign(r, is_character)
                                 : replay_misfit(r, "a return to nowhere");
    if (what == (uint32_t)TRACE_CALLING)
        return begin_calling(r);
    if (what >= r->s->nfunctions)
        return replay_misfit(r, "a function that is not there");
    return enter(r, what, r->machine.acts.n ? call_back(r) : 0, SCRIPT_NONE,
                 r->machine.params.n, NULL, 0);
}

/* What a handler runs for: the call outside during which the signal came, or
 * the instruction that trapped. */
static uint32_t
raiser(Replay *r, const Cut *c)
{
    if (c->trapped)
        return r->graph.run.last;
    return r->machine.acts.n && replay_top(r)->foreign.waiting
               ? replay_top(r)->foreign.node
               : 0;
}

bool
replay_interrupt(Replay *r, size_t cut, size_t resume)
{
    r->records.at = r->records.start + r->records.trace->cuts[cut].begin;
    r->records.ncuts = cut + 1;
    records_set_end(&r->records);
    uint32_t what = replay_take_u32(r);

    if (r->records.ended)
        return true;
    if (what == (uint32_t)TRACE_LANDED)
        return land(r);
    if (what >= r->s->nfunctions)
        return replay_misfit(r, "no handler where a signal came");
    uint32_t call = raiser(r, &r->records.trace->cuts[cut]);
    size_t depth = r->machine.acts.n;
    bool ok = enter(r, what, call, SCRIPT_NONE, r->machine.params.n, NULL, 0);
    if (ok && r->machine.acts.n > depth) {
        r->machine.acts.at[depth].signal.handler = true;
        r->machine.acts.at[depth].signal.resume = resume;
        r->signals.nhandlers++;
    }
    return ok;
}
