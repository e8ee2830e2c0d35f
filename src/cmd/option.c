/* option.c - the rows of options.def, their sentences and their values. */
#include "cmd/option.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const OptionRow option_rows[OPTIONS] = {
#define OPTION(id, name, letter, kind, arg, min, max, zero, help) \
    [OPT_##id] = {(name), (letter), OPTION_##kind, (arg),         \
                  (min),  (max),    (zero),        (help)},
#include "cmd/options.def"
};

const OptionRenamed option_renamed[] = {
#define RENAMED(command, old, new, why) {(command), (old), (new), (why)},
#include "cmd/options.def"
    {0},
};

const char *
option_arg(const OptionUse *u)
{
    return u->arg ? u->arg : option_rows[u->id].arg;
}

size_t
option_next_choice(const char **list, const char **word)
{
    *word = *list + strspn(*list, " ");
    const size_t n = strcspn(*word, " ");
    *list = *word + n;
    return n;
}

bool
option_is_choice(const char *choices, const char *word)
{
    const char *at;

    for (size_t n; (n = option_next_choice(&choices, &at)) > 0;)
        if (strlen(word) == n && strncmp(word, at, n) == 0)
            return true;
    return false;
}

void
option_join_choices(const char *choices, Str *out)
{
    const char *at;
    bool first = true;

    for (size_t n; (n = option_next_choice(&choices, &at)) > 0;) {
        const bool last = choices[strspn(choices, " ")] == 0;
        str_puts(out, first ? "" : last ? " or " : ", ");
        str_add(out, at, n);
        first = false;
    }
}

/* The default, without parentheses; nothing if there is none to speak of. */
static void
put_default(const OptionUse *u, const void *at, Str *out)
{
    const OptionRow *row = &option_rows[u->id];

    if (u->normally) {
        str_puts(out, u->normally);
    } else if (u->kind == OPTION_TEXT) {
        const char *text = *(const char *const *)at;
        str_puts(out, text ? text : "");
    } else if (u->kind == OPTION_NUMBER) {
        const long v = *(const long *)at;
        if (v == 0 && row->zero)
            str_puts(out, row->zero);
        else if (v >= row->min)
            str_printf(out, "%ld", v);
    } else if (u->kind == OPTION_REAL) {
        const double v = *(const double *)at;
        if (!(v > 0) && row->zero)
            str_puts(out, row->zero);
        else
            str_printf(out, "%g", v);
    }
}

void
option_sentence(const OptionUse *u, const void *defaults, Str *out)
{
    const OptionRow *row = &option_rows[u->id];
    Str normally = {0};

    if (u->kind != OPTION_FLAG)
        put_default(u, (const char *)defaults + u->offset, &normally);
    str_puts(out, row->help);
    if (u->choices) {
        str_puts(out, ": ");
        option_join_choices(u->choices, out);
    }
    if (u->note)
        str_printf(out, "; %s", u->note);
    if (row->zero && strcmp(str_text(&normally), row->zero) != 0)
        str_printf(out, "; 0: %s", row->zero);
    if (u->kind == OPTION_LIST)
        str_puts(out, "; repeatable");
    if (normally.n)
        str_printf(out, " (%s)", str_text(&normally));
    str_done(&normally);
}

static bool
set_number(const OptionRow *row, const char *text, long *to)
{
    char *end;

    errno = 0;
    const long v = strtol(text, &end, 10);
    if (errno || end == text || *end || v < row->min || v > row->max)
        return false;
    *to = v;
    return true;
}

static bool
set_real(const char *text, double *to)
{
    char *end;

    errno = 0;
    const double v = strtod(text, &end);
    if (errno || end == text || *end || !(v >= 0))
        return false;
    *to = v;
    return true;
}

bool
option_set(const OptionUse *u, const char *value, void *settings)
{
    void *to = (char *)settings + u->offset;
    Texts *l = to; /* if it is one */

    if (u->choices && !option_is_choice(u->choices, value))
        return false;
    switch (u->kind) {
    case OPTION_FLAG:
        *(bool *)to = true;
        return true;
    case OPTION_TEXT:
        *(const char **)to = value;
        return true;
    case OPTION_LIST:
        l->at = mem_resize(l->at, l->n + 1, sizeof *l->at);
        l->at[l->n++] = value;
        return true;
    case OPTION_NUMBER:
        return set_number(&option_rows[u->id], value, to);
    case OPTION_REAL:
        return set_real(value, to);
    }
    return false;
}

void
option_free_lists(const OptionUse *uses, size_t n, void *settings)
{
    for (size_t i = 0; i < n; i++) {
        void *at = (char *)settings + uses[i].offset;
        Texts *l = at;
        if (uses[i].kind == OPTION_LIST) {
            free(l->at);
            *l = (Texts){0};
        }
    }
}
