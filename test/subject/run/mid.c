/* mid.c - the middle of three numbers, wrong if BUG; and ways to misbehave. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
mid(int x, int y, int z)
{
    int m = z;

    if (y < z) {
        if (x < y)
            m = y;
        else if (x < z)
            m = BUG ? y : x;
    } else if (x > y)
        m = y;
    else if (x > z)
        m = x;
    return m;
}

int
main(int argc, char **argv)
{
    int x, y, z;

    if (argc == 2 && strcmp(argv[1], "crash") == 0)
        abort();
    if (argc == 2 && strcmp(argv[1], "sleep") == 0)
        sleep(100);
    if (argc == 2 && strcmp(argv[1], "write") == 0) {
        FILE *f = fopen("written", "w");
        fprintf(f, "%d\n", mid(2, 1, 3));
        return fclose(f);
    }
    if (argc == 4)
        return printf("%d\n", mid(atoi(argv[1]), atoi(argv[2]),
                                  atoi(argv[3]))) < 0;
    while (scanf("%d %d %d", &x, &y, &z) == 3)
        printf("%d\n", mid(x, y, z));
    return argc > 1;
}
