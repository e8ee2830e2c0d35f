/* mutate_names.c - what a place of the source can name: types, scopes,
 * variables and members.
 */
#include "variant/mutate_names.h"

#include "variant/ir.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

enum {
    MAX_GLOBALS = 200, /* that a function sees */
    MAX_MEMBERS = 24,  /* of a variable */
};

static uint32_t
number_of(Map *m, const void *key, size_t n)
{
    return *map_put(m, key, n, (uint32_t)m->n + 1);
}

/* Types */

uint32_t
names_type(MutateScan *s, const DebugKind *k)
{
    struct {
        LLVMValueRef target;
        uint32_t bits, what;
    } key = {0};

    key.target = k->is_pointer ? k->target : NULL;
    key.bits = k->bits;
    key.what = k->is_pointer ? 2 : k->is_float;
    return number_of(&s->numbers.types, &key, sizeof key);
}

uint8_t
names_flags(const DebugKind *k)
{
    return (uint8_t)((k->is_signed ? MUTATE_SIGNED : 0) |
                     (k->is_float ? MUTATE_FLOAT : 0) |
                     (k->is_pointer ? MUTATE_POINTER : 0));
}

void
names_put_type(MutateScan *s, LLVMTypeRef type, MutateSite *site)
{
    DebugKind k = {.is_signed = true};

    site->of.bits = site->of.flags = 0;
    site->of.type = 0;
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
        site->of.bits = 64;
        site->of.flags = MUTATE_POINTER;
        return; /* to what is not known */
    default:
        return;
    }
    site->of.bits = k.bits;
    site->of.flags = names_flags(&k);
    site->of.type = names_type(s, &k);
}

/* Scopes and variables */

uint32_t
names_scope(MutateScan *s, LLVMMetadataRef scope)
{
    if (!scope || !debug_is_block(scope))
        return MUTATE_NONE;
    uint32_t fresh = (uint32_t)s->lists.scopes.n;
    uint32_t *i = map_put(&s->numbers.scopes, &scope, sizeof scope, fresh);
    if (*i != fresh)
        return *i;
    vec_push(&s->lists.scopes, MUTATE_NONE);
    uint32_t outer = names_scope(s, debug_outer_scope(s->context, scope));
    s->lists.scopes.at[fresh] = outer;
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
    v.operand.flags = names_flags(&k);
    v.type = names_type(m->scan, &k);
    v.is_member = true;
    vec_push(&m->scan->lists.variables, v);
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
    v.type = names_type(s, &k);
    v.is_address = true;
    vec_push(&s->lists.variables, v);
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
        v.operand.flags = names_flags(&k);
        v.type = names_type(s, &k);
        vec_push(&s->lists.variables, v);
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
    vec_push(&s->bases.all, place);
    uint32_t i = (uint32_t)s->bases.all.n - 1 - first;
    map_put(&s->bases.index, &place, sizeof place, i);
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
            if (!name || !place || !ir_is_local(place))
                continue;
            type = debug_declared_type(i);
            MutateVariable v = {
                .name = arena_strdup(&s->out->arena, name),
                .scope =
                    names_scope(s, LLVMDIVariableGetScope(LLVMValueAsMetadata(
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

const MutateVariable *
names_variable(const MutateScan *s, uint32_t first_variable, LLVMValueRef place)
{
    const uint32_t *base = map_find(&s->bases.index, &place, sizeof place);

    for (size_t i = first_variable; base && i < s->lists.variables.n; i++) {
        const MutateVariable *v = &s->lists.variables.at[i];
        if (v->operand.base == *base && !v->is_member && !v->is_address &&
            !v->is_array)
            return v;
    }
    return NULL;
}

void
names_add(MutateScan *s, uint32_t first, LLVMValueRef f)
{
    add_locals(s, first, f);
    add_globals(s, first, f);
}
