/* shape.c - compiled PHP code as blocks, edges, lines and calls.
 *
 * A block is what runs without a jump on one line: nearly any opcode may throw,
 * so that a line that has begun says nothing of the next one.
 */
#include "php/host/shape.h"

#include "base/vec.h"
#include "php/host/zend.h"
#include "program/program.h"

#include <stdlib.h>
#include <string.h>

typedef struct Way Way; /* out of an opcode */
struct Way {
    uint32_t to; /* an opcode */
    EdgeKind kind;
    const char *label;
};

enum { WAYS_MOST = 1024 };

typedef struct Ways Ways;
struct Ways {
    Way at[WAYS_MOST];
    uint32_t n;
    bool ends; /* the block ends here */
};

typedef struct ShapeMaker ShapeMaker;
struct ShapeMaker {
    Arena *arena;
    const zend_op_array *code;
    bool *leader;   /* a block begins with this opcode */
    uint32_t *line; /* of each opcode */
    CodeShape *out;
    VEC(ShapeEdge) edges;
    VEC(ShapeCall) calls;
    Ways ways;
};

/* Ways out of an opcode */

/* The two ways of a conditional jump: where it goes if it jumps, and else; and
 * whether a jump means yes. */
static const struct {
    uint8_t opcode;
    bool yes;
    const char *jumps, *goes_on;
} conditions[] = {
    {ZEND_JMPZ, false, "false", "true"},
    {ZEND_JMPNZ, true, "true", "false"},
    {ZEND_JMPZ_EX, false, "false", "true"},
    {ZEND_JMPNZ_EX, true, "true", "false"},
    {ZEND_JMP_SET, true, "true", "false"},
    {ZEND_COALESCE, true, "set", "not set"},
    {ZEND_JMP_NULL, true, "null", "not null"},
    {ZEND_ASSERT_CHECK, false, "not asserted", "asserted"},
    {ZEND_FE_RESET_R, false, "empty", "not empty"},
    {ZEND_FE_RESET_RW, false, "empty", "not empty"},
    {ZEND_FE_FETCH_R, false, "no more elements", "another element"},
    {ZEND_FE_FETCH_RW, false, "no more elements", "another element"},
    {ZEND_CATCH, false, "another exception", "this exception"},
};

uint32_t
shape_next(const ZendCode *code, uint32_t op)
{
    const bool data =
        op + 1 < code->last && code->opcodes[op + 1].opcode == ZEND_OP_DATA;

    return op + 1 + data;
}

static void
add_way(Ways *w, uint32_t to, EdgeKind kind, const char *label)
{
    for (uint32_t i = 0; i < w->n; i++)
        if (w->at[i].to == to)
            return;
    if (w->n < WAYS_MOST)
        w->at[w->n++] = (Way){to, kind, label};
}

static bool
is_fetch(uint8_t opcode)
{
    return opcode == ZEND_FE_FETCH_R || opcode == ZEND_FE_FETCH_RW;
}

/* A jump over a table of constants. */
static void
add_table(ShapeMaker *m, const zend_op *op)
{
    const zval *table = CT_CONSTANT_EX(m->code, op->op2.constant);
    const zval *target;
    zend_string *name;
    zend_ulong number;

    ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(table), number, name, target)
    {
        const char *label =
            name ? arena_printf(m->arena, "case \"%.40s\"", ZSTR_VAL(name))
                 : arena_printf(m->arena, "case %ld", (long)number);
        add_way(&m->ways, (uint32_t)Z_LVAL_P(target), EDGE_CASE, label);
    }
    ZEND_HASH_FOREACH_END();
    add_way(&m->ways, (uint32_t)op->extended_value, EDGE_DEFAULT, "default");
}

/* False if this is no conditional jump. */
static bool
add_condition(ShapeMaker *m, uint32_t i)
{
    const zend_op *op = &m->code->opcodes[i];
    Ways *w = &m->ways;

    for (size_t k = 0; k < sizeof conditions / sizeof conditions[0]; k++) {
        if (conditions[k].opcode != op->opcode)
            continue;
        const bool jumps =
            op->opcode != ZEND_CATCH || !(op->extended_value & ZEND_LAST_CATCH);
        const uint32_t to = is_fetch(op->opcode) ? (uint32_t)op->extended_value
                                                 : op->op2.opline_num;
        const bool yes = conditions[k].yes;
        if (jumps)
            add_way(w, to, yes ? EDGE_TRUE : EDGE_FALSE, conditions[k].jumps);
        add_way(w, shape_next(m->code, i),
                !jumps ? EDGE_NEXT
                : yes  ? EDGE_FALSE
                       : EDGE_TRUE,
                jumps ? conditions[k].goes_on : "");
        return true;
    }
    return false;
}

/* The compiler has not made these jumps yet when it hands us the function:
 * where will they go? */
static uint32_t
loop_target(const zend_op *op)
{
    const zend_brk_cont_element *loop =
        &CG(context).brk_cont_array[op->op1.num];

    for (uint32_t levels = op->op2.num; levels > 1; levels--)
        loop = &CG(context).brk_cont_array[loop->parent];
    return (uint32_t)(op->opcode == ZEND_BRK ? loop->brk : loop->cont);
}

static uint32_t
label_target(const zend_op_array *code, const zend_op *op)
{
    const zval *label = CT_CONSTANT_EX(code, op->op2.constant);
    const zend_label *found =
        CG(context).labels
            ? zend_hash_find_ptr(CG(context).labels, Z_STR_P(label))
            : NULL;

    return found ? found->opline_num : SHAPE_NONE;
}

/* Where an unconditional jump goes; SHAPE_NONE if this is none. */
static uint32_t
jump_target(const zend_op_array *code, const zend_op *op)
{
    switch (op->opcode) {
    case ZEND_JMP:
        return op->op1.opline_num;
    case ZEND_FAST_CALL:
        return code->try_catch_array[op->op1.num].finally_op;
    case ZEND_BRK:
    case ZEND_CONT:
        return loop_target(op);
    case ZEND_GOTO:
        return label_target(code, op);
    default:
        return SHAPE_NONE;
    }
}

/* Where control goes behind opcode i, within the function. */
static void
find_ways(ShapeMaker *m, uint32_t i)
{
    const zend_op *op = &m->code->opcodes[i];
    const uint32_t target = jump_target(m->code, op);

    m->ways.n = 0;
    m->ways.ends = true;
    if (target < m->code->last) {
        add_way(&m->ways, target, EDGE_NEXT, "");
        return;
    }
    switch (op->opcode) {
    case ZEND_RETURN:
    case ZEND_RETURN_BY_REF:
    case ZEND_GENERATOR_RETURN:
    case ZEND_THROW:
    case ZEND_EXIT:
    case ZEND_MATCH_ERROR:
    case ZEND_VERIFY_NEVER_TYPE:
    case ZEND_FAST_RET:
        return;
    case ZEND_MATCH:
        add_table(m, op);
        return;
    case ZEND_SWITCH_LONG:
    case ZEND_SWITCH_STRING:
        add_table(m, op);
        add_way(&m->ways, i + 1, EDGE_CASE, "another type");
        return;
    default:
        break;
    }
    if (add_condition(m, i))
        return;
    m->ways.ends = false;
    if (shape_next(m->code, i) < m->code->last)
        add_way(&m->ways, shape_next(m->code, i), EDGE_NEXT, "");
}

/* Blocks */

static bool
is_receive(uint8_t opcode)
{
    return opcode == ZEND_RECV || opcode == ZEND_RECV_INIT ||
           opcode == ZEND_RECV_VARIADIC;
}

/* Of what the compiler adds: nobody wrote that. */
static bool
is_silent(const zend_op_array *code, uint32_t i)
{
    const zend_op *op = &code->opcodes[i];

    switch (op->opcode) {
    case ZEND_JMP: /* around a finally part */
        return i > 0 && op[-1].opcode == ZEND_FAST_CALL;
    case ZEND_NOP:
    case ZEND_OP_DATA:
    case ZEND_DECLARE_FUNCTION:
    case ZEND_DECLARE_CLASS:
    case ZEND_DECLARE_CLASS_DELAYED:
    case ZEND_GENERATOR_CREATE:
    case ZEND_FAST_CALL:
    case ZEND_FAST_RET:
    case ZEND_EXT_STMT:
    case ZEND_EXT_NOP:
        return true;
    case ZEND_RETURN:
    case ZEND_RETURN_BY_REF:
    case ZEND_GENERATOR_RETURN:
        return op->extended_value == (uint32_t)-1;
    default:
        return is_receive(op->opcode);
    }
}

/* A comparison may take the conditional jump behind it along. */
static bool
is_fused(const zend_op_array *code, uint32_t i)
{
    return i > 0 && (code->opcodes[i].opcode == ZEND_JMPZ ||
                     code->opcodes[i].opcode == ZEND_JMPNZ);
}

/* The jump at the end of `a && b` is that of the whole condition: its line is
 * the first one's, though the compiler gives it the last. */
static void
find_lines(ShapeMaker *m)
{
    const zend_op *ops = m->code->opcodes;

    for (uint32_t i = 0; i < m->code->last; i++)
        m->line[i] = ops[i].lineno;
    for (uint32_t i = 0; i < m->code->last; i++) {
        if (ops[i].opcode != ZEND_JMPZ_EX && ops[i].opcode != ZEND_JMPNZ_EX)
            continue;
        const uint32_t to = ops[i].op2.opline_num;
        if (to > i && ops[to].opcode >= ZEND_JMPZ &&
            ops[to].opcode <= ZEND_JMPNZ_EX && m->line[i] < m->line[to])
            m->line[to] = m->line[i];
    }
}

static bool
begins_line(const ShapeMaker *m, uint32_t i)
{
    const zend_op *op = &m->code->opcodes[i], *before = op - 1;

    if (op->opcode == ZEND_OP_DATA || is_fused(m->code, i) ||
        (is_receive(op->opcode) && is_receive(before->opcode)) ||
        (op->opcode == ZEND_BIND_GLOBAL && before->opcode == ZEND_BIND_GLOBAL))
        return false; /* the interpreter may take them at once */
    return m->line[i] != m->line[i - 1] ||
           is_silent(m->code, i) !=
               (is_silent(m->code, i - 1) && before->opcode != ZEND_OP_DATA);
}

static void
mark_leaders(ShapeMaker *m)
{
    const zend_op_array *code = m->code;

    m->leader[0] = true;
    for (uint32_t i = 0; i < code->last; i++) {
        find_ways(m, i);
        if (i > 0 && begins_line(m, i))
            m->leader[i] = true;
        for (uint32_t k = 0; m->ways.ends && k < m->ways.n; k++)
            m->leader[m->ways.at[k].to] = true;
        if (m->ways.ends && i + 1 < code->last)
            m->leader[i + 1] = true;
    }
    for (int i = 0; i < code->last_try_catch; i++) {
        const zend_try_catch_element *t = &code->try_catch_array[i];
        m->leader[t->try_op] = true;
        if (t->catch_op)
            m->leader[t->catch_op] = true;
        if (t->finally_op)
            m->leader[t->finally_op] = true;
    }
}

static uint32_t
line_of(const ShapeMaker *m, const ShapeBlock *b)
{
    for (uint32_t i = b->first; i <= b->last; i++)
        if (!is_silent(m->code, i))
            return m->line[i];
    return 0;
}

static void
make_blocks(ShapeMaker *m)
{
    const zend_op_array *code = m->code;
    VEC(ShapeBlock) blocks = {0};
    CodeShape *s = m->out;

    for (uint32_t i = 0; i < code->last; i++) {
        if (m->leader[i] || !blocks.at) /* the first one leads */
            vec_push(&blocks, (ShapeBlock){.first = i, .flags = BLOCK_UNSAFE});
        blocks.at[blocks.n - 1].last = i;
        s->block_of[i] = (uint32_t)blocks.n - 1;
    }
    s->nblocks = (uint32_t)blocks.n;
    s->blocks = arena_dup(m->arena, blocks.at, blocks.n * sizeof *blocks.at);
    for (uint32_t i = 0; i < s->nblocks; i++)
        s->blocks[i].line = line_of(m, &s->blocks[i]);
    vec_done(&blocks);
}

/* Edges */

static bool
has_edge(const ShapeMaker *m, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < m->edges.n; i++)
        if (m->edges.at[i].from == from && m->edges.at[i].to == to)
            return true;
    return false;
}

static void
add_edge(ShapeMaker *m, uint32_t from, uint32_t to, EdgeKind kind,
         const char *label)
{
    if (!has_edge(m, from, to))
        vec_push(&m->edges, (ShapeEdge){from, to, (uint8_t)kind, label});
}

static bool
returns(uint8_t opcode)
{
    return opcode == ZEND_RETURN || opcode == ZEND_RETURN_BY_REF ||
           opcode == ZEND_GENERATOR_RETURN;
}

/* The last opcode of a block that is not data of the one before. */
static uint32_t
last_op(const zend_op_array *code, const ShapeBlock *b)
{
    const bool data = code->opcodes[b->last].opcode == ZEND_OP_DATA;

    return b->last > b->first && data ? b->last - 1 : b->last;
}

static void
add_edges_of(ShapeMaker *m, uint32_t b)
{
    ShapeBlock *block = &m->out->blocks[b];
    const uint32_t last = last_op(m->code, block);

    find_ways(m, last);
    for (uint32_t i = 0; i < m->ways.n; i++)
        add_edge(m, b, m->out->block_of[m->ways.at[i].to], m->ways.at[i].kind,
                 m->ways.at[i].label);
    if (returns(m->code->opcodes[last].opcode)) {
        block->flags |= BLOCK_EXIT | BLOCK_RETURN;
        add_edge(m, b, SHAPE_NONE, EDGE_EXIT, "");
    } else if (m->ways.n == 0) {
        block->flags |= BLOCK_EXIT;
    }
}

/* A block that is entered from where no jump leads to it: from some block of
 * these opcodes that has no other edge to it. */
static void
add_landing(ShapeMaker *m, uint32_t op, uint32_t to_op, const char *label)
{
    const uint32_t to = m->out->block_of[to_op];
    uint32_t from = m->out->block_of[op];

    if (m->out->blocks[to].flags & BLOCK_LANDING)
        return;
    while (from < to && has_edge(m, from, to))
        from++;
    m->out->blocks[to].flags |= BLOCK_LANDING;
    add_edge(m, from, to, EDGE_INDIRECT, label);
}

/* Handlers of exceptions, and what follows a finally part. */
static void
add_landings(ShapeMaker *m)
{
    const zend_op_array *code = m->code;

    for (int i = 0; i < code->last_try_catch; i++) {
        const zend_try_catch_element *t = &code->try_catch_array[i];
        if (t->catch_op)
            add_landing(m, t->try_op, t->catch_op, "exception");
        if (t->finally_op)
            add_landing(m, t->try_op, t->finally_op, "exception");
    }
    for (uint32_t i = 0; i + 1 < code->last; i++)
        if (code->opcodes[i].opcode == ZEND_FAST_CALL)
            add_landing(m, i, i + 1, "after finally");
}

/* Calls */

static const char *
constant_name(ShapeMaker *m, uint32_t literal)
{
    const zval *z = CT_CONSTANT_EX(m->code, literal);

    return Z_TYPE_P(z) == IS_STRING ? arena_strdup(m->arena, Z_STRVAL_P(z))
                                    : "";
}

/* What an opcode that prepares a call says of the function. */
static const char *
callee(ShapeMaker *m, const zend_op *op)
{
    return op->op2_type == IS_CONST ? constant_name(m, op->op2.constant) : "";
}

static bool
prepares_call(uint8_t opcode)
{
    switch (opcode) {
    case ZEND_INIT_FCALL:
    case ZEND_INIT_FCALL_BY_NAME:
    case ZEND_INIT_NS_FCALL_BY_NAME:
    case ZEND_INIT_DYNAMIC_CALL:
    case ZEND_INIT_USER_CALL:
    case ZEND_INIT_METHOD_CALL:
    case ZEND_INIT_STATIC_METHOD_CALL:
    case ZEND_NEW:
        return true;
    default:
        return false;
    }
}

static bool
does_call(uint8_t opcode)
{
    return opcode == ZEND_DO_FCALL || opcode == ZEND_DO_ICALL ||
           opcode == ZEND_DO_UCALL || opcode == ZEND_DO_FCALL_BY_NAME ||
           opcode == ZEND_CALLABLE_CONVERT;
}

static void
find_calls(ShapeMaker *m)
{
    const zend_op_array *code = m->code;
    VEC(const char *) open = {0};

    for (uint32_t i = 0; i < code->last; i++) {
        const zend_op *op = &code->opcodes[i];
        if (prepares_call(op->opcode))
            vec_push(&open, op->opcode == ZEND_NEW ? "" : callee(m, op));
        if (!does_call(op->opcode) || open.n == 0)
            continue;
        const char *name = open.at[--open.n];
        if (op->result_type == IS_UNUSED || op->opcode == ZEND_CALLABLE_CONVERT)
            continue;
        vec_push(&m->calls,
                 (ShapeCall){.op = i,
                             .block = m->out->block_of[i],
                             .name = name,
                             .builtin = op->opcode == ZEND_DO_ICALL});
    }
    vec_done(&open);
}

static const char *
function_name(ShapeMaker *m)
{
    const zend_op_array *code = m->code;

    if (!code->function_name)
        return "{main}";
    if (!code->scope || (code->fn_flags & ZEND_ACC_CLOSURE))
        return arena_strdup(m->arena, ZSTR_VAL(code->function_name));
    const char *scope = ZSTR_VAL(code->scope->name);
    return arena_printf(
        m->arena, "%s::%s",
        strncmp(scope, "class@anonymous", 15) == 0 ? "class@anonymous" : scope,
        ZSTR_VAL(code->function_name));
}

void
shape_make(Arena *a, const ZendCode *code, CodeShape *out)
{
    ShapeMaker *m = calloc(1, sizeof *m);

    *out = (CodeShape){.line = code->line_start, .nops = code->last};
    m->arena = a;
    m->code = code;
    m->out = out;
    m->leader = ARENA_ARRAY(a, bool, code->last + 1);
    m->line = ARENA_ARRAY(a, uint32_t, code->last + 1);
    out->block_of = ARENA_ARRAY(a, uint32_t, code->last + 1);
    out->name = function_name(m);
    find_lines(m);
    mark_leaders(m);
    make_blocks(m);
    add_edge(m, SHAPE_NONE, 0, EDGE_ENTRY, "");
    for (uint32_t b = 0; b < out->nblocks; b++)
        add_edges_of(m, b);
    add_landings(m);
    find_calls(m);
    out->nedges = (uint32_t)m->edges.n;
    out->edges = arena_dup(a, m->edges.at, m->edges.n * sizeof *m->edges.at);
    out->ncalls = (uint32_t)m->calls.n;
    out->calls = arena_dup(a, m->calls.at, m->calls.n * sizeof *m->calls.at);
    vec_done(&m->edges);
    vec_done(&m->calls);
    free(m);
}
