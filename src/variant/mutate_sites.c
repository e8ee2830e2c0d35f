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
    vec_push(
        &s->lists.sites,
        (MutateSite){.kind = (uint8_t)kind,
                     .where.function = function,
                     .where.block = block,
                     .where.statement = statement,
                     .where.file = statement == PROGRAM_NONE
                                       ? MUTATE_NONE
                                       : s->program.statements[statement].file,
                     .where.line = LLVMGetDebugLocLine(inst),
                     .where.column = LLVMGetDebugLocColumn(inst),
                     .where.scope = names_scope(s, debug_scope(inst)),
                     .variable.base = MUTATE_NONE,
                     .user.consumer = MUTATE_NONE,
                     .name = ""});
    vec_push(&s->lists.places, (MutatePlace){.inst = inst});
    return &s->lists.sites.at[s->lists.sites.n - 1];
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
    out->returns = site.of.bits >= 8;
    out->bits = site.of.bits;
    out->flags = site.of.flags;
    out->type = site.of.type;
    debug_signature(f, types, 1);
    if (types[0] && debug_kind(types[0], &k) && k.bits == site.of.bits) {
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
    if ((opcode == LLVMSExt || opcode == LLVMZExt) && !site->user.extends) {
        site->user.extends = opcode == LLVMSExt;
        LLVMValueRef next = only_user(user, site);
        return next;
    }
    site->user.position = LLVMGetOperand(user, 0) != inst;
    return user;
}

/* Which comparison, store, branch or switch takes each value. */
static void
find_consumers(MutateScan *s, uint32_t first)
{
    Map takers = {0};

    for (uint32_t i = first; i < s->lists.sites.n; i++) {
        uint8_t kind = s->lists.sites.at[i].kind;
        if (kind == MSITE_COMPARE || kind == MSITE_STORE ||
            kind == MSITE_BRANCH || kind == MSITE_SWITCH)
            map_put(&takers, &s->lists.places.at[i].inst, sizeof(LLVMValueRef),
                    i);
    }
    for (uint32_t i = first; i < s->lists.sites.n; i++) {
        MutateSite *site = &s->lists.sites.at[i];
        const MutatePlace *p = &s->lists.places.at[i];
        LLVMValueRef user = NULL;
        switch ((MutateSiteKind)site->kind) {
        case MSITE_LITERAL:
            user = p->inst;
            site->user.position = (uint8_t)(p->operand > 1 ? 2 : p->operand);
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
        case MSITE_TEXT:
        case MSITE_KINDS:
            break;
        }
        const uint32_t *taker =
            user ? map_find(&takers, &user, sizeof user) : NULL;
        if (!taker || *taker == i)
            continue;
        /* A store's address and a select's values are no such operands. */
        uint8_t kind = s->lists.sites.at[*taker].kind;
        if (kind == MSITE_COMPARE || site->user.position == 0)
            site->user.consumer = *taker;
    }
    map_done(&takers);
}

static void
scan_function(MutateScan *s, uint32_t number, LLVMValueRef f,
              const uint32_t *origins, MutateFunction *out)
{
    uint32_t first = (uint32_t)s->bases.all.n, i = 0;
    MutateAt at = {.s = s,
                   .function = number,
                   .f = f,
                   .block = s->program.functions[number].block,
                   .retval = find_retval(f),
                   .first_variable = (uint32_t)s->lists.variables.n};

    out->variable = at.first_variable;
    out->first = (uint32_t)s->lists.sites.n;
    vec_push(&s->bases.first, first);
    if (!LLVMGetSubprogram(f))
        return;
    map_done(&s->bases.index);
    put_result(s, f, out);
    names_add(s, first, f);
    names_add_elements(s, first, out->variable, f);
    out->nvariables = (uint32_t)s->lists.variables.n - out->variable;
    out->ntable = (uint32_t)s->bases.all.n - first;
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
    out->n = (uint32_t)s->lists.sites.n - out->first;
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
    TAKE(at, n, s->lists.sites);
    TAKE(shifts, count.shifts, s->lists.shifts);
    TAKE(variables, count.variables, s->lists.variables);
    TAKE(callees, count.callees, s->lists.callees);
    TAKE(scopes, count.scopes, s->lists.scopes);
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
    fields_scan(module, &s->fields);
    s->origins = program_build_origins(module, id, &s->program);
    out->count.functions = s->program.n.functions;
    out->functions =
        ARENA_ARRAY(&out->arena, MutateFunction, out->count.functions + 1);
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
    vec_push(&s->bases.first, (uint32_t)s->bases.all.n);
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
    fields_done(&s->fields);
    vec_done(&s->lists.sites);
    vec_done(&s->lists.places);
    vec_done(&s->lists.shifts);
    vec_done(&s->lists.variables);
    vec_done(&s->lists.callees);
    vec_done(&s->lists.scopes);
    vec_done(&s->bases.all);
    vec_done(&s->bases.first);
    vec_done(&s->globals);
    vec_done(&s->heads);
    map_done(&s->numbers.scopes);
    map_done(&s->numbers.types);
    map_done(&s->bases.index);
}

bool
mutate_open(const Texts *programs, MutateSites *out, Diag *d)
{
    Image image;
    MutateScan scan;

    *out = (MutateSites){0};
    bool ok = image_read(programs, &image, d) && image_link(&image, d);
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
    if (s->language.context)
        s->language.close(s->language.context);
    arena_done(&s->arena);
    *s = (MutateSites){0};
}

bool
mutate_sees(const MutateSites *s, const MutateSite *site,
            const MutateVariable *v)
{
    if (v->scope == MUTATE_NONE)
        return true;
    if (v->line > site->where.line ||
        (v->line == site->where.line && v->column >= site->where.column))
        return false;
    for (uint32_t at = site->where.scope; at != MUTATE_NONE; at = s->scopes[at])
        if (at == v->scope)
            return true;
    return false;
}
