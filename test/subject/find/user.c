/* user.c - calls lib.c; reads numbers from a file, two kinds of faults. */
#include "lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
sum(const char *path)
{
    FILE *f = fopen(path, "r");
    int n, total = 0;

    if (!f) {
        fprintf(stderr, "cannot read %s\n", path);
        return -1;
    }
    while (fscanf(f, "%d", &n) == 1)
        total += n;
    fclose(f);
    return total;
}

static int
length(const char *text)
{
    int n = 0;

    while (text[n])
        n++;
    return n;
}

int
main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "sum") == 0)
        printf("sum %d\n", sum(argv[2]));
    else if (argc > 2 && strcmp(argv[1], "scale") == 0)
        printf("scaled %d\n", lib_scale(atoi(argv[2])));
    else if (argc > 2 && strcmp(argv[1], "length") == 0)
        printf("length %d\n", length(argv[2]));
    else
        puts("nothing");
    return 0;
}
