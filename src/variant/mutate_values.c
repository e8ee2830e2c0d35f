/* mutate_values.c - the sites of an instruction.
 *
 * Code is as it was compiled (-O0): every variable is in memory, and every
 * operator of the source is one instruction.
 */
#include "variant/mutate_values.h"

#include "variant/ir.h"
#include "variant/mutate_names.h"
#include "variant/mutate_wide.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <string.h>

static MutateSite *
add(const MutateAt *at, MutateSiteKind kind, LLVMValueRef inst)
{
    return mutate_add_site(at->s, kind, at->function, at->block, at->statement,
                           inst);
}

bool
values_literal(LLVMValueRef v, int64_t *out)
{
    if (LLVMIsAConstantInt(v)) {
        *out = (int64_t)LLVMConstIntGetSExtValue(v);
        return true;
    }
    if (LLVMIsAConstantFP(v)) {
        LLVMBool lossy;
        double x = LLVMConstRealGetDouble(v, &lossy);
        memcpy(out, &x, sizeof *out);
        return !lossy;
    }
    return false;
}

static MutateSite *
add_literal(const MutateAt *at, LLVMValueRef inst, unsigned operand)
{
    LLVMValueRef v = LLVMGetOperand(inst, operand);
    int64_t value;

    if (!values_literal(v, &value) ||
        LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMX86_FP80TypeKind)
        return NULL;
    if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return NULL;
    MutateSite *site = add(at, MSITE_LITERAL, inst);
    names_put_type(at->s, LLVMTypeOf(v), site);
    site->value = value;
    at->s->lists.places.at[at->s->lists.places.n - 1].operand = operand;
    if (site->of.bits > 1)
        return site;
    at->s->lists.sites.n--;
    at->s->lists.places.n--;
    return NULL;
}

static void
add_literals(const MutateAt *at, LLVMValueRef inst, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        add_literal(at, inst, i);
}

/* The operand is the address of a variable. */
static void
add_reference(const MutateAt *at, LLVMValueRef inst, unsigned operand)
{
    MutateScan *s = at->s;
    LLVMValueRef place = LLVMGetOperand(inst, operand);
    const uint32_t *base = map_find(&s->bases.index, &place, sizeof place);

    for (size_t i = at->first_variable; base && i < s->lists.variables.n; i++) {
        const MutateVariable *v = &s->lists.variables.at[i];
        if (v->operand.base != *base || !v->is_address)
            continue;
        MutateSite *site = add(at, MSITE_REFERENCE, inst);
        s->lists.places.at[s->lists.places.n - 1].operand = operand;
        site->of.bits = 64;
        site->of.flags = MUTATE_POINTER;
        site->of.type = v->type;
        site->variable.base = *base;
        site->name = v->name + 1; /* without & */
        return;
    }
}

/* The last site is one of the variable, if it is known; not if it has no whole
 * bytes. */
static void
settle(const MutateAt *at, MutateSite *site, const MutateVariable *v)
{
    if (v) {
        site->variable.base = v->operand.base;
        site->name = v->name;
        if (v->operand.bits == site->of.bits) {
            site->of.type = v->type;
            site->of.flags = v->operand.flags;
        }
    }
    if (site->of.bits < 8) {
        at->s->lists.sites.n--;
        at->s->lists.places.n--;
    }
}

/* What a pointer variable points to is called by it. */
static void
name_pointed(const MutateAt *at, LLVMValueRef address, MutateSite *site)
{
    const MutateVariable *v = LLVMIsALoadInst(address)
                                  ? names_variable(at->s, at->first_variable,
                                                   LLVMGetOperand(address, 0))
                                  : NULL;

    if (v && !v->is_member)
        site->name = arena_printf(&at->s->out->arena, "*%s", v->name);
}

static void
add_use(const MutateAt *at, LLVMValueRef inst)
{
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    const MutateVariable *v = names_variable(at->s, at->first_variable, from);

    if (LLVMGetVolatile(inst) || from == at->retval)
        return;
    MutateSite *site = add(at, MSITE_USE, inst);
    names_put_type(at->s, LLVMTypeOf(inst), site);
    name_pointed(at, from, site);
    settle(at, site, v);
}

static void
add_store(const MutateAt *at, LLVMValueRef inst)
{
    LLVMValueRef to = LLVMGetOperand(inst, 1);
    const MutateVariable *v = names_variable(at->s, at->first_variable, to);
    MutateSite *literal = add_literal(at, inst, 0);

    if (literal)
        literal->role.is_return = to == at->retval;
    if (literal && v && v->operand.bits == literal->of.bits)
        literal->of.flags = v->operand.flags;
    if (LLVMGetVolatile(inst))
        return;
    add_reference(at, inst, 1);
    MutateSite *site = add(at, MSITE_STORE, inst);
    names_put_type(at->s, LLVMTypeOf(LLVMGetOperand(inst, 0)), site);
    site->role.is_return = to == at->retval;
    site->role.is_index = literal != NULL; /* its value is a literal */
    name_pointed(at, to, site);
    settle(at, site, v);
}

/* Bit-fields: what is read or written, as of any other member. */

static void
add_field_use(const MutateAt *at, const MutateField *f)
{
    if (LLVMGetVolatile(f->load))
        return;
    MutateSite *site = add(at, MSITE_USE, f->value);
    names_put_type(at->s, LLVMTypeOf(f->value), site);
    settle(at, site, NULL);
}

static MutateSite *
add_written(const MutateAt *at, const MutateField *f, MutateSiteKind kind)
{
    MutateSite *site = add(at, kind, kind == MSITE_STORE ? f->store : f->value);

    names_put_type(at->s, LLVMTypeOf(f->value), site);
    if (!f->is_signed)
        site->of.flags &= (uint8_t)~MUTATE_SIGNED;
    at->s->lists.places.at[at->s->lists.places.n - 1].field = f;
    return site;
}

static void
add_field_store(const MutateAt *at, const MutateField *f)
{
    LLVMValueRef v = LLVMGetOperand(f->value, 1);
    const bool literal = LLVMIsAConstantInt(v) != NULL;

    if (LLVMGetVolatile(f->store))
        return;
    if (literal) {
        MutateSite *site = add_written(at, f, MSITE_LITERAL);
        site->value = fields_literal(f, v);
        settle(at, site, NULL);
    }
    MutateSite *site = add_written(at, f, MSITE_STORE);
    site->role.is_index = literal;
    settle(at, site, NULL);
}

/* A part of an access, of which one counts. */
static void
add_field(const MutateAt *at, const MutateField *f, LLVMValueRef inst)
{
    if (inst == f->store)
        add_field_store(at, f);
    else if (inst == f->value && !f->store)
        add_field_use(at, f);
}

static const struct {
    int opcode;
    MutateArithmetic op;
    bool is_unsigned;
} arithmetic[] = {
    {LLVMAdd, MUTATE_PLUS, false},   {LLVMSub, MUTATE_MINUS, false},
    {LLVMMul, MUTATE_TIMES, false},  {LLVMSDiv, MUTATE_DIV, false},
    {LLVMUDiv, MUTATE_DIV, true},    {LLVMSRem, MUTATE_REM, false},
    {LLVMURem, MUTATE_REM, true},    {LLVMAnd, MUTATE_AND, false},
    {LLVMOr, MUTATE_OR, false},      {LLVMXor, MUTATE_XOR, false},
    {LLVMShl, MUTATE_SHL, false},    {LLVMLShr, MUTATE_SHR, true},
    {LLVMAShr, MUTATE_SHR, false},   {LLVMFAdd, MUTATE_PLUS, false},
    {LLVMFSub, MUTATE_MINUS, false}, {LLVMFMul, MUTATE_TIMES, false},
    {LLVMFDiv, MUTATE_DIV, false},
};

/* The load whose value it is, that of a bit-field too; or itself. */
static LLVMValueRef
loaded(const MutateFields *fields, LLVMValueRef v)
{
    const MutateField *f = fields_find(fields, v);

    return f && f->value == v && !f->store ? f->load : v;
}

/* The store that it is a part of, if it writes a bit-field; or itself. */
static LLVMValueRef
stored(const MutateFields *fields, LLVMValueRef v)
{
    const MutateField *f = fields_find(fields, v);

    return f && f->store ? f->store : v;
}

/* Of x++ and the like: the load of what is stepped, else NULL. All that it
 * takes has one place in the source; with `x += 1`, the parts have theirs. */
static LLVMValueRef
stepped(const MutateFields *fields, LLVMValueRef inst)
{
    LLVMValueRef by = LLVMGetOperand(inst, 1);
    LLVMValueRef from = loaded(fields, LLVMGetOperand(inst, 0));

    if (!LLVMIsALoadInst(from) || !LLVMIsAConstantInt(by) ||
        llabs(LLVMConstIntGetSExtValue(by)) != 1 || !ir_is_at_once(from, inst))
        return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = stored(fields, LLVMGetUser(u));
        if (LLVMIsAStoreInst(user) && ir_is_at_once(user, inst) &&
            LLVMGetOperand(user, 1) == LLVMGetOperand(from, 0))
            return from;
    }
    return NULL;
}

/* The literal of x++ or -x, which has no token of its own. */
static void
settle_unwritten(const MutateAt *at, LLVMValueRef inst, MutateSite *literal)
{
    const bool sign = LLVMIsABinaryOperator(inst) &&
                      LLVMGetInstructionOpcode(inst) == LLVMSub &&
                      LLVMIsNull(LLVMGetOperand(inst, 0));
    LLVMValueRef from =
        sign ? LLVMGetOperand(inst, 1) : stepped(&at->s->fields, inst);

    if (!from || !literal)
        return;
    literal->role.is_sign = sign;
    literal->role.is_step = !sign;
    if (!LLVMIsALoadInst(from) || fields_find(&at->s->fields, from))
        return;
    const MutateVariable *v =
        names_variable(at->s, at->first_variable, LLVMGetOperand(from, 0));
    name_pointed(at, LLVMGetOperand(from, 0), literal);
    if (v)
        literal->name = v->name;
}

static void
add_binary(const MutateAt *at, LLVMValueRef inst, int opcode)
{
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++) {
        if (arithmetic[i].opcode != opcode)
            continue;
        MutateSite *site = add(at, MSITE_BINARY, inst);
        names_put_type(at->s, LLVMTypeOf(inst), site);
        site->op = arithmetic[i].op;
        if (arithmetic[i].is_unsigned)
            site->of.flags &= (uint8_t)~MUTATE_SIGNED;
        if (site->of.bits < 8) {
            at->s->lists.sites.n--;
            at->s->lists.places.n--;
        }
        MutateSite *first = add_literal(at, inst, 0);
        settle_unwritten(at, inst, first ? first : add_literal(at, inst, 1));
        return;
    }
}

static void
add_compare(const MutateAt *at, LLVMValueRef inst, bool is_float)
{
    static const MutateRelation ints[] = {
        [LLVMIntEQ] = MUTATE_EQ,  [LLVMIntNE] = MUTATE_NE,
        [LLVMIntUGT] = MUTATE_GT, [LLVMIntUGE] = MUTATE_GE,
        [LLVMIntULT] = MUTATE_LT, [LLVMIntULE] = MUTATE_LE,
        [LLVMIntSGT] = MUTATE_GT, [LLVMIntSGE] = MUTATE_GE,
        [LLVMIntSLT] = MUTATE_LT, [LLVMIntSLE] = MUTATE_LE,
    };
    static const MutateRelation reals[] = {
        [LLVMRealOEQ] = MUTATE_EQ, [LLVMRealOGT] = MUTATE_GT,
        [LLVMRealOGE] = MUTATE_GE, [LLVMRealOLT] = MUTATE_LT,
        [LLVMRealOLE] = MUTATE_LE, [LLVMRealONE] = MUTATE_NE,
        [LLVMRealUNE] = MUTATE_NE, [LLVMRealPredicateTrue] = MUTATE_NE,
    };
    MutateSite *site = add(at, MSITE_COMPARE, inst);
    LLVMValueRef right = LLVMGetOperand(inst, 1);
    bool truth = false; /* `if (x)`: a comparison that nobody wrote */

    names_put_type(at->s, LLVMTypeOf(LLVMGetOperand(inst, 0)), site);
    if (is_float) {
        site->op = reals[LLVMGetFCmpPredicate(inst)];
    } else {
        LLVMIntPredicate p = LLVMGetICmpPredicate(inst);
        site->op = ints[p];
        if (p >= LLVMIntUGT && p <= LLVMIntULE)
            site->of.flags &= (uint8_t)~MUTATE_SIGNED;
        truth = p == LLVMIntNE && LLVMIsNull(right);
    }
    site->role.is_void = truth;
    if (site->of.bits < 8) {
        at->s->lists.sites.n--;
        at->s->lists.places.n--;
    }
    if (!truth)
        add_literals(at, inst, 0, 2);
}

static void
add_shift(MutateScan *s, int64_t by, const char *name, bool is_member)
{
    vec_push(&s->lists.shifts,
             (MutateShift){.by = by, .name = name, .is_member = is_member});
}

/* Is element 0 meant, not the whole array as a pointer? */
static bool
is_element(LLVMValueRef inst)
{
    LLVMUseRef u = LLVMGetFirstUse(inst);
    LLVMValueRef user = u ? LLVMGetUser(u) : NULL;

    if (!user)
        return false;
    if (LLVMIsAGetElementPtrInst(user)) /* a row, or a struct */
        return LLVMGetNumOperands(user) > 2;
    return LLVMIsALoadInst(user) ||
           (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == inst);
}

/* Other members of the same LLVM type, or the elements beside. */
static void
add_part(const MutateAt *at, LLVMValueRef inst)
{
    MutateScan *s = at->s;
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    LLVMValueRef last = LLVMGetOperand(inst, n - 1);
    MutateSite site = {.shift = (uint32_t)s->lists.shifts.n};

    for (unsigned i = 2; i + 1 < n; i++)
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind
                   ? LLVMStructGetTypeAtIndex(
                         type, (unsigned)LLVMConstIntGetZExtValue(
                                   LLVMGetOperand(inst, i)))
                   : LLVMGetElementType(type);
    if (n > 2 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned mine = (unsigned)LLVMConstIntGetZExtValue(last);
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, mine);
        uint64_t here = LLVMOffsetOfElement(s->layout, type, mine);
        const bool unit = fields_find(&s->fields, inst) != NULL;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (i != mine && !unit &&
                LLVMStructGetTypeAtIndex(type, i) == member)
                add_shift(s,
                          (int64_t)LLVMOffsetOfElement(s->layout, type, i) -
                              (int64_t)here,
                          "", true);
    } else {
        LLVMTypeRef element = n > 2
                                  ? (LLVMGetTypeKind(type) == LLVMArrayTypeKind
                                         ? LLVMGetElementType(type)
                                         : NULL)
                                  : type;
        bool decays = LLVMIsAConstantInt(last) &&
                      LLVMConstIntGetZExtValue(last) == 0 && n > 2 &&
                      !is_element(inst);
        if (element && !decays && LLVMTypeIsSized(element)) {
            int64_t size = (int64_t)LLVMABISizeOfType(s->layout, element);
            add_shift(s, size, "", false);
            add_shift(s, -size, "", false);
        }
        /* A literal index is a literal, too. */
        if (LLVMIsAConstantInt(last) && !decays) {
            MutateSite *literal = add_literal(at, inst, n - 1);
            if (literal)
                literal->role.is_index = true;
            if (n == 2)
                settle_unwritten(at, inst, literal);
        }
    }
    add_reference(at, inst, 0);
    site.nshifts = (uint32_t)s->lists.shifts.n - site.shift;
    if (site.nshifts == 0)
        return;
    MutateSite *added = add(at, MSITE_ADDRESS, inst);
    added->of.bits = 64;
    added->of.flags = MUTATE_POINTER;
    added->shift = site.shift;
    added->nshifts = site.nshifts;
}

static bool
has_attribute(LLVMValueRef call, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMValueRef callee = LLVMGetCalledValue(call);

    return LLVMGetCallSiteEnumAttribute(
               call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) ||
           (LLVMIsAFunction(callee) &&
            LLVMGetEnumAttributeAtIndex(
                callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind));
}

static void
add_call(const MutateAt *at, LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    LLVMTypeRef type = LLVMTypeOf(inst);
    bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind;

    if (LLVMIsAInlineAsm(callee) ||
        LLVMGetTailCallKind(inst) == LLVMTailCallKindMustTail ||
        has_attribute(inst, "returns_twice") || has_attribute(inst, "noreturn"))
        return;
    if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0)
        return;
    MutateSite probe = {0};
    if (!is_void)
        names_put_type(at->s, type, &probe);
    if (is_void || probe.of.bits >= 8) {
        MutateSite *site = add(at, MSITE_CALL, inst);
        site->of.bits = probe.of.bits;
        site->of.flags = probe.of.flags;
        site->of.type = probe.of.type;
        site->role.is_void = is_void || !LLVMGetFirstUse(inst);
        if (LLVMIsAFunction(callee))
            site->name =
                arena_strdup(&at->s->out->arena, debug_function_name(callee));
        bool used = !site->role.is_void && !(probe.of.flags & MUTATE_POINTER);
        if (used) {
            MutateSite *result = add(at, MSITE_RESULT, inst);
            result->of.bits = probe.of.bits;
            result->of.flags = probe.of.flags;
            result->of.type = probe.of.type;
            result->name = at->s->lists.sites.at[at->s->lists.sites.n - 2].name;
        }
    }
    for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) {
        MutateSite *literal = add_literal(at, inst, i);
        if (literal)
            literal->role.is_argument = true;
        else
            add_reference(at, inst, i);
    }
}

static void
add_switch(const MutateAt *at, LLVMValueRef inst)
{
    MutateScan *s = at->s;
    uint32_t shift = (uint32_t)s->lists.shifts.n;
    MutateSite kind = {0};

    names_put_type(s, LLVMTypeOf(LLVMGetOperand(inst, 0)), &kind);
    if (kind.of.bits < 8)
        return; /* none that the runtime can hold */
    for (int i = 2; i + 1 < LLVMGetNumOperands(inst); i += 2) {
        LLVMValueRef label = LLVMGetOperand(inst, (unsigned)i);
        if (LLVMIsAConstantInt(label))
            add_shift(s, LLVMConstIntGetSExtValue(label), "", false);
    }
    MutateSite *site = add(at, MSITE_SWITCH, inst);
    site->of = kind.of;
    site->shift = shift;
    site->nshifts = (uint32_t)s->lists.shifts.n - shift;
}

static void
add_branch(const MutateAt *at, LLVMValueRef inst)
{
    LLVMValueRef condition = LLVMGetOperand(inst, 0);
    MutateSite *site = add(at, MSITE_BRANCH, inst);

    site->of.bits = 1;
    site->role.is_void =
        LLVMIsAICmpInst(condition) || LLVMIsAFCmpInst(condition);
}

/* The first conjunct of `a && b`, or disjunct of `a || b`: where control goes
 * if it were the other one. The branches are
 *     a: to b, or out      b: on, or out           (&&)
 *     a: on, or to b       b: on, or out           (||)
 * or, where the value is used, b goes to a phi that `out` (`on`) leads to. */
static void
add_junction(const MutateAt *at, LLVMValueRef inst)
{
    LLVMBasicBlockRef yes = LLVMGetSuccessor(inst, 0);
    LLVMBasicBlockRef no = LLVMGetSuccessor(inst, 1);

    for (int is_or = 0; is_or < 2; is_or++) {
        LLVMBasicBlockRef second = is_or ? no : yes, out = is_or ? yes : no;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(second);
        LLVMValueRef first = LLVMGetFirstInstruction(out);
        LLVMBasicBlockRef instead = NULL;
        if (second == out || !LLVMIsABranchInst(end) ||
            LLVMIsAPHINode(LLVMGetFirstInstruction(second)))
            continue;
        if (LLVMIsConditional(end)) {
            LLVMBasicBlockRef end_yes = LLVMGetSuccessor(end, 0);
            LLVMBasicBlockRef end_no = LLVMGetSuccessor(end, 1);
            if ((is_or ? end_yes : end_no) == out)
                instead = is_or ? end_no : end_yes;
            if (instead && (LLVMIsAPHINode(LLVMGetFirstInstruction(instead)) ||
                            LLVMIsAPHINode(first)))
                continue;
        } else if (LLVMGetSuccessor(end, 0) == out && LLVMIsAPHINode(first) &&
                   !LLVMIsAPHINode(LLVMGetNextInstruction(first)) &&
                   LLVMTypeOf(first) == LLVMInt1TypeInContext(at->s->context)) {
            instead = out; /* with the other value */
        }
        if (!instead)
            continue;
        MutateSite *site = add(at, MSITE_JUNCTION, inst);
        MutatePlace *place = &at->s->lists.places.at[at->s->lists.places.n - 1];
        site->of.bits = 1;
        site->op = is_or ? MUTATE_OR : MUTATE_AND;
        place->then = is_or ? second : instead;
        place->other = is_or ? instead : second;
        return;
    }
}

/* An expression that could be of a wider type. */
static void
add_wide(const MutateAt *at, LLVMValueRef inst)
{
    bool real;

    if (!wide_fits(inst, &real))
        return;
    MutateSite *site = add(at, MSITE_WIDE, inst);
    site->of.bits = 64;
    site->of.flags = real ? MUTATE_FLOAT : MUTATE_SIGNED;
    site->op = real;
}

void
values_add(const MutateAt *at, LLVMValueRef inst)
{
    int opcode = (int)LLVMGetInstructionOpcode(inst);
    const MutateField *field = fields_find(&at->s->fields, inst);

    if (field && inst != field->address) {
        add_field(at, field, inst);
        return;
    }
    add_wide(at, inst);

    switch (opcode) {
    case LLVMLoad:
        add_use(at, inst);
        break;
    case LLVMStore:
        add_store(at, inst);
        break;
    case LLVMICmp:
    case LLVMFCmp:
        add_compare(at, inst, opcode == LLVMFCmp);
        break;
    case LLVMGetElementPtr:
        add_part(at, inst);
        break;
    case LLVMCall:
        add_call(at, inst);
        break;
    case LLVMSwitch:
        add_switch(at, inst);
        break;
    case LLVMRet:
        if (LLVMGetNumOperands(inst) == 1) {
            MutateSite *literal = add_literal(at, inst, 0);
            if (literal)
                literal->role.is_return = true;
        }
        break;
    case LLVMSelect:
        add_literals(at, inst, 1, 3);
        add_branch(at, inst);
        break;
    case LLVMBr:
        if (LLVMIsConditional(inst)) {
            add_branch(at, inst);
            add_junction(at, inst);
        }
        break;
    case LLVMPHI: /* of ?: */
        add_literals(at, inst, 0, LLVMCountIncoming(inst));
        break;
    default:
        add_binary(at, inst, opcode);
    }
}
