#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argc > 1 ? argv[1] : "6"), steps = 0, by = 0;

    if (n > 4)
        by = 0; /* fault: 2 */
    else
        by = 1;
    while (n > 0) {
        n -= by;
        steps++;
    }
    printf("%d\n", steps);
    return 0;
}
