/* mutate_globals.c - sites outside of functions, the initial values of globals;
 * and the functions that a statement could call.
 */
#include "base/io.h"
#include "program/debug.h"
#include "variant/mutate_names.h"
#include "variant/mutate_sites.h"
#include "variant/mutate_values.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_ELEMENTS = 400 }; /* of a global, whose initial values are sites */

static uint32_t
global_number(MutateScan *s, LLVMValueRef g)
{
    for (uint32_t i = 0; i < s->globals.n; i++)
        if (s->globals.at[i] == g)
            return i;
    vec_push(&s->globals, g);
    return (uint32_t)s->globals.n - 1;
}

typedef struct Initial Initial;
struct Initial {
    MutateScan *s;
    MutateSite like; /* place in the source, base */
    unsigned left;
};

static void add_initial(Initial *in, LLVMValueRef v, uint64_t offset);

/* A part of the value, which is called so. */
static void
add_part(Initial *in, LLVMValueRef v, uint64_t offset, bool member,
         unsigned number)
{
    const char *whole = in->like.name;
    Arena *a = &in->s->out->arena;

    if (*whole)
        in->like.name =
            member ? arena_printf(a, "%s (member %u)", whole, number + 1)
                   : arena_printf(a, "%s[%u]", whole, number);
    add_initial(in, v, offset);
    in->like.name = whole;
}

static void
add_initial(Initial *in, LLVMValueRef v, uint64_t offset)
{
    MutateScan *s = in->s;
    LLVMTypeRef type = LLVMTypeOf(v);
    int64_t value;

    if (in->left == 0)
        return;
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind: {
        if (LLVMIsConstantString(v))
            return;
        uint64_t n = LLVMGetArrayLength2(type);
        uint64_t size = LLVMABISizeOfType(s->layout, LLVMGetElementType(type));
        for (uint64_t i = 0; i < n && in->left; i++)
            add_part(in, LLVMGetAggregateElement(v, (unsigned)i),
                     offset + i * size, false, (unsigned)i);
        return;
    }
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            add_part(in, LLVMGetAggregateElement(v, i),
                     offset + LLVMOffsetOfElement(s->layout, type, i), true, i);
        return;
    default:
        break;
    }
    if (!values_literal(v, &value))
        return;
    MutateSite site = in->like;
    names_put_type(s, type, &site);
    if (site.of.bits < 8)
        return;
    site.value = value;
    site.variable.offset = (uint32_t)offset;
    in->left--;
    vec_push(&s->lists.sites, site);
    vec_push(&s->lists.places, (MutatePlace){0});
}

/* A constant that only initialises a local variable: the statement that
 * copies it. */
static LLVMValueRef
copied_by(LLVMValueRef g)
{
    LLVMUseRef u = LLVMGetFirstUse(g);
    LLVMValueRef user = u ? LLVMGetUser(u) : NULL;

    return user && !LLVMGetNextUse(u) && LLVMIsACallInst(user) ? user : NULL;
}

static uint32_t
find_statement(const MutateScan *s, const char *path, uint32_t line)
{
    for (uint32_t i = 0; i < s->program.n.statements; i++) {
        const ProgramStatement *t = &s->program.statements[i];
        if (t->line == line && t->file != PROGRAM_NONE &&
            strcmp(s->program.files[t->file].path, path) == 0)
            return i;
    }
    return MUTATE_NONE;
}

static uint32_t
find_file(const MutateScan *s, const char *dir, const char *name)
{
    char *joined = io_join(dir ? dir : ".", name ? name : "");
    char *path = io_absolute(joined);
    uint32_t found = MUTATE_NONE;

    for (uint32_t i = 0; i < s->program.n.files; i++)
        if (strcmp(s->program.files[i].path, path) == 0)
            found = i;
    free(joined);
    free(path);
    return found;
}

void
mutate_scan_global(MutateScan *s, LLVMValueRef g)
{
    LLVMValueRef value = LLVMGetInitializer(g), copy;
    Initial in = {.s = s, .left = MAX_ELEMENTS};
    uint32_t line = 0;
    unsigned n;

    if (!value || LLVMIsDeclaration(g) || LLVMIsThreadLocal(g) ||
        LLVMIsNull(value) || LLVMGetSection(g))
        return;
    in.like = (MutateSite){.kind = MSITE_INIT,
                           .where.function = MUTATE_NONE,
                           .where.block = MUTATE_NONE,
                           .where.statement = MUTATE_NONE,
                           .where.file = MUTATE_NONE,
                           .where.scope = MUTATE_NONE,
                           .user.consumer = MUTATE_NONE,
                           .name = ""};
    const char *name = debug_global_name(g, &line);
    if (name) {
        const char *file = LLVMGetDebugLocFilename(g, &n);
        const char *dir = LLVMGetDebugLocDirectory(g, &n);
        in.like.where.file = find_file(s, dir, file);
        in.like.where.line = line;
        in.like.name = arena_strdup(&s->out->arena, name);
    } else if ((copy = copied_by(g))) {
        in.like.where.file = find_file(s, LLVMGetDebugLocDirectory(copy, &n),
                                       LLVMGetDebugLocFilename(copy, &n));
        in.like.where.line = LLVMGetDebugLocLine(copy);
        in.like.where.column = LLVMGetDebugLocColumn(copy);
    }
    if (in.like.where.file == MUTATE_NONE || !in.like.where.line)
        return;
    in.like.where.statement = find_statement(
        s, s->program.files[in.like.where.file].path, in.like.where.line);
    size_t before = s->lists.sites.n;
    in.like.variable.base = (uint32_t)s->globals.n;
    add_initial(&in, value, 0);
    if (s->lists.sites.n > before)
        global_number(s, g);
}

/* Is it of the tests? What is tested calls nothing of them. */
static bool
is_of_tests(const MutateScan *s, uint32_t number)
{
    const uint32_t file = s->program.functions[number].file;

    return file != PROGRAM_NONE && s->program.files[file].tests;
}

/* Functions of the program that a statement could call, with arguments that
 * fit in registers for integers. */
void
mutate_scan_callee(MutateScan *s, uint32_t number, LLVMValueRef f)
{
    LLVMValueRef types[MUTATE_ARGS + 1];
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = debug_signature(f, types, MUTATE_ARGS + 1);
    MutateCallee c = {.function = number};

    if (n == 0 || n > MUTATE_ARGS + 1 || LLVMIsFunctionVarArg(type) ||
        LLVMCountParamTypes(type) != n - 1 || is_of_tests(s, number) ||
        strcmp(LLVMGetValueName(f), "main") == 0)
        return;
    c.nparams = n - 1;
    c.is_void = types[0] == NULL;
    for (unsigned i = 1; i < n; i++) {
        DebugKind k;
        if (!types[i] || !debug_kind(types[i], &k) || k.is_float)
            return;
        c.types[i - 1] = names_type(s, &k);
        c.numbers[i - 1] = !k.is_pointer;
    }
    c.name = arena_strdup(&s->out->arena, debug_function_name(f));
    c.base = global_number(s, f);
    vec_push(&s->lists.callees, c);
}
