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

#endif
