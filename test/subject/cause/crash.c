#include <stdio.h>
#include <stdlib.h>
static int *find(int *list, int n, int want)
{
    int i;
    for (i = 0; i < n; i++)
        if (list[i] == want)
            return &list[i];
    return NULL;
}
int main(int argc, char **argv)
{
    int list[] = {3, 5, 7};
    int want = atoi(argc > 1 ? argv[1] : "5");
    int *at;

    want = want + 1; /* fault: + 0 */
    at = find(list, 3, want);
    printf("%d\n", *at);
    return 0;
}
