/* model.c - what functions of libc do to memory: rows of model.def, parsed. */
#include "program/model.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *reads, *writes, *returns, *also;
} table[] = {
    {"llvm.", "", "", "", ""}, /* intrinsics not in the table; always row 0 */
#define MODEL(name, reads, writes, returns, also) \
    {#name, reads, writes, returns, also},
#include "program/model.def"
};

static int8_t
digit(char c)
{
    if (c < '0' || c >= '0' + MODEL_ARGS)
        bug("model.def: '%c' is no argument", c);
    return (int8_t)(c - '0');
}

/* "0 2*": a bit per argument, and from where on all. */
static uint8_t
parse_arguments(const char *text, int8_t *rest)
{
    unsigned mask = 0;

    *rest = MODEL_NONE;
    for (; *text; text++) {
        if (*text == ' ')
            continue;
        mask |= 1u << digit(*text);
        if (text[1] == '*')
            *rest = digit(*text++);
    }
    return (uint8_t)mask;
}

static void
parse_returns(Model *m, const char *text)
{
    m->result.argument = MODEL_NONE;
    if (strcmp(text, "heap") == 0) {
        m->result.kind = RETURNS_HEAP;
    } else if (strcmp(text, "outside") == 0) {
        m->result.kind = RETURNS_OUTSIDE;
    } else if (*text) {
        m->result.argument = digit(*text);
        m->result.kind = text[1] == '+' ? RETURNS_WITHIN : RETURNS_ARGUMENT;
    }
}

static void
parse_call(Model *m, const char *word)
{
    m->back.function = digit(word[4]);
    for (word += 6; *word; word += word[1] == ',' ? 2 : 1)
        m->back.args[m->back.n++] = digit(*word);
}

static void
parse_word(Model *m, const char *word)
{
    if (strcmp(word, "in") == 0) {
        m->in = true;
    } else if (strcmp(word, "out") == 0) {
        m->out = true;
    } else if (strcmp(word, "twice") == 0) {
        m->twice = true;
    } else if (strncmp(word, "keep", 4) == 0) {
        m->keeps |= (uint8_t)(1u << digit(word[4]));
    } else if (strncmp(word, "deep", 4) == 0) {
        m->deep = digit(word[4]);
    } else if (strncmp(word, "call", 4) == 0) {
        parse_call(m, word);
    } else if (word[0] == '*') {
        m->store.to = digit(word[1]);
        m->store.what = word[3] == 'h' ? MODEL_ARGS : digit(word[3]);
    } else if (word[1] == '<') {
        m->copy.to = word[0] == 'r' ? MODEL_ARGS : digit(word[0]);
        m->copy.from = digit(word[2]);
    } else if (word[0] == 'r' && word[1] == '=') {
        m->result.argument = digit(word[2]);
    } else {
        bug("model.def: %s: what is '%s'?", m->name, word);
    }
}

static void
parse_also(Model *m, const char *text)
{
    char *copy = mem_strdup(text), *save = NULL;

    m->copy.to = m->copy.from = m->store.to = m->store.what = MODEL_NONE;
    m->deep = m->back.function = MODEL_NONE;
    for (char *word = strtok_r(copy, " ", &save); word;
         word = strtok_r(NULL, " ", &save))
        parse_word(m, word);
    free(copy);
}

void
models_init(Models *m)
{
    *m = (Models){.n = sizeof table / sizeof table[0]};
    m->rows = mem_zalloc(m->n, sizeof *m->rows);
    for (uint32_t i = 0; i < m->n; i++) {
        Model *row = &m->rows[i];
        row->name = table[i].name;
        row->arguments.reads =
            parse_arguments(table[i].reads, &row->arguments.reads_rest);
        row->arguments.writes =
            parse_arguments(table[i].writes, &row->arguments.writes_rest);
        parse_returns(row, table[i].returns);
        parse_also(row, table[i].also);
        if (*map_put_text(&m->index, row->name, i) != i)
            bug("model.def: %s is there twice", row->name);
    }
}

void
models_done(Models *m)
{
    free(m->rows);
    map_done(&m->index);
    *m = (Models){0};
}

const Model *
models_find(const Models *m, const char *name)
{
    uint32_t *i = map_find_text(&m->index, name);

    if (i)
        return &m->rows[*i];
    if (strncmp(name, "llvm.", 5) != 0)
        return NULL;
    for (size_t n = strlen(name); n > 5; n--) {
        if (name[n] != '.')
            continue;
        i = map_find(&m->index, name, n);
        if (i)
            return &m->rows[*i];
    }
    return &m->rows[0];
}
