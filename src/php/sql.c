/* sql.c - what a statement of SQL means for a transaction that must not end. */
#include "php/sql.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* The rest of a statement. */
typedef struct SqlText SqlText;
struct SqlText {
    const char *at, *end;
};

static const struct {
    const char *word;
    SqlKind kind;
} words[] = {{"SELECT", SQL_READS},     {"SHOW", SQL_READS},
             {"DESC", SQL_READS},       {"DESCRIBE", SQL_READS},
             {"EXPLAIN", SQL_READS},    {"USE", SQL_READS},
             {"HELP", SQL_READS},       {"VALUES", SQL_READS},
             {"SAVEPOINT", SQL_READS},  {"RELEASE", SQL_READS},
             {"CHECKSUM", SQL_READS},   {"PREPARE", SQL_READS},
             {"DEALLOCATE", SQL_READS}, {"SET", SQL_READS},
             {"DO", SQL_WRITES},        {"WITH", SQL_WRITES},
             {"INSERT", SQL_WRITES},    {"REPLACE", SQL_WRITES},
             {"UPDATE", SQL_WRITES},    {"DELETE", SQL_WRITES},
             {"LOAD", SQL_WRITES},      {"HANDLER", SQL_READS},
             {"ALTER", SQL_COMMITS},    {"ANALYZE", SQL_COMMITS},
             {"CACHE", SQL_COMMITS},    {"CHECK", SQL_COMMITS},
             {"CREATE", SQL_COMMITS},   {"DROP", SQL_COMMITS},
             {"FLUSH", SQL_COMMITS},    {"OPTIMIZE", SQL_COMMITS},
             {"RENAME", SQL_COMMITS},   {"REPAIR", SQL_COMMITS},
             {"TRUNCATE", SQL_COMMITS}, {"LOCK", SQL_LOCKS},
             {"UNLOCK", SQL_UNLOCKS},   {"START", SQL_BEGIN},
             {"BEGIN", SQL_BEGIN},      {"COMMIT", SQL_COMMIT},
             {"ROLLBACK", SQL_ROLLBACK}};

static bool
is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* Behind the comment that begins here; NULL if it is code. */
static const char *
behind_comment(SqlText t)
{
    const size_t n = (size_t)(t.end - t.at);
    const char *end = NULL;

    if (n >= 2 && memcmp(t.at, "/*", 2) == 0) {
        if (n >= 3 && (t.at[2] == '!' || t.at[2] == 'M'))
            return NULL;
        end = memmem(t.at + 2, n - 2, "*/", 2);
        return end ? end + 2 : t.end;
    }
    if (t.at[0] != '#' && !(n >= 2 && memcmp(t.at, "--", 2) == 0))
        return NULL;
    end = memchr(t.at, '\n', n);
    return end ? end + 1 : t.end;
}

/* Space, comments, and what opens a comment that MariaDB executes. */
static void
skip_space(SqlText *t)
{
    while (t->at < t->end) {
        const char *next = behind_comment(*t);
        if (next)
            t->at = next;
        else if (t->at[0] == '/' && t->end - t->at > 2 && t->at[1] == '*') {
            t->at += t->at[2] == 'M' ? 4 : 3;
            while (t->at < t->end && isdigit((unsigned char)t->at[0]))
                t->at++;
        } else if (isspace((unsigned char)t->at[0]) || t->at[0] == '(')
            t->at++;
        else
            break;
    }
    if (t->at > t->end)
        t->at = t->end;
}

/* Is the next word this one? Then it is taken. */
static bool
take(SqlText *t, const char *word)
{
    const size_t n = strlen(word);

    skip_space(t);
    if ((size_t)(t->end - t->at) < n || strncasecmp(t->at, word, n) != 0 ||
        (t->at + n < t->end && is_part(t->at[n])))
        return false;
    t->at += n;
    return true;
}

static bool
take_sign(SqlText *t, char sign)
{
    skip_space(t);
    if (t->at == t->end || t->at[0] != sign)
        return false;
    t->at++;
    return true;
}

static bool
is_end(SqlText *t)
{
    skip_space(t);
    while (t->at < t->end && (t->at[0] == ';' || t->at[0] == '*'))
        t->at++, skip_space(t);
    return t->at == t->end || (t->at[0] == '/' && t->at + 1 == t->end);
}

/* SET autocommit = 0 alone; together with others, it is too much for us. */
static SqlKind
kind_of_set(SqlText t)
{
    const size_t n = (size_t)(t.end - t.at);
    const SqlText all = t;

    if (take(&t, "PASSWORD"))
        return SQL_COMMITS;
    t = all;
    if (take_sign(&t, '@') && !take_sign(&t, '@'))
        return sql_mentions(all.at, n, "autocommit") ? SQL_ANYTHING : SQL_READS;
    if (take(&t, "SESSION") || take(&t, "LOCAL"))
        take_sign(&t, '.');
    if (!take(&t, "autocommit"))
        return sql_mentions(all.at, n, "autocommit") ? SQL_ANYTHING : SQL_READS;
    take_sign(&t, ':');
    take_sign(&t, '=');
    const bool on = take(&t, "1") || take(&t, "ON") || take(&t, "TRUE"),
               off = !on &&
                     (take(&t, "0") || take(&t, "OFF") || take(&t, "FALSE"));
    if (!is_end(&t) || (!on && !off))
        return SQL_ANYTHING;
    return on ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF;
}

static SqlKind
kind_of_end(SqlText t, SqlKind kind, SqlKind chain)
{
    take(&t, "WORK");
    if (kind == SQL_ROLLBACK && take(&t, "TO"))
        return SQL_READS;
    if (take(&t, "AND") && take(&t, "CHAIN"))
        return chain;
    return is_end(&t) ? kind : SQL_ANYTHING;
}

static SqlKind
kind_of(SqlText t, SqlKind kind, const char *word)
{
    if (kind == SQL_COMMIT)
        return kind_of_end(t, kind, SQL_COMMIT_CHAIN);
    if (kind == SQL_ROLLBACK)
        return kind_of_end(t, kind, SQL_ROLLBACK_CHAIN);
    if (strcmp(word, "START") == 0)
        return take(&t, "TRANSACTION") ? kind : SQL_ANYTHING;
    if (strcmp(word, "BEGIN") == 0)
        return is_end(&t) || take(&t, "WORK") ? kind : SQL_ANYTHING;
    if (strcmp(word, "SET") == 0)
        return kind_of_set(t);
    if (kind == SQL_COMMITS && take(&t, "TEMPORARY"))
        return SQL_WRITES;
    if (strcmp(word, "SELECT") == 0 &&
        sql_mentions(t.at, (size_t)(t.end - t.at), "OUTFILE"))
        return SQL_ANYTHING;
    return kind;
}

SqlKind
sql_kind(const char *text, size_t n)
{
    SqlText t = {text, text + n};

    if (is_end(&t))
        return SQL_READS;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (take(&t, words[i].word))
            return kind_of(t, words[i].kind, words[i].word);
    return SQL_ANYTHING;
}

/* Behind the quoted text that begins at `at`. */
static const char *
behind_quote(const char *at, const char *end)
{
    const char quote = *at++;

    while (at < end && *at != quote)
        at += *at == '\\' && quote != '`' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

size_t
sql_length(const char *text, size_t n)
{
    SqlText t = {text, text + n};

    if (take(&t, "CREATE") || take(&t, "ALTER") ||
        sql_kind(text, n) == SQL_ANYTHING)
        return n;
    for (t.at = text; t.at < t.end && t.at[0] != ';';) {
        const char *next = behind_comment(t);
        if (next)
            t.at = next;
        else
            t.at = strchr("'\"`", t.at[0]) && t.at[0]
                       ? behind_quote(t.at, t.end)
                       : t.at + 1;
    }
    return (size_t)(t.at - text);
}

bool
sql_mentions(const char *text, size_t n, const char *name)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i + length <= n; i++)
        if (strncasecmp(text + i, name, length) == 0)
            return true;
    return false;
}
