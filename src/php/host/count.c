/* count.c - the loop that counts.
 *
 * It takes the place of PHP's own: one opcode at a time, with a look at where
 * it went. An edge is counted when control has taken it, so that the counts
 * are right however a run ends. A call of a function in PHP does not nest our
 * loop: while such an opcode runs, the interpreter believes that its own loop
 * is in place, and just enters the function (phpdbg does so, too).
 */
#include "php/host/classes.h"
#include "php/host/enter.h"
#include "php/host/host.h"
#include "php/host/shape.h"
#include "php/host/tests.h"
#include "php/host/zend.h"

#include "base/io.h"
#include "base/map.h"
#include "base/vec.h"
#include "format/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* Where control may go behind an opcode, and what is counted then. */
typedef struct CountGoal CountGoal;
struct CountGoal {
    uint32_t op;
    uint32_t edge, meter; /* counters, NONE */
};

/* An opcode behind which something is counted. */
typedef struct CountStop CountStop;
struct CountStop {
    uint32_t goal, ngoals;
    uint32_t values;     /* first counter of the call's classes, NONE */
    bool builtin, lands; /* it may go on at any landing */
};

/* What is counted in a function. */
typedef struct Table Table;
struct Table {
    uint32_t nops;
    uint32_t entry;           /* counter */
    uint32_t body, body_edge; /* first opcode behind those that take
                                 parameters, and the edge to it; 0: none */
    uint32_t *at;             /* opcode -> 1 + its stop, 0: none */
    CountStop *stops;
    CountGoal *goals;
    CountGoal *landings;
    uint32_t nlandings;
};

/* The model, and where functions of a file are in it. */
static struct {
    Arena arena;
    Program program;
    ProbePlan plan;
    Map files;                    /* path -> file */
    uint32_t *first, *nfunctions; /* of a file */
    uint32_t *values;             /* first value counter of a function */
    bool with_values;
    int handle; /* of our pointer in a function */
} host;

/* Preparing a function */

static CountGoal
make_goal(const CodeShape *s, const ProgramFunction *f, uint32_t edge)
{
    const uint32_t to = s->edges[edge].to;

    return (CountGoal){
        .op = to == SHAPE_NONE ? NONE : s->blocks[to].first,
        .edge = host.plan.edge[f->edge + edge],
        .meter = to == SHAPE_NONE ? NONE : host.plan.meter[f->block + to],
    };
}

typedef struct TableMaker TableMaker;
struct TableMaker {
    const zend_op_array *code;
    const CodeShape *shape;
    const ProgramFunction *function;
    Table *out;
    VEC(CountStop) stops;
    VEC(CountGoal) goals, landings;
};

static CountStop *
stop_at(TableMaker *m, uint32_t op)
{
    uint32_t *at = &m->out->at[op];

    if (!*at) {
        vec_push(&m->stops, (CountStop){.values = NONE});
        *at = (uint32_t)m->stops.n;
    }
    return &m->stops.at[*at - 1];
}

/* The opcode whose end is that of the block. */
static uint32_t
end_of(const TableMaker *m, const ShapeBlock *b)
{
    const zend_op *ops = m->code->opcodes;

    return b->last > b->first && ops[b->last].opcode == ZEND_OP_DATA
               ? b->last - 1
               : b->last;
}

/* Opcodes that may take those behind them along: a comparison the jump, and
 * some the next ones of their own kind. Then the end comes already there. */
static void
share_end(TableMaker *m, const ShapeBlock *b, uint32_t end)
{
    const zend_op *ops = m->code->opcodes;
    const uint8_t opcode = ops[end].opcode;
    const bool jump = opcode == ZEND_JMPZ || opcode == ZEND_JMPNZ;

    for (uint32_t i = end; i > b->first && !m->out->at[i - 1]; i--) {
        if (!(jump && i == end) && ops[i - 1].opcode != opcode)
            return;
        m->out->at[i - 1] = m->out->at[end];
        if (jump)
            return;
    }
}

static void
add_goals(TableMaker *m, uint32_t block)
{
    const CodeShape *s = m->shape;
    const uint32_t first = (uint32_t)m->goals.n;
    const uint32_t end = end_of(m, &s->blocks[block]);

    for (uint32_t i = 0; i < s->nedges; i++)
        if (s->edges[i].from == block && s->edges[i].kind != EDGE_INDIRECT)
            vec_push(&m->goals, make_goal(s, m->function, i));
    CountStop *stop = stop_at(m, end);
    stop->goal = first;
    stop->ngoals = (uint32_t)m->goals.n - first;
    stop->lands = m->code->opcodes[end].opcode == ZEND_FAST_RET;
    share_end(m, &s->blocks[block], end);
}

static void
add_calls(TableMaker *m, uint32_t values)
{
    for (uint32_t i = 0; host.with_values && i < m->shape->ncalls; i++) {
        const ShapeCall *c = &m->shape->calls[i];
        CountStop *stop = stop_at(m, c->op);
        stop->values = host.plan.nprobes + values;
        stop->builtin = c->builtin;
        values += classes_of_call(c->builtin) * SITE_CLASSES;
    }
}

static void
add_landings(TableMaker *m)
{
    const CodeShape *s = m->shape;

    for (uint32_t i = 0; i < s->nblocks; i++) {
        const uint32_t meter = host.plan.meter[m->function->block + i];
        if (meter != NONE)
            vec_push(&m->landings, (CountGoal){.op = s->blocks[i].first,
                                               .edge = NONE,
                                               .meter = meter});
    }
}

static bool
takes_parameters(const zend_op_array *code, const CodeShape *s)
{
    const uint8_t opcode = code->opcodes[0].opcode;

    return s->nblocks > 1 && s->nedges > 1 && s->edges[1].from == 0 &&
           (opcode == ZEND_RECV || opcode == ZEND_RECV_INIT ||
            opcode == ZEND_RECV_VARIADIC);
}

static void
make_table(const zend_op_array *code, const CodeShape *s, uint32_t function,
           Table *out)
{
    TableMaker m = {.code = code,
                    .shape = s,
                    .function = &host.program.functions[function],
                    .out = out};
    Arena *a = &host.arena;

    *out = (Table){.nops = s->nops,
                   .entry = host.plan.edge[m.function->edge],
                   .at = ARENA_ARRAY(a, uint32_t, s->nops + 1)};
    add_calls(&m, host.values[function]);
    for (uint32_t i = 0; i < s->nblocks; i++)
        add_goals(&m, i);
    add_landings(&m);
    if (takes_parameters(code, s)) {
        out->body = s->blocks[1].first;
        out->body_edge = host.plan.edge[m.function->edge + 1];
    }
    out->stops = arena_dup(a, m.stops.at, m.stops.n * sizeof *m.stops.at);
    out->goals = arena_dup(a, m.goals.at, m.goals.n * sizeof *m.goals.at);
    out->nlandings = (uint32_t)m.landings.n;
    out->landings =
        arena_dup(a, m.landings.at, m.landings.n * sizeof *m.landings.at);
    vec_done(&m.stops);
    vec_done(&m.goals);
    vec_done(&m.landings);
}

/* A function was compiled: is it one of the model, of that shape? */
static void
prepare(const char *path, uint32_t number, void *compiled)
{
    zend_op_array *code = compiled;
    const uint32_t *file = map_find_text(&host.files, path);
    Arena scratch = {0};
    CodeShape s;

    code->reserved[host.handle] = NULL;
    tests_prepare(code);
    if (!file || number >= host.nfunctions[*file])
        return;
    const uint32_t function = host.first[*file] + number;
    const ProgramFunction *f = &host.program.functions[function];
    shape_make(&scratch, code, &s);
    if (s.nblocks == f->nblocks && s.nedges == f->nedges && s.line == f->line) {
        Table *t = arena_alloc(&host.arena, 1, sizeof *t);
        make_table(code, &s, function, t);
        code->reserved[host.handle] = t;
    }
    arena_done(&scratch);
}

/* Counting */

static inline void
count(uint32_t counter)
{
    if (counter != NONE)
        host_counters[counter]++;
}

static inline const Table *
table_of(const zend_execute_data *frame)
{
    return frame->func->op_array.reserved[host.handle];
}

/* How many opcodes from the function's first one; something large for
 * opcodes that are not the function's. */
static inline uint64_t
place_of(const zend_execute_data *frame, const zend_op *op)
{
    return (uint64_t)(op - frame->func->op_array.opcodes);
}

static void
count_class(uint32_t values, int site, int class_index)
{
    host_counters[values + (uint32_t)(site * SITE_CLASSES + class_index)]++;
}

static void
count_value(uint32_t values, const zval *z)
{
    ZVAL_DEREF(z);
    switch (Z_TYPE_P(z)) {
    case IS_UNDEF:
    case IS_NULL:
        count_class(values, CALL_TRUTH, 0);
        break;
    case IS_FALSE:
        count_class(values, CALL_TRUTH, 1);
        break;
    case IS_TRUE:
        count_class(values, CALL_TRUTH, 2);
        break;
    case IS_LONG:
        count_class(values, CALL_NUMBER, Z_LVAL_P(z) != 0);
        break;
    case IS_DOUBLE:
        count_class(values, CALL_NUMBER,
                    isnan(Z_DVAL_P(z)) ? 2 : Z_DVAL_P(z) != 0);
        break;
    case IS_STRING:
        count_class(values, CALL_TEXT, Z_STRLEN_P(z) > 0);
        break;
    case IS_RESOURCE:
        count_class(values, CALL_TEXT, 2);
        break;
    case IS_ARRAY:
        count_class(values, CALL_LIST, zend_hash_num_elements(Z_ARR_P(z)) > 0);
        break;
    case IS_OBJECT:
        count_class(values, CALL_LIST, 2);
        break;
    default:
        break;
    }
}

static bool returned_constant; /* by the function that returned last */

static void
count_landing(const Table *t, uint64_t to)
{
    for (uint32_t i = 0; i < t->nlandings; i++)
        if (t->landings[i].op == to)
            count(t->landings[i].meter);
}

/* Control went from one opcode of the frame to another. */
static void
step(const Table *t, zend_execute_data *frame, uint64_t from)
{
    const uint64_t to = place_of(frame, frame->opline);

    if (from >= t->nops) { /* an exception was handled */
        if (to < t->nops)
            count_landing(t, to);
        return;
    }
    if (!t->at[from] || to >= t->nops)
        return;
    const CountStop *s = &t->stops[t->at[from] - 1];
    for (uint32_t i = s->goal; i < s->goal + s->ngoals; i++) {
        if (t->goals[i].op != to)
            continue;
        count(t->goals[i].edge);
        count(t->goals[i].meter);
    }
    if (s->lands)
        count_landing(t, to);
    if (s->values != NONE && to == from + 1) {
        const zend_op *call = frame->func->op_array.opcodes + from;
        count_value(s->values, ZEND_CALL_VAR(frame, call->result.var));
        if (!s->builtin)
            count_class(s->values, CALL_SOURCE, !returned_constant);
    }
}

/* The function returns now. */
static void
count_return(const Table *t, const zend_execute_data *frame, uint64_t from)
{
    const CountStop *s = t->at[from] ? &t->stops[t->at[from] - 1] : NULL;

    returned_constant = frame->opline->op1_type == IS_CONST;
    for (uint32_t i = 0; s && i < s->ngoals; i++)
        if (t->goals[s->goal + i].op == NONE)
            count(t->goals[s->goal + i].edge);
}

static void
enter(const Table *t, const zend_execute_data *frame)
{
    const uint64_t at = place_of(frame, frame->opline);

    count(t->entry);
    if (t->body && at == t->body)
        count(t->body_edge);
}

static bool
is_return(uint8_t opcode)
{
    return opcode == ZEND_RETURN || opcode == ZEND_RETURN_BY_REF ||
           opcode == ZEND_GENERATOR_RETURN;
}

/* Does this opcode enter a function in PHP? */
static bool
enters(const zend_execute_data *frame)
{
    return enter_is_next(frame) && !tests_is_test(&frame->call->func->op_array);
}

static void execute(zend_execute_data *frame);

/* The frame is another one: a call, or the end of one. */
static const Table *
change_frame(zend_execute_data *frame, bool entered)
{
    const Table *t = table_of(frame);

    if (t && entered)
        enter(t, frame);
    else if (t)
        step(t, frame, place_of(frame, frame->opline - 1));
    return t;
}

static void
loop(zend_execute_data *frame)
{
    const Table *t = table_of(frame);

    for (;;) {
        const zend_op *op = frame->opline;
        const uint64_t from = place_of(frame, op);
        const bool entering = enters(frame);

        if (t && is_return(op->opcode) && from < t->nops)
            count_return(t, frame, from);
        if (entering)
            zend_execute_ex = execute_ex;
        const int change = zend_vm_call_opcode_handler(frame);
        if (entering)
            zend_execute_ex = execute;
        if (change == 0) {
            if (t && (from >= t->nops || t->at[from]))
                step(t, frame, from);
            continue;
        }
        if (change < 0)
            return;
        frame = EG(current_execute_data);
        t = change_frame(frame, change == 1);
    }
}

/* In place of execute_ex: the interpreter begins a function, a file or a
 * callback, or goes on with a generator. */
static void
execute(zend_execute_data *frame)
{
    const bool resumed = ZEND_CALL_INFO(frame) & ZEND_CALL_GENERATOR;
    const bool test = tests_is_test(&frame->func->op_array);

    if (test)
        tests_begin(frame);
    change_frame(frame, !resumed);
    if (resumed && table_of(frame)) /* or it is given up: its finally part */
        count_landing(table_of(frame), place_of(frame, frame->opline));
    loop(frame);
    if (test)
        tests_end();
}

/* Starting */

static bool
load_model(const char *path, Diag *d)
{
    Bytes b;

    if (!io_read(path, &b, d))
        return false;
    bool ok = program_parse(b.at, b.n, &host.program, d);
    io_bytes_done(&b);
    return ok;
}

static void
index_model(void)
{
    const Program *p = &host.program;

    host.first = ARENA_ARRAY(&host.arena, uint32_t, p->n.files + 1);
    host.nfunctions = ARENA_ARRAY(&host.arena, uint32_t, p->n.files + 1);
    host.values = ARENA_ARRAY(&host.arena, uint32_t, p->n.functions + 1);
    for (uint32_t i = 0; i < p->n.files; i++)
        map_put_text(&host.files, p->files[i].path, i);
    for (uint32_t i = 0; i < p->n.functions; i++) {
        const uint32_t file = p->functions[i].file;
        if (file != PROGRAM_NONE && host.nfunctions[file]++ == 0)
            host.first[file] = i;
    }
    for (uint32_t i = p->n.sites; i-- > 0;)
        if (p->sites[i].counter != PROGRAM_NONE)
            host.values[p->blocks[p->sites[i].block].function] =
                p->sites[i].counter;
}

bool
count_load(const Launch *l, char **envp, Diag *d)
{
    if (!l->count[0])
        return true;
    if (!load_model(l->model, d))
        return false;
    host.with_values = strcmp(l->count, "values") == 0;
    probe_plan(&host.program, false, &host.plan);
    index_model();
    const uint64_t n = host.plan.nprobes +
                       (host.with_values ? host.program.n.returns : 0) +
                       PROFILE_OWN;
    return counters_open(host.program.id, n, envp) ||
           diag_fail(d, "there is no memory for %llu counters",
                     (unsigned long long)n);
}

void
count_start(const Launch *l)
{
    if (!l->count[0])
        return;
    host.handle = zend_get_resource_handle("culprit");
    compile_watch(prepare);
    zend_execute_ex = execute;
}
