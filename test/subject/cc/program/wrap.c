#include <stdio.h>
#include <stdlib.h>

int part(int);
int __real_part(int);
void *__real_malloc(size_t);
static int mallocs;

int __wrap_part(int n) { return __real_part(n) + 1000; }

void *
__wrap_malloc(size_t n)
{
    mallocs++;
    return __real_malloc(n);
}

int
main(void)
{
    char *p = malloc(10);
    printf("%d %d\n", part(1), mallocs);
    free(p);
    return 0;
}
