/* What handlers do: called for by raise, one within another, on a trap.
 *
 *
 *
 *
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t got;
static int kept, inner, *nowhere;
static sigjmp_buf back;

static void on_usr1(int n)
{
    kept = n + 1;
    raise(SIGUSR2);
    got = kept + inner;
}
static void on_usr2(int n)
{
    inner = n * 2;
}
static void on_trap(int n)
{
    kept = n;
    siglongjmp(back, 1);
}

int main(void)
{
    struct sigaction a = {0};
    int x = 7;
    signal(SIGUSR1, on_usr1);
    a.sa_handler = on_usr2;
    sigaction(SIGUSR2, &a, NULL);
    x = x + 1;
    raise(SIGUSR1);
    printf("%d\n", got);
    a.sa_handler = on_trap;
    sigaction(SIGSEGV, &a, NULL);
    printf("%d\n", x);
    if (sigsetjmp(back, 1) == 0)
        *nowhere = x;
    printf("%d\n", kept);
    return 0;
}
