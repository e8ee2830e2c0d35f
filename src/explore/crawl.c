/* crawl.c - requests that the pages of an application lead to.
 *
 * Pages are not parsed: tags are looked for, as broken pages have them, too. A
 * link is a request by GET; a form is one with its fields as they stand, where
 * empty ones are given a word. What is followed already is known by its page
 * and the names of its parameters, so that a calendar does not lead on for
 * ever.
 */
#include "explore/crawl.h"

#include "base/str.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LONGEST = 4,   /* requests in a session */
    MOST = 400,    /* inputs */
    LENGTH = 2000, /* of a link */
};

/* A part of the page. */
typedef struct PageText PageText;
struct PageText {
    const char *at;
    size_t n;
};

/* A request in the making: a method, a target and words. */
typedef struct CrawlRequest CrawlRequest;
struct CrawlRequest {
    bool posts;
    char *target;
    VEC(char *) words; /* without their kind */
};

typedef struct CrawlPage CrawlPage;
struct CrawlPage {
    Crawl *crawl;
    const Input *from;
    char *base; /* the path of the page */
    CrawlRequest form;
    bool in_form;
};

void
crawl_done(Crawl *c)
{
    map_done(&c->seen);
    vec_done(&c->waiting);
    arena_done(&c->arena);
    *c = (Crawl){0};
}

bool
crawl_next(Crawl *c, Input *out)
{
    if (c->next == c->waiting.n)
        return false;
    *out = c->waiting.at[c->next++];
    return true;
}

/* Tags */

static bool
is_name(const char *at, const char *end, const char *name)
{
    const size_t n = strlen(name);

    if ((size_t)(end - at) < n || strncasecmp(at, name, n) != 0)
        return false;
    return at + n == end || (!isalnum((unsigned char)at[n]) && at[n] != '-');
}

static const char *
skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

static PageText
read_value(const char **at, const char *end)
{
    const char *from = skip_blanks(*at, end);
    const char quote =
        from < end && (*from == '"' || *from == '\'') ? *from : 0;

    from += quote != 0;
    const char *to = from;
    while (to < end &&
           (quote ? *to != quote : !isspace((unsigned char)*to) && *to != '>'))
        to++;
    *at = to < end && quote ? to + 1 : to;
    return (PageText){from, (size_t)(to - from)};
}

/* The value of an attribute of the tag; at is NULL if it has none. */
static PageText
attribute(PageText tag, const char *name)
{
    const char *at = tag.at, *end = tag.at + tag.n;

    while (at < end && !isspace((unsigned char)*at))
        at++;
    while ((at = skip_blanks(at, end)) < end) {
        const char *from = at;
        while (at < end && !isspace((unsigned char)*at) && *at != '=')
            at++;
        const size_t n = (size_t)(at - from);
        PageText value = {at, 0};
        at = skip_blanks(at, end);
        if (at < end && *at == '=') {
            at++;
            value = read_value(&at, end);
        }
        if (n == strlen(name) && strncasecmp(from, name, n) == 0)
            return value;
        at += n == 0 && at < end;
    }
    return (PageText){NULL, 0};
}

/* A text as it stands in a page: the five entities that everybody uses. */
static char *
decode(Arena *a, PageText t)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = {{"&amp;", '&'},  {"&lt;", '<'},    {"&gt;", '>'},
                    {"&quot;", '"'}, {"&#039;", '\''}, {"&#39;", '\''}};
    enum { ENTITIES = sizeof entities / sizeof entities[0] };
    Str out = {0};

    for (size_t i = 0; i < t.n; i++) {
        size_t k = 0;
        while (k < ENTITIES && (strlen(entities[k].name) > t.n - i ||
                                strncmp(t.at + i, entities[k].name,
                                        strlen(entities[k].name)) != 0))
            k++;
        const char c = k < ENTITIES ? entities[k].c : t.at[i];
        if (c)
            str_putc(&out, c);
        i += k < ENTITIES ? strlen(entities[k].name) - 1 : 0;
    }
    char *text = arena_strdup(a, str_text(&out));
    str_done(&out);
    return text;
}

/* Places */

/* A path without . and .. */
static char *
tidy(Arena *a, const char *path)
{
    Str out = {0};

    for (const char *at = path; *at;) {
        const size_t n = strcspn(at + 1, "/") + 1;
        if (n == 3 && strncmp(at, "/..", 3) == 0) {
            while (out.n && out.at[--out.n] != '/')
                ;
        } else if (!(n == 2 && at[1] == '.')) {
            str_add(&out, at, n);
        } else if (!at[n]) {
            str_putc(&out, '/');
        }
        at += n;
    }
    char *text =
        arena_printf(a, "%s%.*s", out.n ? "" : "/", (int)out.n, str_text(&out));
    str_done(&out);
    return text;
}

/* Our own host may be named; any other is outside. */
static const char *
without_host(const char *link)
{
    static const char *const ours[] = {"http://localhost",
                                       "http://localhost:80", "//localhost"};
    const char *best = NULL;

    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        const size_t n = strlen(ours[i]);
        if (strncasecmp(link, ours[i], n) == 0 && strchr("/?#", link[n]))
            best = link + n;
    }
    if (best)
        return *best == '/' ? best : "/";
    const size_t scheme = strcspn(link, ":/?#");
    return link[scheme] == ':' || strncmp(link, "//", 2) == 0 ? NULL : link;
}

/* The target of a link on the page; NULL if it leads outside. */
static char *
resolve(Arena *a, const char *base, const char *link)
{
    const char *at = without_host(link);

    if (!at || strlen(at) > LENGTH)
        return NULL;
    const size_t whole = strcspn(at, "#"), path = strcspn(at, "?#");
    const size_t dir = (size_t)(strrchr(base, '/') - base) + 1;
    const char *joined = at[0] == '/' ? arena_printf(a, "%.*s", (int)path, at)
                         : path == 0  ? base
                                      : arena_printf(a, "%.*s%.*s", (int)dir,
                                                     base, (int)path, at);
    return arena_printf(a, "%s%.*s", tidy(a, joined), (int)(whole - path),
                        at + path);
}

/* Inputs */

static size_t
count_requests(const Input *in)
{
    size_t n = 0;

    for (size_t i = 0; i + 1 < in->nargs; i++)
        n += in->args[i].n && isupper((unsigned char)in->args[i].at[0]) &&
             in->args[i + 1].n && in->args[i + 1].at[0] == '/';
    return n;
}

/* The page and the names of its parameters, without their values. */
static void
put_key(Str *out, const CrawlRequest *r)
{
    bool value = false;

    str_puts(out, r->posts ? "POST " : "GET ");
    for (const char *at = r->target; *at; at++) {
        value = (value || *at == '=') && *at != '&';
        if (!value)
            str_putc(out, *at);
    }
    for (size_t i = 0; i < r->words.n; i++)
        str_printf(out, " %.*s", (int)strcspn(r->words.at[i], "="),
                   r->words.at[i]);
}

static InputBytes
word(Arena *a, const char *kind, const char *text)
{
    const char *whole = arena_printf(a, "%s%s", kind, text);

    return (InputBytes){whole, strlen(whole)};
}

static void
put(CrawlPage *p, const CrawlRequest *r)
{
    Crawl *c = p->crawl;
    VEC(InputBytes) args = {0};
    Str key = {0};

    put_key(&key, r);
    const size_t known = c->seen.n;
    map_put(&c->seen, key.at, key.n, 1);
    str_done(&key);
    if (c->seen.n == known || c->waiting.n == MOST ||
        count_requests(p->from) >= LONGEST)
        return;
    for (size_t i = 0; i < p->from->nargs; i++)
        vec_push(&args, p->from->args[i]);
    vec_push(&args, word(&c->arena, r->posts ? "POST" : "GET", ""));
    vec_push(&args, word(&c->arena, r->target, ""));
    for (size_t i = 0; i < r->words.n; i++)
        vec_push(&args,
                 word(&c->arena, r->posts ? "post:" : "get:", r->words.at[i]));
    Input in = *p->from;
    in.args = args.at;
    in.nargs = args.n;
    Input copy = input_copy(&c->arena, &in);
    copy.around = p->from->around; /* compared by address */
    vec_push(&c->waiting, copy);
    vec_done(&args);
}

static void
add_link(CrawlPage *p, PageText tag)
{
    const PageText href = attribute(tag, "href");
    CrawlRequest r = {0};

    if (!href.at)
        return;
    r.target =
        resolve(&p->crawl->arena, p->base, decode(&p->crawl->arena, href));
    if (r.target)
        put(p, &r);
}

static void
end_form(CrawlPage *p)
{
    if (p->in_form && p->form.target)
        put(p, &p->form);
    vec_done(&p->form.words);
    p->form = (CrawlRequest){0};
    p->in_form = false;
}

static void
begin_form(CrawlPage *p, PageText tag)
{
    const PageText action = attribute(tag, "action");
    const PageText method = attribute(tag, "method");

    end_form(p);
    p->in_form = true;
    p->form.posts =
        method.at && method.n == 4 && strncasecmp(method.at, "post", 4) == 0;
    p->form.target = resolve(&p->crawl->arena, p->base,
                             action.at ? decode(&p->crawl->arena, action) : "");
}

static void
add_field(CrawlPage *p, PageText tag)
{
    Arena *a = &p->crawl->arena;
    const PageText name = attribute(tag, "name");
    const PageText value = attribute(tag, "value");

    if (!p->in_form || !name.at || name.n == 0)
        return;
    vec_push(&p->form.words,
             arena_printf(a, "%s=%s", decode(a, name),
                          value.at && value.n ? decode(a, value) : "1"));
}

static void
add_tag(CrawlPage *p, PageText tag)
{
    const char *end = tag.at + tag.n;

    if (is_name(tag.at, end, "a") || is_name(tag.at, end, "area"))
        add_link(p, tag);
    else if (is_name(tag.at, end, "form"))
        begin_form(p, tag);
    else if (is_name(tag.at, end, "/form"))
        end_form(p);
    else if (is_name(tag.at, end, "input") || is_name(tag.at, end, "select") ||
             is_name(tag.at, end, "textarea") || is_name(tag.at, end, "button"))
        add_field(p, tag);
}

/* The path of the last request. */
static char *
find_base(Arena *a, const Input *in)
{
    for (size_t i = in->nargs; i-- > 1;)
        if (in->args[i].n && in->args[i].at[0] == '/' && in->args[i - 1].n &&
            isupper((unsigned char)in->args[i - 1].at[0])) {
            char *target = arena_strndup(a, in->args[i].at, in->args[i].n);
            target[strcspn(target, "?#")] = 0;
            return target;
        }
    return NULL;
}

void
crawl_add(Crawl *c, const Input *from, const char *page, size_t n)
{
    CrawlPage p = {.crawl = c, .from = from};
    const char *end = page + n;

    p.base = find_base(&c->arena, from);
    for (const char *at = page; p.base && n && at < end;) {
        const char *open = memchr(at, '<', (size_t)(end - at));
        const char *close =
            open ? memchr(open, '>', (size_t)(end - open)) : NULL;
        if (!close)
            break;
        add_tag(&p, (PageText){open + 1, (size_t)(close - open - 1)});
        at = open + 1;
    }
    end_form(&p);
}
