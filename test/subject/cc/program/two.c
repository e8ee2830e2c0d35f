#include <stdio.h>

int part(int), other(int);

int
main(void)
{
    printf("%d %d\n", part(1), other(2));
    return 0;
}
