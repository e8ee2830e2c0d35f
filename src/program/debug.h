/* debug.h - names and places from a module's debug information.
 *
 * LLVM's C interface does not reach most of it: metadata nodes are read by
 * operand position here, and nowhere else.
 */
#ifndef CULPRIT_PROGRAM_DEBUG_H
#define CULPRIT_PROGRAM_DEBUG_H

#include "base/str.h"

#include <llvm-c/Types.h>

#include <stdbool.h>
#include <stdint.h>

/* An intrinsic that only informs (debug values, lifetimes): no code. */
bool debug_is_marker(LLVMValueRef instruction);

/* The function's name in the source; static functions of several files may
 * share one. Valid until the next call for an unnamed function. */
const char *debug_function_name(LLVMValueRef function);
void debug_function_place(LLVMValueRef function, const char **dir,
                          const char **name, uint32_t *line);

/* Does its declaration say that it returns a pointer to char? */
bool debug_returns_string(LLVMValueRef function);

/* The variable that this marker declares, where it is and its line, or NULL. */
const char *debug_declared(LLVMValueRef marker, LLVMValueRef *place,
                           uint32_t *line);
LLVMValueRef debug_declared_type(LLVMValueRef marker); /* of that variable */

/* Call `each` for the function's parameters and local variables. */
void debug_variables(LLVMValueRef function,
                     void (*each)(void *, const char *name, uint32_t line,
                                  bool parameter),
                     void *context);

/* Call `each` for the memory (usually an alloca) that holds a local variable
 * or parameter; `type` is its description, for debug_part_name. */
void debug_places(LLVMValueRef function,
                  void (*each)(void *, LLVMValueRef place, const char *name,
                               LLVMValueRef type),
                  void *context);
LLVMValueRef debug_global_type(LLVMValueRef global); /* or NULL */

/* Append ".member" and "[index]" for what lies at this byte of a variable,
 * down to the first thing that starts there. */
void debug_part_name(LLVMValueRef type, uint64_t offset, Str *out);

/* NULL if the global is none of the source's. */
const char *debug_global_name(LLVMValueRef global, uint32_t *line);

/* A variable of the source that is one integer (of at most 64 bits), pointer,
 * float or double in memory. */
typedef struct DebugScalar DebugScalar;
struct DebugScalar {
    const char *name;
    LLVMValueRef place;            /* its alloca or global */
    LLVMTypeRef type;              /* in memory */
    LLVMMetadataRef target;        /* what it points to, NULL if no pointer */
    LLVMMetadataRef scope, file;   /* where it is declared */
    uint32_t line, column;         /* globals have no column */
    bool is_unsigned, is_restless; /* restless: volatile or atomic */
};

/* False if the instruction declares no such local, the global is none. */
bool debug_local_scalar(LLVMValueRef instruction, DebugScalar *out);
bool debug_global_scalar(LLVMValueRef global, DebugScalar *out);

/* How memory of a source type is read, if it is one number or address. */
typedef struct DebugKind DebugKind;
struct DebugKind {
    uint8_t bits;
    bool is_signed, is_float, is_pointer, is_restless;
    LLVMValueRef target; /* what it points to, NULL: void or no pointer */
};
bool debug_kind(LLVMValueRef type, DebugKind *out);
LLVMValueRef debug_plain_type(LLVMValueRef type); /* below its typedefs */

/* The parameter types of a function, its result first (NULL: void). Gives how
 * many, at most `max` of them in `out`. */
unsigned debug_signature(LLVMValueRef function, LLVMValueRef *out,
                         unsigned max);

/* Call `each` for the members of a struct or union (else for none), those of
 * unnamed inner ones included; bit fields are left out. */
void debug_members(LLVMValueRef type,
                   void (*each)(void *, const char *name, uint64_t offset,
                                LLVMValueRef type),
                   void *context);

/* A bit-field of some struct or union of the module. */
typedef struct DebugBitField DebugBitField;
struct DebugBitField {
    uint64_t offset; /* of its first bit, in the struct */
    unsigned bits;
    bool is_signed;
};

/* Call `each` for all that the module's types have; some may come twice. */
void debug_bit_fields(LLVMModuleRef module,
                      void (*each)(void *, const DebugBitField *),
                      void *context);

/* Scopes: that of an instruction (NULL if unknown), the one around a block
 * (NULL around a function), the unit and the file of a function. */
LLVMMetadataRef debug_scope(LLVMValueRef instruction);
LLVMMetadataRef debug_outer_scope(LLVMContextRef context,
                                  LLVMMetadataRef scope);
LLVMMetadataRef debug_unit(LLVMValueRef function);
LLVMMetadataRef debug_file(LLVMValueRef function);
bool debug_is_block(LLVMMetadataRef scope); /* or a function: no file */

#endif
