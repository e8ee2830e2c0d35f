/* pointers.c - what is wanted of it is in pointers.sh
 *
 *
 */
#include <stdio.h>
#include <stdlib.h>
static void set(int *to, int value)
{
    *to = value;
}
int main(void)
{
    int a = 1, b = 2, c = 3;
    int *p = &a, **pp = &p;
    int *heap = malloc(2 * sizeof *heap);
    *pp = &b;
    *p = c + 4;
    set(&heap[1], b);
    heap[0] = a;
    printf("%d\n", a);
    printf("%d\n", b);
    printf("%d\n", heap[1]);
    free(heap);
    return 0;
}
