/* spawn.c - start a program, wait for it, and keep what it printed. */
#include "base/spawn.h"

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
place(int fd, int target)
{
    if (fd == -1)
        fd = open("/dev/null", target == 0 ? O_RDONLY : O_WRONLY);
    if (fd != target && fd >= 0)
        dup2(fd, target);
}

/* In the child: report why exec failed through the close-on-exec pipe. */
static _Noreturn void
child(const Spawn *s, int report)
{
    place(s->in, 0);
    place(s->out, 1);
    place(s->err, 2);
    if (!s->dir || chdir(s->dir) == 0)
        execvpe(s->argv[0], s->argv, s->env ? s->env : environ);
    int why = errno;
    (void)!write(report, &why, sizeof why);
    _exit(127);
}

bool
spawn_start(const Spawn *s, pid_t *pid, Diag *d)
{
    int pipe_fd[2], why = 0;

    if (pipe2(pipe_fd, O_CLOEXEC) < 0)
        return diag_errno(d, "cannot make a pipe");
    fflush(NULL);
    *pid = fork();
    if (*pid == 0)
        child(s, pipe_fd[1]);
    close(pipe_fd[1]);
    if (*pid < 0) {
        close(pipe_fd[0]);
        return diag_errno(d, "cannot fork");
    }
    ssize_t n;
    do
        n = read(pipe_fd[0], &why, sizeof why);
    while (n < 0 && errno == EINTR);
    close(pipe_fd[0]);
    if (n == (ssize_t)sizeof why) {
        spawn_wait(*pid);
        errno = why;
        return diag_errno(d, "cannot start %s", s->argv[0]);
    }
    return true;
}

int
spawn_wait(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int
spawn_capture(char *const *argv, bool quiet, char **out, Diag *d)
{
    int pipe_fd[2];
    pid_t pid;
    Str text = {0};
    char buffer[4096];
    ssize_t n;

    *out = NULL;
    if (pipe2(pipe_fd, O_CLOEXEC) < 0) {
        diag_errno(d, "cannot make a pipe");
        return -1;
    }
    Spawn s = {
        .argv = argv, .in = -1, .out = pipe_fd[1], .err = quiet ? -1 : 2};
    bool started = spawn_start(&s, &pid, d);
    close(pipe_fd[1]);
    if (!started) {
        close(pipe_fd[0]);
        return -1;
    }
    while ((n = read(pipe_fd[0], buffer, sizeof buffer)) > 0 ||
           (n < 0 && errno == EINTR))
        if (n > 0)
            str_add(&text, buffer, (size_t)n);
    close(pipe_fd[0]);
    *out = str_take(&text);
    return spawn_wait(pid);
}
