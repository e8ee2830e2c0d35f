/* replay.c - follow a trace through the code and note every dependence.
 *
 * The trace supplies what the code cannot: outcomes, addresses, values to show,
 * and what libc did. Nothing in it is believed: a record that does not fit is
 * an error, running out of records is an end.
 */
#include "trace/replay.h"

#include "base/mem.h"
#include "format/trace.h"

#include <signal.h>
#include <stdlib.h>

/* The value of the variable in a register that the place is. */
static uint64_t
variable_value(Replay *r, uint32_t place)
{
    uint32_t var = r->s->places[place].alloca;

    return r->machine.values
        .at[replay_top(r)->bottom.values + r->plan.value[var]];
}

static void
load(Replay *r, const ScriptInst *i, uint32_t number)
{
    const uint32_t *reg = replay_place_register(r, i->place);
    bool known;

    if (reg) {
        uint32_t source = *reg;
        if (replay_summary_choose(r, number, source)) {
            replay_gather(r, source);
            source = replay_make_node(r, number, 0);
            summary_add(&r->summary, source);
        }
        replay_set_slot(r, number, source);
        if (i->flags & SCRIPT_COMPUTED)
            replay_set_value(r, number, variable_value(r, i->place));
        return;
    }
    uint64_t address = replay_place_address(r, i->place, &known);
    if (r->records.ended)
        return;
    if (!known)
        replay_access(r, address, i->size);
    replay_gather_memory(r, address, i->size, number);
    bool summary = replay_summary_choose(r, number, replay_oldest_gathered(r));
    if (known && r->gathered.n <= 1 && !summary) {
        replay_set_slot(r, number, r->gathered.n ? r->gathered.at[0] : 0);
        r->gathered.n = 0;
        return;
    }
    replay_gather_value(r, replay_operand(r, i, 0));
    uint32_t node = replay_make_node(r, number, address);
    summary_add(&r->summary, node);
    replay_set_slot(r, number, node);
    r->graph.run.last = known ? r->graph.run.last : node;
}

static void
store(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t *reg = replay_place_register(r, i->place);
    bool known = true;
    uint64_t address = reg ? 0 : replay_place_address(r, i->place, &known);
    uint64_t all, value = replay_take_value(r, i, &all);

    if (r->records.ended)
        return;
    if (!known)
        replay_access(r, address, i->size);
    replay_gather_value(r, replay_operand(r, i, 0));
    replay_gather_value(r, replay_operand(r, i, 1));
    uint32_t node = replay_make_site(r, number, value);
    r->graph.run.last = node;
    if (reg) {
        *replay_place_register(r, i->place) = node;
        replay_set_value(r, r->s->places[i->place].alloca, all);
    } else
        shadow_write(&r->machine.memory, address,
                     i->size < MAX_RANGE ? i->size : 0, node);
}

static void
update(Replay *r, const ScriptInst *i, uint32_t number)
{
    bool known;
    uint64_t address = replay_place_address(r, i->place, &known);

    if (r->records.ended)
        return;
    if (!known)
        replay_access(r, address, i->size);
    replay_gather_memory(r, address, i->size, number);
    for (uint32_t k = 0; k < i->operands.n; k++)
        replay_gather_value(r, replay_operand(r, i, k));
    uint32_t node = replay_make_node(r, number, address);
    r->graph.run.last = node;
    shadow_write(&r->machine.memory, address, i->size < MAX_RANGE ? i->size : 0,
                 node);
    replay_set_slot(r, number, node);
}

static void
transfer(Replay *r, const ScriptInst *i, uint32_t number)
{
    bool known;
    uint64_t to = replay_place_address(r, i->place, &known);
    uint64_t from = i->op == SCRIPT_MOVE
                        ? replay_place_address(r, i->place + 1, &known)
                        : 0;
    uint64_t n = i->flags & SCRIPT_HAS_SIZE ? i->size : replay_take(r, 8);

    if (r->records.ended)
        return;
    replay_access(r, to, n);
    if (i->op == SCRIPT_MOVE)
        replay_access(r, from, n);
    for (uint32_t k = 0; k < 3; k++)
        replay_gather_value(r, replay_operand(r, i, k));
    if (i->op == SCRIPT_MOVE) {
        replay_summary_choose(r, number, replay_oldest(r, from, n));
        size_t first = r->graph.nodes.n;
        uint32_t node = replay_copy_memory(r, to, from, n, number, 0);
        r->graph.run.last = node ? node : r->graph.run.last;
        for (size_t k = first; k < r->graph.nodes.n; k++)
            summary_add(&r->summary, (uint32_t)k);
        return;
    }
    uint32_t node = replay_make_node(r, number, 0);
    r->graph.run.last = node;
    shadow_write(&r->machine.memory, to, n < MAX_RANGE ? n : MAX_RANGE, node);
}

/* System V: unnamed arguments are where va_arg will look for them. */
static void
start_list(Replay *r, uint32_t number)
{
    uint64_t list = replay_take_address(r);
    uint32_t gp = 0, fp = 0;

    replay_take_u32(r);
    replay_take_u32(r);
    uint64_t stack = replay_take_address(r), saved = replay_take_address(r);
    if (r->records.ended)
        return;
    const Activation *a = replay_top(r);
    uint32_t named = r->s->functions[a->function].nparams;
    const ScriptInst *call =
        a->caller == SCRIPT_NONE ? NULL : &r->s->insts[a->caller];
    size_t byval = a->bottom.byvals;
    shadow_write(&r->machine.memory, list, 24, replay_make_node(r, number, 0));
    for (uint32_t k = 0; call && k < a->nparams && k < call->operands.n; k++) {
        const ScriptOperand *o = &r->s->operands[call->operands.first + k];
        uint32_t travel = o->travel;
        uint32_t source = r->machine.params.at[a->bottom.params + k];
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
        uint64_t from = o->byval && byval < r->machine.byvals.n
                            ? r->machine.byvals.at[byval++]
                            : 0;
        if (k >= named && from)
            replay_copy_memory(r, to, from, o->byval, number, 0);
        else if (k >= named)
            shadow_write(&r->machine.memory, to, n, source);
    }
}

/* A phi (?:, && and ||) has its value also from the branch that chose. */
static void
choose(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t n = i->operands.n / 2;

    for (uint32_t k = 0; k < n; k++)
        if (replay_operand(r, i, n + k) == replay_top(r)->where.from) {
            replay_gather_value(r, replay_operand(r, i, k));
            break;
        }
    replay_gather(r, replay_top(r)->where.decision);
    uint32_t source = r->gathered.n ? r->gathered.at[0] : 0;
    if (r->gathered.n > 1)
        source = replay_make_node(r, number, 0);
    r->gathered.n = 0;
    replay_set_slot(r, number, source);
}

/* A `?:` that is no branch: what it decides, and then its value. */
static bool
pick(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint64_t all, value = replay_take_value(r, i, &all);

    if (r->records.ended)
        return true;
    if (value > 1)
        return replay_misfit(r, "neither true nor false");
    const uint32_t chosen = value ? 1 : 2;
    replay_gather_value(r, replay_operand(r, i, 0));
    uint32_t node = replay_make_site(r, number, value);
    r->graph.run.last = node;
    replay_gather_value(r, replay_operand(r, i, chosen));
    replay_gather(r, node);
    if (r->gathered.n > 1)
        node = replay_make_node(r, number, value);
    r->gathered.n = 0;
    replay_set_slot(r, number, node);
    if (i->result.compute == COMPUTE_SELECT)
        replay_set_value(
            r, number,
            replay_value(r, &r->s->operands[i->operands.first + chosen]));
    return true;
}

static bool
branch(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint64_t all, value = 0;
    uint32_t to;

    if (i->op != SCRIPT_GOTO)
        value = replay_take_value(r, i, &all);
    if (r->records.ended)
        return true;
    replay_gather_value(r, replay_operand(r, i, 0));
    uint32_t node = replay_make_site(r, number, value);
    replay_push_live(r, node);
    summary_branch(&r->summary, replay_top(r), node);
    r->graph.run.last = node;
    if (i->op == SCRIPT_GOTO) {
        const ScriptFunction *f = &r->s->functions[replay_top(r)->function];
        to = replay_take_u32(r);
        if (r->records.ended)
            return true;
        if (to - f->block >= f->nblocks || !r->s->blocks[to].landing)
            return replay_misfit(r, "a jump out of the function");
        r->records.at -= 4; /* the block takes it */
        r->graph.nodes.at[node].value = to;
    } else if (i->op == SCRIPT_BRANCH) {
        if (value > 1)
            return replay_misfit(r, "neither true nor false");
        to = r->s->cases[i->target + (value ? 0 : 1)].block;
    } else {
        uint32_t k = i->target, last = i->target + (uint32_t)i->size - 1;
        while (k < last && r->s->cases[k].value != value)
            k++;
        to = r->s->cases[k].block;
    }
    return replay_enter_block(r, to, node);
}

static void
divide(Replay *r, uint32_t number)
{
    replay_divide(r);
    if (r->signals.trapped) {
        replay_gather_value(r, number);
        r->graph.run.last = replay_make_node(r, number, 0);
    }
}

static bool
execute(Replay *r)
{
    Activation *a = replay_top(r);
    uint32_t number = a->pc;
    const ScriptInst *i = &r->s->insts[number];

    r->graph.run.ninstructions++;
    if (i->line != a->instance.line && i->line != SCRIPT_NONE)
        replay_arrive(r, a, i->line);
    if (r->stop.done)
        return true;
    switch ((ScriptOp)i->op) {
    case SCRIPT_PURE:
        if (i->flags & SCRIPT_COMPUTED)
            replay_compute(r, number);
        if (i->flags & SCRIPT_DIVIDES)
            divide(r, number);
        break;
    case SCRIPT_ALLOCA:
        if (i->flags & SCRIPT_REGISTER) {
            replay_set_slot(r, number, 0);
        } else {
            uint64_t address = replay_take_address(r);
            r->machine.addresses
                .at[a->bottom.addresses + r->plan.slot[number]] = address;
            if (!r->records.ended) /* what other calls left there is not ours */
                shadow_write(&r->machine.memory, address,
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
    case SCRIPT_SELECT:
        if (!pick(r, i, number))
            return false;
        break;
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
        return replay_call_function(r, i, number);
    case SCRIPT_FOREIGN:
        for (uint32_t k = 0; k < i->operands.n; k++)
            replay_gather_value(r, replay_operand(r, i, k));
        a->foreign.node = replay_make_node(r, number, 0);
        replay_top(r)->foreign.waiting = true;
        replay_top(r)->bottom.answers = r->machine.answers.n;
        r->graph.run.last = replay_top(r)->foreign.node;
        return true;
    case SCRIPT_JUMP:
        return replay_enter_block(r, i->target, 0);
    case SCRIPT_BRANCH:
    case SCRIPT_SWITCH:
    case SCRIPT_GOTO:
        return branch(r, i, number);
    case SCRIPT_RETURN:
        return replay_return_from(r, i, number);
    case SCRIPT_STOP:
        r->records.ended = true;
        return true;
    case SCRIPT_OPS:
        break;
    }
    replay_top(r)->pc++;
    return true;
}

/* Behind the last record nothing is sure to have happened. */
static void
forget_ahead(Replay *r)
{
    size_t n = r->sure.nodes;

    while (r->sure.lines.n)
        r->graph.run.arrivals[vec_pop(&r->sure.lines)]--;
    if (n == r->graph.nodes.n)
        return;
    r->graph.deps.n = r->graph.nodes.at[n].dep;
    r->graph.nodes.n = n;
    r->graph.steps.n = r->sure.steps;
    r->graph.inputs.n = r->sure.inputs;
    r->graph.run.last = r->sure.last;
    while (r->graph.sites.n && r->graph.sites.at[r->graph.sites.n - 1] >= n)
        r->graph.sites.n--;
    while (r->graph.outputs.n &&
           r->graph.outputs.at[r->graph.outputs.n - 1].node >= n)
        r->graph.outputs.n--;
    while (r->summary.found.n &&
           r->summary.found.at[r->summary.found.n - 1].node >= n)
        r->summary.found.n--;
}

static void
be_sure(Replay *r)
{
    r->sure.nodes = r->graph.nodes.n;
    r->sure.steps = r->graph.steps.n;
    r->sure.inputs = r->graph.inputs.n;
    r->sure.last = r->graph.run.last;
}

/* Where the records end a signal handler may have come that never went back:
 * what was begun is dropped, and the handler or a landing follows. */
static bool
pass_cut(Replay *r)
{
    while (r->records.ended && !r->records.broken &&
           r->records.ncuts < r->records.trace->ncuts) {
        size_t cut = r->records.ncuts;
        if (r->graph.nodes.n == r->sure.nodes)
            forget_ahead(r);
        be_sure(r); /* what was done on the way is taken to have happened */
        r->records.ended = r->signals.trapped = false;
        r->gathered.n = 0;
        r->signals.put_off.n = 0;
        if (!replay_interrupt(r, cut, 0))
            return false;
    }
    return true;
}

/* Is a record of the next instruction, or of what control waits for, what
 * comes next? */
static bool
will_take(Replay *r)
{
    return r->machine.acts.n == 0 || replay_top(r)->foreign.waiting ||
           script_records(r->s, &r->s->insts[replay_top(r)->pc],
                          r->records.trace->all);
}

/* Is what raised the signal, if anything did, behind us? Only accesses and
 * divisions are looked for. */
static bool
has_trapped(const Replay *r, const Cut *c)
{
    return c->trapped &&
           (r->signals.trapped || (c->signal != SIGSEGV &&
                                   c->signal != SIGBUS && c->signal != SIGFPE));
}

/* A signal's handler that is next, or that was put off. */
static bool
take_signals(Replay *r, bool *taken)
{
    *taken = true;
    if (r->signals.put_off.n) {
        size_t cut = r->signals.put_off.at[0];
        for (size_t i = 1; i < r->signals.put_off.n; i++)
            r->signals.put_off.at[i - 1] = r->signals.put_off.at[i];
        r->signals.put_off.n--;
        return replay_interrupt(r, cut, records_offset(&r->records));
    }
    const Cut *c = records_cut(&r->records);
    if (c && (has_trapped(r, c) || will_take(r))) {
        r->signals.trapped = false;
        return replay_interrupt(r, r->records.ncuts, 0);
    }
    *taken = false;
    return true;
}

/* One instruction, or what is outside. */
static bool
step(Replay *r)
{
    uint64_t before = r->graph.run.nrecords;
    bool taken = false, ok;

    if ((r->records.at == r->records.end || r->signals.put_off.n) &&
        !take_signals(r, &taken))
        return false;
    if (taken)
        ok = true;
    else if (r->machine.acts.n == 0 || replay_top(r)->foreign.waiting)
        ok = replay_wait(r);
    else
        ok = execute(r);
    if (r->graph.run.nrecords != before || r->signals.trapped)
        be_sure(r);
    if (r->signals.trapped && !records_cut(&r->records))
        r->records.ended = true;
    if (r->records.at != r->records.end || r->graph.run.nrecords != before)
        r->sure.ninstructions = 0;
    else if (++r->sure.ninstructions >
             r->s->ninsts) /* a loop that records nothing */
        r->records.ended = true;
    return ok;
}

/* Did a call of a function without bitcode end the run? */
static bool
died_outside(Replay *r)
{
    return r->machine.acts.n && replay_top(r)->foreign.waiting &&
           !r->records.trace->signal;
}

/* Looked at now and then. */
static bool
is_late(Replay *r)
{
    enum { EVERY = 1 << 16 };

    return r->stop.deadline && ++r->stop.nlooked % EVERY == 0 &&
           deadline_is_over(r->stop.deadline);
}

static bool
replay(Replay *r)
{
    for (uint32_t i = 0; i < r->s->nglobals; i++)
        r->machine.globals[i] = replay_take_address(r);
    while (!r->records.ended && !r->stop.done) {
        if (r->stop.bounds.last &&
            r->graph.nodes.n / 2 > (size_t)r->stop.bounds.last + 1024 &&
            r->sure.nodes == r->graph.nodes.n) {
            replay_forget(r, r->stop.bounds.last);
            be_sure(r);
        }
        if (r->stop.bounds.first && r->graph.nodes.n >= r->stop.bounds.first)
            break; /* as if the trace ended here */
        if (r->graph.nodes.n >= MAX_NODES || r->graph.deps.n >= MAX_NODES)
            return diag_fail(r->d, "the run is too long for one graph");
        if (r->machine.memory.n > MAX_PAGES)
            return diag_fail(r->d,
                             "the run writes more memory than a graph "
                             "can hold, %u MB",
                             MAX_PAGES / 256);
        if (is_late(r))
            return diag_fail(
                r->d, "the time ran out before the whole trace was read");
        if (!step(r))
            return false;
        r->gathered.n = 0;
        if (r->records.ended && !pass_cut(r))
            return false;
    }
    if (r->records.broken)
        return false;
    if (!r->stop.done && !died_outside(r))
        forget_ahead(r);
    else if (r->stop.done &&
             r->sure.lines.n) /* the line behind the one to stop at */
        r->graph.run.arrivals[vec_pop(&r->sure.lines)]--;
    if (r->stop.bounds.last)
        replay_forget(r, r->stop.bounds.last);
    return true;
}

/* The graph gets everything; what is left of the drawing is nothing. */
static void
move_to_graph(Replay *r, Graph *g)
{
    Drawing *from = &r->graph;
    uint32_t nnodes = (uint32_t)from->nodes.n;

    vec_push(&from->nodes, (GraphNode){.dep = (uint32_t)from->deps.n});
    *g = (Graph){.script = r->s,
                 .nodes = from->nodes.at,
                 .deps = from->deps.at,
                 .steps = from->steps.at,
                 .nnodes = nnodes,
                 .ndeps = (uint32_t)from->deps.n,
                 .nsteps = (uint32_t)from->steps.n,
                 .io = {.inputs = from->inputs.at,
                        .outputs = from->outputs.at,
                        .ninputs = (uint32_t)from->inputs.n,
                        .noutputs = (uint32_t)from->outputs.n},
                 .summaries = {.at = r->summary.found.at,
                               .n = (uint32_t)r->summary.found.n,
                               .nbounded = r->summary.nbounded,
                               .nclimbs = r->summary.control.steps},
                 .sites = {.nodes = from->sites.at,
                           .n = (uint32_t)from->sites.n,
                           .first = from->nsites_forgotten},
                 .run = from->run};
    conditions_build(r->s, &g->conditions);
}

static void
machine_done(Machine *m)
{
    free(m->globals);
    shadow_done(&m->memory);
    vec_done(&m->acts);
    vec_done(&m->slots);
    vec_done(&m->values);
    vec_done(&m->params);
    vec_done(&m->arguments);
    vec_done(&m->addresses);
    vec_done(&m->byvals);
    vec_done(&m->live);
    vec_done(&m->answers);
    vec_done(&m->origins.all);
}

bool
graph_make(const GraphSpec *spec, Graph *out, Diag *d)
{
    const Script *script = spec->script;
    Replay r = {.s = script,
                .control = spec->control,
                .stop = {.bounds = spec->bounds, .deadline = spec->deadline},
                .records = {.trace = spec->trace,
                            .start = spec->trace->records,
                            .at = spec->trace->records},
                .summary = {.inside.summaries = spec->summaries,
                            .across.summaries = spec->across,
                            .most = spec->most ? spec->most : GRAPH_MOST},
                .d = d};

    *out = (Graph){0};
    records_set_end(&r.records);
    if (spec->control->nblocks != script->nblocks ||
        !summary_init(&r.summary, script))
        return diag_fail(d, "the script belongs to another program");
    prepare_build(script, &r.plan);
    r.machine.globals =
        mem_zalloc(script->nglobals + 1, sizeof *r.machine.globals);
    r.graph.run.arrivals =
        mem_zalloc(script->nlines + 1, sizeof *r.graph.run.arrivals);
    vec_push(&r.graph.nodes, (GraphNode){.inst = (uint32_t)GRAPH_OUTSIDE});
    if (spec->bounds.last)
        vec_push(&r.graph.nodes, (GraphNode){.inst = (uint32_t)GRAPH_OUTSIDE});
    vec_push(&r.graph.steps, (GraphStep){.line = SCRIPT_NONE});
    be_sure(&r);
    bool ok = replay(&r);
    move_to_graph(&r, out);
    if (!ok)
        graph_done(out);
    prepare_done(&r.plan);
    summary_done(&r.summary);
    machine_done(&r.machine);
    vec_done(&r.sure.lines);
    vec_done(&r.signals.put_off);
    vec_done(&r.gathered);
    return ok;
}
