/* fork, exec of oneself, and threads: each process counts for itself */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void *
work(void *n)
{
    ++*(int *)n;
    return NULL;
}

int
main(int argc, char **argv)
{
    pthread_t t;
    int n = argc, status = 0;

    if (argc < 2 && fork() == 0)
        execl(argv[0], argv[0], "child", (char *)0);
    wait(&status);
    pthread_create(&t, NULL, work, &n);
    pthread_join(t, NULL);
    printf("%d %d\n", n, WEXITSTATUS(status));
    return argc + 3;
}
