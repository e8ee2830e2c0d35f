/* seeds.c - FaultSeeds.h: faults that are switched on by a macro each. */
#include "bench/seeds.h"

#include "base/vec.h"

#include <ctype.h>
#include <string.h>

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t
word_length(const char *at, const char *end)
{
    size_t n = 0;

    while (at + n < end && is_word(at[n]))
        n++;
    return n;
}

static const char *
skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

void
seeds_macros(Arena *a, const char *text, size_t n, Texts *out)
{
    static const char define[] = "define";
    const char *end = text + n;
    VEC(const char *) found = {0};

    for (const char *at = text; at < end; at++) {
        bool comment = end - at > 2 && at[0] == '/' && at[1] == '*';
        if (*at != '#' && !comment)
            continue; /* a macro that is switched off may have lost its # */
        const char *word = skip_blanks(at + (comment ? 2 : 1), end);
        size_t length = word_length(word, end);
        if (length != sizeof define - 1 || memcmp(word, define, length) != 0)
            continue;
        const char *name = skip_blanks(word + length, end);
        length = word_length(name, end);
        if (!length || isdigit((unsigned char)*name))
            continue;
        const char *rest = skip_blanks(name + length, end);
        const char *kept = arena_strndup(a, name, length);
        bool fresh =
            rest == end || *rest != '('; /* function-like macros seed nothing */
        for (size_t i = 0; i < found.n; i++)
            fresh &= strcmp(found.at[i], kept) != 0;
        if (fresh)
            vec_push(&found, kept);
    }
    *out = (Texts){.at = ARENA_ARRAY(a, const char *, found.n), .n = found.n};
    if (found.n)
        memcpy(out->at, found.at, found.n * sizeof *found.at);
    vec_done(&found);
}

/* One level of #if: does it ask for the macro, and which part are we in? */
typedef struct Level Level;
struct Level {
    bool ours;   /* it asks for the macro */
    bool active; /* this part is compiled when the macro is defined */
    bool found;  /* such a part has lines */
};

/* Does the condition ask for the macro, and is it true with it? */
static bool
asks(const char *directive, size_t length, const char *rest, const char *end,
     const char *macro, bool *truth)
{
    size_t n = strlen(macro);

    *truth = true;
    for (const char *at = rest; at + n <= end; at++) {
        if (memcmp(at, macro, n) != 0 || (at > rest && is_word(at[-1])) ||
            (at + n < end && is_word(at[n])))
            continue;
        const char *before = at;
        while (before > rest && (before[-1] == ' ' || before[-1] == '(' ||
                                 before[-1] == '\t' || is_word(before[-1])))
            before--;
        *truth = !(length == 6 && memcmp(directive, "ifndef", 6) == 0) &&
                 !(before > rest && before[-1] == '!');
        return true;
    }
    return false;
}

static void
put(Places *out, const char *file, uint32_t line)
{
    vec_push(out, (Place){.file = file, .line = line});
}

enum { DEEPEST = 64 };

static bool
is(const char *word, size_t n, const char *text)
{
    return n == strlen(text) && memcmp(word, text, n) == 0;
}

/* A directive: open, turn or close a level. At a close, *missing says that the
 * macro only leaves something out. */
static void
direct(Level *levels, size_t *depth, const char *word, const char *end,
       const char *macro, bool *missing)
{
    size_t n = word_length(word, end);
    Level *top = *depth ? &levels[*depth - 1] : NULL;
    bool truth;

    *missing = false;
    if (n >= 2 && memcmp(word, "if", 2) == 0) {
        if (*depth == DEEPEST)
            return;
        bool ours = asks(word, n, word + n, end, macro, &truth);
        levels[(*depth)++] = (Level){.ours = ours, .active = ours && truth};
    } else if (top && (is(word, n, "else") || is(word, n, "elif"))) {
        top->active = top->ours && !top->active;
    } else if (top && is(word, n, "endif")) {
        *missing = top->ours && !top->found;
        --*depth;
    }
}

void
seeds_places(Arena *a, const char *file, const char *text, size_t n,
             const char *macro, Places *out)
{
    Level levels[DEEPEST];
    size_t depth = 0;
    uint32_t line = 1;
    bool missing;

    file = arena_strdup(a, file);
    for (const char *at = text, *end = text + n; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *last = stop ? stop : end;
        const char *word = skip_blanks(at, last);
        at = stop ? stop + 1 : end;
        if (word < last && *word == '#') {
            direct(levels, &depth, skip_blanks(word + 1, last), last, macro,
                   &missing);
            if (missing)
                put(out, file, line + 1);
            continue;
        }
        size_t i = 0;
        while (i < depth && !(levels[i].ours && levels[i].active))
            i++;
        if (i < depth && word < last) {
            levels[i].found = true;
            put(out, file, line);
        }
    }
}
