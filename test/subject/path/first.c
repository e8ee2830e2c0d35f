#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int v = 0, u;
    if (argc < 2)
        return 2;
    int x = atoi(argv[1]);
    if (x > 0)
        u = 5;
    else
        u = v;
    printf("%d\n", u);
    return 0;
}
