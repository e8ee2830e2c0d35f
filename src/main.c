/* main.c - the command table, and nothing else. */
#include "cmd/cmd.h"

#include <stdlib.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
    Io io = {
        .in = stdin,
        .out = stdout,
        .err = stderr,
        .colour = isatty(1) && !getenv("NO_COLOR"),
        .progress = isatty(2) != 0,
    };

    return culprit_main(argc, argv, &io);
}
