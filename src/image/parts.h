/* parts.h - globals of modules, and constructors of an image's parts.
 *
 * In one module there is one list of constructors; these rules give it the
 * meaning it has between an executable and its libraries.
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
};

/* All functions, variables, aliases and ifuncs of a module. */
typedef VEC(LLVMValueRef) Globals;
void parts_globals(LLVMModuleRef module, Globals *out);

/* Whether it is a definition that other modules may see. */
bool parts_defines(LLVMValueRef global);

/* Give up this definition: its uses become uses of another's. */
void parts_undefine(LLVMValueRef global);

/* Make it the module's own. */
void parts_internalise(LLVMValueRef global);

/* Symbol versions cannot be given in an executable: the default version of a
 * library's name becomes the plain name. */
void parts_settle_assembler(LLVMModuleRef module);

/* The order in which the loader initialises the parts: what is needed comes
 * first, the executable last. */
void parts_order(const ElfFile *parts, size_t n, size_t *order);

/* Make constructors run in that order, whatever their priorities. */
void parts_order_constructors(ImagePart *parts, const size_t *order, size_t n);

#endif
