/* help_markdown.c - options and commands as definition lists for pandoc. */
#include "cmd/help.h"

#include <string.h>

/* Everything that pandoc might take for markup stands for itself. */
static void
put_plain(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("\\`*_{}[]<>#+-!|~^$@'\"&", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void
put_styled(const char *style, const char *before, const char *text, FILE *out)
{
    fputs(style, out);
    put_plain(before, out);
    put_plain(text, out);
    fputs(style, out);
}

static void
put_option(const OptionUse *u, const void *defaults, FILE *out)
{
    const OptionRow *row = &option_rows[u->id];
    const char letter[] = {row->letter, 0};
    Str sentence = {0};

    if (row->letter) {
        put_styled("**", "-", letter, out);
        fputs(", ", out);
    }
    put_styled("**", "--", row->name, out);
    if (option_arg(u)) {
        fputc(' ', out);
        put_styled("*", "", option_arg(u), out);
    }
    option_sentence(u, defaults, &sentence);
    fputs("\n:   ", out);
    put_plain(str_text(&sentence), out);
    fputs("\n\n", out);
    str_done(&sentence);
}

void
help_markdown(const CommandSpec *c, FILE *out)
{
    size_t i = 0;

    for (const OptionUse *u; (u = help_next(c, &i));)
        put_option(u, c->defaults, out);
}

void
help_markdown_overview(FILE *out)
{
    for (const Command *c = commands; c->name; c++) {
        put_styled("**", "culprit ", c->name, out);
        fputs("\n:   ", out);
        put_plain(c->summary, out);
        fputs("\n\n", out);
    }
}
