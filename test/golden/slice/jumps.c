/* jumps.c - what is wanted of it is in jumps.sh
 *
 *
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static jmp_buf env;
static sigjmp_buf trap;
static void on_trap(int n) { siglongjmp(trap, n); }
static void
deep(int n)
{
    if (n == 0)
        longjmp(env, 7);
    deep(n - 1);
}
static int
dispatch(int op)
{
    static const void *const labels[] = {&&zero, &&one, &&two};
    goto *labels[op];
zero: return 10;
one: return 11;
two: return 12;
}
int
main(void)
{
    int depth = 1, caught, x = 0;
    volatile int *null = NULL;
    if ((caught = setjmp(env)) == 0)
        deep(depth);
    signal(SIGSEGV, on_trap);
    if (sigsetjmp(trap, 1) == 0)
        *null = 1;
    else
        x = 5;
    switch (depth) {
    case 0: x++; break;
    case 1: x += 2; break;
    default: x = 0;
    }

    printf("%d\n", caught);
    printf("%d\n", x);
    printf("%d\n", dispatch(depth));
    return 0;
}
