/* parts.h - what the dynamic linker decides among an image's parts.
 *
 * In one module there is one name space and one list of constructors; these
 * rules give both the meaning they have between an executable and its
 * libraries.
 */
#ifndef CULPRIT_IMAGE_PARTS_H
#define CULPRIT_IMAGE_PARTS_H

#include "base/vec.h"
#include "image/elf.h"

#include <llvm-c/Types.h>

typedef struct ImagePart ImagePart;
struct ImagePart {
    const ElfFile *file;
    LLVMModuleRef module; /* NULL: a library without bitcode */
    bool symbolic;        /* references to its own names stay inside */
};

/* All functions, variables, aliases and ifuncs of a module. */
typedef VEC(LLVMValueRef) Globals;
void parts_globals(LLVMModuleRef module, Globals *out);

/* Whether it is a definition that other modules may see. */
bool parts_defines(LLVMValueRef global);

/* Give up this definition: its uses become uses of another's. */
void parts_undefine(LLVMValueRef global);

/* The names of all parts, the executable first, in the order of loading. */
void parts_settle(ImagePart *parts, size_t n);

/* The order in which the loader initialises the parts: what is needed comes
 * first, the executable last. */
void parts_order(const ElfFile *parts, size_t n, size_t *order);

/* Make constructors run in that order, whatever their priorities. */
void parts_order_constructors(ImagePart *parts, const size_t *order, size_t n);

#endif
