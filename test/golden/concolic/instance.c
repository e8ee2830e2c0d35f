#include <stdio.h>
int main(int argc, char **argv)
{
    int x = argc * 7 + 3 * (argv[0] == 0);
    if (x < 8)
        puts("small");
    else
        puts("large");
    return 0;
}
