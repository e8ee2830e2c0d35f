/* script_parts.h - what the two halves of the writer of scripts share: rows of
 * instructions (script.c), and the operands and places they name
 * (script_place.c).
 */
#ifndef CULPRIT_VARIANT_SCRIPT_PARTS_H
#define CULPRIT_VARIANT_SCRIPT_PARTS_H

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "variant/script.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

typedef struct ScriptLocal ScriptLocal;
struct ScriptLocal {
    const char *name;
    LLVMValueRef type; /* its debug information */
};

typedef struct ScriptWriter ScriptWriter;
struct ScriptWriter {
    LLVMTargetDataRef layout;
/* NOLINTNEXTLINE(bugprone-macro-parentheses): it declares */
#define WRITER_FIELD(type, name) VEC(type) name;
    SCRIPT_TABLES(WRITER_FIELD)
#undef WRITER_FIELD
    struct { /* what the rows stand for */
        VEC(LLVMValueRef) functions, insts, globals;
        VEC(LLVMBasicBlockRef) blocks;
    } refs;
    struct { /* numbers of rows */
        Map functions, blocks, insts, globals, texts, lines;
    } index;
    LLVMValueRef function; /* the one at hand */
    Map local_index;       /* its allocas and parameters -> locals */
    VEC(ScriptLocal) locals;
};

uint32_t script_add_text(ScriptWriter *w, const char *text);

/* The number of an instruction's line; a parameter is stored to its variable
 * where the function is declared. SCRIPT_NONE: it has none. */
uint32_t script_line_of(ScriptWriter *w, LLVMValueRef inst);

/* The number of a block, function or instruction, SCRIPT_NONE: it has none. */
uint32_t script_number(const Map *map, const void *ref);

uint64_t script_bytes(const ScriptWriter *w, LLVMTypeRef type);

/* Bits of a number or an address, 0 if the type is neither. Numbers that are
 * not whole are carried, not computed. */
uint8_t script_bits(LLVMTypeRef type);

/* The element that operand i of an address computation chooses in *type, which
 * becomes the element's: its offset if that is fixed (a member), else *scale
 * is what the operand is multiplied by. False if it is no such thing. */
bool script_step(const ScriptWriter *w, LLVMValueRef gep, unsigned i,
                 LLVMTypeRef *type, uint64_t *offset, uint64_t *scale);

/* Append an operand, a place, to those of the row. */
void script_add_operand(ScriptWriter *w, ScriptInst *row, LLVMValueRef v);
void script_add_place(ScriptWriter *w, ScriptInst *row, LLVMValueRef address);

/* What the source calls the place of a store or load: "m", "s.b", "a[2]"; of
 * what a pointer points to, "*p". */
void script_describe(ScriptWriter *w, LLVMValueRef address, Str *out);

/* Is the variable only ever loaded and stored as a whole? */
bool script_is_register(const ScriptWriter *w, LLVMValueRef var, uint64_t size);

#endif
