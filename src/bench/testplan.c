/* testplan.c - a file of test lines: arguments, then perhaps `< file`. */
#include "bench/testplan.h"

#include "base/io.h"
#include "base/spawn.h"
#include "base/vec.h"
#include "suite/kinds.h"
#include "suite/words.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The text of [brackets], "quotes" or the word at *at; *at moves past it. */
static char *
take_operand(Arena *a, const char **at)
{
    const char *s = *at;

    while (*s == ' ' || *s == '\t')
        s++;
    char close = *s == '[' ? ']' : *s == '"' ? '"' : 0;
    const char *start = s + (close != 0), *end = start;
    if (close == ']') { /* to the last one before the next option */
        for (const char *k = start; *k; k++) {
            const char *next = k + 1;
            if (*k != ']')
                continue;
            while (*next == ' ' || *next == '\t')
                next++;
            end = k;
            if (!*next || (*next == '-' && isupper((unsigned char)next[1])))
                break;
        }
    } else {
        while (*end && (close ? *end != close : !isspace((unsigned char)*end)))
            end++;
    }
    *at = *end && close ? end + 1 : end;
    return arena_strndup(a, start, (size_t)(end - start));
}

/* `-P [-v x] -F [../inputs/f]` as the line `-v x ../inputs/f`; NULL if it has
 * another form. */
static const char *
unwrap(Arena *a, const char *line)
{
    const char *at = line, *args = "", *file = "", *input = "";

    if (line[0] != '-' || !memchr("PFI", line[1], 3) ||
        !strspn(line + 2, " \t["))
        return NULL;
    while (*at) {
        at += strspn(at, " \t");
        if (!*at)
            break;
        if (at[0] != '-' || !isupper((unsigned char)at[1]))
            return NULL;
        char option = at[1];
        at += 2;
        const char *operand = take_operand(a, &at);
        if (option == 'P')
            args = operand;
        else if (option == 'F')
            file = operand;
        else if (option == 'I')
            input = operand;
        /* others name drivers, scripts and outputs, which we do without */
    }
    return arena_printf(a, "%s %s%s%s", args, file, *input ? " < " : "", input);
}

/* The last character of `...` or $(...) that begins here; or this one. */
static const char *
skip_substitution(const char *s)
{
    int depth = 0;

    if (*s == '`') {
        const char *end = strchr(s + 1, '`');
        return end ? end : s;
    }
    if (s[0] != '$' || s[1] != '(')
        return s;
    for (const char *at = s + 1; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            return at;
    }
    return s;
}

/* Would a shell make a pipe of it, or several commands, or write a file? Such a
 * line is no test's arguments. */
static bool
is_more_than_words(const char *line)
{
    char quote = 0;

    for (const char *s = line; *s; s++) {
        if (*s == '\\' && quote != '\'' && s[1])
            s++;
        else if (quote ? *s == quote : *s == '\'' || *s == '"')
            quote = quote ? 0 : *s;
        else if (!quote && strchr("|&;>()", *s))
            return true;
        else if (quote != '\'')
            s = skip_substitution(s);
    }
    return false;
}

/* Would a shell run commands to expand it? */
static bool
has_commands(const char *line)
{
    char quote = 0;

    for (const char *s = line; *s; s++) {
        if (*s == '\\' && quote != '\'' && s[1])
            s++;
        else if (quote ? *s == quote : *s == '\'' || *s == '"')
            quote = quote ? 0 : *s;
        else if (quote != '\'' &&
                 (*s == '`' || (s[0] == '$' && s[1] == '(' && s[2] != '(')))
            return true;
    }
    return false;
}

/* Let a shell expand the line, in the tests' directory: its words come back
 * NUL-terminated, then the file that was its standard input. */
static bool
expand(Arena *a, const char *dir, const char *line, Words *out, Diag *d)
{
    char *script = mem_printf("cd \"$0\" || exit 3\n"
                              "show() { for w; do printf '%%s\\001' \"$w\"; "
                              "done; readlink /proc/self/fd/0; }\nshow %s\n",
                              line);
    char *argv[] = {mem_strdup("sh"), mem_strdup("-c"), script, mem_strdup(dir),
                    NULL};
    char *text;
    int status = spawn_capture(argv, true, &text, d);
    VEC(char *) words = {0};

    for (size_t i = 0; argv[i]; i++)
        free(argv[i]);
    if (status != 0) {
        free(text);
        return diag_fail(d, "a shell cannot read it (status %d)", status);
    }
    char *at = text;
    for (char *end; (end = strchr(at, 1)); at = end + 1)
        vec_push(&words, arena_strndup(a, at, (size_t)(end - at)));
    at[strcspn(at, "\n")] = 0;
    *out = (Words){.n = words.n,
                   .input = *at && strcmp(at, "/dev/null") != 0
                                ? arena_strdup(a, at)
                                : NULL};
    vec_push(&words, NULL);
    out->at = arena_dup(a, words.at, words.n * sizeof *words.at);
    vec_done(&words);
    free(text);
    return true;
}

/* The words of a line of SIR's that has more in it than quotes. Prose may hold
 * `a command`: it is only run where the line has the form of a test. */
static bool
read_shell_line(Arena *a, const char *dir, const char *line, bool wrapped,
                Words *out, Diag *d)
{
    if (is_more_than_words(line))
        return diag_fail(d, "it is more than arguments and \"< file\"");
    if (!wrapped && has_commands(line))
        return diag_fail(d, "it has a command in it, and is not of the form "
                            "-P [arguments]");
    return expand(a, dir, line, out, d);
}

static bool
read_line(Arena *a, const char *dir, bool sir, const char *line, Words *out,
          Diag *d)
{
    const char *inner = sir ? unwrap(a, line) : NULL;
    const char *plain = inner ? inner : line;
    Diag why;

    diag_init(&why);
    bool ok = words_split(a, plain, strlen(plain), out, &why);
    if (!ok && sir)
        ok = read_shell_line(a, dir, plain, inner != NULL, out, d);
    else if (!ok)
        diag_fail(d, "%s", why.error);
    diag_done(&why);
    return ok;
}

/* The file that is its standard input, which must be there. */
static bool
find_input(Arena *a, const char *dir, const char *name, const char **out,
           Diag *d)
{
    char *path = name ? io_join(dir, name) : NULL;
    bool ok = !path || io_exists(path) ||
              diag_fail(d, "the input %s is missing", path);

    *out = path ? arena_strdup(a, path) : NULL;
    free(path);
    return ok;
}

static bool
add_line(Suite *s, const char *program, const char *dir, bool sir,
         const char *line, Diag *d)
{
    const char *input;
    Words w;

    if (!read_line(&s->arena, dir, sir, line, &w, d) ||
        !find_input(&s->arena, dir, w.input, &input, d))
        return false;
    Test *t = suite_add(s, line);
    t->argv = suite_argv(s, program, w.at, w.n);
    t->direct = true;
    t->dir = dir;
    t->input = input;
    return true;
}

/* Of a plan that is not ours, what can be read is read. */
static void
leave_out(Diag *d)
{
    diag_warn(d, "%s: left out", d->error);
    free(d->error);
    d->error = NULL;
}

bool
testplan_parse(Suite *s, const char *program, const char *file, const char *dir,
               bool sir, const char *bytes, size_t n, Diag *d)
{
    const char *at = bytes, *end = bytes + n;

    dir = arena_strdup(&s->arena, dir);
    for (unsigned number = 1; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *next = stop ? stop + 1 : end;
        if (!stop)
            stop = end;
        while (at < stop && isspace((unsigned char)*at))
            at++;
        while (at < stop && isspace((unsigned char)stop[-1]) &&
               (stop - at < 2 || stop[-2] != '\\'))
            stop--;
        const char *line = arena_strndup(&s->arena, at, (size_t)(stop - at));
        if (*line && *line != '#' && !add_line(s, program, dir, sir, line, d)) {
            diag_context(d, "%s:%u", file, number);
            if (!sir)
                return false;
            leave_out(d);
        }
        at = next;
    }
    return s->n > 0 || !sir || diag_fail(d, "%s has no test", file);
}
