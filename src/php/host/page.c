/* page.c - what a request prints, and whether that is sound HTML. */
#include "php/host/page.h"

#include "php/host/host.h"
#include "php/host/markup.h"
#include "php/host/pieces.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 20 }; /* errors of a page that are told */

static Str page;
static bool is_wanted, is_html;

static bool
check_ignored(const char *kinds, Diag *d)
{
    for (const char *at = kinds; *at;) {
        const size_t n = strcspn(at, ",");
        if (!markup_is_kind(at, n))
            return diag_fail(d,
                             "\"%.*s\" is no kind of malformed HTML: they are "
                             "attribute, comment, doctype, "
                             "duplicate-attribute, encoding, reference, "
                             "self-closing, structure, tag and unclosed",
                             (int)n, at);
        at += n + (at[n] == ',');
    }
    return true;
}

bool
page_start(const Launch *l, Diag *d)
{
    is_wanted = l->html[0] != 0;
    if (!is_wanted)
        return true;
    if (!markup_is_known())
        return diag_fail(d, "this culprit-php cannot judge HTML: build it with "
                            "libgumbo-dev installed");
    pieces_start();
    return check_ignored(l->ignore, d);
}

void
page_begin(void)
{
    str_clear(&page);
    is_html = true; /* the default type */
    if (is_wanted)
        pieces_clear();
}

void
page_add(const char *text, size_t n)
{
    if (is_wanted)
        str_add(&page, text, n);
}

void
page_set_type(const char *type)
{
    type += strspn(type, " ");
    is_html = strncasecmp(type, "text/html", 9) == 0 ||
              strncasecmp(type, "application/xhtml", 17) == 0;
}

static bool
is_ignored(const char *kind)
{
    const size_t n = strlen(kind);

    for (const char *at = host_launch.ignore; *at;) {
        const size_t k = strcspn(at, ",");
        if (k == n && strncmp(at, kind, n) == 0)
            return true;
        at += k + (at[k] == ',');
    }
    return false;
}

static void
tell(const MarkupError *e)
{
    PiecePlace place = {"", 0};
    const bool known = pieces_find(str_text(&page), page.n, e->offset, &place);

    fprintf(stderr, "Malformed HTML: %s (%s) in line %u, column %u of the page",
            e->text, e->kind, e->line, e->column);
    if (known)
        fprintf(stderr, ", printed by %s on line %u", place.file,
                (unsigned)place.line);
    fputc('\n', stderr);
    failure_add("Malformed HTML", known ? place.file : "the page",
                known ? place.line : e->line, e->text, strlen(e->text));
}

/* XHTML may begin with an XML declaration, which is no HTML. */
static size_t
declaration(void)
{
    const char *end = strncmp(str_text(&page), "<?xml", 5) == 0
                          ? strstr(page.at, "?>")
                          : NULL;

    return end ? (size_t)(end + 2 - page.at) : 0;
}

void
page_end(void)
{
    Arena a = {0};
    size_t n = 0, told = 0;

    if (!is_wanted || !is_html || page.n == 0)
        return;
    const size_t start = declaration();
    MarkupError *errors = markup_check(&a, page.at + start, page.n - start, &n);
    for (size_t i = 0; i < n && told < SHOWN; i++) {
        if (is_ignored(errors[i].kind))
            continue;
        errors[i].offset += start;
        tell(&errors[i]);
        told++;
    }
    arena_done(&a);
}
