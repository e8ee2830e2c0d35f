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

    return r->values.at[replay_top(r)->values + r->plan.value[var]];
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
            replay_summary_add(r, source);
        }
        replay_set_slot(r, number, source);
        if (i->flags & SCRIPT_COMPUTED)
            replay_set_value(r, number, variable_value(r, i->place));
        return;
    }
    uint64_t address = replay_place_address(r, i->place, &known);
    if (r->ended)
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
    replay_summary_add(r, node);
    replay_set_slot(r, number, node);
    r->last = known ? r->last : node;
}

static void
store(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t *reg = replay_place_register(r, i->place);
    bool known = true;
    uint64_t address = reg ? 0 : replay_place_address(r, i->place, &known);
    uint64_t all, value = replay_take_value(r, i, &all);

    if (r->ended)
        return;
    if (!known)
        replay_access(r, address, i->size);
    replay_gather_value(r, replay_operand(r, i, 0));
    replay_gather_value(r, replay_operand(r, i, 1));
    uint32_t node = replay_make_site(r, number, value);
    r->last = node;
    if (reg) {
        *replay_place_register(r, i->place) = node;
        replay_set_value(r, r->s->places[i->place].alloca, all);
    } else
        shadow_write(&r->memory, address, i->size < MAX_RANGE ? i->size : 0,
                     node);
}

static void
update(Replay *r, const ScriptInst *i, uint32_t number)
{
    bool known;
    uint64_t address = replay_place_address(r, i->place, &known);

    if (r->ended)
        return;
    if (!known)
        replay_access(r, address, i->size);
    replay_gather_memory(r, address, i->size, number);
    for (uint32_t k = 0; k < i->noperands; k++)
        replay_gather_value(r, replay_operand(r, i, k));
    uint32_t node = replay_make_node(r, number, address);
    r->last = node;
    shadow_write(&r->memory, address, i->size < MAX_RANGE ? i->size : 0, node);
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

    if (r->ended)
        return;
    replay_access(r, to, n);
    if (i->op == SCRIPT_MOVE)
        replay_access(r, from, n);
    for (uint32_t k = 0; k < 3; k++)
        replay_gather_value(r, replay_operand(r, i, k));
    if (i->op == SCRIPT_MOVE) {
        replay_summary_choose(r, number, replay_oldest(r, from, n));
        size_t first = r->nodes.n;
        uint32_t node = replay_copy_memory(r, to, from, n, number, 0);
        r->last = node ? node : r->last;
        for (size_t k = first; k < r->nodes.n; k++)
            replay_summary_add(r, (uint32_t)k);
        return;
    }
    uint32_t node = replay_make_node(r, number, 0);
    r->last = node;
    shadow_write(&r->memory, to, n < MAX_RANGE ? n : MAX_RANGE, node);
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
    if (r->ended)
        return;
    const Activation *a = replay_top(r);
    uint32_t named = r->s->functions[a->function].nparams;
    const ScriptInst *call =
        a->caller == SCRIPT_NONE ? NULL : &r->s->insts[a->caller];
    size_t byval = a->byvals;
    shadow_write(&r->memory, list, 24, replay_make_node(r, number, 0));
    for (uint32_t k = 0; call && k < a->nparams && k < call->noperands; k++) {
        const ScriptOperand *o = &r->s->operands[call->operand + k];
        uint32_t travel = o->travel;
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
        uint64_t from =
            o->byval && byval < r->byvals.n ? r->byvals.at[byval++] : 0;
        if (k >= named && from)
            replay_copy_memory(r, to, from, o->byval, number, 0);
        else if (k >= named)
            shadow_write(&r->memory, to, n, source);
    }
}

/* A phi (?:, && and ||) has its value also from the branch that chose. */
static void
choose(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint32_t n = i->noperands / 2;

    for (uint32_t k = 0; k < n; k++)
        if (replay_operand(r, i, n + k) == replay_top(r)->from) {
            replay_gather_value(r, replay_operand(r, i, k));
            break;
        }
    replay_gather(r, replay_top(r)->decision);
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

    if (r->ended)
        return true;
    if (value > 1)
        return replay_misfit(r, "neither true nor false");
    const uint32_t chosen = value ? 1 : 2;
    replay_gather_value(r, replay_operand(r, i, 0));
    uint32_t node = replay_make_site(r, number, value);
    r->last = node;
    replay_gather_value(r, replay_operand(r, i, chosen));
    replay_gather(r, node);
    if (r->gathered.n > 1)
        node = replay_make_node(r, number, value);
    r->gathered.n = 0;
    replay_set_slot(r, number, node);
    if (i->compute == COMPUTE_SELECT)
        replay_set_value(r, number,
                         replay_value(r, &r->s->operands[i->operand + chosen]));
    return true;
}

static bool
branch(Replay *r, const ScriptInst *i, uint32_t number)
{
    uint64_t all, value = 0;
    uint32_t to;

    if (i->op != SCRIPT_GOTO)
        value = replay_take_value(r, i, &all);
    if (r->ended)
        return true;
    replay_gather_value(r, replay_operand(r, i, 0));
    uint32_t node = replay_make_site(r, number, value);
    replay_push_live(r, node);
    replay_summary_branch(r, node);
    r->last = node;
    if (i->op == SCRIPT_GOTO) {
        const ScriptFunction *f = &r->s->functions[replay_top(r)->function];
        to = replay_take_u32(r);
        if (r->ended)
            return true;
        if (to - f->block >= f->nblocks || !r->s->blocks[to].landing)
            return replay_misfit(r, "a jump out of the function");
        r->at -= 4; /* the block takes it */
        r->nodes.at[node].value = to;
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
    if (r->trapped) {
        replay_gather_value(r, number);
        r->last = replay_make_node(r, number, 0);
    }
}

static bool
execute(Replay *r)
{
    Activation *a = replay_top(r);
    uint32_t number = a->pc;
    const ScriptInst *i = &r->s->insts[number];

    r->ninstructions++;
    if (i->line != a->line && i->line != SCRIPT_NONE)
        replay_arrive(r, a, i->line);
    if (r->done)
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
    case SCRIPT_SELECT:
        if (!pick(r, i, number))
            return false;
        break;
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
        return replay_call_function(r, i, number);
    case SCRIPT_FOREIGN:
        for (uint32_t k = 0; k < i->noperands; k++)
            replay_gather_value(r, replay_operand(r, i, k));
        a->foreign = replay_make_node(r, number, 0);
        replay_top(r)->waiting = true;
        replay_top(r)->answers = r->answers.n;
        r->last = replay_top(r)->foreign;
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
        r->ended = true;
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

    while (r->ahead.n)
        r->arrivals[vec_pop(&r->ahead)]--;
    if (n == r->nodes.n)
        return;
    r->deps.n = r->nodes.at[n].dep;
    r->nodes.n = n;
    r->steps.n = r->sure.steps;
    r->inputs.n = r->sure.inputs;
    r->last = r->sure.last;
    while (r->sites.n && r->sites.at[r->sites.n - 1] >= n)
        r->sites.n--;
    while (r->outputs.n && r->outputs.at[r->outputs.n - 1].node >= n)
        r->outputs.n--;
    while (r->found.n && r->found.at[r->found.n - 1].node >= n)
        r->found.n--;
}

static void
be_sure(Replay *r)
{
    r->sure.nodes = r->nodes.n;
    r->sure.steps = r->steps.n;
    r->sure.inputs = r->inputs.n;
    r->sure.last = r->last;
}

/* Where the records end a signal handler may have come that never went back:
 * what was begun is dropped, and the handler or a landing follows. */
static bool
pass_cut(Replay *r)
{
    while (r->ended && !r->broken && r->ncuts < r->trace->ncuts) {
        size_t cut = r->ncuts;
        if (r->nodes.n == r->sure.nodes)
            forget_ahead(r);
        be_sure(r); /* what was done on the way is taken to have happened */
        r->ended = r->trapped = false;
        r->gathered.n = 0;
        r->put_off.n = 0;
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
    return r->acts.n == 0 || replay_top(r)->waiting ||
           script_records(r->s, &r->s->insts[replay_top(r)->pc], r->trace->all);
}

/* Is what raised the signal, if anything did, behind us? Only accesses and
 * divisions are looked for. */
static bool
has_trapped(const Replay *r, const Cut *c)
{
    return c->trapped &&
           (r->trapped || (c->signal != SIGSEGV && c->signal != SIGBUS &&
                           c->signal != SIGFPE));
}

/* A signal's handler that is next, or that was put off. */
static bool
take_signals(Replay *r, bool *taken)
{
    *taken = true;
    if (r->put_off.n) {
        size_t cut = r->put_off.at[0];
        for (size_t i = 1; i < r->put_off.n; i++)
            r->put_off.at[i - 1] = r->put_off.at[i];
        r->put_off.n--;
        return replay_interrupt(r, cut, (size_t)(r->at - r->start));
    }
    const Cut *c = replay_cut(r);
    if (c && (has_trapped(r, c) || will_take(r))) {
        r->trapped = false;
        return replay_interrupt(r, r->ncuts, 0);
    }
    *taken = false;
    return true;
}

/* One instruction, or what is outside. */
static bool
step(Replay *r)
{
    uint64_t before = r->nrecords;
    bool taken = false, ok;

    if ((r->at == r->end || r->put_off.n) && !take_signals(r, &taken))
        return false;
    if (taken)
        ok = true;
    else if (r->acts.n == 0 || replay_top(r)->waiting)
        ok = replay_wait(r);
    else
        ok = execute(r);
    if (r->nrecords != before || r->trapped)
        be_sure(r);
    if (r->trapped && !replay_cut(r))
        r->ended = true;
    if (r->at != r->end || r->nrecords != before)
        r->nahead = 0;
    else if (++r->nahead > r->s->ninsts) /* a loop that records nothing */
        r->ended = true;
    return ok;
}

/* Did a call of a function without bitcode end the run? */
static bool
died_outside(Replay *r)
{
    return r->acts.n && replay_top(r)->waiting && !r->trace->signal;
}

/* Looked at now and then. */
static bool
is_late(Replay *r)
{
    enum { EVERY = 1 << 16 };

    return r->deadline && ++r->nlooked % EVERY == 0 &&
           deadline_is_over(r->deadline);
}

static bool
replay(Replay *r)
{
    for (uint32_t i = 0; i < r->s->nglobals; i++)
        r->globals[i] = replay_take_address(r);
    while (!r->ended && !r->done) {
        if (r->bounds.last && r->nodes.n / 2 > (size_t)r->bounds.last + 1024 &&
            r->sure.nodes == r->nodes.n) {
            replay_forget(r, r->bounds.last);
            be_sure(r);
        }
        if (r->bounds.first && r->nodes.n >= r->bounds.first)
            break; /* as if the trace ended here */
        if (r->nodes.n >= MAX_NODES || r->deps.n >= MAX_NODES)
            return diag_fail(r->d, "the run is too long for one graph");
        if (r->memory.n > MAX_PAGES)
            return diag_fail(r->d,
                             "the run writes more memory than a graph "
                             "can hold, %u MB",
                             MAX_PAGES / 256);
        if (is_late(r))
            return diag_fail(r->d, "there was no time for the whole trace");
        if (!step(r))
            return false;
        r->gathered.n = 0;
        if (r->ended && !pass_cut(r))
            return false;
    }
    if (r->broken)
        return false;
    if (!r->done && !died_outside(r))
        forget_ahead(r);
    else if (r->done && r->ahead.n) /* the line behind the one to stop at */
        r->arrivals[vec_pop(&r->ahead)]--;
    if (r->bounds.last)
        replay_forget(r, r->bounds.last);
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
                 .sites = r->sites.at,
                 .nnodes = nnodes,
                 .ndeps = (uint32_t)r->deps.n,
                 .nsteps = (uint32_t)r->steps.n,
                 .ninputs = (uint32_t)r->inputs.n,
                 .noutputs = (uint32_t)r->outputs.n,
                 .nsites = (uint32_t)r->sites.n,
                 .first_site = r->nsites_forgotten,
                 .summaries = r->found.at,
                 .nsummaries = (uint32_t)r->found.n,
                 .nbounded = r->nbounded,
                 .last = r->last,
                 .ninstructions = r->ninstructions,
                 .nrecords = r->nrecords,
                 .nforgotten = r->nforgotten,
                 .nunknown = r->nunknown,
                 .unknown = r->unknown};
    conditions_build(r->s, &g->conditions);
}

bool
graph_make(const GraphSpec *spec, Graph *out, Diag *d)
{
    const Script *script = spec->script;
    Replay r = {.s = script,
                .control = spec->control,
                .summaries = spec->summaries,
                .across = spec->across,
                .most = spec->most ? spec->most : GRAPH_MOST,
                .bounds = spec->bounds,
                .trace = spec->trace,
                .deadline = spec->deadline,
                .start = spec->trace->records,
                .at = spec->trace->records,
                .d = d};

    *out = (Graph){0};
    replay_set_end(&r);
    if (spec->control->nblocks != script->nblocks || !replay_summary_init(&r))
        return diag_fail(d, "the script is of another program");
    prepare_build(script, &r.plan);
    r.globals = mem_zalloc(script->nglobals + 1, sizeof *r.globals);
    r.arrivals = mem_zalloc(script->nlines + 1, sizeof *r.arrivals);
    vec_push(&r.nodes, (GraphNode){.inst = (uint32_t)GRAPH_OUTSIDE});
    if (spec->bounds.last)
        vec_push(&r.nodes, (GraphNode){.inst = (uint32_t)GRAPH_OUTSIDE});
    vec_push(&r.steps, (GraphStep){.line = SCRIPT_NONE});
    be_sure(&r);
    bool ok = replay(&r);
    move_to_graph(&r, out);
    if (!ok)
        graph_done(out);
    prepare_done(&r.plan);
    replay_summary_done(&r);
    free(r.globals);
    shadow_done(&r.memory);
    vec_done(&r.acts);
    vec_done(&r.slots);
    vec_done(&r.values);
    vec_done(&r.params);
    vec_done(&r.arguments);
    vec_done(&r.addresses);
    vec_done(&r.byvals);
    vec_done(&r.live);
    vec_done(&r.answers);
    vec_done(&r.ahead);
    vec_done(&r.put_off);
    vec_done(&r.gathered);
    vec_done(&r.origins);
    return ok;
}

bool
graph_build(const Script *script, const Control *control, const Trace *t,
            Graph *out, Diag *d)
{
    return graph_make(
        &(GraphSpec){.script = script, .control = control, .trace = t}, out, d);
}
