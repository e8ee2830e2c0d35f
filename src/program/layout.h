/* layout.h - how variables of LLVM types are divided into slots. */
#ifndef CULPRIT_PROGRAM_LAYOUT_H
#define CULPRIT_PROGRAM_LAYOUT_H

#include "base/map.h"
#include "base/vec.h"
#include "program/code.h"

#include <llvm-c/Target.h>
#include <llvm-c/Types.h>

/* Layouts every program has. ORDER LAYOUT */
enum {
    LAYOUT_BLOB, /* one slot: what we know nothing of */
    LAYOUT_HEAP, /* words of four bytes: type known by use only */
    LAYOUT_FIXED
};
enum { LAYOUT_MOST = 256, LAYOUT_WORD = 4, LAYOUT_WORDS = 32 };

typedef struct Layouts Layouts;
struct Layouts {
    LLVMTargetDataRef data;
    VEC(CodeLayout) layouts;
    VEC(CodeSlot) slots;
    Map known; /* type and whether it is repeated -> layout */
};

void layout_init(Layouts *l, LLVMTargetDataRef data);
void layout_done(Layouts *l);

/* The layout of a variable; `many`: of an array of unknown length of them. */
uint32_t layout_of(Layouts *l, LLVMTypeRef type, bool many);

/* A byte's place with array elements counted as the first one. */
uint64_t layout_fold(const Layouts *l, LLVMTypeRef type, uint64_t offset);

/* Add up a constant address computation; false if it is none we know. */
bool layout_offset(LLVMTargetDataRef data, LLVMValueRef gep, uint64_t *offset);

#endif
