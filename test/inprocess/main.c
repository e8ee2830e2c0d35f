/* main.c - command lines that start no program, run in this process.
 *
 * A case is a command line as one would type it, its exit status, and what it
 * says, one expectation per line; blank lines separate cases, # begins a
 * comment:
 *
 *     culprit cause --failing x --format best
 *     2
 *     err ~ format is
 *
 * out or err: the stream.  = TEXT: all of it is this line.  ~ PATTERN: a line
 * matches this basic regular expression.  : PATTERN: there is one line, and it
 * matches.  ! PATTERN: no line does.  "culprit" alone begins a command line.
 *
 * usage: inprocess FILE; ends with "N passed, N failed"
 */
#include "cmd/cmd.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64 };

typedef struct Case Case;
struct Case {
    char *words; /* of argv, each with its end */
    char *argv[WORDS];
    int argc;
    char *text[2]; /* what was said: out, err */
    size_t size[2];
    int status;
};

typedef struct Tally Tally;
struct Tally {
    const char *file;
    int line;
    const char *command;
    int passed, failed;
};

static void
judge(Tally *t, bool right, const char *expected, const Case *c)
{
    if (right) {
        t->passed++;
        return;
    }
    t->failed++;
    printf(
        "FAIL: %s:%d: %s\n  expected: %s\n  got: status %d, out:\n%s  err:\n%s",
        t->file, t->line, t->command, expected, c->status, c->text[0],
        c->text[1]);
}

/* Split as a shell does: quotes and backslashes, nothing else. */
static bool
split(Case *c, const char *line)
{
    char *to = c->words = malloc(strlen(line) + 2);
    char quote = 0;

    c->argc = 0;
    while (*line != '\0' && c->argc < WORDS - 1) {
        while (isspace((unsigned char)*line))
            line++;
        if (*line == '\0')
            break;
        c->argv[c->argc++] = to;
        for (; *line != '\0' && (quote || !isspace((unsigned char)*line));
             line++) {
            if (quote ? *line == quote : *line == '\'' || *line == '"')
                quote = quote ? 0 : *line;
            else
                *to++ =
                    *line == '\\' && quote != '\'' && line[1] ? *++line : *line;
        }
        *to++ = '\0';
    }
    c->argv[c->argc] = NULL;
    return quote == 0 && c->argc > 0;
}

static void
run(Case *c)
{
    FILE *out = open_memstream(&c->text[0], &c->size[0]);
    FILE *err = open_memstream(&c->text[1], &c->size[1]);
    Io io = {.out = out, .err = err};

    c->status = culprit_main(c->argc, c->argv, &io);
    fclose(out);
    fclose(err);
}

static int
count_lines(const char *text)
{
    int n = 0;

    for (; *text != '\0'; text++)
        n += *text == '\n' || text[1] == '\0';
    return n;
}

static bool
matches(const char *pattern, const char *text)
{
    regex_t r;
    bool found;

    if (regcomp(&r, pattern, REG_NOSUB | REG_NEWLINE) != 0)
        return false;
    found = regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
    return found;
}

/* "err ~ PATTERN" and the like. */
static bool
holds(const Case *c, const char *expectation)
{
    bool err = strncmp(expectation, "err ", 4) == 0;
    const char *text = c->text[err], *what = expectation + 6;
    size_t n = strlen(what);

    if (!err && strncmp(expectation, "out ", 4) != 0)
        return false;
    if (strlen(expectation) < 7 || expectation[5] != ' ')
        return false;
    switch (expectation[4]) {
    case '=':
        return strncmp(text, what, n) == 0 && strcmp(text + n, "\n") == 0;
    case '~':
        return matches(what, text);
    case ':':
        return matches(what, text) && count_lines(text) == 1;
    case '!':
        return !matches(what, text);
    default:
        return false;
    }
}

static void
forget(Case *c)
{
    free(c->words);
    free(c->text[0]);
    free(c->text[1]);
    *c = (Case){0};
}

/* The next line that counts, without its end, or NULL. */
static char *
next(FILE *f, char **line, size_t *room, Tally *t)
{
    for (;;) {
        ssize_t n = getline(line, room, f);
        if (n < 0)
            return NULL;
        t->line++;
        if (n > 0 && (*line)[n - 1] == '\n')
            (*line)[n - 1] = '\0';
        if ((*line)[0] != '#' && (*line)[0] != '\0')
            return *line;
    }
}

static bool
is_command(const char *line)
{
    return strncmp(line, "culprit", 7) == 0 &&
           (line[7] == ' ' || line[7] == '\0');
}

static void
run_file(FILE *f, Tally *t)
{
    char *line = NULL, *command = NULL;
    size_t room = 0;
    Case c = {0};

    while (next(f, &line, &room, t) != NULL) {
        if (is_command(line)) {
            forget(&c);
            free(command);
            t->command = command = strdup(line);
            if (!split(&c, line)) {
                printf("%s:%d: a quote is open, or too many words\n", t->file,
                       t->line);
                exit(2);
            }
            run(&c);
        } else if (c.argc > 0) {
            judge(t,
                  isdigit((unsigned char)*line) ? atoi(line) == c.status
                                                : holds(&c, line),
                  line, &c);
        }
    }
    forget(&c);
    free(command);
    free(line);
}

int
main(int argc, char **argv)
{
    Tally t = {.file = argc == 2 ? argv[1] : ""};
    FILE *f = argc == 2 ? fopen(t.file, "r") : NULL;

    if (f == NULL) {
        fprintf(stderr, "usage: inprocess FILE\n");
        return 2;
    }
    run_file(f, &t);
    fclose(f);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed > 0;
}
