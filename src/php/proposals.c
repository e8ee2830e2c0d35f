/* proposals.c - small changes of a PHP source, statement by statement. */
#include "php/proposals_parts.h"

#include "format/mutate.h"

#include <string.h>

enum { WORDS = 60 }; /* bytes of a text that are told */

size_t
proposer_begin(const PhpProposer *c, size_t token)
{
    return c->o->tokens.at[token].at;
}

size_t
proposer_end(const PhpProposer *c, size_t token)
{
    return c->o->tokens.at[token].at + c->o->tokens.at[token].n;
}

const char *
proposer_text(PhpProposer *c, PhpRange e)
{
    const size_t from = proposer_begin(c, e.first);

    return arena_strndup(c->arena, c->o->text + from,
                         proposer_end(c, e.last) - from);
}

static bool
counts(const PhpProposer *c, uint32_t line)
{
    return line < c->lines->n && c->lines->at[line];
}

/* The line for which a change at that byte counts; 0: none. */
static uint32_t
line_of(const PhpProposer *c, size_t at)
{
    size_t low = 0, high = c->starts.n;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(c->starts.at[middle] <= at ? &low : &high) = middle;
    }
    const uint32_t line = (uint32_t)low + 1;
    for (uint32_t up = line; up >= c->first && up > 0; up--)
        if (counts(c, up))
            return up;
    for (uint32_t down = line + 1; down <= c->last; down++)
        if (counts(c, down))
            return down;
    return 0;
}

static void
add(PhpProposer *c, size_t at, TextChange t)
{
    t.path = c->o->path;
    t.line = line_of(c, at);
    if (t.line && strlen(t.text) < MUTATE_TEXT && strlen(t.path) < MUTATE_PATH)
        vec_push(c->out, t);
}

void
proposer_put(PhpProposer *c, size_t from, size_t to, const char *text,
             AlterationKind kind, const char *words)
{
    add(c, from,
        (TextChange){.text = text,
                     .words = words,
                     .from = from,
                     .to = to,
                     .kind = (uint8_t)kind});
}

void
proposer_add_for(PhpProposer *c, size_t token, size_t at, const char *text,
                 AlterationKind kind, const char *words)
{
    add(c, proposer_begin(c, token),
        (TextChange){.text = text,
                     .words = words,
                     .from = at,
                     .to = at,
                     .kind = (uint8_t)kind});
}

/* In one line, and not too long. */
static const char *
shorten(PhpProposer *c, const char *text)
{
    char *out = arena_strdup(c->arena, text);

    for (char *p = out; *p; p++)
        *p = *p == '\n' || *p == '\t' ? ' ' : *p;
    return strlen(out) <= WORDS
               ? out
               : arena_printf(c->arena, "%.*s...", WORDS - 3, out);
}

void
proposer_replace(PhpProposer *c, PhpRange old, const char *text,
                 AlterationKind kind)
{
    const char *was = proposer_text(c, old);

    if (strcmp(was, text) != 0)
        proposer_put(c, proposer_begin(c, old.first), proposer_end(c, old.last),
                     text, kind,
                     arena_printf(c->arena, "`%s` instead of `%s`",
                                  shorten(c, text), shorten(c, was)));
}

static bool
is_known(const char *const *all, size_t n, const char *text, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(all[i]) == length && memcmp(all[i], text, length) == 0)
            return true;
    return false;
}

size_t
proposer_variables(PhpProposer *c, const char **out, size_t most)
{
    size_t n = 0;

    for (size_t i = c->statement.last + 1;
         i-- > c->function.first && n < most;) {
        const PhpToken *t = &c->o->tokens.at[i];
        if (t->kind == PHP_VARIABLE && !php_is(c->o, i, "$this") &&
            c->o->text[t->at + 1] != '_' &&
            !is_known(out, n, c->o->text + t->at, t->n))
            out[n++] = arena_strndup(c->arena, c->o->text + t->at, t->n);
    }
    return n;
}

/* Which statement each token belongs to: the innermost, 1 + its number. */
static size_t *
find_owners(const PhpOutline *o)
{
    size_t *of = mem_zalloc(o->tokens.n + 1, sizeof *of);

    for (size_t i = 0; i < o->statements.n; i++) {
        const PhpRange r = o->statements.at[i].tokens;
        for (size_t k = r.first; k <= r.last; k++)
            of[k] = i + 1;
    }
    return of;
}

static uint32_t
last_line(const PhpOutline *o, size_t token)
{
    const PhpToken *t = &o->tokens.at[token];
    uint32_t line = t->line;

    for (size_t i = 0; i + 1 < t->n; i++)
        line += o->text[t->at + i] == '\n';
    return line;
}

static void
begin(PhpProposer *c, PhpRange statement)
{
    c->statement = statement;
    c->function = php_function(c->o, statement.first);
    c->first = c->o->tokens.at[statement.first].line;
    c->last = last_line(c->o, statement.last);
}

void
php_proposals(const PhpOutline *o, const PhpVocabulary *v,
              const PhpLines *lines, Arena *arena, TextChanges *out)
{
    PhpProposer c = {
        .o = o, .words = v, .lines = lines, .arena = arena, .out = out};
    size_t *owners = find_owners(o);

    vec_push(&c.starts, 0);
    for (size_t i = 0; i < o->n; i++)
        if (o->text[i] == '\n')
            vec_push(&c.starts, i + 1);
    markup_read(&c);
    for (size_t i = 0; i < o->tokens.n; i++) {
        if (owners[i]) {
            const PhpStatement *s = &o->statements.at[owners[i] - 1];
            begin(&c, s->tokens);
            if (i == s->tokens.first)
                propose_for_statement(&c, s);
            propose_for_token(&c, i);
        } else if (o->tokens.at[i].kind == PHP_HTML) {
            begin(&c, (PhpRange){i, i});
            propose_for_text(&c, i);
        }
    }
    free(owners);
    vec_done(&c.tags);
    vec_done(&c.starts);
}
