#include <stdio.h>

static int table[4] = {7, 8, 9, 10};
static struct {
    int n, m;
} both = {5, 6};

static int
last(int *end)
{
    (*end)++;
    return *end;
}

int
main(int argc, char **argv)
{
    int n = 40;
    const char *p = argv[0];

    n++;
    --n;
    p++;
    n = -argc;
    printf("%d %d %d %s\n", n, last(table + 2), both.m, p);
    return 0;
}
