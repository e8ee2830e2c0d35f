/* debug.c - names and places from a module's debug information. */
#include "program/debug.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

/* Operand positions (LLVM 19, DebugInfoMetadata.h). */
enum {
    SUBPROGRAM_NAME = 2,
    SUBPROGRAM_TYPE = 4,
    SUBPROGRAM_UNIT = 5,
    BLOCK_SCOPE = 1,
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
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47,
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

static unsigned
tag(LLVMValueRef node)
{
    return node ? LLVMGetDINodeTag(LLVMValueAsMetadata(node)) : 0;
}

/* The type below typedefs and qualifiers; is one of them volatile or atomic? */
static LLVMValueRef
bare_type(LLVMValueRef type, bool *restless)
{
    for (;; type = operand(type, DERIVED_BASE)) {
        switch (tag(type)) {
        case TAG_VOLATILE:
        case TAG_ATOMIC:
            *restless = true;
            break;
        case TAG_TYPEDEF:
        case TAG_CONST:
        case TAG_RESTRICT:
            break;
        default:
            return type;
        }
    }
}

static LLVMValueRef
plain_type(LLVMValueRef type)
{
    bool ignored;

    return bare_type(type, &ignored);
}

static bool
is_string(LLVMValueRef type)
{
    type = plain_type(type);
    if (tag(type) != TAG_POINTER)
        return false;
    type = plain_type(operand(type, DERIVED_BASE));
    if (tag(type) != TAG_BASE)
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

/* Where the variable that dbg.declare names is. */
static LLVMValueRef
declared_place(LLVMValueRef declare)
{
    LLVMValueRef place = operand(LLVMGetOperand(declare, 0), 0);

    return place ? place : LLVMGetOperand(declare, 0); /* no node: a value */
}

const char *
debug_declared(LLVMValueRef inst, LLVMValueRef *place, uint32_t *line)
{
    if (!LLVMIsADbgDeclareInst(inst))
        return NULL;
    LLVMValueRef variable = LLVMGetOperand(inst, 1);
    *place = declared_place(inst);
    *line = LLVMDIVariableGetLine(LLVMValueAsMetadata(variable));
    return text_operand(variable, VARIABLE_NAME);
}

LLVMValueRef
debug_declared_type(LLVMValueRef inst)
{
    return operand(LLVMGetOperand(inst, 1), VARIABLE_TYPE);
}

void
debug_variables(LLVMValueRef f,
                void (*each)(void *, const char *, uint32_t, bool),
                void *context)
{
    LLVMValueRef place;
    uint32_t line;

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            const char *name = debug_declared(i, &place, &line);
            if (name)
                each(context, name, line, holds_parameter(place));
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

/* The global's DIGlobalVariable, or NULL. */
static LLVMValueRef
global_variable(LLVMValueRef global)
{
    size_t n;
    LLVMValueRef variable = NULL;
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(global));
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);

    for (unsigned i = 0; i < n && !variable; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(all, i);
        if (LLVMGetMetadataKind(node) ==
            LLVMDIGlobalVariableExpressionMetadataKind)
            variable = LLVMMetadataAsValue(
                context, LLVMDIGlobalVariableExpressionGetVariable(node));
    }
    if (all)
        LLVMDisposeValueMetadataEntries(all);
    return variable;
}

LLVMValueRef
debug_global_type(LLVMValueRef global)
{
    return operand(global_variable(global), VARIABLE_TYPE);
}

const char *
debug_global_name(LLVMValueRef global, uint32_t *line)
{
    LLVMValueRef variable = global_variable(global);
    const char *name = text_operand(variable, VARIABLE_NAME);

    if (name)
        *line = LLVMDIVariableGetLine(LLVMValueAsMetadata(variable));
    return name;
}

/* LLVM-C does not tell a base type's encoding; its name does. */
static bool
is_unsigned_name(const char *name)
{
    return name && (strstr(name, "unsigned") || strcmp(name, "_Bool") == 0);
}

/* Fill in the type; false if it is no scalar, or memory has another one. */
static bool
put_type(LLVMValueRef type, LLVMTypeRef memory, DebugScalar *out)
{
    type = bare_type(type, &out->is_restless);
    if (tag(type) == TAG_ENUMERATION)
        type = plain_type(operand(type, DERIVED_BASE));
    out->type = memory;
    switch ((int)LLVMGetTypeKind(memory)) {
    case LLVMIntegerTypeKind:
        out->is_unsigned = is_unsigned_name(text_operand(type, DERIVED_NAME));
        return tag(type) == TAG_BASE && LLVMGetIntTypeWidth(memory) <= 64;
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return tag(type) == TAG_BASE;
    case LLVMPointerTypeKind:
        if (tag(type) != TAG_POINTER)
            return false; /* an argument passed by reference */
        type = plain_type(operand(type, DERIVED_BASE));
        out->is_unsigned = true;
        out->target = type ? LLVMValueAsMetadata(type) : NULL; /* void */
        return true;
    default:
        return false;
    }
}

/* Fill in what its DIVariable tells. */
static bool
put_variable(LLVMValueRef variable, LLVMTypeRef memory, DebugScalar *out)
{
    const char *name = text_operand(variable, VARIABLE_NAME);

    if (!name)
        return false;
    LLVMMetadataRef node = LLVMValueAsMetadata(variable);
    out->name = name;
    out->scope = LLVMDIVariableGetScope(node);
    out->file = LLVMDIVariableGetFile(node);
    out->line = LLVMDIVariableGetLine(node);
    return put_type(operand(variable, VARIABLE_TYPE), memory, out);
}

bool
debug_local_scalar(LLVMValueRef inst, DebugScalar *out)
{
    *out = (DebugScalar){0};
    if (!LLVMIsADbgDeclareInst(inst))
        return false;
    out->place = declared_place(inst);
    out->column = LLVMGetDebugLocColumn(inst);
    return LLVMIsAAllocaInst(out->place) &&
           put_variable(LLVMGetOperand(inst, 1),
                        LLVMGetAllocatedType(out->place), out);
}

bool
debug_global_scalar(LLVMValueRef global, DebugScalar *out)
{
    *out = (DebugScalar){.place = global};
    return !LLVMIsDeclaration(global) && !LLVMIsThreadLocal(global) &&
           put_variable(global_variable(global), LLVMGlobalGetValueType(global),
                        out);
}

/* While all metadata is walked through. */
typedef struct DebugWalk DebugWalk;
struct DebugWalk {
    VEC(LLVMValueRef) todo;
    Map seen;
};

static void
walk_to(DebugWalk *w, LLVMValueRef node)
{
    if (!node || !LLVMIsAMDNode(node) || LLVMIsAMDString(node))
        return;
    LLVMMetadataRef key = LLVMValueAsMetadata(node);
    const size_t n = w->seen.n;
    map_put(&w->seen, &key, sizeof key, 0);
    if (w->seen.n > n)
        vec_push(&w->todo, node);
}

static void
walk_on(DebugWalk *w, LLVMValueRef node)
{
    const unsigned n = LLVMGetMDNodeNumOperands(node);
    LLVMValueRef *all = mem_zalloc(n + 1, sizeof(LLVMValueRef));

    LLVMGetMDNodeOperands(node, all);
    for (unsigned i = 0; i < n; i++)
        walk_to(w, all[i]);
    free(all);
}

/* The units, with their types and globals; functions and their variables. */
static void
walk_start(DebugWalk *w, LLVMModuleRef module)
{
    static const char units[] = "llvm.dbg.cu";
    const unsigned n = LLVMGetNamedMetadataNumOperands(module, units);
    LLVMValueRef *all = mem_zalloc(n + 1, sizeof(LLVMValueRef));

    LLVMGetNamedMetadataOperands(module, units, all);
    for (unsigned i = 0; i < n; i++)
        walk_to(w, all[i]);
    free(all);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        walk_to(w, subprogram(f));
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i))
                if (LLVMIsADbgDeclareInst(i))
                    walk_to(w, LLVMGetOperand(i, 1));
    }
}

static bool
is_bit_field(LLVMValueRef node)
{
    LLVMMetadataRef m = LLVMValueAsMetadata(node);

    return LLVMGetMetadataKind(m) == LLVMDIDerivedTypeMetadataKind &&
           tag(node) == TAG_MEMBER &&
           LLVMDITypeGetFlags(m) & LLVMDIFlagBitField;
}

void
debug_bit_fields(LLVMModuleRef module,
                 void (*each)(void *, const DebugBitField *), void *context)
{
    DebugWalk w = {0};

    walk_start(&w, module);
    while (w.todo.n) {
        LLVMValueRef node = vec_pop(&w.todo);
        DebugKind k;
        if (is_bit_field(node) && debug_kind(operand(node, DERIVED_BASE), &k)) {
            LLVMMetadataRef m = LLVMValueAsMetadata(node);
            each(context,
                 &(DebugBitField){.offset = LLVMDITypeGetOffsetInBits(m),
                                  .bits = (unsigned)LLVMDITypeGetSizeInBits(m),
                                  .is_signed = k.is_signed});
        }
        walk_on(&w, node);
    }
    vec_done(&w.todo);
    map_done(&w.seen);
}

LLVMMetadataRef
debug_scope(LLVMValueRef inst)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(inst);

    return location ? LLVMDILocationGetScope(location) : NULL;
}

LLVMMetadataRef
debug_outer_scope(LLVMContextRef context, LLVMMetadataRef scope)
{
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);

    if (kind != LLVMDILexicalBlockMetadataKind &&
        kind != LLVMDILexicalBlockFileMetadataKind)
        return NULL;
    LLVMValueRef outer =
        operand(LLVMMetadataAsValue(context, scope), BLOCK_SCOPE);
    return outer ? LLVMValueAsMetadata(outer) : NULL;
}

bool
debug_is_block(LLVMMetadataRef scope)
{
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);

    return kind == LLVMDISubprogramMetadataKind ||
           kind == LLVMDILexicalBlockMetadataKind ||
           kind == LLVMDILexicalBlockFileMetadataKind;
}

LLVMMetadataRef
debug_unit(LLVMValueRef function)
{
    LLVMValueRef unit = operand(subprogram(function), SUBPROGRAM_UNIT);

    return unit ? LLVMValueAsMetadata(unit) : NULL;
}

LLVMMetadataRef
debug_file(LLVMValueRef function)
{
    LLVMMetadataRef node = LLVMGetSubprogram(function);

    return node ? LLVMDIScopeGetFile(node) : NULL;
}

LLVMValueRef
debug_plain_type(LLVMValueRef type)
{
    return plain_type(type);
}

bool
debug_kind(LLVMValueRef type, DebugKind *out)
{
    *out = (DebugKind){0};
    type = bare_type(type, &out->is_restless);
    uint64_t size = size_of(type);
    if (size != 1 && size != 2 && size != 4 && size != 8)
        return false;
    out->bits = (uint8_t)(8 * size);
    switch (tag(type)) {
    case TAG_POINTER:
        out->is_pointer = true;
        out->target = plain_type(operand(type, DERIVED_BASE));
        return true;
    case TAG_ENUMERATION:
        type = plain_type(operand(type, DERIVED_BASE));
        out->is_signed = !is_unsigned_name(text_operand(type, DERIVED_NAME));
        return true;
    case TAG_BASE: {
        const char *name = text_operand(type, DERIVED_NAME);
        out->is_float =
            name && (strcmp(name, "float") == 0 || strcmp(name, "double") == 0);
        out->is_signed = out->is_float || !is_unsigned_name(name);
        return name && !strstr(name, "complex") && !strstr(name, "Complex");
    }
    default:
        return false;
    }
}

unsigned
debug_signature(LLVMValueRef f, LLVMValueRef *out, unsigned max)
{
    LLVMValueRef type = operand(subprogram(f), SUBPROGRAM_TYPE);
    LLVMValueRef all = operand(type, SUBROUTINE_TYPES);
    unsigned n = all && LLVMIsAMDNode(all) ? LLVMGetMDNodeNumOperands(all) : 0;

    for (unsigned i = 0; i < n && i < max; i++)
        out[i] = operand(all, i);
    return n;
}

void
debug_members(LLVMValueRef type,
              void (*each)(void *, const char *, uint64_t, LLVMValueRef),
              void *context)
{
    type = plain_type(type);
    if (tag(type) != TAG_STRUCT && tag(type) != TAG_UNION)
        return;
    LLVMValueRef all = operand(type, COMPOSITE_ELEMENTS);
    unsigned n = all && LLVMIsAMDNode(all) ? LLVMGetMDNodeNumOperands(all) : 0;
    LLVMValueRef *members = mem_zalloc(n + 1, sizeof(LLVMValueRef));

    if (n)
        LLVMGetMDNodeOperands(all, members);
    for (unsigned i = 0; i < n; i++) {
        LLVMMetadataRef node = LLVMValueAsMetadata(members[i]);
        uint64_t at = LLVMDITypeGetOffsetInBits(node);
        LLVMValueRef base = operand(members[i], DERIVED_BASE);
        const char *name = text_operand(members[i], DERIVED_NAME);
        if (name && base && at % 8 == 0 &&
            LLVMDITypeGetSizeInBits(node) == 8 * size_of(plain_type(base)))
            each(context, name, at / 8, base);
    }
    free(members);
}
