/* The branch that fails guards another one: two ways through. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    int k = 0;

    if (argc < 2)
        return 2;
    if (argv[1][0] == 'c') {
        if (argv[1][1] == 'd')
            k = 1;
        else
            k = 2;
    }
    printf("%d\n", k);
    return 0;
}
