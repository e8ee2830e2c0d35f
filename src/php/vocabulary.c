/* vocabulary.c - the words of an application. */
#include "php/vocabulary.h"

#include <string.h>

bool
php_is_callee(const PhpOutline *o, size_t token)
{
    static const char *const words[] = {
        "if",      "elseif",       "while",       "for",      "foreach",
        "switch",  "catch",        "match",       "array",    "list",
        "isset",   "empty",        "unset",       "exit",     "die",
        "and",     "or",           "fn",          "echo",     "print",
        "return",  "declare",      "use",         "function", "require",
        "include", "require_once", "include_once"};

    if (!php_is_kind(o, token, PHP_WORD) || !php_is(o, token + 1, "(") ||
        (token > 0 &&
         (php_is(o, token - 1, "function") || php_is(o, token - 1, "new"))))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (php_is(o, token, words[i]))
            return false;
    return true;
}

static const char *
keep(PhpVocabulary *v, const PhpOutline *o, size_t token)
{
    const PhpToken *t = &o->tokens.at[token];

    return arena_strndup(&v->arena, o->text + t->at, t->n);
}

/* The number of the word in its list, where a new one is `fresh`. */
static uint32_t
look_up(PhpVocabulary *v, const char *key, size_t fresh)
{
    return *map_put_text(&v->seen, key, (uint32_t)fresh);
}

static void
add_key(PhpVocabulary *v, const PhpOutline *o, size_t token)
{
    const char *base = token > 1 && php_is_kind(o, token - 2, PHP_VARIABLE)
                           ? keep(v, o, token - 2)
                           : "";
    const char *key = keep(v, o, token);
    const char *name = arena_printf(&v->arena, "[%s %s", base, key);

    if (look_up(v, name, v->keys.n) == v->keys.n)
        vec_push(&v->keys, (PhpKey){base, key});
}

static void
add_callee(PhpVocabulary *v, const PhpOutline *o, size_t token)
{
    const bool method = token > 0 && (php_is(o, token - 1, "->") ||
                                      php_is(o, token - 1, "?->") ||
                                      php_is(o, token - 1, "::"));
    const char *word = keep(v, o, token);
    const unsigned nargs = php_narguments(o, token + 1);
    const char *name =
        arena_printf(&v->arena, "(%s %u %d", word, nargs, method);
    const uint32_t at = look_up(v, name, v->callees.n);

    if (at == v->callees.n)
        vec_push(&v->callees,
                 (PhpCallee){.name = word, .nargs = nargs, .method = method});
    v->callees.at[at].count++;
}

static void
add_property(PhpVocabulary *v, const PhpOutline *o, size_t token)
{
    const char *word = keep(v, o, token);
    const char *name = arena_printf(&v->arena, ">%s", word);

    if (look_up(v, name, v->properties.n) == v->properties.n)
        vec_push(&v->properties, word);
}

void
php_vocabulary_add(PhpVocabulary *v, const PhpOutline *o)
{
    for (size_t i = 0; i < o->tokens.n; i++) {
        if (php_is_kind(o, i, PHP_STRING) &&
            ((i > 0 && php_is(o, i - 1, "[") && php_is(o, i + 1, "]")) ||
             php_is(o, i + 1, "=>")))
            add_key(v, o, i);
        else if (php_is_callee(o, i))
            add_callee(v, o, i);
        else if (i > 0 && php_is(o, i - 1, "->") &&
                 php_is_kind(o, i, PHP_WORD) && !php_is(o, i + 1, "("))
            add_property(v, o, i);
    }
}

static int
more_often(const void *a, const void *b)
{
    const PhpCallee *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->name, y->name);
}

void
php_vocabulary_order(PhpVocabulary *v)
{
    if (v->callees.n)
        qsort(v->callees.at, v->callees.n, sizeof *v->callees.at, more_often);
}

void
php_vocabulary_done(PhpVocabulary *v)
{
    arena_done(&v->arena);
    map_done(&v->seen);
    vec_done(&v->keys);
    vec_done(&v->callees);
    vec_done(&v->properties);
}
