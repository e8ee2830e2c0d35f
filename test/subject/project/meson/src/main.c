/* main.c - print the values of Roman numbers. */
#include "roman.h"

#include <stdio.h>

int
main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const int value = roman_value(argv[i]);
        if (value < 0) {
            fprintf(stderr, "%s is no Roman number\n", argv[i]);
            return 1;
        }
        printf("%d\n", value);
    }
    return 0;
}
