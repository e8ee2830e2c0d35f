/* concolic_inst.c - instructions and their shadows: arithmetic, moves, memory.
 *
 * Clean code computes; slow code also asks the runtime for an expression where
 * an operand has one. What has no symbolic form is made concrete, and the
 * recording says so.
 */
#include "variant/concolic_code.h"

#include <assert.h>

/* ---- memory ---- */

static bool
is_constant_memory(LLVMValueRef pointer)
{
    while (LLVMIsAConstantExpr(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer) &&
           LLVMGetInitializer(pointer);
}

/* The alloca's cell if it is a variable that lives in a register. */
static Cell *
variable_of(ConcolicCode *c, LLVMValueRef pointer)
{
    Cell *cell = LLVMIsAAllocaInst(pointer) ? code_cell(c, pointer) : NULL;

    return cell && cell->variable ? cell : NULL;
}

bool
inst_enters(ConcolicCode *c, LLVMValueRef inst)
{
    if (!LLVMIsALoadInst(inst))
        return false;
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    return !variable_of(c, pointer) && !is_constant_memory(pointer);
}

static void
load_variable(ConcolicCode *c, LLVMValueRef load, Cell *variable)
{
    LLVMValueRef shadows[MAX_LEAVES];

    if (!c->here.slow) {
        code_define(c, load, code_clone(c, load), NULL);
        return;
    }
    for (unsigned i = 0; i < MAX_LEAVES; i++)
        shadows[i] =
            code_frame_shadow(c, variable, variable->slow.shadows_at, i);
    code_define(c, load,
                code_frame_load(c, LLVMTypeOf(load), variable->slow.frame),
                shadows);
}

/* The variable that a computed address lies in, as far as the code shows. */
static void
object_of(ConcolicCode *c, LLVMValueRef pointer, LLVMValueRef *object,
          LLVMValueRef *size)
{
    uint64_t bytes = 0;

    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
           LLVMIsAConstantExpr(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    Cell *cell = LLVMIsAAllocaInst(pointer) ? code_cell(c, pointer) : NULL;
    if (cell && cell->everywhere)
        bytes = LLVMABISizeOfType(c->layout, LLVMGetAllocatedType(pointer)) *
                LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 0));
    else if (LLVMIsAGlobalVariable(pointer) && LLVMGetInitializer(pointer))
        bytes = LLVMABISizeOfType(c->layout, LLVMGlobalGetValueType(pointer));
    *object = bytes ? code_use(c, pointer) : LLVMConstNull(c->ir.ptr);
    *size = code_number64(c, bytes);
}

static void
load_clean(ConcolicCode *c, LLVMValueRef load, const Shape *shape)
{
    LLVMValueRef pointer = code_use(c, LLVMGetOperand(load, 0));
    LLVMBasicBlockRef cold = code_block(c), on = code_block(c);

    code_unlikely(c, code_mapped(c, pointer, shape->size), cold, on);
    LLVMPositionBuilderAtEnd(c->ir.builder, cold);
    LLVMValueRef values[] = {pointer, code_number64(c, shape->size)};
    LLVMValueRef any = code_call(c, "__culprit_crt_any", 'i', values, 2);
    LLVMBasicBlockRef leave = code_block(c);
    LLVMBuildCondBr(c->ir.builder,
                    LLVMBuildICmp(c->ir.builder, LLVMIntNE, any, c->zero, ""),
                    leave, on);
    LLVMPositionBuilderAtEnd(c->ir.builder, leave);
    code_leave_clean(c, load);
    LLVMBuildBr(c->ir.builder, code_slow_entry(c, load));
    LLVMPositionBuilderAtEnd(c->ir.builder, on);
    code_define(c, load, code_clone(c, load), NULL);
}

/* The shadows of what is in memory, of which some may have any. */
static void
load_shadows(ConcolicCode *c, LLVMValueRef pointer, const Shape *shape,
             LLVMValueRef shadows[MAX_LEAVES])
{
    for (unsigned i = 0; i < shape->n; i++) {
        const ShapeLeaf *l = &shape->leaf[i];
        LLVMValueRef values[] = {code_at(c, pointer, l->offset),
                                 code_number(c, l->bytes),
                                 code_number(c, l->bits)};
        shadows[i] = l->bits
                         ? code_call(c, "__culprit_crt_load", 'i', values, 3)
                         : c->zero;
    }
}

/* Memory that is read as something without shadows. */
static void
assume_memory(ConcolicCode *c, LLVMValueRef pointer, LLVMValueRef size,
              ConcolicReason reason)
{
    LLVMValueRef values[] = {code_number(c, c->here.number), pointer, size,
                             code_number(c, reason)};

    code_call(c, "__culprit_crt_assume_memory", 'v', values, 4);
}

static void
emit_load(ConcolicCode *c, LLVMValueRef load)
{
    LLVMValueRef old = LLVMGetOperand(load, 0), shadows[MAX_LEAVES];
    Cell *variable = variable_of(c, old);
    Shape shape;

    if (variable) {
        load_variable(c, load, variable);
        return;
    }
    code_shape(c, LLVMTypeOf(load), &shape);
    for (unsigned i = 0; i < MAX_LEAVES; i++)
        shadows[i] = c->zero;
    if (!c->here.slow && inst_enters(c, load)) {
        load_clean(c, load, &shape);
        return;
    }
    LLVMValueRef address = code_shadow(c, old);
    if (shape.plain && address != c->zero) {
        LLVMValueRef pointer = code_use(c, old);
        LLVMValueRef v = code_clone(c, load);
        LLVMValueRef values[] = {
            code_number(c, c->here.number),
            address,
            pointer,
            code_number(c, shape.leaf[0].bytes | shape.leaf[0].bits << 8),
            NULL,
            NULL};
        object_of(c, old, &values[4], &values[5]);
        shadows[0] = code_call(c, "__culprit_crt_load_at", 'i', values, 6);
        code_define(c, load, v, shadows);
        return;
    }
    code_assume(c, address, CONCOLIC_REASON_ADDRESS);
    LLVMValueRef v = code_clone(c, load);
    if (c->here.slow && inst_enters(c, load)) {
        LLVMValueRef pointer = code_use(c, old);
        load_shadows(c, pointer, &shape, shadows);
        if (!shape.n)
            assume_memory(c, pointer, code_number64(c, shape.size),
                          CONCOLIC_REASON_WIDE);
    }
    code_define(c, load, v, shadows);
}

static void
store_variable(ConcolicCode *c, LLVMValueRef store, Cell *variable)
{
    LLVMValueRef shadows[MAX_LEAVES];

    if (!c->here.slow) {
        code_clone(c, store);
        return;
    }
    code_shadows(c, LLVMGetOperand(store, 0), shadows);
    code_frame_store(c, code_use(c, LLVMGetOperand(store, 0)),
                     variable->slow.frame);
    for (unsigned i = 0; variable->may && i < variable->shape.n; i++)
        code_frame_store(c, shadows[i], variable->slow.shadows_at + 4 * i);
}

static void
emit_store(ConcolicCode *c, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), shadows[MAX_LEAVES];
    LLVMValueRef old = LLVMGetOperand(store, 1);
    Cell *variable = variable_of(c, old);
    Shape shape;

    if (variable) {
        store_variable(c, store, variable);
        return;
    }
    code_shape(c, LLVMTypeOf(value), &shape);
    code_shadows(c, value, shadows);
    LLVMValueRef address = code_shadow(c, old);
    LLVMValueRef pointer = code_use(c, old);
    if (shape.plain && address != c->zero) {
        LLVMValueRef values[] = {code_number(c, c->here.number),
                                 address,
                                 pointer,
                                 code_number(c, shape.leaf[0].bytes),
                                 shadows[0],
                                 code_word(c, code_use(c, value)),
                                 NULL,
                                 NULL};
        object_of(c, old, &values[6], &values[7]);
        code_call(c, "__culprit_crt_store_at", 'v', values, 8);
        code_clone(c, store);
        return;
    }
    code_assume(c, address, CONCOLIC_REASON_ADDRESS);
    LLVMValueRef any = code_or(c, shadows, shape.n);
    if (any != c->zero) {
        for (unsigned i = 0; i < shape.n; i++) {
            LLVMValueRef values[] = {code_at(c, pointer, shape.leaf[i].offset),
                                     code_number(c, shape.leaf[i].bytes),
                                     shadows[i]};
            code_call(c, "__culprit_crt_store", 'v', values, 3);
        }
        code_clone(c, store);
        return;
    }
    LLVMBasicBlockRef cold = code_block(c), on = code_block(c);
    code_unlikely(c, code_mapped(c, pointer, shape.size), cold, on);
    LLVMPositionBuilderAtEnd(c->ir.builder, cold);
    LLVMValueRef all[] = {pointer, code_number64(c, shape.size)};
    code_call(c, "__culprit_crt_clear", 'v', all, 2);
    LLVMBuildBr(c->ir.builder, on);
    LLVMPositionBuilderAtEnd(c->ir.builder, on);
    code_clone(c, store);
}

/* Atomic updates: made concrete, before and after. */
static void
emit_atomic(ConcolicCode *c, LLVMValueRef inst)
{
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    Shape shape;

    for (unsigned i = 0; i < n; i++)
        code_assume_all(c, LLVMGetOperand(inst, i),
                        i ? CONCOLIC_REASON_OTHER : CONCOLIC_REASON_ADDRESS);
    code_shape(c, LLVMTypeOf(LLVMGetOperand(inst, 1)), &shape);
    LLVMValueRef pointer = code_use(c, LLVMGetOperand(inst, 0));
    LLVMBasicBlockRef cold = code_block(c), on = code_block(c);
    code_unlikely(c, code_mapped(c, pointer, shape.size), cold, on);
    LLVMPositionBuilderAtEnd(c->ir.builder, cold);
    assume_memory(c, pointer, code_number64(c, shape.size),
                  CONCOLIC_REASON_OTHER);
    LLVMBuildBr(c->ir.builder, on);
    LLVMPositionBuilderAtEnd(c->ir.builder, on);
    code_define(c, inst, code_clone(c, inst), NULL);
}

/* ---- arithmetic ---- */

/* The expression `op` (a ConcolicOp, perhaps negated) of two words. */
static LLVMValueRef
binary(ConcolicCode *c, unsigned op, unsigned width, LLVMValueRef a,
       LLVMValueRef b, LLVMValueRef sa, LLVMValueRef sb)
{
    LLVMValueRef both[] = {sa, sb}, any = code_or(c, both, 2);

    if (any == c->zero)
        return any;
    LLVMValueRef values[] = {code_number(c, op), code_number(c, width), sa, sb,
                             code_word(c, a),    code_word(c, b)};
    return code_call(c, "__culprit_crt_binary", 'i', values, 6);
}

static LLVMValueRef
unary(ConcolicCode *c, ConcolicOp op, unsigned width, LLVMValueRef shadow,
      unsigned b)
{
    if (shadow == c->zero)
        return shadow;
    LLVMValueRef values[] = {code_number(c, op), code_number(c, width), shadow,
                             code_number(c, b)};
    return code_call(c, "__culprit_crt_unary", 'i', values, 4);
}

/* Reals: the runtime does not compute them, it is given the result. */
static LLVMValueRef
real(ConcolicCode *c, unsigned op, unsigned width, unsigned from, unsigned more,
     const LLVMValueRef *values, const LLVMValueRef *shadows, unsigned n,
     LLVMValueRef result)
{
    LLVMValueRef any = code_or(c, shadows, n);

    if (any == c->zero)
        return any;
    LLVMValueRef args[] = {code_number(c, op),
                           code_number(c, width | from << 8 | more << 16),
                           shadows[0],
                           n > 1 ? shadows[1] : c->zero,
                           code_word(c, values[0]),
                           n > 1 ? code_word(c, values[1])
                                 : code_number64(c, 0),
                           code_word(c, result)};
    return code_call(c, "__culprit_crt_real", 'i', args, 7);
}

static void
define_plain(ConcolicCode *c, LLVMValueRef inst, LLVMValueRef value,
             LLVMValueRef shadow)
{
    LLVMValueRef shadows[MAX_LEAVES];

    for (unsigned i = 0; i < MAX_LEAVES; i++)
        shadows[i] = c->zero;
    shadows[0] = shadow;
    code_define(c, inst, value, shadows);
}

/* No symbolic form: what it computes with becomes concrete. */
static void
emit_other(ConcolicCode *c, LLVMValueRef inst, ConcolicReason reason)
{
    unsigned n = (unsigned)LLVMGetNumOperands(inst);

    for (unsigned i = 0; i < n; i++)
        code_assume_all(c, LLVMGetOperand(inst, i), reason);
    code_define(c, inst, code_clone(c, inst), NULL);
}

static bool
is_plain(const ConcolicCode *c, LLVMValueRef v, unsigned *bits)
{
    Shape shape;

    code_shape(c, LLVMTypeOf(v), &shape);
    *bits = shape.leaf[0].bits;
    return shape.plain && shape.leaf[0].bits;
}

static const uint8_t binary_ops[] = {
    [LLVMAdd] = CONCOLIC_ADD,   [LLVMSub] = CONCOLIC_SUB,
    [LLVMMul] = CONCOLIC_MUL,   [LLVMUDiv] = CONCOLIC_UDIV,
    [LLVMSDiv] = CONCOLIC_SDIV, [LLVMURem] = CONCOLIC_UREM,
    [LLVMSRem] = CONCOLIC_SREM, [LLVMShl] = CONCOLIC_SHL,
    [LLVMLShr] = CONCOLIC_LSHR, [LLVMAShr] = CONCOLIC_ASHR,
    [LLVMAnd] = CONCOLIC_AND,   [LLVMOr] = CONCOLIC_OR,
    [LLVMXor] = CONCOLIC_XOR,   [LLVMFAdd] = CONCOLIC_FADD,
    [LLVMFSub] = CONCOLIC_FSUB, [LLVMFMul] = CONCOLIC_FMUL,
    [LLVMFDiv] = CONCOLIC_FDIV, [LLVMFRem] = CONCOLIC_FREM,
};

/* A step that tells whether the division is a fault. */
static void
check_divisor(ConcolicCode *c, LLVMValueRef divisor)
{
    LLVMValueRef shadow = c->here.slow ? code_shadow(c, divisor) : c->zero;

    if (shadow == c->zero)
        return;
    LLVMValueRef values[] = {code_number(c, c->here.number), shadow};
    code_call(c, "__culprit_crt_check", 'v', values, 2);
}

static void
emit_binary(ConcolicCode *c, LLVMValueRef inst)
{
    unsigned op = binary_ops[LLVMGetInstructionOpcode(inst)], bits;
    LLVMValueRef old[] = {LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1)};

    if (!is_plain(c, inst, &bits)) {
        emit_other(c, inst, CONCOLIC_REASON_WIDE);
        return;
    }
    if (op >= CONCOLIC_UDIV && op <= CONCOLIC_SREM)
        check_divisor(c, old[1]);
    LLVMValueRef v = code_clone(c, inst);
    if (!c->here.slow) {
        code_define(c, inst, v, NULL);
        return;
    }
    LLVMValueRef values[] = {code_use(c, old[0]), code_use(c, old[1])};
    LLVMValueRef shadows[] = {code_shadow(c, old[0]), code_shadow(c, old[1])};
    define_plain(c, inst, v,
                 op >= CONCOLIC_FADD
                     ? real(c, op, bits, bits, 0, values, shadows, 2, v)
                     : binary(c, op, bits, values[0], values[1], shadows[0],
                              shadows[1]));
}

/* A comparison: an operator, perhaps negated, perhaps with operands swapped. */
typedef struct Compare Compare;
struct Compare {
    uint16_t op;
    bool swapped;
};
enum { NOT = SHADOW_NEGATED };
static const Compare int_compares[] = {
    [LLVMIntEQ] = {CONCOLIC_EQ, false},
    [LLVMIntNE] = {CONCOLIC_EQ | NOT, false},
    [LLVMIntUGT] = {CONCOLIC_ULT, true},
    [LLVMIntUGE] = {CONCOLIC_ULE, true},
    [LLVMIntULT] = {CONCOLIC_ULT, false},
    [LLVMIntULE] = {CONCOLIC_ULE, false},
    [LLVMIntSGT] = {CONCOLIC_SLT, true},
    [LLVMIntSGE] = {CONCOLIC_SLE, true},
    [LLVMIntSLT] = {CONCOLIC_SLT, false},
    [LLVMIntSLE] = {CONCOLIC_SLE, false},
};
/* The unordered ones are the negations of ordered ones; ONE and UEQ take two
 * expressions. */
static const Compare real_compares[] = {
    [LLVMRealOEQ] = {CONCOLIC_FEQ, false},
    [LLVMRealUNE] = {CONCOLIC_FEQ | NOT, false},
    [LLVMRealOLT] = {CONCOLIC_FLT, false},
    [LLVMRealUGE] = {CONCOLIC_FLT | NOT, false},
    [LLVMRealOLE] = {CONCOLIC_FLE, false},
    [LLVMRealUGT] = {CONCOLIC_FLE | NOT, false},
    [LLVMRealOGT] = {CONCOLIC_FLT, true},
    [LLVMRealULE] = {CONCOLIC_FLT | NOT, true},
    [LLVMRealOGE] = {CONCOLIC_FLE, true},
    [LLVMRealULT] = {CONCOLIC_FLE | NOT, true},
    [LLVMRealUNO] = {CONCOLIC_FUNO, false},
    [LLVMRealORD] = {CONCOLIC_FUNO | NOT, false},
};

static void
emit_compare(ConcolicCode *c, LLVMValueRef inst)
{
    LLVMValueRef old[] = {LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1)};
    bool reals = LLVMIsAFCmpInst(inst) != NULL;
    unsigned bits, one;
    Compare how = {0};

    if (reals) {
        LLVMRealPredicate p = LLVMGetFCmpPredicate(inst);
        if (p < sizeof real_compares / sizeof real_compares[0])
            how = real_compares[p];
    } else {
        how = int_compares[LLVMGetICmpPredicate(inst)];
    }
    if (!is_plain(c, old[0], &bits) || !is_plain(c, inst, &one) || !how.op) {
        emit_other(c, inst, CONCOLIC_REASON_OTHER);
        return;
    }
    LLVMValueRef v = code_clone(c, inst);
    if (!c->here.slow) {
        code_define(c, inst, v, NULL);
        return;
    }
    LLVMValueRef values[2], shadows[2];
    for (unsigned i = 0; i < 2; i++) {
        values[i] = code_use(c, old[how.swapped ? 1 - i : i]);
        shadows[i] = code_shadow(c, old[how.swapped ? 1 - i : i]);
    }
    define_plain(c, inst, v,
                 reals ? real(c, how.op, 1, bits, 0, values, shadows, 2, v)
                       : binary(c, how.op, bits, values[0], values[1],
                                shadows[0], shadows[1]));
}

static void
emit_cast(ConcolicCode *c, LLVMValueRef inst)
{
    static const uint8_t ops[] = {
        [LLVMTrunc] = CONCOLIC_EXTRACT, [LLVMZExt] = CONCOLIC_ZEXT,
        [LLVMSExt] = CONCOLIC_SEXT,     [LLVMFPToUI] = CONCOLIC_FTOU,
        [LLVMFPToSI] = CONCOLIC_FTOS,   [LLVMUIToFP] = CONCOLIC_UTOF,
        [LLVMSIToFP] = CONCOLIC_STOF,   [LLVMFPTrunc] = CONCOLIC_FTOF,
        [LLVMFPExt] = CONCOLIC_FTOF,
    };
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    unsigned op = opcode < sizeof ops ? ops[opcode] : 0, to, from;
    LLVMValueRef old = LLVMGetOperand(inst, 0);

    if (!is_plain(c, inst, &to) || !is_plain(c, old, &from)) {
        emit_other(c, inst, CONCOLIC_REASON_WIDE);
        return;
    }
    LLVMValueRef v = code_clone(c, inst), s = code_shadow(c, old);
    if (!c->here.slow) {
        code_define(c, inst, v, NULL);
        return;
    }
    if (op >= CONCOLIC_FTOF) {
        LLVMValueRef value = code_use(c, old);
        s = real(c, op, to, from, 0, &value, &s, 1, v);
    } else if (op) {
        s = unary(c, (ConcolicOp)op, to, s, 0);
    } else if (to != from) { /* pointers and integers */
        s = unary(c, to < from ? CONCOLIC_EXTRACT : CONCOLIC_ZEXT, to, s, 0);
    }
    define_plain(c, inst, v, s);
}

/* ---- addresses ---- */

/* One index: how far each unit of it moves. */
static uint64_t
step_of(const ConcolicCode *c, LLVMTypeRef *type, LLVMValueRef index,
        unsigned k, uint64_t *offset)
{
    *offset = 0;
    if (k == 1)
        return LLVMABISizeOfType(c->layout, *type);
    if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
        unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
        *offset = LLVMOffsetOfElement(c->layout, *type, field);
        *type = LLVMStructGetTypeAtIndex(*type, field);
        return 0;
    }
    *type = LLVMGetElementType(*type);
    return LLVMABISizeOfType(c->layout, *type);
}

static void
emit_address(ConcolicCode *c, LLVMValueRef gep)
{
    unsigned n = (unsigned)LLVMGetNumOperands(gep), bits;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);

    if (!is_plain(c, gep, &bits)) {
        emit_other(c, gep, CONCOLIC_REASON_WIDE);
        return;
    }
    LLVMValueRef v = code_clone(c, gep), any = c->zero;
    for (unsigned i = 0; c->here.slow && i < n; i++) {
        LLVMValueRef both[] = {any, code_shadow(c, LLVMGetOperand(gep, i))};
        any = code_or(c, both, 2);
    }
    if (any == c->zero) {
        code_define(c, gep, v, NULL);
        return;
    }
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    LLVMValueRef s = code_shadow(c, base);
    LLVMValueRef at = code_word(c, code_use(c, base));
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef old = LLVMGetOperand(gep, i), index = code_use(c, old);
        uint64_t offset, step = step_of(c, &type, old, i, &offset);
        LLVMValueRef by =
            step ? LLVMBuildSExtOrBitCast(c->ir.builder, index, c->ir.i64, "")
                 : code_number64(c, offset);
        LLVMValueRef values[] = {s, at, step ? code_shadow(c, old) : c->zero,
                                 by, code_number64(c, step ? step : 1)};
        s = code_call(c, "__culprit_crt_offset", 'i', values, 5);
        at = LLVMBuildAdd(c->ir.builder, at,
                          LLVMBuildMul(c->ir.builder, by, values[4], ""), "");
    }
    define_plain(c, gep, v, s);
}

/* ---- moves ---- */

static void
emit_select(ConcolicCode *c, LLVMValueRef inst)
{
    LLVMValueRef old[] = {LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1),
                          LLVMGetOperand(inst, 2)};
    LLVMValueRef yes[MAX_LEAVES], no[MAX_LEAVES], shadows[MAX_LEAVES];
    unsigned bits, one;

    if (!c->here.slow) {
        code_define(c, inst, code_clone(c, inst), NULL);
        return;
    }
    if (!is_plain(c, inst, &bits) || !is_plain(c, old[0], &one)) {
        emit_other(c, inst, CONCOLIC_REASON_OTHER);
        return;
    }
    LLVMValueRef v = code_clone(c, inst), condition = code_shadow(c, old[0]);
    code_shadows(c, old[1], yes);
    code_shadows(c, old[2], no);
    LLVMValueRef three[] = {condition, yes[0], no[0]};
    LLVMValueRef any = code_or(c, three, 3);
    shadows[0] = any;
    if (any != c->zero) {
        LLVMValueRef bit = code_use(c, old[0]), a = code_use(c, old[1]),
                     b = code_use(c, old[2]);
        LLVMValueRef values[] = {
            code_number(c, bits),
            condition,
            yes[0],
            no[0],
            LLVMBuildZExt(c->ir.builder, bit, c->ir.i32, ""),
            code_word(c, a),
            code_word(c, b)};
        shadows[0] = code_call(c, "__culprit_crt_ite", 'i', values, 7);
    }
    define_plain(c, inst, v, shadows[0]);
}

/* Leaves of `outer` that lie below the path of this instruction. */
static bool
is_below(const ShapeLeaf *l, const unsigned *path, unsigned n)
{
    if (l->depth < n)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (l->path[i] != path[i])
            return false;
    return true;
}

/* extractvalue, insertvalue and, with a constant index, their kin for
 * vectors. */
static void
emit_part(ConcolicCode *c, LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool insert = op == LLVMInsertValue || op == LLVMInsertElement;
    bool vector = op == LLVMInsertElement || op == LLVMExtractElement;
    LLVMValueRef outer = LLVMGetOperand(inst, 0);
    LLVMValueRef all[MAX_LEAVES], part[MAX_LEAVES], none[MAX_LEAVES];
    unsigned index[1], n = 1, k = 0;
    const unsigned *path = index;
    Shape shape;

    for (unsigned i = 0; i < MAX_LEAVES; i++)
        part[i] = none[i] = c->zero;
    code_shape(c, LLVMTypeOf(outer), &shape);
    if (vector) {
        LLVMValueRef i = LLVMGetOperand(inst, insert ? 2 : 1);
        if (!LLVMIsAConstantInt(i)) {
            emit_other(c, inst, CONCOLIC_REASON_OTHER);
            return;
        }
        index[0] = (unsigned)LLVMConstIntGetZExtValue(i);
    } else {
        path = LLVMGetIndices(inst);
        n = LLVMGetNumIndices(inst);
    }
    if (!shape.n) {
        emit_other(c, inst, CONCOLIC_REASON_WIDE);
        return;
    }
    LLVMValueRef v = code_clone(c, inst);
    code_shadows(c, outer, all);
    if (insert)
        code_shadows(c, LLVMGetOperand(inst, 1), part);
    for (unsigned i = 0; i < shape.n; i++)
        if (is_below(&shape.leaf[i], path, n)) {
            if (insert)
                all[i] = part[k++];
            else
                part[k++] = all[i];
        }
    code_define(c, inst, v, insert ? all : part);
}

/* Between types of one size: the same leaves, or whole values to pieces. */
static void
emit_bitcast(ConcolicCode *c, LLVMValueRef inst)
{
    LLVMValueRef old = LLVMGetOperand(inst, 0), shadows[MAX_LEAVES];
    Shape from, to;

    code_shape(c, LLVMTypeOf(old), &from);
    code_shape(c, LLVMTypeOf(inst), &to);
    if (from.n != to.n || from.n == 0 || from.leaf[0].bits != to.leaf[0].bits) {
        emit_other(c, inst, CONCOLIC_REASON_OTHER);
        return;
    }
    LLVMValueRef v = code_clone(c, inst);
    code_shadows(c, old, shadows);
    code_define(c, inst, v, shadows);
}

void
inst_emit(ConcolicCode *c, LLVMValueRef inst)
{
    LLVMValueRef shadows[MAX_LEAVES];

    switch ((int)LLVMGetInstructionOpcode(inst)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
        emit_binary(c, inst);
        break;
    case LLVMICmp:
    case LLVMFCmp:
        emit_compare(c, inst);
        break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        emit_cast(c, inst);
        break;
    case LLVMBitCast:
        emit_bitcast(c, inst);
        break;
    case LLVMFNeg:
        inst_real(c, inst, CONCOLIC_FNEG, 0);
        break;
    case LLVMFreeze: {
        LLVMValueRef v = code_clone(c, inst);
        code_shadows(c, LLVMGetOperand(inst, 0), shadows);
        code_define(c, inst, v, shadows);
        break;
    }
    case LLVMGetElementPtr:
        emit_address(c, inst);
        break;
    case LLVMSelect:
        emit_select(c, inst);
        break;
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement:
        emit_part(c, inst);
        break;
    case LLVMLoad:
        emit_load(c, inst);
        break;
    case LLVMStore:
        emit_store(c, inst);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        emit_atomic(c, inst);
        break;
    case LLVMAlloca:
        emit_other(c, inst, CONCOLIC_REASON_SIZE);
        break;
    case LLVMCall:
        call_emit(c, inst);
        break;
    default:
        emit_other(c, inst, CONCOLIC_REASON_OTHER);
        break;
    }
}

/* A real function of the first operand. */
void
inst_real(ConcolicCode *c, LLVMValueRef inst, ConcolicOp op, unsigned more)
{
    LLVMValueRef old = LLVMGetOperand(inst, 0);
    unsigned bits;

    if (!is_plain(c, inst, &bits)) {
        emit_other(c, inst, CONCOLIC_REASON_WIDE);
        return;
    }
    LLVMValueRef v = code_clone(c, inst), value = code_use(c, old),
                 s = code_shadow(c, old);
    define_plain(c, inst, v, real(c, op, bits, bits, more, &value, &s, 1, v));
}
