/* assertion.c - what a unit test printed of the assertion that failed. */
#include "suite/assertion.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 5, MOST_SHOWN = 160, MOST_READ = 1 << 20 };

static const struct {
    const char *framework, *pattern;
    int place, text; /* groups */
} rows[] = {
#define ASSERTION(framework, pattern, place, text) \
    {framework, pattern, place, text},
#include "suite/assertions.def"
};

static const struct {
    const char *pattern;
    int left, right, actual, expected; /* groups; 0: none */
} operands[] = {
#define OPERANDS(pattern, left, right, actual, expected) \
    {pattern, left, right, actual, expected},
#include "suite/assertions.def"
};

static bool
matches(const char *pattern, const char *text, size_t n,
        regmatch_t groups[GROUPS])
{
    regex_t re;

    if (regcomp(&re, pattern, REG_EXTENDED) != 0)
        return false;
    groups[0] = (regmatch_t){.rm_so = 0, .rm_eo = (regoff_t)n};
    const bool found = regexec(&re, text, GROUPS, groups, REG_STARTEND) == 0;
    regfree(&re);
    return found;
}

/* So much of a group's text; NULL if there is none. */
static const char *
take(Arena *a, const char *text, const regmatch_t *groups, int i, size_t most)
{
    if (i == 0 || groups[i].rm_so < 0)
        return NULL;
    const size_t n = (size_t)(groups[i].rm_eo - groups[i].rm_so);
    return arena_strndup(a, text + groups[i].rm_so, n < most ? n : most);
}

/* Is it a constant, as far as its text shows? */
static bool
is_constant(const char *text)
{
    return isdigit((unsigned char)*text) || *text == '"' || *text == '\'' ||
           (*text == '-' && isdigit((unsigned char)text[1])) ||
           strcmp(text, "NULL") == 0 || strcmp(text, "true") == 0 ||
           strcmp(text, "false") == 0;
}

/* Which operand was looked at? Constants are expected. */
static void
take_operands(Assertion *x, const char *left, const char *right)
{
    const bool reversed = is_constant(left) && !is_constant(right);
    const char *actual = x->actual;

    x->operand = reversed ? right : left;
    if (reversed && x->unsure) {
        x->actual = x->expected;
        x->expected = actual;
    }
    if (is_constant(left) != is_constant(right)) {
        x->unsure = false;
        if (!x->expected)
            x->expected = reversed ? left : right;
    }
}

static void
read_operands(Arena *a, Assertion *x)
{
    regmatch_t groups[GROUPS];

    for (size_t i = 0; i < sizeof operands / sizeof operands[0]; i++) {
        if (!matches(operands[i].pattern, x->text, strlen(x->text), groups))
            continue;
        const char *left =
            take(a, x->text, groups, operands[i].left, MOST_SHOWN);
        const char *right =
            take(a, x->text, groups, operands[i].right, MOST_SHOWN);
        x->actual = take(a, x->text, groups, operands[i].actual, MOST_SHOWN);
        x->expected =
            take(a, x->text, groups, operands[i].expected, MOST_SHOWN);
        x->unsure = operands[i].actual < operands[i].expected;
        if (left && right)
            take_operands(x, left, right);
        return;
    }
}

bool
assertion_read(Arena *a, const char *text, size_t n, Assertion *out)
{
    regmatch_t groups[GROUPS];

    *out = (Assertion){0};
    if (!text || n == 0)
        return false;
    if (n > MOST_READ)
        n = MOST_READ;
    const char *copy = arena_strndup(a, text, n);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!matches(rows[i].pattern, copy, n, groups))
            continue;
        out->place = take(a, copy, groups, rows[i].place, n);
        out->text = take(a, copy, groups, rows[i].text, MOST_SHOWN);
        read_operands(a, out);
        return true;
    }
    return false;
}

bool
assertion_is_at(const char *text, size_t n, const char *place)
{
    Arena a = {0};
    Assertion x;
    bool is = false;

    for (size_t at = 0; !is && at < n;) {
        const size_t rest = n - at;
        const char *found = memmem(text + at, rest, place, strlen(place));
        if (!found)
            break;
        at = (size_t)(found - text) + strlen(place);
        is = at == n || !isdigit((unsigned char)text[at]);
    }
    is = is && assertion_read(&a, text, n, &x);
    arena_done(&a);
    return is;
}

/* Where the argument that begins here ends: at a comma or a bracket of its own
 * level. */
static size_t
end_of_argument(const char *line, size_t from, size_t n)
{
    size_t depth = 0;
    char quote = 0;

    for (size_t i = from; i < n; i++) {
        const char c = line[i];
        if (quote) {
            i += c == '\\';
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (depth == 0 && (c == ',' || c == ')')) {
            return i;
        } else {
            depth += c == '(' || c == '[' || c == '{';
            depth -= depth > 0 && (c == ')' || c == ']' || c == '}');
        }
    }
    return n;
}

static const char *
trimmed(Arena *a, const char *line, size_t from, size_t to)
{
    while (from < to && isspace((unsigned char)line[from]))
        from++;
    while (to > from && isspace((unsigned char)line[to - 1]))
        to--;
    return arena_strndup(a, line + from,
                         to - from < MOST_SHOWN ? to - from : MOST_SHOWN);
}

void
assertion_learn(Arena *a, const char *line, size_t n, Assertion *out)
{
    const char *open = n ? memchr(line, '(', n) : NULL;

    if (!open || out->operand || !out->actual)
        return;
    const size_t first = (size_t)(open - line) + 1;
    const size_t comma = end_of_argument(line, first, n);
    if (comma >= n || line[comma] != ',')
        return;
    const size_t end = end_of_argument(line, comma + 1, n);
    if (end >= n)
        return;
    const char *left = trimmed(a, line, first, comma);
    const char *right = trimmed(a, line, comma + 1, end);
    if (out->unsure)
        take_operands(out, left, right);
    else if (is_constant(left) != is_constant(right))
        out->operand = is_constant(left) ? right : left;
    else
        out->operand = right; /* of those who name the expected one first */
}

bool
assertion_number(const char *value, int64_t *out)
{
    char *end;

    if (value[0] == '\'' && value[1] && value[2] == '\'' && !value[3]) {
        *out = (unsigned char)value[1];
        return true;
    }
    errno = 0;
    *out = *value == '-' ? strtoll(value, &end, 0)
                         : (int64_t)strtoull(value, &end, 0);
    while (end > value && *end && strchr("uUlL", *end))
        end++;
    return end > value && !*end && errno == 0 &&
           !isspace((unsigned char)*value);
}

/* In one line. */
static void
put(Str *out, const char *text)
{
    for (; *text; text++) {
        if (*text != '\n') {
            str_printf(out, "%c", *text);
            continue;
        }
        str_puts(out, ", ");
        text += strspn(text, " \n") - 1;
    }
}

bool
assertion_find(const char *text, size_t n, Str *out)
{
    Arena a = {0};
    Assertion x;
    const bool found = assertion_read(&a, text, n, &x);

    if (found) {
        str_printf(out, "%s: ", x.place);
        put(out, x.text);
    }
    arena_done(&a);
    return found;
}
