/* concolic.c - make a module record expressions, as format/concolic.h says.
 *
 * Blocks get their numbers first, then the models of libc are linked in and
 * take the place of what the program only declares. Then every function is
 * written anew, twice (see concolic_code.h).
 */
#include "variant/concolic.h"

#include "base/io.h"
#include "base/mem.h"
#include "format/model.h"
#include "variant/concolic_code.h"
#include "variant/ctype.h"
#include "variant/site.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool
starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* ---- numbers and models ---- */

static bool
is_ours(LLVMValueRef f)
{
    return starts(LLVMGetValueName(f), "__culprit_") &&
           !starts(LLVMGetValueName(f), MODEL_PREFIX);
}

/* Every block not yet numbered; gives the next number. */
static uint32_t
number_blocks(LLVMModuleRef module, uint32_t first, Map *numbers)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = is_ours(f) ? NULL
                                              : LLVMGetFirstBasicBlock(f);
             b; b = LLVMGetNextBasicBlock(b)) {
            size_t before = numbers->n;
            map_put(numbers, &b, sizeof b, first);
            first += numbers->n > before;
        }
    return first;
}

static bool
read_models(LLVMContextRef context, const char *file, LLVMModuleRef *out,
            Diag *d)
{
    LLVMMemoryBufferRef buffer;
    char *error = NULL;

    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &error)) {
        diag_fail(d, "cannot read %s: %s", file, error);
        LLVMDisposeMessage(error);
        return false;
    }
    bool ok = !LLVMParseBitcodeInContext2(context, buffer, out);
    LLVMDisposeMemoryBuffer(buffer);
    return ok || diag_fail(d, "%s: not the bitcode it should be", file);
}

/* Calls of what only libc defines go to its model, where there is one. */
static void
redirect(LLVMModuleRef module, LLVMModuleRef models)
{
    for (LLVMValueRef m = LLVMGetFirstFunction(models); m;
         m = LLVMGetNextFunction(m)) {
        const char *name = LLVMGetValueName(m);
        if (LLVMIsDeclaration(m) || !starts(name, MODEL_PREFIX))
            continue;
        LLVMValueRef f =
            LLVMGetNamedFunction(module, name + strlen(MODEL_PREFIX));
        if (f && LLVMIsDeclaration(f))
            LLVMReplaceAllUsesWith(
                f, LLVMAddFunction(module, name, LLVMGlobalGetValueType(f)));
    }
}

static bool
run_passes(LLVMModuleRef module, const char *passes, Diag *d)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);

    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *text = LLVMGetErrorMessage(error);
    diag_fail(d, "cannot run %s: %s", passes, text);
    LLVMDisposeErrorMessage(text);
    return false;
}

/* Link the models; those nobody calls go again. Own names are local. */
static bool
link_models(LLVMModuleRef module, const char *file, Diag *d)
{
    LLVMModuleRef models;

    if (!read_models(LLVMGetModuleContext(module), file, &models, d))
        return false;
    LLVMSetTarget(models, LLVMGetTarget(module));
    LLVMSetDataLayout(models, LLVMGetDataLayoutStr(module));
    ctype_replace(module);
    redirect(module, models);
    if (LLVMLinkModules2(module, models))
        return diag_fail(d, "cannot link %s", file);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) &&
            starts(LLVMGetValueName(f), MODEL_PREFIX)) {
            LLVMSetVisibility(f, LLVMDefaultVisibility);
            LLVMSetLinkage(f, LLVMInternalLinkage);
        }
    return true;
}

/* ---- one function ---- */

static void
enter(Code *c, const Block *b, bool slow)
{
    c->slow = slow;
    c->number = b->number;
    c->old = b->old;
    LLVMPositionBuilderAtEnd(c->builder, slow ? b->slow : b->clean);
}

/* Is this alloca one that mem2reg makes a register? */
static bool
is_variable(LLVMValueRef alloca)
{
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);

    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (LLVMIsALoadInst(i) && !LLVMGetVolatile(i) && LLVMTypeOf(i) == type)
            continue;
        if (LLVMIsAStoreInst(i) && !LLVMGetVolatile(i) &&
            LLVMGetOperand(i, 0) != alloca &&
            LLVMTypeOf(LLVMGetOperand(i, 0)) == type)
            continue;
        return false;
    }
    return true;
}

static bool
is_static(const Code *c, LLVMValueRef inst)
{
    return LLVMIsAAllocaInst(inst) &&
           LLVMIsAConstantInt(LLVMGetOperand(inst, 0)) &&
           LLVMGetInstructionParent(inst) ==
               LLVMGetEntryBasicBlock(c->function);
}

static void
add_cell(Code *c, LLVMValueRef v, unsigned segment)
{
    Cell cell = {
        .old = v, .segment = segment, .frame = NOWHERE, .shadows_at = NOWHERE};

    map_put(&c->cell_index, &v, sizeof v, (uint32_t)c->cells.n);
    code_shape(c, LLVMTypeOf(v), &cell.shape);
    if (LLVMIsAInstruction(v) && is_static(c, v)) {
        cell.everywhere = true;
        cell.variable = !c->twice && is_variable(v);
        if (cell.variable)
            code_shape(c, LLVMGetAllocatedType(v), &cell.shape);
    }
    vec_push(&c->cells, cell);
}

/* Segments: a new one begins where slow code can be entered. */
static void
add_cells(Code *c, Map *segments)
{
    unsigned segment = 0;

    for (unsigned i = 0; i < LLVMCountParams(c->function); i++)
        add_cell(c, LLVMGetParam(c->function, i), 0);
    for (size_t b = 0; b < c->blocks.n; b++) {
        segment++;
        for (LLVMValueRef i = LLVMGetFirstInstruction(c->blocks.at[b].old); i;
             i = LLVMGetNextInstruction(i)) {
            segment += inst_enters(c, i);
            map_put(segments, &i, sizeof i, segment);
            if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
                add_cell(c, i, segment);
            segment += LLVMIsACallInst(i) && call_gives_shadow(c, i);
        }
    }
}

/* Is this value used in another segment (or block)? A phi uses it at the end
 * of a block. */
static bool
is_used_far(LLVMValueRef v, const Map *segments, unsigned segment, bool *block)
{
    LLVMBasicBlockRef own = LLVMGetInstructionParent(v);
    bool far = false;

    *block = false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned n = LLVMIsAPHINode(user) ? LLVMCountIncoming(user) : 1;
        for (unsigned i = 0; i < n; i++) {
            LLVMValueRef at = user;
            if (LLVMIsAPHINode(user)) {
                if (LLVMGetIncomingValue(user, i) != v)
                    continue;
                at = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, i));
            }
            uint32_t *s = map_find(segments, &at, sizeof at);
            far |= s && *s != segment;
            *block |= s && LLVMGetInstructionParent(at) != own;
        }
    }
    return far;
}

static uint32_t
frame_room(Code *c, uint64_t size)
{
    uint32_t align = size <= 8 ? 8 : 16;
    uint32_t at = (c->frame_size + align - 1) & ~(align - 1);

    c->frame_size = at + (uint32_t)size;
    return at;
}

static uint32_t
shadow_room(Code *c, const Cell *cell)
{
    return cell->may && cell->shape.n
               ? frame_room(c, 4 * (uint64_t)cell->shape.n)
               : NOWHERE;
}

static uint64_t
size_of(const Code *c, LLVMTypeRef type)
{
    return LLVMTypeIsSized(type) ? LLVMABISizeOfType(c->layout, type) : 8;
}

/* Slots and places in the frame for one value. */
static void
make_slot(Code *c, Cell *cell, bool far, bool many)
{
    LLVMTypeRef type = LLVMTypeOf(cell->old);

    if (cell->everywhere) {
        cell->now = LLVMInstructionClone(cell->old);
        LLVMInsertIntoBuilder(c->builder, cell->now);
        if (!cell->variable)
            return;
        type = LLVMGetAllocatedType(cell->old);
    } else if (LLVMIsAPHINode(cell->old)) {
        cell->incoming = LLVMBuildAlloca(c->builder, type, "");
        cell->frame_incoming = frame_room(c, size_of(c, type));
        cell->shadows_incoming = shadow_room(c, cell);
    }
    if (!far)
        return;
    if (!LLVMIsAArgument(cell->old)) {
        cell->frame = frame_room(c, size_of(c, type));
        if (many && !cell->everywhere)
            cell->slot = LLVMBuildAlloca(c->builder, type, "");
    }
    cell->shadows_at = shadow_room(c, cell);
}

/* In the new entry: the variables of the function, slots and the frame. What
 * is used in its own block only shares its place with that of others. */
static void
make_slots(Code *c, const Map *segments)
{
    uint32_t shared = 0, most = 0;

    c->frame_size = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        LLVMBasicBlockRef block = NULL;
        shared = c->frame_size;
        for (size_t i = 0; i < c->cells.n; i++) {
            Cell *cell = &c->cells.at[i];
            bool many = true, far = true;
            if (!cell->everywhere && !LLVMIsAArgument(cell->old))
                far = is_used_far(cell->old, segments, cell->segment, &many);
            bool first = many || LLVMIsAPHINode(cell->old);
            if ((pass == 0) != first)
                continue;
            if (pass == 1 && LLVMGetInstructionParent(cell->old) != block) {
                block = LLVMGetInstructionParent(cell->old);
                c->frame_size = shared;
            }
            make_slot(c, cell, far, many);
            most = c->frame_size > most ? c->frame_size : most;
        }
    }
    c->frame = LLVMBuildAlloca(c->builder, LLVMArrayType2(c->i8, most), "");
    LLVMSetAlignment(c->frame, 16);
}

static void
emit_phi(Code *c, LLVMValueRef phi)
{
    Cell *cell = code_cell(c, phi);
    LLVMValueRef shadows[MAX_LEAVES];

    if (!c->slow) {
        code_define(
            c, phi,
            LLVMBuildLoad2(c->builder, LLVMTypeOf(phi), cell->incoming, ""),
            NULL);
        return;
    }
    for (unsigned i = 0; i < MAX_LEAVES; i++)
        shadows[i] = code_frame_shadow(c, cell, cell->shadows_incoming, i);
    code_define(c, phi,
                code_frame_load(c, LLVMTypeOf(phi), cell->frame_incoming),
                shadows);
}

/* What the phis of the blocks that may follow get from here. All are read
 * before any is written. */
static void
emit_incoming(Code *c, LLVMValueRef end)
{
    typedef struct Move Move;
    struct Move {
        Cell *phi;
        LLVMValueRef value, shadows[MAX_LEAVES];
    };
    VEC(Move) moves = {0};
    LLVMBasicBlockRef from = LLVMGetInstructionParent(end);
    unsigned n = LLVMGetNumSuccessors(end);

    for (unsigned s = 0; s < n; s++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(end, s));
             i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
            Move m = {.phi = code_cell(c, i)};
            for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
                if (LLVMGetIncomingBlock(i, k) == from) {
                    m.value = code_use(c, LLVMGetIncomingValue(i, k));
                    code_shadows(c, LLVMGetIncomingValue(i, k), m.shadows);
                    break;
                }
            vec_push(&moves, m);
        }
    for (size_t i = 0; i < moves.n; i++) {
        const Cell *phi = moves.at[i].phi;
        if (!c->slow) {
            LLVMBuildStore(c->builder, moves.at[i].value, phi->incoming);
            continue;
        }
        code_frame_store(c, moves.at[i].value, phi->frame_incoming);
        for (unsigned k = 0; phi->may && k < phi->shape.n; k++)
            code_frame_store(c, moves.at[i].shadows[k],
                             phi->shadows_incoming + 4 * k);
    }
    vec_done(&moves);
}

static LLVMBasicBlockRef
target(Code *c, LLVMBasicBlockRef old)
{
    Block *b = &c->blocks.at[*map_find(&c->block_index, &old, sizeof old)];

    return c->slow ? b->slow : b->clean;
}

static void
emit_branch(Code *c, LLVMValueRef br)
{
    if (!LLVMIsConditional(br)) {
        LLVMBuildBr(c->builder, target(c, LLVMGetSuccessor(br, 0)));
        return;
    }
    LLVMValueRef condition = code_use(c, LLVMGetCondition(br));
    LLVMValueRef shadow = code_shadow(c, LLVMGetCondition(br));
    if (shadow != c->zero) {
        LLVMValueRef values[] = {
            code_number(c, c->number), shadow,
            LLVMBuildZExt(c->builder, condition, c->i32, "")};
        code_call(c, "__culprit_crt_branch", 'v', values, 3);
    }
    LLVMBuildCondBr(c->builder, condition, target(c, LLVMGetSuccessor(br, 0)),
                    target(c, LLVMGetSuccessor(br, 1)));
}

static void
emit_switch(Code *c, LLVMValueRef old)
{
    unsigned n = LLVMGetNumSuccessors(old); /* the default is first */
    LLVMValueRef v = code_use(c, LLVMGetOperand(old, 0));
    LLVMValueRef shadow = code_shadow(c, LLVMGetOperand(old, 0));
    LLVMValueRef *cases = mem_zalloc(n, sizeof *cases);

    for (unsigned i = 1; i < n; i++)
        cases[i - 1] = code_number64(
            c, LLVMConstIntGetZExtValue(LLVMGetOperand(old, 2 * i)));
    if (shadow != c->zero) {
        LLVMValueRef list = LLVMConstArray2(c->i64, cases, n - 1);
        LLVMValueRef global =
            LLVMAddGlobal(c->module, LLVMTypeOf(list), "culprit.cases");
        LLVMSetInitializer(global, list);
        LLVMSetGlobalConstant(global, 1);
        LLVMSetLinkage(global, LLVMPrivateLinkage);
        LLVMValueRef values[] = {code_number(c, c->number), shadow, global,
                                 code_number(c, n - 1)};
        code_call(c, "__culprit_crt_switch", 'v', values, 4);
    }
    LLVMValueRef s =
        LLVMBuildSwitch(c->builder, v, target(c, LLVMGetSuccessor(old, 0)), n);
    for (unsigned i = 1; i < n; i++)
        LLVMAddCase(s, LLVMGetOperand(old, 2 * i),
                    target(c, LLVMGetSuccessor(old, i)));
    free(cases);
}

/* The old blocks stay as the targets: each leads to the copy at hand. */
static void
emit_goto(Code *c, LLVMValueRef old)
{
    unsigned n = LLVMGetNumSuccessors(old);

    code_assume_all(c, LLVMGetOperand(old, 0), CONCOLIC_REASON_TARGET);
    LLVMBuildStore(c->builder, LLVMConstInt(c->i1, c->slow, 0), c->copy);
    LLVMValueRef i =
        LLVMBuildIndirectBr(c->builder, code_use(c, LLVMGetOperand(old, 0)), n);
    for (unsigned k = 0; k < n; k++)
        LLVMAddDestination(i, LLVMGetSuccessor(old, k));
}

static void
emit_end(Code *c, LLVMValueRef end)
{
    emit_incoming(c, end);
    switch ((int)LLVMGetInstructionOpcode(end)) {
    case LLVMBr:
        emit_branch(c, end);
        break;
    case LLVMSwitch:
        emit_switch(c, end);
        break;
    case LLVMIndirectBr:
        emit_goto(c, end);
        break;
    case LLVMRet:
        call_return(c, end);
        break;
    default:
        code_clone(c, end); /* unreachable */
        break;
    }
}

static void
emit_block(Code *c, const Block *b, bool slow, const Map *segments)
{
    enter(c, b, slow);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->old); i;
         i = LLVMGetNextInstruction(i)) {
        Cell *cell = code_cell(c, i);
        c->segment = *map_find(segments, &i, sizeof i);
        if (slow && map_find(&c->entries, &i, sizeof i)) {
            LLVMBuildBr(c->builder, code_slow_entry(c, i));
            LLVMPositionBuilderAtEnd(c->builder, code_slow_entry(c, i));
        }
        if (LLVMIsATerminatorInst(i))
            emit_end(c, i);
        else if (LLVMIsAPHINode(i))
            emit_phi(c, i);
        else if (!cell || !cell->everywhere)
            inst_emit(c, i);
    }
}

static void
empty_block(LLVMBasicBlockRef b)
{
    for (LLVMValueRef i = LLVMGetLastInstruction(b); i;
         i = LLVMGetLastInstruction(b)) {
        if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
        LLVMInstructionEraseFromParent(i);
    }
}

/* Remove the old code; computed jumps still go to the old blocks. */
static void
remove_old(Code *c, const Map *jumped)
{
    for (size_t i = 0; i < c->blocks.n; i++)
        empty_block(c->blocks.at[i].old);
    for (size_t i = 0; i < c->blocks.n; i++) {
        Block *b = &c->blocks.at[i];
        if (!map_find(jumped, &b->old, sizeof b->old)) {
            LLVMDeleteBasicBlock(b->old);
            continue;
        }
        LLVMPositionBuilderAtEnd(c->builder, b->old);
        LLVMBuildCondBr(c->builder,
                        LLVMBuildLoad2(c->builder, c->i1, c->copy, ""), b->slow,
                        b->clean);
    }
}

static void
find_blocks(Code *c, Map *jumped)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->function); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        uint32_t *number = map_find(c->numbers, &b, sizeof b);
        map_put(&c->block_index, &b, sizeof b, (uint32_t)c->blocks.n);
        vec_push(&c->blocks, (Block){.old = b, .number = *number});
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            c->twice |= LLVMIsACallInst(i) && call_is_twice(i);
        for (unsigned k = 0;
             LLVMIsAIndirectBrInst(end) && k < LLVMGetNumSuccessors(end); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
            map_put(jumped, &to, sizeof to, 0);
        }
    }
}

/* Variables of a function that calls setjmp live where longjmp finds them. */
static void
keep_in_memory(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            if (LLVMIsALoadInst(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 0)))
                LLVMSetVolatile(i, 1);
            if (LLVMIsAStoreInst(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 1)))
                LLVMSetVolatile(i, 1);
        }
}

static void
begin_function(Code *c, LLVMBasicBlockRef first)
{
    LLVMValueRef mine;

    LLVMPositionBuilderAtEnd(c->builder, c->entry);
    LLVMBasicBlockRef given = code_block(c);
    mine = LLVMBuildICmp(c->builder, LLVMIntEQ,
                         LLVMBuildLoad2(c->builder, c->ptr, c->tag, ""),
                         c->function, "");
    Block *b = &c->blocks.at[*map_find(&c->block_index, &first, sizeof first)];
    code_unlikely(c, mine, given, b->clean);
    LLVMPositionBuilderAtEnd(c->builder, given);
    c->slow = true;
    call_entry(c);
    LLVMBuildBr(c->builder, b->slow);
}

static void
rewrite_function(Code *c, LLVMValueRef function)
{
    Map jumped = {0}, segments = {0};
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(function);

    c->function = function;
    c->twice = false;
    find_blocks(c, &jumped);
    if (c->twice)
        keep_in_memory(function);
    add_cells(c, &segments);
    lives_find(c);
    c->entry = LLVMInsertBasicBlockInContext(c->context, first, "");
    LLVMPositionBuilderAtEnd(c->builder, c->entry);
    c->copy = LLVMBuildAlloca(c->builder, c->i1, "");
    make_slots(c, &segments);
    for (size_t i = 0; i < c->blocks.n; i++) {
        c->blocks.at[i].clean = code_block(c);
        c->blocks.at[i].slow = code_block(c);
    }
    call_before_entry(c);
    begin_function(c, first);
    for (size_t i = 0; i < c->blocks.n; i++)
        emit_block(c, &c->blocks.at[i], false, &segments);
    for (size_t i = 0; i < c->blocks.n; i++)
        emit_block(c, &c->blocks.at[i], true, &segments);
    remove_old(c, &jumped);
    lives_done(c);
    c->cells.n = c->blocks.n = c->slow_entries.n = 0;
    map_done(&c->cell_index);
    map_done(&c->block_index);
    map_done(&c->entries);
    map_done(&jumped);
    map_done(&segments);
}

/* ---- the module ---- */

static void
define(Code *c, const char *name, LLVMValueRef value)
{
    LLVMValueRef g = code_declare(c, LLVMTypeOf(value), name);

    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
}

/* The program's variables, for the runtime to know their bounds. */
static void
define_objects(Code *c)
{
    LLVMTypeRef parts[] = {c->ptr, c->i64};
    LLVMTypeRef type = LLVMStructTypeInContext(c->context, parts, 2, 0);
    VEC(LLVMValueRef) all = {0};

    for (LLVMValueRef g = LLVMGetFirstGlobal(c->module); g;
         g = LLVMGetNextGlobal(g)) {
        if (LLVMIsThreadLocal(g) || !LLVMGetInitializer(g) ||
            starts(LLVMGetValueName(g), "llvm.") ||
            starts(LLVMGetValueName(g), "__culprit_"))
            continue;
        LLVMValueRef fields[] = {
            g, code_number64(
                   c, LLVMABISizeOfType(c->layout, LLVMGlobalGetValueType(g)))};
        vec_push(&all, LLVMConstStructInContext(c->context, fields, 2, 0));
    }
    define(c, "__culprit_nobjects", code_number(c, all.n));
    define(c, "__culprit_objects",
           LLVMConstArray2(type, all.at, (uint64_t)all.n));
    vec_done(&all);
}

static void
start_code(Code *c)
{
    LLVMMetadataRef weights[3];

    c->context = LLVMGetModuleContext(c->module);
    c->builder = LLVMCreateBuilderInContext(c->context);
    c->layout = LLVMGetModuleDataLayout(c->module);
    c->i1 = LLVMInt1TypeInContext(c->context);
    c->i8 = LLVMInt8TypeInContext(c->context);
    c->i32 = LLVMInt32TypeInContext(c->context);
    c->i64 = LLVMInt64TypeInContext(c->context);
    c->ptr = LLVMPointerTypeInContext(c->context, 0);
    c->nothing = LLVMVoidTypeInContext(c->context);
    c->zero = LLVMConstInt(c->i32, 0, 0);
    c->map = code_declare(c, LLVMArrayType2(c->i8, 1U << SHADOW_MAP_BITS),
                          "__culprit_map");
    c->args = code_declare(c, LLVMArrayType2(c->i32, SHADOW_ARGUMENTS),
                           "__culprit_args");
    c->ret =
        code_declare(c, LLVMArrayType2(c->i32, SHADOW_LEAVES), "__culprit_ret");
    c->tag = code_declare(c, c->ptr, "__culprit_tag");
    c->byvals = code_declare(c, LLVMArrayType2(c->ptr, SHADOW_BYVALS),
                             "__culprit_byvals");
    c->variadic = code_declare(c, c->ptr, "__culprit_variadic");
    c->caller = code_declare(c, c->i32, "__culprit_caller");
    weights[0] = LLVMMDStringInContext2(c->context, "branch_weights", 14);
    weights[1] = LLVMValueAsMetadata(LLVMConstInt(c->i32, 1, 0));
    weights[2] = LLVMValueAsMetadata(LLVMConstInt(c->i32, 100000, 0));
    c->unlikely = LLVMMDNodeInContext2(c->context, weights, 3);
    c->unlikely_kind = LLVMGetMDKindIDInContext(c->context, "prof", 4);
}

static bool
has_attribute(LLVMValueRef f, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

    return LLVMGetEnumAttributeAtIndex(
               f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

static void
remove_attribute(LLVMValueRef f, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* Code that has no second copy. */
static bool
can_rewrite(LLVMModuleRef module, Diag *d)
{
    if (!strstr(LLVMGetTarget(module), "x86_64"))
        return diag_fail(d, "concolic runs are made on x86-64 only, not on %s",
                         LLVMGetTarget(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
            if (LLVMIsAInvokeInst(end) || LLVMIsACallBrInst(end))
                return diag_fail(d,
                                 "line %u has code that a concolic run cannot "
                                 "follow (exceptions, asm goto)",
                                 LLVMGetDebugLocLine(end));
        }
    return true;
}

bool
concolic_instrument(LLVMModuleRef module, const char *id, const char *models,
                    bool sites, Diag *d)
{
    Code c = {.module = module};
    Map numbers = {0};

    if (!can_rewrite(module, d))
        return false;
    uint32_t nblocks = number_blocks(module, 0, &numbers);
    if (sites) /* models have none */
        site_mark_module(module);
    if (!link_models(module, models, d)) {
        map_done(&numbers);
        return false;
    }
    uint32_t all = number_blocks(module, CONCOLIC_MODEL, &numbers);
    LLVMStripModuleDebugInfo(module);
    if (!run_passes(module, "globaldce", d)) {
        map_done(&numbers);
        return false;
    }
    start_code(&c);
    c.numbers = &numbers;
    define_objects(&c);
    define(&c, "__culprit_id",
           LLVMConstStringInContext2(c.context, id, strlen(id), 0));
    define(&c, "__culprit_nblocks", code_number(&c, nblocks));
    define(&c, "__culprit_nmodel_blocks",
           code_number(&c, all - CONCOLIC_MODEL));
    VEC(LLVMValueRef) functions = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        remove_attribute(f, "optnone");
        if (!LLVMIsDeclaration(f) && !has_attribute(f, "naked") && !is_ours(f))
            vec_push(&functions, f);
    }
    for (size_t i = 0; i < functions.n; i++)
        rewrite_function(&c, functions.at[i]);
    vec_done(&c.cells);
    vec_done(&c.blocks);
    vec_done(&c.slow_entries);
    LLVMDisposeBuilder(c.builder);
    map_done(&numbers);
    vec_done(&functions);
    vec_done(&c.live_lists);
    vec_done(&c.lives);
    return run_passes(module, "mem2reg", d);
}
