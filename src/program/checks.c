/* checks.c - which functions of a test program are checks.
 *
 * Frameworks are told by calls and by constants of known structures
 * (checks.def). Without a framework, checks are functions named like tests that
 * stand in a table, or that main calls one after the other. What is found too
 * much does no harm: it is a check only if it is run.
 */
#include "program/checks.h"

#include "base/map.h"
#include "base/vec.h"
#include "program/debug.h"

#include <llvm-c/Core.h>

#include <stdbool.h>
#include <string.h>

/* A call or a structure, and which arguments or members of it matter. */
typedef struct CheckRow CheckRow;
struct CheckRow {
    const char *framework, *of;
    int check, name;
};

static const CheckRow calls[] = {
#define CHECK_CALL(framework, function, check, name) \
    {framework, function, check, name},
#include "program/checks.def"
};

static const CheckRow fields[] = {
#define CHECK_FIELD(framework, structure, check, name) \
    {framework, structure, check, name},
#include "program/checks.def"
};

static const CheckRow beside[] = {
#define CHECK_BESIDE(framework, function) {framework, function, 0, 0},
#include "program/checks.def"
};

static const CheckRow prefixes[] = {
#define CHECK_PREFIX(framework, prefix) {framework, prefix, 0, 0},
#include "program/checks.def"
};

static const struct {
    const char *framework, *suffix, *check;
} behind[] = {
#define CHECK_BEHIND(framework, suffix, check) {framework, suffix, check},
#include "program/checks.def"
};

#define COUNT_OF(list) (sizeof(list) / sizeof(list)[0])

typedef struct CheckFinder CheckFinder;
struct CheckFinder {
    LLVMModuleRef module;
    Arena *arena;
    Map index; /* of a function in `found` */
    VEC(FoundCheck) found;
};

/* May a function of ours stand before it, and return a zero in its place? */
static bool
is_plain_type(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);

    return kind == LLVMVoidTypeKind || kind == LLVMIntegerTypeKind ||
           kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind;
}

static bool
is_plain_function(LLVMValueRef f)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(f), params[8];
    unsigned n = LLVMCountParamTypes(type);
    bool plain = !LLVMIsDeclaration(f) && !LLVMIsFunctionVarArg(type) &&
                 n <= COUNT_OF(params) &&
                 is_plain_type(LLVMGetReturnType(type));

    if (plain)
        LLVMGetParamTypes(type, params);
    for (unsigned i = 0; plain && i < n; i++)
        plain = is_plain_type(params[i]);
    return plain;
}

/* The text that a constant points to, or NULL. */
static const char *
text_of(CheckFinder *c, LLVMValueRef v)
{
    size_t n;

    if (!v || !LLVMIsAGlobalVariable(v) || LLVMIsDeclaration(v))
        return NULL;
    LLVMValueRef bytes = LLVMGetInitializer(v);
    if (!bytes || !LLVMIsAConstantDataArray(bytes) ||
        !LLVMIsConstantString(bytes))
        return NULL;
    const char *text = LLVMGetAsString(bytes, &n);
    while (n && !text[n - 1])
        n--;
    return n ? arena_strndup(c->arena, text, n) : NULL;
}

static LLVMValueRef
operand(LLVMValueRef v, int i)
{
    return i >= 0 && i < LLVMGetNumOperands(v) ? LLVMGetOperand(v, (unsigned)i)
                                               : NULL;
}

/* The check itself, where a framework calls it by way of another function. */
static LLVMValueRef
look_behind(CheckFinder *c, const char *framework, LLVMValueRef f)
{
    const char *name = LLVMGetValueName(f);
    const size_t n = strlen(name);

    for (size_t i = 0; i < COUNT_OF(behind); i++) {
        const size_t k = strlen(behind[i].suffix);
        if (strcmp(framework, behind[i].framework) != 0 || n < k ||
            strcmp(name + n - k, behind[i].suffix) != 0)
            continue;
        LLVMValueRef found = LLVMGetNamedFunction(
            c->module, arena_printf(c->arena, "%.*s%s", (int)(n - k), name,
                                    behind[i].check));
        return found ? found : f;
    }
    return f;
}

static void
add(CheckFinder *c, const char *framework, LLVMValueRef f, const char *name)
{
    if (!f || !LLVMIsAFunction(f))
        return;
    f = look_behind(c, framework, f);
    if (!is_plain_function(f) || map_find(&c->index, &f, sizeof f))
        return;
    map_put(&c->index, &f, sizeof f, (uint32_t)c->found.n);
    if (!name)
        name = arena_strdup(c->arena, debug_function_name(f));
    vec_push(&c->found, (FoundCheck){f, name, framework});
}

/* Does it sound like a test? */
static bool
is_test_name(const char *name)
{
    static const char *const words[] = {"test", "Test", "TEST", "check"};

    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strstr(name, words[i]))
            return true;
    return strncmp(name, "t_", 2) == 0;
}

/* A structure's name without what clang and the linker put around it. */
static bool
is_structure(LLVMTypeRef t, const char *name)
{
    const char *own =
        LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMGetStructName(t) : NULL;
    size_t n = strlen(name);

    if (!own)
        return false;
    if (strncmp(own, "struct.", 7) == 0)
        own += 7;
    return strncmp(own, name, n) == 0 && (!own[n] || own[n] == '.');
}

/* A structure of the program's own: a check if a member is a function that is
 * named like one; its name is a text beside it. */
static void
take_own(CheckFinder *c, LLVMValueRef value)
{
    LLVMValueRef found = NULL;
    const char *name = NULL;

    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef v = operand(value, i);
        if (LLVMIsAFunction(v) && !found &&
            is_test_name(debug_function_name(v)))
            found = v;
        else if (!name)
            name = text_of(c, v);
    }
    if (found)
        add(c, "", found, name);
}

static void
take_structure(CheckFinder *c, LLVMValueRef value)
{
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (is_structure(LLVMTypeOf(value), fields[i].of)) {
            add(c, fields[i].framework, operand(value, fields[i].check),
                text_of(c, operand(value, fields[i].name)));
            return;
        }
    take_own(c, value);
}

static void
take_constant(CheckFinder *c, LLVMValueRef value, unsigned depth)
{
    if (depth == 0)
        return;
    if (LLVMIsAConstantStruct(value))
        take_structure(c, value);
    if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value))
        return;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef v = operand(value, i);
        if (LLVMIsAConstantArray(value) && LLVMIsAFunction(v) &&
            is_test_name(debug_function_name(v)))
            add(c, "", v, NULL);
        take_constant(c, v, depth - 1);
    }
}

static void
take_globals(CheckFinder *c)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(c->module); g;
         g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g))
            take_constant(c, LLVMGetInitializer(g), 4);
}

static LLVMValueRef
called(LLVMValueRef inst)
{
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;

    return f && LLVMIsAFunction(f) ? f : NULL;
}

static void
take_call(CheckFinder *c, LLVMValueRef call)
{
    const char *name = LLVMGetValueName(called(call));

    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (strcmp(name, calls[i].of) == 0)
            add(c, calls[i].framework, operand(call, calls[i].check),
                text_of(c, operand(call, calls[i].name)));
}

/* The framework of a function whose direct calls are checks, or NULL. */
static const char *
framework_of(LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            for (size_t k = 0; called(i) && k < COUNT_OF(beside); k++)
                if (strcmp(LLVMGetValueName(called(i)), beside[k].of) == 0)
                    return beside[k].framework;
    return NULL;
}

/* Is what a function calls directly, among checks, one of them? */
static bool
is_called_check(LLVMValueRef f)
{
    return strncmp(LLVMGetValueName(f), "greatest_", 9) != 0 &&
           LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(f))) ==
               LLVMIntegerTypeKind;
}

static void
take_function(CheckFinder *c, LLVMValueRef f)
{
    const char *name = LLVMGetValueName(f);
    const char *direct = framework_of(f);

    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        if (strncmp(name, prefixes[i].of, strlen(prefixes[i].of)) == 0)
            add(c, prefixes[i].framework, f,
                arena_strdup(c->arena, name + strlen(prefixes[i].of)));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            if (!called(i))
                continue;
            take_call(c, i);
            if (direct && is_called_check(called(i)))
                add(c, direct, called(i), NULL);
        }
}

/* A program without a framework: tests that main calls by their names. */
static void
take_main(CheckFinder *c, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            if (called(i) && LLVMCountParams(called(i)) == 0 &&
                is_test_name(debug_function_name(called(i))))
                add(c, "", called(i), NULL);
}

/* A main: variants call it otherwise, and several programs have several. */
static bool
is_main(LLVMValueRef f)
{
    const char *name = LLVMGetValueName(f);

    return !LLVMIsDeclaration(f) &&
           (strcmp(name, "main") == 0 || strcmp(name, "__culprit_main") == 0 ||
            strncmp(name, "main.", 5) == 0);
}

bool
checks_is_framework(LLVMValueRef function)
{
    const char *name = LLVMGetValueName(function);

    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (strcmp(name, calls[i].of) == 0)
            return true;
    for (size_t i = 0; i < COUNT_OF(beside); i++)
        if (strcmp(name, beside[i].of) == 0)
            return true;
    return false;
}

FoundCheck *
checks_find(LLVMModuleRef module, Arena *a, size_t *n)
{
    CheckFinder c = {.module = module, .arena = a};
    LLVMValueRef f;

    take_globals(&c);
    for (f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        take_function(&c, f);
    const bool none = c.found.n == 0;
    for (f = LLVMGetFirstFunction(module); f && none;
         f = LLVMGetNextFunction(f))
        if (is_main(f))
            take_main(&c, f);
    FoundCheck *out = ARENA_ARRAY(a, FoundCheck, c.found.n + 1);
    *n = 0;
    for (f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const uint32_t *at = map_find(&c.index, &f, sizeof f);
        if (at && *at < c.found.n)
            out[(*n)++] = c.found.at[*at];
    }
    map_done(&c.index);
    vec_done(&c.found);
    return out;
}
