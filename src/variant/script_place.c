/* script_place.c - the operands of instructions, and the places they access:
 * which variable or global, how far into it, and what the source calls it.
 */
#include "variant/script_parts.h"

#include "base/io.h"
#include "base/mem.h"
#include "format/trace.h"
#include "program/debug.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint32_t
script_add_text(ScriptWriter *w, const char *text)
{
    uint32_t *i = map_put_text(&w->index.texts, text, (uint32_t)w->texts.n);

    if (*i == w->texts.n)
        for (const char *p = text;; p++) {
            vec_push(&w->texts, *p);
            if (!*p)
                break;
        }
    return *i;
}

static uint32_t
line_number(ScriptWriter *w, const char *dir, const char *name, uint32_t line)
{
    if (!name || !*name || line == 0)
        return SCRIPT_NONE;
    char *joined = io_join(dir ? dir : ".", name);
    char *path = joined[0] == '/' ? io_absolute(joined) : mem_strdup(joined);
    ScriptLine row = {.file = script_add_text(w, path), .line = line};
    uint32_t *i =
        map_put(&w->index.lines, &row, sizeof row, (uint32_t)w->lines.n);

    if (*i == w->lines.n)
        vec_push(&w->lines, row);
    free(joined);
    free(path);
    return *i;
}

uint32_t
script_line_of(ScriptWriter *w, LLVMValueRef inst)
{
    unsigned ignored;
    const char *dir, *name;
    uint32_t line = LLVMGetDebugLocLine(inst);

    if (line)
        return line_number(w, LLVMGetDebugLocDirectory(inst, &ignored),
                           LLVMGetDebugLocFilename(inst, &ignored), line);
    if (!LLVMIsAStoreInst(inst) || !LLVMIsAArgument(LLVMGetOperand(inst, 0)))
        return SCRIPT_NONE;
    debug_function_place(w->function, &dir, &name, &line);
    return line_number(w, dir, name, line);
}

uint32_t
script_number(const Map *map, const void *ref)
{
    const uint32_t *i = map_find(map, &ref, sizeof ref);

    return i ? *i : SCRIPT_NONE;
}

static uint32_t
parameter_number(LLVMValueRef function, LLVMValueRef argument)
{
    uint32_t n = LLVMCountParams(function);

    for (uint32_t k = 0; k < n; k++)
        if (LLVMGetParam(function, k) == argument)
            return k;
    bug("an argument of another function");
}

static uint32_t
value_number(ScriptWriter *w, LLVMValueRef v)
{
    if (LLVMIsAInstruction(v))
        return script_number(&w->index.insts, v);
    if (LLVMIsAArgument(v))
        return SCRIPT_PARAM | parameter_number(w->function, v);
    return SCRIPT_NONE;
}

uint8_t
script_width(LLVMTypeRef type, uint16_t *flags)
{
    uint16_t ignored = 0;
    unsigned bits;

    flags = flags ? flags : &ignored;
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        bits = LLVMGetIntTypeWidth(type);
        *flags |= SCRIPT_SIGNED;
        return bits <= 8    ? 1
               : bits <= 16 ? 2
               : bits <= 32 ? 4
               : bits <= 64 ? 8
                            : 0;
    case LLVMPointerTypeKind:
        *flags |= SCRIPT_POINTER;
        return TRACE_ADDRESS;
    case LLVMFloatTypeKind:
        *flags |= SCRIPT_FLOAT;
        return 4;
    case LLVMDoubleTypeKind:
        *flags |= SCRIPT_FLOAT;
        return 8;
    default:
        return 0;
    }
}

uint64_t
script_bytes(const ScriptWriter *w, LLVMTypeRef type)
{
    return LLVMStoreSizeOfType(w->layout, type);
}

static bool
is_address_step(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) &&
            LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

bool
script_step(const ScriptWriter *w, LLVMValueRef gep, unsigned i,
            LLVMTypeRef *type, uint64_t *offset, uint64_t *scale)
{
    LLVMValueRef v = LLVMGetOperand(gep, i);

    *offset = *scale = 0;
    if (i > 1 && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
        unsigned field = (unsigned)LLVMConstIntGetZExtValue(v);
        *offset = LLVMOffsetOfElement(w->layout, *type, field);
        *type = LLVMStructGetTypeAtIndex(*type, field);
        return true;
    }
    if (i > 1 && LLVMGetTypeKind(*type) != LLVMArrayTypeKind)
        return false;
    *type = i > 1 ? LLVMGetElementType(*type) : *type;
    *scale = LLVMABISizeOfType(w->layout, *type);
    return true;
}

/* Add the constant distance of an address computation; false if it varies. */
static bool
add_distance(const ScriptWriter *w, LLVMValueRef gep, uint64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);

    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(gep, i);
        uint64_t member, scale;
        if (!LLVMIsAConstantInt(v) ||
            !script_step(w, gep, i, &type, &member, &scale))
            return false;
        *offset += member + (uint64_t)LLVMConstIntGetSExtValue(v) * scale;
    }
    return true;
}

/* Where an address points, if that is a variable plus a constant. */
static ScriptPlace
place_of(ScriptWriter *w, LLVMValueRef address)
{
    ScriptPlace none = {.alloca = SCRIPT_NONE, .global = SCRIPT_NONE};
    ScriptPlace p = none;

    while (is_address_step(address)) {
        if (!add_distance(w, address, &p.offset))
            return none;
        address = LLVMGetOperand(address, 0);
    }
    if (LLVMIsAAllocaInst(address)) {
        p.alloca = script_number(&w->index.insts, address);
    } else if (LLVMIsAGlobalVariable(address) && !LLVMIsThreadLocal(address)) {
        uint32_t *i = map_put(&w->index.globals, &address, sizeof address,
                              (uint32_t)w->globals.n);
        if (*i == w->globals.n) {
            uint32_t ignored;
            const char *name = debug_global_name(address, &ignored);
            vec_push(&w->refs.globals, address);
            vec_push(&w->globals,
                     (ScriptGlobal){
                         .name = script_add_text(
                             w, name ? name : LLVMGetValueName(address)),
                         .size = LLVMIsDeclaration(address)
                                     ? 0
                                     : script_bytes(w, LLVMGlobalGetValueType(
                                                           address))});
        }
        p.global = *i;
    }
    return p.alloca == SCRIPT_NONE && p.global == SCRIPT_NONE ? none : p;
}

uint8_t
script_bits(LLVMTypeRef type)
{
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) <= 64
                   ? (uint8_t)LLVMGetIntTypeWidth(type)
                   : 0;
    case LLVMPointerTypeKind:
    case LLVMDoubleTypeKind:
        return 64;
    case LLVMFloatTypeKind:
        return 32;
    default:
        return 0;
    }
}

/* A constant that the reader can know. */
static void
fill_constant(ScriptWriter *w, ScriptOperand *o, LLVMValueRef v)
{
    uint8_t bits = script_bits(LLVMTypeOf(v));

    if (LLVMIsAConstantInt(v) && bits) {
        o->constant = LLVMConstIntGetZExtValue(v);
        o->bits = bits;
    } else if (LLVMIsAConstantPointerNull(v)) {
        o->bits = bits;
    } else if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) {
        ScriptPlace p = place_of(w, v);
        if (p.global == SCRIPT_NONE)
            return;
        o->global = p.global + 1;
        o->constant = p.offset;
        o->bits = bits;
    }
}

void
script_add_operand(ScriptWriter *w, ScriptInst *row, LLVMValueRef v)
{
    ScriptOperand o = {.value = value_number(w, v)};

    if (row->operands.n++ == 0)
        row->operands.first = (uint32_t)w->operands.n;
    if (o.value != SCRIPT_NONE)
        o.bits = script_bits(LLVMTypeOf(v));
    else if (row->op != SCRIPT_FOREIGN)
        fill_constant(w, &o, v);
    vec_push(&w->operands, o);
}

void
script_describe(ScriptWriter *w, LLVMValueRef address, Str *out)
{
    uint64_t offset = 0;
    bool fixed = true;
    uint32_t line;
    LLVMValueRef type = NULL;
    const char *name = NULL;

    while (is_address_step(address)) {
        fixed = fixed && add_distance(w, address, &offset);
        address = LLVMGetOperand(address, 0);
    }
    const uint32_t *local = map_find(&w->local_index, &address, sizeof address);
    if (local) {
        name = w->locals.at[*local].name;
        type = w->locals.at[*local].type;
    } else if (LLVMIsAGlobalVariable(address)) {
        name = debug_global_name(address, &line);
        type = debug_global_type(address);
    } else if (LLVMIsALoadInst(address) && out->n < 64) {
        str_putc(out, '*');
        script_describe(w, LLVMGetOperand(address, 0), out);
        return;
    }
    if (!name)
        return;
    str_puts(out, name);
    if (fixed)
        debug_part_name(type, offset, out);
    else
        str_puts(out, "[...]");
}

void
script_add_place(ScriptWriter *w, ScriptInst *row, LLVMValueRef address)
{
    if (row->place == SCRIPT_NONE)
        row->place = (uint32_t)w->places.n;
    vec_push(&w->places, place_of(w, address));
}

bool
script_is_register(const ScriptWriter *w, LLVMValueRef var, uint64_t size)
{
    if (!LLVMIsAConstantInt(LLVMGetOperand(var, 0)) ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(var, 0)) != 1 ||
        LLVMGetInstructionParent(var) !=
            LLVMGetEntryBasicBlock(
                LLVMGetBasicBlockParent(LLVMGetInstructionParent(var))))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(var); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeRef type;
        if (LLVMIsALoadInst(user))
            type = LLVMTypeOf(user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != var)
            type = LLVMTypeOf(LLVMGetOperand(user, 0));
        else if (LLVMIsACallInst(user) && debug_is_marker(user))
            continue;
        else
            return false;
        if (script_bytes(w, type) != size)
            return false;
    }
    return true;
}
