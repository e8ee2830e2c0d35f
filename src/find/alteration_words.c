/* alteration_words.c - small changes as a person would say them. */
#include "find/alteration.h"

#include "find/edits.h"
#include "format/mutate_value.h"

static const char *const relations[] = {"==", "!=", "<", "<=", ">", ">="};
static const char *const operators[] = {"+", "-", "*", "/",  "%",
                                        "&", "|", "^", "<<", ">>"};

static void
put_number(Str *out, int64_t v, unsigned flags)
{
    if (flags & MUTATE_FLOAT)
        str_printf(out, "%g", (union MutateNumber){.u = (uint64_t)v}.d);
    else if (flags & MUTATE_POINTER && v == 0)
        str_puts(out, "NULL");
    else
        str_printf(out, "%lld", (long long)v);
}

static void
put_operand(Str *out, const MutateSites *s, uint32_t variable,
            const MutateOperand *o, unsigned flags)
{
    if (variable != MUTATE_NONE)
        str_puts(out, s->variables[variable].name);
    else
        put_number(out, o->value, flags);
}

static void
put_old(Str *out, const MutateSite *site)
{
    if (*site->name)
        str_printf(out, " instead of `%s%s`", site->name,
                   site->kind == MSITE_RESULT ? "()" : "");
}

/* Of x++ (or x += 1, which is the same program) and -x, where the literal may
 * not be in the source. */
static void
words_unwritten(const MutateSites *s, const Alteration *a, Str *out)
{
    const MutateSite *site = &s->at[a->site];
    const char *x = *site->name ? site->name : "...";
    Str now = {0};

    put_operand(&now, s, a->names.variable, &a->x, site->of.flags);
    if (site->role.is_sign)
        str_printf(out, "`%s - %s` instead of `-%s`", str_text(&now), x, x);
    else
        str_printf(out, "`%s` stepped by `%s` instead of `%lld`", x,
                   str_text(&now), (long long)site->value);
    str_done(&now);
}

static void
words_set(const MutateSites *s, const Alteration *a, Str *out)
{
    const MutateSite *site = &s->at[a->site];

    switch ((MutateSiteKind)site->kind) {
    case MSITE_BRANCH:
        str_printf(out, "the condition always %s",
                   a->x.value ? "true" : "false");
        return;
    case MSITE_CALL:
        str_printf(out, "the call of %s() left out",
                   *site->name ? site->name : "a function");
        if (!site->role.is_void) {
            str_puts(out, " and `");
            put_operand(out, s, a->names.variable, &a->x, site->of.flags);
            str_puts(out, "` as its value");
        }
        return;
    case MSITE_STORE:
        str_puts(out, "`");
        put_operand(out, s, a->names.variable, &a->x, site->of.flags);
        str_puts(out, "` assigned");
        if (*site->name)
            str_printf(out, " to %s", site->name);
        str_puts(out, " instead");
        return;
    case MSITE_LITERAL:
    case MSITE_USE:
    case MSITE_RESULT:
    case MSITE_COMPARE:
    case MSITE_BINARY:
    case MSITE_REFERENCE:
    case MSITE_ADDRESS:
    case MSITE_SWITCH:
    case MSITE_JUNCTION:
    case MSITE_WIDE:
    case MSITE_STATEMENT:
    case MSITE_INIT:
    case MSITE_TEXT:
    case MSITE_KINDS:
        break;
    }
    if (site->role.is_step || site->role.is_sign) {
        words_unwritten(s, a, out);
        return;
    }
    str_puts(out, "`");
    put_operand(out, s, a->names.variable, &a->x, site->of.flags);
    str_puts(out, "`");
    if (site->kind == MSITE_LITERAL) {
        str_puts(out, " instead of `");
        put_number(out, site->value, site->of.flags);
        str_puts(out, "`");
    } else {
        put_old(out, site);
    }
}

static void
words_add(const MutateSite *site, const Alteration *a, Str *out)
{
    const bool up = a->x.value > 0;

    if (a->kind == ALTERATION_MEMBER) {
        str_puts(out, "another member of the struct");
    } else if (site->kind == MSITE_ADDRESS) {
        str_printf(out, "the index one %s", up ? "higher" : "lower");
    } else if (*site->name && site->kind != MSITE_STORE) {
        str_printf(out, "`%s%s %s 1`", site->name,
                   site->kind == MSITE_RESULT ? "()" : "", up ? "+" : "-");
        put_old(out, site);
    } else {
        str_printf(out, "%s%s one %s",
                   *site->name ? "what is assigned to " : "the value",
                   site->name, up ? "higher" : "lower");
    }
}

static void
words_action(const MutateSites *s, const Alteration *a, Str *out)
{
    const MutateFunction *f = &s->functions[s->at[a->site].where.function];

    switch ((MutateAction)a->how.action) {
    case MUTATE_RETURN:
        str_puts(out, "`return");
        if (f->bits) {
            str_putc(out, ' ');
            put_operand(out, s, a->names.variable, &a->x, f->flags);
        }
        str_puts(out, "` before this");
        break;
    case MUTATE_SKIP:
        str_puts(out, "this statement left out");
        break;
    case MUTATE_LEAVE:
        str_puts(out, "a jump over what follows here");
        break;
    case MUTATE_BREAK:
        str_puts(out, "`break` before this");
        break;
    case MUTATE_CONTINUE:
        str_puts(out, "`continue` before this");
        break;
    case MUTATE_GO_ON:
    case MUTATE_ACTIONS:
        break;
    }
}

void
alteration_clause(const MutateSites *s, uint32_t x, unsigned relation,
                  uint32_t other, const MutateOperand *y, Str *out)
{
    const MutateVariable *v = &s->variables[x];
    const bool multiple =
        relation == MUTATE_MULTIPLE || relation == MUTATE_NO_MULTIPLE;

    str_printf(out, "%s %s ", v->name, multiple ? "%" : relations[relation]);
    if (other == MUTATE_NONE && v->operand.flags & MUTATE_POINTER &&
        y->value == 0)
        str_puts(out, "NULL");
    else
        put_operand(out, s, other, y, v->operand.flags);
    if (multiple)
        str_puts(out, relation == MUTATE_MULTIPLE ? " == 0" : " != 0");
}

void
alteration_assignment(const MutateSites *s, const Alteration *a, Str *out)
{
    const char *name = s->variables[a->names.variable].name;

    if (a->op == MUTATE_INCREASE && !(a->to.flags & MUTATE_FLOAT) &&
        (a->x.value == 1 || a->x.value == -1)) {
        str_printf(out, "%s%s", name, a->x.value > 0 ? "++" : "--");
        return;
    }
    str_printf(out, "%s %s ", name, a->op == MUTATE_ASSIGN ? "=" : "+=");
    put_operand(out, s, a->names.other, &a->x, a->to.flags);
}

static const char *
stored_name(const MutateSite *site)
{
    return *site->name ? site->name : "what was there";
}

void
alteration_argument(const MutateSites *s, const Alteration *a, uint32_t i,
                    Str *out)
{
    str_puts(out, i ? ", " : "");
    if (a->call.args[i] >= ALTERATION_NUMBER)
        str_printf(out, "%u", a->call.args[i] - ALTERATION_NUMBER);
    else
        str_puts(out, s->variables[a->call.args[i]].name);
}

static void
words_label(const Alteration *a, Str *out)
{
    if (a->y.value != a->z.value)
        str_printf(out, "`case %lld` instead of `case %lld`",
                   (long long)a->x.value, (long long)a->y.value);
    else if (a->y.value == ALTERATION_NO_LABEL)
        str_printf(out, "`case %lld` left out", (long long)a->x.value);
    else
        str_printf(out, "`case %lld` where `case %lld` is",
                   (long long)a->x.value, (long long)a->y.value);
}

void
alteration_words(const MutateSites *s, const Alteration *a, Str *out)
{
    const MutateSite *site = &s->at[a->site];

    if (a->how.edit) {
        str_puts(out, a->how.edit->edit.words);
        return;
    }
    if (a->how.text) {
        str_puts(out, a->how.text->words);
        return;
    }
    switch ((MutateOp)a->op) {
    case MUTATE_SET:
        words_set(s, a, out);
        break;
    case MUTATE_ADD:
        words_add(site, a, out);
        break;
    case MUTATE_NEGATE:
        str_printf(out, "`-%s`", *site->name ? site->name : "...");
        put_old(out, site);
        break;
    case MUTATE_INVERT:
        str_printf(out, "`~%s`", *site->name ? site->name : "...");
        break;
    case MUTATE_NOT:
        if (site->kind == MSITE_BRANCH)
            str_puts(out, "the condition negated");
        else
            str_printf(out, "`!%s`", *site->name ? site->name : "...");
        break;
    case MUTATE_SCRATCH:
        if (*site->name)
            str_printf(out, "the assignment to %s left out", site->name);
        else
            str_puts(out, "the assignment left out");
        break;
    case MUTATE_RELABEL:
        words_label(a, out);
        break;
    case MUTATE_COMBINE:
        str_printf(out, "`%s=` instead of `=` to %s",
                   operators[a->how.arithmetic], stored_name(site));
        break;
    case MUTATE_APPLY:
        str_printf(out, "`%s %lld` after what is assigned",
                   operators[a->how.arithmetic], (long long)a->x.value);
        if (*site->name)
            str_printf(out, " to %s", site->name);
        break;
    case MUTATE_COMPUTE:
        if (site->kind == MSITE_WIDE)
            str_printf(out, "`%s` arithmetic instead of `int`",
                       site->op ? "double" : "long long");
        else if (a->how.arithmetic == MUTATE_LEFT ||
                 a->how.arithmetic == MUTATE_RIGHT)
            str_printf(out, "only the %s side of `%s`",
                       a->how.arithmetic == MUTATE_LEFT ? "left" : "right",
                       operators[site->op]);
        else
            str_printf(out, "`%s` instead of `%s`",
                       operators[a->how.arithmetic], operators[site->op]);
        break;
    case MUTATE_SWAP:
        str_printf(out, "both sides of `%s` exchanged", operators[site->op]);
        break;
    case MUTATE_COMPARE:
        if (a->how.relation == site->op)
            str_printf(out, "`%s` %s", relations[site->op],
                       a->of.flags & MUTATE_SIGNED ? "signed" : "unsigned");
        else if (site->role.is_void)
            str_puts(out, "the condition negated");
        else
            str_printf(out, "`%s` instead of `%s`", relations[a->how.relation],
                       relations[site->op]);
        break;
    case MUTATE_AND_CLAUSE:
    case MUTATE_OR_CLAUSE:
        str_printf(out, "`%s ", a->op == MUTATE_AND_CLAUSE ? "&&" : "||");
        alteration_clause(s, a->names.variable, a->how.relation, a->names.other,
                          &a->y, out);
        str_puts(out, "` added to the condition");
        break;
    case MUTATE_ACT:
        words_action(s, a, out);
        break;
    case MUTATE_ASSIGN:
    case MUTATE_INCREASE:
        str_putc(out, '`');
        alteration_assignment(s, a, out);
        str_puts(out, "` before this");
        break;
    case MUTATE_FILL:
        str_printf(out, "every element of `%s` %lld before this",
                   s->variables[a->names.variable].name, (long long)a->x.value);
        break;
    case MUTATE_CALL:
        str_printf(out, "`%s(", s->callees[a->call.callee].name);
        for (uint32_t i = 0; i < s->callees[a->call.callee].nparams; i++)
            alteration_argument(s, a, i, out);
        str_puts(out, ")` before this");
        break;
    case MUTATE_INIT:
        str_printf(out, "%s initially `", *site->name ? site->name : "it");
        put_number(out, a->x.value, site->of.flags);
        str_puts(out, "` instead of `");
        put_number(out, site->value, site->of.flags);
        str_puts(out, "`");
        break;
    case MUTATE_KEEP:
        if (site->kind == MSITE_JUNCTION)
            str_puts(out, site->op == MUTATE_AND ? "`||` instead of `&&`"
                                                 : "`&&` instead of `||`");
        break;
    case MUTATE_EDIT:
    case MUTATE_OBSERVE:
    case MUTATE_OPS:
        break;
    }
    if (a->guard.given) {
        str_puts(out, ", only where `");
        alteration_clause(s, a->guard.names.variable, a->guard.relation,
                          a->guard.names.other, &a->guard.y, out);
        str_puts(out, "`");
    }
}
