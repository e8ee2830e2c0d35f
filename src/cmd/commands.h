/* commands.h - the spec of every row of commands.def. */
#ifndef CULPRIT_CMD_COMMANDS_H
#define CULPRIT_CMD_COMMANDS_H

#include "cmd/cmd.h"

#define COMMAND(name, summary) extern const CommandSpec command_##name;
#include "cmd/commands.def"

#endif
