/* mutate_sites.c - the places of a program where a small change can be made.
 *
 * Walks the module as it was compiled (-O0), where every variable is in
 * memory and every operator of the source one instruction.
 */
#include "variant/mutate_sites.h"

#include "image/image.h"
#include "program/build.h"
#include "program/debug.h"
#include "variant/mutate_habits.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ELEMENTS = 400, /* of a global, whose initial values are sites */
    MAX_GLOBALS = 200,  /* that a function sees */
    MAX_MEMBERS = 24,   /* of a variable */
};

static uint32_t
number_of(Map *m, const void *key, size_t n)
{
    return *map_put(m, key, n, (uint32_t)m->n + 1);
}

/* Types */

static uint32_t
type_number(MutateScan *s, const DebugKind *k)
{
    struct {
        LLVMValueRef target;
        uint32_t bits, what;
    } key = {0};

    key.target = k->is_pointer ? k->target : NULL;
    key.bits = k->bits;
    key.what = k->is_pointer ? 2 : k->is_float;
    return number_of(&s->type_index, &key, sizeof key);
}

static uint8_t
flags_of(const DebugKind *k)
{
    return (uint8_t)((k->is_signed ? MUTATE_SIGNED : 0) |
                     (k->is_float ? MUTATE_FLOAT : 0) |
                     (k->is_pointer ? MUTATE_POINTER : 0));
}

/* What an LLVM type is; bits 0 if it is no scalar of ours. */
static void
put_llvm_type(MutateScan *s, LLVMTypeRef type, MutateSite *site)
{
    DebugKind k = {.is_signed = true};

    site->bits = site->flags = 0;
    site->type = 0;
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        unsigned w = LLVMGetIntTypeWidth(type);
        if (w != 1 && w != 8 && w != 16 && w != 32 && w != 64)
            return;
        k.bits = (uint8_t)w;
        break;
    }
    case LLVMFloatTypeKind:
        k.bits = 32;
        k.is_float = true;
        break;
    case LLVMDoubleTypeKind:
        k.bits = 64;
        k.is_float = true;
        break;
    case LLVMPointerTypeKind:
        site->bits = 64;
        site->flags = MUTATE_POINTER;
        return; /* to what is not known */
    default:
        return;
    }
    site->bits = k.bits;
    site->flags = flags_of(&k);
    site->type = type_number(s, &k);
}

/* Scopes and variables */

static uint32_t
scope_number(MutateScan *s, LLVMMetadataRef scope)
{
    if (!scope || !debug_is_block(scope))
        return MUTATE_NONE;
    uint32_t fresh = (uint32_t)s->scopes.n;
    uint32_t *i = map_put(&s->scope_index, &scope, sizeof scope, fresh);
    if (*i != fresh)
        return *i;
    vec_push(&s->scopes, MUTATE_NONE);
    uint32_t outer = scope_number(s, debug_outer_scope(s->context, scope));
    s->scopes.at[fresh] = outer;
    return fresh;
}

/* While the members of one variable are listed. */
typedef struct Members Members;
struct Members {
    MutateScan *scan;
    MutateVariable whole;
    const char *join;
    unsigned left;
};

static void
add_member(void *context, const char *name, uint64_t offset, LLVMValueRef type)
{
    Members *m = context;
    MutateVariable v = m->whole;
    DebugKind k;

    if (m->left == 0 || offset > UINT32_MAX || !debug_kind(type, &k) ||
        k.is_restless)
        return;
    m->left--;
    v.name = arena_printf(&m->scan->out->arena, "%s%s%s", m->whole.name,
                          m->join, name);
    v.operand.offset = (uint32_t)offset;
    v.operand.bits = k.bits;
    v.operand.flags = flags_of(&k);
    v.type = type_number(m->scan, &k);
    v.is_member = true;
    vec_push(&m->scan->variables, v);
}

/* The variable's address, as a value of its own. */
static void
add_address(MutateScan *s, MutateVariable v, LLVMValueRef type)
{
    DebugKind k = {
        .bits = 64, .is_pointer = true, .target = debug_plain_type(type)};

    if (!k.target)
        return;
    v.name = arena_printf(&s->out->arena, "&%s", v.name);
    v.operand.deref = MUTATE_ADDRESS;
    v.operand.bits = 64;
    v.operand.flags = MUTATE_POINTER;
    v.type = type_number(s, &k);
    v.is_address = true;
    vec_push(&s->variables, v);
}

/* The variable, if it is a scalar, and its members, direct or pointed to. */
static void
add_variable(MutateScan *s, MutateVariable v, LLVMValueRef type)
{
    DebugKind k = {0};
    Members members = {.scan = s, .left = MAX_MEMBERS, .join = "."};

    v.operand.deref = MUTATE_DIRECT;
    if (debug_kind(type, &k) && !k.is_restless) {
        v.operand.bits = k.bits;
        v.operand.flags = flags_of(&k);
        v.type = type_number(s, &k);
        vec_push(&s->variables, v);
    }
    add_address(s, v, type);
    members.whole = v;
    if (k.is_pointer) {
        members.whole.operand.deref = MUTATE_DEREF;
        members.join = "->";
        type = k.target;
    }
    if (type)
        debug_members(type, add_member, &members);
}

static uint32_t
add_base(MutateScan *s, uint32_t first, LLVMValueRef place)
{
    vec_push(&s->bases, place);
    uint32_t i = (uint32_t)s->bases.n - 1 - first;
    map_put(&s->base_index, &place, sizeof place, i);
    return i;
}

static void
add_locals(MutateScan *s, uint32_t first, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            LLVMValueRef place = NULL, type;
            uint32_t line = 0;
            const char *name = debug_declared(i, &place, &line);
            if (!name || !place || !LLVMIsAAllocaInst(place) ||
                LLVMGetInstructionParent(place) != LLVMGetEntryBasicBlock(f))
                continue;
            type = debug_declared_type(i);
            MutateVariable v = {
                .name = arena_strdup(&s->out->arena, name),
                .scope =
                    scope_number(s, LLVMDIVariableGetScope(LLVMValueAsMetadata(
                                        LLVMGetOperand(i, 1)))),
                .line = line,
                .column = LLVMGetDebugLocColumn(i),
            };
            v.operand.base = add_base(s, first, place);
            add_variable(s, v, type);
        }
}

/* Globals that the function uses, then the scalars of its own unit. */
static void
add_globals(MutateScan *s, uint32_t first, LLVMValueRef f)
{
    LLVMMetadataRef unit = debug_unit(f);
    Map used = {0};
    unsigned left = MAX_GLOBALS;

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            for (int k = 0; k < LLVMGetNumOperands(i); k++) {
                LLVMValueRef o = LLVMGetOperand(i, (unsigned)k);
                if (o && LLVMIsAConstantExpr(o))
                    o = LLVMGetOperand(o, 0);
                if (o && LLVMIsAGlobalVariable(o))
                    map_put(&used, &o, sizeof o, 0);
            }
    for (LLVMValueRef g = LLVMGetFirstGlobal(s->module); g && left;
         g = LLVMGetNextGlobal(g)) {
        uint32_t line = 0;
        DebugScalar scalar;
        bool named = map_find(&used, &g, sizeof g) != NULL;
        if (LLVMIsThreadLocal(g) || LLVMIsGlobalConstant(g) ||
            (!named &&
             !(debug_global_scalar(g, &scalar) && scalar.scope == unit)))
            continue;
        const char *name = debug_global_name(g, &line);
        LLVMValueRef type = debug_global_type(g);
        if (!name || !type)
            continue;
        bool local =
            debug_global_scalar(g, &scalar) && debug_is_block(scalar.scope);
        if (local && !named)
            continue; /* another function's static */
        MutateVariable v = {
            .name = arena_strdup(&s->out->arena, name),
            .scope = MUTATE_NONE,
            .is_global = true,
        };
        v.operand.base = add_base(s, first, g);
        add_variable(s, v, type);
        left--;
    }
    map_done(&used);
}

static const MutateVariable *
variable_of(const MutateScan *s, uint32_t first_variable, LLVMValueRef place)
{
    const uint32_t *base = map_find(&s->base_index, &place, sizeof place);

    for (size_t i = first_variable; base && i < s->variables.n; i++) {
        const MutateVariable *v = &s->variables.at[i];
        if (v->operand.base == *base && !v->is_member && !v->is_address)
            return v;
    }
    return NULL;
}

/* Sites */

MutateSite *
mutate_add_site(MutateScan *s, MutateSiteKind kind, uint32_t function,
                uint32_t block, uint32_t statement, LLVMValueRef inst)
{
    vec_push(&s->sites,
             (MutateSite){.kind = (uint8_t)kind,
                          .function = function,
                          .block = block,
                          .statement = statement,
                          .file = statement == PROGRAM_NONE
                                      ? MUTATE_NONE
                                      : s->program.statements[statement].file,
                          .line = LLVMGetDebugLocLine(inst),
                          .column = LLVMGetDebugLocColumn(inst),
                          .scope = scope_number(s, debug_scope(inst)),
                          .base = MUTATE_NONE,
                          .consumer = MUTATE_NONE,
                          .name = ""});
    vec_push(&s->places, (MutatePlace){.inst = inst});
    return &s->sites.at[s->sites.n - 1];
}

/* What is the same for all sites of an instruction. */
typedef struct At At;
struct At {
    MutateScan *s;
    uint32_t function, block, statement, first_variable;
    LLVMValueRef f, retval;
};

static MutateSite *
add(const At *at, MutateSiteKind kind, LLVMValueRef inst)
{
    return mutate_add_site(at->s, kind, at->function, at->block, at->statement,
                           inst);
}

static bool
literal_value(LLVMValueRef v, int64_t *out)
{
    if (LLVMIsAConstantInt(v)) {
        *out = (int64_t)LLVMConstIntGetSExtValue(v);
        return true;
    }
    if (LLVMIsAConstantFP(v)) {
        LLVMBool lossy;
        double x = LLVMConstRealGetDouble(v, &lossy);
        memcpy(out, &x, sizeof *out);
        return !lossy;
    }
    return false;
}

static MutateSite *
add_literal(const At *at, LLVMValueRef inst, unsigned operand)
{
    LLVMValueRef v = LLVMGetOperand(inst, operand);
    int64_t value;

    if (!literal_value(v, &value) ||
        LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMX86_FP80TypeKind)
        return NULL;
    if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return NULL;
    MutateSite *site = add(at, MSITE_LITERAL, inst);
    put_llvm_type(at->s, LLVMTypeOf(v), site);
    site->value = value;
    at->s->places.at[at->s->places.n - 1].operand = operand;
    if (site->bits > 1)
        return site;
    at->s->sites.n--;
    at->s->places.n--;
    return NULL;
}

static void
add_literals(const At *at, LLVMValueRef inst, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        add_literal(at, inst, i);
}

/* Where unoptimised code keeps the value to return. */
static LLVMValueRef
find_retval(LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!end || !LLVMIsAReturnInst(end) || LLVMGetNumOperands(end) == 0)
            continue;
        LLVMValueRef v = LLVMGetOperand(end, 0);
        if (LLVMIsALoadInst(v) && LLVMIsAAllocaInst(LLVMGetOperand(v, 0)))
            return LLVMGetOperand(v, 0);
    }
    return NULL;
}

/* The operand is the address of a variable. */
static void
add_reference(const At *at, LLVMValueRef inst, unsigned operand)
{
    MutateScan *s = at->s;
    LLVMValueRef place = LLVMGetOperand(inst, operand);
    const uint32_t *base = map_find(&s->base_index, &place, sizeof place);

    for (size_t i = at->first_variable; base && i < s->variables.n; i++) {
        const MutateVariable *v = &s->variables.at[i];
        if (v->operand.base != *base || !v->is_address)
            continue;
        MutateSite *site = add(at, MSITE_REFERENCE, inst);
        s->places.at[s->places.n - 1].operand = operand;
        site->bits = 64;
        site->flags = MUTATE_POINTER;
        site->type = v->type;
        site->base = *base;
        site->name = v->name + 1; /* without & */
        return;
    }
}

static void
add_use(const At *at, LLVMValueRef inst)
{
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    const MutateVariable *v = variable_of(at->s, at->first_variable, from);

    if (LLVMGetVolatile(inst) || from == at->retval)
        return;
    MutateSite *site = add(at, MSITE_USE, inst);
    put_llvm_type(at->s, LLVMTypeOf(inst), site);
    if (v) {
        site->base = v->operand.base;
        site->name = v->name;
        if (v->operand.bits == site->bits) {
            site->type = v->type;
            site->flags = v->operand.flags;
        }
    }
    if (site->bits < 8) {
        at->s->sites.n--;
        at->s->places.n--;
    }
}

static void
add_store(const At *at, LLVMValueRef inst)
{
    LLVMValueRef to = LLVMGetOperand(inst, 1);
    const MutateVariable *v = variable_of(at->s, at->first_variable, to);
    MutateSite *literal = add_literal(at, inst, 0);

    if (literal)
        literal->is_return = to == at->retval;
    if (literal && v && v->operand.bits == literal->bits)
        literal->flags = v->operand.flags;
    if (LLVMGetVolatile(inst))
        return;
    add_reference(at, inst, 1);
    MutateSite *site = add(at, MSITE_STORE, inst);
    put_llvm_type(at->s, LLVMTypeOf(LLVMGetOperand(inst, 0)), site);
    site->is_return = to == at->retval;
    site->is_index = literal != NULL; /* its value is a literal */
    if (v) {
        site->base = v->operand.base;
        site->name = v->name;
        if (v->operand.bits == site->bits) {
            site->type = v->type;
            site->flags = v->operand.flags;
        }
    }
    if (site->bits < 8) {
        at->s->sites.n--;
        at->s->places.n--;
    }
}

static const struct {
    int opcode;
    MutateArithmetic op;
    bool is_unsigned;
} arithmetic[] = {
    {LLVMAdd, MUTATE_PLUS, false},   {LLVMSub, MUTATE_MINUS, false},
    {LLVMMul, MUTATE_TIMES, false},  {LLVMSDiv, MUTATE_DIV, false},
    {LLVMUDiv, MUTATE_DIV, true},    {LLVMSRem, MUTATE_REM, false},
    {LLVMURem, MUTATE_REM, true},    {LLVMAnd, MUTATE_AND, false},
    {LLVMOr, MUTATE_OR, false},      {LLVMXor, MUTATE_XOR, false},
    {LLVMShl, MUTATE_SHL, false},    {LLVMLShr, MUTATE_SHR, true},
    {LLVMAShr, MUTATE_SHR, false},   {LLVMFAdd, MUTATE_PLUS, false},
    {LLVMFSub, MUTATE_MINUS, false}, {LLVMFMul, MUTATE_TIMES, false},
    {LLVMFDiv, MUTATE_DIV, false},
};

static void
add_binary(const At *at, LLVMValueRef inst, int opcode)
{
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++) {
        if (arithmetic[i].opcode != opcode)
            continue;
        MutateSite *site = add(at, MSITE_BINARY, inst);
        put_llvm_type(at->s, LLVMTypeOf(inst), site);
        site->op = arithmetic[i].op;
        if (arithmetic[i].is_unsigned)
            site->flags &= (uint8_t)~MUTATE_SIGNED;
        if (site->bits < 8) {
            at->s->sites.n--;
            at->s->places.n--;
        }
        add_literals(at, inst, 0, 2);
        return;
    }
}

static void
add_compare(const At *at, LLVMValueRef inst, bool is_float)
{
    static const MutateRelation ints[] = {
        [LLVMIntEQ] = MUTATE_EQ,  [LLVMIntNE] = MUTATE_NE,
        [LLVMIntUGT] = MUTATE_GT, [LLVMIntUGE] = MUTATE_GE,
        [LLVMIntULT] = MUTATE_LT, [LLVMIntULE] = MUTATE_LE,
        [LLVMIntSGT] = MUTATE_GT, [LLVMIntSGE] = MUTATE_GE,
        [LLVMIntSLT] = MUTATE_LT, [LLVMIntSLE] = MUTATE_LE,
    };
    static const MutateRelation reals[] = {
        [LLVMRealOEQ] = MUTATE_EQ, [LLVMRealOGT] = MUTATE_GT,
        [LLVMRealOGE] = MUTATE_GE, [LLVMRealOLT] = MUTATE_LT,
        [LLVMRealOLE] = MUTATE_LE, [LLVMRealONE] = MUTATE_NE,
        [LLVMRealUNE] = MUTATE_NE, [LLVMRealPredicateTrue] = MUTATE_NE,
    };
    MutateSite *site = add(at, MSITE_COMPARE, inst);
    LLVMValueRef right = LLVMGetOperand(inst, 1);
    bool truth = false; /* `if (x)`: a comparison that nobody wrote */

    put_llvm_type(at->s, LLVMTypeOf(LLVMGetOperand(inst, 0)), site);
    if (is_float) {
        site->op = reals[LLVMGetFCmpPredicate(inst)];
    } else {
        LLVMIntPredicate p = LLVMGetICmpPredicate(inst);
        site->op = ints[p];
        if (p >= LLVMIntUGT && p <= LLVMIntULE)
            site->flags &= (uint8_t)~MUTATE_SIGNED;
        truth = p == LLVMIntNE && LLVMIsNull(right);
    }
    site->is_void = truth;
    if (site->bits < 8) {
        at->s->sites.n--;
        at->s->places.n--;
    }
    if (!truth)
        add_literals(at, inst, 0, 2);
}

static void
add_shift(MutateScan *s, int64_t by, const char *name, bool is_member)
{
    vec_push(&s->shifts,
             (MutateShift){.by = by, .name = name, .is_member = is_member});
}

/* Other members of the same LLVM type, or the elements beside. */
static void
add_part(const At *at, LLVMValueRef inst)
{
    MutateScan *s = at->s;
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    LLVMValueRef last = LLVMGetOperand(inst, n - 1);
    MutateSite site = {.shift = (uint32_t)s->shifts.n};

    for (unsigned i = 2; i + 1 < n; i++)
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind
                   ? LLVMStructGetTypeAtIndex(
                         type, (unsigned)LLVMConstIntGetZExtValue(
                                   LLVMGetOperand(inst, i)))
                   : LLVMGetElementType(type);
    if (n > 2 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned mine = (unsigned)LLVMConstIntGetZExtValue(last);
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, mine);
        uint64_t here = LLVMOffsetOfElement(s->layout, type, mine);
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (i != mine && LLVMStructGetTypeAtIndex(type, i) == member)
                add_shift(s,
                          (int64_t)LLVMOffsetOfElement(s->layout, type, i) -
                              (int64_t)here,
                          "", true);
    } else {
        LLVMTypeRef element = n > 2
                                  ? (LLVMGetTypeKind(type) == LLVMArrayTypeKind
                                         ? LLVMGetElementType(type)
                                         : NULL)
                                  : type;
        bool decays = LLVMIsAConstantInt(last) &&
                      LLVMConstIntGetZExtValue(last) == 0 && n > 2;
        if (element && !decays && LLVMTypeIsSized(element)) {
            int64_t size = (int64_t)LLVMABISizeOfType(s->layout, element);
            add_shift(s, size, "", false);
            add_shift(s, -size, "", false);
        }
        /* A literal index is a literal, too. */
        if (LLVMIsAConstantInt(last) && !decays) {
            MutateSite *literal = add_literal(at, inst, n - 1);
            if (literal)
                literal->is_index = true;
        }
    }
    add_reference(at, inst, 0);
    site.nshifts = (uint32_t)s->shifts.n - site.shift;
    if (site.nshifts == 0)
        return;
    MutateSite *added = add(at, MSITE_ADDRESS, inst);
    added->bits = 64;
    added->flags = MUTATE_POINTER;
    added->shift = site.shift;
    added->nshifts = site.nshifts;
}

static bool
has_attribute(LLVMValueRef call, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMValueRef callee = LLVMGetCalledValue(call);

    return LLVMGetCallSiteEnumAttribute(
               call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) ||
           (LLVMIsAFunction(callee) &&
            LLVMGetEnumAttributeAtIndex(
                callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind));
}

static void
add_call(const At *at, LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    LLVMTypeRef type = LLVMTypeOf(inst);
    bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind;

    if (LLVMIsAInlineAsm(callee) ||
        LLVMGetTailCallKind(inst) == LLVMTailCallKindMustTail ||
        has_attribute(inst, "returns_twice") || has_attribute(inst, "noreturn"))
        return;
    if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0)
        return;
    MutateSite probe = {0};
    if (!is_void)
        put_llvm_type(at->s, type, &probe);
    if (is_void || probe.bits >= 8) {
        MutateSite *site = add(at, MSITE_CALL, inst);
        site->bits = probe.bits;
        site->flags = probe.flags;
        site->type = probe.type;
        site->is_void = is_void || !LLVMGetFirstUse(inst);
        if (LLVMIsAFunction(callee))
            site->name =
                arena_strdup(&at->s->out->arena, debug_function_name(callee));
        bool used = !site->is_void && !(probe.flags & MUTATE_POINTER);
        if (used) {
            MutateSite *result = add(at, MSITE_RESULT, inst);
            result->bits = probe.bits;
            result->flags = probe.flags;
            result->type = probe.type;
            result->name = at->s->sites.at[at->s->sites.n - 2].name;
        }
    }
    for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) {
        MutateSite *literal = add_literal(at, inst, i);
        if (literal)
            literal->is_argument = true;
        else
            add_reference(at, inst, i);
    }
}

static void
add_switch(const At *at, LLVMValueRef inst)
{
    MutateScan *s = at->s;
    uint32_t shift = (uint32_t)s->shifts.n;

    for (int i = 2; i + 1 < LLVMGetNumOperands(inst); i += 2) {
        LLVMValueRef label = LLVMGetOperand(inst, (unsigned)i);
        if (LLVMIsAConstantInt(label))
            add_shift(s, LLVMConstIntGetSExtValue(label), "", false);
    }
    MutateSite *site = add(at, MSITE_SWITCH, inst);
    put_llvm_type(s, LLVMTypeOf(LLVMGetOperand(inst, 0)), site);
    site->shift = shift;
    site->nshifts = (uint32_t)s->shifts.n - shift;
}

static void
add_branch(const At *at, LLVMValueRef inst)
{
    LLVMValueRef condition = LLVMGetOperand(inst, 0);
    MutateSite *site = add(at, MSITE_BRANCH, inst);

    site->bits = 1;
    site->is_void = LLVMIsAICmpInst(condition) || LLVMIsAFCmpInst(condition);
}

/* The first conjunct of `a && b`, or disjunct of `a || b`: where control goes
 * if it were the other one. The branches are
 *     a: to b, or out      b: on, or out           (&&)
 *     a: on, or to b       b: on, or out           (||)
 * or, where the value is used, b goes to a phi that `out` (`on`) leads to. */
static void
add_junction(const At *at, LLVMValueRef inst)
{
    LLVMBasicBlockRef yes = LLVMGetSuccessor(inst, 0);
    LLVMBasicBlockRef no = LLVMGetSuccessor(inst, 1);

    for (int is_or = 0; is_or < 2; is_or++) {
        LLVMBasicBlockRef second = is_or ? no : yes, out = is_or ? yes : no;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(second);
        LLVMValueRef first = LLVMGetFirstInstruction(out);
        LLVMBasicBlockRef instead = NULL;
        if (second == out || !LLVMIsABranchInst(end) ||
            LLVMIsAPHINode(LLVMGetFirstInstruction(second)))
            continue;
        if (LLVMIsConditional(end)) {
            LLVMBasicBlockRef end_yes = LLVMGetSuccessor(end, 0);
            LLVMBasicBlockRef end_no = LLVMGetSuccessor(end, 1);
            if ((is_or ? end_yes : end_no) == out)
                instead = is_or ? end_no : end_yes;
            if (instead && (LLVMIsAPHINode(LLVMGetFirstInstruction(instead)) ||
                            LLVMIsAPHINode(first)))
                continue;
        } else if (LLVMGetSuccessor(end, 0) == out && LLVMIsAPHINode(first) &&
                   !LLVMIsAPHINode(LLVMGetNextInstruction(first)) &&
                   LLVMTypeOf(first) == LLVMInt1TypeInContext(at->s->context)) {
            instead = out; /* with the other value */
        }
        if (!instead)
            continue;
        MutateSite *site = add(at, MSITE_JUNCTION, inst);
        MutatePlace *place = &at->s->places.at[at->s->places.n - 1];
        site->bits = 1;
        site->op = is_or ? MUTATE_OR : MUTATE_AND;
        place->then = is_or ? second : instead;
        place->other = is_or ? instead : second;
        return;
    }
}

static void
add_sites(const At *at, LLVMValueRef inst)
{
    int opcode = (int)LLVMGetInstructionOpcode(inst);

    switch (opcode) {
    case LLVMLoad:
        add_use(at, inst);
        break;
    case LLVMStore:
        add_store(at, inst);
        break;
    case LLVMICmp:
    case LLVMFCmp:
        add_compare(at, inst, opcode == LLVMFCmp);
        break;
    case LLVMGetElementPtr:
        add_part(at, inst);
        break;
    case LLVMCall:
        add_call(at, inst);
        break;
    case LLVMSwitch:
        add_switch(at, inst);
        break;
    case LLVMRet:
        if (LLVMGetNumOperands(inst) == 1) {
            MutateSite *literal = add_literal(at, inst, 0);
            if (literal)
                literal->is_return = true;
        }
        break;
    case LLVMSelect:
        add_literals(at, inst, 1, 3);
        add_branch(at, inst);
        break;
    case LLVMBr:
        if (LLVMIsConditional(inst)) {
            add_branch(at, inst);
            add_junction(at, inst);
        }
        break;
    case LLVMPHI: /* of ?: */
        add_literals(at, inst, 0, LLVMCountIncoming(inst));
        break;
    default:
        add_binary(at, inst, opcode);
    }
}

/* The type that a function returns, and whether it can be left early. */
static void
put_result(MutateScan *s, LLVMValueRef f, MutateFunction *out)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
    LLVMValueRef types[1] = {NULL};
    MutateSite site = {0};
    DebugKind k;

    out->returns = LLVMGetTypeKind(type) == LLVMVoidTypeKind;
    if (out->returns)
        return;
    put_llvm_type(s, type, &site);
    out->returns = site.bits >= 8;
    out->bits = site.bits;
    out->flags = site.flags;
    out->type = site.type;
    debug_signature(f, types, 1);
    if (types[0] && debug_kind(types[0], &k) && k.bits == site.bits) {
        out->type = type_number(s, &k);
        out->flags = flags_of(&k);
    }
}

/* The instruction that alone uses the value, perhaps widened, and where. */
static LLVMValueRef
only_user(LLVMValueRef inst, MutateSite *site)
{
    LLVMUseRef u = LLVMGetFirstUse(inst);
    LLVMValueRef user = u ? LLVMGetUser(u) : NULL;

    if (!user || LLVMGetNextUse(u) || !LLVMIsAInstruction(user) ||
        LLVMGetInstructionParent(user) != LLVMGetInstructionParent(inst))
        return NULL;
    int opcode = (int)LLVMGetInstructionOpcode(user);
    if ((opcode == LLVMSExt || opcode == LLVMZExt) && !site->extends) {
        site->extends = opcode == LLVMSExt;
        LLVMValueRef next = only_user(user, site);
        return next;
    }
    site->position = LLVMGetOperand(user, 0) != inst;
    return user;
}

/* Which comparison, store, branch or switch takes each value. */
static void
find_consumers(MutateScan *s, uint32_t first)
{
    Map takers = {0};

    for (uint32_t i = first; i < s->sites.n; i++) {
        uint8_t kind = s->sites.at[i].kind;
        if (kind == MSITE_COMPARE || kind == MSITE_STORE ||
            kind == MSITE_BRANCH || kind == MSITE_SWITCH)
            map_put(&takers, &s->places.at[i].inst, sizeof(LLVMValueRef), i);
    }
    for (uint32_t i = first; i < s->sites.n; i++) {
        MutateSite *site = &s->sites.at[i];
        const MutatePlace *p = &s->places.at[i];
        LLVMValueRef user = NULL;
        switch ((MutateSiteKind)site->kind) {
        case MSITE_LITERAL:
            user = p->inst;
            site->position = (uint8_t)(p->operand > 1 ? 2 : p->operand);
            break;
        case MSITE_USE:
        case MSITE_RESULT:
        case MSITE_COMPARE:
        case MSITE_BINARY:
            user = only_user(p->inst, site);
            break;
        case MSITE_BRANCH:
        case MSITE_STORE:
        case MSITE_REFERENCE:
        case MSITE_ADDRESS:
        case MSITE_CALL:
        case MSITE_JUNCTION:
        case MSITE_SWITCH:
        case MSITE_STATEMENT:
        case MSITE_INIT:
        case MSITE_KINDS:
            break;
        }
        const uint32_t *taker =
            user ? map_find(&takers, &user, sizeof user) : NULL;
        if (!taker || *taker == i)
            continue;
        /* A store's address and a select's values are no such operands. */
        uint8_t kind = s->sites.at[*taker].kind;
        if (kind == MSITE_COMPARE || site->position == 0)
            site->consumer = *taker;
    }
    map_done(&takers);
}

static void
scan_function(MutateScan *s, uint32_t number, LLVMValueRef f,
              const uint32_t *origins, MutateFunction *out)
{
    uint32_t first = (uint32_t)s->bases.n, i = 0;
    At at = {.s = s,
             .function = number,
             .f = f,
             .block = s->program.functions[number].block,
             .retval = find_retval(f),
             .first_variable = (uint32_t)s->variables.n};

    out->variable = at.first_variable;
    out->first = (uint32_t)s->sites.n;
    vec_push(&s->base_first, first);
    if (!LLVMGetSubprogram(f))
        return;
    map_done(&s->base_index);
    put_result(s, f, out);
    add_locals(s, first, f);
    add_globals(s, first, f);
    out->nvariables = (uint32_t)s->variables.n - out->variable;
    out->ntable = (uint32_t)s->bases.n - first;
    habits_mark_steps(s, f, out->variable);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b), at.block++)
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst;
             inst = LLVMGetNextInstruction(inst)) {
            if (debug_is_marker(inst))
                continue;
            at.statement = origins[i++];
            if (LLVMGetDebugLocLine(inst) && at.statement != PROGRAM_NONE)
                add_sites(&at, inst);
        }
    find_consumers(s, out->first);
    mutate_scan_flow(s, number, f, origins);
    out->n = (uint32_t)s->sites.n - out->first;
}

/* Initial values */

static uint32_t
global_number(MutateScan *s, LLVMValueRef g)
{
    for (uint32_t i = 0; i < s->globals.n; i++)
        if (s->globals.at[i] == g)
            return i;
    vec_push(&s->globals, g);
    return (uint32_t)s->globals.n - 1;
}

typedef struct Initial Initial;
struct Initial {
    MutateScan *s;
    MutateSite like; /* place in the source, base */
    unsigned left;
};

static void
add_initial(Initial *in, LLVMValueRef v, uint64_t offset)
{
    MutateScan *s = in->s;
    LLVMTypeRef type = LLVMTypeOf(v);
    int64_t value;

    if (in->left == 0)
        return;
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind: {
        if (LLVMIsConstantString(v))
            return;
        uint64_t n = LLVMGetArrayLength2(type);
        uint64_t size = LLVMABISizeOfType(s->layout, LLVMGetElementType(type));
        for (uint64_t i = 0; i < n && in->left; i++)
            add_initial(in, LLVMGetAggregateElement(v, (unsigned)i),
                        offset + i * size);
        return;
    }
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            add_initial(in, LLVMGetAggregateElement(v, i),
                        offset + LLVMOffsetOfElement(s->layout, type, i));
        return;
    default:
        break;
    }
    if (!literal_value(v, &value))
        return;
    MutateSite site = in->like;
    put_llvm_type(s, type, &site);
    if (site.bits < 8)
        return;
    site.value = value;
    site.offset = (uint32_t)offset;
    in->left--;
    vec_push(&s->sites, site);
    vec_push(&s->places, (MutatePlace){0});
}

/* A constant that only initialises a local variable: the statement that
 * copies it. */
static LLVMValueRef
copied_by(LLVMValueRef g)
{
    LLVMUseRef u = LLVMGetFirstUse(g);
    LLVMValueRef user = u ? LLVMGetUser(u) : NULL;

    return user && !LLVMGetNextUse(u) && LLVMIsACallInst(user) ? user : NULL;
}

static uint32_t
find_statement(const MutateScan *s, const char *path, uint32_t line)
{
    for (uint32_t i = 0; i < s->program.nstatements; i++) {
        const ProgramStatement *t = &s->program.statements[i];
        if (t->line == line && t->file != PROGRAM_NONE &&
            strcmp(s->program.files[t->file].path, path) == 0)
            return i;
    }
    return MUTATE_NONE;
}

static uint32_t
find_file(const MutateScan *s, const char *dir, const char *name)
{
    char *joined = io_join(dir ? dir : ".", name ? name : "");
    char *path = io_absolute(joined);
    uint32_t found = MUTATE_NONE;

    for (uint32_t i = 0; i < s->program.nfiles; i++)
        if (strcmp(s->program.files[i].path, path) == 0)
            found = i;
    free(joined);
    free(path);
    return found;
}

static void
scan_global(MutateScan *s, LLVMValueRef g)
{
    LLVMValueRef value = LLVMGetInitializer(g), copy;
    Initial in = {.s = s, .left = MAX_ELEMENTS};
    uint32_t line = 0;
    unsigned n;

    if (!value || LLVMIsDeclaration(g) || LLVMIsThreadLocal(g) ||
        LLVMIsNull(value) || LLVMGetSection(g))
        return;
    in.like = (MutateSite){.kind = MSITE_INIT,
                           .function = MUTATE_NONE,
                           .block = MUTATE_NONE,
                           .statement = MUTATE_NONE,
                           .file = MUTATE_NONE,
                           .scope = MUTATE_NONE,
                           .consumer = MUTATE_NONE,
                           .name = ""};
    const char *name = debug_global_name(g, &line);
    if (name) {
        const char *file = LLVMGetDebugLocFilename(g, &n);
        const char *dir = LLVMGetDebugLocDirectory(g, &n);
        in.like.file = find_file(s, dir, file);
        in.like.line = line;
        in.like.name = arena_strdup(&s->out->arena, name);
    } else if ((copy = copied_by(g))) {
        in.like.file = find_file(s, LLVMGetDebugLocDirectory(copy, &n),
                                 LLVMGetDebugLocFilename(copy, &n));
        in.like.line = LLVMGetDebugLocLine(copy);
        in.like.column = LLVMGetDebugLocColumn(copy);
    }
    if (in.like.file == MUTATE_NONE || !in.like.line)
        return;
    in.like.statement =
        find_statement(s, s->program.files[in.like.file].path, in.like.line);
    size_t before = s->sites.n;
    in.like.base = (uint32_t)s->globals.n;
    add_initial(&in, value, 0);
    if (s->sites.n > before)
        global_number(s, g);
}

/* Functions of the program that a statement could call, with arguments that
 * fit in registers for integers. */
static void
scan_callee(MutateScan *s, uint32_t number, LLVMValueRef f)
{
    LLVMValueRef types[MUTATE_ARGS + 1];
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = debug_signature(f, types, MUTATE_ARGS + 1);
    MutateCallee c = {.function = number};

    if (n == 0 || n > MUTATE_ARGS + 1 || LLVMIsFunctionVarArg(type) ||
        LLVMCountParamTypes(type) != n - 1 ||
        strcmp(LLVMGetValueName(f), "main") == 0)
        return;
    c.nparams = n - 1;
    c.is_void = types[0] == NULL;
    for (unsigned i = 1; i < n; i++) {
        DebugKind k;
        if (!types[i] || !debug_kind(types[i], &k) || k.is_float)
            return;
        c.types[i - 1] = type_number(s, &k);
        c.numbers[i - 1] = !k.is_pointer;
    }
    c.name = arena_strdup(&s->out->arena, debug_function_name(f));
    c.base = global_number(s, f);
    vec_push(&s->callees, c);
}

static void
take_lists(MutateScan *s)
{
    MutateSites *out = s->out;
    Arena *a = &out->arena;

#define TAKE(field, count, from)                                         \
    (out->field = arena_dup(a, (from).at ? (const void *)(from).at : "", \
                            (from).n * sizeof *(from).at),               \
     out->count = (uint32_t)(from).n)
    TAKE(at, n, s->sites);
    TAKE(shifts, nshifts, s->shifts);
    TAKE(variables, nvariables, s->variables);
    TAKE(callees, ncallees, s->callees);
    TAKE(scopes, nscopes, s->scopes);
#undef TAKE
}

void
mutate_scan(LLVMModuleRef module, const char *id, MutateSites *out,
            MutateScan *s)
{
    uint32_t number = 0;

    *out = (MutateSites){0};
    *s = (MutateScan){.out = out, .module = module};
    s->context = LLVMGetModuleContext(module);
    s->layout = LLVMGetModuleDataLayout(module);
    s->origins = program_build_origins(module, id, &s->program);
    out->nfunctions = s->program.nfunctions;
    out->functions =
        ARENA_ARRAY(&out->arena, MutateFunction, out->nfunctions + 1);
    const uint32_t *origins = s->origins;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        scan_function(s, number, f, origins, &out->functions[number]);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i))
                origins += !debug_is_marker(i);
        number++;
    }
    vec_push(&s->base_first, (uint32_t)s->bases.n);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g))
        scan_global(s, g);
    Map idle = {0};
    habits_find_idle(module, &idle);
    number = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        if (!map_find(&idle, &f, sizeof f))
            scan_callee(s, number, f);
        number++;
    }
    map_done(&idle);
    take_lists(s);
}

void
mutate_scan_done(MutateScan *s)
{
    program_done(&s->program);
    free(s->origins);
    vec_done(&s->sites);
    vec_done(&s->places);
    vec_done(&s->shifts);
    vec_done(&s->variables);
    vec_done(&s->callees);
    vec_done(&s->scopes);
    vec_done(&s->bases);
    vec_done(&s->base_first);
    vec_done(&s->globals);
    vec_done(&s->heads);
    map_done(&s->scope_index);
    map_done(&s->type_index);
    map_done(&s->base_index);
}

bool
mutate_open(const char *path, MutateSites *out, Diag *d)
{
    Image image;
    MutateScan scan;

    *out = (MutateSites){0};
    bool ok = image_read(path, &image, d) && image_link(&image, d);
    if (ok) {
        mutate_scan(image.module, image.id.hex, out, &scan);
        mutate_scan_done(&scan);
    }
    image_done(&image);
    return ok;
}

void
mutate_done(MutateSites *s)
{
    arena_done(&s->arena);
    *s = (MutateSites){0};
}

bool
mutate_sees(const MutateSites *s, const MutateSite *site,
            const MutateVariable *v)
{
    if (v->scope == MUTATE_NONE)
        return true;
    if (v->line > site->line ||
        (v->line == site->line && v->column >= site->column))
        return false;
    for (uint32_t at = site->scope; at != MUTATE_NONE; at = s->scopes[at])
        if (at == v->scope)
            return true;
    return false;
}
