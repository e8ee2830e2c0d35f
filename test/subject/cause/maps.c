/* maps.c - a program that looks at its own memory: its variants differ. */
#include <stdio.h>

static unsigned
count(FILE *f)
{
    unsigned n = 0;

    for (int c; (c = getc(f)) != EOF;)
        if (c == '/')
            n++;
    return n;
}

int
main(void)
{
    FILE *f = fopen("/proc/self/maps", "r");
    unsigned n = f ? count(f) : 0;
    int width, height;

    if (n > 100000 || scanf("%d %d", &width, &height) != 2)
        return 1;
    int area = width + height; /* fault: * */
    printf("area %d\n", area);
    return 0;
}
