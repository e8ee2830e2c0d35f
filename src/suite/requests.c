/* requests.c - a file of requests of a web application, a test per line.
 *
 * A line is METHOD /PATH and then get:NAME=VALUE, post:, cookie:, header:,
 * file: and body:, perhaps for several requests. Unlike other tests it needs no
 * quotes for & and ;. Lines that begin with curl are taken as what curl would
 * send, and a file that a browser saved (HAR) is a test per entry. The host in
 * the URL does not matter.
 */
#include "suite/kinds.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(char *) WordList;

/* Adding a test */

/* The words as they would stand in a line. */
static const char *
join_words(Suite *s, char *const *words, size_t n)
{
    Str line = {0};

    for (size_t i = 0; i < n; i++) {
        const bool plain = words[i][0] && !strpbrk(words[i], " \t'\"\\");
        str_printf(&line, "%s%s", i ? " " : "", plain ? words[i] : "'");
        for (const char *c = words[i]; !plain && *c; c++)
            str_printf(&line, *c == '\'' ? "'\\''" : "%c", *c);
        if (!plain)
            str_putc(&line, '\'');
    }
    const char *text = arena_strdup(&s->arena, str_text(&line));
    str_done(&line);
    return text;
}

static void
add_test(Suite *s, const char *program, const char *dir, const WordList *words)
{
    Test *t = suite_add(s, join_words(s, words->at, words->n));

    t->argv = suite_argv(s, program, words->at, words->n);
    t->direct = true;
    t->dir = dir;
}

static void
add_word(Suite *s, WordList *words, const char *kind, const char *name,
         size_t nname, const char *value)
{
    vec_push(words, arena_printf(&s->arena, "%s:%.*s=%s", kind, (int)nname,
                                 name, value));
}

/* Words of a line: quotes and backslashes as in a shell, all else is itself. */
static bool
split(Suite *s, const char *at, const char *end, WordList *out, Diag *d)
{
    Str word = {0};
    char quote = 0;
    bool open = false;

    for (; at < end; at++) {
        if (!quote && isspace((unsigned char)*at)) {
            if (open)
                vec_push(out, arena_strdup(&s->arena, str_text(&word)));
            str_clear(&word);
            open = false;
            continue;
        }
        open = true;
        if (*at == quote)
            quote = 0;
        else if (!quote && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (*at == '\\' && quote != '\'' && at + 1 < end)
            str_putc(&word, *++at);
        else if (*at)
            str_putc(&word, *at);
    }
    if (open)
        vec_push(out, arena_strdup(&s->arena, str_text(&word)));
    str_done(&word);
    return !quote || diag_fail(d, "a quote is not closed");
}

/* curl */

static int
hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Of a form: %41 and +. A NUL cannot be in an argument, and stays as it is. */
static char *
decode(Suite *s, const char *text, size_t n)
{
    char *out = arena_strndup(&s->arena, text, n), *to = out;

    for (const char *at = out; *at; at++) {
        const int high = *at == '%' ? hex(at[1]) : -1;
        const int low = high >= 0 ? hex(at[2]) : -1;
        if (low >= 0 && (high || low)) {
            *to++ = (char)(high * 16 + low);
            at += 2;
        } else {
            *to++ = *at == '+' ? ' ' : *at;
        }
    }
    *to = 0;
    return out;
}

/* a=1&b=2 as words, or NAME=VALUE pairs of cookies. */
static void
add_pairs(Suite *s, WordList *words, const char *kind, const char *text,
          char between)
{
    while (*text) {
        const char *stop = strchrnul(text, between);
        const char *equals = memchr(text, '=', (size_t)(stop - text));
        const char *name_end = equals ? equals : stop;
        const char *value = equals ? equals + 1 : stop;
        const char *name = decode(s, text, (size_t)(name_end - text));
        add_word(s, words, kind, name, strlen(name),
                 decode(s, value, (size_t)(stop - value)));
        text = *stop ? stop + 1 : stop;
        text += strspn(text, " ");
    }
}

/* What one command of curl says. */
typedef struct Curl Curl;
struct Curl {
    const char *method, *url;
    const char *type; /* of the content */
    Str data;
    bool get; /* data belongs to the URL */
    WordList words;
};

/* The path of an URL, from its / on. */
static const char *
path_of(Suite *s, const char *url)
{
    const char *host = strstr(url, "://");
    const char *path = strchr(host ? host + 3 : url, '/');

    return path ? arena_strdup(&s->arena, path) : "/";
}

static void
add_header(Suite *s, WordList *words, const char *header, const char **type)
{
    const size_t n = strcspn(header, ":");
    const char *value = header + n + (header[n] == ':');

    value += strspn(value, " ");
    if (n == 6 && strncasecmp(header, "cookie", n) == 0) {
        add_pairs(s, words, "cookie", value, ';');
        return;
    }
    if (n == 12 && strncasecmp(header, "content-type", n) == 0)
        *type = value;
    if (n != 4 || strncasecmp(header, "host", n) != 0)
        add_word(s, words, "header", header, n, value);
}

static void
add_form(Suite *s, WordList *words, const char *part)
{
    const char *equals = strchr(part, '=');
    const bool file = equals && equals[1] == '@';

    if (!equals)
        return;
    char *value = arena_strdup(&s->arena, equals + 1 + file);
    if (file)
        value[strcspn(value, ";")] = 0;
    add_word(s, words, file ? "file" : "post", part, (size_t)(equals - part),
             value);
}

static bool
is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

/* NAME=TEXT, =TEXT or TEXT, where the text is as it is meant. */
static void
add_encoded(Str *data, const char *value)
{
    const char *equals = strchr(value, '=');
    const size_t name = equals ? (size_t)(equals - value) : 0;

    if (data->n)
        str_putc(data, '&');
    if (name)
        str_printf(data, "%.*s=", (int)name, value);
    for (const char *at = equals ? equals + 1 : value; *at; at++)
        if (strchr("&=%+;", *at))
            str_printf(data, "%%%02X", (unsigned)*at);
        else
            str_putc(data, *at);
}

static bool
take_option(Suite *s, Curl *c, const char *option, const char *value)
{
    static const char *const data[] = {
        "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", NULL};
    static const char *const unused[] = {"-o", "--output", "--max-time",
                                         "-m", "-w",       NULL};

    if (is_one_of(option, data))
        str_printf(&c->data, "%s%s", c->data.n ? "&" : "", value);
    else if (!strcmp(option, "--data-urlencode"))
        add_encoded(&c->data, value);
    else if (!strcmp(option, "-X") || !strcmp(option, "--request"))
        c->method = value;
    else if (!strcmp(option, "-H") || !strcmp(option, "--header"))
        add_header(s, &c->words, value, &c->type);
    else if (!strcmp(option, "-b") || !strcmp(option, "--cookie"))
        add_pairs(s, &c->words, "cookie", value, ';');
    else if (!strcmp(option, "-F") || !strcmp(option, "--form"))
        add_form(s, &c->words, value);
    else if (!strcmp(option, "-A") || !strcmp(option, "--user-agent"))
        add_word(s, &c->words, "header", "User-Agent", 10, value);
    else if (!strcmp(option, "-e") || !strcmp(option, "--referer"))
        add_word(s, &c->words, "header", "Referer", 7, value);
    else
        return is_one_of(option, unused) || !strcmp(option, "--url");
    return true;
}

/* Options without a value that change nothing of the request. */
static bool
is_plain_option(const char *word)
{
    static const char *const some[] = {
        "--compressed", "--insecure", "--silent",   "--location",
        "--show-error", "--globoff",  "--verbose",  "--include",
        "--fail",       "--http1.1",  "--location", NULL};

    return is_one_of(word, some) ||
           (word[1] != '-' && strspn(word + 1, "skLivSgf") == strlen(word + 1));
}

static bool
read_curl(Suite *s, const WordList *line, Curl *c, Diag *d)
{
    for (size_t i = 1; i < line->n; i++) {
        const char *word = line->at[i];
        if (word[0] != '-') {
            c->url = word;
        } else if (!strcmp(word, "-G") || !strcmp(word, "--get")) {
            c->get = true;
        } else if (!strcmp(word, "-I") || !strcmp(word, "--head")) {
            c->method = "HEAD";
        } else if (!is_plain_option(word)) {
            if (i + 1 == line->n || !take_option(s, c, word, line->at[i + 1]))
                return diag_fail(d, "curl's option %s is not known here", word);
            if (!strcmp(word, "--url"))
                c->url = line->at[i + 1];
            i++;
        }
    }
    return c->url || diag_fail(d, "this curl command has no URL");
}

static void
add_content(Suite *s, Curl *c)
{
    static const char form[] = "application/x-www-form-urlencoded";

    if (!c->data.n)
        return;
    if (c->get)
        add_pairs(s, &c->words, "get", c->data.at, '&');
    else if (!c->type || strncasecmp(c->type, form, sizeof form - 1) == 0)
        add_pairs(s, &c->words, "post", c->data.at, '&');
    else
        vec_push(&c->words, arena_printf(&s->arena, "body:%s", c->data.at));
}

static bool
add_curl(Suite *s, const WordList *line, WordList *out, Diag *d)
{
    Curl c = {0};
    const bool ok = read_curl(s, line, &c, d);

    if (ok) {
        bool posts = c.data.n > 0 && !c.get;
        add_content(s, &c);
        for (size_t i = 0; i < c.words.n; i++)
            posts |= strncmp(c.words.at[i], "post:", 5) == 0 ||
                     strncmp(c.words.at[i], "file:", 5) == 0;
        vec_push(out, arena_strdup(&s->arena, c.method ? c.method
                                              : posts  ? "POST"
                                                       : "GET"));
        vec_push(out, arena_strdup(&s->arena, path_of(s, c.url)));
        for (size_t i = 0; i < c.words.n; i++)
            vec_push(out, c.words.at[i]);
    }
    str_done(&c.data);
    vec_done(&c.words);
    return ok;
}

/* HAR */

static const char *
text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

/* Headers that browsers add by themselves say little. */
static bool
is_browsers(const char *name)
{
    static const char *const some[] = {
        "accept",     "accept-encoding", "accept-language",
        "connection", "cache-control",   "content-length",
        "host",       "origin",          "pragma",
        "referer",    "user-agent",      "cookie",
        "dnt",        "priority",        "upgrade-insecure-requests",
        NULL};
    char lower[64] = "";

    for (size_t i = 0; name[i] && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
    return name[0] == ':' || strncmp(lower, "sec-", 4) == 0 ||
           is_one_of(lower, some);
}

static void
add_entry(Suite *s, const json_t *request, WordList *out)
{
    const json_t *post = json_object_get(request, "postData"), *item;
    const char *type = text_of(post, "mimeType");
    const bool form =
        strncmp(type, "application/x-www-form-urlencoded", 33) == 0;
    size_t i;

    vec_push(out, arena_strdup(&s->arena, text_of(request, "method")));
    vec_push(out, arena_strdup(&s->arena, path_of(s, text_of(request, "url"))));
    json_array_foreach(json_object_get(request, "headers"), i, item)
    {
        const char *name = text_of(item, "name");
        if (!is_browsers(name) &&
            !(form && strcasecmp(name, "content-type") == 0))
            add_word(s, out, "header", name, strlen(name),
                     text_of(item, "value"));
    }
    json_array_foreach(json_object_get(request, "cookies"), i, item)
        add_word(s, out, "cookie", text_of(item, "name"),
                 strlen(text_of(item, "name")), text_of(item, "value"));
    if (form)
        add_pairs(s, out, "post", text_of(post, "text"), '&');
    else if (text_of(post, "text")[0])
        vec_push(out,
                 arena_printf(&s->arena, "body:%s", text_of(post, "text")));
}

static bool
add_har(Suite *s, const char *program, const char *file, const char *dir,
        const char *bytes, size_t n, Diag *d)
{
    json_error_t why;
    json_t *root = json_loadb(bytes, n, 0, &why);
    const json_t *log = json_object_get(root, "log"), *entry;
    const json_t *entries = json_object_get(log, "entries");
    size_t i;

    if (!json_is_array(entries)) {
        diag_fail(d, "%s: %s", file,
                  root ? "this is no HAR file: it has no log.entries"
                       : why.text);
        json_decref(root);
        return false;
    }
    json_array_foreach(entries, i, entry)
    {
        WordList words = {0};
        add_entry(s, json_object_get(entry, "request"), &words);
        add_test(s, program, dir, &words);
        vec_done(&words);
    }
    json_decref(root);
    return true;
}

/* Lines */

static bool
add_line(Suite *s, const char *program, const char *dir, const char *at,
         const char *end, Diag *d)
{
    WordList line = {0}, words = {0};
    bool ok = split(s, at, end, &line, d);

    if (ok && line.n && strcmp(line.at[0], "curl") == 0) {
        ok = add_curl(s, &line, &words, d);
        if (ok)
            add_test(s, program, dir, &words);
    } else if (ok && line.n) {
        add_test(s, program, dir, &line);
    }
    vec_done(&line);
    vec_done(&words);
    return ok;
}

static bool
add_lines(Suite *s, const char *program, const char *file, const char *dir,
          const char *bytes, size_t n, Diag *d)
{
    const char *at = bytes, *end = bytes + n;

    for (unsigned number = 1; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            stop = end;
        while (at < stop && isspace((unsigned char)*at))
            at++;
        if (at < stop && *at != '#' && !add_line(s, program, dir, at, stop, d))
            return diag_context(d, "%s:%u", file, number);
        at = stop + 1;
    }
    return true;
}

bool
suite_requests_parse(Suite *s, const char *program, const char *file,
                     const char *dir, const char *bytes, size_t n, Diag *d)
{
    size_t first = 0;

    dir = arena_strdup(&s->arena, dir);
    while (first < n && isspace((unsigned char)bytes[first]))
        first++;
    return first < n && bytes[first] == '{'
               ? add_har(s, program, file, dir, bytes, n, d)
               : add_lines(s, program, file, dir, bytes, n, d);
}

bool
suite_requests(Suite *s, const SuiteSpec *spec, Diag *d)
{
    Bytes b;
    const size_t first = s->n;

    if (!spec->requests)
        return true;
    if (!io_read(spec->requests, &b, d))
        return false;
    char *path = io_absolute(spec->requests);
    char *dir = io_dirname(path);
    bool ok = suite_requests_parse(s, spec->program, spec->requests, dir,
                                   (const char *)b.at, b.n, d);
    if (ok && s->n == first)
        ok = diag_fail(d,
                       "%s has no requests: write one per line, such as GET "
                       "/index.php get:x=1",
                       spec->requests);
    free(dir);
    free(path);
    io_bytes_done(&b);
    return ok;
}
