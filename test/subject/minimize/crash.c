/* crash.c - fails in several ways, by what it is given.
 *
 * Options: -v look at lines; -f FILE read it instead of standard input; -fork
 * look in a child; -net need a socket; -random fail by chance.
 * Lines: "((((" crashes in deep(), "bad N" in divide() for 0, "x" exits by
 * die(), "hang" never ends, "put PATH" writes a file, "one" and "two" are
 * needed together for a wrong answer if WRONG is set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int verbose, one, two;

static void
die(const char *why)
{
    fprintf(stderr, "crash: %s\n", why);
    exit(3);
}

static void
deep(const char *line)
{
    int depth = 0;

    for (; *line; line++) {
        depth += (*line == '(') - (*line == ')');
        if (depth > 3)
            *(volatile char *)0 = 1;
    }
}

static int
divide(const char *line)
{
    volatile int n = atoi(line + 4);

    if (n == 0)
        __builtin_trap();
    return 100 / n;
}

static void
look(char *line)
{
    line[strcspn(line, "\n")] = 0;
    deep(line);
    if (strncmp(line, "bad ", 4) == 0)
        divide(line);
    if (strcmp(line, "x") == 0)
        die("an x");
    if (strcmp(line, "hang") == 0)
        for (;;)
            ;
    if (strncmp(line, "put ", 4) == 0) {
        FILE *f = fopen(line + 4, "w");
        if (f)
            fclose(f);
    }
    one |= strcmp(line, "one") == 0;
    two |= strcmp(line, "two") == 0;
}

int
main(int argc, char **argv)
{
    char line[1000];
    FILE *in = stdin;
    int forks = 0;

#ifdef SLOW
    usleep(SLOW);
#endif
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = 1;
        else if (strcmp(argv[i], "-f") == 0 && i + 1 < argc)
            in = fopen(argv[++i], "r");
        else if (strcmp(argv[i], "-fork") == 0)
            forks = 1;
        else if (strcmp(argv[i], "-net") == 0 &&
                 socket(AF_INET, SOCK_STREAM, 0) < 0)
            return 0;
        else if (strcmp(argv[i], "-random") == 0) {
            struct timespec t;
            clock_gettime(CLOCK_MONOTONIC, &t);
            return t.tv_nsec / 1000 % 2 ? 5 : 6;
        } else if (argv[i][0] != '-')
            die("what is that?");
    }
    if (!in)
        die("cannot read it");
    if (forks) {
        pid_t pid = fork();
        int status = 0;
        if (pid < 0)
            return 0;
        if (pid > 0) {
            wait(&status);
            return WIFSIGNALED(status) ? 7 : 0;
        }
    }
    while (verbose && fgets(line, sizeof line, in))
        look(line);
    printf("%d\n", one && two && getenv("WRONG") ? 1 : 2);
    return 0;
}
