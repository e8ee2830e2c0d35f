/* alteration.c - every small change that could be made at a site. */
#include "find/alteration.h"

#include "base/real.h"
#include "format/tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double simplicity;
    unsigned tier;
} kinds[] = {
#define ALTERATION(id, name, simplicity, tier) {name, simplicity, tier},
#include "format/alteration.def"
#undef ALTERATION
};

const char *
alteration_name(AlterationKind k)
{
    return kinds[k].name;
}

unsigned
alteration_tier(AlterationKind k)
{
    return kinds[k].tier;
}

/* Many conditions fit a few tests; some are what people tend to forget. */
static double
guard_simplicity(const Alteration *a)
{
    const bool zero =
        a->guard.names.other == MUTATE_NONE && a->guard.y.value == 0;
    const double form = tuning(zero ? TUNE_find_guard_zero
                               : a->guard.names.other != MUTATE_NONE
                                   ? TUNE_find_guard_variable
                                   : TUNE_find_guard_constant);

    /* A path that should not be taken is likelier than another value. */
    return a->op == MUTATE_ADD || (a->op == MUTATE_SET && a->of.bits > 1)
               ? tuning(TUNE_find_guard_value) * form
               : form;
}

double
alteration_simplicity(const Alteration *a)
{
    return kinds[a->kind].simplicity *
           (a->guard.given ? guard_simplicity(a) : 1);
}

static int64_t
real_value(double x)
{
    return (int64_t)real_bits(x);
}

/* While the changes of one site are listed. */
typedef struct Lister Lister;
struct Lister {
    const MutateSites *s;
    const MutateSite *site;
    const MutateFunction *f; /* NULL for initial values */
    uint32_t number;
    Alterations *out;
};

static Alteration *
add(Lister *l, AlterationKind kind, MutateOp op)
{
    vec_push(l->out,
             (Alteration){
                 .site = l->number,
                 .kind = (uint8_t)kind,
                 .op = (uint8_t)op,
                 .of = {.bits = l->site->of.bits, .flags = l->site->of.flags},
                 .names = {.variable = MUTATE_NONE, .other = MUTATE_NONE},
                 .guard = {.names.variable = MUTATE_NONE,
                           .names.other = MUTATE_NONE},
                 .call.callee = MUTATE_NONE});
    return &l->out->at[l->out->n - 1];
}

static MutateOperand
constant(int64_t value)
{
    return (MutateOperand){.base = MUTATE_NONE, .value = value};
}

/* Has the site this constant already? */
static bool
is_listed(const Lister *l, size_t from, MutateOp op, int64_t value)
{
    for (size_t i = from; i < l->out->n; i++) {
        const Alteration *a = &l->out->at[i];
        if (a->op == op && a->x.base == MUTATE_NONE && a->x.value == value)
            return true;
    }
    return false;
}

static void
add_constant(Lister *l, size_t from, AlterationKind kind, MutateOp op,
             int64_t value, int64_t was)
{
    if (value == was || is_listed(l, from, op, value))
        return;
    Alteration *a = add(l, kind, op);
    a->x = constant(value);
    if (op == MUTATE_INIT) {
        a->x.base = l->site->variable.base;
        a->x.offset = l->site->variable.offset;
        a->x.bits = l->site->of.bits;
        a->x.flags = l->site->of.flags;
    }
}

/* Literals of the same function, of the same kind of number. */
static void
add_pool(Lister *l, size_t from, AlterationKind kind, MutateOp op, int64_t was)
{
    const uint32_t most = tuning_count(TUNE_find_literals);
    unsigned n = 0;

    if (!l->f)
        return;
    for (int round = 0; round < 2; round++) /* of the same use first */
        for (uint32_t i = l->f->first; i < l->f->first + l->f->n && n < most;
             i++) {
            const MutateSite *o = &l->s->at[i];
            if (o->kind != MSITE_LITERAL ||
                (o->of.flags & MUTATE_FLOAT) !=
                    (l->site->of.flags & MUTATE_FLOAT) ||
                (round == 0) != (o->role.is_index == l->site->role.is_index &&
                                 o->of.bits == l->site->of.bits))
                continue;
            size_t before = l->out->n;
            add_constant(l, from, kind, op, o->value, was);
            n += l->out->n > before;
        }
}

/* Indices of arrays anywhere: enumerators are often such. */
static void
add_indices(Lister *l, size_t from, int64_t was)
{
    const uint32_t most = tuning_count(TUNE_find_literals);
    unsigned n = 0;

    for (uint32_t i = 0; i < l->s->n && n < most; i++) {
        const MutateSite *o = &l->s->at[i];
        if (o->kind != MSITE_LITERAL || !o->role.is_index)
            continue;
        size_t before = l->out->n;
        add_constant(l, from, ALTERATION_LITERAL, MUTATE_SET, o->value, was);
        n += l->out->n > before;
    }
}

static void
add_numbers(Lister *l, size_t from, AlterationKind kind, MutateOp op,
            int64_t was)
{
    if (l->site->of.flags & MUTATE_FLOAT) {
        double v = real_of_bits((uint64_t)was);
        const double near[] = {v + 1, v - 1, 0,       1,      -1,
                               -v,    2 * v, v * 0.5, v * 10, v / 10};
        for (size_t i = 0; i < sizeof near / sizeof near[0]; i++)
            add_constant(l, from, kind, op, real_value(near[i]), was);
    } else {
        const int64_t near[] = {was + 1, was - 1, 0, 1, -1, -was};
        for (size_t i = 0; i < sizeof near / sizeof near[0]; i++)
            add_constant(l, from, kind, op, near[i], was);
    }
}

/* Numbers that are one slip away: digits, factors, bits. */
static void
add_slips(Lister *l, size_t from, AlterationKind kind, MutateOp op, int64_t was)
{
    char digits[32];

    if (l->site->of.flags & MUTATE_FLOAT || was > 1000000000 ||
        was < -1000000000)
        return;
    const int64_t near[] = {was + 2,  was - 2,  was * 2, was / 2,
                            was * 10, was / 10, was * 8, was * 16,
                            ~was,     was + 32, was - 32};
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++)
        add_constant(l, from, kind, op, near[i], was);
    int n = snprintf(digits, sizeof digits, "%lld", (long long)was);
    for (int i = 0; i < n; i++) { /* exchanged, dropped, changed */
        char copy[32];
        memcpy(copy, digits, sizeof copy);
        if (i + 1 < n && copy[i] >= '0') {
            copy[i] = digits[i + 1];
            copy[i + 1] = digits[i];
            add_constant(l, from, kind, op, strtoll(copy, NULL, 10), was);
        }
        memcpy(copy, digits, sizeof copy);
        for (char c = '0'; c <= '9' && copy[i] != '-'; c++) {
            copy[i] = c;
            if (n <= 5)
                add_constant(l, from, kind, op, strtoll(copy, NULL, 10), was);
        }
    }
    for (int bit = 0; bit < 8; bit++)
        add_constant(l, from, kind, op, was ^ (1LL << bit), was);
}

/* Other variables of the type that the source could name here. */
static void
add_variables(Lister *l, AlterationKind kind, MutateOp op, uint32_t type,
              uint32_t but)
{
    const uint32_t most = tuning_count(TUNE_find_variables);
    unsigned n = 0;

    if (!l->f || type == 0)
        return;
    for (int members = 0; members < 2; members++)
        for (uint32_t i = l->f->variable + l->f->nvariables;
             i-- > l->f->variable && n < most;) {
            const MutateVariable *v = &l->s->variables[i];
            bool own = !v->is_member && v->operand.base == but;
            if (v->type != type || v->is_array ||
                v->is_member != (members == 1) ||
                (own && (!v->is_address || l->site->kind == MSITE_REFERENCE)) ||
                !mutate_sees(l->s, l->site, v))
                continue;
            Alteration *a = add(l, kind, op);
            a->x = v->operand;
            a->names.variable = i;
            n++;
        }
}

static void
list_literal(Lister *l)
{
    size_t from = l->out->n;
    int64_t was = l->site->value;

    add_numbers(l, from, ALTERATION_LITERAL, MUTATE_SET, was);
    add_pool(l, from, ALTERATION_LITERAL, MUTATE_SET, was);
    if (l->site->role.is_index)
        add_indices(l, from, was);
    add_slips(l, from, ALTERATION_SLIP, MUTATE_SET, was);
    add_variables(l, ALTERATION_VARIABLE, MUTATE_SET, l->site->of.type,
                  MUTATE_NONE);
}

static void
list_arithmetic_on(Lister *l, bool small)
{
    size_t from = l->out->n;

    if (l->site->of.flags & MUTATE_POINTER)
        return;
    if (l->site->of.flags & MUTATE_FLOAT) {
        add(l, ALTERATION_VALUE, MUTATE_NEGATE);
        add(l, ALTERATION_VALUE, MUTATE_SET)->x = constant(0);
        add(l, ALTERATION_VALUE, MUTATE_SET)->x = constant(real_value(1));
        return;
    }
    add(l, ALTERATION_VALUE, MUTATE_ADD)->x = constant(1);
    add(l, ALTERATION_VALUE, MUTATE_ADD)->x = constant(-1);
    add_constant(l, from, ALTERATION_VALUE, MUTATE_SET, 0, INT64_MAX);
    add_constant(l, from, ALTERATION_VALUE, MUTATE_SET, 1, INT64_MAX);
    if (small)
        return;
    add_constant(l, from, ALTERATION_VALUE, MUTATE_SET, -1, INT64_MAX);
    add(l, ALTERATION_VALUE, MUTATE_NEGATE);
    add(l, ALTERATION_VALUE, MUTATE_NOT);
}

static void
list_use(Lister *l)
{
    add_variables(l, ALTERATION_VARIABLE, MUTATE_SET, l->site->of.type,
                  l->site->variable.base);
    list_arithmetic_on(l, false);
    if (l->site->of.flags & MUTATE_POINTER)
        add(l, ALTERATION_VALUE, MUTATE_SET)->x = constant(0);
}

static void
list_compare(Lister *l)
{
    for (unsigned r = 0; r < MUTATE_RELATIONS; r++) {
        if (r == l->site->op || (l->site->role.is_void && r != MUTATE_EQ))
            continue;
        add(l, ALTERATION_RELATION, MUTATE_COMPARE)->how.relation = (uint8_t)r;
    }
    if (!(l->site->of.flags & (MUTATE_FLOAT | MUTATE_POINTER)) &&
        l->site->op >= MUTATE_LT) {
        Alteration *a = add(l, ALTERATION_VALUE, MUTATE_COMPARE);
        a->how.relation = (uint8_t)l->site->op;
        a->of.flags ^= MUTATE_SIGNED;
    }
}

static void
list_binary(Lister *l)
{
    bool is_float = l->site->of.flags & MUTATE_FLOAT;

    for (unsigned o = 0; o < MUTATE_ARITHMETICS; o++) {
        bool side = o == MUTATE_LEFT || o == MUTATE_RIGHT;
        if (o == l->site->op || (is_float && o > MUTATE_DIV && !side))
            continue;
        add(l, side ? ALTERATION_DROP : ALTERATION_OPERATOR, MUTATE_COMPUTE)
            ->how.arithmetic = (uint8_t)o;
    }
    if (l->site->op == MUTATE_MINUS || l->site->op == MUTATE_DIV ||
        l->site->op == MUTATE_REM)
        add(l, ALTERATION_OPERATOR, MUTATE_SWAP)->how.arithmetic =
            (uint8_t)l->site->op;
}

static void
list_branch(Lister *l)
{
    add(l, ALTERATION_CONDITION, MUTATE_SET)->x = constant(1);
    add(l, ALTERATION_CONDITION, MUTATE_SET)->x = constant(0);
    if (!l->site->role.is_void) /* else the comparison's relation says it */
        add(l, ALTERATION_CONDITION, MUTATE_NOT);
}

/* The remainder by a number that the program divides by elsewhere: taking
 * it is easily forgotten. */
static void
list_remainders(Lister *l)
{
    const size_t from = l->out->n;

    for (uint32_t i = 0; i + 2 < l->s->n &&
                         l->out->n - from < tuning_count(TUNE_find_remainders);
         i++) {
        const MutateSite *by = &l->s->at[i + 1];
        if (l->s->at[i].kind != MSITE_BINARY || l->s->at[i].op != MUTATE_REM)
            continue;
        by += by->kind == MSITE_LITERAL && by->user.position == 0;
        if (by->kind != MSITE_LITERAL || by->user.position != 1 ||
            by->value < 2 || is_listed(l, from, MUTATE_APPLY, by->value))
            continue;
        Alteration *a = add(l, ALTERATION_REDUCE, MUTATE_APPLY);
        a->how.arithmetic = MUTATE_REM;
        a->x = constant(by->value);
    }
}

static void
list_store(Lister *l)
{
    if (!l->site->role.is_return) {
        add(l, ALTERATION_SKIP, MUTATE_SCRATCH);
        if (!(l->site->of.flags & MUTATE_POINTER)) {
            add(l, ALTERATION_ASSIGNMENT, MUTATE_COMBINE)->how.arithmetic =
                MUTATE_PLUS;
            add(l, ALTERATION_ASSIGNMENT, MUTATE_COMBINE)->how.arithmetic =
                MUTATE_MINUS;
        }
    }
    if (l->site->role.is_index) /* its value is a literal: that is a site */
        return;
    list_arithmetic_on(l, true);
    if (!(l->site->of.flags & (MUTATE_FLOAT | MUTATE_POINTER)) &&
        l->site->of.bits >= 32)
        list_remainders(l);
    add_variables(l, ALTERATION_VARIABLE, MUTATE_SET, l->site->of.type,
                  l->site->variable.base);
    size_t from = l->out->n;
    if (!(l->site->of.flags & MUTATE_POINTER))
        add_pool(l, from, ALTERATION_VALUE, MUTATE_SET, INT64_MAX);
}

static void
list_address(Lister *l)
{
    for (uint32_t i = 0; i < l->site->nshifts; i++) {
        const MutateShift *sh = &l->s->shifts[l->site->shift + i];
        Alteration *a =
            add(l, sh->is_member ? ALTERATION_MEMBER : ALTERATION_INDEX,
                MUTATE_ADD);
        a->x = constant(sh->by);
    }
}

static void
list_call(Lister *l)
{
    add(l, ALTERATION_SKIP, MUTATE_SET)->x = constant(0);
    if (l->site->role.is_void || l->site->of.flags & MUTATE_POINTER ||
        l->site->of.bits == 0)
        return;
    bool is_float = l->site->of.flags & MUTATE_FLOAT;
    add(l, ALTERATION_VALUE, MUTATE_SET)->x =
        constant(is_float ? real_value(1) : 1);
    if (!is_float)
        add(l, ALTERATION_VALUE, MUTATE_SET)->x = constant(-1);
    add_variables(l, ALTERATION_VARIABLE, MUTATE_SET, l->site->of.type,
                  MUTATE_NONE);
}

/* The value goes where another does, or to no label. */
static void
move_label(Lister *l, int64_t from, int64_t to)
{
    Alteration *a = add(l, ALTERATION_LABEL, MUTATE_RELABEL);

    a->x = constant(from);
    a->y = a->z = constant(to);
}

static void
list_switch(Lister *l)
{
    const MutateShift *labels = &l->s->shifts[l->site->shift];
    const uint32_t most = tuning_count(TUNE_find_literals);
    const uint32_t n = l->site->nshifts < most ? l->site->nshifts : most;

    for (uint32_t i = 0; i < n; i++)
        move_label(l, labels[i].by, ALTERATION_NO_LABEL);
    for (uint32_t i = 0; i < n; i++)
        for (int near = -1; near <= 1; near += 2) {
            Alteration *a = add(l, ALTERATION_LABEL, MUTATE_RELABEL);
            a->x = constant(labels[i].by + near);
            a->y = constant(labels[i].by);
            a->z = constant(ALTERATION_NO_LABEL);
        }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (k != i)
                move_label(l, labels[i].by, labels[k].by);
}

static void
list_returns(Lister *l)
{
    const MutateFunction *f = l->f;

    if (f->bits == 0) {
        add(l, ALTERATION_RETURN, MUTATE_ACT)->how.action = MUTATE_RETURN;
        return;
    }
    const int64_t ints[] = {0, 1, -1};
    for (size_t i = 0; i < (f->flags & MUTATE_POINTER ? 1 : 3); i++) {
        Alteration *a = add(l, ALTERATION_RETURN, MUTATE_ACT);
        a->how.action = MUTATE_RETURN;
        a->x = constant(f->flags & MUTATE_FLOAT ? real_value((double)ints[i])
                                                : ints[i]);
    }
    const uint32_t most = tuning_count(TUNE_find_returned);
    unsigned n = 0;
    for (uint32_t i = f->variable; i < f->variable + f->nvariables && n < most;
         i++) {
        const MutateVariable *v = &l->s->variables[i];
        if (v->type != f->type || v->is_member || v->is_global || v->is_array ||
            v->is_address || !mutate_sees(l->s, l->site, v))
            continue;
        Alteration *a = add(l, ALTERATION_RETURN, MUTATE_ACT);
        a->how.action = MUTATE_RETURN;
        a->x = v->operand;
        a->names.variable = i;
        n++;
    }
}

/* memset(v, 0, sizeof v) */
static void
list_fills(Lister *l)
{
    const MutateFunction *f = l->f;

    for (uint32_t i = f->variable; i < f->variable + f->nvariables; i++) {
        const MutateVariable *v = &l->s->variables[i];
        if (!v->is_array || !mutate_sees(l->s, l->site, v))
            continue;
        Alteration *a = add(l, ALTERATION_CLEAR, MUTATE_FILL);
        a->to = v->operand;
        a->names.variable = i;
        a->x = constant(0);
    }
}

static void
list_assignments(Lister *l)
{
    const MutateFunction *f = l->f;
    unsigned left = tuning_count(TUNE_find_assignments);

    for (uint32_t i = f->variable; i < f->variable + f->nvariables && left;
         i++) {
        const MutateVariable *v = &l->s->variables[i];
        bool is_float = v->operand.flags & MUTATE_FLOAT;
        if (v->is_address || v->is_array || !mutate_sees(l->s, l->site, v))
            continue;
        const int64_t ints[] = {0, 1, -1};
        for (size_t k = 0; k < (v->operand.flags & MUTATE_POINTER ? 1 : 3);
             k++) {
            Alteration *a = add(l, ALTERATION_INSERT_ASSIGN, MUTATE_ASSIGN);
            a->to = v->operand;
            a->names.variable = i;
            a->x = constant(is_float ? real_value((double)ints[k]) : ints[k]);
            left -= left > 0;
        }
        for (int k = 0; !(v->operand.flags & MUTATE_POINTER) && k < 2; k++) {
            Alteration *a = add(l,
                                v->is_stepped ? ALTERATION_INSERT_STEP
                                              : ALTERATION_INSERT_ASSIGN,
                                MUTATE_INCREASE);
            a->to = v->operand;
            a->names.variable = i;
            a->x = constant(is_float ? real_value(k ? -1 : 1) : k ? -1 : 1);
            left -= left > 0;
        }
    }
    for (uint32_t i = f->variable; i < f->variable + f->nvariables && left; i++)
        for (uint32_t k = f->variable; k < f->variable + f->nvariables && left;
             k++) {
            const MutateVariable *v = &l->s->variables[i];
            const MutateVariable *w = &l->s->variables[k];
            if (i == k || v->type != w->type || v->is_address || v->is_array ||
                w->is_array || !mutate_sees(l->s, l->site, v) ||
                !mutate_sees(l->s, l->site, w))
                continue;
            Alteration *a = add(l, ALTERATION_INSERT_ASSIGN, MUTATE_ASSIGN);
            a->to = v->operand;
            a->x = w->operand;
            a->names.variable = i;
            a->names.other = k;
            left--;
        }
}

/* Fill argument `at` with every variable of its type. */
static void
list_arguments(Lister *l, const MutateCallee *c, Alteration *a, uint32_t at,
               unsigned *left)
{
    if (at == c->nparams) {
        Alteration copy = *a;
        vec_push(l->out, copy);
        (*left)--;
        return;
    }
    for (uint32_t i = l->f->variable + l->f->nvariables;
         i-- > l->f->variable && *left;) {
        const MutateVariable *v = &l->s->variables[i];
        if (v->type != c->types[at] || v->is_array ||
            !mutate_sees(l->s, l->site, v))
            continue;
        a->call.args[at] = i;
        list_arguments(l, c, a, at + 1, left);
    }
    for (uint32_t k = 0; k < 2 && *left && c->numbers[at]; k++) {
        a->call.args[at] = ALTERATION_NUMBER + k;
        list_arguments(l, c, a, at + 1, left);
    }
}

static void
list_calls(Lister *l)
{
    for (uint32_t i = 0; i < l->s->count.callees; i++) {
        const MutateCallee *c = &l->s->callees[i];
        unsigned left = tuning_count(c->nparams < 2 ? TUNE_find_calls
                                                    : TUNE_find_calls_wide);
        Alteration a = {.site = l->number,
                        .kind = ALTERATION_INSERT_CALL,
                        .op = MUTATE_CALL,
                        .call.callee = i,
                        .names.variable = MUTATE_NONE,
                        .names.other = MUTATE_NONE};
        if (c->function == l->site->where.function || c->nparams > 3 ||
            (!c->is_void && c->nparams > 1))
            continue;
        a.x = constant(0);
        a.x.base = c->base;
        list_arguments(l, c, &a, 0, &left);
    }
}

static void
list_statement(Lister *l)
{
    for (unsigned k = MUTATE_SKIP; k < MUTATE_ACTIONS; k++)
        if (l->site->actions & 1 << k)
            add(l, k == MUTATE_SKIP ? ALTERATION_SKIP : ALTERATION_JUMP,
                MUTATE_ACT)
                ->how.action = (uint8_t)k;
    if (l->site->actions & 1 << MUTATE_RETURN)
        list_returns(l);
    list_calls(l);
    list_fills(l);
    list_assignments(l);
}

static void
list_initial(Lister *l)
{
    size_t from = l->out->n;

    add_numbers(l, from, ALTERATION_INITIAL, MUTATE_INIT, l->site->value);
    add_slips(l, from, ALTERATION_INITIAL, MUTATE_INIT, l->site->value);
}

static void
list_texts(Lister *l)
{
    const MutateLanguage *language = &l->s->language;
    const TextChange *all;
    const size_t n = language->changes(language->context, l->number, &all);

    for (size_t i = 0; i < n; i++)
        add(l, (AlterationKind)all[i].kind, MUTATE_EDIT)->how.text = &all[i];
}

void
alteration_list(const MutateSites *s, uint32_t site, Alterations *out)
{
    Lister l = {.s = s, .site = &s->at[site], .number = site, .out = out};

    if (l.site->where.function != MUTATE_NONE)
        l.f = &s->functions[l.site->where.function];
    switch ((MutateSiteKind)l.site->kind) {
    case MSITE_LITERAL:
        list_literal(&l);
        break;
    case MSITE_USE:
    case MSITE_RESULT:
        list_use(&l);
        break;
    case MSITE_COMPARE:
        list_compare(&l);
        break;
    case MSITE_BINARY:
        list_binary(&l);
        break;
    case MSITE_BRANCH:
        list_branch(&l);
        break;
    case MSITE_STORE:
        list_store(&l);
        break;
    case MSITE_REFERENCE:
        add_variables(&l, ALTERATION_VARIABLE, MUTATE_SET, l.site->of.type,
                      l.site->variable.base);
        break;
    case MSITE_ADDRESS:
        list_address(&l);
        break;
    case MSITE_CALL:
        list_call(&l);
        break;
    case MSITE_SWITCH:
        list_switch(&l);
        break;
    case MSITE_JUNCTION:
        add(&l, ALTERATION_JUNCTION, MUTATE_KEEP);
        break;
    case MSITE_WIDE:
        add(&l, ALTERATION_WIDTH, MUTATE_COMPUTE)->how.arithmetic = MUTATE_LEFT;
        break;
    case MSITE_STATEMENT:
        list_statement(&l);
        break;
    case MSITE_INIT:
        list_initial(&l);
        break;
    case MSITE_TEXT:
        list_texts(&l);
        break;
    case MSITE_KINDS:
        break;
    }
}

static void
request_edit(const TextChange *t, MutateEdit *out)
{
    out->from = t->from;
    out->to = t->to;
    out->n = (uint32_t)strlen(t->text);
    snprintf(out->path, sizeof out->path, "%s", t->path);
    snprintf(out->text, sizeof out->text, "%s", t->text);
}

void
alteration_request(const MutateSites *s, const Alteration *a, MutateRequest *r)
{
    const MutateSite *site = &s->at[a->site];

    memset(r, 0, sizeof *r);
    memcpy(r->magic, MUTATE_MAGIC, sizeof MUTATE_MAGIC);
    r->version = MUTATE_VERSION;
    const bool has_site = site->kind != MSITE_INIT && !a->how.edit;
    r->change.site = has_site ? a->site : MUTATE_NONE;
    r->change.function = a->how.edit ? MUTATE_NONE : site->where.function;
    r->change.op = a->op;
    r->change.relation = a->how.relation;
    r->change.arithmetic = a->how.arithmetic;
    r->change.action = a->how.action;
    r->change.bits = a->of.bits;
    r->change.flags = a->of.flags;
    r->guard.given = a->guard.given;
    r->guard.relation = a->guard.relation;
    r->change.x = a->x;
    r->change.y = a->y;
    r->change.z = a->z;
    r->change.to = a->to;
    r->guard.x = a->guard.x;
    r->guard.y = a->guard.y;
    if (a->how.text)
        request_edit(a->how.text, &r->edit);
    if (a->op == MUTATE_CALL) {
        r->arguments.n = s->callees[a->call.callee].nparams;
        for (uint32_t i = 0; i < r->arguments.n; i++)
            r->arguments.at[i] =
                a->call.args[i] >= ALTERATION_NUMBER
                    ? constant(a->call.args[i] - ALTERATION_NUMBER)
                    : s->variables[a->call.args[i]].operand;
    }
}
