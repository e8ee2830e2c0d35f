/* endings.c - every way a run can end, or go on elsewhere. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf again;
static int *volatile nowhere;
static volatile int zero;

static void
leave(const char *how)
{
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "_exit") == 0)
        _exit(4);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "segv") == 0)
        *nowhere = 1;
    if (strcmp(how, "div") == 0)
        zero = 7 / zero;
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(how, "hang") == 0)
        for (;;)
            pause();
    if (strcmp(how, "jump") == 0)
        longjmp(again, 1);
}

static int
inner(const char *how)
{
    int before = 1;
    leave(how); /* INNER */
    before++; /* AFTER */
    return before;
}

static void *
count(void *n)
{
    int sum = 0;
    for (int i = 0; i < *(int *)n; i++)
        sum += i; /* LOOP */
    return sum >= 0 ? n : NULL;
}

static void
threads(void)
{
    pthread_t t[4];
    int n = 20000;

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, count, &n);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}

int
main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "return";

    printf("start %s\n", how);
    fflush(stdout);
    if (strcmp(how, "jump") == 0 && setjmp(again) != 0) {
        puts("jumped"); /* JUMPED */
        return 5;
    }
    if (strcmp(how, "fork") == 0) {
        if (fork() == 0)
            _exit(inner("child")); /* CHILD */
        wait(NULL);
        inner("parent"); /* PARENT */
        return 0;
    }
    if (strcmp(how, "exec") == 0) {
        execl(argv[0], argv[0], "_exit", (char *)NULL);
        return 1;
    }
    if (strcmp(how, "threads") == 0)
        threads();
    inner(how);
    puts("end");
    return 0; /* END */
}
