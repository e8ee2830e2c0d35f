/* dispatch - a job scheduler simulator: queues of jobs. */
#include <stddef.h>

#include "dispatch.h"

/* Appends the job at the end. */
void queue_put(struct queue *q, struct job *job)
{
    job->next = NULL;
    if (q->tail == NULL)
        q->head = job;
    else
        q->tail->next = job;
    q->tail = job;
    q->length++;
}

/* Puts the job before all others. */
void queue_push(struct queue *q, struct job *job)
{
    job->next = q->head;
    q->head = job;
    if (q->tail == NULL)
        q->tail = job;
    q->length++;
}

/* Takes the first job, or NULL. */
struct job *queue_take(struct queue *q)
{
    struct job *job = q->head;

    if (job == NULL)
        return NULL;
    q->head = job->next;
    if (q->head == NULL)
        q->tail = NULL;
    job->next = NULL;
    q->length--;
    return job;
}

/* Takes that job out, wherever it stands; false if it is not there. */
bool queue_remove(struct queue *q, struct job *job)
{
    struct job *before = NULL;
    struct job *at = q->head;

    while (at != NULL && at != job) {
        before = at;
        at = at->next;
    }
    if (at == NULL)
        return false;
    if (before == NULL)
        q->head = at->next;
    else
        before->next = at->next;
    if (q->tail == at)
        q->tail = before;
    at->next = NULL;
    q->length--;
    return true;
}

/* Takes the job of the best level; of equal ones, the first. */
struct job *queue_take_best(struct queue *q)
{
    struct job *best = q->head;

    if (best == NULL)
        return NULL;
    for (struct job *job = best->next; job != NULL; job = job->next)
        if (job->level < best->level)
            best = job;
    queue_remove(q, best);
    return best;
}
