/* concolic_call.c - calls and their shadows.
 *
 * Instrumented functions pass shadows to each other as format/shadow.h says. A
 * function without bitcode or model gets concrete arguments, and what it
 * returns is concrete; for functions that only output their arguments (sinks)
 * nothing is made concrete.
 */
#include "variant/concolic_code.h"

#include "format/model.h"
#include "variant/leave.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAX_BYVALS = SHADOW_BYVALS };

static bool
starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool
is_one_of(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}
#define IS_ONE_OF(table, name) \
    is_one_of((table), sizeof(table) / sizeof((table)[0]), (name))

/* Their arguments decide nothing that the program sees again. */
static const char *const sinks[] = {
    "printf",         "fprintf",
    "vprintf",        "vfprintf",
    "puts",           "fputs",
    "putchar",        "putc",
    "fputc",          "_IO_putc",
    "fwrite",         "perror",
    "write",          "exit",
    "_exit",          "_Exit",
    "abort",          "free",
    "syslog",         "fflush",
    "fclose",         "close",
    "putc_unlocked",  "warn",
    "warnx",          "err",
    "errx",           "putchar_unlocked",
    "fputs_unlocked", "fwrite_unlocked",
    "fputc_unlocked", "quick_exit",
    "__assert_fail",  "dprintf",
    "vdprintf",       "setlocale",
    "srand",
};

/* The place of the size, in what they allocate: of two they are factors. */
static const struct {
    const char *name;
    int size, count;
} allocators[] = {
    {"malloc", 0, -1},        {"calloc", 0, 1},    {"realloc", 1, -1},
    {"aligned_alloc", 1, -1}, {"memalign", 1, -1}, {"valloc", 0, -1},
    {"reallocarray", 1, 2},   {"strdup", -1, -1},  {"strndup", -1, -1},
};

typedef enum { ASM, INTRINSIC, FOREIGN, KNOWN, SITE, INDIRECT } CallKind;

static CallKind
kind_of(LLVMValueRef call)
{
    LLVMValueRef f = LLVMGetCalledValue(call);

    if (LLVMIsAInlineAsm(f))
        return ASM;
    if (!LLVMIsAFunction(f))
        return INDIRECT;
    const char *name = LLVMGetValueName(f);
    if (starts(name, "llvm."))
        return INTRINSIC;
    if (starts(name, "__culprit_site_"))
        return SITE;
    if (starts(name, "__culprit_sym_"))
        return KNOWN;
    return LLVMIsDeclaration(f) || leave_is(f) ? FOREIGN : KNOWN;
}

bool
call_is_twice(LLVMValueRef call)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    LLVMValueRef f = LLVMGetCalledValue(call);
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

    return LLVMGetCallSiteEnumAttribute(call, at, kind) ||
           (LLVMIsAFunction(f) &&
            (LLVMGetEnumAttributeAtIndex(f, at, kind) ||
             starts(LLVMGetValueName(f), "llvm.eh.sjlj.setjmp")));
}

bool
call_gives_shadow(const ConcolicCode *c, LLVMValueRef call)
{
    CallKind kind = kind_of(call);
    Shape shape;

    if ((kind != KNOWN && kind != INDIRECT && kind != SITE) ||
        !LLVMGetFirstUse(call))
        return false;
    code_shape(c, LLVMTypeOf(call), &shape);
    return shape.n > 0;
}

static LLVMValueRef
element(ConcolicCode *c, LLVMValueRef array, LLVMTypeRef type, unsigned i)
{
    LLVMValueRef index[] = {code_number64(c, i)};

    return LLVMConstInBoundsGEP2(type, array, index, 1);
}

/* Bytes that an argument passes by value, 0 if it does not. */
static uint64_t
byval_size(const ConcolicCode *c, LLVMAttributeRef byval)
{
    return byval
               ? LLVMABISizeOfType(c->layout, LLVMGetTypeAttributeValue(byval))
               : 0;
}

static unsigned
byval_kind(void)
{
    return LLVMGetEnumAttributeKindForName("byval", 5);
}

static uint64_t
argument_byval(const ConcolicCode *c, LLVMValueRef call, unsigned i)
{
    return byval_size(c, LLVMGetCallSiteEnumAttribute(
                             call, (LLVMAttributeIndex)i + 1, byval_kind()));
}

static uint64_t
parameter_byval(const ConcolicCode *c, unsigned i)
{
    return byval_size(c, LLVMGetEnumAttributeAtIndex(c->f.function,
                                                     (LLVMAttributeIndex)i + 1,
                                                     byval_kind()));
}

/* ---- arguments ---- */

/* What the call passes, for va_start: a letter and the size of each argument
 * (see __culprit_crt_vastart). */
static LLVMValueRef
describe_arguments(ConcolicCode *c, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    char text[16 * SHADOW_ARGUMENTS] = "";
    size_t used = 0;

    for (unsigned i = 0; i < n && used + 32 < sizeof text; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        uint64_t byval = argument_byval(c, call, i);
        Shape shape;
        code_shape(c, type, &shape);
        char class = byval || kind == LLVMX86_FP80TypeKind ? 'm'
                     : kind == LLVMFloatTypeKind ||
                             kind == LLVMDoubleTypeKind ||
                             kind == LLVMVectorTypeKind
                         ? 'f'
                         : 'g';
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%c%u,%u;", class,
            (unsigned)(byval ? byval : LLVMABISizeOfType(c->layout, type)),
            shape.n);
    }
    return LLVMBuildGlobalStringPtr(c->ir.builder, text, "culprit.arguments");
}

/* Hand over shadows and addresses of what is copied; `any` is an i32 or i1. */
static void
pass_arguments(ConcolicCode *c, LLVMValueRef call, const LLVMValueRef *shadows,
               unsigned n, LLVMValueRef any, LLVMValueRef callee)
{
    unsigned nbyvals = 0;

    ShadowGuard g = code_guard(c, any);
    for (unsigned i = 0; i < n; i++)
        LLVMBuildStore(c->ir.builder, shadows[i],
                       element(c, c->shared.args, c->ir.i32, i));
    LLVMBuildStore(c->ir.builder, callee, c->shared.tag);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (argument_byval(c, call, i) && nbyvals < MAX_BYVALS)
            LLVMBuildStore(c->ir.builder, code_use(c, LLVMGetOperand(call, i)),
                           element(c, c->shared.byvals, c->ir.ptr, nbyvals++));
    code_guard_end(c, &g);
}

static void
emit_arguments(ConcolicCode *c, LLVMValueRef call, LLVMValueRef callee)
{
    LLVMValueRef shadows[SHADOW_ARGUMENTS], some[MAX_LEAVES];
    LLVMValueRef any = c->zero;
    unsigned n = 0, count = LLVMGetNumArgOperands(call);

    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        uint64_t byval = argument_byval(c, call, i);
        Shape shape;
        code_shape(c, LLVMTypeOf(v), &shape);
        code_shadows(c, v, some);
        if (n + shape.n > SHADOW_ARGUMENTS) {
            code_assume_all(c, v, CONCOLIC_REASON_OTHER);
            continue;
        }
        if (byval) {
            LLVMValueRef values[] = {code_use(c, v), code_number64(c, byval)};
            code_assume(c, some[0], CONCOLIC_REASON_ADDRESS);
            some[0] = code_call(c, "__culprit_crt_any", 'i', values, 2);
        }
        LLVMValueRef both[] = {any, code_or(c, some, shape.n)};
        any = code_or(c, both, 2);
        for (unsigned k = 0; k < shape.n; k++)
            shadows[n++] = byval ? c->zero : some[k];
    }
    if (any != c->zero)
        pass_arguments(c, call, shadows, n, any, callee);
    if (LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
        LLVMBuildStore(c->ir.builder, describe_arguments(c, call),
                       c->shared.variadic);
}

/* The expression of part `k` of what was returned, if it is one of it. */
static LLVMValueRef
returned(ConcolicCode *c, LLVMValueRef v, const ShapeLeaf *l, unsigned k)
{
    LLVMValueRef part = v;

    for (unsigned i = 0; i < l->depth; i++)
        part = LLVMGetTypeKind(LLVMTypeOf(part)) == LLVMVectorTypeKind
                   ? LLVMBuildExtractElement(c->ir.builder, part,
                                             code_number(c, l->path[i]), "")
                   : LLVMBuildExtractValue(c->ir.builder, part, l->path[i], "");
    LLVMValueRef values[] = {code_number(c, k), code_number(c, l->bits),
                             code_word(c, part)};
    return code_call(c, "__culprit_crt_returned", 'i', values, 3);
}

/* If some of these shadows are not 0: on in slow code, after the call. */
static void
take_shadows(ConcolicCode *c, LLVMValueRef call, LLVMValueRef any,
             LLVMValueRef (*give)(ConcolicCode *, LLVMValueRef, unsigned))
{
    const Cell *cell = code_cell(c, call);
    LLVMValueRef next = LLVMGetNextInstruction(call);
    LLVMBasicBlockRef cold = code_block(c), on = code_block(c);

    code_unlikely(c, LLVMBuildICmp(c->ir.builder, LLVMIntNE, any, c->zero, ""),
                  cold, on);
    LLVMPositionBuilderAtEnd(c->ir.builder, cold);
    if (!c->here.slow)
        code_leave_clean(c, call);
    for (unsigned i = 0; i < cell->shape.n; i++)
        if (cell->shape.leaf[i].bits && cell->slow.shadows_at != NOWHERE)
            code_frame_store(c, give(c, call, i),
                             cell->slow.shadows_at + 4 * i);
    LLVMBuildBr(c->ir.builder, c->here.slow ? on : code_slow_entry(c, next));
    LLVMPositionBuilderAtEnd(c->ir.builder, on);
}

static LLVMValueRef
give_returned(ConcolicCode *c, LLVMValueRef call, unsigned k)
{
    const Cell *cell = code_cell(c, call);

    return returned(c, cell->now, &cell->shape.leaf[k], k);
}

static void
take_result(ConcolicCode *c, LLVMValueRef call, LLVMValueRef v)
{
    LLVMValueRef loaded[MAX_LEAVES];
    const Shape *shape = &code_cell(c, call)->shape;

    code_define(c, call, v, NULL);
    for (unsigned i = 0; i < shape->n; i++)
        loaded[i] =
            shape->leaf[i].bits
                ? LLVMBuildLoad2(c->ir.builder, c->ir.i32,
                                 element(c, c->shared.ret, c->ir.i32, i), "")
                : c->zero;
    take_shadows(c, call, code_or(c, loaded, shape->n), give_returned);
}

static void
emit_known(ConcolicCode *c, LLVMValueRef call, CallKind kind)
{
    LLVMValueRef old = LLVMGetCalledValue(call);
    LLVMValueRef callee = code_use(c, old);
    Shape shape;

    code_shape(c, LLVMTypeOf(call), &shape);
    if (kind == INDIRECT)
        code_assume_all(c, old, CONCOLIC_REASON_TARGET);
    emit_arguments(c, call, callee);
    if (kind == INDIRECT) /* who knows whether it is instrumented */
        for (unsigned i = 0; i < shape.n; i++)
            LLVMBuildStore(c->ir.builder, c->zero,
                           element(c, c->shared.ret, c->ir.i32, i));
    if (!(c->here.number & CONCOLIC_MODEL) &&
        (kind == INDIRECT || starts(LLVMGetValueName(callee), MODEL_PREFIX)))
        LLVMBuildStore(c->ir.builder, code_number(c, c->here.number),
                       c->shared.caller);
    LLVMValueRef v = code_clone(c, call);
    if (call_gives_shadow(c, call))
        take_result(c, call, v);
    else
        code_define(c, call, v, NULL);
}

/* ---- functions without bitcode ---- */

static void
emit_foreign(ConcolicCode *c, LLVMValueRef call)
{
    const char *name = LLVMGetValueName(LLVMGetCalledValue(call));
    unsigned n = LLVMGetNumArgOperands(call);
    ConcolicReason reason = CONCOLIC_REASON_FOREIGN;
    int size = -1, count = -1;
    bool allocates = false;

    for (size_t i = 0; i < sizeof allocators / sizeof allocators[0]; i++)
        if (strcmp(allocators[i].name, name) == 0) {
            size = allocators[i].size;
            count = allocators[i].count;
            reason = CONCOLIC_REASON_SIZE;
            allocates = LLVMTypeOf(call) == c->ir.ptr && size < (int)n &&
                        count < (int)n;
        }
    if (!IS_ONE_OF(sinks, name))
        for (unsigned i = 0; i < n; i++)
            code_assume_all(c, LLVMGetOperand(call, i), reason);
    if (strcmp(name, "free") == 0 && n == 1 &&
        LLVMTypeOf(LLVMGetOperand(call, 0)) == c->ir.ptr) {
        LLVMValueRef freed = code_use(c, LLVMGetOperand(call, 0));
        code_call(c, "__culprit_crt_freed", 'v', &freed, 1);
    }
    LLVMValueRef v = code_clone(c, call);
    code_define(c, call, v, NULL);
    if (allocates) {
        LLVMValueRef bytes =
            size < 0
                ? code_number64(c, 0)
                : code_word(c,
                            code_use(c, LLVMGetOperand(call, (unsigned)size)));
        if (count >= 0)
            bytes = LLVMBuildMul(
                c->ir.builder, bytes,
                code_word(c,
                          code_use(c, LLVMGetOperand(call, (unsigned)count))),
                "");
        LLVMValueRef values[] = {v, bytes, LLVMConstNull(c->ir.ptr)};
        if (strncmp(name, "realloc", 7) == 0 &&
            LLVMTypeOf(LLVMGetOperand(call, 0)) == c->ir.ptr)
            values[2] = code_use(c, LLVMGetOperand(call, 0));
        code_call(c, "__culprit_crt_allocated", 'v', values, 3);
    }
}

/* ---- intrinsics ---- */

/* The name's part after llvm., up to the next dot or the end: is it this? */
static bool
is_intrinsic(LLVMValueRef call, const char *name)
{
    const char *full = LLVMGetValueName(LLVMGetCalledValue(call)) + 5;
    size_t n = strlen(name);

    return strncmp(full, name, n) == 0 && (full[n] == 0 || full[n] == '.');
}

static void
emit_move(ConcolicCode *c, LLVMValueRef call, bool fill)
{
    LLVMValueRef to = code_use(c, LLVMGetOperand(call, 0));
    LLVMValueRef second = code_use(c, LLVMGetOperand(call, 1));
    LLVMValueRef n = code_use(c, LLVMGetOperand(call, 2));
    LLVMValueRef shadow = c->zero;

    code_assume_all(c, LLVMGetOperand(call, 0), CONCOLIC_REASON_ADDRESS);
    code_assume_all(c, LLVMGetOperand(call, 2), CONCOLIC_REASON_SIZE);
    if (fill)
        shadow = code_shadow(c, LLVMGetOperand(call, 1));
    else
        code_assume_all(c, LLVMGetOperand(call, 1), CONCOLIC_REASON_ADDRESS);
    LLVMValueRef bytes = LLVMBuildIntCast2(c->ir.builder, n, c->ir.i64, 0, "");
    LLVMValueRef values[] = {to, fill ? bytes : second, fill ? shadow : bytes};
    const char *name = fill ? "__culprit_crt_fill" : "__culprit_crt_move";
    if (LLVMIsAConstantInt(n) && LLVMConstIntGetZExtValue(n) <= 64 &&
        shadow == c->zero) { /* a look is cheaper than a call */
        uint64_t size = LLVMConstIntGetZExtValue(n);
        LLVMBasicBlockRef cold = code_block(c), on = code_block(c);
        LLVMValueRef any = code_mapped(c, to, size);
        if (!fill)
            any = LLVMBuildOr(c->ir.builder, any, code_mapped(c, second, size),
                              "");
        code_unlikely(c, any, cold, on);
        LLVMPositionBuilderAtEnd(c->ir.builder, cold);
        code_call(c, name, 'v', values, 3);
        LLVMBuildBr(c->ir.builder, on);
        LLVMPositionBuilderAtEnd(c->ir.builder, on);
    } else {
        code_call(c, name, 'v', values, 3);
    }
    code_clone(c, call);
}

/* Integers of one or two operands that the runtime composes. */
static void
emit_composed(ConcolicCode *c, LLVMValueRef call, char what, unsigned noperands)
{
    LLVMValueRef shadows[MAX_LEAVES], s[3], words[3];
    Shape shape;

    code_shape(c, LLVMTypeOf(LLVMGetOperand(call, 0)), &shape);
    LLVMValueRef v = code_clone(c, call);
    for (unsigned i = 0; i < MAX_LEAVES; i++)
        shadows[i] = c->zero;
    for (unsigned i = 0; i < 3; i++)
        s[i] =
            i < noperands ? code_shadow(c, LLVMGetOperand(call, i)) : c->zero;
    LLVMValueRef any = code_or(c, s, 3);
    if (any == c->zero || !shape.plain || !shape.leaf[0].bits) {
        for (unsigned i = 0; i < noperands; i++)
            code_assume_all(c, LLVMGetOperand(call, i), CONCOLIC_REASON_WIDE);
        code_define(c, call, v, shadows);
        return;
    }
    LLVMValueRef used[3];
    for (unsigned i = 0; i < noperands; i++)
        used[i] = code_use(c, LLVMGetOperand(call, i));
    for (unsigned i = 0; i < 3; i++)
        words[i] = i < noperands ? code_word(c, used[i]) : code_number64(c, 0);
    LLVMValueRef values[] = {code_number(c, c->here.number),
                             code_number(c, (uint64_t)what),
                             code_number(c, shape.leaf[0].bits),
                             s[0],
                             s[1],
                             s[2],
                             words[0],
                             words[1],
                             words[2]};
    shadows[0] = code_call(c, "__culprit_crt_composed", 'i', values, 9);
    Shape to;
    code_shape(c, LLVMTypeOf(call), &to);
    if (to.n == 2) { /* with.overflow */
        unsigned upper = (unsigned)what - 'a' + 'A';
        values[1] = code_number(c, upper);
        shadows[1] = code_call(c, "__culprit_crt_composed", 'i', values, 9);
    }
    code_define(c, call, v, shadows);
}

/* a * b + c, rounded twice as the machine does without a fused operation. */
static void
emit_muladd(ConcolicCode *c, LLVMValueRef call)
{
    LLVMValueRef shadows[MAX_LEAVES], s[3], v[3];
    Shape shape;

    code_shape(c, LLVMTypeOf(call), &shape);
    for (unsigned i = 0; i < MAX_LEAVES; i++)
        shadows[i] = c->zero;
    for (unsigned i = 0; i < 3; i++) {
        s[i] = code_shadow(c, LLVMGetOperand(call, i));
        v[i] = code_use(c, LLVMGetOperand(call, i));
    }
    LLVMValueRef product = LLVMBuildFMul(c->ir.builder, v[0], v[1], "");
    LLVMValueRef sum = LLVMBuildFAdd(c->ir.builder, product, v[2], "");
    LLVMValueRef any = code_or(c, s, 3);
    if (any != c->zero && shape.plain) {
        unsigned bits = shape.leaf[0].bits;
        LLVMValueRef values[] = {code_number(c, bits),
                                 s[0],
                                 s[1],
                                 s[2],
                                 code_word(c, v[0]),
                                 code_word(c, v[1]),
                                 code_word(c, v[2]),
                                 code_word(c, product),
                                 code_word(c, sum)};
        shadows[0] = code_call(c, "__culprit_crt_muladd", 'i', values, 9);
    }
    code_define(c, call, sum, shadows);
}

static void
emit_vastart(ConcolicCode *c, LLVMValueRef call)
{
    LLVMValueRef list = code_use(c, LLVMGetOperand(call, 0));

    code_clone(c, call);
    LLVMValueRef values[] = {
        list,
        LLVMBuildLoad2(c->ir.builder, c->ir.ptr, c->f.variadic.described, ""),
        LLVMBuildLoad2(c->ir.builder, c->ir.ptr, c->f.variadic.saved, ""),
        code_number(c, LLVMCountParams(c->f.function))};
    code_call(c, "__culprit_crt_vastart", 'v', values, 4);
}

static void
emit_intrinsic(ConcolicCode *c, LLVMValueRef call)
{
    static const char *const mute[] = {
        "lifetime",     "dbg",           "assume",     "donothing",
        "stacksave",    "va_end",        "prefetch",   "trap",
        "debugtrap",    "stackrestore",  "objectsize", "is",
        "frameaddress", "returnaddress", "var",        "eh",
        "invariant",    "annotation",    "ubsantrap",
    };
    static const struct {
        const char *name;
        ConcolicOp op;
        uint8_t more;
    } reals[] = {
        {"fabs", CONCOLIC_FABS, 0},        {"sqrt", CONCOLIC_FSQRT, 0},
        {"floor", CONCOLIC_FROUND, 1},     {"ceil", CONCOLIC_FROUND, 2},
        {"trunc", CONCOLIC_FROUND, 3},     {"round", CONCOLIC_FROUND, 4},
        {"rint", CONCOLIC_FROUND, 0},      {"nearbyint", CONCOLIC_FROUND, 0},
        {"roundeven", CONCOLIC_FROUND, 0},
    };
    static const struct {
        const char *name;
        char what;
        uint8_t noperands;
    } composed[] = {
        {"bswap", 'B', 1},
        {"ctpop", 'P', 1},
        {"ctlz", 'L', 1},
        {"cttz", 'T', 1},
        {"abs", 'V', 1},
        {"smax", 'M', 2},
        {"smin", 'N', 2},
        {"umax", 'X', 2},
        {"umin", 'Y', 2},
        {"fshl", 'F', 3},
        {"fshr", 'G', 3},
        {"bitreverse", 'R', 1},
        {"sadd.with.overflow", 'a', 2},
        {"uadd.with.overflow", 'c', 2},
        {"ssub.with.overflow", 'd', 2},
        {"usub.with.overflow", 'e', 2},
        {"smul.with.overflow", 'h', 2},
        {"umul.with.overflow", 'i', 2},
        {"uadd.sat", 'j', 2},
        {"usub.sat", 'k', 2},
    };
    LLVMValueRef shadows[MAX_LEAVES];

    for (size_t i = 0; i < sizeof mute / sizeof mute[0]; i++)
        if (is_intrinsic(call, mute[i])) {
            code_define(c, call, code_clone(c, call), NULL);
            return;
        }
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++)
        if (is_intrinsic(call, reals[i].name)) {
            inst_real(c, call, reals[i].op, reals[i].more);
            return;
        }
    for (size_t i = 0; i < sizeof composed / sizeof composed[0]; i++)
        if (is_intrinsic(call, composed[i].name)) {
            emit_composed(c, call, composed[i].what, composed[i].noperands);
            return;
        }
    if (is_intrinsic(call, "memcpy") || is_intrinsic(call, "memmove")) {
        emit_move(c, call, false);
    } else if (is_intrinsic(call, "memset")) {
        emit_move(c, call, true);
    } else if (is_intrinsic(call, "fmuladd") &&
               LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVectorTypeKind) {
        emit_muladd(c, call);
    } else if (is_intrinsic(call, "va_start")) {
        emit_vastart(c, call);
    } else if (is_intrinsic(call, "va_copy")) {
        LLVMValueRef values[] = {code_use(c, LLVMGetOperand(call, 0)),
                                 code_use(c, LLVMGetOperand(call, 1)),
                                 code_number64(c, 24)};
        code_call(c, "__culprit_crt_move", 'v', values, 3);
        code_clone(c, call);
    } else if (is_intrinsic(call, "expect")) {
        LLVMValueRef v = code_clone(c, call);
        code_shadows(c, LLVMGetOperand(call, 0), shadows);
        code_define(c, call, v, shadows);
    } else {
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
            code_assume_all(c, LLVMGetOperand(call, i), CONCOLIC_REASON_OTHER);
        code_define(c, call, code_clone(c, call), NULL);
    }
}

static LLVMValueRef
give_altered(ConcolicCode *c, LLVMValueRef call, unsigned k)
{
    LLVMValueRef shadow = LLVMBuildLoad2(c->ir.builder, c->ir.i32, c->site, "");

    (void)call, (void)k;
    LLVMBuildStore(c->ir.builder, c->zero, c->site);
    return shadow;
}

/* A value that may be altered (format/alter.h): its own shadow, unless the
 * runtime made it something else on the way. */
static void
emit_site(ConcolicCode *c, LLVMValueRef call)
{
    if (!c->site)
        c->site = code_declare(c, c->ir.i32, "__culprit_site_shadow");
    if (c->here.slow)
        LLVMBuildStore(c->ir.builder, code_shadow(c, LLVMGetOperand(call, 0)),
                       c->site);
    code_define(c, call, code_clone(c, call), NULL);
    if (call_gives_shadow(c, call))
        take_shadows(c, call,
                     LLVMBuildLoad2(c->ir.builder, c->ir.i32, c->site, ""),
                     give_altered);
}

void
call_emit(ConcolicCode *c, LLVMValueRef call)
{
    switch (kind_of(call)) {
    case ASM:
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
            code_assume_all(c, LLVMGetOperand(call, i), CONCOLIC_REASON_OTHER);
        code_define(c, call, code_clone(c, call), NULL);
        break;
    case INTRINSIC:
        emit_intrinsic(c, call);
        break;
    case FOREIGN:
        emit_foreign(c, call);
        break;
    case SITE:
        emit_site(c, call);
        break;
    case KNOWN:
    case INDIRECT:
        emit_known(c, call, kind_of(call));
        break;
    }
}

void
call_return(ConcolicCode *c, LLVMValueRef ret)
{
    LLVMValueRef shadows[MAX_LEAVES];
    Shape shape;

    if (LLVMGetNumOperands(ret) > 0) {
        code_shape(c, LLVMTypeOf(LLVMGetOperand(ret, 0)), &shape);
        code_shadows(c, LLVMGetOperand(ret, 0), shadows);
        for (unsigned i = 0; i < shape.n; i++)
            LLVMBuildStore(c->ir.builder, shadows[i],
                           element(c, c->shared.ret, c->ir.i32, i));
    }
    code_clone(c, ret);
}

/* ---- entries ---- */

void
call_entry(ConcolicCode *c)
{
    unsigned n = LLVMCountParams(c->f.function), used = 0, nbyvals = 0;
    char widths[SHADOW_ARGUMENTS];

    for (unsigned i = 0; i < n; i++) {
        Cell *cell = code_cell(c, LLVMGetParam(c->f.function, i));
        for (unsigned k = 0; k < cell->shape.n; k++)
            if (used < SHADOW_ARGUMENTS)
                widths[used++] = (char)cell->shape.leaf[k].bits;
    }
    LLVMValueRef text =
        LLVMConstStringInContext2(c->ir.context, widths, used, 1);
    LLVMValueRef list =
        LLVMAddGlobal(c->ir.module, LLVMTypeOf(text), "culprit.widths");
    LLVMSetInitializer(list, text);
    LLVMSetGlobalConstant(list, 1);
    LLVMSetLinkage(list, LLVMPrivateLinkage);
    LLVMValueRef values[] = {list, code_number(c, used)};
    code_call(c, "__culprit_crt_enter", 'v', values, 2);
    used = 0;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef p = LLVMGetParam(c->f.function, i);
        Cell *cell = code_cell(c, p);
        uint64_t byval = parameter_byval(c, i);
        if (byval && nbyvals < MAX_BYVALS) {
            LLVMValueRef move[] = {p,
                                   LLVMBuildLoad2(c->ir.builder, c->ir.ptr,
                                                  element(c, c->shared.byvals,
                                                          c->ir.ptr, nbyvals++),
                                                  ""),
                                   code_number64(c, byval)};
            code_call(c, "__culprit_crt_move", 'v', move, 3);
        }
        for (unsigned k = 0; k < cell->shape.n; k++, used++)
            if (cell->may && cell->slow.shadows_at != NOWHERE)
                code_frame_store(c,
                                 used < SHADOW_ARGUMENTS && !byval
                                     ? LLVMBuildLoad2(c->ir.builder, c->ir.i32,
                                                      element(c, c->shared.args,
                                                              c->ir.i32, used),
                                                      "")
                                     : c->zero,
                                 cell->slow.shadows_at + 4 * k);
    }
    if (c->f.variadic.saved) {
        LLVMValueRef copy[] = {c->f.variadic.saved_args};
        code_call(c, "__culprit_crt_save", 'v', copy, 1);
        LLVMBuildStore(c->ir.builder, c->f.variadic.saved_args,
                       c->f.variadic.saved);
    }
}

/* Before either copy: what was passed by value, and to `...`. */
void
call_before_entry(ConcolicCode *c)
{
    unsigned n = LLVMCountParams(c->f.function);

    c->f.variadic.saved = c->f.variadic.described = NULL;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(c->f.function))) {
        c->f.variadic.saved = LLVMBuildAlloca(c->ir.builder, c->ir.ptr, "");
        c->f.variadic.described = LLVMBuildAlloca(c->ir.builder, c->ir.ptr, "");
        c->f.variadic.saved_args = LLVMBuildAlloca(
            c->ir.builder, LLVMArrayType2(c->ir.i32, SHADOW_ARGUMENTS), "");
        LLVMBuildStore(c->ir.builder, LLVMConstNull(c->ir.ptr),
                       c->f.variadic.saved);
        LLVMBuildStore(
            c->ir.builder,
            LLVMBuildLoad2(c->ir.builder, c->ir.ptr, c->shared.variadic, ""),
            c->f.variadic.described);
        LLVMBuildStore(c->ir.builder, LLVMConstNull(c->ir.ptr),
                       c->shared.variadic);
    }
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef values[] = {LLVMGetParam(c->f.function, i),
                                 code_number64(c, parameter_byval(c, i))};
        if (parameter_byval(c, i))
            code_call(c, "__culprit_crt_clear", 'v', values, 2);
    }
}
