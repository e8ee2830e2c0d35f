/* concolic_code.h - a function while it is rewritten with shadows.
 *
 * Every function gets two copies of its code. The clean one computes, and only
 * looks whether what it loads, or gets from a call, has a shadow; if so, it
 * goes on in the slow one, which keeps a shadow beside every value. There,
 * what lives longer than from one such place to the next (a segment) is in a
 * frame in memory, and is put there by the clean code that enters. (With
 * registers in both, the merges at every entry take compilers minutes.) What
 * clean code needs in several blocks is in slots that mem2reg makes registers
 * again.
 */
#ifndef CULPRIT_VARIANT_CONCOLIC_CODE_H
#define CULPRIT_VARIANT_CONCOLIC_CODE_H

#include "base/map.h"
#include "base/vec.h"
#include "format/concolic.h"
#include "format/shadow.h"
#include "variant/ir.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <stdbool.h>

#define NOWHERE UINT32_MAX

enum { MAX_LEAVES = SHADOW_LEAVES, MAX_PATH = 4 };

/* The scalars of a type, each with a shadow of its own. */
typedef struct ShapeLeaf ShapeLeaf;
struct ShapeLeaf {
    uint32_t offset, bytes, bits; /* bits: 0 if it never has a shadow */
    unsigned path[MAX_PATH], depth;
    LLVMTypeRef type;
};

typedef struct Shape Shape;
struct Shape {
    unsigned n; /* 0: never has a shadow */
    bool plain; /* one leaf, and it is the value */
    ShapeLeaf leaf[MAX_LEAVES];
    uint64_t size; /* in memory */
};

typedef struct Cell Cell;
struct Cell { /* an instruction or parameter of the old code */
    LLVMValueRef old;
    Shape shape;
    unsigned segment; /* that defines it */
    bool everywhere;  /* an alloca: it has one `now` */
    bool variable;    /* an alloca that becomes a register */
    bool may;         /* have a shadow */
    struct {
        LLVMValueRef slot;     /* if used in other blocks */
        LLVMValueRef incoming; /* a phi's, from the blocks before */
    } clean;
    struct {                 /* places in the frame; NOWHERE: none */
        uint32_t frame;      /* if used in other segments */
        uint32_t shadows_at; /* of its shadows */
        uint32_t frame_incoming, shadows_incoming;
    } slow;
    LLVMValueRef now, shadows[MAX_LEAVES]; /* in the segment at hand */
};

typedef struct Block Block;
struct Block {
    LLVMBasicBlockRef old, clean, slow;
    uint32_t number;
};

/* Variables of the runtime. */
typedef struct Shared Shared;
struct Shared {
    LLVMValueRef map, args, ret, tag, caller, byvals, variadic;
};

/* The function at hand. */
typedef struct Rewriting Rewriting;
struct Rewriting {
    LLVMValueRef function;
    LLVMBasicBlockRef entry;
    struct {
        LLVMValueRef described, saved, saved_args;
    } variadic;        /* `...`, or NULLs */
    LLVMValueRef copy; /* slow or not, at computed jumps */
    bool twice;        /* calls setjmp: its variables stay in memory */
    struct {
        VEC(Cell) at;
        Map index;
    } cells;
    struct {
        VEC(Block) at;
        Map index;
    } blocks;
    struct {
        LLVMValueRef base;
        uint32_t size;
    } frame; /* of slow code */
    struct {
        Map index; /* instruction -> of lists: first, end in `cells` */
        VEC(uint32_t) lists;
        VEC(uint32_t) cells;
    } lives;
    struct {
        Map index; /* instruction -> of blocks */
        VEC(LLVMBasicBlockRef) blocks;
    } entries; /* into slow code */
};

/* The place at hand. */
typedef struct RewritePoint RewritePoint;
struct RewritePoint {
    bool slow;
    unsigned segment;
    uint32_t number; /* of the block */
    LLVMBasicBlockRef old;
};

typedef struct ConcolicCode ConcolicCode;
struct ConcolicCode {
    Ir ir;
    LLVMTargetDataRef layout;
    LLVMValueRef zero; /* the shadow of what is concrete */
    Shared shared;
    LLVMValueRef site; /* the shadow on its way through a site, or NULL */
    LLVMMetadataRef unlikely;
    unsigned unlikely_kind;
    const Map *numbers; /* of all blocks, as before any change */
    Rewriting f;
    RewritePoint here;
};

/* concolic_code.c */
void code_shape(const ConcolicCode *c, LLVMTypeRef type, Shape *out);
Cell *code_cell(ConcolicCode *c,
                LLVMValueRef v); /* NULL: a constant or the like */
LLVMValueRef code_use(ConcolicCode *c, LLVMValueRef v);
void code_shadows(ConcolicCode *c, LLVMValueRef v,
                  LLVMValueRef out[MAX_LEAVES]);
LLVMValueRef code_shadow(ConcolicCode *c,
                         LLVMValueRef v); /* of a plain value */
void code_define(ConcolicCode *c, LLVMValueRef old, LLVMValueRef value,
                 const LLVMValueRef shadows[MAX_LEAVES]);
LLVMValueRef code_clone(ConcolicCode *c, LLVMValueRef inst);
LLVMBasicBlockRef code_block(ConcolicCode *c);
LLVMBasicBlockRef code_slow_entry(ConcolicCode *c, LLVMValueRef inst);
/* From clean code: what lives at `inst` goes to the frame. */
void code_leave_clean(ConcolicCode *c, LLVMValueRef inst);
LLVMValueRef code_frame_load(ConcolicCode *c, LLVMTypeRef type, uint32_t at);
void code_frame_store(ConcolicCode *c, LLVMValueRef v, uint32_t at);
/* The shadow of leaf k, from its place in the frame. */
LLVMValueRef code_frame_shadow(ConcolicCode *c, const Cell *cell, uint32_t at,
                               unsigned k);
LLVMValueRef code_number(const ConcolicCode *c, uint64_t v); /* i32 */
LLVMValueRef code_number64(const ConcolicCode *c, uint64_t v);
LLVMValueRef code_word(ConcolicCode *c,
                       LLVMValueRef v); /* its bits as an i64 */
LLVMValueRef code_or(ConcolicCode *c, const LLVMValueRef *shadows, unsigned n);
LLVMValueRef code_at(ConcolicCode *c, LLVMValueRef pointer, uint64_t offset);
LLVMValueRef code_declare(ConcolicCode *c, LLVMTypeRef type, const char *name);
/* A call of the runtime: of the name, with what it returns ('v', 'i', 'p')
 * and values of any of i32, i64, ptr. */
LLVMValueRef code_call(ConcolicCode *c, const char *name, char returns,
                       LLVMValueRef *values, unsigned n);
/* Go to one of two blocks; `then` is the rare one. */
void code_unlikely(ConcolicCode *c, LLVMValueRef condition,
                   LLVMBasicBlockRef then, LLVMBasicBlockRef other);
/* May memory at `pointer` have shadows? An i1. */
LLVMValueRef code_mapped(ConcolicCode *c, LLVMValueRef pointer, uint64_t size);

/* Code that runs only if a shadow is not 0 (or an i1 is true). */
typedef struct ShadowGuard ShadowGuard;
struct ShadowGuard {
    LLVMBasicBlockRef from, join;
};
ShadowGuard code_guard(ConcolicCode *c, LLVMValueRef any);
void code_guard_end(ConcolicCode *c, const ShadowGuard *g);
/* Make this shadow's value concrete from here on. */
void code_assume(ConcolicCode *c, LLVMValueRef shadow, ConcolicReason reason);
void code_assume_all(ConcolicCode *c, LLVMValueRef v, ConcolicReason reason);

/* concolic_inst.c */
void inst_emit(ConcolicCode *c, LLVMValueRef inst);
void inst_real(ConcolicCode *c, LLVMValueRef inst, ConcolicOp op,
               unsigned more);
bool inst_enters(ConcolicCode *c, LLVMValueRef inst); /* slow code, before it */

/* concolic_flow.c */
void lives_find(ConcolicCode *c); /* what may have shadows, what lives where */
const uint32_t *lives_at(ConcolicCode *c, LLVMValueRef inst, size_t *n);
void lives_done(ConcolicCode *c);

/* concolic_call.c */
void call_emit(ConcolicCode *c, LLVMValueRef call);
void call_return(ConcolicCode *c, LLVMValueRef ret);
void call_before_entry(ConcolicCode *c);
void call_entry(ConcolicCode *c); /* of slow code */
bool call_gives_shadow(const ConcolicCode *c, LLVMValueRef call);
bool call_is_twice(LLVMValueRef call);

#endif
