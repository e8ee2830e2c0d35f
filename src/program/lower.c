/* lower.c - instructions of an LLVM module as code.h has them.
 *
 * Three walks over the module, in its order: number symbols and instructions,
 * lower instructions, lower initial values. Constant aggregates as operands
 * (clang copies them from a global instead) are taken for plain constants.
 */
#include "program/lower.h"

#include "base/map.h"
#include "base/vec.h"
#include "program/build.h"
#include "program/debug.h"
#include "program/layout.h"

#include <llvm-c/Core.h>

#include <string.h>

typedef struct Lower Lower;
struct Lower {
    const Program *p;
    const uint32_t *origins;
    Layouts layouts;
    Map values; /* LLVMValueRef -> value */
    Map known_places;
    uint32_t nvalues; /* without places */
    struct {          /* what becomes the code */
        VEC(CodeInst) insts;
        VEC(uint32_t) operands;
        VEC(CodeFunction) functions;
        VEC(CodeSymbol) symbols;
        VEC(CodePlace) places;
        VEC(CodeInit) inits;
    } made;
    VEC(LLVMValueRef) globals; /* beside symbols */
    uint32_t ninsts, nparams;
    Arena *arena;
};

/* ---- numbering ---- */

static void
name(Lower *l, LLVMValueRef v, uint32_t number)
{
    *map_put(&l->values, &v, sizeof v, number) = number;
}

static void
number_function(Lower *l, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            if (!debug_is_marker(i))
                name(l, i, l->ninsts++);
}

static void
add_symbol(Lower *l, LLVMValueRef g, uint32_t function)
{
    LLVMLinkage linkage = LLVMGetLinkage(g);
    CodeSymbol s = {.name = arena_strdup(l->arena, LLVMGetValueName(g)),
                    .function = function,
                    .layout = CODE_NONE,
                    .declared = LLVMIsDeclaration(g) != 0,
                    .visible = linkage != LLVMInternalLinkage &&
                               linkage != LLVMPrivateLinkage};

    if (LLVMIsAGlobalVariable(g)) {
        s.layout = layout_of(&l->layouts, LLVMGlobalGetValueType(g), false);
        s.constant = LLVMIsGlobalConstant(g) != 0;
    }
    vec_push(&l->made.symbols, s);
    vec_push(&l->globals, g);
    name(l, g, l->nvalues++);
}

/* fills: numbers of instructions, then parameters, then symbols. */
static void
number(Lower *l, LLVMModuleRef m)
{
    uint32_t function = 0;

    for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f))
            number_function(l, f);
    l->nvalues = l->ninsts;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f))
            for (LLVMValueRef a = LLVMGetFirstParam(f); a;
                 a = LLVMGetNextParam(a))
                name(l, a, l->nvalues++);
    l->nparams = l->nvalues - l->ninsts;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f))
        add_symbol(l, f, build_has_function(f) ? function++ : PROGRAM_NONE);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        add_symbol(l, g, PROGRAM_NONE);
}

/* ---- constants ---- */

static uint32_t
place_number(Lower *l, LLVMValueRef symbol, uint32_t value, uint64_t offset,
             bool exact)
{
    LLVMTypeRef type =
        LLVMIsAGlobalVariable(symbol) ? LLVMGlobalGetValueType(symbol) : NULL;
    CodePlace place = {.symbol = value, .step = exact ? 0 : 1};

    if (type && exact)
        place.offset = layout_fold(&l->layouts, type, offset);
    struct {
        uint64_t offset;
        uint32_t symbol, step;
    } key = {place.offset, place.symbol, place.step};
    uint32_t *known =
        map_put(&l->known_places, &key, sizeof key, (uint32_t)l->made.places.n);
    if (*known == l->made.places.n)
        vec_push(&l->made.places, place);
    return l->nvalues + *known;
}

/* A constant that is an address: its symbol or a place in it. */
static uint32_t
constant_value(Lower *l, LLVMValueRef v)
{
    uint64_t offset = 0;
    bool exact = true, moved = false;

    for (;;) {
        uint32_t *known = map_find(&l->values, &v, sizeof v);
        if (known && !moved)
            return *known;
        if (known)
            return place_number(l, v, *known, offset, exact);
        if (LLVMIsAGlobalAlias(v)) {
            v = LLVMAliasGetAliasee(v);
            continue;
        }
        if (!LLVMIsAConstantExpr(v))
            return CODE_NONE;
        LLVMOpcode op = LLVMGetConstOpcode(v);
        if (op == LLVMGetElementPtr) {
            moved = true;
            exact = exact && layout_offset(l->layouts.data, v, &offset);
        } else if (LLVMGetNumOperands(v) > 1) { /* arithmetic on addresses */
            moved = true;
            exact = false;
            if (constant_value(l, LLVMGetOperand(v, 0)) == CODE_NONE) {
                v = LLVMGetOperand(v, 1);
                continue;
            }
        }
        v = LLVMGetOperand(v, 0);
    }
}

static uint32_t
value_of(Lower *l, LLVMValueRef v)
{
    uint32_t *known = map_find(&l->values, &v, sizeof v);

    if (known)
        return *known;
    return LLVMIsConstant(v) ? constant_value(l, v) : CODE_NONE;
}

static void
lower_initial(Lower *l, uint32_t symbol, LLVMValueRef v, uint64_t offset)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);

    if (LLVMIsAConstantDataArray(v) || LLVMIsAConstantAggregateZero(v))
        return;
    if (LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v)) {
        unsigned n = (unsigned)LLVMGetNumOperands(v);
        for (unsigned i = 0; i < n; i++)
            lower_initial(
                l, symbol, LLVMGetOperand(v, i),
                kind == LLVMStructTypeKind
                    ? offset + LLVMOffsetOfElement(l->layouts.data, type, i)
                    : offset);
        return;
    }
    uint32_t value = constant_value(l, v);
    if (value != CODE_NONE)
        vec_push(&l->made.inits, (CodeInit){symbol, offset, value});
}

/* ---- instructions ---- */

static bool
is_wide(const Lower *l, LLVMTypeRef type)
{
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return true;
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) >= 64;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        return LLVMABISizeOfType(l->layouts.data, type) >= 8;
    default:
        return false;
    }
}

static CodeOp
op_of(const Lower *l, LLVMValueRef i)
{
    bool wide = is_wide(l, LLVMTypeOf(i));

    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca:
        return CODE_ALLOCA;
    case LLVMLoad:
        return CODE_LOAD;
    case LLVMStore:
        return CODE_STORE;
    case LLVMGetElementPtr:
        return CODE_ADDRESS;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        return LLVMIsAInlineAsm(LLVMGetCalledValue(i)) ? CODE_ASM : CODE_CALL;
    case LLVMRet:
        return CODE_RETURN;
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
    case LLVMVAArg:
        return CODE_ATOMIC;
    case LLVMPHI:
        return CODE_PHI;
    case LLVMIntToPtr:
        return CODE_FORGE;
    case LLVMSelect:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
        return wide ? CODE_COPY : CODE_OTHER;
    case LLVMAdd:
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return wide ? CODE_MIX : CODE_OTHER;
    default:
        return LLVMIsATerminatorInst(i) ? CODE_BRANCH : CODE_OTHER;
    }
}

static void
lower_address(const Lower *l, LLVMValueRef gep, CodeInst *row)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    LLVMValueRef first = n > 1 ? LLVMGetOperand(gep, 1) : NULL;

    if (first &&
        !(LLVMIsAConstantInt(first) && LLVMConstIntGetSExtValue(first) == 0)) {
        row->step = (uint32_t)LLVMABISizeOfType(l->layouts.data, type);
        row->step += row->step == 0;
    }
    for (unsigned i = 2; i < n; i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned k =
                (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i));
            row->offset += LLVMOffsetOfElement(l->layouts.data, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
        } else {
            type = LLVMGetElementType(type);
        }
    }
}

/* The constant length of what moves or fills memory. */
static uint64_t
length_of(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *called =
        LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : "";

    if (strncmp(called, "llvm.", 5) == 0)
        called += 5;
    if (strncmp(called, "mem", 3) != 0 || LLVMGetNumArgOperands(call) < 3)
        return CODE_UNKNOWN;
    LLVMValueRef n = LLVMGetArgOperand(call, 2);
    return LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n) : CODE_UNKNOWN;
}

static void
lower_details(Lower *l, LLVMValueRef i, CodeInst *row)
{
    LLVMTargetDataRef data = l->layouts.data;
    LLVMValueRef n;

    row->size = CODE_UNKNOWN;
    switch ((CodeOp)row->op) {
    case CODE_ALLOCA:
        n = LLVMGetOperand(i, 0);
        row->layout = layout_of(&l->layouts, LLVMGetAllocatedType(i),
                                !LLVMIsAConstantInt(n) ||
                                    LLVMConstIntGetZExtValue(n) != 1);
        break;
    case CODE_LOAD:
        row->size = LLVMStoreSizeOfType(data, LLVMTypeOf(i));
        break;
    case CODE_STORE:
        n = LLVMGetOperand(i, 0);
        row->size = LLVMStoreSizeOfType(data, LLVMTypeOf(n));
        row->wide = is_wide(l, LLVMTypeOf(n));
        break;
    case CODE_ADDRESS:
        lower_address(l, i, row);
        break;
    case CODE_CALL:
        row->size = length_of(i);
        break;
    case CODE_ATOMIC:
        row->size = LLVMStoreSizeOfType(data, LLVMTypeOf(i));
        break;
    case CODE_OTHER:
    case CODE_COPY:
    case CODE_PHI:
    case CODE_FORGE:
    case CODE_MIX:
    case CODE_RETURN:
    case CODE_BRANCH:
    case CODE_ASM:
        break;
    }
}

/* Operands by position where the position means something; elsewhere plain
 * constants are left out, labels always. */
static void
lower_operands(Lower *l, LLVMValueRef i, CodeInst *row)
{
    bool keep = row->op == CODE_STORE || row->op == CODE_CALL ||
                row->op == CODE_LOAD || row->op == CODE_ADDRESS ||
                row->op == CODE_ATOMIC;
    unsigned n = (unsigned)LLVMGetNumOperands(i);

    row->operand = (uint32_t)l->made.operands.n;
    if (row->op == CODE_CALL || row->op == CODE_ASM)
        n = LLVMGetNumArgOperands(i);
    for (unsigned k = 0; row->op != CODE_ALLOCA && k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(i, k);
        if (LLVMValueIsBasicBlock(v))
            continue;
        uint32_t value = value_of(l, v);
        if (keep || value != CODE_NONE)
            vec_push(&l->made.operands, value);
    }
    if (row->op == CODE_ALLOCA) { /* a length known at run time only */
        uint32_t value = value_of(l, LLVMGetOperand(i, 0));
        if (value != CODE_NONE)
            vec_push(&l->made.operands, value);
    }
    if (row->op == CODE_CALL)
        vec_push(&l->made.operands, value_of(l, LLVMGetCalledValue(i)));
    row->noperands = (uint32_t)l->made.operands.n - row->operand;
}

static void
lower_function(Lower *l, LLVMValueRef f)
{
    uint32_t number = (uint32_t)l->made.functions.n;
    uint32_t block = l->p->functions[number].block;
    CodeFunction row = {
        .inst = (uint32_t)l->made.insts.n,
        .param = l->ninsts,
        .nparams = LLVMCountParams(f),
        .symbol = value_of(l, f),
        .variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)) != 0};

    if (number)
        row.param = l->made.functions.at[number - 1].param +
                    l->made.functions.at[number - 1].nparams;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b), block++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            if (debug_is_marker(i))
                continue;
            CodeInst inst = {.op = (uint8_t)op_of(l, i),
                             .wide = is_wide(l, LLVMTypeOf(i)),
                             .block = block,
                             .statement = l->origins[l->made.insts.n]};
            lower_details(l, i, &inst);
            lower_operands(l, i, &inst);
            vec_push(&l->made.insts, inst);
        }
    }
    row.ninsts = (uint32_t)l->made.insts.n - row.inst;
    vec_push(&l->made.functions, row);
}

/* fills: the names of variables. */
static void
name_variables(const Lower *l, LLVMModuleRef m, Code *out)
{
    LLVMValueRef place;
    uint32_t line;

    out->names = ARENA_ARRAY(&out->arena, const char *, l->ninsts + 1);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i)) {
                const char *text = debug_declared(i, &place, &line);
                uint32_t *v =
                    text ? map_find(&l->values, &place, sizeof place) : NULL;
                if (v && *v < l->ninsts)
                    out->names[*v] = arena_strdup(&out->arena, text);
            }
}

/* Move a vector into the view. */
#define MOVE(l, out, field)                                           \
    ((out)->n.field = (uint32_t)(l)->field.n,                         \
     (out)->field = arena_dup(&(out)->arena, (l)->field.at,           \
                              (l)->field.n * sizeof *(l)->field.at)); \
    vec_done(&(l)->field)

void
code_lower(LLVMModuleRef module, const Program *p, const uint32_t *origins,
           Code *out)
{
    Lower l = {.p = p, .origins = origins, .arena = &out->arena};

    *out = (Code){0};
    layout_init(&l.layouts, LLVMGetModuleDataLayout(module));
    number(&l, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f))
            lower_function(&l, f);
    for (uint32_t i = 0; i < l.made.symbols.n; i++) {
        LLVMValueRef g = l.globals.at[i];
        if (LLVMIsAGlobalVariable(g) && LLVMGetInitializer(g))
            lower_initial(&l, l.ninsts + l.nparams + i, LLVMGetInitializer(g),
                          0);
    }
    out->n.params = l.nparams;
    name_variables(&l, module, out);
    MOVE(&l.made, out, insts);
    MOVE(&l.made, out, operands);
    MOVE(&l.made, out, functions);
    MOVE(&l.made, out, symbols);
    MOVE(&l.made, out, places);
    MOVE(&l.made, out, inits);
    MOVE(&l.layouts, out, layouts);
    MOVE(&l.layouts, out, slots);
    layout_done(&l.layouts);
    map_done(&l.values);
    map_done(&l.known_places);
    vec_done(&l.globals);
}
