/* diff: '3 1 2' '3 1 2 5'
 * diff: '4 4 4' '4 9 4'
 * diff: '4 4 4' '4 9 4' --top 2
 * diff: '1 2' '1 2'
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
