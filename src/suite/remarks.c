/* remarks.c - the checks that a test's output tells of. */
#include "suite/remarks.h"

#include "base/vec.h"

#include <ctype.h>
#include <regex.h>
#include <string.h>
#include <strings.h>

enum { NAME_MOST = 120, LINE_MOST = 4096, REMARKS_MOST = 100000 };

typedef struct LinePart LinePart; /* of a line */
struct LinePart {
    const char *at;
    size_t n;
};

typedef struct Reader Reader;
struct Reader {
    Arena *arena;
    const RemarkRules *rules;
    regex_t pass, fail; /* if the rules have them */
    bool tap;           /* the stream at hand is */
    RemarkStream stream;
    VEC(Remark) remarks;
};

static const struct {
    const char *word;
    Verdict verdict;
} words[] = {
#define REMARK_WORD(word, verdict) {word, VERDICT_##verdict},
#include "suite/remarks.def"
};

static const char *const summaries[] = {
#define REMARK_SUMMARY(word) word,
#include "suite/remarks.def"
};

static const char *const strangers[] = {
#define REMARK_STRANGER(prefix) prefix,
#include "suite/remarks.def"
};

static bool
is_same(LinePart p, const char *text)
{
    return p.n == strlen(text) && strncasecmp(p.at, text, p.n) == 0;
}

static bool
begins(LinePart p, const char *text)
{
    return p.n >= strlen(text) && memcmp(p.at, text, strlen(text)) == 0;
}

static LinePart
without(LinePart p, size_t n) /* the first n bytes */
{
    return (LinePart){p.at + n, p.n - n};
}

static LinePart
trim(LinePart p, const char *what)
{
    while (p.n && strchr(what, p.at[0]) && p.at[0])
        p = without(p, 1);
    while (p.n && strchr(what, p.at[p.n - 1]) && p.at[p.n - 1])
        p.n--;
    return p;
}

static const char *
copy_name(Reader *r, LinePart name)
{
    name = trim(name, " \t\r:.-*[](){}<>|=");
    if (name.n > NAME_MOST)
        name.n = NAME_MOST;
    return arena_strndup(r->arena, name.at, name.n);
}

static void
add(Reader *r, LinePart line, size_t end, const char *name, Verdict v)
{
    line = trim(line, " \t\r");
    if (r->remarks.n == REMARKS_MOST)
        return;
    const Remark p = {
        .name = *name ? name
                      : arena_printf(r->arena, "check %zu", r->remarks.n + 1),
        .line = arena_strndup(r->arena, line.at,
                              line.n < NAME_MOST ? line.n : NAME_MOST),
        .verdict = v,
        .stream = r->stream,
        .end = end,
    };
    vec_push(&r->remarks, p);
}

/* TAP */

/* What follows `ok` or `not ok` in a line of TAP. */
static bool
is_tap_point(LinePart line, bool *ok, LinePart *rest)
{
    const size_t n = begins(line, "not ok") ? 6 : begins(line, "ok") ? 2 : 0;

    if (n == 0 || (line.n > n && !isspace((unsigned char)line.at[n])))
        return false;
    *ok = n == 2;
    *rest = without(line, n);
    return true;
}

/* The directive behind the first unescaped `#`; the description before it. */
static LinePart
cut_directive(LinePart *rest)
{
    for (size_t i = 0; i < rest->n; i++) {
        if (rest->at[i] == '\\') {
            i++;
        } else if (rest->at[i] == '#') {
            LinePart directive = trim(without(*rest, i + 1), " \t");
            rest->n = i;
            return directive;
        }
    }
    return (LinePart){rest->at, 0};
}

static bool
is_directive(LinePart p, const char *word)
{
    return p.n >= strlen(word) && strncasecmp(p.at, word, strlen(word)) == 0;
}

static void
read_tap(Reader *r, LinePart line, size_t end)
{
    LinePart rest, number;
    bool ok;

    if (!is_tap_point(line, &ok, &rest))
        return;
    const LinePart directive = cut_directive(&rest);
    const Verdict v = is_directive(directive, "skip")   ? VERDICT_UNKNOWN
                      : ok                              ? VERDICT_PASS
                      : is_directive(directive, "todo") ? VERDICT_UNKNOWN
                                                        : VERDICT_FAIL;
    rest = number = trim(rest, " \t\r");
    size_t digits = 0;
    while (digits < rest.n && isdigit((unsigned char)rest.at[digits]))
        digits++;
    const char *name = copy_name(r, without(rest, digits));
    add(r, line, end, *name ? name : copy_name(r, number), v);
}

/* Words */

/* The next word of the line; empty at its end. */
static LinePart
next_word(LinePart *rest)
{
    size_t n = 0;

    while (rest->n && isspace((unsigned char)rest->at[0]))
        *rest = without(*rest, 1);
    while (n < rest->n && !isspace((unsigned char)rest->at[n]))
        n++;
    const LinePart word = {rest->at, n};
    *rest = without(*rest, n);
    return word;
}

/* What is behind the last dots or colon: of "empty...ok" the verdict. */
static LinePart
last_part(LinePart word)
{
    LinePart p = trim(word, "[](){}<>*!.,;:|");

    for (size_t i = p.n; i > 0; i--)
        if (p.at[i - 1] == ':' || p.at[i - 1] == '.')
            return without(p, i);
    return p;
}

static const Verdict *
verdict_of(LinePart word)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_same(word, words[i].word))
            return &words[i].verdict;
    return NULL;
}

static bool
is_shouted(LinePart word)
{
    for (size_t i = 0; i < word.n; i++)
        if (islower((unsigned char)word.at[i]))
            return false;
    return true;
}

static bool
is_number(LinePart p)
{
    p = trim(p, " \t\r:.,()");
    for (size_t i = 0; i < p.n; i++)
        if (!isdigit((unsigned char)p.at[i]))
            return false;
    return p.n > 0;
}

/* Does the line sum up many checks: "12 tests passed", "all checks ok"? */
static bool
is_summary(LinePart line)
{
    LinePart raw, before = {"all", 3};

    while ((raw = next_word(&line)).n) {
        const LinePart word = trim(raw, "[](){}<>*!.,;:|");
        for (size_t i = 0; i < sizeof summaries / sizeof summaries[0]; i++)
            if (is_same(word, summaries[i]) &&
                (is_number(before) || is_same(before, "all")))
                return true;
        before = word;
    }
    return false;
}

static bool
is_strange(LinePart line)
{
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
        if (begins(line, strangers[i]))
            return true;
    return false;
}

/* "PASS: name", "ok 3 name", "[FAIL] name": the verdict comes first. */
static const Verdict *
first_word(LinePart line, LinePart *name)
{
    LinePart rest = line;
    const LinePart raw = next_word(&rest);
    const LinePart word = trim(raw, "[](){}<>*:.,");
    static const Verdict fails = VERDICT_FAIL;

    if (is_same(word, "not")) {
        const LinePart second = next_word(&rest);
        *name = rest;
        return is_same(trim(second, ":.,"), "ok") ? &fails : NULL;
    }
    *name = rest;
    const Verdict *v = verdict_of(word);
    const bool marked = word.n < raw.n;
    if (!v || (!marked && !is_same(word, "ok") && !is_shouted(word)) ||
        (marked && is_number(rest)))
        return NULL;
    return v;
}

/* "name ... ok", "name: FAILED": it comes last. */
static const Verdict *
last_word(LinePart line, LinePart *name)
{
    const LinePart whole = trim(line, " \t\r");
    size_t n = whole.n;

    while (n && !isspace((unsigned char)whole.at[n - 1]))
        n--;
    const LinePart part = last_part(without(whole, n));
    const Verdict *v = part.n ? verdict_of(part) : NULL;
    if (!v)
        return NULL;
    *name = (LinePart){whole.at, (size_t)(part.at - whole.at)};
    LinePart before = trim((LinePart){whole.at, n}, " \t");
    size_t start = before.n;
    while (start && !isspace((unsigned char)before.at[start - 1]))
        start--;
    return is_number(without(before, start)) && start == 0 ? NULL : v;
}

static void
read_words(Reader *r, LinePart line, size_t end)
{
    LinePart name;
    const Verdict *v = NULL;

    if (line.n == 0 || line.n > LINE_MOST || is_strange(line) ||
        is_summary(line))
        return;
    v = first_word(line, &name);
    if (!v)
        v = last_word(line, &name);
    if (v)
        add(r, line, end, copy_name(r, name), *v);
}

/* Patterns */

static bool
matches(const regex_t *re, LinePart line, LinePart *name)
{
    regmatch_t at = {.rm_so = 0, .rm_eo = (regoff_t)line.n};

    if (regexec(re, line.at, 1, &at, REG_STARTEND) != 0)
        return false;
    /* What is before and behind the match: the longer one is the name. */
    const LinePart before =
                       trim((LinePart){line.at, (size_t)at.rm_so}, " \t\r"),
                   behind = trim(without(line, (size_t)at.rm_eo), " \t\r");
    *name = before.n > behind.n ? before : behind;
    return true;
}

static void
read_patterns(Reader *r, LinePart line, size_t end)
{
    LinePart name;

    if (line.n > LINE_MOST)
        return;
    if (r->rules->fail && matches(&r->fail, line, &name))
        add(r, line, end, copy_name(r, name), VERDICT_FAIL);
    else if (r->rules->pass && matches(&r->pass, line, &name))
        add(r, line, end, copy_name(r, name), VERDICT_PASS);
}

/* Streams */

static bool
next_line(const Bytes *b, size_t *at, LinePart *line)
{
    if (*at >= b->n)
        return false;
    const char *from = (const char *)b->at + *at;
    const char *stop = memchr(from, '\n', b->n - *at);
    *line = (LinePart){from, stop ? (size_t)(stop - from) : b->n - *at};
    *at += line->n + (stop != NULL);
    return true;
}

/* Is it TAP: a plan, and remarks? */
static bool
is_tap(const Bytes *b)
{
    bool plan = false, remark = false, ok;
    LinePart line, rest;
    size_t at = 0;

    while (next_line(b, &at, &line)) {
        plan |= begins(line, "1..") && line.n > 3 &&
                isdigit((unsigned char)line.at[3]);
        remark |= is_tap_point(line, &ok, &rest);
    }
    return plan && remark;
}

static void
read_stream(Reader *r, RemarkStream stream, const Bytes *b)
{
    const bool own = r->rules->pass || r->rules->fail;
    LinePart line;
    size_t at = 0;

    r->stream = stream;
    while (next_line(b, &at, &line))
        if (own)
            read_patterns(r, line, at);
        else if (r->tap)
            read_tap(r, line, at);
        else
            read_words(r, line, at);
}

bool
remarks_check(const char *option, const char *pattern, Diag *d)
{
    regex_t re;
    char why[256];

    if (!pattern)
        return true;
    const int code = regcomp(&re, pattern, REG_EXTENDED);
    if (code == 0) {
        regfree(&re);
        return true;
    }
    regerror(code, &re, why, sizeof why);
    return diag_fail(d, "--%s %s is no regular expression: %s", option, pattern,
                     why);
}

void
remarks_read(Arena *a, const RemarkRules *rules, const Bytes *out,
             const Bytes *err, Remarks *remarks)
{
    RemarkRules used = *rules;
    Reader r = {.arena = a, .rules = &used};

    if (used.pass && regcomp(&r.pass, used.pass, REG_EXTENDED) != 0)
        used.pass = NULL;
    if (used.fail && regcomp(&r.fail, used.fail, REG_EXTENDED) != 0)
        used.fail = NULL;
    r.tap = !used.pass && !used.fail && (used.tap || is_tap(out));
    read_stream(&r, REMARK_OUT, out);
    if (!r.tap)
        read_stream(&r, REMARK_ERR, err);
    if (used.pass)
        regfree(&r.pass);
    if (used.fail)
        regfree(&r.fail);
    *remarks = (Remarks){
        .at = arena_dup(a, r.remarks.at, r.remarks.n * sizeof *r.remarks.at),
        .n = r.remarks.n,
        .tap = r.tap};
    vec_done(&r.remarks);
}

bool
remarks_split(const Remarks *remarks)
{
    bool any = false;

    for (size_t i = 0; i < remarks->n; i++)
        any |= remarks->at[i].verdict != VERDICT_FAIL;
    return any && remarks->n > 1;
}

/* Is one the beginning of the other, up to the end of a word? */
static bool
is_like(const char *x, const char *y)
{
    const size_t nx = strlen(x), ny = strlen(y), n = nx < ny ? nx : ny;

    return n > 0 && strncmp(x, y, n) == 0 &&
           !isalnum((unsigned char)(nx < ny ? y : x)[n]);
}

size_t
remarks_find(const Remarks *remarks, const char *name, size_t again,
             size_t place, size_t total)
{
    size_t same = again, like = again;

    for (size_t i = 0; i < remarks->n; i++)
        if (strcmp(remarks->at[i].name, name) == 0 && same-- == 0)
            return i;
    for (size_t i = 0; i < remarks->n; i++)
        if (is_like(remarks->at[i].name, name) && like-- == 0)
            return i;
    return remarks->n == total && place < total ? place : SIZE_MAX;
}
