/* loops.c - what is wanted of it is in loops.sh
 *
 *
 *
 */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int sum = 0, most = 0;
    for (int i = 1; i < argc; i++) {
        int v = atoi(argv[i]);
        if (v > most && v < 100)
            most = v;
        for (int k = 0; k < v; k++)
            sum++;
    }
    printf("%d %d\n", sum, most);
    return 0;
}
