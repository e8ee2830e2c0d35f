#include <stdio.h>
int main(int argc, char **argv)
{
    unsigned x = (unsigned char)argv[argc - 1][0], n = 0;
    for (int again = 0; again < 3; again++)
        for (unsigned k = 0; k < 200; k++)
            n += (x ^ 1) == k;
    printf("%u\\n", n);
    return 0;
}
