/* alloca and variable-length arrays. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>
static int
weigh(int n)
{
    int v[n], s = 0;
    for (int i = 0; i < n; i++)
        v[i] = i * n;
    for (int i = 0; i < n; i++)
        s += v[(i * 3) % n];
    return s;
}
static int
chain(int depth)
{
    char *p = alloca((size_t)depth + 4);
    memset(p, 'a' + depth, (size_t)depth + 3);
    p[depth + 3] = 0;
    if (depth == 0)
        return p[0];
    return chain(depth - 1) + p[depth / 2] + (int)strlen(p);
}
int
main(void)
{
    int s = 0;
    for (int i = 1; i < 6; i++)
        s += weigh(i + (s & 1)) - chain(i);
    printf("%d\n", s);
    return 0;
}
