/* concolic_code.h - a function while it is written anew with shadows.
 *
 * Every function gets two copies of its code. The clean one computes, and only
 * looks whether what it loads, or gets from a call, has a shadow; if so, it
 * goes on in the slow one, which keeps a shadow beside every value. All values
 * that live longer than from one such place to the next (a segment) are in
 * slots, which mem2reg makes registers again.
 */
#ifndef CULPRIT_VARIANT_CONCOLIC_CODE_H
#define CULPRIT_VARIANT_CONCOLIC_CODE_H

#include "base/map.h"
#include "base/vec.h"
#include "format/concolic.h"
#include "format/shadow.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <stdbool.h>

enum { MAX_LEAVES = SHADOW_LEAVES, MAX_PATH = 4 };

/* The scalars of a type, each with a shadow of its own. */
typedef struct Leaf Leaf;
struct Leaf {
    uint32_t offset, bytes, bits; /* bits: 0 if it never has a shadow */
    unsigned path[MAX_PATH], depth;
    LLVMTypeRef type;
};

typedef struct Shape Shape;
struct Shape {
    unsigned n; /* 0: never has a shadow */
    bool plain; /* one leaf, and it is the value */
    Leaf leaf[MAX_LEAVES];
    uint64_t size; /* in memory */
};

typedef struct Cell Cell;
struct Cell { /* an instruction or parameter of the old code */
    LLVMValueRef old;
    Shape shape;
    unsigned segment;                 /* that defines it */
    bool everywhere;                  /* an alloca: it has one `now` */
    bool variable;                    /* an alloca that becomes a register */
    LLVMValueRef slot, *shadow_slots; /* if used in other segments */
    LLVMValueRef incoming, *shadow_incoming; /* a phi's, from before */
    LLVMValueRef now, shadows[MAX_LEAVES];   /* in the segment at hand */
};

typedef struct Block Block;
struct Block {
    LLVMBasicBlockRef old, clean, slow;
    uint32_t number;
};

typedef struct Code Code;
struct Code {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef i1, i8, i32, i64, ptr, nothing;
    LLVMValueRef zero; /* the shadow of what is concrete */
    LLVMValueRef map, args, ret, tag, caller, byvals, variadic;
    LLVMValueRef site; /* the shadow on its way through a site, or NULL */
    LLVMMetadataRef unlikely;
    unsigned unlikely_kind;
    const Map *numbers; /* of all blocks, as before any change */

    /* The function at hand. */
    LLVMValueRef function;
    LLVMBasicBlockRef entry;
    LLVMValueRef described, saved, saved_args; /* of `...`, or NULL */
    LLVMValueRef copy; /* slow or not, at computed jumps */
    bool twice;        /* calls setjmp: its variables stay in memory */
    Map cell_index, block_index;
    VEC(Cell) cells;
    VEC(Block) blocks;
    Map entries; /* instruction -> of slow_entries */
    VEC(LLVMBasicBlockRef) slow_entries;

    /* The place at hand. */
    bool slow;
    unsigned segment;
    uint32_t number; /* of the block */
};

/* concolic_code.c */
void code_shape(const Code *c, LLVMTypeRef type, Shape *out);
Cell *code_cell(Code *c, LLVMValueRef v); /* NULL: a constant or the like */
LLVMValueRef code_use(Code *c, LLVMValueRef v);
void code_shadows(Code *c, LLVMValueRef v, LLVMValueRef out[MAX_LEAVES]);
LLVMValueRef code_shadow(Code *c, LLVMValueRef v); /* of a plain value */
void code_define(Code *c, LLVMValueRef old, LLVMValueRef value,
                 const LLVMValueRef shadows[MAX_LEAVES]);
LLVMValueRef code_clone(Code *c, LLVMValueRef inst);
LLVMBasicBlockRef code_block(Code *c);
LLVMBasicBlockRef code_slow_entry(Code *c, LLVMValueRef inst);
LLVMValueRef code_number(const Code *c, uint64_t v); /* i32 */
LLVMValueRef code_number64(const Code *c, uint64_t v);
LLVMValueRef code_word(Code *c, LLVMValueRef v); /* its bits as an i64 */
LLVMValueRef code_or(Code *c, const LLVMValueRef *shadows, unsigned n);
LLVMValueRef code_at(Code *c, LLVMValueRef pointer, uint64_t offset);
LLVMValueRef code_declare(Code *c, LLVMTypeRef type, const char *name);
/* A call of the runtime: of the name, with what it returns ('v', 'i', 'p')
 * and values of any of i32, i64, ptr. */
LLVMValueRef code_call(Code *c, const char *name, char returns,
                       LLVMValueRef *values, unsigned n);
/* Go to one of two blocks; `then` is the rare one. */
void code_unlikely(Code *c, LLVMValueRef condition, LLVMBasicBlockRef then,
                   LLVMBasicBlockRef other);
/* May memory at `pointer` have shadows? An i1. */
LLVMValueRef code_mapped(Code *c, LLVMValueRef pointer, uint64_t size);

/* Code that runs only if a shadow is not 0 (or an i1 is true). */
typedef struct Guard Guard;
struct Guard {
    LLVMBasicBlockRef from, join;
};
Guard code_guard(Code *c, LLVMValueRef any);
void code_guard_end(Code *c, const Guard *g);
/* Make this shadow's value concrete from here on. */
void code_assume(Code *c, LLVMValueRef shadow, ConcolicReason reason);
void code_assume_all(Code *c, LLVMValueRef v, ConcolicReason reason);

/* concolic_inst.c */
void inst_emit(Code *c, LLVMValueRef inst);
void inst_real(Code *c, LLVMValueRef inst, ConcolicOp op, unsigned more);
bool inst_enters(const Code *c, LLVMValueRef inst); /* slow code, before it */

/* concolic_prune.c */
void prune_function(LLVMValueRef function, LLVMTypeRef i32);

/* concolic_call.c */
void call_emit(Code *c, LLVMValueRef call);
void call_return(Code *c, LLVMValueRef ret);
void call_before_entry(Code *c);
void call_entry(Code *c); /* of slow code */
bool call_gives_shadow(const Code *c, LLVMValueRef call);
bool call_is_twice(LLVMValueRef call);

#endif
