/* cmd.c - what all commands go through: arguments to settings, the work, then
 * warnings, the failure, and the exit status.
 */
#include "cmd/cmd.h"

#include "cmd/args.h"
#include "format/tuning.h"

#include <stdlib.h>

bool
cmd_set_tuning(const Texts *assignments, Diag *d)
{
    for (size_t i = 0; i < assignments->n; i++)
        if (!tuning_set(assignments->at[i], d))
            return diag_context(d, "--set");
    return true;
}

void
cmd_warnings(Io *io, const char *name, Diag *d)
{
    for (size_t i = 0; i < d->nwarnings; i++) {
        fprintf(io->err, "culprit %s: warning: %s\n", name, d->warnings[i]);
        free(d->warnings[i]);
    }
    d->nwarnings = 0;
}

static int
run(const CommandSpec *c, const Args *a, Io *io)
{
    Diag d;

    diag_init(&d);
    tuning_reset();
    int status =
        c->run(a->settings, (Operands){a->operands, a->noperands}, io, &d);
    cmd_warnings(io, c->name, &d);
    if (d.error) {
        fprintf(io->err, "culprit %s: %s\n", c->name, d.error);
        status = d.nothing              ? CMD_NOTHING
                 : status == CMD_ANSWER ? CMD_ERROR
                                        : status;
    }
    diag_done(&d);
    return status;
}

int
command_call(const Command *c, int argc, char **argv, Io *io)
{
    Args a;
    int status = CMD_ERROR;

    switch (args_parse(c->spec, argc, argv, &a, io)) {
    case ARGS_OK:
        status = run(c->spec, &a, io);
        break;
    case ARGS_HELP:
        status = CMD_ANSWER;
        break;
    case ARGS_BAD:
        break;
    }
    args_done(c->spec, &a);
    return status;
}
