/* served.c - print what a process can know of how it was started, and end in
 * ways that would show in the next test if both were one process. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;
static int calls; /* 1 in every test */

static void
at_exit(void)
{
    printf("handler %d\n", calls);
}

static void
print_limit(const char *name, int resource)
{
    struct rlimit l;

    getrlimit(resource, &l);
    printf("%s %lld %lld\n", name, (long long)l.rlim_cur,
           (long long)l.rlim_max);
}

static void
print_files(void)
{
    DIR *dir = opendir("/proc/self/fd");
    struct dirent *e;

    while ((e = readdir(dir)))
        if (e->d_name[0] != '.')
            printf("fd %s\n", e->d_name);
    closedir(dir);
    printf("next %d\n", dup(0));
}

static void
print_signals(void)
{
    sigset_t mask;

    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int i = 1; i < 32; i++) {
        struct sigaction a;
        sigaction(i, NULL, &a);
        printf("signal %d %d %d\n", i, a.sa_handler == SIG_DFL,
               sigismember(&mask, i));
    }
}

static void
print_all(int argc, char **argv, char **envp)
{
    char text[4096], name[17] = "";
    int death = 0;

    for (int i = 0; i <= argc; i++)
        printf("arg %s\n", argv[i] ? argv[i] : "end");
    printf("environment %d %d\n", envp == environ, getenv("CULPRIT_SERVE") == 0);
    printf("GREETING %s\n", getenv("GREETING"));
    printf("in %s\n", getcwd(text, sizeof text));
    prctl(PR_GET_NAME, name);
    prctl(PR_GET_PDEATHSIG, &death);
    printf("called %s %s %s\n", name, program_invocation_name,
           program_invocation_short_name);
    printf("leader %d %d, dies by %d\n", getpid() == getsid(0),
           getpid() == getpgrp(), death);
    mode_t mask = umask(077);
    printf("umask %o, errno %d, alarm %u\n", (unsigned)mask, errno, alarm(9));
    print_limit("core", RLIMIT_CORE);
    print_limit("address space", RLIMIT_AS);
    print_limit("file", RLIMIT_FSIZE);
    print_limit("stack", RLIMIT_STACK);
    print_files();
    print_signals();
    while (fgets(text, sizeof text, stdin))
        printf("line %s", text);
    fputs("to stderr", stderr);
}

int
main(int argc, char **argv, char **envp)
{
    const char *how = argc > 1 ? argv[1] : "";

    calls++;
    atexit(at_exit);
    errno = 0;
    if (strcmp(how, "print") == 0)
        print_all(argc, argv, envp);
    if (strcmp(how, "dirty") == 0) { /* all of this is gone afterwards */
        setenv("GREETING", "dirty", 1);
        signal(SIGINT, SIG_IGN);
        (void)!chdir("/");
        umask(0);
        (void)!dup(1);
        printf("unflushed");
        calls += 100;
    }
    if (strcmp(how, "assert") == 0)
        assert(calls == 0);
    if (strcmp(how, "memory") == 0)
        return malloc((size_t)512 << 20) ? 0 : 9;
    if (strcmp(how, "large") == 0)
        for (int i = 0; i < 2 << 20; i++)
            putchar('x');
    if (strcmp(how, "terminate") == 0 && argc > 2) /* the server blocks it */
        kill(getppid(), atoi(argv[2]));
    if (strcmp(how, "daemon") == 0 && fork() == 0) {
        if (fork() == 0) {
            setsid();
            sleep(100);
        }
        _exit(0);
    }
    if (strcmp(how, "sleep") == 0)
        sleep(100);
    return strcmp(how, "status") == 0 && argc > 2 ? atoi(argv[2]) : 0;
}
