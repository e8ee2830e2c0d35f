/* markup_gumbo.c - what is wrong with a page of HTML, by libgumbo.
 *
 * Its errors are where the parser noticed them. For an element that is never
 * closed that is some other end tag, so these are looked for in the tree: their
 * place is where they begin. A page without a document type is not held to be
 * wrong for that.
 */
#include "php/host/markup.h"

#include "base/vec.h"

#include <gumbo.h>

#include <stdlib.h>
#include <string.h>

/* An error of libgumbo 0.10, whose header is not installed: its beginning, and
 * what it has of a token that did not fit. */
struct GumboError {
    int type;
    GumboSourcePosition position;
    const char *text;
    struct {
        int token;
        GumboTag tag;
        int state;
    } parser;
};

enum { TOKEN_DOCTYPE, TOKEN_START, TOKEN_END, TOKEN_COMMENT };
enum { ERROR_PARSER = 40, STATE_INITIAL = 0 };

/* ORDER GUMBO ERRORS: as libgumbo numbers them. */
static const struct {
    const char *kind, *text;
} errors[] = {
    {"encoding", "bytes that are no UTF-8"},
    {"encoding", "UTF-8 that ends too early"},
    {"encoding", "a NUL byte"},
    {"reference", "&# without digits"},
    {"reference", "a character reference without a semicolon"},
    {"reference", "a reference to no character"},
    {"reference", "a named character without a semicolon"},
    {"reference", "a named character that does not exist"},
    {"tag", "a tag that begins with <?"},
    {"tag", "a tag that does not end"},
    {"tag", "< that begins no tag"},
    {"tag", "an end tag without a name"},
    {"tag", "an end tag that does not end"},
    {"tag", "an end tag with a wrong name"},
    {"tag", "a script that does not end"},
    {"attribute", "an attribute that does not end"},
    {"attribute", "a wrong character in an attribute's name"},
    {"attribute", "a double quote that is not closed"},
    {"attribute", "a single quote that is not closed"},
    {"attribute", "an attribute that does not end"},
    {"attribute", "an attribute without a value"},
    {"attribute", "a wrong character in an unquoted attribute"},
    {"attribute", "a tag that ends behind an attribute"},
    {"attribute", "attributes without a space between them"},
    {"duplicate-attribute", "an attribute that the tag has twice"},
    {"tag", "a tag that ends behind /"},
    {"tag", "a wrong character behind /"},
    {"comment", "<! that begins no comment"},
    {"comment", "a comment that does not end"},
    {"comment", "a comment that is wrong"},
    {"comment", "a comment that ends with --!>"},
    {"comment", "a comment with --"},
    {"comment", "a comment with -- and a space"},
    {"comment", "a comment that does not end"},
    {"doctype", "a document type that does not end"},
    {"doctype", "a wrong document type"},
    {"doctype", "a document type without a space"},
    {"doctype", "a document type without a name"},
    {"doctype", "a wrong document type"},
    {"doctype", "a wrong document type"},
    {"structure", "text or an element where none may be"},
    {"self-closing", "/> at an element that has an end tag"},
};
enum { ERRORS = sizeof errors / sizeof errors[0] };

bool
markup_is_known(void)
{
    return true;
}

bool
markup_is_kind(const char *kind, size_t n)
{
    static const char unclosed[] = "unclosed";

    for (int i = 0; i < ERRORS; i++)
        if (strlen(errors[i].kind) == n &&
            strncmp(errors[i].kind, kind, n) == 0)
            return true;
    return n == sizeof unclosed - 1 && strncmp(kind, unclosed, n) == 0;
}

typedef struct MarkupChecker MarkupChecker;
struct MarkupChecker {
    Arena *arena;
    const char *page;
    size_t size;
    VEC(MarkupError) found;
};

static void
add(MarkupChecker *c, size_t offset, const GumboSourcePosition *at,
    const char *kind, const char *text)
{
    for (size_t i = 0; i < c->found.n; i++)
        if (c->found.at[i].offset == offset &&
            strcmp(c->found.at[i].text, text) == 0)
            return;
    vec_push(&c->found, (MarkupError){.offset = offset,
                                      .line = at->line,
                                      .column = at->column,
                                      .kind = kind,
                                      .text = text});
}

static const char *
tag_name(const MarkupChecker *c, const char *text, GumboTag tag)
{
    const char *end = c->page + c->size;
    size_t n = 0;

    if (tag != GUMBO_TAG_UNKNOWN && tag < GUMBO_TAG_LAST)
        return gumbo_normalized_tagname(tag);
    text += text < end && *text == '<';
    text += text < end && *text == '/';
    while (text + n < end && n < 40 && !strchr(" \t\r\n/>", text[n]))
        n++;
    return arena_strndup(c->arena, text, n);
}

/* These end tags are wrong only if something is still open. */
static bool
ends_page(const struct GumboError *e)
{
    return e->parser.token == TOKEN_END &&
           (e->parser.tag == GUMBO_TAG_BODY || e->parser.tag == GUMBO_TAG_HTML);
}

/* The element whose start tag has the place inside of it, or NULL. */
static const GumboElement *
tag_around(const GumboNode *node, const char *place)
{
    const GumboElement *e = &node->v.element, *found = NULL;

    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE)
        return NULL;
    if (e->original_tag.data < place &&
        place < e->original_tag.data + e->original_tag.length)
        return e;
    for (unsigned i = 0; i < e->children.length && !found; i++)
        found = tag_around(e->children.data[i], place);
    return found;
}

/* A tag that has swallowed others lacks a quote: that is told where it begins,
 * and not where the next quote happens to be. */
static bool
add_swallowing(MarkupChecker *c, const GumboNode *root, const char *place)
{
    const GumboElement *e = tag_around(root, place);
    const char *from = e ? e->original_tag.data + 1 : place;

    if (from >= place || !memchr(from, '<', (size_t)(place - from)))
        return false;
    add(c, (size_t)(e->original_tag.data - c->page), &e->start_pos, "attribute",
        arena_printf(c->arena, "<%s> with a value that lacks a quote",
                     tag_name(c, e->original_tag.data, e->tag)));
    return true;
}

static bool
is_in_tag(const char *kind)
{
    return strcmp(kind, "attribute") == 0 ||
           strcmp(kind, "duplicate-attribute") == 0 || strcmp(kind, "tag") == 0;
}

static void
add_error(MarkupChecker *c, const GumboNode *root, const struct GumboError *e)
{
    const int type = e->type >= 0 && e->type < ERRORS ? e->type : ERROR_PARSER;
    const char *text = errors[type].text;
    const bool inside = e->text >= c->page && e->text <= c->page + c->size;
    const size_t offset = inside ? (size_t)(e->text - c->page) : c->size;
    const char *kind = errors[type].kind;

    if (type == ERROR_PARSER) {
        if (e->parser.state == STATE_INITIAL)
            return;
        if (e->parser.token == TOKEN_DOCTYPE)
            kind = "doctype";
        if (ends_page(e))
            kind = "unclosed";
        if (e->parser.token == TOKEN_START || e->parser.token == TOKEN_END)
            text =
                arena_printf(c->arena, "<%s%s> where it may not be",
                             e->parser.token == TOKEN_END ? "/" : "",
                             tag_name(c, inside ? e->text : "", e->parser.tag));
    }
    if (!inside || !is_in_tag(kind) || !add_swallowing(c, root, e->text))
        add(c, offset, &e->position, kind, text);
}

/* Elements whose end tag may be left out, or that have none. */
static bool
may_stay_open(GumboTag tag)
{
    static const GumboTag some[] = {
        GUMBO_TAG_HTML,     GUMBO_TAG_HEAD,     GUMBO_TAG_BODY,
        GUMBO_TAG_P,        GUMBO_TAG_LI,       GUMBO_TAG_DT,
        GUMBO_TAG_DD,       GUMBO_TAG_TR,       GUMBO_TAG_TD,
        GUMBO_TAG_TH,       GUMBO_TAG_TBODY,    GUMBO_TAG_THEAD,
        GUMBO_TAG_TFOOT,    GUMBO_TAG_COLGROUP, GUMBO_TAG_CAPTION,
        GUMBO_TAG_OPTION,   GUMBO_TAG_OPTGROUP, GUMBO_TAG_RP,
        GUMBO_TAG_RT,       GUMBO_TAG_AREA,     GUMBO_TAG_BASE,
        GUMBO_TAG_BR,       GUMBO_TAG_COL,      GUMBO_TAG_EMBED,
        GUMBO_TAG_HR,       GUMBO_TAG_IMG,      GUMBO_TAG_INPUT,
        GUMBO_TAG_LINK,     GUMBO_TAG_META,     GUMBO_TAG_PARAM,
        GUMBO_TAG_SOURCE,   GUMBO_TAG_TRACK,    GUMBO_TAG_WBR,
        GUMBO_TAG_BASEFONT, GUMBO_TAG_BGSOUND,  GUMBO_TAG_FRAME,
        GUMBO_TAG_KEYGEN,   GUMBO_TAG_ISINDEX};

    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        if (some[i] == tag)
            return true;
    return false;
}

/* Of a form libgumbo does not keep the end tag: one that has none was ended by
 * something else. */
static bool
is_closed(const GumboNode *node)
{
    const GumboElement *e = &node->v.element;

    return e->tag == GUMBO_TAG_FORM
               ? !(node->parse_flags & GUMBO_INSERTION_IMPLICIT_END_TAG)
               : e->original_end_tag.length > 0;
}

static void
find_open(MarkupChecker *c, const GumboNode *node)
{
    const GumboElement *e = &node->v.element;

    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE)
        return;
    const bool written = e->original_tag.length > 0 &&
                         !(node->parse_flags & GUMBO_INSERTION_BY_PARSER);
    if (written && !is_closed(node) && !may_stay_open(e->tag) &&
        e->tag_namespace == GUMBO_NAMESPACE_HTML)
        add(c, (size_t)(e->original_tag.data - c->page), &e->start_pos,
            "unclosed",
            arena_printf(c->arena, "<%s> that is never closed",
                         tag_name(c, e->original_tag.data, e->tag)));
    for (unsigned i = 0; i < e->children.length; i++)
        find_open(c, e->children.data[i]);
}

static int
by_offset(const void *x, const void *y)
{
    const MarkupError *a = x, *b = y;

    return a->offset != b->offset ? (a->offset > b->offset ? 1 : -1)
                                  : strcmp(a->text, b->text);
}

MarkupError *
markup_check(Arena *a, const char *page, size_t size, size_t *n)
{
    MarkupChecker c = {.arena = a, .page = page, .size = size};
    GumboOutput *out =
        gumbo_parse_with_options(&kGumboDefaultOptions, page, size);

    for (unsigned i = 0; i < out->errors.length; i++)
        add_error(&c, out->root, out->errors.data[i]);
    find_open(&c, out->root);
    gumbo_destroy_output(&kGumboDefaultOptions, out);
    if (c.found.n)
        qsort(c.found.at, c.found.n, sizeof *c.found.at, by_offset);
    *n = c.found.n;
    MarkupError *found = arena_dup(a, c.found.at, *n * sizeof *found);
    vec_done(&c.found);
    return found;
}
