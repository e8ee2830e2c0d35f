/* patch.c - an alteration as a change of the source text, where it is one. */
#include "find/patch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const relations[] = {"==", "!=", "<", "<=", ">", ">="};
static const char *const operators[] = {"+", "-", "*", "/",  "%",
                                        "&", "|", "^", "<<", ">>"};

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t
indent(const char *line)
{
    return strspn(line, " \t");
}

/* line[0 .. at-1], `with`, line[at+skip ...] */
static void
splice(const char *line, size_t at, size_t skip, const char *with, Str *out)
{
    str_add(out, line, at);
    str_puts(out, with);
    str_puts(out, line + at + skip);
    str_putc(out, '\n');
}

static bool
replace_operator(const char *line, const MutateSite *site, const char *old,
                 const char *with, Str *out)
{
    size_t at = site->where.column - 1, n = strlen(old);

    if (site->where.column == 0 || at + n > strlen(line) ||
        strncmp(line + at, old, n) != 0)
        return false;
    char next = line[at + n];
    if (site->kind == MSITE_COMPARE && n == 1 &&
        (next == '=' || next == line[at]))
        return false;
    if (site->kind == MSITE_BINARY && next == line[at] && n == 1)
        return false; /* ++, -- */
    splice(line, at, n, with, out);
    return true;
}

static bool
replace_name(const char *line, const MutateSite *site, const char *with,
             Str *out)
{
    size_t at = site->where.column - 1, n = strlen(site->name);

    if (site->where.column == 0 || n == 0 || at + n > strlen(line) ||
        strncmp(line + at, site->name, n) != 0 || is_word(line[at + n]) ||
        (at > 0 && is_word(line[at - 1])))
        return false;
    splice(line, at, n, with, out);
    return true;
}

static bool
replace_only(const char *line, const char *old, const char *with, Str *out)
{
    const char *at = strstr(line, old);

    if (!at || strstr(at + 1, old))
        return false;
    splice(line, (size_t)(at - line), strlen(old), with, out);
    return true;
}

/* The number that a token begins with: digits, or a character. */
static bool
token_value(const char *at, size_t *n, long long *value)
{
    char *end;

    if (*at == '\'' && at[1] && at[1] != '\\' && at[2] == '\'') {
        *n = 3;
        *value = (unsigned char)at[1];
        return true;
    }
    if (!isdigit((unsigned char)*at))
        return false;
    *value = (long long)strtoull(at, &end, 0);
    while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L')
        end++;
    *n = (size_t)(end - at);
    return *end != '.' && !is_word(*end);
}

/* The only such number of the line. */
static bool
replace_number(const char *line, int64_t old, const char *with, Str *out)
{
    size_t found = SIZE_MAX, length = 0, n;
    long long v;

    for (size_t i = 0; line[i]; i++) {
        if (line[i] == '"') { /* not in strings */
            for (i++; line[i] && line[i] != '"'; i++)
                if (line[i] == '\\' && line[i + 1])
                    i++;
            if (!line[i])
                break;
            continue;
        }
        if (is_word(line[i]) && !isdigit((unsigned char)line[i])) {
            while (is_word(line[i + 1]))
                i++;
            continue;
        }
        if (!token_value(line + i, &n, &v))
            continue;
        if (v == (old < 0 ? -old : old)) {
            if (found != SIZE_MAX)
                return false;
            found = i;
            length = n;
        }
        i += n - 1;
    }
    if (found == SIZE_MAX || old < 0)
        return false;
    splice(line, found, length, with, out);
    return true;
}

/* A line that is one whole statement. */
static bool
is_statement(const char *line, const char *before)
{
    static const char *const heads[] = {"if",   "for",    "while",
                                        "else", "return", "case",
                                        "do",   "switch", "default"};
    const char *at = line + indent(line);
    size_t n = strlen(line);

    while (n > 0 && isspace((unsigned char)line[n - 1]))
        n--;
    if (n == 0 || line[n - 1] != ';' || strchr(line, ';') != line + n - 1)
        return false;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        size_t k = strlen(heads[i]);
        if (strncmp(at, heads[i], k) == 0 && !is_word(at[k]))
            return false;
    }
    size_t k = strlen(before);
    while (k > 0 && isspace((unsigned char)before[k - 1]))
        k--;
    return k == 0 || strchr(";{}:/", before[k - 1]) != NULL;
}

static void
number_text(const Alteration *a, const MutateSite *site, Str *out)
{
    double x;

    if (site->of.flags & MUTATE_FLOAT) {
        memcpy(&x, &a->x.value, sizeof x);
        str_printf(out, "%.17g", x);
        if (!strpbrk(str_text(out), ".eni"))
            str_puts(out, ".0");
    } else {
        str_printf(out, "%lld", (long long)a->x.value);
    }
}

static void
operand_text(const MutateSites *s, const Alteration *a, uint32_t variable,
             unsigned flags, Str *out)
{
    MutateSite like = {.of.flags = (uint8_t)flags};

    if (variable != MUTATE_NONE)
        str_puts(out, s->variables[variable].name);
    else if (flags & MUTATE_POINTER && a->x.value == 0)
        str_puts(out, "NULL");
    else
        number_text(a, &like, out);
}

static bool
insert_text(const MutateSites *s, const Alteration *a, Str *out)
{
    const MutateSite *site = &s->at[a->site];
    const MutateFunction *f = &s->functions[site->where.function];

    if (a->op == MUTATE_ACT && a->how.action == MUTATE_BREAK) {
        str_puts(out, "break;");
    } else if (a->op == MUTATE_ACT && a->how.action == MUTATE_CONTINUE) {
        str_puts(out, "continue;");
    } else if (a->op == MUTATE_ACT && a->how.action == MUTATE_RETURN) {
        str_puts(out, "return");
        if (f->bits) {
            str_putc(out, ' ');
            operand_text(s, a, a->names.variable, f->flags, out);
        }
        str_putc(out, ';');
    } else if (a->op == MUTATE_ASSIGN || a->op == MUTATE_INCREASE) {
        alteration_assignment(s, a, out);
        str_putc(out, ';');
    } else if (a->op == MUTATE_CALL) {
        str_printf(out, "%s(", s->callees[a->call.callee].name);
        for (uint32_t i = 0; i < s->callees[a->call.callee].nparams; i++)
            alteration_argument(s, a, i, out);
        str_puts(out, ");");
    } else {
        return false;
    }
    return true;
}

/* The guard's text, or its opposite's. */
static void
put_guard(const MutateSites *s, const Alteration *a, bool opposite, Str *out)
{
    static const uint8_t opposites[] = {
        [MUTATE_EQ] = MUTATE_NE,
        [MUTATE_NE] = MUTATE_EQ,
        [MUTATE_LT] = MUTATE_GE,
        [MUTATE_LE] = MUTATE_GT,
        [MUTATE_GT] = MUTATE_LE,
        [MUTATE_GE] = MUTATE_LT,
        [MUTATE_MULTIPLE] = MUTATE_NO_MULTIPLE,
        [MUTATE_NO_MULTIPLE] = MUTATE_MULTIPLE,
    };

    alteration_clause(s, a->guard.names.variable,
                      opposite ? opposites[a->guard.relation]
                               : a->guard.relation,
                      a->guard.names.other, &a->guard.y, out);
}

/* Insert a line before this one, if a statement begins there. */
static bool
insert(const MutateSites *s, const Alteration *a, const char *line,
       const char *before, Patch *out)
{
    Str text = {0};
    size_t k = strlen(before);

    while (k > 0 && isspace((unsigned char)before[k - 1]))
        k--;
    bool ok = (k == 0 || strchr(";{}:/", before[k - 1]) != NULL) &&
              line[indent(line)] != '{' && insert_text(s, a, &text);
    if (ok) {
        str_add(&out->text, line, indent(line));
        if (a->guard.given) {
            str_puts(&out->text, "if (");
            put_guard(s, a, false, &out->text);
            str_puts(&out->text, ") ");
        }
        str_puts(&out->text, str_text(&text));
        str_putc(&out->text, '\n');
    }
    str_done(&text);
    return ok;
}

/* The condition of the line's only if or while, all of it on the line. */
static bool
find_condition(const char *line, size_t *from, size_t *to)
{
    static const char *const heads[] = {"if (", "while ("};
    const char *at = NULL;
    int depth = 0;

    for (size_t i = 0; i < 2; i++) {
        const char *found = strstr(line, heads[i]);
        if (found && at)
            return false;
        if (found)
            at = found + strlen(heads[i]);
    }
    if (!at)
        return false;
    *from = (size_t)(at - line);
    for (size_t i = *from; line[i]; i++) {
        depth += line[i] == '(';
        depth -= line[i] == ')';
        if (depth < 0) {
            *to = i;
            return true;
        }
    }
    return false;
}

static bool
add_clause(const MutateSites *s, const Alteration *a, const char *line,
           Str *out)
{
    size_t from, to;
    bool never = a->x.value == 0; /* false where the guard holds */

    if (!find_condition(line, &from, &to))
        return false;
    bool plain = !memmem(line + from, to - from, "&&", 2) &&
                 !memmem(line + from, to - from, "||", 2);
    str_add(out, line, from);
    str_puts(out, plain ? "" : "(");
    str_add(out, line + from, to - from);
    str_printf(out, "%s %s ", plain ? "" : ")", never ? "&&" : "||");
    put_guard(s, a, never, out);
    str_puts(out, line + to);
    str_putc(out, '\n');
    return true;
}

static bool
is_left_out(const MutateSite *site, const Alteration *a)
{
    return a->op == MUTATE_SCRATCH ||
           (site->kind == MSITE_CALL && site->role.is_void) ||
           (a->op == MUTATE_ACT && a->how.action == MUTATE_SKIP);
}

static bool
change(const MutateSites *s, const Alteration *a, const char *line,
       const char *before, Patch *out)
{
    const MutateSite *site = &s->at[a->site];
    Str text = {0};
    bool ok = false;

    out->nremoved = 1;
    if (a->guard.given && site->kind != MSITE_STATEMENT &&
        site->kind != MSITE_BRANCH)
        return false;
    if (is_left_out(site, a))
        return !a->guard.given && is_statement(line, before);
    switch ((MutateSiteKind)site->kind) {
    case MSITE_COMPARE:
        return a->how.relation != site->op && !site->role.is_void &&
               replace_operator(line, site, relations[site->op],
                                relations[a->how.relation], &out->text);
    case MSITE_BINARY:
        return a->op == MUTATE_COMPUTE && a->how.arithmetic < MUTATE_LEFT &&
               replace_operator(line, site, operators[site->op],
                                operators[a->how.arithmetic], &out->text);
    case MSITE_LITERAL:
    case MSITE_INIT:
        operand_text(s, a, a->names.variable, site->of.flags, &text);
        ok = !(site->of.flags & MUTATE_FLOAT) &&
             replace_number(line, site->value, str_text(&text), &out->text);
        break;
    case MSITE_USE:
        if (a->op == MUTATE_SET)
            operand_text(s, a, a->names.variable, site->of.flags, &text);
        else if (a->op == MUTATE_ADD)
            str_printf(&text, "%s %c 1", site->name,
                       a->x.value > 0 ? '+' : '-');
        ok = text.n && replace_name(line, site, str_text(&text), &out->text);
        break;
    case MSITE_BRANCH:
        return a->guard.given && a->op == MUTATE_SET &&
               add_clause(s, a, line, &out->text);
    case MSITE_STATEMENT:
        out->nremoved = 0;
        return insert(s, a, line, before, out);
    case MSITE_JUNCTION:
        return replace_only(line, site->op == MUTATE_AND ? "&&" : "||",
                            site->op == MUTATE_AND ? "||" : "&&", &out->text);
    case MSITE_WIDE:
    case MSITE_RESULT:
    case MSITE_STORE:
    case MSITE_REFERENCE:
    case MSITE_ADDRESS:
    case MSITE_CALL:
    case MSITE_SWITCH:
    case MSITE_KINDS:
        break;
    }
    str_done(&text);
    return ok;
}

bool
patch_make(const MutateSites *s, const Alteration *a, const char *line,
           const char *before, Patch *out)
{
    *out = (Patch){.line = s->at[a->site].where.line};
    if (change(s, a, line, before, out))
        return true;
    str_done(&out->text);
    return false;
}

void
patch_diff(const Patch *p, const char *file, const char *line, Str *out)
{
    unsigned added = p->text.n > 0;

    str_printf(out, "--- a/%s\n+++ b/%s\n@@ -%u,%u +%u,%u @@\n", file, file,
               p->nremoved ? p->line : p->line - 1, p->nremoved,
               p->nremoved && !added ? p->line - 1 : p->line, added);
    if (p->nremoved)
        str_printf(out, "-%s\n", line);
    if (added)
        str_printf(out, "+%s", str_text(&p->text));
}
