/* halves.c - one module compiled as two, at the same time.
 *
 * Both have all of the module, since a process that is forked has a copy. What
 * the other half is to emit is only there to be looked at
 * (available_externally).
 */
#include "variant/halves.h"

#include "base/mem.h"
#include "base/vec.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>

/* A function with a body. */
typedef struct Body Body;
struct Body {
    LLVMValueRef function;
    uint64_t size;
    uint32_t order;
    int half;
};

typedef VEC(Body) Bodies;

static uint64_t
size_of(LLVMValueRef f)
{
    uint64_t n = 0;

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            n++;
    return n;
}

uint64_t
halves_size(LLVMModuleRef module)
{
    uint64_t n = 0;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        n += size_of(f);
    return n;
}

bool
halves_are_possible(LLVMModuleRef module)
{
    size_t n = 0;

    LLVMGetModuleInlineAsm(module, &n);
    return n == 0 && !LLVMGetFirstGlobalAlias(module) &&
           !LLVMGetFirstGlobalIFunc(module);
}

void
halves_share(LLVMValueRef global, uint32_t number)
{
    size_t n;
    char *name =
        mem_printf("culprit.%u.%s", number, LLVMGetValueName2(global, &n));

    LLVMSetLinkage(global, LLVMExternalLinkage);
    LLVMSetVisibility(global, LLVMHiddenVisibility);
    LLVMSetValueName2(global, name, strlen(name));
    free(name);
}

static bool
is_local(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);

    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static void
share_all(LLVMValueRef first, LLVMValueRef (*next)(LLVMValueRef),
          uint32_t *number)
{
    for (LLVMValueRef v = first; v; v = next(v))
        if (is_local(v))
            halves_share(v, (*number)++);
}

void
halves_open(LLVMModuleRef module)
{
    uint32_t number = 0;

    share_all(LLVMGetFirstGlobal(module), LLVMGetNextGlobal, &number);
    share_all(LLVMGetFirstFunction(module), LLVMGetNextFunction, &number);
}

static int
larger(const void *a, const void *b)
{
    const Body *x = a, *y = b;

    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Does anybody know where labels of the function are? Tables of them are in
 * half 0. */
static bool
has_known_labels(LLVMValueRef f)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
        if (LLVMIsABlockAddress(LLVMGetUser(u)))
            return true;
    return false;
}

/* The largest first, each to the half that has less. */
static void
divide(LLVMModuleRef module, Bodies *out)
{
    uint64_t sizes[2] = {0, 0};

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            vec_push(out, (Body){.function = f,
                                 .size = size_of(f),
                                 .order = (uint32_t)out->n});
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, larger);
    for (size_t i = 0; i < out->n; i++) {
        Body *b = &out->at[i];
        b->half = sizes[1] < sizes[0] && !has_known_labels(b->function);
        sizes[b->half] += b->size;
    }
}

static void
leave_to_other(LLVMValueRef global)
{
    LLVMSetComdat(global, NULL);
    LLVMSetLinkage(global, LLVMAvailableExternallyLinkage);
}

/* Lists of the compiler's own are in one half only. */
static void
leave_data(LLVMModuleRef module)
{
    LLVMValueRef next;

    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (LLVMGetLinkage(g) == LLVMAppendingLinkage)
            LLVMDeleteGlobal(g);
        else if (!LLVMIsDeclaration(g))
            leave_to_other(g);
    }
}

void
halves_keep(LLVMModuleRef module, int half)
{
    Bodies bodies = {0};

    divide(module, &bodies);
    for (size_t i = 0; i < bodies.n; i++)
        if (bodies.at[i].half != half)
            leave_to_other(bodies.at[i].function);
    if (half)
        leave_data(module);
    vec_done(&bodies);
}
