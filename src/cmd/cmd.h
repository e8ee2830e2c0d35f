/* cmd.h - what every subcommand has: a row in the command table, and a spec
 * that says everything about it as data; and the streams it may use.
 */
#ifndef CULPRIT_CMD_CMD_H
#define CULPRIT_CMD_CMD_H

#include "base/diag.h"
#include "cmd/option.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Io Io;
struct Io {
    FILE *out, *err;
    bool colour;         /* of out */
    bool progress;       /* err is a terminal */
    const char *command; /* as it was typed; by culprit_main */
};

/* What is left of the arguments besides options. */
typedef struct Operands Operands;
struct Operands {
    const char *const *at; /* n, and a NULL behind them */
    size_t n;
};

/* How a command ends. `mutate` passes on what the program ended with. */
typedef enum {
    CMD_ANSWER = 0,
    CMD_NOTHING = 1, /* there is no answer */
    CMD_ERROR = 2,   /* usage or environment */
} CmdStatus;

/* Do the work. A failure is said in the Diag, which the caller shows. */
typedef int CommandRun(const void *settings, Operands operands, Io *io,
                       Diag *d);

typedef struct CommandSpec CommandSpec;
struct CommandSpec {
    const char *name;
    const char *synopsis;    /* "--program P PART...", may be empty */
    const char *description; /* a paragraph */
    const char *examples;    /* lines, or NULL */
    struct {
        size_t min, max;   /* how many */
        const char *what;  /* it needs: "a part"; NULL if min is 0 */
        const char *words; /* for completion, or NULL: files */
        const char *stray; /* where one should have gone, or NULL */
    } operands;
    const OptionUse *uses;
    size_t nuses;
    const void *defaults; /* of the settings */
    size_t size;          /* of the settings, 0: there are none */
    CommandRun *run;
};

typedef struct Command Command;
struct Command {
    const char *name;
    const char *summary; /* one line of `culprit help` */
    const CommandSpec *spec;
};

extern const Command commands[];                  /* ends with a NULL name */
const Command *command_by_name(const char *name); /* or NULL, and: */
const char *command_nearest(const char *name); /* what may be meant, or NULL */

/* The whole tool, callable in-process as often as wanted. Exit status: 0 an
 * answer, 1 none, 2 usage or environment. */
int culprit_main(int argc, char **argv, Io *io);

/* Run one command with its arguments; argv[0] is its name. */
int command_call(const Command *c, int argc, char **argv, Io *io);

/* --set NAME=VALUE, for this call. */
bool cmd_set_tuning(const Texts *assignments, Diag *d);

/* Show the warnings that were gathered, and empty the list. */
void cmd_warnings(Io *io, const char *name, Diag *d);

#endif
