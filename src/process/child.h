/* child.h - start one confined process, and clear up what it leaves behind.
 *
 * Each is the leader of a session of its own, with limits, no core dumps, its
 * input from a file and its output to files, and dies with culprit.
 */
#ifndef CULPRIT_PROCESS_CHILD_H
#define CULPRIT_PROCESS_CHILD_H

#include "base/diag.h"
#include "format/serve.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The variable that marks a task's processes. */
#define CULPRIT_TASK_ENV "CULPRIT_TASK"

/* Code that runs in the child, on a stack of ours that it never returns from:
 * what AddressSanitizer would mark there would stay marked. */
#define IN_CHILD __attribute__((no_sanitize_address))

typedef struct Limits Limits;
struct Limits { /* 0: none */
    double time_s;
    long memory_mb; /* address space of each process */
    long output_mb; /* of each file it writes */
    long processes; /* of this user, beyond those that run already */
};

/* Its standard streams. */
typedef struct TaskFiles TaskFiles;
struct TaskFiles {
    const char *input;     /* NULL: /dev/null */
    const char *out, *err; /* files to make */
};

/* What a server (process/server.h) of the task's file is asked for. */
typedef struct TaskServe TaskServe;
struct TaskServe {
    bool allowed;                 /* one may run it instead */
    size_t profile_size;          /* of a counter file */
    uint32_t repeat, patience_ms; /* see ServeRequest */
};

typedef struct Task Task;
struct Task {
    const char *file; /* to execute, with a slash; argv[0] may differ */
    char *const *argv;
    char *const *env;
    const char *dir;
    TaskFiles files;
    const char *mark; /* an element of env that no other task has */
    Limits limits;
    TaskServe serve;
    int keep[2];                   /* descriptors to leave open; 0: none */
    bool fixed;                    /* no randomised addresses */
    const struct Confine *confine; /* process/confine.h; NULL: not at all */
};

typedef struct Child Child;
struct Child {
    pid_t pid;        /* 0: only its server knows */
    int fd;           /* readable when it has ended: a pidfd, or its server's */
    const char *mark; /* the environment of its server has this; or NULL */
};

/* What the limits amount to for setrlimit(), ours given; how many. */
uint32_t child_limits(const Limits *l, struct ServeLimit out[SERVE_LIMITS]);

/* Start it with this signal mask. False: errno and *what say why not, for
 * "cannot WHAT: strerror". */
bool child_start(const Task *t, const sigset_t *mask, Child *out,
                 const char **what);

/* Kill the child's process group, then every orphan of its session or with
 * the mark, its server's included (any orphan, without a mark). We must be a
 * subreaper (child_adopt). `others` are children of ours, not orphans; is
 * there any orphan that is `unknown`? */
void child_kill(const Child *c);
void child_sweep(int list, const Child *c, const char *mark,
                 const pid_t *others, size_t nothers, bool *unknown);

/* The kernel's list of our children, to be closed; -1 if there is none. */
int child_open_list(void);
/* Our children, at most `room` of them. */
size_t child_list(int list, pid_t *out, size_t room);

/* Processor seconds of the children we have, of theirs and so on, and of those
 * that they waited for: what getrusage() tells only when they have ended. */
double child_cpu(void);

/* Seconds by the clock; or of processor time, all our children included. */
double child_clock(bool cpu);

/* Adopt orphans from now on; gives the former state. */
bool child_adopt(bool adopt);

#endif
