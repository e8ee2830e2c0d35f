/* server.h - a variant that stays and is forked for each test.
 *
 * That spares a test exec and the loader. Whatever goes wrong with a server,
 * it is given up, and tests are started in the ordinary way.
 */
#ifndef CULPRIT_PROCESS_SERVER_H
#define CULPRIT_PROCESS_SERVER_H

#include "base/str.h"
#include "process/pool.h"

typedef struct Server Server;
struct Server { /* all zero: not tried yet */
    bool up, given_up;
    pid_t pid;
    int socket;
    uint8_t *memory; /* that it and its children count in */
    size_t memory_size;
    char *file, *mark;
    const struct Confine *confine;
    unsigned ntests;
    Str request; /* reused */
};

/* Start the task in a fork of the server, which is started if need be. No
 * other has its slot; `out` must have ended before the next one starts. If
 * false, nothing was started, nor will be. */
bool server_begin(Server *s, const Task *t, unsigned slot, const sigset_t *mask,
                  Child *out);

/* How the child ended, which is now: it is killed if it has not. The child
 * gets its pid. If the server is lost, the child, too, is killed. */
void server_end(Server *s, const Task *t, Child *c, Ended *e);

void server_stop(Server *s);

/* The bytes of a request. */
void server_pack(const Task *t, Str *out);

#endif
