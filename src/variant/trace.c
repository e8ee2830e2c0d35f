/* trace.c - make a module record its run, as format/trace.h says.
 *
 * The module stays as it was compiled (-O0). Nothing is recorded for what the
 * reader can follow from the path alone (registers, variables whose address is
 * not taken), nor for values that it can compute (known.c). A record is a plain
 * store at a pointer that moves on: no tags, no branches, three or four
 * instructions. Calls into the runtime are left for what is rare: entries,
 * effects of libc, and room for more at the end of loops.
 */
#include "variant/trace.h"

#include "base/mem.h"
#include "format/trace.h"
#include "variant/ir.h"
#include "variant/known.h"
#include "variant/leave.h"
#include "variant/recursion.h"
#include "variant/script.h"
#include "variant/site.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 16, ROOM = 1 << 16 };

typedef struct Tracer Tracer;
struct Tracer {
    const Script *s;
    ScriptSource from;
    LLVMValueRef *sites; /* per instruction: the call that may alter it */
    uint32_t *turns;     /* per function, as recursion_find() has them */
    uint32_t function;   /* the one at hand */
    Ir ir;
    LLVMValueRef at;         /* address of TraceBuffer.at */
    LLVMValueRef arguments;  /* of calls, in the function at hand, or NULL */
    unsigned long unchecked; /* bytes recorded since room was made */
    LLVMValueRef base;       /* TraceBuffer.at as loaded in this block, NULL if
                                others may have changed it since */
    unsigned moved;          /* bytes recorded behind it, */
    bool pending;            /* which TraceBuffer.at does not have yet */
};

static void
position_before(Tracer *t, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(t->ir.builder, inst);
    LLVMSetCurrentDebugLocation2(t->ir.builder, NULL);
}

/* Calls need a place in the source where the function has one. */
static void
position_at(Tracer *t, LLVMValueRef before, LLVMValueRef like)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(like);
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(before));
    LLVMMetadataRef scope = LLVMGetSubprogram(f);

    LLVMPositionBuilderBefore(t->ir.builder, before);
    if (!place && scope)
        place =
            LLVMDIBuilderCreateDebugLocation(t->ir.context, 0, 0, scope, NULL);
    LLVMSetCurrentDebugLocation2(t->ir.builder, scope ? place : NULL);
}

/* A sanitizer, if there is one, shall not look at our own accesses. */
static LLVMValueRef
hide(Tracer *t, LLVMValueRef access)
{
    unsigned kind = LLVMGetMDKindIDInContext(t->ir.context, "nosanitize", 10);
    LLVMMetadataRef empty = LLVMMDNodeInContext2(t->ir.context, NULL, 0);

    LLVMSetMetadata(access, kind, LLVMMetadataAsValue(t->ir.context, empty));
    return access;
}

static LLVMValueRef
place_behind(Tracer *t, LLVMValueRef base, unsigned n)
{
    LLVMValueRef step = LLVMConstInt(t->ir.i64, n, 0);

    return LLVMBuildGEP2(t->ir.builder, t->ir.i8, base, &step, 1, "");
}

/* Append the value's bytes. */
static void
record(Tracer *t, LLVMValueRef value, unsigned n)
{
    if (!t->base) {
        t->base = hide(t, LLVMBuildLoad2(t->ir.builder, t->ir.ptr, t->at, ""));
        t->moved = 0;
    }
    LLVMValueRef at = place_behind(t, t->base, t->moved);
    LLVMSetAlignment(hide(t, LLVMBuildStore(t->ir.builder, value, at)), 1);
    t->moved += n;
    t->pending = true;
    t->unchecked += n;
}

/* What was appended counts, whatever happens next. Needed before all that may
 * trap, leave the block, or record by other ways. */
static void
commit(Tracer *t)
{
    if (t->pending)
        hide(t, LLVMBuildStore(t->ir.builder,
                               place_behind(t, t->base, t->moved), t->at));
    t->pending = false;
}

static LLVMValueRef
call_runtime(Tracer *t, const char *name, LLVMTypeRef *types,
             LLVMValueRef *values, unsigned n)
{
    LLVMTypeRef type = LLVMFunctionType(t->ir.nothing, types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(t->ir.module, name);

    if (!f) {
        f = LLVMAddFunction(t->ir.module, name, type);
        LLVMSetVisibility(f, LLVMHiddenVisibility);
    }
    commit(t);
    t->base = NULL;
    return LLVMBuildCall2(t->ir.builder, type, f, values, n, "");
}

static void
record_u32(Tracer *t, uint32_t v)
{
    record(t, LLVMConstInt(t->ir.i32, v, 0), 4);
}

static void
record_address(Tracer *t, LLVMValueRef address)
{
    record(t, LLVMBuildPtrToInt(t->ir.builder, address, t->ir.i64, ""),
           TRACE_ADDRESS);
}

static void
record_value(Tracer *t, LLVMValueRef v, unsigned width)
{
    LLVMTypeRef type = LLVMTypeOf(v);

    if (width == 0)
        return;
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        v = LLVMBuildPtrToInt(t->ir.builder, v, t->ir.i64, "");
    else if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
             LLVMGetIntTypeWidth(type) != 8 * width)
        v = LLVMBuildZExt(t->ir.builder, v,
                          LLVMIntTypeInContext(t->ir.context, 8 * width), "");
    record(t, v, width);
}

/* May an access of this place trap? */
static bool
may_trap(const Script *s, uint32_t place)
{
    return s->places[place].alloca == SCRIPT_NONE &&
           s->places[place].global == SCRIPT_NONE;
}

/* Make room for more records if little is left. Functions do when they are
 * entered; what is recorded behind a call is recorded once for each activation,
 * so that many returns in a row need it as well as loops. */
static void
check_room(Tracer *t, LLVMValueRef before)
{
    position_at(t, before, before);
    call_runtime(t, "__culprit_trace_room", NULL, NULL, 0);
    t->unchecked = 0;
}

/* The arguments as the effects' words see them: 64 bits each. */
static LLVMValueRef
spill(Tracer *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);

    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return LLVMBuildPtrToInt(t->ir.builder, v, t->ir.i64, "");
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(type) < 64)
            return LLVMBuildSExt(t->ir.builder, v, t->ir.i64, "");
        return LLVMGetIntTypeWidth(type) == 64 ? v : NULL;
    default:
        return NULL;
    }
}

static void
spill_arguments(Tracer *t, LLVMValueRef call, LLVMValueRef *count)
{
    unsigned n = LLVMGetNumArgOperands(call);

    n = n < MAX_ARGUMENTS ? n : MAX_ARGUMENTS;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef index = LLVMConstInt(t->ir.i64, i, 0);
        LLVMValueRef v = spill(t, LLVMGetOperand(call, i));
        if (!v)
            v = LLVMConstInt(t->ir.i64, 0, 0);
        hide(t, LLVMBuildStore(t->ir.builder, v,
                               LLVMBuildGEP2(t->ir.builder, t->ir.i64,
                                             t->arguments, &index, 1, "")));
    }
    *count = LLVMConstInt(t->ir.i32, n, 0);
}

/* One array per function; it stands before the entry's record. */
static void
make_arguments(Tracer *t, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMArrayType2(t->ir.i64, MAX_ARGUMENTS);

    if (t->arguments)
        return;
    position_before(t,
                    LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    t->arguments = LLVMBuildAlloca(t->ir.builder, type, "");
}

/* What a function does that effects.def does not have. */
static const char *
guess_effects(LLVMValueRef call, char words[4 * MAX_ARGUMENTS])
{
    unsigned n = LLVMGetNumArgOperands(call), used = 0;

    for (unsigned k = 0; k < n && k < 10; k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) ==
            LLVMPointerTypeKind) {
            words[used++] = 'u';
            words[used++] = (char)('0' + k);
            words[used++] = ' ';
        }
    words[used] = 0;
    return words;
}

/* What a function without bitcode gave, and its site made of it. */
static void
record_result(Tracer *t, LLVMValueRef result, uint32_t number)
{
    if (t->sites[number]) {
        result = t->sites[number];
        position_before(t, LLVMGetNextInstruction(result));
    }
    record_value(t, result, t->s->insts[number].width);
}

/* A call of a function without bitcode: its effects, by the runtime. */
static void
trace_foreign(Tracer *t, LLVMValueRef call, uint32_t number)
{
    const ScriptInst *i = &t->s->insts[number];
    LLVMValueRef next = LLVMGetNextInstruction(call), count;
    char guessed[4 * MAX_ARGUMENTS];
    const char *effects = i->flags & SCRIPT_KNOWN
                              ? script_effects(script_text(t->s, i->text))
                              : guess_effects(call, guessed);
    LLVMTypeRef types[] = {t->ir.ptr, t->ir.ptr, t->ir.i32, t->ir.i64};

    make_arguments(t, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    position_at(t, call, call);
    spill_arguments(t, call, &count);
    LLVMValueRef words = LLVMBuildGlobalStringPtr(t->ir.builder, effects, "");
    LLVMValueRef values[] = {words, t->arguments, count,
                             LLVMConstInt(t->ir.i64, 0, 0)};
    if (strpbrk(effects, "iIamlb"))
        call_runtime(t, "__culprit_trace_before", types, values, 3);
    position_at(t, next, call);
    LLVMValueRef result = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind
                              ? NULL
                              : spill(t, call);
    if (result)
        values[3] = result;
    call_runtime(t, "__culprit_trace_after", types, values, 4);
    record_result(t, call, number);
}

/* getchar and its like: their only effect is to read a character. */
static bool
is_character(LLVMValueRef call, const char *name)
{
    const char *effects = script_effects(name);
    unsigned nargs = effects && effects[0] == 'i' && effects[1] == '0';

    return effects && strlen(effects) == 2 && effects[0] == 'i' &&
           (effects[1] == '*' || effects[1] == '0') &&
           LLVMGetNumArgOperands(call) == nargs &&
           LLVMTypeOf(call) ==
               LLVMInt32TypeInContext(LLVMGetModuleContext(
                   LLVMGetGlobalParent(LLVMGetCalledValue(call))));
}

static void
trace_character(Tracer *t, LLVMValueRef call, uint32_t number)
{
    const char *effects =
        script_effects(script_text(t->s, t->s->insts[number].text));
    LLVMTypeRef types[] = {t->ir.ptr, t->ir.ptr, t->ir.i32};

    position_at(t, call, call);
    LLVMValueRef values[] = {
        LLVMBuildGlobalStringPtr(t->ir.builder, effects, ""),
        LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0)
                                    : LLVMConstNull(t->ir.ptr),
        call};
    call_runtime(t, "__culprit_trace_before_character", types, values, 2);
    position_at(t, LLVMGetNextInstruction(call), call);
    call_runtime(t, "__culprit_trace_after_character", types, values, 3);
    record_result(t, call, number);
}

/* Can the runtime make the call of a scanf in our place? */
static bool
is_scan(LLVMValueRef call, const char *name)
{
    unsigned n = LLVMGetNumArgOperands(call);

    if (n > MAX_ARGUMENTS || (strcmp(name, "__isoc99_scanf") != 0 &&
                              strcmp(name, "__isoc99_fscanf") != 0 &&
                              strcmp(name, "__isoc99_sscanf") != 0))
        return false;
    for (unsigned k = 0; k < n; k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) !=
            LLVMPointerTypeKind)
            return false;
    return true;
}

static void
trace_scan(Tracer *t, LLVMValueRef call, uint32_t number)
{
    const ScriptInst *i = &t->s->insts[number];
    LLVMTypeRef types[] = {t->ir.ptr, t->ir.ptr, t->ir.i32};
    LLVMTypeRef type = LLVMFunctionType(t->ir.i32, types, 3, 0);
    LLVMValueRef f = LLVMGetNamedFunction(t->ir.module, "__culprit_trace_scan"),
                 count;

    if (!f) {
        f = LLVMAddFunction(t->ir.module, "__culprit_trace_scan", type);
        LLVMSetVisibility(f, LLVMHiddenVisibility);
    }
    make_arguments(t, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    position_at(t, call, call);
    spill_arguments(t, call, &count);
    LLVMValueRef values[] = {
        LLVMBuildGlobalStringPtr(
            t->ir.builder, script_effects(script_text(t->s, i->text)), ""),
        t->arguments, count};
    commit(t);
    LLVMValueRef instead =
        LLVMBuildCall2(t->ir.builder, type, f, values, 3, "");
    t->base = NULL;
    LLVMReplaceAllUsesWith(call, instead);
    LLVMInstructionEraseFromParent(call);
    t->from.insts[number] = instead;
    position_before(t, LLVMGetNextInstruction(instead));
    record_result(t, instead, number);
}

static void
trace_setjmp(Tracer *t, LLVMValueRef call, uint32_t number)
{
    unsigned id = LLVMLookupIntrinsicID("llvm.frameaddress", 17);
    LLVMValueRef zero = LLVMConstInt(t->ir.i32, 0, 0);
    LLVMTypeRef types[] = {t->ir.i32, t->ir.ptr, t->ir.i32};

    position_at(t, LLVMGetNextInstruction(call), call);
    LLVMValueRef f =
        LLVMGetIntrinsicDeclaration(t->ir.module, id, &t->ir.ptr, 1);
    LLVMValueRef frame = LLVMBuildCall2(
        t->ir.builder, LLVMIntrinsicGetType(t->ir.context, id, &t->ir.ptr, 1),
        f, &zero, 1, "");
    LLVMValueRef values[] = {LLVMConstInt(t->ir.i32, number, 0), frame, call};
    call_runtime(t, "__culprit_trace_landed", types, values, 3);
}

/* Functions that the runtime stands in for, with the same type. */
static void
redirect(Tracer *t, LLVMValueRef call, const char *name)
{
    static const char *const table[][2] = {
        {"signal", "__culprit_trace_signal"},
        {"sigaction", "__culprit_trace_sigaction"}};

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i][0], name) != 0)
            continue;
        LLVMValueRef f = LLVMGetNamedFunction(t->ir.module, table[i][1]);
        if (!f) {
            f = LLVMAddFunction(t->ir.module, table[i][1],
                                LLVMGetCalledFunctionType(call));
            LLVMSetVisibility(f, LLVMHiddenVisibility);
        }
        LLVMSetOperand(call, LLVMGetNumArgOperands(call), f);
    }
}

static void
trace_call(Tracer *t, LLVMValueRef call, uint32_t number)
{
    const ScriptInst *i = &t->s->insts[number];

    if (i->op != SCRIPT_FOREIGN) {
        position_before(t, call);
        for (uint32_t k = 0; k < i->operands.n; k++) {
            const ScriptOperand *o = &t->s->operands[i->operands.first + k];
            if (o->byval)
                record_address(t, LLVMGetOperand(call, k));
            else
                record_value(t, LLVMGetOperand(call, k), o->record);
        }
    }
    position_before(t, call);
    commit(t);
    t->base = NULL; /* others record, too */
    if (i->op == SCRIPT_CALL) {
        if (t->turns[i->target] == t->turns[t->function])
            check_room(t, LLVMGetNextInstruction(call));
        return;
    }
    if (i->flags & SCRIPT_SETJMP) {
        trace_setjmp(t, call, number);
    } else if (i->op == SCRIPT_FOREIGN &&
               is_scan(call, script_text(t->s, i->text))) {
        trace_scan(t, call, number);
    } else if (i->op == SCRIPT_FOREIGN &&
               is_character(call, script_text(t->s, i->text))) {
        trace_character(t, call, number);
    } else if (i->op == SCRIPT_FOREIGN) {
        redirect(t, call, script_text(t->s, i->text));
        trace_foreign(t, call, number);
    } else {
        LLVMValueRef next = LLVMGetNextInstruction(call);
        position_before(t, next);
        record_u32(t, (uint32_t)TRACE_RETURNED);
        record_value(t, call, i->width);
        check_room(t, next);
    }
}

static void
trace_transfer(Tracer *t, LLVMValueRef inst, const ScriptInst *i)
{
    position_before(t, inst);
    if (script_records_place(t->s, i->place, false))
        record_address(t, LLVMGetOperand(inst, 0));
    if (i->op == SCRIPT_MOVE && script_records_place(t->s, i->place + 1, false))
        record_address(t, LLVMGetOperand(inst, 1));
    if (!(i->flags & SCRIPT_HAS_SIZE))
        record_value(t, LLVMGetOperand(inst, 2), 8);
    commit(t);
}

/* The list's own address, then its fields: offsets of the first unnamed
 * argument in the saved registers, and where both areas are. */
static void
trace_vastart(Tracer *t, LLVMValueRef call)
{
    LLVMValueRef list = LLVMGetOperand(call, 0);
    static const uint8_t order[] = {0, 4, 8, 16};

    position_before(t, LLVMGetNextInstruction(call));
    record_address(t, list);
    for (unsigned k = 0; k < 4; k++) {
        LLVMValueRef index = LLVMConstInt(t->ir.i64, order[k], 0);
        LLVMValueRef from =
            LLVMBuildGEP2(t->ir.builder, t->ir.i8, list, &index, 1, "");
        LLVMValueRef v =
            hide(t, LLVMBuildLoad2(t->ir.builder, k < 2 ? t->ir.i32 : t->ir.ptr,
                                   from, ""));
        if (k < 2)
            record(t, v, 4);
        else
            record_address(t, v);
    }
}

static void
trace_inst(Tracer *t, uint32_t number)
{
    const ScriptInst *i = &t->s->insts[number];
    LLVMValueRef inst = t->from.insts[number];

    switch ((ScriptOp)i->op) {
    case SCRIPT_ALLOCA:
        position_before(t, LLVMGetNextInstruction(inst));
        if (!(i->flags & SCRIPT_REGISTER))
            record_address(t, inst);
        break;
    case SCRIPT_LOAD:
    case SCRIPT_ATOMIC:
        position_before(t, inst);
        if (script_records_place(t->s, i->place, false))
            record_address(t, LLVMGetOperand(inst, 0));
        if (may_trap(t->s, i->place))
            commit(t);
        break;
    case SCRIPT_STORE:
        position_before(t, inst);
        if (script_records_place(t->s, i->place, false))
            record_address(t, LLVMGetOperand(inst, 1));
        record_value(t, LLVMGetOperand(inst, 0),
                     script_recorded_width(i, false));
        if (may_trap(t->s, i->place))
            commit(t);
        break;
    case SCRIPT_MOVE:
    case SCRIPT_FILL:
        trace_transfer(t, inst, i);
        break;
    case SCRIPT_CALL:
    case SCRIPT_FOREIGN:
    case SCRIPT_INDIRECT:
        trace_call(t, inst, number);
        break;
    case SCRIPT_VASTART:
        trace_vastart(t, inst);
        break;
    case SCRIPT_BRANCH:
    case SCRIPT_SELECT:
    case SCRIPT_SWITCH:
    case SCRIPT_RETURN:
        position_before(t, inst);
        if (script_recorded_width(i, false))
            record_value(t, LLVMGetOperand(inst, 0), i->width);
        break;
    case SCRIPT_PURE:
        position_before(t, inst);
        if (i->flags & SCRIPT_DIVIDES || LLVMIsACallInst(inst))
            commit(t);
        break;
    case SCRIPT_JUMP:
    case SCRIPT_GOTO:
    case SCRIPT_STOP:
        position_before(t, inst);
        break;
    case SCRIPT_PHI:
    case SCRIPT_OPS:
        return;
    }
    if (i->op >= SCRIPT_JUMP)
        commit(t);
}

static LLVMValueRef
first_ordinary(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);

    while (i && (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i)))
        i = LLVMGetNextInstruction(i);
    return i;
}

/* In clang's order of blocks a loop closes where control goes back. */
static bool
goes_back(const Tracer *t, uint32_t block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(t->from.blocks[block]);
    unsigned n = LLVMGetNumSuccessors(end);

    if (LLVMIsAIndirectBrInst(end))
        return true;
    for (unsigned i = 0; i < n; i++)
        for (uint32_t b = block + 1; b-- > 0;) {
            if (t->from.blocks[b] == LLVMGetSuccessor(end, i))
                return true;
            if (LLVMGetBasicBlockParent(t->from.blocks[b]) !=
                LLVMGetBasicBlockParent(t->from.blocks[block]))
                break;
        }
    return false;
}

static void
trace_block(Tracer *t, uint32_t number, bool back)
{
    const ScriptBlock *b = &t->s->blocks[number];
    LLVMBasicBlockRef block = t->from.blocks[number];

    t->base = NULL;
    t->pending = false;
    if (b->landing) {
        position_before(t, first_ordinary(block));
        record_u32(t, number);
    }
    for (uint32_t i = 0; i < b->ninsts; i++) {
        trace_inst(t, b->inst + i);
        if (t->unchecked > ROOM && t->s->insts[b->inst + i].op < SCRIPT_JUMP &&
            t->s->insts[b->inst + i].op != SCRIPT_PHI)
            check_room(t, LLVMGetNextInstruction(t->from.insts[b->inst + i]));
    }
    if (back)
        check_room(t, LLVMGetBasicBlockTerminator(block));
}

/* What every activation begins with, before anything else of the function. */
static void
trace_entry(Tracer *t, uint32_t number)
{
    const ScriptFunction *f = &t->s->functions[number];
    LLVMValueRef function = t->from.functions[number];
    LLVMValueRef first = t->from.insts[f->inst];
    LLVMTypeRef types[] = {t->ir.i32, t->ir.ptr};
    LLVMValueRef which = LLVMConstInt(t->ir.i32, number, 0);

    position_at(t, first, first);
    call_runtime(t, "__culprit_trace_enter", types, &which, 1);
    if (f->frame) {
        unsigned id = LLVMLookupIntrinsicID("llvm.frameaddress", 17);
        LLVMValueRef zero = LLVMConstInt(t->ir.i32, 0, 0);
        LLVMValueRef get =
            LLVMGetIntrinsicDeclaration(t->ir.module, id, &t->ir.ptr, 1);
        record_address(t, LLVMBuildCall2(t->ir.builder,
                                         LLVMIntrinsicGetType(t->ir.context, id,
                                                              &t->ir.ptr, 1),
                                         get, &zero, 1, ""));
    }
    for (uint32_t k = f->byval; k < f->byval + f->nbyvals; k++)
        record_address(t, LLVMGetParam(function, t->s->byvals[k].param));
    if (f->main) {
        LLVMValueRef values[] = {LLVMGetParam(function, 0),
                                 LLVMGetParam(function, 1)};
        call_runtime(t, "__culprit_trace_main", types, values, 2);
    }
    commit(t);
}

static void
trace_function(Tracer *t, uint32_t number)
{
    const ScriptFunction *f = &t->s->functions[number];
    bool *back = mem_zalloc(f->nblocks, sizeof *back);

    t->function = number;
    t->arguments = NULL;
    t->unchecked = 0;
    for (uint32_t b = 0; b < f->nblocks; b++)
        back[b] = goes_back(t, f->block + b);
    trace_entry(t, number);
    for (uint32_t b = 0; b < f->nblocks; b++)
        trace_block(t, f->block + b, back[b]);
    free(back);
}

static LLVMValueRef
define(Tracer *t, const char *name, LLVMValueRef value)
{
    LLVMValueRef g = LLVMAddGlobal(t->ir.module, LLVMTypeOf(value), name);

    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    return g;
}

/* The names the runtime knows (see runtime/trace.c). */
static void
define_names(Tracer *t, bool all)
{
    LLVMTypeRef page = LLVMArrayType2(t->ir.i8, TRACE_PAGE);
    LLVMValueRef state =
        LLVMAddGlobal(t->ir.module, page, "__culprit_trace_state");
    LLVMValueRef at[] = {LLVMConstInt(t->ir.i64, 0, 0),
                         LLVMConstInt(t->ir.i64, TRACE_AT, 0)};

    LLVMSetVisibility(state, LLVMHiddenVisibility);
    t->at = LLVMConstInBoundsGEP2(page, state, at, 2);
    define(t, "__culprit_id",
           LLVMConstStringInContext2(t->ir.context, t->s->id, strlen(t->s->id),
                                     0));
    define(t, "__culprit_trace_all", LLVMConstInt(t->ir.i32, all, 0));
    define(t, "__culprit_trace_nglobals",
           LLVMConstInt(t->ir.i32, t->s->nglobals, 0));
    define(t, "__culprit_trace_globals",
           LLVMConstArray2(t->ir.ptr, t->from.globals, t->s->nglobals));
}

/* Programs that leave their stack by ways no record tells of. */
static bool
can_follow(LLVMModuleRef module, Diag *d)
{
    static const char *const ways[] = {"vfork", "swapcontext", "setcontext"};

    if (!strstr(LLVMGetTarget(module), "x86_64"))
        return diag_fail(d, "programs can be traced on x86-64 only, not on %s",
                         LLVMGetTarget(module));
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (LLVMGetNamedFunction(module, ways[i]))
            return diag_fail(d,
                             "the program calls %s, which a trace cannot "
                             "follow",
                             ways[i]);
    return true;
}

bool
trace_instrument(LLVMModuleRef module, const char *id, bool sites, Script *out,
                 Diag *d)
{
    Tracer t = {.s = out};

    if (!can_follow(module, d))
        return false;
    script_build(module, id, out, &t.from);
    ir_init(&t.ir, module);
    t.sites = mem_zalloc(out->ninsts + 1, sizeof(LLVMValueRef));
    if (sites) /* what is altered is recorded */
        site_mark(module, out, &t.from, t.sites);
    else
        known_mark(out, &t.from);
    define_names(&t, sites);
    t.turns = recursion_find(out);
    for (uint32_t i = 0; i < out->nfunctions; i++)
        if (!leave_is(t.from.functions[i]))
            trace_function(&t, i);
    free(t.turns);
    free(t.sites);
    ir_done(&t.ir);
    script_source_done(&t.from);
    return true;
}
