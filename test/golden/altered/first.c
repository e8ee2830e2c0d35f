#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    pid_t pid = argc == 1 ? fork() : 1;
    int y = argc + 1;
    if (pid > 1)
        waitpid(pid, NULL, 0);
    printf("%s %d\n", argc > 1 ? "executed" : pid ? "parent" : "child", y);
    fflush(stdout);
    if (argc > 1 || pid == 0)
        return 0;
    return execl(argv[0], argv[0], "again", (char *)NULL);
}
