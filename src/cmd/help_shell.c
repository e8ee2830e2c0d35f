/* help_shell.c - what the completion scripts of all shells need to know. */
#include "cmd/help_shell.h"

#include <string.h>

Completing
shell_option(const OptionUse *u)
{
    const char *arg = option_arg(u);

    if (!arg)
        return COMPLETE_NOTHING;
    if (u->choices)
        return COMPLETE_WORDS;
    if (strcmp(arg, "DIR") == 0)
        return COMPLETE_DIRS;
    return option_is_choice("FILE P PATH SCRIPT GLOB", arg) ? COMPLETE_FILES
                                                            : COMPLETE_UNKNOWN;
}

Completing
shell_operand(const CommandSpec *c)
{
    return c->operands.max == 0 ? COMPLETE_NOTHING
           : c->operands.words  ? COMPLETE_WORDS
                                : COMPLETE_FILES;
}

void
shell_words(const char *choices, FILE *out)
{
    if (strcmp(choices, HELP_COMMANDS) != 0) {
        fputs(choices, out);
        return;
    }
    for (const Command *c = commands; c->name; c++)
        fprintf(out, "%s%s", c == commands ? "" : " ", c->name);
}

void
shell_quote(const char *text, const char *quote, FILE *out)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs(quote, out);
        else
            fputc(*text, out);
}

const CommandSpec *
shell_next(size_t *i)
{
    return commands[*i].name ? commands[(*i)++].spec : NULL;
}
