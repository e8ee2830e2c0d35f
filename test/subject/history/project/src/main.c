/* main.c - "fee AGE": what a ticket costs. */
#include "fee.h"

#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    int age = argc > 1 ? atoi(argv[1]) : -1;

    if (age < 0) {
        fputs("how old?\n", stderr);
        return 2;
    }
    printf("%d %s\n", fee(age), CURRENCY);
    return 0;
}
