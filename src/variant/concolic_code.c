/* concolic_code.c - the steps by which a function is rewritten: slots, shadows,
 * guards. See concolic_code.h.
 */
#include "variant/concolic_code.h"

#include "base/mem.h"
#include "format/shadow.h"

#include <assert.h>
#include <string.h>

/* As the runtime's functions are: hardly any register is lost by a call. */
enum { PRESERVE_MOST = 14 };

/* Add the scalars of `type` at `offset`; false if there are too many. */
static bool
add_leaves(const ConcolicCode *c, LLVMTypeRef type, uint64_t offset,
           unsigned *path, unsigned depth, Shape *out)
{
    ShapeLeaf l = {.offset = (uint32_t)offset, .depth = depth, .type = type};
    unsigned n;

    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        n = LLVMCountStructElementTypes(type);
        for (unsigned i = 0; i < n; i++) {
            if (depth >= MAX_PATH)
                return false;
            path[depth] = i;
            if (!add_leaves(c, LLVMStructGetTypeAtIndex(type, i),
                            offset + LLVMOffsetOfElement(c->layout, type, i),
                            path, depth + 1, out))
                return false;
        }
        return true;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        n = LLVMGetTypeKind(type) == LLVMArrayTypeKind
                ? (unsigned)LLVMGetArrayLength2(type)
                : LLVMGetVectorSize(type);
        type = LLVMGetElementType(type);
        if (n > MAX_LEAVES || depth >= MAX_PATH ||
            (LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
             LLVMGetIntTypeWidth(type) % 8))
            return false;
        for (unsigned i = 0; i < n; i++) {
            path[depth] = i;
            if (!add_leaves(c, type,
                            offset + i * LLVMABISizeOfType(c->layout, type),
                            path, depth + 1, out))
                return false;
        }
        return true;
    case LLVMIntegerTypeKind:
        l.bits = LLVMGetIntTypeWidth(type);
        break;
    case LLVMPointerTypeKind:
        l.bits = LLVMGetPointerAddressSpace(type) ? 0 : 64;
        break;
    case LLVMFloatTypeKind:
        l.bits = 32;
        break;
    case LLVMDoubleTypeKind:
        l.bits = 64;
        break;
    case LLVMVoidTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMLabelTypeKind:
    case LLVMTokenTypeKind:
        return false;
    default:
        break;
    }
    l.bits = l.bits > 64 ? 0 : l.bits;
    l.bytes = (uint32_t)LLVMStoreSizeOfType(c->layout, type);
    for (unsigned i = 0; i < depth; i++)
        l.path[i] = path[i];
    if (out->n == MAX_LEAVES)
        return false;
    out->leaf[out->n++] = l;
    return true;
}

void
code_shape(const ConcolicCode *c, LLVMTypeRef type, Shape *out)
{
    unsigned path[MAX_PATH];

    memset(out, 0, sizeof *out);
    if (!add_leaves(c, type, 0, path, 0, out))
        out->n = 0;
    bool some = false;
    for (unsigned i = 0; i < out->n; i++)
        some |= out->leaf[i].bits > 0;
    out->n = some ? out->n : 0;
    out->plain = out->n == 1 && out->leaf[0].depth == 0;
    if (LLVMTypeIsSized(type))
        out->size = LLVMStoreSizeOfType(c->layout, type);
}

Cell *
code_cell(ConcolicCode *c, LLVMValueRef v)
{
    uint32_t *i = map_find(&c->f.cells.index, &v, sizeof v);

    return i ? &c->f.cells.at.at[*i] : NULL;
}

static LLVMValueRef
frame_at(ConcolicCode *c, uint32_t at)
{
    assert(at != NOWHERE);
    return code_at(c, c->f.frame.base, at);
}

LLVMValueRef
code_frame_load(ConcolicCode *c, LLVMTypeRef type, uint32_t at)
{
    return LLVMBuildLoad2(c->ir.builder, type, frame_at(c, at), "");
}

void
code_frame_store(ConcolicCode *c, LLVMValueRef v, uint32_t at)
{
    LLVMBuildStore(c->ir.builder, v, frame_at(c, at));
}

LLVMValueRef
code_frame_shadow(ConcolicCode *c, const Cell *cell, uint32_t at, unsigned k)
{
    return cell->may && k < cell->shape.n && at != NOWHERE
               ? code_frame_load(c, c->ir.i32, at + 4 * k)
               : c->zero;
}

LLVMValueRef
code_use(ConcolicCode *c, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v))
        return v;
    Cell *cell = code_cell(c, v);
    assert(cell);
    bool here = c->here.slow ? cell->segment == c->here.segment
                             : LLVMGetInstructionParent(v) == c->here.old;
    if (cell->everywhere || here) {
        assert(cell->now);
        return cell->now;
    }
    if (c->here.slow)
        return code_frame_load(c, LLVMTypeOf(v), cell->slow.frame);
    assert(cell->clean.slot);
    return LLVMBuildLoad2(c->ir.builder, LLVMTypeOf(v), cell->clean.slot, "");
}

void
code_shadows(ConcolicCode *c, LLVMValueRef v, LLVMValueRef out[MAX_LEAVES])
{
    Cell *cell =
        LLVMIsAInstruction(v) || LLVMIsAArgument(v) ? code_cell(c, v) : NULL;

    for (unsigned i = 0; i < MAX_LEAVES; i++)
        out[i] = c->zero;
    if (!cell || !c->here.slow || cell->everywhere || !cell->may)
        return;
    for (unsigned i = 0; i < cell->shape.n; i++)
        out[i] = LLVMIsAInstruction(v) && cell->segment == c->here.segment
                     ? cell->shadows[i]
                     : code_frame_shadow(c, cell, cell->slow.shadows_at, i);
}

LLVMValueRef
code_shadow(ConcolicCode *c, LLVMValueRef v)
{
    LLVMValueRef all[MAX_LEAVES];

    code_shadows(c, v, all);
    return all[0];
}

void
code_define(ConcolicCode *c, LLVMValueRef old, LLVMValueRef value,
            const LLVMValueRef shadows[MAX_LEAVES])
{
    Cell *cell = code_cell(c, old);

    if (!cell)
        return;
    cell->now = value;
    if (!c->here.slow) {
        if (cell->clean.slot)
            LLVMBuildStore(c->ir.builder, value, cell->clean.slot);
        return;
    }
    if (cell->slow.frame != NOWHERE)
        code_frame_store(c, value, cell->slow.frame);
    for (unsigned i = 0; i < cell->shape.n; i++) {
        cell->shadows[i] = shadows && cell->may ? shadows[i] : c->zero;
        if (cell->may && cell->slow.shadows_at != NOWHERE)
            code_frame_store(c, cell->shadows[i],
                             cell->slow.shadows_at + 4 * i);
    }
}

void
code_leave_clean(ConcolicCode *c, LLVMValueRef inst)
{
    size_t n;
    const uint32_t *live = lives_at(c, inst, &n);

    for (size_t k = 0; k < n; k++) {
        Cell *cell = &c->f.cells.at.at[live[k]];
        if (cell->slow.frame != NOWHERE)
            code_frame_store(
                c,
                cell->variable ? LLVMBuildLoad2(c->ir.builder,
                                                LLVMGetAllocatedType(cell->old),
                                                cell->now, "")
                               : code_use(c, cell->old),
                cell->slow.frame);
        for (unsigned i = 0;
             cell->may && cell->slow.shadows_at != NOWHERE && i < cell->shape.n;
             i++)
            code_frame_store(c, c->zero, cell->slow.shadows_at + 4 * i);
    }
}

LLVMValueRef
code_clone(ConcolicCode *c, LLVMValueRef inst)
{
    LLVMValueRef copy = LLVMInstructionClone(inst);
    unsigned n = (unsigned)LLVMGetNumOperands(inst);

    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, i);
        if (LLVMIsAInstruction(operand))
            LLVMSetOperand(copy, i, code_use(c, operand));
    }
    LLVMInsertIntoBuilder(c->ir.builder, copy);
    return copy;
}

LLVMBasicBlockRef
code_block(ConcolicCode *c)
{
    return LLVMAppendBasicBlockInContext(c->ir.context, c->f.function, "");
}

LLVMBasicBlockRef
code_slow_entry(ConcolicCode *c, LLVMValueRef inst)
{
    uint32_t n = (uint32_t)c->f.entries.blocks.n;
    uint32_t *i = map_put(&c->f.entries.index, &inst, sizeof inst, n);

    if (*i == n)
        vec_push(&c->f.entries.blocks, code_block(c));
    return c->f.entries.blocks.at[*i];
}

LLVMValueRef
code_number(const ConcolicCode *c, uint64_t v)
{
    return LLVMConstInt(c->ir.i32, v, 0);
}

LLVMValueRef
code_number64(const ConcolicCode *c, uint64_t v)
{
    return LLVMConstInt(c->ir.i64, v, 0);
}

LLVMValueRef
code_word(ConcolicCode *c, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);

    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return LLVMBuildPtrToInt(c->ir.builder, v, c->ir.i64, "");
    case LLVMFloatTypeKind:
        v = LLVMBuildBitCast(c->ir.builder, v, c->ir.i32, "");
        return LLVMBuildZExt(c->ir.builder, v, c->ir.i64, "");
    case LLVMDoubleTypeKind:
        return LLVMBuildBitCast(c->ir.builder, v, c->ir.i64, "");
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(type) < 64)
            return LLVMBuildZExt(c->ir.builder, v, c->ir.i64, "");
        if (LLVMGetIntTypeWidth(type) == 64)
            return v;
        return LLVMBuildTrunc(c->ir.builder, v, c->ir.i64, "");
    default:
        return code_number64(c, 0);
    }
}

LLVMValueRef
code_or(ConcolicCode *c, const LLVMValueRef *shadows, unsigned n)
{
    LLVMValueRef any = c->zero;

    for (unsigned i = 0; i < n; i++)
        if (shadows[i] != c->zero)
            any = any == c->zero
                      ? shadows[i]
                      : LLVMBuildOr(c->ir.builder, any, shadows[i], "");
    return any;
}

LLVMValueRef
code_at(ConcolicCode *c, LLVMValueRef pointer, uint64_t offset)
{
    LLVMValueRef by = code_number64(c, offset);

    return offset ? LLVMBuildGEP2(c->ir.builder, c->ir.i8, pointer, &by, 1, "")
                  : pointer;
}

LLVMValueRef
code_call(ConcolicCode *c, const char *name, char returns, LLVMValueRef *values,
          unsigned n)
{
    LLVMTypeRef types[16];
    LLVMValueRef f = LLVMGetNamedFunction(c->ir.module, name);

    assert(n <= 16);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(values[i]);
    LLVMTypeRef type = LLVMFunctionType(returns == 'v'   ? c->ir.nothing
                                        : returns == 'p' ? c->ir.ptr
                                                         : c->ir.i32,
                                        types, n, 0);
    if (!f) {
        f = LLVMAddFunction(c->ir.module, name, type);
        LLVMSetVisibility(f, LLVMHiddenVisibility);
        LLVMSetFunctionCallConv(f, PRESERVE_MOST);
    }
    LLVMValueRef call = LLVMBuildCall2(c->ir.builder, type, f, values, n, "");
    LLVMSetInstructionCallConv(call, PRESERVE_MOST);
    return call;
}

void
code_unlikely(ConcolicCode *c, LLVMValueRef condition, LLVMBasicBlockRef then,
              LLVMBasicBlockRef other)
{
    LLVMValueRef b = LLVMBuildCondBr(c->ir.builder, condition, then, other);

    LLVMSetMetadata(b, c->unlikely_kind,
                    LLVMMetadataAsValue(c->ir.context, c->unlikely));
}

LLVMValueRef
code_mapped(ConcolicCode *c, LLVMValueRef pointer, uint64_t size)
{
    LLVMValueRef any = NULL;
    LLVMValueRef address =
        LLVMBuildPtrToInt(c->ir.builder, pointer, c->ir.i64, "");

    for (uint64_t k = 0; k == 0 || k < size; k += 8) {
        LLVMValueRef at =
            k ? LLVMBuildAdd(c->ir.builder, address, code_number64(c, k), "")
              : address;
        LLVMValueRef i =
            LLVMBuildAnd(c->ir.builder,
                         LLVMBuildLShr(c->ir.builder, at,
                                       code_number64(c, SHADOW_MAP_SHIFT), ""),
                         code_number64(c, (1U << SHADOW_MAP_BITS) - 1), "");
        LLVMValueRef entry = LLVMBuildLoad2(
            c->ir.builder, c->ir.i8,
            LLVMBuildGEP2(c->ir.builder, c->ir.i8, c->shared.map, &i, 1, ""),
            "");
        any = any ? LLVMBuildOr(c->ir.builder, any, entry, "") : entry;
    }
    return LLVMBuildICmp(c->ir.builder, LLVMIntNE, any,
                         LLVMConstInt(c->ir.i8, 0, 0), "");
}

ShadowGuard
code_guard(ConcolicCode *c, LLVMValueRef any)
{
    ShadowGuard g = {.from = LLVMGetInsertBlock(c->ir.builder),
                     .join = code_block(c)};
    LLVMBasicBlockRef build = code_block(c);

    if (LLVMTypeOf(any) != c->ir.i1)
        any = LLVMBuildICmp(c->ir.builder, LLVMIntNE, any, c->zero, "");
    LLVMBuildCondBr(c->ir.builder, any, build, g.join);
    LLVMPositionBuilderAtEnd(c->ir.builder, build);
    return g;
}

void
code_guard_end(ConcolicCode *c, const ShadowGuard *g)
{
    LLVMBuildBr(c->ir.builder, g->join);
    LLVMPositionBuilderAtEnd(c->ir.builder, g->join);
}

void
code_assume(ConcolicCode *c, LLVMValueRef shadow, ConcolicReason reason)
{
    if (shadow == c->zero || !c->here.slow)
        return;
    LLVMValueRef values[] = {code_number(c, c->here.number), shadow,
                             code_number(c, reason)};
    code_call(c, "__culprit_crt_assume", 'v', values, 3);
}

void
code_assume_all(ConcolicCode *c, LLVMValueRef v, ConcolicReason reason)
{
    LLVMValueRef shadows[MAX_LEAVES];

    if (!c->here.slow)
        return;
    code_shadows(c, v, shadows);
    for (unsigned i = 0; i < MAX_LEAVES; i++)
        code_assume(c, shadows[i], reason);
}

LLVMValueRef
code_declare(ConcolicCode *c, LLVMTypeRef type, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(c->ir.module, name);

    if (!g)
        g = LLVMAddGlobal(c->ir.module, type, name);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    return g;
}
