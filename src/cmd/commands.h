/* commands.h - the entry point of every row of commands.def. */
#ifndef CULPRIT_CMD_COMMANDS_H
#define CULPRIT_CMD_COMMANDS_H

#include "cmd/cmd.h"

#define COMMAND(name, summary)  extern const CommandSpec command_##name;
#define UNPORTED(name, summary) int cmd_##name(int argc, char **argv, Io *io);
#include "cmd/commands.def"

#endif
