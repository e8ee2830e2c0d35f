#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks;
static int sum;
static void on_alarm(int n)
{
    if (ticks == 5) /* one more than was waited for */
        return;
    sum += n;
    ticks = ticks + 1;
}
int main(int argc, char **argv)
{
    struct itimerval t = {{0, 1000}, {0, 1000}};
    unsigned spins = 0;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &t, 0);
    while (ticks < 5)
        spins++;
    setitimer(ITIMER_REAL, &(struct itimerval){0}, 0);
    printf("%d\n", ticks);
    if (argc > 1)
        raise(SIGKILL);
    return 0;
}
