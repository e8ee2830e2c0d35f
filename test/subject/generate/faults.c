/* faults.c - subject: what exploring finds, or says that it cannot. */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Fails only if the divisor is 0, which no condition mentions. */
static int
divide(int a, int b)
{
    return a / (3 * b - 51) + a % (b - 9);
}

/* The child decides; the parent tells. */
static int
in_a_child(const char *text)
{
    int status;
    pid_t pid = fork();

    if (pid < 0)
        return 3;
    if (pid == 0)
        _exit(strcmp(text, "boom") == 0 ? 1 : 0);
    waitpid(pid, &status, 0);
    if (text[0] == 'x' && text[1] == 'y')
        abort();
    return WEXITSTATUS(status);
}

static int
connected(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(9)};
    int s = socket(AF_INET, SOCK_STREAM, 0);

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (s < 0 || connect(s, (struct sockaddr *)&a, sizeof a) != 0)
        abort();
    return 0;
}

int
main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    if (strcmp(argv[1], "divide") == 0)
        return divide(100, atoi(argv[2])) > 1000;
    if (strcmp(argv[1], "fork") == 0)
        return in_a_child(argv[2]);
    if (strcmp(argv[1], "socket") == 0)
        return connected();
    if (strcmp(argv[1], "clock") == 0) { /* as some seed their hashes */
        struct timespec t;
        unsigned seed = 0;
        clock_gettime(CLOCK_REALTIME, &t);
        if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
            return 3;
        seed ^= (unsigned)t.tv_nsec ^ (unsigned)time(NULL) ^ (unsigned)clock();
        printf("%u\n", seed);
        return ((unsigned)argv[2][0] ^ seed) % 2 && argv[2][1] == 'x';
    }
    if (strcmp(argv[1], "random") == 0) {
        FILE *f = fopen("/dev/urandom", "rb");
        int c = f ? getc(f) : 0;
        printf("%d\n", c);
        if (argv[2][0] == 'x')
            abort();
        return 0;
    }
    return 0;
}
