/* proposals_markup.c - changes of the page's own text: tags and quotes too many
 * or too few.
 */
#include "php/proposals_parts.h"

#include <ctype.h>
#include <string.h>

enum { NEAR = 5 }; /* names of tags that may be meant */

static bool
is_letter(char c)
{
    return isalpha((unsigned char)c);
}

/* The tag that begins here, in a text that ends there. */
static bool
read_tag(PhpProposer *c, size_t at, size_t end, PhpTag *out)
{
    const char *text = c->o->text;
    size_t name = at + 1;
    const bool closes = name < end && text[name] == '/';

    name += closes;
    if (text[at] != '<' || name >= end || !is_letter(text[name]))
        return false;
    size_t i = name;
    while (i < end && isalnum((unsigned char)text[i]))
        i++;
    *out = (PhpTag){.name = arena_strndup(c->arena, text + name, i - name),
                    .at = at,
                    .closes = closes};
    while (i < end && text[i] != '>' && text[i] != '<')
        i++;
    out->whole = i < end && text[i] == '>';
    out->end = i + out->whole;
    return true;
}

/* What of the token is printed: of a string, without its quotes. */
static void
text_of(const PhpOutline *o, size_t token, size_t *from, size_t *to)
{
    const PhpToken *t = &o->tokens.at[token];
    const bool quoted = t->kind != PHP_HTML && t->n >= 2;

    *from = t->at + quoted;
    *to = t->at + t->n - quoted;
}

static bool
is_text(const PhpOutline *o, size_t token)
{
    return php_is_kind(o, token, PHP_HTML) ||
           php_is_kind(o, token, PHP_STRING) ||
           php_is_kind(o, token, PHP_TEMPLATE);
}

static void
read_tags(PhpProposer *c, size_t token)
{
    size_t from, to;
    PhpTag tag;

    text_of(c->o, token, &from, &to);
    for (size_t at = from; at < to; at++)
        if (read_tag(c, at, to, &tag))
            vec_push(&c->tags, tag);
}

void
markup_read(PhpProposer *c)
{
    for (size_t i = 0; i < c->o->tokens.n; i++)
        if (is_text(c->o, i))
            read_tags(c, i);
}

/* Elements that have no end. */
static bool
is_void(const char *name)
{
    static const char *const names[] = {"br",   "hr",   "img",    "input",
                                        "meta", "link", "source", "col"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static size_t
add_name(const char **out, size_t n, const char *name)
{
    if (is_void(name) || n == NEAR)
        return n;
    for (size_t i = 0; i < n; i++)
        if (strcmp(out[i], name) == 0)
            return n;
    out[n] = name;
    return n + 1;
}

/* The names of the tags around a byte, in turn before and behind it. */
static size_t
near_names(const PhpProposer *c, size_t at, const char **out)
{
    size_t behind = 0, n = 0;

    while (behind < c->tags.n && c->tags.at[behind].at < at)
        behind++;
    for (size_t i = 0; i < 2 * (size_t)NEAR && n < NEAR; i++) {
        if (i < behind)
            n = add_name(out, n, c->tags.at[behind - 1 - i].name);
        if (behind + i < c->tags.n)
            n = add_name(out, n, c->tags.at[behind + i].name);
    }
    return n;
}

/* A text that is not empty, where there was none, or another. */
static void
put(PhpProposer *c, size_t from, size_t to, const char *text,
    AlterationKind kind)
{
    const char *was = arena_strndup(c->arena, c->o->text + from, to - from);

    proposer_put(c, from, to, text, kind,
                 from == to   ? arena_printf(c->arena, "`%s` added", text)
                 : *text == 0 ? arena_printf(c->arena, "`%s` left out", was)
                              : arena_printf(c->arena, "`%s` instead of `%s`",
                                             text, was));
}

static void
change(PhpProposer *c, size_t from, size_t to, const char *text)
{
    put(c, from, to, text, ALTERATION_MARKUP);
}

static void
insert(PhpProposer *c, size_t at, const char *text)
{
    put(c, at, at, text, ALTERATION_TAG);
}

/* Tags that may be missing here. */
static void
insert_tags(PhpProposer *c, size_t at)
{
    const char *names[NEAR];
    const size_t n = near_names(c, at, names);

    for (size_t i = 0; i < n; i++) {
        insert(c, at, arena_printf(c->arena, "</%s>", names[i]));
        insert(c, at, arena_printf(c->arena, "<%s>", names[i]));
    }
}

/* Another name, or the end for the beginning. */
static void
change_tag(PhpProposer *c, const PhpTag *t)
{
    const char *names[NEAR];
    const size_t n = near_names(c, t->at, names);
    const size_t name = t->at + 1 + t->closes;
    const bool bare = t->whole && name + strlen(t->name) + 1 == t->end;

    change(c, t->at, t->end, "");
    if (bare)
        change(c, t->at, t->end,
               arena_printf(c->arena, "<%s%s>", t->closes ? "" : "/", t->name));
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], t->name) != 0)
            change(c, t->at, name + strlen(t->name),
                   arena_printf(c->arena, "<%s%s", t->closes ? "/" : "",
                                names[i]));
}

/* Quotes within a tag; in a string they may have a backslash. */
static void
change_quotes(PhpProposer *c, const PhpTag *t, const char *quote)
{
    const char *text = c->o->text;
    const size_t n = strlen(quote);

    for (size_t i = t->at; i < t->end; i++) {
        if (i + n <= t->end && memcmp(text + i, quote, n) == 0)
            change(c, i, i + n, "");
        if (text[i] == '=' && i + 1 < t->end && text[i + 1] != '\\')
            change(c, i + 1, i + 1, quote);
        if (i > t->at + 1 && isalnum((unsigned char)text[i - 1]) &&
            (text[i] == ' ' || text[i] == '>' || text[i] == '/'))
            change(c, i, i, quote);
        if (text[i] == '/' && i + 1 < t->end && text[i + 1] == '>')
            change(c, i, i + 1, "");
    }
}

void
propose_for_text(PhpProposer *c, size_t token)
{
    const char *quote = c->o->text[c->o->tokens.at[token].at] == '"' &&
                                !php_is_kind(c->o, token, PHP_HTML)
                            ? "\\\""
                            : "\"";
    size_t from, to, behind = SIZE_MAX;
    PhpTag t;

    text_of(c->o, token, &from, &to);
    for (size_t at = from; at < to; at++) {
        if (c->o->text[at] == '&' && at + 1 < to &&
            !is_letter(c->o->text[at + 1]) && c->o->text[at + 1] != '#')
            change(c, at + 1, at + 1, "amp;");
        if (!read_tag(c, at, to, &t))
            continue;
        change_tag(c, &t);
        change_quotes(c, &t, quote);
        if (behind != t.at)
            insert_tags(c, t.at);
        if (t.whole)
            insert_tags(c, t.end);
        behind = t.end;
    }
    if (behind == SIZE_MAX && c->tags.n && php_is_kind(c->o, token, PHP_HTML))
        insert_tags(c, to);
}

void
propose_for_print(PhpProposer *c, PhpRange e)
{
    const size_t from = proposer_begin(c, e.first),
                 to = proposer_end(c, e.last);
    const char *names[NEAR];
    const size_t n = near_names(c, to, names);

    for (size_t i = 0; i < n; i++)
        for (int closes = 0; closes < 2; closes++) {
            const char *tag =
                arena_printf(c->arena, "'<%s%s>'", closes ? "/" : "", names[i]);
            insert(c, to, arena_printf(c->arena, " . %s", tag));
            insert(c, from, arena_printf(c->arena, "%s . ", tag));
        }
}
