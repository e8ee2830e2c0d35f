/* debug.c - names and places from a module's debug information. */
#include "program/debug.h"

#include "base/mem.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

/* Operand positions (LLVM 19, DebugInfoMetadata.h). */
enum {
    SUBPROGRAM_NAME = 2,
    SUBPROGRAM_TYPE = 4,
    VARIABLE_NAME = 1,
    VARIABLE_TYPE = 3,
    DERIVED_NAME = 2,
    DERIVED_BASE = 3,
    COMPOSITE_ELEMENTS = 4,
    SUBROUTINE_TYPES = 3,
    MAX_OPERANDS = 32,
};

/* DWARF's numbers for kinds of types. */
enum {
    TAG_ARRAY = 0x01,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
};

/* Operand i of a metadata node (as a value), or NULL. */
static LLVMValueRef
operand(LLVMValueRef node, unsigned i)
{
    LLVMValueRef operands[MAX_OPERANDS];

    if (!node || !LLVMIsAMDNode(node))
        return NULL;
    unsigned n = LLVMGetMDNodeNumOperands(node);
    if (i >= n || n > MAX_OPERANDS)
        return NULL;
    LLVMGetMDNodeOperands(node, operands);
    return operands[i];
}

static const char *
text_operand(LLVMValueRef node, unsigned i)
{
    unsigned n;
    LLVMValueRef v = operand(node, i);
    const char *text = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &n) : NULL;

    return text && n ? text : NULL;
}

static LLVMValueRef
subprogram(LLVMValueRef f)
{
    LLVMMetadataRef node = LLVMGetSubprogram(f);

    return node ? LLVMMetadataAsValue(
                      LLVMGetModuleContext(LLVMGetGlobalParent(f)), node)
                : NULL;
}

bool
debug_is_marker(LLVMValueRef inst)
{
    static const char *const prefixes[] = {"llvm.dbg.", "llvm.lifetime.",
                                           "llvm.assume", "llvm.annotation"};

    if (!LLVMIsACallInst(inst))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) == 0)
        return false;
    const char *name = LLVMGetValueName(callee);
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

const char *
debug_function_name(LLVMValueRef f)
{
    const char *name = text_operand(subprogram(f), SUBPROGRAM_NAME);

    return name ? name : LLVMGetValueName(f);
}

void
debug_function_place(LLVMValueRef f, const char **dir, const char **name,
                     uint32_t *line)
{
    unsigned n;
    LLVMMetadataRef node = LLVMGetSubprogram(f);
    LLVMMetadataRef file = node ? LLVMDIScopeGetFile(node) : NULL;

    *dir = *name = NULL;
    *line = node ? LLVMDISubprogramGetLine(node) : 0;
    if (file) {
        *dir = LLVMDIFileGetDirectory(file, &n);
        *name = LLVMDIFileGetFilename(file, &n);
    }
}

/* The type below typedefs and qualifiers. */
static LLVMValueRef
plain_type(LLVMValueRef type)
{
    while (type) {
        switch (LLVMGetDINodeTag(LLVMValueAsMetadata(type))) {
        case TAG_TYPEDEF:
        case TAG_CONST:
        case TAG_VOLATILE:
            type = operand(type, DERIVED_BASE);
            break;
        default:
            return type;
        }
    }
    return NULL;
}

static bool
is_string(LLVMValueRef type)
{
    type = plain_type(type);
    if (!type || LLVMGetDINodeTag(LLVMValueAsMetadata(type)) != TAG_POINTER)
        return false;
    type = plain_type(operand(type, DERIVED_BASE));
    if (!type || LLVMGetDINodeTag(LLVMValueAsMetadata(type)) != TAG_BASE)
        return false;
    const char *name = text_operand(type, DERIVED_NAME);
    return name && strcmp(name, "char") == 0;
}

bool
debug_returns_string(LLVMValueRef f)
{
    LLVMValueRef type = operand(subprogram(f), SUBPROGRAM_TYPE);
    LLVMValueRef result = operand(operand(type, SUBROUTINE_TYPES), 0);

    return is_string(result);
}

/* A parameter's variable is where the argument is stored on entry. */
static bool
holds_parameter(LLVMValueRef place)
{
    if (!place || !LLVMIsAAllocaInst(place))
        return place && LLVMIsAArgument(place);
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) &&
            LLVMIsAArgument(LLVMGetOperand(user, 0)) &&
            LLVMGetOperand(user, 1) == place)
            return true;
    }
    return false;
}

void
debug_variables(LLVMValueRef f,
                void (*each)(void *, const char *, uint32_t, bool),
                void *context)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsADbgDeclareInst(i))
                continue;
            LLVMValueRef variable = LLVMGetOperand(i, 1);
            const char *name = text_operand(variable, VARIABLE_NAME);
            LLVMValueRef place = operand(LLVMGetOperand(i, 0), 0);
            if (!place) /* a direct value, not a node */
                place = LLVMGetOperand(i, 0);
            if (name)
                each(context, name,
                     LLVMDIVariableGetLine(LLVMValueAsMetadata(variable)),
                     holds_parameter(place));
        }
    }
}

void
debug_places(LLVMValueRef f,
             void (*each)(void *, LLVMValueRef, const char *, LLVMValueRef),
             void *context)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsADbgDeclareInst(i))
                continue;
            LLVMValueRef place = operand(LLVMGetOperand(i, 0), 0);
            if (!place) /* a direct value, not a node */
                place = LLVMGetOperand(i, 0);
            const char *name =
                text_operand(LLVMGetOperand(i, 1), VARIABLE_NAME);
            if (name)
                each(context, place, name,
                     operand(LLVMGetOperand(i, 1), VARIABLE_TYPE));
        }
    }
}

static uint64_t
size_of(LLVMValueRef type)
{
    return type ? LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(type)) / 8 : 0;
}

/* The member that the byte is in; *offset becomes that within it. */
static LLVMValueRef
member_at(LLVMValueRef type, uint64_t *offset, Str *out)
{
    LLVMValueRef all = operand(type, COMPOSITE_ELEMENTS), found = NULL;
    unsigned n = all && LLVMIsAMDNode(all) ? LLVMGetMDNodeNumOperands(all) : 0;
    LLVMValueRef *members = mem_zalloc(n + 1, sizeof(LLVMValueRef));

    if (n)
        LLVMGetMDNodeOperands(all, members);
    for (unsigned i = 0; i < n && !found; i++) {
        uint64_t at =
            LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(members[i])) / 8;
        const char *name = text_operand(members[i], DERIVED_NAME);
        LLVMValueRef base = plain_type(operand(members[i], DERIVED_BASE));
        if (!base || *offset < at || *offset - at >= size_of(members[i]))
            continue;
        found = base;
        *offset -= at;
        if (name)
            str_printf(out, ".%s", name);
    }
    free(members);
    return found;
}

void
debug_part_name(LLVMValueRef type, uint64_t offset, Str *out)
{
    for (type = plain_type(type); type;) {
        unsigned tag = LLVMGetDINodeTag(LLVMValueAsMetadata(type));
        if (tag == TAG_STRUCT) {
            type = member_at(type, &offset, out);
        } else if (tag == TAG_ARRAY) {
            LLVMValueRef ranges = operand(type, COMPOSITE_ELEMENTS);
            LLVMValueRef base = plain_type(operand(type, DERIVED_BASE));
            uint64_t size = size_of(base);
            if (!size || !ranges || LLVMGetMDNodeNumOperands(ranges) != 1)
                return;
            str_printf(out, "[%llu]", (unsigned long long)(offset / size));
            offset %= size;
            type = base;
        } else {
            return;
        }
    }
}

static LLVMMetadataRef
global_variable(LLVMValueRef global)
{
    size_t n;
    LLVMMetadataRef found = NULL;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);

    for (unsigned i = 0; i < n && !found; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(all, i);
        if (LLVMGetMetadataKind(node) ==
            LLVMDIGlobalVariableExpressionMetadataKind)
            found = LLVMDIGlobalVariableExpressionGetVariable(node);
    }
    if (all)
        LLVMDisposeValueMetadataEntries(all);
    return found;
}

LLVMValueRef
debug_global_type(LLVMValueRef global)
{
    LLVMMetadataRef node = global_variable(global);

    return node ? operand(LLVMMetadataAsValue(
                              LLVMGetModuleContext(LLVMGetGlobalParent(global)),
                              node),
                          VARIABLE_TYPE)
                : NULL;
}

const char *
debug_global_name(LLVMValueRef global, uint32_t *line)
{
    LLVMMetadataRef node = global_variable(global);

    if (!node)
        return NULL;
    *line = LLVMDIVariableGetLine(node);
    return text_operand(
        LLVMMetadataAsValue(LLVMGetModuleContext(LLVMGetGlobalParent(global)),
                            node),
        VARIABLE_NAME);
}
