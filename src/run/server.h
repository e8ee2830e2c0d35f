/* server.h - a variant that stays and is forked for each test.
 *
 * That spares a test exec and the loader. Whatever goes wrong with a server,
 * it is given up, and tests are started in the ordinary way.
 */
#ifndef CULPRIT_RUN_SERVER_H
#define CULPRIT_RUN_SERVER_H

#include "base/str.h"
#include "run/child.h"

typedef struct Server Server;
struct Server { /* all zero: not tried yet */
    bool up, given_up;
    pid_t pid;
    int socket;
    char *file, *mark;
    const struct Confine *confine;
    unsigned ntests;
};

typedef enum {
    SERVER_STARTED,
    SERVER_REFUSED, /* errno and *what say why, as after child_start */
    SERVER_LOST,    /* nothing was started, nor will be */
} ServerAnswer;

/* Start the task in a fork of the server, which is started if need be. No
 * other has its slot; `out` must have ended before the next one starts. */
ServerAnswer server_begin(Server *s, const Task *t, unsigned slot,
                          const sigset_t *mask, Child *out, const char **what);

/* Wait for the child's end; status and signal are as in Ended. If the server
 * is lost, the child, too, is killed. */
void server_end(Server *s, const Child *c, int *status, int *signal,
                double *cpu_s);

void server_stop(Server *s);

/* The bytes of a request. */
void server_pack(const Task *t, Str *out);

#endif
