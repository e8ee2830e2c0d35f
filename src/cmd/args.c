/* args.c - an argument list to the settings of a command. */
#include "cmd/args.h"

#include "base/mem.h"
#include "cmd/help.h"
#include "cmd/nearest.h"

#include <stdlib.h>
#include <string.h>

/* One word of the list that is an option. */
typedef struct Given Given;
struct Given {
    const char *word;  /* "--name=value", "-x" */
    size_t n;          /* of the name, with its dashes */
    const char *value; /* attached, or NULL */
};

static Given
take_apart(const char *word)
{
    Given g = {.word = word};

    if (word[1] == '-') {
        g.n = strcspn(word, "=");
        g.value = word[g.n] ? word + g.n + 1 : NULL;
    } else {
        g.n = 2;
        g.value = word[2] ? word + 2 : NULL;
    }
    return g;
}

static bool
is_called(const Given *g, const OptionRow *row)
{
    if (g->word[1] != '-')
        return row->letter && row->letter == g->word[1];
    return strlen(row->name) + 2 == g->n &&
           strncmp(row->name, g->word + 2, g->n - 2) == 0;
}

static const OptionUse *
find_use(const CommandSpec *c, const Given *g)
{
    for (size_t i = 0; i < c->nuses; i++)
        if (is_called(g, &option_rows[c->uses[i].id]))
            return &c->uses[i];
    return NULL;
}

/* Always ARGS_BAD. */
static ArgsResult PRINTF_LIKE(3, 4)
    bad(const CommandSpec *c, Io *io, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    char *what = mem_vprintf(fmt, ap);
    va_end(ap);
    fprintf(io->err, "culprit %s: %s (see culprit %s --help)\n", c->name, what,
            c->name);
    free(what);
    return ARGS_BAD;
}

static ArgsResult
bad_renamed(const CommandSpec *c, Io *io, const OptionRenamed *r)
{
    if (r->new)
        fprintf(io->err, "culprit %s: %s is now %s: %s\n", c->name, r->old,
                r->new, r->why);
    else
        fprintf(io->err, "culprit %s: %s\n", c->name, r->why);
    return ARGS_BAD;
}

static ArgsResult
bad_option(const CommandSpec *c, Io *io, const Given *g)
{
    Nearest near = nearest_to(g->word + 2, g->n - 2);

    for (const OptionRenamed *r = option_renamed; r->old; r++)
        if (strcmp(r->command, c->name) == 0 && strlen(r->old) == g->n &&
            strncmp(r->old, g->word, g->n) == 0)
            return bad_renamed(c, io, r);
    for (size_t i = 0; g->word[1] == '-' && i < c->nuses; i++)
        nearest_offer(&near, option_rows[c->uses[i].id].name);
    if (near.name)
        return bad(c, io, "unknown option %.*s: did you mean --%s?", (int)g->n,
                   g->word, near.name);
    return bad(c, io, "unknown option %.*s", (int)g->n, g->word);
}

static ArgsResult
bad_value(const CommandSpec *c, Io *io, const OptionUse *u, const char *value)
{
    const OptionRow *row = &option_rows[u->id];
    Str choices = {0};

    if (u->choices) {
        option_join_choices(u->choices, &choices);
        bad(c, io, "--%s is %s, not \"%s\"", row->name, str_text(&choices),
            value);
        str_done(&choices);
    } else if (u->kind == OPTION_NUMBER) {
        bad(c, io, "bad value %s for --%s, expected %ld to %ld", value,
            row->name, row->min, row->max);
    } else {
        bad(c, io, "bad value %s for --%s", value, row->name);
    }
    return ARGS_BAD;
}

static ArgsResult
bad_operand(const CommandSpec *c, Io *io, const char *word)
{
    const char *hint = c->operands.stray;

    fprintf(io->err,
            "culprit %s: unexpected argument %s (%s%ssee culprit %s --help)\n",
            c->name, word, hint ? hint : "", hint ? "; " : "", c->name);
    return ARGS_BAD;
}

/* Take the option at argv[*i], and its value there or behind. */
static ArgsResult
take_option(const CommandSpec *c, int argc, char *const *argv, int *i,
            Args *out, Io *io)
{
    Given g = take_apart(argv[*i]);

    if (is_called(&g, &option_rows[OPT_HELP])) {
        help_print(c, io->out);
        return ARGS_HELP;
    }
    const OptionUse *u = find_use(c, &g);
    if (!u)
        return bad_option(c, io, &g);
    if (u->kind == OPTION_FLAG && g.value)
        return bad(c, io, "option takes no value: %s", g.word);
    if (u->kind != OPTION_FLAG && !g.value) {
        if (*i + 1 == argc)
            return bad(c, io, "option needs a value: %s", g.word);
        g.value = argv[++*i];
    }
    return option_set(u, g.value, out->settings) ? ARGS_OK
                                                 : bad_value(c, io, u, g.value);
}

static bool
is_missing(const OptionUse *u, const void *settings)
{
    const void *at = (const char *)settings + u->offset;

    return u->required && !*(const char *const *)at;
}

/* Is everything there that must be, and nothing else? */
static ArgsResult
check(const CommandSpec *c, const Args *a, Io *io)
{
    if (a->noperands > c->operands.max)
        return bad_operand(c, io, a->operands[c->operands.max]);
    for (size_t i = 0; i < c->nuses; i++)
        if (is_missing(&c->uses[i], a->settings))
            return bad(c, io, "needs --%s", option_rows[c->uses[i].id].name);
    if (a->noperands < c->operands.min)
        return bad(c, io, "needs %s", c->operands.what);
    return ARGS_OK;
}

ArgsResult
args_parse(const CommandSpec *c, int argc, char *const *argv, Args *out, Io *io)
{
    bool only_operands = false;

    *out = (Args){.settings = mem_zalloc(1, c->size + 1),
                  .operands = mem_zalloc((size_t)argc + 1, sizeof(char *))};
    if (c->size)
        memcpy(out->settings, c->defaults, c->size);
    for (int i = 1; i < argc; i++) {
        if (only_operands || argv[i][0] != '-' || !argv[i][1]) {
            out->operands[out->noperands++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else {
            ArgsResult taken = take_option(c, argc, argv, &i, out, io);
            if (taken != ARGS_OK)
                return taken;
        }
    }
    return check(c, out, io);
}

void
args_done(const CommandSpec *c, Args *a)
{
    option_free_lists(c->uses, c->nuses, a->settings);
    free(a->settings);
    free(a->operands);
}
