/* mutate_fields.c - accesses to bit-fields, which are several instructions.
 *
 * A bit-field is read as the unit of memory that it is in, shifted and masked;
 * it is written by reading the unit, clearing the field's bits and setting them
 * anew. Nobody wrote these shifts and masks. An access has this shape, one
 * place in the source, and an address at which some struct has a bit-field of
 * this width. (So, by mistake, has a macro that does the same by hand to a
 * number at such a place of another struct.)
 */
#include "variant/mutate_fields.h"

#include "program/build.h"
#include "program/debug.h"
#include "variant/ir.h"

#include <llvm-c/Core.h>

typedef struct FieldKey FieldKey; /* no padding */
struct FieldKey {
    uint64_t offset, bits;
};

static void
note_member(void *context, const DebugBitField *m)
{
    MutateFields *f = context;
    const FieldKey key = {m->offset, m->bits};

    map_put(&f->members, &key, sizeof key, m->is_signed);
}

/* Shapes */

static unsigned
width_of(LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);

    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
                   LLVMGetIntTypeWidth(type) <= 64
               ? LLVMGetIntTypeWidth(type)
               : 0;
}

/* Is it this operation with a literal, at the place of `like`? */
static bool
is_step(LLVMValueRef v, LLVMOpcode op, LLVMValueRef like, uint64_t *by)
{
    if (!v || !LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != op ||
        !LLVMIsAConstantInt(LLVMGetOperand(v, 1)) || !width_of(v) ||
        !ir_is_at_once(v, like))
        return false;
    *by = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
    return true;
}

static LLVMValueRef
only_user(LLVMValueRef v)
{
    LLVMUseRef u = LLVMGetFirstUse(v);

    return u && !LLVMGetNextUse(u) ? LLVMGetUser(u) : NULL;
}

/* How many ones, if they are next to each other from bit 0 on; else 0. */
static unsigned
count_ones(uint64_t mask)
{
    return mask & (mask + 1) ? 0 : (unsigned)__builtin_popcountll(mask);
}

/* Members */

static bool
is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) &&
            LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static bool
is_aggregate(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ||
           LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

/* Of the unit at this address: where in its struct it is, in bits. */
static bool
find_unit(const MutateFields *f, LLVMValueRef address, uint64_t *out)
{
    *out = 0;
    if (LLVMIsAAllocaInst(address))
        return is_aggregate(LLVMGetAllocatedType(address));
    if (LLVMIsAGlobalVariable(address))
        return is_aggregate(LLVMGlobalGetValueType(address));
    if (!is_gep(address) || LLVMGetNumOperands(address) != 3)
        return true;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    LLVMValueRef index = LLVMGetOperand(address, 2);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind ||
        !LLVMIsAConstantInt(index))
        return true;
    const unsigned i = (unsigned)LLVMConstIntGetZExtValue(index);
    if (LLVMGetTypeKind(LLVMStructGetTypeAtIndex(type, i)) !=
        LLVMStructTypeKind) /* else it is the first unit of that */
        *out = 8 * LLVMOffsetOfElement(f->layout, type, i);
    return true;
}

/* Is there such a member? */
static bool
complete(const MutateFields *f, uint64_t shift, uint64_t bits, MutateField *out)
{
    uint64_t unit;

    if (bits == 0 || !find_unit(f, out->address, &unit))
        return false;
    const FieldKey key = {unit + shift, bits};
    const uint32_t *found = map_find(&f->members, &key, sizeof key);
    if (!found)
        return false;
    out->shift = (unsigned)shift;
    out->bits = (unsigned)bits;
    out->is_signed = *found != 0;
    return true;
}

static void
note_part(MutateFields *f, LLVMValueRef part)
{
    if (part && LLVMIsAInstruction(part))
        map_put(&f->of, &part, sizeof part, (uint32_t)f->all.n);
}

/* Reads */

static bool
match_signed(const MutateFields *f, LLVMValueRef shifted, MutateField *out)
{
    const unsigned width = width_of(shifted);
    uint64_t up = 0, down;

    out->value = is_step(shifted, LLVMShl, out->load, &up) ? only_user(shifted)
                                                           : shifted;
    return is_step(out->value, LLVMAShr, out->load, &down) && down >= up &&
           complete(f, down - up, width - down, out);
}

static bool
match_unsigned(const MutateFields *f, LLVMValueRef shifted, MutateField *out)
{
    const unsigned width = width_of(shifted);
    uint64_t down = 0, mask;
    const bool moved = is_step(shifted, LLVMLShr, out->load, &down);

    out->value = moved ? only_user(shifted) : shifted;
    if (is_step(out->value, LLVMAnd, out->load, &mask) &&
        complete(f, down, count_ones(mask), out))
        return true;
    out->value = shifted; /* up to the end of the unit: no mask */
    return moved && complete(f, down, width - down, out);
}

static void
find_read(MutateFields *f, LLVMValueRef load)
{
    MutateField read = {.address = LLVMGetOperand(load, 0), .load = load};
    LLVMValueRef first = only_user(load);

    if (!width_of(load) || !first || map_find(&f->of, &load, sizeof load) ||
        !(match_signed(f, first, &read) || match_unsigned(f, first, &read)))
        return;
    note_part(f, load);
    note_part(f, first);
    note_part(f, read.value);
    note_part(f, read.address);
    vec_push(&f->all, read);
}

/* Writes */

/* The value that an assignment has is what was written, signed again. */
static void
note_result(MutateFields *f, LLVMValueRef masked, LLVMValueRef store)
{
    uint64_t up, down;

    for (LLVMUseRef u = LLVMGetFirstUse(masked); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_step(user, LLVMShl, store, &up) || !only_user(user) ||
            !is_step(only_user(user), LLVMAShr, store, &down) || up != down)
            continue;
        note_part(f, user);
        note_part(f, only_user(user));
    }
}

/* What brings the value to its place: a mask and a shift. */
static void
note_packing(MutateFields *f, const MutateField *w)
{
    LLVMValueRef v = LLVMGetOperand(w->value, 1);
    uint64_t by;

    if (w->shift && is_step(v, LLVMShl, w->store, &by) && by == w->shift) {
        note_part(f, v);
        v = LLVMGetOperand(v, 0);
    }
    if (is_step(v, LLVMAnd, w->store, &by) && count_ones(by) == w->bits) {
        note_part(f, v);
        note_result(f, v, w->store);
    }
}

static void
find_write(MutateFields *f, LLVMValueRef store)
{
    LLVMValueRef set = LLVMGetOperand(store, 0);
    MutateField w = {
        .address = LLVMGetOperand(store, 1), .value = set, .store = store};
    const unsigned width = width_of(set);
    uint64_t keep;

    if (!width || !LLVMIsABinaryOperator(set) ||
        LLVMGetInstructionOpcode(set) != LLVMOr || !ir_is_at_once(set, store))
        return;
    LLVMValueRef cleared = LLVMGetOperand(set, 0);
    if (!is_step(cleared, LLVMAnd, store, &keep))
        return;
    w.load = LLVMGetOperand(cleared, 0);
    const uint64_t mask = ~keep << (64 - width) >> (64 - width);
    const unsigned shift = mask ? (unsigned)__builtin_ctzll(mask) : 0;
    if (!LLVMIsALoadInst(w.load) || LLVMGetOperand(w.load, 0) != w.address ||
        !ir_is_at_once(w.load, store) ||
        !complete(f, shift, count_ones(mask >> shift), &w))
        return;
    note_part(f, store);
    note_part(f, set);
    note_part(f, cleared);
    note_part(f, w.load);
    note_part(f, w.address);
    note_packing(f, &w);
    vec_push(&f->all, w);
}

static void
scan_function(MutateFields *f, LLVMValueRef function)
{
    for (int writes = 1; writes >= 0; writes--) /* which have loads, too */
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i))
                if (writes && LLVMIsAStoreInst(i))
                    find_write(f, i);
                else if (!writes && LLVMIsALoadInst(i))
                    find_read(f, i);
}

void
fields_scan(LLVMModuleRef module, MutateFields *out)
{
    *out = (MutateFields){.layout = LLVMGetModuleDataLayout(module)};
    debug_bit_fields(module, note_member, out);
    if (out->members.n == 0)
        return;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f))
            scan_function(out, f);
}

void
fields_done(MutateFields *f)
{
    map_done(&f->members);
    map_done(&f->of);
    vec_done(&f->all);
}

const MutateField *
fields_find(const MutateFields *f, LLVMValueRef inst)
{
    const uint32_t *i = map_find(&f->of, &inst, sizeof inst);

    return i ? &f->all.at[*i] : NULL;
}

/* Values */

int64_t
fields_literal(const MutateField *f, LLVMValueRef packed)
{
    const uint64_t v =
        LLVMConstIntGetZExtValue(packed) >> f->shift << (64 - f->bits);

    return f->is_signed ? (int64_t)v >> (64 - f->bits)
                        : (int64_t)(v >> (64 - f->bits));
}

LLVMValueRef
fields_unpack(LLVMBuilderRef b, const MutateField *f, LLVMValueRef unit)
{
    LLVMTypeRef type = LLVMTypeOf(unit);
    const unsigned down = LLVMGetIntTypeWidth(type) - f->bits;
    LLVMValueRef by = LLVMConstInt(type, down, 0);
    LLVMValueRef top =
        LLVMBuildShl(b, unit, LLVMConstInt(type, down - f->shift, 0), "");

    return f->is_signed ? LLVMBuildAShr(b, top, by, "")
                        : LLVMBuildLShr(b, top, by, "");
}

LLVMValueRef
fields_pack(LLVMBuilderRef b, const MutateField *f, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    const uint64_t mask = ~(uint64_t)0 >> (64 - f->bits);

    return LLVMBuildShl(b,
                        LLVMBuildAnd(b, value, LLVMConstInt(type, mask, 0), ""),
                        LLVMConstInt(type, f->shift, 0), "");
}
