/* Adds a digit, wrong from 5 on, unless the second letter is z: that leaves out
 * more of the failing run than a smaller digit. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    int n, total = 1, times = 0;

    if (argc < 2 || !argv[1][0])
        return 2;
    n = argv[1][0] - '0';
    if (n > 4)
        n++; /* the fault */
    if (argv[1][1] != 'z') {
        total += n;
        times++;
        total += times;
    }
    printf("%d\n", total);
    return 0;
}
