/* calls.c - which functions each block calls. */
#include "program/calls.h"

#include "base/map.h"
#include "base/vec.h"
#include "image/image.h"
#include "program/build.h"

#include <llvm-c/Core.h>
#include <stdlib.h>

typedef struct CallsBuilder CallsBuilder;
struct CallsBuilder {
    Map functions; /* value -> function of the model */
    VEC(uint32_t) first, callees;
    VEC(bool) indirect;
};

void
calls_done(Calls *c)
{
    free(c->first);
    free(c->callees);
    free(c->indirect);
    *c = (Calls){0};
}

static void
add_block(CallsBuilder *b, LLVMBasicBlockRef block)
{
    bool indirect = false;

    vec_push(&b->first, (uint32_t)b->callees.n);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
         i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
            continue;
        LLVMValueRef callee = LLVMGetCalledValue(i);
        uint32_t *f = map_find(&b->functions, &callee, sizeof callee);
        if (f)
            vec_push(&b->callees, *f);
        else if (!LLVMIsAFunction(callee) && !LLVMIsAInlineAsm(callee))
            indirect = true;
    }
    vec_push(&b->indirect, indirect);
}

static void
build_calls(LLVMModuleRef module, Calls *out)
{
    CallsBuilder b = {0};
    uint32_t n = 0;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f))
            map_put(&b.functions, &f, sizeof f, n++);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
             block = LLVMGetNextBasicBlock(block))
            add_block(&b, block);
    }
    out->nblocks = (uint32_t)b.first.n;
    vec_push(&b.first, (uint32_t)b.callees.n);
    out->first = b.first.at;
    out->callees = b.callees.at;
    out->indirect = b.indirect.at;
    map_done(&b.functions);
}

bool
calls_open(const Texts *programs, const Program *p, Calls *out, Diag *d)
{
    Image image;

    *out = (Calls){0};
    bool ok = image_read(programs, &image, d) && image_link(&image, d);
    if (ok) {
        build_calls(image.module, out);
        if (out->nblocks != p->n.blocks)
            ok = diag_fail(d, "%s is not the program of this model",
                           programs->at[0]);
    }
    image_done(&image);
    if (!ok)
        calls_done(out);
    return ok;
}
