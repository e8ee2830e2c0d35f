/* confine.h - keep a process from touching anything but its directory.
 *
 * For runs on inputs that culprit made up: no writing outside, no network, no
 * signals to others, no privileges, and no new processes unless allowed. What
 * holds them are Landlock, a seccomp filter and namespaces, each used where
 * the machine has it; they overlap, so that the loss of one leaves little.
 * Reading is not restricted.
 */
#ifndef CULPRIT_PROCESS_CONFINE_H
#define CULPRIT_PROCESS_CONFINE_H

#include "base/diag.h"
#include "base/str.h"
#include "base/texts.h"

#include <stdbool.h>

/* Names means to use, such as "landlock,seccomp": for tests, and for people
 * whose programs one of them breaks. */
#define CONFINE_ENV "CULPRIT_CONFINE"

typedef struct ConfineMeans ConfineMeans;
struct ConfineMeans {
    int landlock; /* its ABI, 0: none */
    bool seccomp;
    bool spaces; /* namespaces of files, network and IPC may be made */
    bool root;   /* privileges must be dropped, and no limit counts processes */
};

/* What this machine has, but for what CONFINE_ENV leaves out. */
void confine_probe(ConfineMeans *out);

/* What is not held, in words and separated by commas; empty if all is. */
void confine_gaps(const ConfineMeans *m, bool processes, Str *out);

/* One place where confined processes run. */
typedef struct Confine Confine;
struct Confine {
    ConfineMeans means;
    int ruleset;    /* of Landlock; -1 */
    int spaces[4];  /* namespaces, as confine_spaces.h orders them; -1 */
    bool processes; /* they may make processes */
    struct sock_filter *filter; /* or NULL */
    unsigned short nfilter;
    unsigned short nserver; /* of it, for a server; it ends with the rest */
    unsigned short pids[8]; /* where the filter needs the process's own id */
    unsigned npids;
};

/* Which files can be changed; paths are absolute. */
typedef struct ConfineFiles ConfineFiles;
struct ConfineFiles {
    const char *writable; /* those below it */
    Texts layered; /* those below these, but only for processes in this place:
                      elsewhere they stay as they are. Needs namespaces */
};

/* Only these files can be changed, and a few devices written to. What is
 * missing on this machine is simply not used; failures are of what should work.
 */
bool confine_open(Confine *c, const ConfineMeans *m, const ConfineFiles *files,
                  bool processes, Diag *d);
void confine_close(Confine *c);

/* May a fork of the confined process be the test? Not if its own id matters. */
bool confine_can_serve(const Confine *c);

/* In the process itself, single-threaded: before anything is opened, and just
 * before exec; a server may make processes anyway. NULL, or what could not be
 * done (see errno). */
const char *confine_enter(const Confine *c);
const char *confine_lock(const Confine *c, bool server);

#endif
