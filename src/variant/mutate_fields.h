/* mutate_fields.h - accesses to bit-fields, which are several instructions. */
#ifndef CULPRIT_VARIANT_MUTATE_FIELDS_H
#define CULPRIT_VARIANT_MUTATE_FIELDS_H

#include "base/map.h"
#include "base/vec.h"

#include <llvm-c/Target.h>
#include <llvm-c/Types.h>

#include <stdbool.h>
#include <stdint.h>

/* One access. Its bits are `shift`.. of the unit at the address. */
typedef struct MutateField MutateField;
struct MutateField {
    LLVMValueRef address;
    LLVMValueRef value; /* of a read: what was read; of a write: the `or` whose
                           second operand is what is written, in its place */
    LLVMValueRef load;
    LLVMValueRef store; /* of a write, else NULL */
    unsigned shift, bits;
    bool is_signed;
};

/* The accesses of a module; zeroed, there are none. */
typedef struct MutateFields MutateFields;
struct MutateFields {
    Map members; /* of all structs: offset and bits -> is it signed? */
    VEC(MutateField) all;
    Map of; /* instruction or address -> access */
    LLVMTargetDataRef layout;
};

/* needs: a fresh module, unoptimised. */
void fields_scan(LLVMModuleRef module, MutateFields *out);
void fields_done(MutateFields *f);

/* The access that the instruction is a part or the address of, or NULL. */
const MutateField *fields_find(const MutateFields *f, LLVMValueRef inst);

/* The number that a constant in its place is. */
int64_t fields_literal(const MutateField *f, LLVMValueRef packed);

/* The value that is in its place, and the other way round. */
LLVMValueRef fields_unpack(LLVMBuilderRef b, const MutateField *f,
                           LLVMValueRef unit);
LLVMValueRef fields_pack(LLVMBuilderRef b, const MutateField *f,
                         LLVMValueRef value);

#endif
