/* outlive.c - leaves children behind that go on counting when it has ended. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned long n;

static void
count_on(void)
{
    for (;;) {
        for (int i = 0; i < 1000; i++)
            n++;
        usleep(1000);
        if (fork() == 0)
            _exit(0);
    }
}

int
main(int argc, char **argv)
{
    int ready[2], children = argc > 1 ? atoi(argv[1]) : 0;
    char byte;

    if (pipe(ready) != 0)
        return 2;
    for (int i = 0; i < children; i++) {
        if (fork() == 0) {
            setsid();
            if (fork() != 0)
                _exit(0);
            fclose(stdin);
            fclose(stdout);
            fclose(stderr);
            if (write(ready[1], "x", 1) == 1)
                count_on();
            _exit(1);
        }
        if (read(ready[0], &byte, 1) != 1)
            return 2;
    }
    printf("%d\n", children);
    return 0;
}
