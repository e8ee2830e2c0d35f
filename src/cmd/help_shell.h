/* help_shell.h - what the completion scripts of all shells need to know. */
#ifndef CULPRIT_CMD_HELP_SHELL_H
#define CULPRIT_CMD_HELP_SHELL_H

#include "cmd/help.h"

/* How the argument of an option, or an operand, is completed. */
typedef enum {
    COMPLETE_NOTHING, /* there is none */
    COMPLETE_WORDS,
    COMPLETE_FILES,
    COMPLETE_DIRS,
    COMPLETE_UNKNOWN, /* a number or the like */
} Completing;

Completing shell_option(const OptionUse *u);
Completing shell_operand(const CommandSpec *c);

/* What completes there: the choices, of `help` the commands. */
void shell_words(const char *choices, FILE *out);

/* Text between single quotes, with this in place of a quote. */
void shell_quote(const char *text, const char *quote, FILE *out);

/* The commands that have a spec, one after the other; NULL at the end. */
const CommandSpec *shell_next(size_t *i);

#endif
