/* loops.c - loops, switch with shared cases, short circuit, early exit. */
#include <stdlib.h>

static int total;

static int
classify(int c)
{
    switch (c) {
    case 1:
    case 2:
        return 10;
    case 3:
        total++;
        break;
    default:
        if (c > 100 && total)
            exit(1);
    }
    return total;
}

int
main(int argc, char **argv)
{
    int sum = 0;

    (void)argv;
    for (int i = 0; i < argc; i++) {
        if (i % 2)
            continue;
        sum += classify(i);
    }
    while (sum > 100)
        sum /= 2;
    do {
        sum--;
    } while (sum > 10);
    return sum ? 0 : 1;
}
