#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int a, b, c, d, i = 0, j = 0, k = 0;
    if (scanf("%d %d %d %d", &a, &b, &c, &d) != 4)
        return 2;
    if (a)
        i = i + 1;
    if (b)
        j = j + 1;
    if (c) {
        if (d)
            k = k + 1;
        else
            k = k + 2;
    }
    printf("%d %d %d\n", i, j, k);
    return argc > 1;
}
