/* script.c - the script of a module: what its instructions will record.
 *
 * The module is only looked at. A variable whose address is never taken (all
 * its uses load or store it whole) is a register: nothing is recorded for it
 * but the values stored. An access at a constant distance from a variable
 * needs no address in the trace.
 */
#include "variant/script.h"

#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "format/trace.h"
#include "program/build.h"
#include "program/debug.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Local Local;
struct Local {
    const char *name;
    LLVMValueRef type; /* its debug information */
};

typedef struct Writer Writer;
struct Writer {
    LLVMTargetDataRef layout;
/* NOLINTNEXTLINE(bugprone-macro-parentheses): it declares */
#define WRITER_FIELD(type, name) VEC(type) name;
    SCRIPT_TABLES(WRITER_FIELD)
#undef WRITER_FIELD
    VEC(LLVMValueRef) function_refs;
    VEC(LLVMValueRef) inst_refs;
    VEC(LLVMValueRef) global_refs;
    VEC(LLVMBasicBlockRef) block_refs;
    Map function_index, block_index, inst_index, global_index;
    Map text_index, line_index;
    Map local_index; /* alloca or parameter -> locals, of this function */
    VEC(Local) locals;
    LLVMValueRef function; /* the one at hand */
};

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

static uint32_t
text_number(Writer *w, const char *text)
{
    uint32_t *i = map_put_text(&w->text_index, text, (uint32_t)w->texts.n);

    if (*i == w->texts.n)
        for (const char *p = text;; p++) {
            vec_push(&w->texts, *p);
            if (!*p)
                break;
        }
    return *i;
}

static uint32_t
line_number(Writer *w, const char *dir, const char *name, uint32_t line)
{
    if (!name || !*name || line == 0)
        return SCRIPT_NONE;
    char *joined = io_join(dir ? dir : ".", name);
    char *path = joined[0] == '/' ? io_absolute(joined) : mem_strdup(joined);
    ScriptLine row = {.file = text_number(w, path), .line = line};
    uint32_t *i =
        map_put(&w->line_index, &row, sizeof row, (uint32_t)w->lines.n);

    if (*i == w->lines.n)
        vec_push(&w->lines, row);
    free(joined);
    free(path);
    return *i;
}

/* A parameter is stored to its variable where the function is declared. */
static uint32_t
line_of(Writer *w, LLVMValueRef inst)
{
    unsigned ignored;
    const char *dir, *name;
    uint32_t line = LLVMGetDebugLocLine(inst);

    if (line)
        return line_number(w, LLVMGetDebugLocDirectory(inst, &ignored),
                           LLVMGetDebugLocFilename(inst, &ignored), line);
    if (!LLVMIsAStoreInst(inst) || !LLVMIsAArgument(LLVMGetOperand(inst, 0)))
        return SCRIPT_NONE;
    debug_function_place(w->function, &dir, &name, &line);
    return line_number(w, dir, name, line);
}

static uint32_t
number_in(const Map *map, const void *ref)
{
    const uint32_t *i = map_find(map, &ref, sizeof ref);

    return i ? *i : SCRIPT_NONE;
}

static uint32_t
parameter_number(LLVMValueRef function, LLVMValueRef argument)
{
    uint32_t n = LLVMCountParams(function);

    for (uint32_t k = 0; k < n; k++)
        if (LLVMGetParam(function, k) == argument)
            return k;
    bug("an argument of another function");
}

static uint32_t
value_number(Writer *w, LLVMValueRef v)
{
    if (LLVMIsAInstruction(v))
        return number_in(&w->inst_index, v);
    if (LLVMIsAArgument(v))
        return SCRIPT_PARAM | parameter_number(w->function, v);
    return SCRIPT_NONE;
}

uint8_t
script_width(LLVMTypeRef type, uint16_t *flags)
{
    uint16_t ignored = 0;
    unsigned bits;

    flags = flags ? flags : &ignored;
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        bits = LLVMGetIntTypeWidth(type);
        *flags |= SCRIPT_SIGNED;
        return bits <= 8    ? 1
               : bits <= 16 ? 2
               : bits <= 32 ? 4
               : bits <= 64 ? 8
                            : 0;
    case LLVMPointerTypeKind:
        *flags |= SCRIPT_POINTER;
        return TRACE_ADDRESS;
    case LLVMFloatTypeKind:
        *flags |= SCRIPT_FLOAT;
        return 4;
    case LLVMDoubleTypeKind:
        *flags |= SCRIPT_FLOAT;
        return 8;
    default:
        return 0;
    }
}

static uint64_t
bytes_of(const Writer *w, LLVMTypeRef type)
{
    return LLVMStoreSizeOfType(w->layout, type);
}

static bool
is_address_step(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) &&
            LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* The element that operand i of an address computation chooses in *type, which
 * becomes the element's: its offset if that is fixed (a member), else *scale
 * is what the operand is multiplied by. False if it is no such thing. */
static bool
step_into(const Writer *w, LLVMValueRef gep, unsigned i, LLVMTypeRef *type,
          uint64_t *offset, uint64_t *scale)
{
    LLVMValueRef v = LLVMGetOperand(gep, i);

    *offset = *scale = 0;
    if (i > 1 && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
        unsigned field = (unsigned)LLVMConstIntGetZExtValue(v);
        *offset = LLVMOffsetOfElement(w->layout, *type, field);
        *type = LLVMStructGetTypeAtIndex(*type, field);
        return true;
    }
    if (i > 1 && LLVMGetTypeKind(*type) != LLVMArrayTypeKind)
        return false;
    *type = i > 1 ? LLVMGetElementType(*type) : *type;
    *scale = LLVMABISizeOfType(w->layout, *type);
    return true;
}

/* Add the constant distance of an address computation; false if it varies. */
static bool
add_distance(const Writer *w, LLVMValueRef gep, uint64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);

    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(gep, i);
        uint64_t member, scale;
        if (!LLVMIsAConstantInt(v) ||
            !step_into(w, gep, i, &type, &member, &scale))
            return false;
        *offset += member + (uint64_t)LLVMConstIntGetSExtValue(v) * scale;
    }
    return true;
}

/* Where an address points, if that is a variable plus a constant. */
static ScriptPlace
place_of(Writer *w, LLVMValueRef address)
{
    ScriptPlace none = {.alloca = SCRIPT_NONE, .global = SCRIPT_NONE};
    ScriptPlace p = none;

    while (is_address_step(address)) {
        if (!add_distance(w, address, &p.offset))
            return none;
        address = LLVMGetOperand(address, 0);
    }
    if (LLVMIsAAllocaInst(address)) {
        p.alloca = number_in(&w->inst_index, address);
    } else if (LLVMIsAGlobalVariable(address) && !LLVMIsThreadLocal(address)) {
        uint32_t *i = map_put(&w->global_index, &address, sizeof address,
                              (uint32_t)w->globals.n);
        if (*i == w->globals.n) {
            uint32_t ignored;
            const char *name = debug_global_name(address, &ignored);
            vec_push(&w->global_refs, address);
            vec_push(
                &w->globals,
                (ScriptGlobal){.name = text_number(
                                   w, name ? name : LLVMGetValueName(address)),
                               .size = LLVMIsDeclaration(address)
                                           ? 0
                                           : bytes_of(w, LLVMGlobalGetValueType(
                                                             address))});
        }
        p.global = *i;
    }
    return p.alloca == SCRIPT_NONE && p.global == SCRIPT_NONE ? none : p;
}

/* Bits of a number or an address, 0 if the type is neither. Numbers that are
 * not whole are carried, not computed. */
static uint8_t
bits_of(LLVMTypeRef type)
{
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) <= 64
                   ? (uint8_t)LLVMGetIntTypeWidth(type)
                   : 0;
    case LLVMPointerTypeKind:
    case LLVMDoubleTypeKind:
        return 64;
    case LLVMFloatTypeKind:
        return 32;
    default:
        return 0;
    }
}

/* A constant that the reader can know. */
static void
fill_constant(Writer *w, ScriptOperand *o, LLVMValueRef v)
{
    uint8_t bits = bits_of(LLVMTypeOf(v));

    if (LLVMIsAConstantInt(v) && bits) {
        o->constant = LLVMConstIntGetZExtValue(v);
        o->bits = bits;
    } else if (LLVMIsAConstantPointerNull(v)) {
        o->bits = bits;
    } else if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) {
        ScriptPlace p = place_of(w, v);
        if (p.global == SCRIPT_NONE)
            return;
        o->global = p.global + 1;
        o->constant = p.offset;
        o->bits = bits;
    }
}

static void
add_operand(Writer *w, ScriptInst *row, LLVMValueRef v)
{
    ScriptOperand o = {.value = value_number(w, v)};

    if (row->noperands++ == 0)
        row->operand = (uint32_t)w->operands.n;
    if (o.value != SCRIPT_NONE)
        o.bits = bits_of(LLVMTypeOf(v));
    else if (row->op != SCRIPT_FOREIGN)
        fill_constant(w, &o, v);
    vec_push(&w->operands, o);
}

/* What the source calls the place of a store or load: "m", "s.b", "a[2]"; of
 * what a pointer points to, "*p". */
static void
describe(Writer *w, LLVMValueRef address, Str *out)
{
    uint64_t offset = 0;
    bool fixed = true;
    uint32_t line;
    LLVMValueRef type = NULL;
    const char *name = NULL;

    while (is_address_step(address)) {
        fixed = fixed && add_distance(w, address, &offset);
        address = LLVMGetOperand(address, 0);
    }
    const uint32_t *local = map_find(&w->local_index, &address, sizeof address);
    if (local) {
        name = w->locals.at[*local].name;
        type = w->locals.at[*local].type;
    } else if (LLVMIsAGlobalVariable(address)) {
        name = debug_global_name(address, &line);
        type = debug_global_type(address);
    } else if (LLVMIsALoadInst(address) && out->n < 64) {
        str_putc(out, '*');
        describe(w, LLVMGetOperand(address, 0), out);
        return;
    }
    if (!name)
        return;
    str_puts(out, name);
    if (fixed)
        debug_part_name(type, offset, out);
    else
        str_puts(out, "[...]");
}

static void
add_place(Writer *w, ScriptInst *row, LLVMValueRef address)
{
    if (row->place == SCRIPT_NONE)
        row->place = (uint32_t)w->places.n;
    vec_push(&w->places, place_of(w, address));
}

/* Is the variable only ever loaded and stored as a whole? */
static bool
is_register(const Writer *w, LLVMValueRef var, uint64_t size)
{
    if (!LLVMIsAConstantInt(LLVMGetOperand(var, 0)) ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(var, 0)) != 1 ||
        LLVMGetInstructionParent(var) !=
            LLVMGetEntryBasicBlock(
                LLVMGetBasicBlockParent(LLVMGetInstructionParent(var))))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(var); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeRef type;
        if (LLVMIsALoadInst(user))
            type = LLVMTypeOf(user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != var)
            type = LLVMTypeOf(LLVMGetOperand(user, 0));
        else if (LLVMIsACallInst(user) && debug_is_marker(user))
            continue;
        else
            return false;
        if (bytes_of(w, type) != size)
            return false;
    }
    return true;
}

static void
fill_alloca(Writer *w, ScriptInst *row, LLVMValueRef inst)
{
    row->op = SCRIPT_ALLOCA;
    row->size = bytes_of(w, LLVMGetAllocatedType(inst));
    if (is_register(w, inst, row->size))
        row->flags |= SCRIPT_REGISTER;
}

static void
fill_transfer(Writer *w, ScriptInst *row, LLVMValueRef inst, bool is_move)
{
    LLVMValueRef length = LLVMGetOperand(inst, 2);

    row->op = is_move ? SCRIPT_MOVE : SCRIPT_FILL;
    for (unsigned i = 0; i < 3; i++)
        add_operand(w, row, LLVMGetOperand(inst, i));
    add_place(w, row, LLVMGetOperand(inst, 0));
    if (is_move)
        add_place(w, row, LLVMGetOperand(inst, 1));
    if (LLVMIsAConstantInt(length)) {
        row->flags |= SCRIPT_HAS_SIZE;
        row->size = LLVMConstIntGetZExtValue(length);
    }
}

/* System V: how an argument reaches va_arg of the callee. */
static uint32_t
travel_of(const Writer *w, LLVMTypeRef type)
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
        return (uint32_t)((bytes_of(w, type) + 7) / 8 * 8 + 8);
    }
}

static uint32_t
byval_size(const Writer *w, LLVMValueRef call, unsigned k)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, k + 1, kind);
    return a ? (uint32_t)LLVMABISizeOfType(w->layout,
                                           LLVMGetTypeAttributeValue(a))
             : 0;
}

static void
add_arguments(Writer *w, ScriptInst *row, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);

    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        LLVMTypeRef type = LLVMTypeOf(v);
        if (LLVMGetTypeKind(type) == LLVMMetadataTypeKind)
            continue;
        add_operand(w, row, v);
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
fill_intrinsic(Writer *w, ScriptInst *row, LLVMValueRef inst, const char *name)
{
    if (strncmp(name, "llvm.memcpy", 11) == 0 ||
        strncmp(name, "llvm.memmove", 12) == 0) {
        fill_transfer(w, row, inst, true);
    } else if (strncmp(name, "llvm.memset", 11) == 0) {
        fill_transfer(w, row, inst, false);
    } else if (strncmp(name, "llvm.va_start", 13) == 0) {
        row->op = SCRIPT_VASTART;
        add_operand(w, row, LLVMGetOperand(inst, 0));
    } else if (strncmp(name, "llvm.va_copy", 12) == 0) {
        row->op = SCRIPT_MOVE;
        add_operand(w, row, LLVMGetOperand(inst, 0));
        add_operand(w, row, LLVMGetOperand(inst, 1));
        add_operand(w, row, LLVMGetUndef(LLVMTypeOf(inst)));
        add_place(w, row, LLVMGetOperand(inst, 0));
        add_place(w, row, LLVMGetOperand(inst, 1));
        row->flags |= SCRIPT_HAS_SIZE;
        row->size = 24;
    } else {
        add_arguments(w, row, inst);
    }
}

static void
fill_call(Writer *w, ScriptInst *row, LLVMValueRef inst)
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
    row->op = !LLVMIsAFunction(callee)     ? SCRIPT_INDIRECT
              : build_has_function(callee) ? SCRIPT_CALL
                                           : SCRIPT_FOREIGN;
    add_arguments(w, row, inst);
    if (row->op == SCRIPT_INDIRECT) {
        add_operand(w, row, callee);
    } else if (row->op == SCRIPT_CALL) {
        row->target = number_in(&w->function_index, callee);
        return; /* its return records the value */
    } else {
        const char *name = LLVMGetValueName(callee);
        row->text = text_number(w, name);
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
fill_cases(Writer *w, ScriptInst *row, LLVMValueRef inst)
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
        vec_push(&w->cases,
                 (ScriptCase){.value = low_bytes(value, row->width),
                              .block = number_in(&w->block_index,
                                                 LLVMGetSuccessor(inst, k))});
    }
}

static void
fill_phi(Writer *w, ScriptInst *row, LLVMValueRef inst)
{
    unsigned n = LLVMCountIncoming(inst);

    row->op = SCRIPT_PHI;
    for (unsigned i = 0; i < n; i++)
        add_operand(w, row, LLVMGetIncomingValue(inst, i));
    for (unsigned i = 0; i < n; i++)
        vec_push(
            &w->operands,
            (ScriptOperand){.value = number_in(&w->block_index,
                                               LLVMGetIncomingBlock(inst, i))});
    row->noperands = 2 * n;
}

static void
add_all_operands(Writer *w, ScriptInst *row, LLVMValueRef inst, unsigned from)
{
    unsigned n = (unsigned)LLVMGetNumOperands(inst);

    for (unsigned i = from; i < n; i++)
        if (!LLVMValueIsBasicBlock(LLVMGetOperand(inst, i)))
            add_operand(w, row, LLVMGetOperand(inst, i));
}

/* An address that is computed: constants are in bytes, values have a scale. */
static void
fill_address(Writer *w, ScriptInst *row, LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    unsigned n = (unsigned)LLVMGetNumOperands(inst);

    row->compute = COMPUTE_ADDRESS;
    add_operand(w, row, LLVMGetOperand(inst, 0));
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(inst, i);
        uint64_t member, scale;
        add_operand(w, row, v);
        ScriptOperand *o = &w->operands.at[row->operand + i];
        if (!step_into(w, inst, i, &type, &member, &scale)) {
            row->compute = COMPUTE_NOTHING;
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
fill_access(Writer *w, ScriptInst *row, LLVMValueRef inst, ScriptOp op,
            unsigned address, LLVMTypeRef type)
{
    row->op = (uint8_t)op;
    add_all_operands(w, row, inst, 0);
    add_place(w, row, LLVMGetOperand(inst, address));
    ScriptPlace *place = &w->places.at[row->place];
    if (place->global != SCRIPT_NONE && LLVMGetVolatile(inst))
        place->global = SCRIPT_NONE; /* signals come before it or behind it */
    row->size = bytes_of(w, type);
    Str name = {0};
    describe(w, LLVMGetOperand(inst, address), &name);
    if (name.n)
        row->text = text_number(w, str_text(&name));
    str_done(&name);
    if (op != SCRIPT_LOAD)
        row->width = script_width(type, &row->flags);
}

static void
fill_terminator(Writer *w, ScriptInst *row, LLVMValueRef inst)
{
    switch ((int)LLVMGetInstructionOpcode(inst)) {
    case LLVMBr:
        if (!LLVMIsConditional(inst)) {
            row->op = SCRIPT_JUMP;
            row->target = number_in(&w->block_index, LLVMGetSuccessor(inst, 0));
            break;
        }
        row->op = SCRIPT_BRANCH;
        row->width = 1;
        add_operand(w, row, LLVMGetCondition(inst));
        fill_cases(w, row, inst);
        break;
    case LLVMSwitch:
        row->op = SCRIPT_SWITCH;
        add_operand(w, row, LLVMGetOperand(inst, 0));
        row->width =
            script_width(LLVMTypeOf(LLVMGetOperand(inst, 0)), &row->flags);
        fill_cases(w, row, inst);
        break;
    case LLVMIndirectBr:
        row->op = SCRIPT_GOTO;
        add_operand(w, row, LLVMGetOperand(inst, 0));
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
fill_inst(Writer *w, ScriptInst *row, LLVMValueRef inst)
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
add_inst(Writer *w, LLVMValueRef inst)
{
    ScriptInst row = {.line = line_of(w, inst),
                      .column = LLVMGetDebugLocColumn(inst),
                      .place = SCRIPT_NONE,
                      .target = SCRIPT_NONE,
                      .text = SCRIPT_NONE};

    fill_inst(w, &row, inst);
    row.bits = bits_of(LLVMTypeOf(inst));
    row.site = is_site(&row);
    vec_push(&w->insts, row);
}

/* Variables get the names that the source gives them. */
static void
name_variable(void *writer, LLVMValueRef place, const char *name,
              LLVMValueRef type)
{
    Writer *w = writer;

    map_put(&w->local_index, &place, sizeof place, (uint32_t)w->locals.n);
    vec_push(&w->locals, (Local){.name = name, .type = type});
}

static void
number_code(Writer *w, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        map_put(&w->function_index, &f, sizeof f, (uint32_t)w->function_refs.n);
        vec_push(&w->function_refs, f);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b)) {
            map_put(&w->block_index, &b, sizeof b, (uint32_t)w->block_refs.n);
            vec_push(&w->block_refs, b);
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i)) {
                if (debug_is_marker(i))
                    continue;
                map_put(&w->inst_index, &i, sizeof i, (uint32_t)w->inst_refs.n);
                vec_push(&w->inst_refs, i);
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
add_byvals(Writer *w, ScriptFunction *row, LLVMValueRef f)
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
add_function(Writer *w, LLVMValueRef f)
{
    ScriptFunction row = {
        .name = text_number(w, debug_function_name(f)),
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
    Writer w = {.layout = LLVMGetModuleDataLayout(module)};
    Diag d;

    number_code(&w, module);
    for (size_t i = 0; i < w.function_refs.n; i++)
        add_function(&w, w.function_refs.at[i]);
    *out = (Script){0};
    strncpy(out->id, id, sizeof out->id - 1);
#define WRITER_MOVE(type, name)                                             \
    out->n##name = (uint32_t)w.name.n;                                      \
    out->name = arena_dup(&out->arena, w.name.at, w.name.n * sizeof(type)); \
    vec_done(&w.name);
    SCRIPT_TABLES(WRITER_MOVE)
#undef WRITER_MOVE
    *source = (ScriptSource){.functions = w.function_refs.at,
                             .insts = w.inst_refs.at,
                             .globals = w.global_refs.at,
                             .blocks = w.block_refs.at};
    map_done(&w.function_index);
    map_done(&w.block_index);
    map_done(&w.inst_index);
    map_done(&w.global_index);
    map_done(&w.text_index);
    map_done(&w.line_index);
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
