#include <stdio.h>
static unsigned word, live;
static const unsigned char *at;
static unsigned bits(unsigned n)
{
    while (live < n)
        word = word << 8 | *at++, live += 8;
    live -= n;
    return word >> live & ((1u << n) - 1);
}
int main(int argc, char **argv)
{
    at = (const unsigned char *)argv[argc - 1];
    unsigned x = bits(3) == 3, y = bits(11) == 88, z = bits(2) & 1;
    unsigned both = (argv[1][3] & 0x1fu) << 6 | (argv[1][4] & 0x3fu);
    if (both == 293)
        x += 2;
    printf("%u %u %u\\n", x, y, z);
    return x ? y : z;
}
