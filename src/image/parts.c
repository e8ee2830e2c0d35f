/* parts.c - globals of modules, and constructors of an image's parts. */
#include "image/parts.h"

#include "base/mem.h"
#include "base/str.h"

#include <llvm-c/Core.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
parts_globals(LLVMModuleRef m, Globals *out)
{
    *out = (Globals){0};
    for (LLVMValueRef v = LLVMGetFirstFunction(m); v;
         v = LLVMGetNextFunction(v))
        vec_push(out, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
        vec_push(out, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m); v;
         v = LLVMGetNextGlobalAlias(v))
        vec_push(out, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(m); v;
         v = LLVMGetNextGlobalIFunc(v))
        vec_push(out, v);
}

static bool
is_private(LLVMValueRef global)
{
    LLVMLinkage l = LLVMGetLinkage(global);

    return l == LLVMInternalLinkage || l == LLVMPrivateLinkage ||
           l == LLVMAppendingLinkage || l == LLVMAvailableExternallyLinkage;
}

bool
parts_defines(LLVMValueRef global)
{
    return !LLVMIsDeclaration(global) && !is_private(global);
}

void
parts_internalise(LLVMValueRef global)
{
    LLVMSetVisibility(global, LLVMDefaultVisibility);
    LLVMSetLinkage(global, LLVMInternalLinkage);
}

static LLVMValueRef
declare_like(LLVMValueRef global)
{
    LLVMModuleRef module = LLVMGetGlobalParent(global);
    LLVMTypeRef type = LLVMGlobalGetValueType(global);

    if (LLVMGetTypeKind(type) == LLVMFunctionTypeKind)
        return LLVMAddFunction(module, "", type);
    LLVMValueRef declared = LLVMAddGlobal(module, type, "");
    if (LLVMIsAGlobalVariable(global))
        LLVMSetThreadLocalMode(declared, LLVMGetThreadLocalMode(global));
    return declared;
}

/* Aliases must stay aliases of a definition, even of one nobody else sees. */
static bool
keep_for_aliases(LLVMValueRef global, LLVMValueRef declared)
{
    LLVMModuleRef module = LLVMGetGlobalParent(global);
    bool kept = false;

    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a;
         a = LLVMGetNextGlobalAlias(a))
        if (LLVMAliasGetAliasee(a) == declared) {
            LLVMAliasSetAliasee(a, global);
            kept = true;
        }
    for (LLVMValueRef f = LLVMGetFirstGlobalIFunc(module); f;
         f = LLVMGetNextGlobalIFunc(f))
        if (LLVMGetGlobalIFuncResolver(f) == declared) {
            LLVMSetGlobalIFuncResolver(f, global);
            kept = true;
        }
    return kept;
}

void
parts_undefine(LLVMValueRef global)
{
    char *name = mem_strdup(LLVMGetValueName(global));
    LLVMValueRef declared = declare_like(global);

    LLVMReplaceAllUsesWith(global, declared);
    bool kept = keep_for_aliases(global, declared);
    LLVMSetValueName2(global, "", 0);
    LLVMSetValueName2(declared, name, strlen(name));
    if (kept || LLVMIsAGlobalAlias(global)) {
        char *own = mem_printf("%s.interposed", name);
        LLVMSetValueName2(global, own, strlen(own));
        parts_internalise(global);
        free(own);
    } else if (LLVMIsAFunction(global)) {
        LLVMDeleteFunction(global);
    } else if (LLVMIsAGlobalIFunc(global)) {
        LLVMEraseGlobalIFunc(global);
    } else {
        LLVMDeleteGlobal(global);
    }
    free(name);
}

/* One statement of a module's assembler text. A symbol version cannot be given
 * in an executable: the default version becomes the plain name. */
static void
settle_statement(LLVMModuleRef module, const char *text, size_t n, Str *out)
{
    char real[256], name[256], at[3] = {0};
    char *copy = mem_printf("%.*s", (int)n, text);

    if (sscanf(copy, " .symver %255[^, ] , %255[^@]%2[@]", real, name, at) ==
        3) {
        LLVMValueRef f = LLVMGetNamedFunction(module, real);
        LLVMValueRef g = f ? f : LLVMGetNamedGlobal(module, real);
        if (g && !LLVMIsDeclaration(g)) {
            if (strcmp(at, "@@") == 0)
                str_printf(out, ".globl %s\n.set %s, %s", name, name, real);
            free(copy);
            return;
        }
    }
    str_puts(out, copy);
    free(copy);
}

void
parts_settle_assembler(LLVMModuleRef module)
{
    size_t n;
    const char *text = LLVMGetModuleInlineAsm(module, &n), *end = text + n;
    Str out = {0};

    if (!n || !memmem(text, n, ".symver", 7))
        return;
    while (text < end) {
        size_t k = 0;
        while (text + k < end && text[k] != '\n' && text[k] != ';')
            k++;
        settle_statement(module, text, k, &out);
        str_putc(&out, '\n');
        text += k + 1;
    }
    LLVMSetModuleInlineAsm2(module, out.at, out.n);
    str_done(&out);
}

static bool
is_called(const ElfFile *part, const char *name)
{
    return strcmp(part->soname, name) == 0 ||
           strcmp(io_basename(part->path), name) == 0;
}

static void
visit(const ElfFile *parts, size_t n, size_t i, bool *seen, size_t *order,
      size_t *used)
{
    if (seen[i])
        return;
    seen[i] = true;
    for (size_t k = 0; k < parts[i].nneeded; k++)
        for (size_t j = 0; j < n; j++)
            if (is_called(&parts[j], parts[i].needed[k]))
                visit(parts, n, j, seen, order, used);
    order[(*used)++] = i;
}

/* As glibc does since 2.35: depth first, beginning with what was loaded last.
 */
void
parts_order(const ElfFile *parts, size_t n, size_t *order)
{
    bool *seen = mem_zalloc(n, sizeof *seen);
    size_t used = 0;

    for (size_t i = n; i-- > 0;)
        visit(parts, n, i, seen, order, &used);
    free(seen);
}

enum { PRIORITY_FIRST = 101, PRIORITY_DEFAULT = 65535 };

static unsigned
priority_of(LLVMValueRef entry)
{
    return (unsigned)LLVMConstIntGetZExtValue(
        LLVMGetAggregateElement(entry, 0));
}

/* The least priority above `floor` (-1: any) in a list; -1 if there is none. */
static long
next_priority(LLVMValueRef list, unsigned n, long floor)
{
    long least = -1;

    for (unsigned i = 0; i < n; i++) {
        long p = (long)priority_of(LLVMGetAggregateElement(list, i));
        if (p > floor && (least < 0 || p < least))
            least = p;
    }
    return least;
}

/* Give each group of equal priority its own, counting on from *next. */
static void
renumber(LLVMModuleRef module, LLVMValueRef global, unsigned *next)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef list = LLVMGetInitializer(global);
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    unsigned n = (unsigned)LLVMGetArrayLength2(type);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMValueRef *entries = mem_zalloc(n, sizeof *entries);

    for (long p = next_priority(list, n, -1); p >= 0;
         p = next_priority(list, n, p), ++*next)
        for (unsigned i = 0; i < n; i++) {
            LLVMValueRef old = LLVMGetAggregateElement(list, i);
            if ((long)priority_of(old) != p)
                continue;
            LLVMValueRef fields[] = {LLVMConstInt(i32, *next, 0),
                                     LLVMGetAggregateElement(old, 1),
                                     LLVMGetAggregateElement(old, 2)};
            entries[i] = LLVMConstStructInContext(context, fields, 3, 0);
        }
    LLVMSetInitializer(global,
                       LLVMConstArray2(LLVMGetElementType(type), entries, n));
    free(entries);
}

static bool
has_priorities(LLVMValueRef global)
{
    LLVMValueRef list = LLVMGetInitializer(global);
    unsigned n = (unsigned)LLVMGetArrayLength2(LLVMGlobalGetValueType(global));

    return next_priority(list, n, -1) < PRIORITY_DEFAULT;
}

void
parts_order_constructors(ImagePart *parts, const size_t *order, size_t n)
{
    static const char *const lists[] = {"llvm.global_ctors",
                                        "llvm.global_dtors"};

    for (size_t k = 0; k < 2 && n > 1; k++) {
        unsigned next = PRIORITY_FIRST;
        bool needed = false;
        for (size_t i = 0; i < n; i++) {
            LLVMModuleRef m = parts[i].module;
            LLVMValueRef global = m ? LLVMGetNamedGlobal(m, lists[k]) : NULL;
            needed = needed || (global && has_priorities(global));
        }
        for (size_t i = 0; needed && i < n; i++) {
            LLVMModuleRef m = parts[order[i]].module;
            LLVMValueRef global = m ? LLVMGetNamedGlobal(m, lists[k]) : NULL;
            if (global)
                renumber(m, global, &next);
        }
    }
}
