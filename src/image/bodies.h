/* bodies.h - inline functions keep their bodies. */
#ifndef CULPRIT_IMAGE_BODIES_H
#define CULPRIT_IMAGE_BODIES_H

#include <llvm-c/Types.h>

/* Make functions of the linked module out of what culprit-cc has kept for it:
 * inline definitions that nothing else defines, and inline functions. */
void bodies_settle(LLVMModuleRef module);

#endif
