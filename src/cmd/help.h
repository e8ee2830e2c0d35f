/* help.h - what a command's spec says, for people, man pages and shells. */
#ifndef CULPRIT_CMD_HELP_H
#define CULPRIT_CMD_HELP_H

#include "cmd/cmd.h"

/* Operands that are the names of commands, as `words` of a spec. */
#define HELP_COMMANDS "COMMAND"

/* Text for a terminal: of one command, or of all in a line each. */
void help_print(const CommandSpec *c, FILE *out);
void help_overview(FILE *out);

/* A pandoc definition list of a command's options, or of all commands. */
void help_markdown(const CommandSpec *c, FILE *out);
void help_markdown_overview(FILE *out);

/* Completion scripts. */
void help_bash(FILE *out);
void help_zsh(FILE *out);
void help_fish(FILE *out);

/* The options of a command one after the other, --help as the last; NULL at
 * the end. */
const OptionUse *help_next(const CommandSpec *c, size_t *i);

#endif
