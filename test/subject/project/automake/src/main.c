/* main.c - print one column of the lines on standard input. */
#include "columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
    char line[256], field[64];
    const int column = argc == 2 ? atoi(argv[1]) : 0;

    if (column < 1) {
        fprintf(stderr, "usage: columns NUMBER\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (columns_field(line, column - 1, field, sizeof field) < 0) {
            fprintf(stderr, "no column %d: %s\n", column, line);
            return 1;
        }
        puts(field);
    }
    return 0;
}
