/* retrial.h - tests of today, with the program of a commit in the place of
 * today's. A build is made once, and verdicts are kept in the store.
 */
#ifndef CULPRIT_SESSION_RETRIAL_H
#define CULPRIT_SESSION_RETRIAL_H

#include "history/bisect.h"
#include "session/session.h"

/* Who is told; each may be NULL. */
typedef struct RetrialHooks RetrialHooks;
struct RetrialHooks {
    void (*building)(void *context, const char *what, size_t done,
                     size_t total);
    void *context;
};

typedef struct Retrial Retrial;
struct Retrial {
    Session *session; /* with tests, subject and store open */
    const Git *git;
    const char *command; /* that builds; or NULL */
    RetrialHooks hooks;
    Digest how; /* how programs are built, and tests judged */
    Arena arena;
    Map broken; /* commits that do not build */
    size_t nbuilt, nbroken, nkept;
    const char *why; /* the first of these does not; or NULL */
};

/* The four before the digest are filled in. */
bool retrial_open(Retrial *r, Diag *d);
void retrial_done(Retrial *r);

/* What the test does at that commit: BISECT_SKIP if it does not build, or if
 * it has no verdict there. */
bool retrial_judge(Retrial *r, const Test *t, const char *commit,
                   BisectVerdict *out, Diag *d);

#endif
