#include <stdlib.h>
static int odd(int n);
static int
even(int n)
{
    if (n == 0)
        return 1;
    __attribute__((musttail)) return odd(n - 1); /* EVEN */
}
static int
odd(int n)
{
    if (n == 0)
        return 0;
    __attribute__((musttail)) return even(n - 1); /* ODD */
}
int
main(int argc, char **argv)
{
    (void)argc;
    return even(atoi(argv[1]));
}
