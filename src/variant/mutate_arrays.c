/* mutate_arrays.c - elements that a place of the source can name: a[i], where
 * the function uses `i` as an index; and arrays as a whole, to be cleared.
 */
#include "variant/mutate_names.h"

#include <llvm-c/Core.h>

enum {
    MAX_ARRAYS = 8, /* of a function */
    MAX_ELEMENTS = 16,
};

/* Arrays of arrays as one array of what they hold. */
static LLVMTypeRef
flatten(LLVMValueRef place, uint64_t *count, unsigned *dimensions)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(place) ? LLVMGetAllocatedType(place)
                                                : LLVMGlobalGetValueType(place);

    *count = 1;
    for (*dimensions = 0; LLVMGetTypeKind(type) == LLVMArrayTypeKind;
         ++*dimensions) {
        *count *= LLVMGetArrayLength2(type);
        type = LLVMGetElementType(type);
    }
    return type;
}

/* Places whose value is an index somewhere in the function. */
static void
find_indices(LLVMValueRef f, Map *out)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAGetElementPtrInst(i))
                continue;
            LLVMValueRef v =
                LLVMGetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1);
            if (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v))
                v = LLVMGetOperand(v, 0);
            if (LLVMIsALoadInst(v)) {
                LLVMValueRef place = LLVMGetOperand(v, 0);
                map_put(out, &place, sizeof place, 0);
            }
        }
}

static bool
is_inside(const MutateScan *s, uint32_t scope, uint32_t outer)
{
    while (scope != MUTATE_NONE && scope != outer)
        scope = s->lists.scopes.at[scope];
    return scope == outer;
}

/* a[i] can be named where both can: where the later of them is. */
static bool
meet(const MutateScan *s, const MutateVariable *array,
     const MutateVariable *index, MutateVariable *out)
{
    const MutateVariable *inner = index, *outer = array;

    if (index->scope == MUTATE_NONE ||
        (array->scope != MUTATE_NONE && array->line > index->line)) {
        inner = array;
        outer = index;
    }
    out->scope = inner->scope;
    out->line = inner->line;
    out->column = inner->column;
    return is_inside(s, inner->scope, outer->scope);
}

/* An array of numbers, as a whole. */
static bool
take_array(MutateScan *s, uint32_t first, MutateVariable *v)
{
    uint64_t count;
    unsigned dimensions;
    MutateSite kind = {0};
    LLVMTypeRef type =
        flatten(s->bases.all.at[first + v->operand.base], &count, &dimensions);

    names_put_type(s, type, &kind);
    if (dimensions == 0 || kind.of.bits < 8 || kind.of.flags & MUTATE_POINTER ||
        count > UINT32_MAX)
        return false;
    v->name++; /* without & */
    v->is_address = false;
    v->is_array = true;
    v->is_row = dimensions == 1;
    v->operand.deref = MUTATE_DIRECT;
    v->operand.bits = kind.of.bits;
    v->operand.flags = kind.of.flags;
    v->operand.value = (int64_t)count;
    v->type = kind.of.type;
    return true;
}

void
names_add_elements(MutateScan *s, uint32_t first, uint32_t first_variable,
                   LLVMValueRef f)
{
    size_t n = s->lists.variables.n, narrays = 0, nelements = 0;
    MutateVariable arrays[MAX_ARRAYS];
    Map indices = {0};

    for (size_t i = first_variable; i < n && narrays < MAX_ARRAYS; i++) {
        MutateVariable v = s->lists.variables.at[i];
        if (v.is_address && !v.is_member && take_array(s, first, &v))
            arrays[narrays++] = v;
    }
    find_indices(f, &indices);
    for (size_t a = 0; a < narrays; a++)
        for (size_t i = first_variable;
             i < n && arrays[a].is_row && nelements < MAX_ELEMENTS; i++) {
            const MutateVariable index = s->lists.variables.at[i];
            MutateVariable v = arrays[a];
            LLVMValueRef place = s->bases.all.at[first + index.operand.base];
            if (index.is_address || index.is_member ||
                index.operand.flags & (MUTATE_FLOAT | MUTATE_POINTER) ||
                !map_find(&indices, &place, sizeof place) ||
                !meet(s, &arrays[a], &index, &v))
                continue;
            v.name = arena_printf(&s->out->arena, "%s[%s]", arrays[a].name,
                                  index.name);
            v.operand.index = index.operand.base + 1;
            v.operand.index_bits = index.operand.bits;
            v.is_array = false;
            v.is_member = true;
            vec_push(&s->lists.variables, v);
            nelements++;
        }
    for (size_t a = 0; a < narrays; a++)
        vec_push(&s->lists.variables, arrays[a]);
    map_done(&indices);
}
