/* exits.c - what is wanted of it is in exits.sh
 *
 *
 */
#include <stdio.h>
#include <stdlib.h>
static int check(int v)
{
    if (v < 0)
        exit(3);
    return v + 1;
}
int main(int argc, char **argv)
{
    int v = argc > 1 ? atoi(argv[1]) : 0;
    if (argc < 2)
        return 2;
    int w = check(v);
    printf("%d\n", w);
    return 0;
}
