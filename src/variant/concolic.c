/* concolic.c - make a module record expressions, as format/concolic.h says.
 *
 * Blocks get their numbers first, then the models of libc are linked in and
 * take the place of what the program only declares. Then every function is
 * rewritten, as two copies (see concolic_code.h).
 */
#include "variant/concolic.h"

#include "base/io.h"
#include "base/mem.h"
#include "format/model.h"
#include "variant/concolic_code.h"
#include "variant/ctype.h"
#include "variant/leave.h"
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
    return ok ||
           diag_fail(d, "%s does not hold the bitcode that culprit installs",
                     file);
}

/* Has the program a function or variable of this name? */
static bool
is_taken(LLVMModuleRef program, const char *name)
{
    LLVMValueRef v = LLVMGetNamedFunction(program, name);

    v = v ? v : LLVMGetNamedGlobal(program, name);
    return v && !LLVMIsDeclaration(v) &&
           LLVMGetLinkage(v) != LLVMInternalLinkage &&
           LLVMGetLinkage(v) != LLVMPrivateLinkage;
}

static bool uses_taken(LLVMModuleRef program, LLVMValueRef model, Map *seen);

/* Is the operand, or a part of it, something that the program has instead? */
static bool
is_operand_taken(LLVMModuleRef program, LLVMValueRef v, Map *seen)
{
    if (LLVMIsAGlobalValue(v))
        return LLVMIsDeclaration(v)
                   ? is_taken(program, LLVMGetValueName(v))
                   : LLVMIsAFunction(v) && uses_taken(program, v, seen);
    for (int i = 0; LLVMIsAConstantExpr(v) && i < LLVMGetNumOperands(v); i++)
        if (is_operand_taken(program, LLVMGetOperand(v, (unsigned)i), seen))
            return true;
    return false;
}

/* Would the model, or one that it calls, get the program's own open() in place
 * of libc's? */
static bool
uses_taken(LLVMModuleRef program, LLVMValueRef model, Map *seen)
{
    size_t before = seen->n;

    map_put(seen, &model, sizeof model, 0);
    if (seen->n == before)
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(model); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            for (int k = 0; k < LLVMGetNumOperands(i); k++)
                if (is_operand_taken(program, LLVMGetOperand(i, (unsigned)k),
                                     seen))
                    return true;
    return false;
}

static bool
is_usable(LLVMModuleRef program, LLVMValueRef model)
{
    Map seen = {0};
    bool taken = uses_taken(program, model, &seen);

    map_done(&seen);
    return !taken;
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
        if (f && LLVMIsDeclaration(f) && is_usable(module, m))
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
enter(ConcolicCode *c, const Block *b, bool slow)
{
    c->here.slow = slow;
    c->here.number = b->number;
    c->here.old = b->old;
    LLVMPositionBuilderAtEnd(c->ir.builder, slow ? b->slow : b->clean);
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
is_static(const ConcolicCode *c, LLVMValueRef inst)
{
    return LLVMIsAAllocaInst(inst) &&
           LLVMIsAConstantInt(LLVMGetOperand(inst, 0)) &&
           LLVMGetInstructionParent(inst) ==
               LLVMGetEntryBasicBlock(c->f.function);
}

static void
add_cell(ConcolicCode *c, LLVMValueRef v, unsigned segment)
{
    Cell cell = {.old = v,
                 .segment = segment,
                 .slow.frame = NOWHERE,
                 .slow.shadows_at = NOWHERE};

    map_put(&c->f.cells.index, &v, sizeof v, (uint32_t)c->f.cells.at.n);
    code_shape(c, LLVMTypeOf(v), &cell.shape);
    if (LLVMIsAInstruction(v) && is_static(c, v)) {
        cell.everywhere = true;
        cell.variable = !c->f.twice && is_variable(v);
        if (cell.variable)
            code_shape(c, LLVMGetAllocatedType(v), &cell.shape);
    }
    vec_push(&c->f.cells.at, cell);
}

/* Segments: a new one begins where slow code can be entered. */
static void
add_cells(ConcolicCode *c, Map *segments)
{
    unsigned segment = 0;

    for (unsigned i = 0; i < LLVMCountParams(c->f.function); i++)
        add_cell(c, LLVMGetParam(c->f.function, i), 0);
    for (size_t b = 0; b < c->f.blocks.at.n; b++) {
        segment++;
        for (LLVMValueRef i = LLVMGetFirstInstruction(c->f.blocks.at.at[b].old);
             i; i = LLVMGetNextInstruction(i)) {
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
frame_room(ConcolicCode *c, uint64_t size)
{
    uint32_t align = size <= 8 ? 8 : 16;
    uint32_t at = (c->f.frame.size + align - 1) & ~(align - 1);

    c->f.frame.size = at + (uint32_t)size;
    return at;
}

static uint32_t
shadow_room(ConcolicCode *c, const Cell *cell)
{
    return cell->may && cell->shape.n
               ? frame_room(c, 4 * (uint64_t)cell->shape.n)
               : NOWHERE;
}

static uint64_t
size_of(const ConcolicCode *c, LLVMTypeRef type)
{
    return LLVMTypeIsSized(type) ? LLVMABISizeOfType(c->layout, type) : 8;
}

/* Slots and places in the frame for one value. */
static void
make_slot(ConcolicCode *c, Cell *cell, bool far, bool many)
{
    LLVMTypeRef type = LLVMTypeOf(cell->old);

    if (cell->everywhere) {
        cell->now = LLVMInstructionClone(cell->old);
        LLVMInsertIntoBuilder(c->ir.builder, cell->now);
        if (!cell->variable)
            return;
        type = LLVMGetAllocatedType(cell->old);
    } else if (LLVMIsAPHINode(cell->old)) {
        cell->clean.incoming = LLVMBuildAlloca(c->ir.builder, type, "");
        cell->slow.frame_incoming = frame_room(c, size_of(c, type));
        cell->slow.shadows_incoming = shadow_room(c, cell);
    }
    if (!far)
        return;
    if (!LLVMIsAArgument(cell->old)) {
        cell->slow.frame = frame_room(c, size_of(c, type));
        if (many && !cell->everywhere)
            cell->clean.slot = LLVMBuildAlloca(c->ir.builder, type, "");
    }
    cell->slow.shadows_at = shadow_room(c, cell);
}

/* In the new entry: the variables of the function, slots and the frame. What
 * is used in its own block only shares its place with that of others. */
static void
make_slots(ConcolicCode *c, const Map *segments)
{
    uint32_t shared = 0, most = 0;

    c->f.frame.size = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        LLVMBasicBlockRef block = NULL;
        shared = c->f.frame.size;
        for (size_t i = 0; i < c->f.cells.at.n; i++) {
            Cell *cell = &c->f.cells.at.at[i];
            bool many = true, far = true;
            if (!cell->everywhere && !LLVMIsAArgument(cell->old))
                far = is_used_far(cell->old, segments, cell->segment, &many);
            bool first = many || LLVMIsAPHINode(cell->old);
            if ((pass == 0) != first)
                continue;
            if (pass == 1 && LLVMGetInstructionParent(cell->old) != block) {
                block = LLVMGetInstructionParent(cell->old);
                c->f.frame.size = shared;
            }
            make_slot(c, cell, far, many);
            most = c->f.frame.size > most ? c->f.frame.size : most;
        }
    }
    c->f.frame.base =
        LLVMBuildAlloca(c->ir.builder, LLVMArrayType2(c->ir.i8, most), "");
    LLVMSetAlignment(c->f.frame.base, 16);
}

static void
emit_phi(ConcolicCode *c, LLVMValueRef phi)
{
    Cell *cell = code_cell(c, phi);
    LLVMValueRef shadows[MAX_LEAVES];

    if (!c->here.slow) {
        code_define(c, phi,
                    LLVMBuildLoad2(c->ir.builder, LLVMTypeOf(phi),
                                   cell->clean.incoming, ""),
                    NULL);
        return;
    }
    for (unsigned i = 0; i < MAX_LEAVES; i++)
        shadows[i] = code_frame_shadow(c, cell, cell->slow.shadows_incoming, i);
    code_define(c, phi,
                code_frame_load(c, LLVMTypeOf(phi), cell->slow.frame_incoming),
                shadows);
}

/* What the phis of the blocks that may follow get from here. All are read
 * before any is written. */
static void
emit_incoming(ConcolicCode *c, LLVMValueRef end)
{
    typedef struct PhiMove PhiMove;
    struct PhiMove {
        Cell *phi;
        LLVMValueRef value, shadows[MAX_LEAVES];
    };
    VEC(PhiMove) moves = {0};
    LLVMBasicBlockRef from = LLVMGetInstructionParent(end);
    unsigned n = LLVMGetNumSuccessors(end);

    for (unsigned s = 0; s < n; s++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(end, s));
             i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
            PhiMove m = {.phi = code_cell(c, i)};
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
        if (!c->here.slow) {
            LLVMBuildStore(c->ir.builder, moves.at[i].value,
                           phi->clean.incoming);
            continue;
        }
        code_frame_store(c, moves.at[i].value, phi->slow.frame_incoming);
        for (unsigned k = 0; phi->may && k < phi->shape.n; k++)
            code_frame_store(c, moves.at[i].shadows[k],
                             phi->slow.shadows_incoming + 4 * k);
    }
    vec_done(&moves);
}

static LLVMBasicBlockRef
target(ConcolicCode *c, LLVMBasicBlockRef old)
{
    Block *b =
        &c->f.blocks.at.at[*map_find(&c->f.blocks.index, &old, sizeof old)];

    return c->here.slow ? b->slow : b->clean;
}

static void
emit_branch(ConcolicCode *c, LLVMValueRef br)
{
    if (!LLVMIsConditional(br)) {
        LLVMBuildBr(c->ir.builder, target(c, LLVMGetSuccessor(br, 0)));
        return;
    }
    LLVMValueRef condition = code_use(c, LLVMGetCondition(br));
    LLVMValueRef shadow = code_shadow(c, LLVMGetCondition(br));
    if (shadow != c->zero) {
        LLVMValueRef values[] = {
            code_number(c, c->here.number), shadow,
            LLVMBuildZExt(c->ir.builder, condition, c->ir.i32, "")};
        code_call(c, "__culprit_crt_branch", 'v', values, 3);
    }
    LLVMBuildCondBr(c->ir.builder, condition,
                    target(c, LLVMGetSuccessor(br, 0)),
                    target(c, LLVMGetSuccessor(br, 1)));
}

static void
emit_switch(ConcolicCode *c, LLVMValueRef old)
{
    unsigned n = LLVMGetNumSuccessors(old); /* the default is first */
    LLVMValueRef v = code_use(c, LLVMGetOperand(old, 0));
    LLVMValueRef shadow = code_shadow(c, LLVMGetOperand(old, 0));
    LLVMValueRef *cases = mem_zalloc(n, sizeof *cases);

    for (unsigned i = 1; i < n; i++)
        cases[i - 1] = code_number64(
            c, LLVMConstIntGetZExtValue(LLVMGetOperand(old, 2 * i)));
    if (shadow != c->zero) {
        LLVMValueRef list = LLVMConstArray2(c->ir.i64, cases, n - 1);
        LLVMValueRef global =
            LLVMAddGlobal(c->ir.module, LLVMTypeOf(list), "culprit.cases");
        LLVMSetInitializer(global, list);
        LLVMSetGlobalConstant(global, 1);
        LLVMSetLinkage(global, LLVMPrivateLinkage);
        LLVMValueRef values[] = {code_number(c, c->here.number), shadow, global,
                                 code_number(c, n - 1)};
        code_call(c, "__culprit_crt_switch", 'v', values, 4);
    }
    LLVMValueRef s = LLVMBuildSwitch(c->ir.builder, v,
                                     target(c, LLVMGetSuccessor(old, 0)), n);
    for (unsigned i = 1; i < n; i++)
        LLVMAddCase(s, LLVMGetOperand(old, 2 * i),
                    target(c, LLVMGetSuccessor(old, i)));
    free(cases);
}

/* The old blocks stay as the targets: each leads to the copy at hand. */
static void
emit_goto(ConcolicCode *c, LLVMValueRef old)
{
    unsigned n = LLVMGetNumSuccessors(old);

    code_assume_all(c, LLVMGetOperand(old, 0), CONCOLIC_REASON_TARGET);
    LLVMBuildStore(c->ir.builder, LLVMConstInt(c->ir.i1, c->here.slow, 0),
                   c->f.copy);
    LLVMValueRef i = LLVMBuildIndirectBr(
        c->ir.builder, code_use(c, LLVMGetOperand(old, 0)), n);
    for (unsigned k = 0; k < n; k++)
        LLVMAddDestination(i, LLVMGetSuccessor(old, k));
}

static void
emit_end(ConcolicCode *c, LLVMValueRef end)
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
emit_block(ConcolicCode *c, const Block *b, bool slow, const Map *segments)
{
    enter(c, b, slow);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->old); i;
         i = LLVMGetNextInstruction(i)) {
        Cell *cell = code_cell(c, i);
        c->here.segment = *map_find(segments, &i, sizeof i);
        if (slow && map_find(&c->f.entries.index, &i, sizeof i)) {
            LLVMBuildBr(c->ir.builder, code_slow_entry(c, i));
            LLVMPositionBuilderAtEnd(c->ir.builder, code_slow_entry(c, i));
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
remove_old(ConcolicCode *c, const Map *jumped)
{
    for (size_t i = 0; i < c->f.blocks.at.n; i++)
        empty_block(c->f.blocks.at.at[i].old);
    for (size_t i = 0; i < c->f.blocks.at.n; i++) {
        Block *b = &c->f.blocks.at.at[i];
        if (!map_find(jumped, &b->old, sizeof b->old)) {
            LLVMDeleteBasicBlock(b->old);
            continue;
        }
        LLVMPositionBuilderAtEnd(c->ir.builder, b->old);
        LLVMBuildCondBr(c->ir.builder,
                        LLVMBuildLoad2(c->ir.builder, c->ir.i1, c->f.copy, ""),
                        b->slow, b->clean);
    }
}

static void
find_blocks(ConcolicCode *c, Map *jumped)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->f.function); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        uint32_t *number = map_find(c->numbers, &b, sizeof b);
        map_put(&c->f.blocks.index, &b, sizeof b, (uint32_t)c->f.blocks.at.n);
        vec_push(&c->f.blocks.at, (Block){.old = b, .number = *number});
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            c->f.twice |= LLVMIsACallInst(i) && call_is_twice(i);
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
begin_function(ConcolicCode *c, LLVMBasicBlockRef first)
{
    LLVMValueRef mine;

    LLVMPositionBuilderAtEnd(c->ir.builder, c->f.entry);
    LLVMBasicBlockRef given = code_block(c);
    mine = LLVMBuildICmp(
        c->ir.builder, LLVMIntEQ,
        LLVMBuildLoad2(c->ir.builder, c->ir.ptr, c->shared.tag, ""),
        c->f.function, "");
    Block *b =
        &c->f.blocks.at.at[*map_find(&c->f.blocks.index, &first, sizeof first)];
    code_unlikely(c, mine, given, b->clean);
    LLVMPositionBuilderAtEnd(c->ir.builder, given);
    c->here.slow = true;
    call_entry(c);
    LLVMBuildBr(c->ir.builder, b->slow);
}

static void
rewrite_function(ConcolicCode *c, LLVMValueRef function)
{
    Map jumped = {0}, segments = {0};
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(function);

    c->f.function = function;
    c->f.twice = false;
    find_blocks(c, &jumped);
    if (c->f.twice)
        keep_in_memory(function);
    add_cells(c, &segments);
    lives_find(c);
    c->f.entry = LLVMInsertBasicBlockInContext(c->ir.context, first, "");
    LLVMPositionBuilderAtEnd(c->ir.builder, c->f.entry);
    c->f.copy = LLVMBuildAlloca(c->ir.builder, c->ir.i1, "");
    make_slots(c, &segments);
    for (size_t i = 0; i < c->f.blocks.at.n; i++) {
        c->f.blocks.at.at[i].clean = code_block(c);
        c->f.blocks.at.at[i].slow = code_block(c);
    }
    call_before_entry(c);
    begin_function(c, first);
    for (size_t i = 0; i < c->f.blocks.at.n; i++)
        emit_block(c, &c->f.blocks.at.at[i], false, &segments);
    for (size_t i = 0; i < c->f.blocks.at.n; i++)
        emit_block(c, &c->f.blocks.at.at[i], true, &segments);
    remove_old(c, &jumped);
    lives_done(c);
    c->f.cells.at.n = c->f.blocks.at.n = c->f.entries.blocks.n = 0;
    map_done(&c->f.cells.index);
    map_done(&c->f.blocks.index);
    map_done(&c->f.entries.index);
    map_done(&jumped);
    map_done(&segments);
}

/* ---- the module ---- */

static void
define(ConcolicCode *c, const char *name, LLVMValueRef value)
{
    LLVMValueRef g = code_declare(c, LLVMTypeOf(value), name);

    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
}

/* The program's variables, for the runtime to know their bounds. */
static void
define_objects(ConcolicCode *c)
{
    LLVMTypeRef parts[] = {c->ir.ptr, c->ir.i64};
    LLVMTypeRef type = LLVMStructTypeInContext(c->ir.context, parts, 2, 0);
    VEC(LLVMValueRef) all = {0};

    for (LLVMValueRef g = LLVMGetFirstGlobal(c->ir.module); g;
         g = LLVMGetNextGlobal(g)) {
        if (LLVMIsThreadLocal(g) || !LLVMGetInitializer(g) ||
            starts(LLVMGetValueName(g), "llvm.") ||
            starts(LLVMGetValueName(g), "__culprit_"))
            continue;
        LLVMValueRef fields[] = {
            g, code_number64(
                   c, LLVMABISizeOfType(c->layout, LLVMGlobalGetValueType(g)))};
        vec_push(&all, LLVMConstStructInContext(c->ir.context, fields, 2, 0));
    }
    define(c, "__culprit_nobjects", code_number(c, all.n));
    define(c, "__culprit_objects",
           LLVMConstArray2(type, all.at, (uint64_t)all.n));
    vec_done(&all);
}

static void
start_code(ConcolicCode *c, LLVMModuleRef module)
{
    LLVMMetadataRef weights[3];

    ir_init(&c->ir, module);
    c->layout = LLVMGetModuleDataLayout(module);
    c->zero = LLVMConstInt(c->ir.i32, 0, 0);
    c->shared.map = code_declare(
        c, LLVMArrayType2(c->ir.i8, 1U << SHADOW_MAP_BITS), "__culprit_map");
    c->shared.args = code_declare(
        c, LLVMArrayType2(c->ir.i32, SHADOW_ARGUMENTS), "__culprit_args");
    c->shared.ret = code_declare(c, LLVMArrayType2(c->ir.i32, SHADOW_LEAVES),
                                 "__culprit_ret");
    c->shared.tag = code_declare(c, c->ir.ptr, "__culprit_tag");
    c->shared.byvals = code_declare(c, LLVMArrayType2(c->ir.ptr, SHADOW_BYVALS),
                                    "__culprit_byvals");
    c->shared.variadic = code_declare(c, c->ir.ptr, "__culprit_variadic");
    c->shared.caller = code_declare(c, c->ir.i32, "__culprit_caller");
    weights[0] = LLVMMDStringInContext2(c->ir.context, "branch_weights", 14);
    weights[1] = LLVMValueAsMetadata(LLVMConstInt(c->ir.i32, 1, 0));
    weights[2] = LLVMValueAsMetadata(LLVMConstInt(c->ir.i32, 100000, 0));
    c->unlikely = LLVMMDNodeInContext2(c->ir.context, weights, 3);
    c->unlikely_kind = LLVMGetMDKindIDInContext(c->ir.context, "prof", 4);
}

static void
remove_attribute(LLVMValueRef f, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

bool
concolic_instrument(LLVMModuleRef module, const char *id, const char *models,
                    bool sites, Diag *d)
{
    ConcolicCode c = {0};
    Map numbers = {0};

    if (!strstr(LLVMGetTarget(module), "x86_64"))
        return diag_fail(d, "concolic runs are made on x86-64 only, not on %s",
                         LLVMGetTarget(module));
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
    start_code(&c, module);
    c.numbers = &numbers;
    define_objects(&c);
    define(&c, "__culprit_id",
           LLVMConstStringInContext2(c.ir.context, id, strlen(id), 0));
    define(&c, "__culprit_nblocks", code_number(&c, nblocks));
    define(&c, "__culprit_nmodel_blocks",
           code_number(&c, all - CONCOLIC_MODEL));
    VEC(LLVMValueRef) functions = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        remove_attribute(f, "optnone");
        if (!LLVMIsDeclaration(f) && !leave_is(f) && !is_ours(f))
            vec_push(&functions, f);
    }
    for (size_t i = 0; i < functions.n; i++)
        rewrite_function(&c, functions.at[i]);
    vec_done(&c.f.cells.at);
    vec_done(&c.f.blocks.at);
    vec_done(&c.f.entries.blocks);
    ir_done(&c.ir);
    map_done(&numbers);
    vec_done(&functions);
    vec_done(&c.f.lives.lists);
    vec_done(&c.f.lives.cells);
    return run_passes(module, "mem2reg", d);
}
