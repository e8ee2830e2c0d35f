/* build.c - the model from an LLVM module.
 *
 * Walks functions, blocks and instructions in module order and numbers what
 * it meets; nothing else decides a number. A statement is the code of one
 * source line within one block, named by the leftmost column it touches:
 * `for (i = 0; i < n; i++)` is three statements, `a = 1; b = 2;` on one line
 * are one.
 */
#include "program/build.h"

#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "format/entries.h"
#include "program/checks.h"
#include "program/debug.h"
#include "program/loops.h"
#include "program/pairs.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct ProgramBuilder ProgramBuilder;
struct ProgramBuilder {
    Program *p;
    Arena *arena;
    LLVMTargetDataRef layout;
    struct { /* what becomes the program */
        VEC(ProgramFile) files;
        VEC(ProgramFunction) functions;
        VEC(ProgramBlock) blocks;
        VEC(ProgramEdge) edges;
        VEC(ProgramStatement) statements;
        VEC(ProgramSite) sites;
        VEC(ProgramSite) pairs; /* without counters, until all are known */
        VEC(ProgramVariable) variables;
    } made;
    Pairs scope;
    Map file_index;  /* path -> file */
    Map block_index; /* LLVMBasicBlockRef -> block of the current function */
    Map branches;    /* places of branches met in the current function */
    Map same;        /* what functions are the same -> the first of them */
    VEC(uint32_t) origins; /* statement of every instruction */
};

bool
build_has_function(LLVMValueRef function)
{
    return !LLVMIsDeclaration(function);
}

static uint32_t
file_number(ProgramBuilder *b, const char *dir, const char *name)
{
    if (!name || !*name)
        return PROGRAM_NONE;
    char *joined = io_join(dir ? dir : ".", name);
    char *path = joined[0] == '/' ? io_absolute(joined) : mem_strdup(joined);
    uint32_t *i = map_put_text(&b->file_index, path, (uint32_t)b->made.files.n);
    if (*i == b->made.files.n)
        vec_push(&b->made.files,
                 (ProgramFile){.path = arena_strdup(b->arena, path)});
    free(joined);
    free(path);
    return *i;
}

static uint32_t
block_number(const ProgramBuilder *b, LLVMBasicBlockRef block)
{
    uint32_t *i = map_find(&b->block_index, &block, sizeof block);

    return i ? *i : PROGRAM_NONE;
}

/* The jump that closes a loop stands where the loop's branch does: it is no
 * statement of its own. `break`, `continue` and `goto` have their own place. */
static bool
closes_loop(ProgramBuilder *b, LLVMValueRef inst)
{
    struct {
        unsigned line, column;
    } place = {LLVMGetDebugLocLine(inst), LLVMGetDebugLocColumn(inst)};

    if (!LLVMIsATerminatorInst(inst))
        return false;
    size_t before = b->branches.n;
    map_put(&b->branches, &place, sizeof place, 0);
    return b->branches.n == before && LLVMIsABranchInst(inst) &&
           !LLVMIsConditional(inst);
}

/* The statement of this instruction within the block, new if need be. Its
 * column is the leftmost that computes; jumps count only if nothing does. */
static uint32_t
statement_of(ProgramBuilder *b, ProgramBlock *block, uint32_t number,
             LLVMValueRef inst)
{
    unsigned line = LLVMGetDebugLocLine(inst), ignored;
    unsigned column = LLVMGetDebugLocColumn(inst);

    if (line == 0 || LLVMIsAAllocaInst(inst) || closes_loop(b, inst))
        return PROGRAM_NONE;
    uint32_t file = file_number(b, LLVMGetDebugLocDirectory(inst, &ignored),
                                LLVMGetDebugLocFilename(inst, &ignored));
    for (uint32_t i = block->statement; i < b->made.statements.n; i++) {
        ProgramStatement *s = &b->made.statements.at[i];
        if (s->line == line && s->file == file) {
            if (column && !LLVMIsATerminatorInst(inst) &&
                (column < s->column || !s->column))
                s->column = column;
            return i;
        }
    }
    vec_push(&b->made.statements, (ProgramStatement){.block = number,
                                                     .file = file,
                                                     .line = line,
                                                     .column = column});
    block->nstatements++;
    return (uint32_t)b->made.statements.n - 1;
}

/* An upper bound of an index as the source computes it: a constant, a masked
 * value, a small unsigned type, a remainder. */
static uint64_t
largest_index(LLVMValueRef v)
{
    LLVMValueRef c;
    unsigned width;

    if (LLVMIsAConstantInt(v))
        return LLVMConstIntGetZExtValue(v);
    switch (LLVMIsAInstruction(v) ? (int)LLVMGetInstructionOpcode(v) : 0) {
    case LLVMZExt:
        width = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0)));
        if (width <= 16)
            return ((uint64_t)1 << width) - 1;
        return largest_index(LLVMGetOperand(v, 0));
    case LLVMSExt: /* of what cannot be negative */
        width = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0)));
        uint64_t below = largest_index(LLVMGetOperand(v, 0));
        return below >> (width - 1) ? UINT64_MAX : below;
    case LLVMAnd:
        c = LLVMGetOperand(v, 1);
        return LLVMIsAConstantInt(c) ? LLVMConstIntGetZExtValue(c) : UINT64_MAX;
    case LLVMURem:
        c = LLVMGetOperand(v, 1);
        return LLVMIsAConstantInt(c) ? LLVMConstIntGetZExtValue(c) - 1
                                     : UINT64_MAX;
    default:
        return UINT64_MAX;
    }
}

/* The most bytes this address computation can add; UINT64_MAX if unknown. */
static uint64_t
largest_offset(LLVMTargetDataRef layout, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    uint64_t sum = 0, step;

    for (unsigned i = 1; i < n; i++) {
        uint64_t index = largest_index(LLVMGetOperand(gep, i));
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            step = LLVMOffsetOfElement(layout, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
        } else {
            if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
                return UINT64_MAX;
            type = i > 1 ? LLVMGetElementType(type) : type;
            if (__builtin_mul_overflow(index, LLVMABISizeOfType(layout, type),
                                       &step))
                return UINT64_MAX;
        }
        if (__builtin_add_overflow(sum, step, &sum))
            return UINT64_MAX;
    }
    return sum;
}

/* Does an access of this size surely stay inside a variable? */
static bool
is_solid(LLVMTargetDataRef layout, LLVMValueRef address, LLVMTypeRef accessed)
{
    uint64_t end = LLVMABISizeOfType(layout, accessed), step;

    while (LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) &&
            LLVMGetConstOpcode(address) == LLVMGetElementPtr)) {
        step = largest_offset(layout, address);
        if (__builtin_add_overflow(end, step, &end))
            return false;
        address = LLVMGetOperand(address, 0);
    }
    if (LLVMIsAAllocaInst(address))
        return end <= LLVMABISizeOfType(layout, LLVMGetAllocatedType(address));
    return LLVMIsAGlobalVariable(address) && !LLVMIsDeclaration(address) &&
           end <= LLVMABISizeOfType(layout, LLVMGlobalGetValueType(address));
}

/* Can control end within this instruction? */
static bool
may_stop(LLVMTargetDataRef layout, LLVMValueRef inst)
{
    LLVMValueRef divisor;

    switch ((int)LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        return !is_solid(layout, LLVMGetOperand(inst, 0), LLVMTypeOf(inst));
    case LLVMStore:
        return !is_solid(layout, LLVMGetOperand(inst, 1),
                         LLVMTypeOf(LLVMGetOperand(inst, 0)));
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        divisor = LLVMGetOperand(inst, 1);
        return !LLVMIsAConstantInt(divisor) ||
               LLVMConstIntGetSExtValue(divisor) == 0 ||
               LLVMConstIntGetSExtValue(divisor) == -1;
    case LLVMCall:
        return !debug_is_marker(inst);
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMVAArg:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
    case LLVMUnreachable:
    case LLVMResume:
        return true;
    default:
        return false;
    }
}

static SiteKind
pointer_kind(LLVMValueRef call)
{
    static const char *const strings[] = {
        "getenv", "strchr",   "strrchr", "strstr", "strpbrk", "strtok",
        "fgets",  "strerror", "strdup",  "strcpy", "strcat",  "strncat",
    };
    LLVMValueRef callee = LLVMGetCalledValue(call);

    if (!LLVMIsAFunction(callee))
        return SITE_RETURN_POINTER;
    if (!LLVMIsDeclaration(callee))
        return debug_returns_string(callee) ? SITE_RETURN_STRING
                                            : SITE_RETURN_POINTER;
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        if (strcmp(LLVMGetValueName(callee), strings[i]) == 0)
            return SITE_RETURN_STRING;
    return SITE_RETURN_POINTER;
}

static bool
is_unsigned(LLVMValueRef call)
{
    unsigned zeroext = LLVMGetEnumAttributeKindForName("zeroext", 7);

    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeReturnIndex,
                                        zeroext) != NULL;
}

SiteKind
build_return_kind(LLVMValueRef inst)
{
    if (!LLVMIsACallInst(inst) || LLVMGetDebugLocLine(inst) == 0 ||
        LLVMGetTailCallKind(inst) == LLVMTailCallKindMustTail)
        return SITE_BRANCH;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (LLVMIsAInlineAsm(callee) ||
        (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0))
        return SITE_BRANCH;
    LLVMTypeRef type = LLVMTypeOf(inst);
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(type) > 64)
            return SITE_BRANCH;
        return is_unsigned(inst) ? SITE_RETURN_UINT : SITE_RETURN_INT;
    case LLVMPointerTypeKind:
        return pointer_kind(inst);
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return SITE_RETURN_FLOAT;
    default:
        return SITE_BRANCH;
    }
}

static void
add_site(ProgramBuilder *b, SiteKind kind, uint32_t block, uint32_t statement,
         LLVMValueRef inst)
{
    ProgramSite site = {.kind = (uint8_t)kind,
                        .block = block,
                        .statement = statement,
                        .line = LLVMGetDebugLocLine(inst),
                        .column = LLVMGetDebugLocColumn(inst),
                        .counter = PROGRAM_NONE,
                        .name = "",
                        .other = ""};

    if (kind != SITE_BRANCH) {
        LLVMValueRef callee = LLVMGetCalledValue(inst);
        if (LLVMIsAFunction(callee))
            site.name = arena_strdup(b->arena, debug_function_name(callee));
        site.counter = b->p->n.returns;
        b->p->n.returns += SITE_CLASSES;
    }
    vec_push(&b->made.sites, site);
}

static void
add_pairs(ProgramBuilder *b, uint32_t block, uint32_t statement,
          LLVMValueRef inst)
{
    const DebugScalar *assigned, *others[PAIRS_MAX];
    unsigned n = pairs_of(&b->scope, inst, &assigned, others);
    const char *name = n ? arena_strdup(b->arena, assigned->name) : "";

    for (unsigned i = 0; i < n; i++)
        vec_push(
            &b->made.pairs,
            (ProgramSite){.kind = SITE_PAIR,
                          .block = block,
                          .statement = statement,
                          .line = LLVMGetDebugLocLine(inst),
                          .column = LLVMGetDebugLocColumn(inst),
                          .name = name,
                          .other = arena_strdup(b->arena, others[i]->name)});
}

/* Behind all other sites, with counters behind all others. */
static void
append_pairs(ProgramBuilder *b)
{
    b->p->n.values = b->p->n.returns;
    for (size_t i = 0; i < b->made.pairs.n; i++) {
        b->made.pairs.at[i].counter = b->p->n.values;
        b->p->n.values += SITE_CLASSES;
        vec_push(&b->made.sites, b->made.pairs.at[i]);
    }
    vec_done(&b->made.pairs);
}

/* Distinct successors of a block in order, as the model's edges have them;
 * gives their number and fills up to `max`. */
static unsigned
list_successors(LLVMBasicBlockRef block, LLVMBasicBlockRef *out, unsigned max)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator(block);
    unsigned all = t ? LLVMGetNumSuccessors(t) : 0, n = 0;
    Map seen = {0}; /* a switch may have thousands of cases */

    for (unsigned i = 0; i < all; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(t, i);
        uint32_t *first = map_put(&seen, &to, sizeof to, i);
        if (*first != i)
            continue;
        if (n < max)
            out[n] = to;
        n++;
    }
    map_done(&seen);
    return n;
}

static void
add_block(ProgramBuilder *b, LLVMBasicBlockRef block, uint32_t function)
{
    uint32_t number = (uint32_t)b->made.blocks.n;
    ProgramBlock row = {.function = function,
                        .statement = (uint32_t)b->made.statements.n};
    LLVMBasicBlockRef two[2];
    uint32_t statement = PROGRAM_NONE;

    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
         i = LLVMGetNextInstruction(i)) {
        if (debug_is_marker(i))
            continue;
        statement = statement_of(b, &row, number, i);
        vec_push(&b->origins, statement);
        if (may_stop(b->layout, i)) {
            row.flags |= BLOCK_UNSAFE;
            row.nreached = row.nstatements;
        }
        SiteKind kind = build_return_kind(i);
        if (kind != SITE_BRANCH)
            add_site(b, kind, number, statement, i);
        add_pairs(b, number, statement, i);
    }
    unsigned successors = list_successors(block, two, 2);
    if (successors > 1)
        add_site(b, SITE_BRANCH, number, statement,
                 LLVMGetBasicBlockTerminator(block));
    if (successors == 0)
        row.flags |= BLOCK_EXIT;
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    if (LLVMIsABranchInst(first) && !LLVMIsConditional(first))
        row.flags |= BLOCK_JUMP;
    if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)))
        row.flags |= BLOCK_RETURN;
    vec_push(&b->made.blocks, row);
    *map_put(&b->block_index, &block, sizeof block, number) = number;
}

static EdgeKind
edge_kind(LLVMValueRef t, unsigned successor)
{
    switch ((int)LLVMGetInstructionOpcode(t)) {
    case LLVMBr:
        return !LLVMIsConditional(t) ? EDGE_NEXT
               : successor == 0      ? EDGE_TRUE
                                     : EDGE_FALSE;
    case LLVMSwitch:
        return successor == 0 ? EDGE_DEFAULT : EDGE_CASE;
    case LLVMInvoke:
        return successor == 0 ? EDGE_NEXT : EDGE_INDIRECT;
    default:
        return EDGE_INDIRECT;
    }
}

/* The words of one successor: "true", "case 3", "default", "". */
static void
describe(LLVMValueRef t, unsigned successor, Str *label)
{
    static const char *const words[] = {
        [EDGE_NEXT] = "",       [EDGE_TRUE] = "true",
        [EDGE_FALSE] = "false", [EDGE_DEFAULT] = "default",
        [EDGE_INDIRECT] = "",
    };
    EdgeKind kind = edge_kind(t, successor);

    if (label->n)
        str_puts(label, ", ");
    if (kind == EDGE_CASE)
        str_printf(label, "%scase %lld", "",
                   LLVMConstIntGetSExtValue(LLVMGetOperand(t, 2 * successor)));
    else
        str_puts(label, words[kind]);
}

static void
add_edges_of(ProgramBuilder *b, LLVMBasicBlockRef block, uint32_t from)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator(block);
    unsigned all = LLVMGetNumSuccessors(t);
    size_t first = b->made.edges.n;
    Map seen = {0};
    VEC(Str) labels = {0};

    for (unsigned i = 0; i < all; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(t, i);
        uint32_t *k = map_put(&seen, &to, sizeof to, (uint32_t)labels.n);
        if (*k == labels.n) {
            vec_push(&labels, (Str){0});
            vec_push(&b->made.edges,
                     (ProgramEdge){.from = from,
                                   .to = block_number(b, to),
                                   .kind = (uint8_t)edge_kind(t, i)});
        } else if (LLVMGetInstructionOpcode(t) == LLVMBr) {
            b->made.edges.at[first + *k].kind = EDGE_NEXT;
        }
        assert(*k < labels.n);
        describe(t, i, &labels.at[*k]);
    }
    for (size_t k = 0; k < labels.n; k++) {
        ProgramEdge *e = &b->made.edges.at[first + k];
        e->label = arena_strdup(b->arena, str_text(&labels.at[k]));
        if (e->kind == EDGE_INDIRECT)
            b->made.blocks.at[e->to].flags |= BLOCK_LANDING;
        str_done(&labels.at[k]);
    }
    vec_done(&labels);
    map_done(&seen);
    if (LLVMGetInstructionOpcode(t) == LLVMRet)
        vec_push(&b->made.edges, (ProgramEdge){.from = from,
                                               .to = PROGRAM_NONE,
                                               .kind = EDGE_EXIT,
                                               .label = "return"});
}

static void
add_variable(void *builder, const char *name, uint32_t line, bool parameter)
{
    ProgramBuilder *b = builder;

    vec_push(&b->made.variables,
             (ProgramVariable){.name = arena_strdup(b->arena, name),
                               .function = (uint32_t)b->made.functions.n,
                               .line = line,
                               .parameter = parameter});
}

/* 1 + the first function that is the same as this one, which has that number;
 * 0 if this is the first. */
static uint32_t
find_same(ProgramBuilder *b, LLVMValueRef f, uint32_t number)
{
    unsigned n = 0;
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, SAME_ATTRIBUTE,
        sizeof SAME_ATTRIBUTE - 1);
    const char *text = a ? LLVMGetStringAttributeValue(a, &n) : NULL;

    const uint32_t first = text ? *map_put(&b->same, text, n, number) : number;

    return first == number ? 0 : first + 1;
}

static void
add_function(ProgramBuilder *b, LLVMValueRef f)
{
    const char *dir, *name;
    ProgramFunction row = {
        .name = arena_strdup(b->arena, debug_function_name(f)),
        .block = (uint32_t)b->made.blocks.n,
        .edge = (uint32_t)b->made.edges.n,
        .variable = (uint32_t)b->made.variables.n,
    };

    debug_function_place(f, &dir, &name, &row.line);
    row.file = file_number(b, dir, name);
    map_done(&b->block_index);
    map_done(&b->branches);
    pairs_enter(&b->scope, f);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
         block = LLVMGetNextBasicBlock(block))
        add_block(b, block, (uint32_t)b->made.functions.n);
    row.nblocks = (uint32_t)b->made.blocks.n - row.block;
    vec_push(&b->made.edges, (ProgramEdge){.from = PROGRAM_NONE,
                                           .to = row.block,
                                           .kind = EDGE_ENTRY,
                                           .label = "entry"});
    uint32_t number = row.block;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
         block = LLVMGetNextBasicBlock(block))
        add_edges_of(b, block, number++);
    row.nedges = (uint32_t)b->made.edges.n - row.edge;
    debug_variables(f, add_variable, b);
    row.nvariables = (uint32_t)b->made.variables.n - row.variable;
    row.copy_of = find_same(b, f, (uint32_t)b->made.functions.n);
    vec_push(&b->made.functions, row);
}

static void
add_global(ProgramBuilder *b, LLVMValueRef global)
{
    uint32_t line;
    const char *name = debug_global_name(global, &line);

    if (name)
        vec_push(&b->made.variables,
                 (ProgramVariable){.name = arena_strdup(b->arena, name),
                                   .function = PROGRAM_NONE,
                                   .line = line});
}

static bool
uses_threads(LLVMModuleRef module)
{
    static const char *const starters[] = {"pthread_create", "thrd_create",
                                           "__kmpc_fork_call"};

    for (size_t i = 0; i < sizeof starters / sizeof starters[0]; i++)
        if (LLVMGetNamedFunction(module, starters[i]))
            return true;
    return false;
}

static bool
is_check(const FoundCheck *found, size_t n, LLVMValueRef f)
{
    for (size_t i = 0; i < n; i++)
        if (found[i].function == f)
            return true;
    return false;
}

/* needs: all functions. */
static void
mark_test_files(Program *p, LLVMModuleRef module, const FoundCheck *found,
                size_t n)
{
    uint32_t number = 0;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        const uint32_t file = p->functions[number++].file;
        if (file != PROGRAM_NONE &&
            (is_check(found, n, f) || (n && checks_is_framework(f))))
            p->files[file].tests = true;
    }
}

static const char *
members_of(LLVMValueRef f, Arena *a)
{
    unsigned n = 0;
    LLVMAttributeRef members = LLVMGetStringAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, MEMBERS_ATTRIBUTE,
        sizeof MEMBERS_ATTRIBUTE - 1);
    const char *text = members ? LLVMGetStringAttributeValue(members, &n) : "";

    return arena_strndup(a, text, n);
}

/* needs: files and functions. */
static void
add_checks(Program *p, LLVMModuleRef module)
{
    size_t n;
    const FoundCheck *found = checks_find(module, &p->arena, &n);

    p->checks = ARENA_ARRAY(&p->arena, ProgramCheck, n + 1);
    p->n.checks = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        p->checks[i] = (ProgramCheck){
            .function =
                arena_strdup(&p->arena, LLVMGetValueName(found[i].function)),
            .name = found[i].name,
            .framework = found[i].framework,
            .members = members_of(found[i].function, &p->arena),
        };
    mark_test_files(p, module, found, n);
}

/* Move a vector into the model. */
#define MOVE(b, field)                                               \
    ((b)->p->n.field = (uint32_t)(b)->made.field.n,                  \
     (b)->p->field =                                                 \
         arena_dup((b)->arena, (b)->made.field.at,                   \
                   (b)->made.field.n * sizeof *(b)->made.field.at)); \
    vec_done(&(b)->made.field)

void
program_build(LLVMModuleRef module, const char *id, Program *out)
{
    free(program_build_origins(module, id, out));
}

uint32_t *
program_build_origins(LLVMModuleRef module, const char *id, Program *out)
{
    ProgramBuilder b = {.p = out,
                        .arena = &out->arena,
                        .layout = LLVMGetModuleDataLayout(module)};

    *out = (Program){.threaded = uses_threads(module)};
    out->id = arena_strdup(&out->arena, id);
    pairs_init(&b.scope, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f))
            add_function(&b, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g))
        add_global(&b, g);
    append_pairs(&b);
    MOVE(&b, files);
    MOVE(&b, functions);
    MOVE(&b, blocks);
    MOVE(&b, edges);
    MOVE(&b, statements);
    MOVE(&b, sites);
    MOVE(&b, variables);
    add_checks(out, module);
    pairs_done(&b.scope);
    map_done(&b.file_index);
    map_done(&b.block_index);
    map_done(&b.branches);
    map_done(&b.same);
    for (uint32_t i = 0; i < out->n.functions; i++)
        loops_depth(out, i);
    return b.origins.at;
}
