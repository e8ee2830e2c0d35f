/* crash.c - what is wanted of it is in crash.sh
 *
 */
#include <stdio.h>
#include <stdlib.h>
static int table[] = {1, 2, 3, 4};
static int *find(int k)
{
    return k < 4 ? &table[k] : NULL;
}
static int get(int k)
{
    int *p = find(k);
    return *p;
}
int main(int argc, char **argv)
{
    int v = get(atoi(argv[argc - 1]));
    printf("%d\n", v);
    return 0;
}
