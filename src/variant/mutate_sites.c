/* mutate_sites.c - the places of a program where a small change can be made.
 *
 * Walks the module as it was compiled (-O0), where every variable is in
 * memory and every operator of the source one instruction.
 */
#include "variant/mutate_sites.h"

#include "image/image.h"
#include "program/build.h"
#include "program/debug.h"
#include "variant/mutate_habits.h"
#include "variant/mutate_names.h"
#include "variant/mutate_values.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <stdlib.h>
#include <string.h>

MutateSite *
mutate_add_site(MutateScan *s, MutateSiteKind kind, uint32_t function,
                uint32_t block, uint32_t statement, LLVMValueRef inst)
{
    vec_push(&s->sites,
             (MutateSite){.kind = (uint8_t)kind,
                          .function = function,
                          .block = block,
                          .statement = statement,
                          .file = statement == PROGRAM_NONE
                                      ? MUTATE_NONE
                                      : s->program.statements[statement].file,
                          .line = LLVMGetDebugLocLine(inst),
                          .column = LLVMGetDebugLocColumn(inst),
                          .scope = names_scope(s, debug_scope(inst)),
                          .base = MUTATE_NONE,
                          .consumer = MUTATE_NONE,
                          .name = ""});
    vec_push(&s->places, (MutatePlace){.inst = inst});
    return &s->sites.at[s->sites.n - 1];
}

/* Where unoptimised code keeps the value to return. */
static LLVMValueRef
find_retval(LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!end || !LLVMIsAReturnInst(end) || LLVMGetNumOperands(end) == 0)
            continue;
        LLVMValueRef v = LLVMGetOperand(end, 0);
        if (LLVMIsALoadInst(v) && LLVMIsAAllocaInst(LLVMGetOperand(v, 0)))
            return LLVMGetOperand(v, 0);
    }
    return NULL;
}

/* The type that a function returns, and whether it can be left early. */
static void
put_result(MutateScan *s, LLVMValueRef f, MutateFunction *out)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
    LLVMValueRef types[1] = {NULL};
    MutateSite site = {0};
    DebugKind k;

    out->returns = LLVMGetTypeKind(type) == LLVMVoidTypeKind;
    if (out->returns)
        return;
    names_put_type(s, type, &site);
    out->returns = site.bits >= 8;
    out->bits = site.bits;
    out->flags = site.flags;
    out->type = site.type;
    debug_signature(f, types, 1);
    if (types[0] && debug_kind(types[0], &k) && k.bits == site.bits) {
        out->type = names_type(s, &k);
        out->flags = names_flags(&k);
    }
}

/* The instruction that alone uses the value, perhaps widened, and where. */
static LLVMValueRef
only_user(LLVMValueRef inst, MutateSite *site)
{
    LLVMUseRef u = LLVMGetFirstUse(inst);
    LLVMValueRef user = u ? LLVMGetUser(u) : NULL;

    if (!user || LLVMGetNextUse(u) || !LLVMIsAInstruction(user) ||
        LLVMGetInstructionParent(user) != LLVMGetInstructionParent(inst))
        return NULL;
    int opcode = (int)LLVMGetInstructionOpcode(user);
    if ((opcode == LLVMSExt || opcode == LLVMZExt) && !site->extends) {
        site->extends = opcode == LLVMSExt;
        LLVMValueRef next = only_user(user, site);
        return next;
    }
    site->position = LLVMGetOperand(user, 0) != inst;
    return user;
}

/* Which comparison, store, branch or switch takes each value. */
static void
find_consumers(MutateScan *s, uint32_t first)
{
    Map takers = {0};

    for (uint32_t i = first; i < s->sites.n; i++) {
        uint8_t kind = s->sites.at[i].kind;
        if (kind == MSITE_COMPARE || kind == MSITE_STORE ||
            kind == MSITE_BRANCH || kind == MSITE_SWITCH)
            map_put(&takers, &s->places.at[i].inst, sizeof(LLVMValueRef), i);
    }
    for (uint32_t i = first; i < s->sites.n; i++) {
        MutateSite *site = &s->sites.at[i];
        const MutatePlace *p = &s->places.at[i];
        LLVMValueRef user = NULL;
        switch ((MutateSiteKind)site->kind) {
        case MSITE_LITERAL:
            user = p->inst;
            site->position = (uint8_t)(p->operand > 1 ? 2 : p->operand);
            break;
        case MSITE_USE:
        case MSITE_RESULT:
        case MSITE_COMPARE:
        case MSITE_BINARY:
            user = only_user(p->inst, site);
            break;
        case MSITE_BRANCH:
        case MSITE_STORE:
        case MSITE_REFERENCE:
        case MSITE_ADDRESS:
        case MSITE_CALL:
        case MSITE_JUNCTION:
        case MSITE_SWITCH:
        case MSITE_WIDE:
        case MSITE_STATEMENT:
        case MSITE_INIT:
        case MSITE_KINDS:
            break;
        }
        const uint32_t *taker =
            user ? map_find(&takers, &user, sizeof user) : NULL;
        if (!taker || *taker == i)
            continue;
        /* A store's address and a select's values are no such operands. */
        uint8_t kind = s->sites.at[*taker].kind;
        if (kind == MSITE_COMPARE || site->position == 0)
            site->consumer = *taker;
    }
    map_done(&takers);
}

static void
scan_function(MutateScan *s, uint32_t number, LLVMValueRef f,
              const uint32_t *origins, MutateFunction *out)
{
    uint32_t first = (uint32_t)s->bases.n, i = 0;
    MutateAt at = {.s = s,
                   .function = number,
                   .f = f,
                   .block = s->program.functions[number].block,
                   .retval = find_retval(f),
                   .first_variable = (uint32_t)s->variables.n};

    out->variable = at.first_variable;
    out->first = (uint32_t)s->sites.n;
    vec_push(&s->base_first, first);
    if (!LLVMGetSubprogram(f))
        return;
    map_done(&s->base_index);
    put_result(s, f, out);
    names_add(s, first, f);
    names_add_elements(s, first, out->variable, f);
    out->nvariables = (uint32_t)s->variables.n - out->variable;
    out->ntable = (uint32_t)s->bases.n - first;
    habits_mark_steps(s, f, out->variable);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b), at.block++)
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst;
             inst = LLVMGetNextInstruction(inst)) {
            if (debug_is_marker(inst))
                continue;
            at.statement = origins[i++];
            if (LLVMGetDebugLocLine(inst) && at.statement != PROGRAM_NONE)
                values_add(&at, inst);
        }
    find_consumers(s, out->first);
    mutate_scan_flow(s, number, f, origins);
    out->n = (uint32_t)s->sites.n - out->first;
}

static void
take_lists(MutateScan *s)
{
    MutateSites *out = s->out;
    Arena *a = &out->arena;

#define TAKE(field, count, from)                                         \
    (out->field = arena_dup(a, (from).at ? (const void *)(from).at : "", \
                            (from).n * sizeof *(from).at),               \
     out->count = (uint32_t)(from).n)
    TAKE(at, n, s->sites);
    TAKE(shifts, nshifts, s->shifts);
    TAKE(variables, nvariables, s->variables);
    TAKE(callees, ncallees, s->callees);
    TAKE(scopes, nscopes, s->scopes);
#undef TAKE
}

void
mutate_scan(LLVMModuleRef module, const char *id, MutateSites *out,
            MutateScan *s)
{
    uint32_t number = 0;

    *out = (MutateSites){0};
    *s = (MutateScan){.out = out, .module = module};
    s->context = LLVMGetModuleContext(module);
    s->layout = LLVMGetModuleDataLayout(module);
    s->origins = program_build_origins(module, id, &s->program);
    out->nfunctions = s->program.nfunctions;
    out->functions =
        ARENA_ARRAY(&out->arena, MutateFunction, out->nfunctions + 1);
    const uint32_t *origins = s->origins;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        scan_function(s, number, f, origins, &out->functions[number]);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i))
                origins += !debug_is_marker(i);
        number++;
    }
    vec_push(&s->base_first, (uint32_t)s->bases.n);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g))
        mutate_scan_global(s, g);
    Map idle = {0};
    habits_find_idle(module, &idle);
    number = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        if (!map_find(&idle, &f, sizeof f))
            mutate_scan_callee(s, number, f);
        number++;
    }
    map_done(&idle);
    take_lists(s);
}

void
mutate_scan_done(MutateScan *s)
{
    program_done(&s->program);
    free(s->origins);
    vec_done(&s->sites);
    vec_done(&s->places);
    vec_done(&s->shifts);
    vec_done(&s->variables);
    vec_done(&s->callees);
    vec_done(&s->scopes);
    vec_done(&s->bases);
    vec_done(&s->base_first);
    vec_done(&s->globals);
    vec_done(&s->heads);
    map_done(&s->scope_index);
    map_done(&s->type_index);
    map_done(&s->base_index);
}

bool
mutate_open(const char *path, MutateSites *out, Diag *d)
{
    Image image;
    MutateScan scan;

    *out = (MutateSites){0};
    bool ok = image_read(path, &image, d) && image_link(&image, d);
    if (ok) {
        mutate_scan(image.module, image.id.hex, out, &scan);
        mutate_scan_done(&scan);
    }
    image_done(&image);
    return ok;
}

void
mutate_done(MutateSites *s)
{
    arena_done(&s->arena);
    *s = (MutateSites){0};
}

bool
mutate_sees(const MutateSites *s, const MutateSite *site,
            const MutateVariable *v)
{
    if (v->scope == MUTATE_NONE)
        return true;
    if (v->line > site->line ||
        (v->line == site->line && v->column >= site->column))
        return false;
    for (uint32_t at = site->scope; at != MUTATE_NONE; at = s->scopes[at])
        if (at == v->scope)
            return true;
    return false;
}
