#include <stdio.h>

#ifndef GREETING
#define GREETING "hello"
#endif

int part(int);

int
main(int argc, char **argv)
{
    (void)argv;
    printf("%s %d\n", GREETING, part(argc));
    return part(argc) % 7;
}
