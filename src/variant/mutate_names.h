/* mutate_names.h - what a place of the source can name. */
#ifndef CULPRIT_VARIANT_MUTATE_NAMES_H
#define CULPRIT_VARIANT_MUTATE_NAMES_H

#include "program/debug.h"
#include "variant/mutate_sites.h"

/* Equal numbers: equal source types. */
uint32_t names_type(MutateScan *s, const DebugKind *k);
uint8_t names_flags(const DebugKind *k);

/* What an LLVM type is; bits 0 if it is no scalar of ours. */
void names_put_type(MutateScan *s, LLVMTypeRef type, MutateSite *site);

uint32_t names_scope(MutateScan *s, LLVMMetadataRef scope);

/* Locals of the function, globals that it uses, then the scalars of its own
 * unit. `first`: of its bases. */
void names_add(MutateScan *s, uint32_t first, LLVMValueRef f);

/* The variable whose place this is, or NULL. */
const MutateVariable *names_variable(const MutateScan *s,
                                     uint32_t first_variable,
                                     LLVMValueRef place);

/* Arrays, and elements of them; after names_add (mutate_arrays.c). */
void names_add_elements(MutateScan *s, uint32_t first, uint32_t first_variable,
                        LLVMValueRef f);

#endif
