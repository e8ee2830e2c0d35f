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
    bool colour;   /* of out */
    bool progress; /* err is a terminal */
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
    int (*call)(int argc, char **argv, Io *io); /* if there is no spec */
};

extern const Command commands[];               /* ends with a NULL name */
const Command *command_find(const char *name); /* or NULL, and: */
const char *command_nearest(const char *name); /* what may be meant, or NULL */

/* The whole tool, callable in-process as often as wanted. Exit status: 0 an
 * answer, 1 none, 2 usage or environment. */
int culprit_main(int argc, char **argv, Io *io);

/* Run one command with its arguments; argv[0] is its name. */
int command_call(const Command *c, int argc, char **argv, Io *io);

/* Show the warnings that were gathered, and empty the list. */
void cmd_warnings(Io *io, const char *name, Diag *d);

/* Processors that we may use. */
long cmd_count_cores(void);

typedef enum { ARGS_OK, ARGS_HELP, ARGS_BAD } ArgsResult;

/* What follows serves the commands that have no spec yet. */

/* Print the failure as "culprit NAME: ..." with the gathered warnings, release
 * the Diag and give 2. */
int cmd_fail(Io *io, const char *name, Diag *d);

typedef struct Option Option;
struct Option {
    const char *name; /* without "--" */
    char letter;      /* 0: none */
    OptionKind kind;
    void *to;         /* holds the default before parsing */
    const char *arg;  /* what help calls the argument: "FILE" */
    const char *help; /* one line; the default is said here */
    long min, max;    /* OPTION_NUMBER only; both 0: any */
};

typedef struct Usage Usage;
struct Usage {
    const char *name;        /* "rank" */
    const char *synopsis;    /* "[OPTION]... " */
    const char *description; /* a paragraph */
    const Option *options;   /* ends with a NULL name */
    const char *examples;    /* lines, or NULL */
    const char *stray;       /* where an operand should have gone, or NULL */
};

/* Parse GNU-style; operands are moved to argv[1] .. argv[*noperands], or with
 * a NULL there are none.
 * ARGS_HELP: help was printed to io->out. ARGS_BAD: said on io->err. */
ArgsResult cmd_parse(const Usage *u, int argc, char **argv, int *noperands,
                     Io *io);
void cmd_list_done(OptionList *l);

#endif
