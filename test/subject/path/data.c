/* Wrong for one value, on a path that is right for others. */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    int x = argv[1] ? argv[1][0] : argc;

    printf("%d\n", x - (x == 49) * 50);
    return 0;
}
