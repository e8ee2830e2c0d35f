/* main.c - the command table, and nothing else. */
#include "cmd/cmd.h"

#include <stdlib.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
    const char *plain = getenv("NO_COLOR"); /* means nothing if empty */
    Io io = {
        .out = stdout,
        .err = stderr,
        .colour = isatty(1) && !(plain && *plain),
        .progress = isatty(2) != 0,
    };

    return culprit_main(argc, argv, &io);
}
