/* query.c - arguments as requests. */
#include "php/host/query.h"

#include <ctype.h>
#include <string.h>

static const char *const methods[] = {"GET",    "POST",  "HEAD",   "PUT",
                                      "DELETE", "PATCH", "OPTIONS"};
static const char *const kinds[] = {"get",    "post", "cookie",
                                    "header", "file", "body"};

bool
query_is_method(const char *word)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (strcmp(word, methods[i]) == 0)
            return true;
    return false;
}

static bool
is_kind(const char *word)
{
    const size_t n = strcspn(word, ":");

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (word[n] && strlen(kinds[i]) == n && memcmp(word, kinds[i], n) == 0)
            return true;
    return false;
}

bool
query_next(char *const *argv, size_t argc, size_t *at, Request *out, Diag *d)
{
    size_t i = *at;

    if (!query_is_method(argv[i]))
        return diag_fail(d,
                         "a request begins with GET, POST or another method, "
                         "not with \"%s\"",
                         argv[i]);
    *out = (Request){.method = argv[i++]};
    if (i == argc || argv[i][0] != '/')
        return diag_fail(d, "%s needs a path such as /index.php", out->method);
    out->target = argv[i++];
    out->words = argv + i;
    for (; i < argc && !query_is_method(argv[i]); i++) {
        if (!is_kind(argv[i]))
            return diag_fail(d,
                             "\"%s\" is no part of a request: write "
                             "get:NAME=VALUE, post:, cookie:, header:, "
                             "file:NAME=PATH or body:TEXT",
                             argv[i]);
        out->nwords++;
    }
    *at = i;
    return true;
}

bool
query_pair(const char *word, const char *kind, QueryPair *out)
{
    const size_t n = strlen(kind);

    if (strncmp(word, kind, n) != 0 || word[n] != ':')
        return false;
    const char *name = word + n + 1, *equals = strchr(name, '=');
    *out =
        (QueryPair){.name = name,
                    .value = equals ? equals + 1 : "",
                    .length = equals ? (size_t)(equals - name) : strlen(name)};
    return true;
}

void
query_url(Str *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (isalnum(c) || strchr("-_.~[]", c))
            str_putc(out, (char)c);
        else
            str_printf(out, "%%%02X", c);
    }
}

void
query_encode(const Request *r, const char *kind, const char *between, Str *out)
{
    QueryPair p;

    for (size_t i = 0; i < r->nwords; i++) {
        if (!query_pair(r->words[i], kind, &p))
            continue;
        if (out->n)
            str_puts(out, between);
        query_url(out, p.name, p.length);
        str_putc(out, '=');
        query_url(out, p.value, strlen(p.value));
    }
}
