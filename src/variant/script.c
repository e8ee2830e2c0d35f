/* script.c - the script of a module: what its instructions will record.
 *
 * The module is only looked at. A variable whose address is never taken (all
 * its uses load or store it whole) is a register: nothing is recorded for it
 * but the values stored. An access at a constant distance from a variable
 * needs no address in the trace.
 */
#include "variant/script_parts.h"

#include "base/mem.h"
#include "format/trace.h"
#include "program/build.h"
#include "program/debug.h"
#include "variant/leave.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *
script_effects(const char *name)
{
    static const struct {
        const char *name, *effects;
    } table[] = {
#define EFFECT(name, effects) {#name, effects},
#include "format/effects.def"
#undef EFFECT
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].effects;
    return NULL;
}

static void
fill_alloca(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    row->op = SCRIPT_ALLOCA;
    row->size = script_bytes(w, LLVMGetAllocatedType(inst));
    if (script_is_register(w, inst, row->size))
        row->flags |= SCRIPT_REGISTER;
}

static void
fill_transfer(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst, bool is_move)
{
    LLVMValueRef length = LLVMGetOperand(inst, 2);

    row->op = is_move ? SCRIPT_MOVE : SCRIPT_FILL;
    for (unsigned i = 0; i < 3; i++)
        script_add_operand(w, row, LLVMGetOperand(inst, i));
    script_add_place(w, row, LLVMGetOperand(inst, 0));
    if (is_move)
        script_add_place(w, row, LLVMGetOperand(inst, 1));
    if (LLVMIsAConstantInt(length)) {
        row->flags |= SCRIPT_HAS_SIZE;
        row->size = LLVMConstIntGetZExtValue(length);
    }
}

/* System V: how an argument reaches va_arg of the callee. */
static uint32_t
travel_of(const ScriptWriter *w, LLVMTypeRef type)
{
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMVectorTypeKind:
        return SCRIPT_FP;
    case LLVMX86_FP80TypeKind:
        return 16;
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
        return SCRIPT_GP;
    default:
        return (uint32_t)((script_bytes(w, type) + 7) / 8 * 8 + 8);
    }
}

static uint32_t
byval_size(const ScriptWriter *w, LLVMValueRef call, unsigned k)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, k + 1, kind);
    return a ? (uint32_t)LLVMABISizeOfType(w->layout,
                                           LLVMGetTypeAttributeValue(a))
             : 0;
}

static void
add_arguments(ScriptWriter *w, ScriptInst *row, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);

    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        LLVMTypeRef type = LLVMTypeOf(v);
        if (LLVMGetTypeKind(type) == LLVMMetadataTypeKind)
            continue;
        script_add_operand(w, row, v);
        ScriptOperand *o = &w->operands.at[w->operands.n - 1];
        o->byval = byval_size(w, call, k);
        o->travel = o->byval ? (o->byval + 7) / 8 * 8 : travel_of(w, type);
    }
}

static bool
is_setjmp(const char *name)
{
    static const char *const names[] = {"setjmp", "_setjmp", "__sigsetjmp",
                                        "sigsetjmp"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void
fill_intrinsic(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst,
               const char *name)
{
    if (strncmp(name, "llvm.memcpy", 11) == 0 ||
        strncmp(name, "llvm.memmove", 12) == 0) {
        fill_transfer(w, row, inst, true);
    } else if (strncmp(name, "llvm.memset", 11) == 0) {
        fill_transfer(w, row, inst, false);
    } else if (strncmp(name, "llvm.va_start", 13) == 0) {
        row->op = SCRIPT_VASTART;
        script_add_operand(w, row, LLVMGetOperand(inst, 0));
    } else if (strncmp(name, "llvm.va_copy", 12) == 0) {
        row->op = SCRIPT_MOVE;
        script_add_operand(w, row, LLVMGetOperand(inst, 0));
        script_add_operand(w, row, LLVMGetOperand(inst, 1));
        script_add_operand(w, row, LLVMGetUndef(LLVMTypeOf(inst)));
        script_add_place(w, row, LLVMGetOperand(inst, 0));
        script_add_place(w, row, LLVMGetOperand(inst, 1));
        row->flags |= SCRIPT_HAS_SIZE;
        row->size = 24;
    } else {
        add_arguments(w, row, inst);
    }
}

/* Does it tell of itself? */
static bool
is_traced(LLVMValueRef function)
{
    return build_has_function(function) && !leave_is(function);
}

static void
fill_call(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMGetCalledValue(inst);

    if (LLVMIsAInlineAsm(callee)) {
        add_arguments(w, row, inst);
        return;
    }
    if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)) {
        fill_intrinsic(w, row, inst, LLVMGetValueName(callee));
        return;
    }
    row->op = !LLVMIsAFunction(callee) ? SCRIPT_INDIRECT
              : is_traced(callee)      ? SCRIPT_CALL
                                       : SCRIPT_FOREIGN;
    add_arguments(w, row, inst);
    if (row->op == SCRIPT_INDIRECT) {
        script_add_operand(w, row, callee);
    } else if (row->op == SCRIPT_CALL) {
        row->target = script_number(&w->index.functions, callee);
        return; /* its return records the value */
    } else {
        const char *name = LLVMGetValueName(callee);
        row->text = script_add_text(w, name);
        row->flags |= is_setjmp(name) ? SCRIPT_SETJMP : 0;
        row->flags |= script_effects(name) ? SCRIPT_KNOWN : 0;
    }
    row->width = script_width(LLVMTypeOf(inst), &row->flags);
}

static uint64_t
low_bytes(uint64_t v, unsigned n)
{
    return n < 8 ? v & (((uint64_t)1 << (8 * n)) - 1) : v;
}

static void
fill_cases(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    unsigned n = LLVMGetNumSuccessors(inst);
    bool is_switch = LLVMIsASwitchInst(inst) != NULL;

    row->target = (uint32_t)w->cases.n;
    row->size = n;
    for (unsigned i = 0; i < n; i++) { /* the default comes last */
        unsigned k = is_switch ? (i + 1) % n : i;
        uint64_t value = 0;
        if (is_switch && k > 0)
            value = LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 2 * k));
        vec_push(&w->cases, (ScriptCase){.value = low_bytes(value, row->width),
                                         .block = script_number(
                                             &w->index.blocks,
                                             LLVMGetSuccessor(inst, k))});
    }
}

static void
fill_phi(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    unsigned n = LLVMCountIncoming(inst);

    row->op = SCRIPT_PHI;
    for (unsigned i = 0; i < n; i++)
        script_add_operand(w, row, LLVMGetIncomingValue(inst, i));
    for (unsigned i = 0; i < n; i++)
        vec_push(&w->operands,
                 (ScriptOperand){
                     .value = script_number(&w->index.blocks,
                                            LLVMGetIncomingBlock(inst, i))});
    row->operands.n = 2 * n;
}

static void
add_all_operands(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst,
                 unsigned from)
{
    unsigned n = (unsigned)LLVMGetNumOperands(inst);

    for (unsigned i = from; i < n; i++)
        if (!LLVMValueIsBasicBlock(LLVMGetOperand(inst, i)))
            script_add_operand(w, row, LLVMGetOperand(inst, i));
}

/* A `?:` of values that are at hand; not of vectors, element by element. */
static void
fill_select(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(inst, 0));

    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
        row->op = SCRIPT_SELECT;
        row->width = 1;
    }
    add_all_operands(w, row, inst, 0);
}

/* An address that is computed: constants are in bytes, values have a scale. */
static void
fill_address(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    unsigned n = (unsigned)LLVMGetNumOperands(inst);

    row->result.compute = COMPUTE_ADDRESS;
    script_add_operand(w, row, LLVMGetOperand(inst, 0));
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(inst, i);
        uint64_t member, scale;
        script_add_operand(w, row, v);
        ScriptOperand *o = &w->operands.at[row->operands.first + i];
        if (!script_step(w, inst, i, &type, &member, &scale)) {
            row->result.compute = COMPUTE_NOTHING;
            add_all_operands(w, row, inst, i + 1);
            return;
        }
        if (LLVMIsAConstantInt(v))
            o->constant =
                member + (uint64_t)LLVMConstIntGetSExtValue(v) * scale;
        o->scale = scale;
    }
}

static void
fill_access(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst, ScriptOp op,
            unsigned address, LLVMTypeRef type)
{
    row->op = (uint8_t)op;
    add_all_operands(w, row, inst, 0);
    script_add_place(w, row, LLVMGetOperand(inst, address));
    ScriptPlace *place = &w->places.at[row->place];
    if (place->global != SCRIPT_NONE && LLVMGetVolatile(inst))
        place->global = SCRIPT_NONE; /* signals come before it or behind it */
    row->size = script_bytes(w, type);
    Str name = {0};
    script_describe(w, LLVMGetOperand(inst, address), &name);
    if (name.n)
        row->text = script_add_text(w, str_text(&name));
    str_done(&name);
    if (op != SCRIPT_LOAD)
        row->width = script_width(type, &row->flags);
}

static void
fill_terminator(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    switch ((int)LLVMGetInstructionOpcode(inst)) {
    case LLVMBr:
        if (!LLVMIsConditional(inst)) {
            row->op = SCRIPT_JUMP;
            row->target =
                script_number(&w->index.blocks, LLVMGetSuccessor(inst, 0));
            break;
        }
        row->op = SCRIPT_BRANCH;
        row->width = 1;
        script_add_operand(w, row, LLVMGetCondition(inst));
        fill_cases(w, row, inst);
        break;
    case LLVMSwitch:
        row->op = SCRIPT_SWITCH;
        script_add_operand(w, row, LLVMGetOperand(inst, 0));
        row->width =
            script_width(LLVMTypeOf(LLVMGetOperand(inst, 0)), &row->flags);
        fill_cases(w, row, inst);
        break;
    case LLVMIndirectBr:
        row->op = SCRIPT_GOTO;
        script_add_operand(w, row, LLVMGetOperand(inst, 0));
        break;
    case LLVMRet:
        row->op = SCRIPT_RETURN;
        add_all_operands(w, row, inst, 0);
        if (LLVMGetNumOperands(inst) == 1)
            row->width =
                script_width(LLVMTypeOf(LLVMGetOperand(inst, 0)), &row->flags);
        break;
    default:
        row->op = SCRIPT_STOP;
        break;
    }
}

/* Division by 0, or of the least number by -1. */
static bool
may_stop(LLVMValueRef divisor)
{
    return !LLVMIsAConstantInt(divisor) ||
           LLVMGetIntTypeWidth(LLVMTypeOf(divisor)) > 64 ||
           LLVMConstIntGetSExtValue(divisor) == 0 ||
           LLVMConstIntGetSExtValue(divisor) == -1;
}

static void
fill_inst(ScriptWriter *w, ScriptInst *row, LLVMValueRef inst)
{
    switch ((int)LLVMGetInstructionOpcode(inst)) {
    case LLVMAlloca:
        fill_alloca(w, row, inst);
        break;
    case LLVMLoad:
        fill_access(w, row, inst, SCRIPT_LOAD, 0, LLVMTypeOf(inst));
        break;
    case LLVMStore:
        fill_access(w, row, inst, SCRIPT_STORE, 1,
                    LLVMTypeOf(LLVMGetOperand(inst, 0)));
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        fill_access(w, row, inst, SCRIPT_ATOMIC, 0,
                    LLVMTypeOf(LLVMGetOperand(inst, 1)));
        row->width = 0;
        break;
    case LLVMPHI:
        fill_phi(w, row, inst);
        break;
    case LLVMSelect:
        fill_select(w, row, inst);
        break;
    case LLVMCall:
        fill_call(w, row, inst);
        break;
    case LLVMGetElementPtr:
        fill_address(w, row, inst);
        break;
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
        if (may_stop(LLVMGetOperand(inst, 1)))
            row->flags |= SCRIPT_DIVIDES;
        add_all_operands(w, row, inst, 0);
        break;
    default:
        if (LLVMIsATerminatorInst(inst))
            fill_terminator(w, row, inst);
        else
            add_all_operands(w, row, inst, 0);
        break;
    }
}

/* Can its value be altered? A setjmp comes back more often than it is called:
 * that is left to what looks at its result. */
static bool
is_site(const ScriptInst *row)
{
    switch ((ScriptOp)row->op) {
    case SCRIPT_STORE:
    case SCRIPT_BRANCH:
    case SCRIPT_SELECT:
    case SCRIPT_SWITCH:
    case SCRIPT_RETURN:
        return row->width > 0;
    case SCRIPT_FOREIGN:
        return row->width > 0 && !(row->flags & SCRIPT_SETJMP);
    case SCRIPT_PURE:
    case SCRIPT_ALLOCA:
    case SCRIPT_LOAD:
    case SCRIPT_MOVE:
    case SCRIPT_FILL:
    case SCRIPT_ATOMIC:
    case SCRIPT_PHI:
    case SCRIPT_CALL:
    case SCRIPT_INDIRECT:
    case SCRIPT_VASTART:
    case SCRIPT_JUMP:
    case SCRIPT_GOTO:
    case SCRIPT_STOP:
    case SCRIPT_OPS:
        break;
    }
    return false;
}

static void
add_inst(ScriptWriter *w, LLVMValueRef inst)
{
    ScriptInst row = {.line = script_line_of(w, inst),
                      .column = LLVMGetDebugLocColumn(inst),
                      .place = SCRIPT_NONE,
                      .target = SCRIPT_NONE,
                      .text = SCRIPT_NONE};

    fill_inst(w, &row, inst);
    row.result.bits = script_bits(LLVMTypeOf(inst));
    row.site = is_site(&row) && !leave_is(w->function);
    vec_push(&w->insts, row);
}

/* Variables get the names that the source gives them. */
static void
name_variable(void *writer, LLVMValueRef place, const char *name,
              LLVMValueRef type)
{
    ScriptWriter *w = writer;

    map_put(&w->local_index, &place, sizeof place, (uint32_t)w->locals.n);
    vec_push(&w->locals, (ScriptLocal){.name = name, .type = type});
}

static void
number_code(ScriptWriter *w, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        map_put(&w->index.functions, &f, sizeof f,
                (uint32_t)w->refs.functions.n);
        vec_push(&w->refs.functions, f);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b)) {
            map_put(&w->index.blocks, &b, sizeof b, (uint32_t)w->refs.blocks.n);
            vec_push(&w->refs.blocks, b);
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i)) {
                if (debug_is_marker(i))
                    continue;
                map_put(&w->index.insts, &i, sizeof i,
                        (uint32_t)w->refs.insts.n);
                vec_push(&w->refs.insts, i);
            }
        }
    }
}

/* Can a computed goto reach the block? */
static bool
is_landing(LLVMBasicBlockRef block)
{
    LLVMValueRef value = LLVMBasicBlockAsValue(block);

    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        if (LLVMIsAIndirectBrInst(LLVMGetUser(u)))
            return true;
    return false;
}

static void
add_byvals(ScriptWriter *w, ScriptFunction *row, LLVMValueRef f)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);

    row->byval = (uint32_t)w->byvals.n;
    for (uint32_t k = 0; k < row->nparams; k++) {
        LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, k + 1, kind);
        if (a)
            vec_push(
                &w->byvals,
                (ScriptByval){.param = k,
                              .size = (uint32_t)LLVMABISizeOfType(
                                  w->layout, LLVMGetTypeAttributeValue(a))});
    }
    row->nbyvals = (uint32_t)w->byvals.n - row->byval;
}

static void
add_function(ScriptWriter *w, LLVMValueRef f)
{
    ScriptFunction row = {
        .name = script_add_text(w, debug_function_name(f)),
        .block = (uint32_t)w->blocks.n,
        .inst = (uint32_t)w->insts.n,
        .nparams = LLVMCountParams(f),
    };

    w->function = f;
    map_done(&w->local_index);
    w->locals.n = 0;
    debug_places(f, name_variable, w);
    row.main = strcmp(LLVMGetValueName(f), "main") == 0 && row.nparams >= 2;
    add_byvals(w, &row, f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b)) {
        ScriptBlock block = {.inst = (uint32_t)w->insts.n,
                             .landing = is_landing(b)};
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            if (!debug_is_marker(i))
                add_inst(w, i);
        block.ninsts = (uint32_t)w->insts.n - block.inst;
        vec_push(&w->blocks, block);
    }
    row.nblocks = (uint32_t)w->blocks.n - row.block;
    row.ninsts = (uint32_t)w->insts.n - row.inst;
    for (uint32_t i = row.inst; i < w->insts.n; i++)
        if (w->insts.at[i].flags & SCRIPT_SETJMP &&
            w->insts.at[i].op == SCRIPT_FOREIGN)
            row.frame = 1;
    vec_push(&w->functions, row);
}

void
script_build(LLVMModuleRef module, const char *id, Script *out,
             ScriptSource *source)
{
    ScriptWriter w = {.layout = LLVMGetModuleDataLayout(module)};
    Diag d;

    number_code(&w, module);
    for (size_t i = 0; i < w.refs.functions.n; i++)
        add_function(&w, w.refs.functions.at[i]);
    *out = (Script){0};
    strncpy(out->id, id, sizeof out->id - 1);
#define WRITER_MOVE(type, name)                                             \
    out->n##name = (uint32_t)w.name.n;                                      \
    out->name = arena_dup(&out->arena, w.name.at, w.name.n * sizeof(type)); \
    vec_done(&w.name);
    SCRIPT_TABLES(WRITER_MOVE)
#undef WRITER_MOVE
    *source = (ScriptSource){.functions = w.refs.functions.at,
                             .insts = w.refs.insts.at,
                             .globals = w.refs.globals.at,
                             .blocks = w.refs.blocks.at};
    map_done(&w.index.functions);
    map_done(&w.index.blocks);
    map_done(&w.index.insts);
    map_done(&w.index.globals);
    map_done(&w.index.texts);
    map_done(&w.index.lines);
    map_done(&w.local_index);
    vec_done(&w.locals);
    diag_init(&d);
    if (!script_check(out, &d))
        bug("a script that was just built is wrong: %s", d.error);
    diag_done(&d);
}

void
script_source_done(ScriptSource *s)
{
    free(s->functions);
    free(s->insts);
    free(s->globals);
    free(s->blocks);
    *s = (ScriptSource){0};
}
