/* dispatch - a job scheduler simulator: shared types. */
#ifndef DISPATCH_H
#define DISPATCH_H

#include <stdbool.h>

#define MAX_LEVELS 8
#define MAX_STEPS 16
#define NAME_SIZE 16
#define NEVER (-1)

enum state { PLANNED, READY, RUNNING, SLEEPING, WAITING, BLOCKED, SUSPENDED, DONE, KILLED };

enum op { OP_CPU, OP_IO, OP_SLEEP, OP_LOCK, OP_UNLOCK, OP_REPEAT };

struct step {
    enum op op;
    int amount;                 /* ticks, or repetitions */
    struct resource *target;    /* of io, lock and unlock */
};

struct job {
    char name[NAME_SIZE];
    enum state state;
    int base;                   /* priority it was given; 0 is the best */
    int level;                  /* priority it has now */
    int arrival, deadline;      /* in ticks; a deadline may be NEVER */
    struct step steps[MAX_STEPS];
    int step_count;
    int pc;                     /* index of the current step */
    int left;                   /* ticks left of a cpu step */
    int until;                  /* when a sleep or the use of a device ends */
    int rounds;                 /* repetitions already made */
    int slice;                  /* ticks used of its time slice */
    int age;                    /* ticks in the ready queue since it last ran */
    int locks;                  /* locks it holds */
    bool late;
    int first_run, finish;      /* ticks, NEVER so far */
    int cpu, waited, turns;     /* statistics */
    struct job *next;           /* in a queue */
    struct job *all;            /* in the list of all jobs */
};

struct queue {
    struct job *head, *tail;
    int length;
};

/* A device serves one job at a time; a lock is held by one job at a time. */
struct resource {
    char name[NAME_SIZE];
    bool is_lock;
    struct job *owner;
    struct queue waiters;
    int busy, grants;
    struct resource *next;
};

void queue_put(struct queue *q, struct job *job);
void queue_push(struct queue *q, struct job *job);
struct job *queue_take(struct queue *q);
bool queue_remove(struct queue *q, struct job *job);
struct job *queue_take_best(struct queue *q);

#endif
