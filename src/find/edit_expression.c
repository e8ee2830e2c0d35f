/* edit_expression.c - edits of expressions: another function, arguments in
 * another order, `&` and `*`, other brackets, another text.
 */
#include "find/edit.h"

#include "find/alteration.h"

#include <ctype.h>
#include <string.h>

/* The expression that is worked on, and where its edits go. */
typedef struct Scope Scope;
struct Scope {
    EditFile *f;
    size_t statement;
    EditSlot slot;
    Edits *out;
};

static void
replace(const Scope *s, TokenRange old, const char *text, AlterationKind kind)
{
    const char *was = edit_text(s->f, old);

    edit_replace(s->f, s->statement, s->slot, old, text, (uint8_t)kind,
                 arena_printf(s->f->arena, "`%s` instead of `%s`", text, was),
                 s->out);
}

/* Calls */

typedef VEC(TokenRange) Arguments;

/* What stands between the brackets of a call; none if they are empty. */
static void
list_arguments(const Syntax *x, size_t bracket, Arguments *out)
{
    const size_t end = x->partner[bracket];
    size_t from = bracket + 1;

    for (size_t i = from; i <= end; i++) {
        if (i == end || syntax_is(x, i, ",")) {
            if (i > from)
                vec_push(out, (TokenRange){from, i - 1});
            from = i + 1;
        } else if (x->partner[i] != TOKEN_NONE && x->partner[i] > i) {
            i = x->partner[i];
        }
    }
}

static size_t
count_arguments(const Syntax *x, size_t bracket)
{
    Arguments all = {0};

    list_arguments(x, bracket, &all);
    const size_t n = all.n;
    vec_done(&all);
    return n;
}

static bool
is_call(const Syntax *x, size_t token)
{
    return x->tokens.at[token].kind == TOKEN_WORD &&
           syntax_is(x, token + 1, "(") && x->partner[token + 1] != TOKEN_NONE;
}

/* Another function that is called with as many arguments somewhere. */
static void
list_callees(const Scope *s, size_t token)
{
    const Syntax *x = &s->f->x;
    const size_t n = count_arguments(x, token + 1);

    for (size_t i = 0; i < s->f->callees.n; i++) {
        const size_t other = s->f->callees.at[i];
        const char *name = edit_text(s->f, (TokenRange){other, other});
        if (!syntax_is(x, token, name) && x->partner[other + 1] != TOKEN_NONE &&
            count_arguments(x, other + 1) == n)
            replace(s, (TokenRange){token, token}, name, ALTERATION_CALLEE);
    }
}

static void
list_exchanged(const Scope *s, size_t token)
{
    enum { MOST = 6 };
    EditFile *f = s->f;
    Arguments all = {0};

    list_arguments(&f->x, token + 1, &all);
    for (size_t i = 0; i < all.n && all.n <= MOST; i++)
        for (size_t k = i + 1; k < all.n; k++) {
            const char *a = edit_text(f, all.at[i]),
                       *b = edit_text(f, all.at[k]);
            const char *between = edit_text(
                f, (TokenRange){all.at[i].last + 1, all.at[k].first - 1});
            if (strcmp(a, b) == 0)
                continue;
            edit_replace(f, s->statement, s->slot,
                         (TokenRange){all.at[i].first, all.at[k].last},
                         arena_printf(f->arena, "%s%s%s%s", b, between,
                                      *between == ',' ? " " : "", a),
                         ALTERATION_ARGUMENTS,
                         arena_printf(f->arena,
                                      "the arguments `%s` and `%s` exchanged",
                                      a, b),
                         s->out);
        }
    vec_done(&all);
}

/* `&x` and `*x` for a name as a whole argument. */
static void
list_pointers(const Scope *s, size_t token)
{
    EditFile *f = s->f;
    Arguments all = {0};

    list_arguments(&f->x, token + 1, &all);
    for (size_t i = 0; i < all.n; i++) {
        const TokenRange e = all.at[i];
        const char *was = edit_text(f, e);
        if (*was == '&' || *was == '*')
            replace(s, e, edit_text(f, (TokenRange){e.first + 1, e.last}),
                    ALTERATION_POINTER);
        else if (f->x.tokens.at[e.first].kind == TOKEN_WORD &&
                 syntax_weakest(&f->x, e) == LEVEL_TIGHT) {
            replace(s, e, arena_printf(f->arena, "&%s", was),
                    ALTERATION_POINTER);
            replace(s, e, arena_printf(f->arena, "*%s", was),
                    ALTERATION_POINTER);
        }
    }
    vec_done(&all);
}

/* Brackets */

/* Is it an operation that binds tighter than the level? */
static bool
is_tighter(const Syntax *x, size_t token, int level)
{
    return syntax_level(x, token) > level &&
           syntax_level(x, token) < LEVEL_TIGHT;
}

/* Of an operation `all`, one of whose operands is the part: brackets around
 * what stands before each tighter operator of the part, or behind it. */
static void
bracket(const Scope *s, TokenRange all, TokenRange part, int level, bool before)
{
    EditFile *f = s->f;

    for (size_t i = part.first; i < part.last; i++) {
        const size_t cut = before ? i : i + 1;
        if (f->x.partner[i] != TOKEN_NONE && f->x.partner[i] > i)
            i = f->x.partner[i];
        else if (is_tighter(&f->x, i, level))
            replace(s, all,
                    arena_printf(f->arena, "%s%s%s %s%s%s", before ? "(" : "",
                                 edit_text(f, (TokenRange){all.first, cut - 1}),
                                 before ? ")" : "", before ? "" : "(",
                                 edit_text(f, (TokenRange){cut, all.last}),
                                 before ? "" : ")"),
                    ALTERATION_BRACKETS);
    }
}

/* `a + b / 2` to `(a + b) / 2`, and `a / b + 2` to `a / (b + 2)`. */
static void
list_brackets(const Scope *s, size_t op)
{
    const Syntax *x = &s->f->x;
    const int level = syntax_level(x, op);

    if (level <= LEVEL_CHOICE || level >= LEVEL_TIGHT)
        return;
    const TokenRange left = syntax_left(x, op), right = syntax_right(x, op);
    const TokenRange all = {left.first, right.last};
    if (left.first < s->slot.tokens.first || right.last > s->slot.tokens.last ||
        left.first > left.last || right.first > right.last)
        return;
    bracket(s, all, right, level, true);
    bracket(s, all, left, level, false);
}

/* `(a + b) * c` to `a + b * c`. */
static void
drop_brackets(const Scope *s, size_t open)
{
    const Syntax *x = &s->f->x;
    const size_t close = x->partner[open];

    if (close == TOKEN_NONE || close < open + 3 ||
        close > s->slot.tokens.last || open == 0 ||
        x->tokens.at[open - 1].kind == TOKEN_WORD ||
        syntax_is(x, open - 1, ")") || syntax_is(x, open - 1, "]"))
        return;
    const int inside = syntax_weakest(x, (TokenRange){open + 1, close - 1});
    if (inside > LEVEL_CHOICE && inside < LEVEL_TIGHT)
        replace(s, (TokenRange){open, close},
                edit_text(s->f, (TokenRange){open + 1, close - 1}),
                ALTERATION_BRACKETS);
}

/* Texts */

/* How many letters must be changed to make one word of the other, roughly:
 * by position, and by length. */
static size_t
word_distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t n = na < nb ? na : nb, differ = na > nb ? na - nb : nb - na;

    for (size_t i = 0; i < n; i++)
        differ += tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]);
    return differ;
}

static void
replace_bytes(const Scope *s, size_t token, size_t from, size_t n,
              const char *with)
{
    const char *was = edit_text(s->f, (TokenRange){token, token});

    replace(s, (TokenRange){token, token},
            arena_printf(s->f->arena, "%.*s%s%s", (int)from, was, with,
                         was + from + n),
            ALTERATION_TEXT);
}

/* Words of what should be printed for words of the text that are like them. */
static void
list_words(const Scope *s, size_t token, const char *text, size_t n)
{
    for (size_t i = 1; i + 1 < n;) {
        size_t from = i;
        while (i + 1 < n && isalpha((unsigned char)text[i]) &&
               !(from == i && (text[i - 1] == '%' || text[i - 1] == '\\')))
            i++;
        for (size_t k = 0; i > from + 1 && k < s->f->outputs.n; k++) {
            const char *word = s->f->outputs.at[k];
            const size_t m = strlen(word);
            if ((m != i - from || memcmp(word, text + from, m) != 0) &&
                3 * word_distance(text + from, i - from, word, m) <= m + 2)
                replace_bytes(s, token, from, i - from, word);
        }
        i += i == from;
    }
}

/* Other conversions for those of a format. */
static void
list_conversions(const Scope *s, size_t token, const char *text, size_t n)
{
    static const char *const others[] = {
        "%d",  "%ld",  "%lld", "%u",   "%c",   "%s",   "%x",  "%f",
        "%lf", "%.0f", "%.1f", "%.2f", "%.3f", "%.6f", "%02d"};

    for (size_t i = 1; i + 1 < n; i++) {
        if (text[i] != '%')
            continue;
        size_t end = i + 1;
        while (end + 1 < n && strchr("0123456789.+-# lhzjtL", text[end]))
            end++;
        for (size_t k = 0; end + 1 < n && isalpha((unsigned char)text[end]) &&
                           k < sizeof others / sizeof others[0];
             k++)
            if (strlen(others[k]) != end + 1 - i ||
                memcmp(others[k], text + i, end + 1 - i) != 0)
                replace_bytes(s, token, i, end + 1 - i, others[k]);
        i = end;
    }
}

/* A conversion whose `%` was forgotten. */
static void
list_forgotten(const Scope *s, size_t token, const char *text, size_t n)
{
    for (size_t i = 1; i + 1 < n; i++)
        if (strchr("dscfulx", text[i]) && text[i - 1] != '%' &&
            !isalpha((unsigned char)text[i - 1]) && text[i - 1] != '\\' &&
            !isalpha((unsigned char)text[i + 1]))
            replace_bytes(s, token, i, 0, "%");
}

/* Ends of lines and blanks, at the end or instead of one. */
static void
list_blanks(const Scope *s, size_t token, const char *text, size_t n)
{
    static const char *const ends[] = {"\\n", " ", ""};
    size_t end = n - 1, from = end;

    if (from >= 3 && memcmp(text + from - 2, "\\n", 2) == 0)
        from -= 2;
    else if (from >= 2 && text[from - 1] == ' ')
        from--;
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++)
        if (strlen(ends[k]) != end - from ||
            memcmp(ends[k], text + from, end - from) != 0)
            replace_bytes(s, token, from, end - from, ends[k]);
}

static void
list_texts(const Scope *s, size_t token)
{
    const Token *t = &s->f->x.tokens.at[token];
    const char *text = s->f->x.text + t->at;

    if (t->n < 2 || text[0] != '"')
        return;
    list_words(s, token, text, t->n);
    list_conversions(s, token, text, t->n);
    list_forgotten(s, token, text, t->n);
    list_blanks(s, token, text, t->n);
}

void
edit_expressions(EditFile *f, size_t statement, EditSlot slot, Edits *out)
{
    const Scope s = {f, statement, slot, out};

    for (size_t i = slot.tokens.first; i <= slot.tokens.last; i++) {
        if (f->x.tokens.at[i].kind == TOKEN_STRING)
            list_texts(&s, i);
        if (is_call(&f->x, i)) {
            list_callees(&s, i);
            list_exchanged(&s, i);
            list_pointers(&s, i);
        }
        if (syntax_is(&f->x, i, "("))
            drop_brackets(&s, i);
        list_brackets(&s, i);
    }
    edit_values(f, statement, slot, out);
}
