#include <stdio.h>
int main(int argc, char **argv)
{
    int verbose = 0;

    (void)argv;
    if (argc > 2) /* fault: > 1 */
        verbose = 1;
    printf("start\n");
    if (verbose)
        printf("more\n");
    if (argc > 1)
        printf("end\n");
    return 0;
}
