/* login.c - how a database is reached, by an option file of MariaDB. */
#include "php/login.h"

#include <string.h>

static const char *const groups[] = {
    "client", "client-server", "client-mariadb", "mysql", "mariadb-client"};

/* A piece of the file. */
typedef struct LoginText LoginText;
struct LoginText {
    const char *at;
    size_t n;
};

static LoginText
trim(LoginText t)
{
    while (t.n && strchr(" \t\r", t.at[0]))
        t.at++, t.n--;
    while (t.n && strchr(" \t\r", t.at[t.n - 1]))
        t.n--;
    return t;
}

static bool
is_group(LoginText t)
{
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (strlen(groups[i]) == t.n && memcmp(groups[i], t.at, t.n) == 0)
            return true;
    return false;
}

/* In quotes, everything up to their end; without, up to a comment. */
static LoginText
bare_value(LoginText t)
{
    if (t.n && strchr("'\"", t.at[0])) {
        const char *end = memchr(t.at + 1, t.at[0], t.n - 1);
        if (end)
            return (LoginText){t.at + 1, (size_t)(end - t.at) - 1};
    }
    const char *comment = t.n ? memchr(t.at, '#', t.n) : NULL;
    if (comment)
        t.n = (size_t)(comment - t.at);
    return trim(t);
}

static char
escaped(char c)
{
    static const char from[] = "bnrts", to[] = "\b\n\r\t ";
    const char *at = c ? strchr(from, c) : NULL;

    return at ? to[at - from] : c;
}

static const char *
value_of(Arena *a, LoginText t)
{
    const LoginText v = bare_value(t);
    char *out = arena_alloc(a, v.n + 1, 1);
    size_t n = 0;

    for (size_t i = 0; i < v.n; i++)
        out[n++] =
            v.at[i] == '\\' && i + 1 < v.n ? escaped(v.at[++i]) : v.at[i];
    return out;
}

static bool
is_key(LoginText key, const char *name)
{
    return key.n == strlen(name) && memcmp(key.at, name, key.n) == 0;
}

static void
take_option(Arena *a, LoginText line, Login *out)
{
    const char *equal = memchr(line.at, '=', line.n);

    if (!equal)
        return;
    const size_t n = (size_t)(equal - line.at);
    const LoginText key = trim((LoginText){line.at, n});
    const char *value =
        value_of(a, trim((LoginText){equal + 1, line.n - n - 1}));
    if (is_key(key, "socket"))
        out->socket = value;
    else if (is_key(key, "user"))
        out->user = value;
    else if (is_key(key, "password"))
        out->password = value;
    else if (is_key(key, "database"))
        out->database = value;
}

static bool
check(const Login *a, Diag *d)
{
    const char *missing = !a->user[0]       ? "user"
                          : !a->database[0] ? "database"
                          : !a->socket[0]   ? "socket"
                                            : NULL;

    if (missing)
        return diag_fail(d,
                         "this file names no %s: write [client] and lines "
                         "socket=, user=, password= and database=",
                         missing);
    return a->socket[0] == '/' ||
           diag_fail(d, "the socket %s is no absolute path", a->socket);
}

bool
login_parse(Arena *a, const uint8_t *bytes, size_t n, Login *out, Diag *d)
{
    const char *at = (const char *)bytes, *end = at + n;
    bool ours = false;

    *out = (Login){"", "", "", ""};
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((stop ? stop : end) - at);
        const LoginText line = trim((LoginText){at, length});
        if (line.n > 1 && line.at[0] == '[' && line.at[line.n - 1] == ']')
            ours = is_group((LoginText){line.at + 1, line.n - 2});
        else if (ours && line.n && !strchr("#;!", line.at[0]) &&
                 !memchr(line.at, 0, line.n))
            take_option(a, line, out);
        at += length + 1;
    }
    return check(out, d);
}
