/* the ways a program may end */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
at_exit(void)
{
    puts("at exit");
}

int
main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    volatile int *null = NULL;

    setvbuf(stdout, NULL, _IOLBF, 0);
    atexit(at_exit);
    printf("as %s\n", strrchr(argv[0], '/') + 1);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "segv") == 0)
        return *null;
    if (strcmp(how, "term") == 0)
        raise(SIGTERM);
    if (strcmp(how, "_exit") == 0)
        _exit(9);
    if (strcmp(how, "exit") == 0)
        exit(77);
    return 3;
}
