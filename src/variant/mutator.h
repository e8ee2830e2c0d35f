/* mutator.h - a module while checks are written into it. */
#ifndef CULPRIT_VARIANT_MUTATOR_H
#define CULPRIT_VARIANT_MUTATOR_H

#include "base/vec.h"
#include "variant/ir.h"
#include "variant/mutate_sites.h"

/* Variables of the runtime, and the checks that sites call. */
typedef struct MutateChecks MutateChecks;
struct MutateChecks {
    LLVMValueRef active, active_function, steps;
    LLVMValueRef value, place, store, binary; /* inline */
};

typedef struct Mutator Mutator;
struct Mutator {
    MutateScan *s;
    Ir ir;
    MutateChecks checks;
    LLVMValueRef f;          /* the function at hand, */
    LLVMValueRef table;      /* its table, */
    LLVMBasicBlockRef leave; /* its early return, or NULL yet */
    bool is_twin;
    VEC(LLVMValueRef) functions; /* of the program */
};

/* The place of an instruction in the source, or that of its function. */
LLVMMetadataRef mutator_place(Mutator *m, LLVMValueRef inst);
/* Build before an instruction, with the place of one. */
void mutator_position(Mutator *m, LLVMValueRef before, LLVMValueRef like);

LLVMValueRef mutator_global(Mutator *m, const char *name, LLVMTypeRef type);
LLVMValueRef mutator_runtime(Mutator *m, const char *name, LLVMTypeRef type);
void mutator_attribute(Mutator *m, LLVMValueRef f, const char *name);
/* What the runtime says the function, or a call, shall return. */
LLVMValueRef mutator_result(Mutator *m);

/* Values as 64 bits and back. */
LLVMValueRef mutator_widen(Mutator *m, LLVMValueRef v);
LLVMValueRef mutator_narrow(Mutator *m, LLVMValueRef v, LLVMTypeRef type);

/* The instruction and all that follow it become a block of their own; the
 * first part is left without an end. */
LLVMBasicBlockRef mutator_split(Mutator *m, LLVMValueRef inst);
/* The function's own room becomes its first block, which is left without an
 * end; all else stays where it is, so that nobody's phi need change. */
LLVMBasicBlockRef mutator_split_entry(Mutator *m);
/* End `from` with a branch: to `slow` if the global is this number. */
void mutator_branch_if(Mutator *m, LLVMBasicBlockRef from, LLVMValueRef global,
                       uint32_t number, LLVMBasicBlockRef slow,
                       LLVMBasicBlockRef on);

#endif
