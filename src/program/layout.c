/* layout.c - how variables of LLVM types are divided into slots.
 *
 * Structs are divided down to their scalars, an array is one element that
 * stands for all. A union is one slot (its LLVM type shows one member only; we
 * know it by clang's name for it). Variables of more than LAYOUT_MOST slots are
 * one slot. */
#include "program/layout.h"

#include <llvm-c/Core.h>

#include <string.h>

enum { FAR = 1 << 30 }; /* the end of what has no known end */

static bool
is_union(LLVMTypeRef type)
{
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind
                           ? LLVMGetStructName(type)
                           : NULL;

    return name && strncmp(name, "union.", 6) == 0;
}

static void
push_blob(Layouts *l, uint64_t offset, uint64_t end)
{
    vec_push(&l->slots, (CodeSlot){.offset = offset,
                                   .end = end > offset ? end : offset + 1,
                                   .size = 1,
                                   .many = true});
}

static void
flatten(Layouts *l, LLVMTypeRef type, uint64_t offset, uint64_t end)
{
    uint64_t size = LLVMABISizeOfType(l->data, type), n;

    if (is_union(type)) {
        push_blob(l, offset, end ? end : offset + size);
        return;
    }
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        n = LLVMCountStructElementTypes(type);
        for (unsigned i = 0; i < n; i++)
            flatten(l, LLVMStructGetTypeAtIndex(type, i),
                    offset + LLVMOffsetOfElement(l->data, type, i), end);
        break;
    case LLVMArrayTypeKind:
        n = LLVMGetArrayLength2(type);
        if (n > 1 && end == 0)
            end = offset + size;
        if (n > 0)
            flatten(l, LLVMGetElementType(type), offset, end);
        break;
    default:
        if (size > 0)
            vec_push(&l->slots, (CodeSlot){.offset = offset,
                                           .end = end ? end : offset + size,
                                           .size = (uint32_t)size,
                                           .many = end != 0});
    }
}

void
layout_init(Layouts *l, LLVMTargetDataRef data)
{
    *l = (Layouts){.data = data};
    push_blob(l, 0, FAR);
    vec_push(&l->layouts, (CodeLayout){.size = FAR, .slot = 0, .nslots = 1});
    for (uint32_t i = 0; i < LAYOUT_WORDS; i++) {
        bool last = i + 1 == LAYOUT_WORDS;
        vec_push(&l->slots,
                 (CodeSlot){.offset = (uint64_t)i * LAYOUT_WORD,
                            .end = last ? FAR : (i + 1) * LAYOUT_WORD,
                            .size = last ? 1 : LAYOUT_WORD,
                            .many = true});
    }
    vec_push(&l->layouts,
             (CodeLayout){.size = FAR, .slot = 1, .nslots = LAYOUT_WORDS});
}

void
layout_done(Layouts *l)
{
    vec_done(&l->layouts);
    vec_done(&l->slots);
    map_done(&l->known);
}

uint32_t
layout_of(Layouts *l, LLVMTypeRef type, bool many)
{
    struct {
        LLVMTypeRef type;
        uintptr_t many;
    } key = {type, many};
    uint32_t fresh = (uint32_t)l->layouts.n;
    uint32_t *known = map_put(&l->known, &key, sizeof key, fresh);

    if (*known != fresh)
        return *known;
    size_t slot = l->slots.n;
    uint64_t size =
        LLVMTypeIsSized(type) ? LLVMABISizeOfType(l->data, type) : 0;
    if (size)
        flatten(l, type, 0, many ? FAR : 0);
    if (l->slots.n == slot || l->slots.n - slot > LAYOUT_MOST) {
        l->slots.n = slot;
        push_blob(l, 0, many ? FAR : size);
    }
    vec_push(&l->layouts,
             (CodeLayout){.size = many ? FAR : size,
                          .slot = (uint32_t)slot,
                          .nslots = (uint32_t)(l->slots.n - slot)});
    return fresh;
}

uint64_t
layout_fold(const Layouts *l, LLVMTypeRef type, uint64_t offset)
{
    uint64_t folded = 0;

    for (;;) {
        uint64_t size =
            LLVMTypeIsSized(type) ? LLVMABISizeOfType(l->data, type) : 0;
        if (offset >= size || is_union(type))
            return folded + (offset >= size ? offset : 0);
        switch ((int)LLVMGetTypeKind(type)) {
        case LLVMStructTypeKind: {
            unsigned i = LLVMElementAtOffset(l->data, type, offset);
            uint64_t at = LLVMOffsetOfElement(l->data, type, i);
            folded += at;
            offset -= at;
            type = LLVMStructGetTypeAtIndex(type, i);
            break;
        }
        case LLVMArrayTypeKind:
            type = LLVMGetElementType(type);
            if (LLVMABISizeOfType(l->data, type) == 0)
                return folded;
            offset %= LLVMABISizeOfType(l->data, type);
            break;
        default:
            return folded + offset;
        }
    }
}

bool
layout_offset(LLVMTargetDataRef data, LLVMValueRef gep, uint64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);

    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (!LLVMIsAConstantInt(index))
            return false;
        uint64_t k = (uint64_t)LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += LLVMOffsetOfElement(data, type, (unsigned)k);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
        } else {
            type = i > 1 ? LLVMGetElementType(type) : type;
            *offset += k * LLVMABISizeOfType(data, type);
        }
    }
    return true;
}
