/* cmd.h - what every subcommand has: a row in the command table, options as
 * a table, and the streams it may use.
 */
#ifndef CULPRIT_CMD_CMD_H
#define CULPRIT_CMD_CMD_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct Io Io;
struct Io {
    FILE *out, *err;
    bool colour;   /* of out */
    bool progress; /* err is a terminal */
};

typedef struct Command Command;
struct Command {
    const char *name;
    const char *summary;                       /* one line of `culprit help` */
    int (*run)(int argc, char **argv, Io *io); /* argv[0] is the name */
};

extern const Command commands[]; /* ends with a NULL name */

/* The whole tool, callable in-process. Exit status: 0 answer, 1 none,
 * 2 usage or environment. */
int culprit_main(int argc, char **argv, Io *io);

/* Print the failure as "culprit NAME: ..." with the gathered warnings, release
 * the Diag and give 2. */
int cmd_fail(Io *io, const char *name, Diag *d);
void cmd_warnings(Io *io, const char *name, Diag *d); /* and empty the list */

/* Processors that we may use. */
long cmd_count_cores(void);

typedef enum {
    OPTION_FLAG,   /* bool * */
    OPTION_TEXT,   /* const char ** */
    OPTION_LIST,   /* OptionList *: may be repeated */
    OPTION_NUMBER, /* long *, with min and max */
    OPTION_REAL,   /* double *, not negative */
} OptionKind;

typedef struct OptionList OptionList;
struct OptionList {
    const char **at;
    size_t n;
};

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

typedef enum { ARGS_OK, ARGS_HELP, ARGS_BAD } ArgsResult;

/* Parse GNU-style; operands are moved to argv[1] .. argv[*noperands], or with
 * a NULL there are none.
 * ARGS_HELP: help was printed to io->out. ARGS_BAD: said on io->err. */
ArgsResult cmd_parse(const Usage *u, int argc, char **argv, int *noperands,
                     Io *io);
void cmd_list_done(OptionList *l);

#endif
