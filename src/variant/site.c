/* site.c - mark the places where a run's state can be altered.
 *
 * The functions that sites call are made here: LLVM-C cannot split blocks, so
 * the branch to the rare case comes in by inlining.
 */
#include "variant/site.h"

#include "base/mem.h"
#include "variant/ir.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

typedef struct Marker Marker;
struct Marker {
    Ir ir;
    LLVMValueRef left; /* the countdown */
    LLVMTypeRef slow_type;
    LLVMValueRef slow;
};

static void
add_attribute(const Marker *m, LLVMValueRef f, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(m->ir.context, kind, 0));
}

static void
set_metadata(const Marker *m, LLVMValueRef inst, const char *name,
             LLVMMetadataRef *parts, size_t n)
{
    unsigned kind =
        LLVMGetMDKindIDInContext(m->ir.context, name, (unsigned)strlen(name));

    LLVMSetMetadata(
        inst, kind,
        LLVMMetadataAsValue(m->ir.context,
                            LLVMMDNodeInContext2(m->ir.context, parts, n)));
}

/* A sanitizer, if there is one, shall not look at the countdown. */
static LLVMValueRef
hide(const Marker *m, LLVMValueRef access)
{
    set_metadata(m, access, "nosanitize", NULL, 0);
    return access;
}

static void
mark_unlikely(const Marker *m, LLVMValueRef branch)
{
    LLVMMetadataRef parts[] = {
        LLVMMDStringInContext2(m->ir.context, "branch_weights", 14),
        LLVMValueAsMetadata(LLVMConstInt(m->ir.i32, 1, 0)),
        LLVMValueAsMetadata(LLVMConstInt(m->ir.i32, 1 << 20, 0))};

    set_metadata(m, branch, "prof", parts, 3);
}

/* Any scalar as 64 bits, and back. */
static LLVMValueRef
widen(const Marker *m, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);

    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return LLVMBuildPtrToInt(m->ir.builder, v, m->ir.i64, "");
    case LLVMFloatTypeKind:
        v = LLVMBuildBitCast(m->ir.builder, v, m->ir.i32, "");
        return LLVMBuildZExt(m->ir.builder, v, m->ir.i64, "");
    case LLVMDoubleTypeKind:
        return LLVMBuildBitCast(m->ir.builder, v, m->ir.i64, "");
    default:
        return LLVMGetIntTypeWidth(type) == 64
                   ? v
                   : LLVMBuildZExt(m->ir.builder, v, m->ir.i64, "");
    }
}

static LLVMValueRef
narrow(const Marker *m, LLVMValueRef v, LLVMTypeRef type)
{
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return LLVMBuildIntToPtr(m->ir.builder, v, type, "");
    case LLVMFloatTypeKind:
        v = LLVMBuildTrunc(m->ir.builder, v, m->ir.i32, "");
        return LLVMBuildBitCast(m->ir.builder, v, type, "");
    case LLVMDoubleTypeKind:
        return LLVMBuildBitCast(m->ir.builder, v, type, "");
    default:
        return LLVMGetIntTypeWidth(type) == 64
                   ? v
                   : LLVMBuildTrunc(m->ir.builder, v, type, "");
    }
}

/* Its name's end and its bits. */
static unsigned
describe(LLVMTypeRef type, char name[16])
{
    static const struct {
        LLVMTypeKind kind;
        const char *name;
        unsigned bits;
    } others[] = {{LLVMPointerTypeKind, "ptr", 64},
                  {LLVMFloatTypeKind, "float", 32},
                  {LLVMDoubleTypeKind, "double", 64}};

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (LLVMGetTypeKind(type) == others[i].kind) {
            memcpy(name, others[i].name, strlen(others[i].name) + 1);
            return others[i].bits;
        }
    unsigned bits = LLVMGetIntTypeWidth(type);
    char *text = mem_printf("i%u", bits);
    memcpy(name, text, strlen(text) + 1);
    free(text);
    return bits;
}

/* T site(T value, i32 inst)
 * { return --left ? value : (T)slow(value, inst, bits); } */
static void
fill_function(Marker *m, LLVMValueRef f, LLVMTypeRef type, unsigned bits)
{
    LLVMBuilderRef b = m->ir.builder;
    LLVMBasicBlockRef entry =
                          LLVMAppendBasicBlockInContext(m->ir.context, f, ""),
                      rare =
                          LLVMAppendBasicBlockInContext(m->ir.context, f, ""),
                      end = LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMValueRef value = LLVMGetParam(f, 0);

    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef left = hide(m, LLVMBuildLoad2(b, m->ir.i64, m->left, ""));
    left = LLVMBuildSub(b, left, LLVMConstInt(m->ir.i64, 1, 0), "");
    hide(m, LLVMBuildStore(b, left, m->left));
    LLVMValueRef now =
        LLVMBuildICmp(b, LLVMIntEQ, left, LLVMConstInt(m->ir.i64, 0, 0), "");
    mark_unlikely(m, LLVMBuildCondBr(b, now, rare, end));
    LLVMPositionBuilderAtEnd(b, rare);
    LLVMValueRef args[] = {widen(m, value), LLVMGetParam(f, 1),
                           LLVMConstInt(m->ir.i32, bits, 0)};
    LLVMValueRef call = LLVMBuildCall2(b, m->slow_type, m->slow, args, 3, "");
    LLVMSetInstructionCallConv(call, LLVMPreserveMostCallConv);
    LLVMValueRef altered = narrow(m, call, type);
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMValueRef phi = LLVMBuildPhi(b, type, "");
    LLVMAddIncoming(phi, &value, &entry, 1);
    LLVMAddIncoming(phi, &altered, &rare, 1);
    LLVMBuildRet(b, phi);
}

static LLVMValueRef
function_for(Marker *m, LLVMTypeRef type, LLVMTypeRef *function_type)
{
    LLVMTypeRef types[] = {type, m->ir.i32};
    char end[16];
    unsigned bits = describe(type, end);
    char *name = mem_printf(SITE_PREFIX "%s", end);

    *function_type = LLVMFunctionType(type, types, 2, 0);
    LLVMValueRef f = LLVMGetNamedFunction(m->ir.module, name);
    if (!f) {
        f = LLVMAddFunction(m->ir.module, name, *function_type);
        LLVMSetLinkage(f, LLVMInternalLinkage);
        add_attribute(m, f, "alwaysinline");
        add_attribute(m, f, "nounwind");
        fill_function(m, f, type, bits);
    }
    free(name);
    return f;
}

/* The value through the function, at that place. */
static LLVMValueRef
route(Marker *m, LLVMValueRef value, uint32_t inst, LLVMValueRef before,
      LLVMValueRef like)
{
    LLVMTypeRef type;
    LLVMValueRef f = function_for(m, LLVMTypeOf(value), &type);
    LLVMValueRef args[] = {value, LLVMConstInt(m->ir.i32, inst, 0)};
    LLVMValueRef owner =
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(before));
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(like);
    LLVMMetadataRef scope = LLVMGetSubprogram(owner);

    if (!place && scope)
        place =
            LLVMDIBuilderCreateDebugLocation(m->ir.context, 0, 0, scope, NULL);
    LLVMPositionBuilderBefore(m->ir.builder, before);
    LLVMSetCurrentDebugLocation2(m->ir.builder, scope ? place : NULL);
    return LLVMBuildCall2(m->ir.builder, type, f, args, 2, "");
}

static LLVMValueRef
mark(Marker *m, LLVMValueRef inst, uint32_t number)
{
    LLVMValueRef call;

    if (!LLVMIsACallInst(inst)) { /* the value is the first operand */
        call = route(m, LLVMGetOperand(inst, 0), number, inst, inst);
        LLVMSetOperand(inst, 0, call);
        return call;
    }
    call = route(m, inst, number, LLVMGetNextInstruction(inst), inst);
    LLVMReplaceAllUsesWith(inst, call);
    LLVMSetOperand(call, 0, inst);
    return call;
}

void
site_mark(LLVMModuleRef module, const Script *s, const ScriptSource *from,
          LLVMValueRef *calls)
{
    Marker m = {0};

    ir_init(&m.ir, module);
    LLVMTypeRef types[] = {m.ir.i64, m.ir.i32, m.ir.i32};
    m.left = LLVMAddGlobal(module, m.ir.i64, "__culprit_alter_left");
    LLVMSetVisibility(m.left, LLVMHiddenVisibility);
    m.slow_type = LLVMFunctionType(m.ir.i64, types, 3, 0);
    m.slow = LLVMAddFunction(module, "__culprit_alter_now", m.slow_type);
    LLVMSetVisibility(m.slow, LLVMHiddenVisibility);
    LLVMSetFunctionCallConv(m.slow, LLVMPreserveMostCallConv);
    add_attribute(&m, m.slow, "cold");
    for (uint32_t i = 0; i < s->ninsts; i++)
        calls[i] = s->insts[i].site ? mark(&m, from->insts[i], i) : NULL;
    ir_done(&m.ir);
}

void
site_mark_module(LLVMModuleRef module)
{
    Script script;
    ScriptSource source;

    script_build(module, "", &script, &source);
    LLVMValueRef *calls = mem_zalloc(script.ninsts + 1, sizeof(LLVMValueRef));
    site_mark(module, &script, &source, calls);
    free(calls);
    script_source_done(&source);
    script_done(&script);
}
